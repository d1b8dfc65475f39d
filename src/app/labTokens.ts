import type { Token } from '../text/tokenise.ts';

/** Tokens of a sentence that leave-one-out and the matrix look at; more would be no table to read. */
export const MOST_TOKENS = 40;

/** A sentence with one token of it taken out. */
export interface Without {
  /** 0 or 1. */
  side: number;
  token: Token;
  sentences: readonly [string, string];
}

let segmenter: Intl.Segmenter | undefined;

/**
 * The tokens that the lab takes out one by one, the same for all systems: words, marks and emoji as a reader sees them,
 * as written. After the browser's own word segmentation (Unicode Annex 29), which is slow: it stops after `most`.
 */
export function labTokens(sentence: string, most = Infinity): Token[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  const tokens: Token[] = [];
  for (const { segment, index } of segmenter.segment(sentence)) {
    if (segment.trim() === '') continue;
    if (tokens.length >= most) break;
    tokens.push({ text: segment, start: index, end: index + segment.length });
  }
  return tokens;
}

/** Whether a sentence has more tokens than are looked at. */
export function isLong(sentence: string): boolean {
  return labTokens(sentence, MOST_TOKENS + 1).length > MOST_TOKENS;
}

/** The sentence up to the end of its first `MOST_TOKENS` tokens. */
export function beginningOf(sentence: string): string {
  const last = labTokens(sentence, MOST_TOKENS)[MOST_TOKENS - 1];
  return last ? sentence.slice(0, last.end) : sentence;
}

/** The pair without each of the first tokens of either sentence, in order; the rest of the sentence stays. */
export function leaveOneOut(sentences: readonly [string, string]): Without[] {
  return [0, 1].flatMap((side) =>
    labTokens(sentences[side]!, MOST_TOKENS).map((token) => {
      const shorter = withoutToken(sentences[side]!, token);
      return { side, token, sentences: side === 0 ? [shorter, sentences[1]] : [sentences[0], shorter] };
    }),
  );
}

const endsInWord = /[\p{L}\p{N}\p{M}]$/u;
const beginsWithWord = /^[\p{L}\p{N}\p{M}]/u;
/** Scripts that write words without blanks between them. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u;

/** A sentence without a token and without the blank that it leaves; what stood around it never becomes one word. */
export function withoutToken(sentence: string, { start, end }: Pick<Token, 'start' | 'end'>): string {
  const before = sentence.slice(0, start);
  const after = sentence.slice(end);
  if (before === '') return after.trimStart();
  if (after === '') return before.trimEnd();
  if (/\s$/.test(before)) return before + after.trimStart();
  const wouldJoin = endsInWord.test(before) && beginsWithWord.test(after) && !unspaced.test(before);
  return wouldJoin ? `${before} ${after}` : before + after;
}
