import { SIDES } from './context.ts';
import type { AnalysedSentence } from '../language/types.ts';
import type { CategoryLabel, Evidence, Span } from './types.ts';

const LETTERS = /^\p{L}[\p{L}\p{M}'’.-]*$/u;
/** One sentence is at least so many times as long as the other, ... */
const TIMES_AS_LONG = 2;
/** ... and by so many words at least. */
const WORDS_LONGER = 6;

const wordsIn = (sentence: AnalysedSentence) =>
  sentence.tokens.filter((token) => token.pos !== 'PUNCT' && token.pos !== 'SPACE');

/** One sentence is at least twice as long as the other and has six words more. */
export function findLength(sentences: readonly [AnalysedSentence, AnalysedSentence]): CategoryLabel | null {
  const counts = [wordsIn(sentences[0]).length, wordsIn(sentences[1]).length] as const;
  const sentence = counts[0] > counts[1] ? 0 : 1;
  const [long, short] = [counts[sentence], counts[1 - sentence]!];
  if (long < TIMES_AS_LONG * short || long < short + WORDS_LONGER) return null;
  const tokens = sentences[sentence].tokens;
  return {
    category: 'length',
    rule: 'length/words',
    because: `One sentence has ${long} words, the other ${short}.`,
    spans: [{ sentence, start: tokens[0]!.start, end: tokens.at(-1)!.end }],
  };
}

/** At most so many unknown words are named in the sentence of evidence; all are highlighted. */
const MOST_NAMED = 4;

/** Words without a vector: an encoder leaves them out. No numbers, no function words, no names that both sentences have. */
export function findUnknownWords(
  sentences: readonly [AnalysedSentence, AnalysedSentence],
  vocabulary: Evidence['vocabulary'],
): CategoryLabel | null {
  if (!vocabulary) return null;
  const spans: Span[] = [];
  const named = new Set<string>();
  for (const side of SIDES) {
    for (const token of sentences[side].tokens) {
      if (token.stop || token.text.length < 2 || vocabulary.has(token.form)) continue;
      if (!LETTERS.test(token.text) || vocabulary.has(token.form.replace(/\.$/, ''))) continue;
      const isName = token.pos === 'PROPN' || /^\p{Lu}/u.test(token.text);
      if (isName && sentences[1 - side]!.tokens.some(({ form }) => form === token.form)) continue;
      spans.push({ sentence: side, start: token.start, end: token.end });
      named.add(`“${token.text}”`);
    }
  }
  if (spans.length === 0) return null;
  const list = [...named].slice(0, MOST_NAMED).join(', ');
  const more = named.size > MOST_NAMED ? ` and ${named.size - MOST_NAMED} more` : '';
  return {
    category: 'unknown words',
    rule: 'unknown words/vocabulary',
    because: `${vocabulary.name} has no vector for ${list}${more}.`,
    spans,
  };
}
