import type { Piece } from '../compute/encoders/types.ts';
import type { Run } from '../storage/types.ts';

/** What happened to one sentence of a pair before a system scored it. */
export interface SentenceMark {
  /** 1 or 2. */
  sentence: number;
  tokens: number;
  unknown: number;
  /** The system saw so many tokens of it; null where it saw them all. */
  cutAt: number | null;
}

/** Which pairs of a run a person may want to look at alone. */
export const PAIR_FILTERS = [
  { id: 'all', title: 'all pairs' },
  { id: 'cut', title: 'cut sentences' },
  { id: 'unknown', title: 'unknown tokens' },
  { id: 'missing', title: 'without a score' },
] as const;
export type PairFilter = (typeof PAIR_FILTERS)[number]['id'];

/** The sentences of a pair that were cut or hold unknown tokens. */
export function marksOf(run: Run, pair: number): SentenceMark[] {
  const counts = run.tokenCounts;
  if (!counts) return [];
  const marks: SentenceMark[] = [];
  for (const side of [0, 1]) {
    const tokens = counts.tokens[2 * pair + side]!;
    const unknown = counts.unknown[2 * pair + side]!;
    const cutAt = counts.limit !== null && tokens > counts.limit ? counts.limit : null;
    if (cutAt !== null || unknown > 0) marks.push({ sentence: side + 1, tokens, unknown, cutAt });
  }
  return marks;
}

/** The sentences of a pair that were cut or hold unknown tokens, from the tokens themselves. */
export function marksOfPieces(pieces: readonly (readonly Piece[])[]): SentenceMark[] {
  return pieces.flatMap((of, side) => {
    const unknown = of.filter(({ known }) => !known).length;
    const seen = of.filter(({ cut }) => !cut).length;
    const cutAt = seen < of.length ? seen : null;
    return cutAt === null && unknown === 0 ? [] : [{ sentence: side + 1, tokens: of.length, unknown, cutAt }];
  });
}

/** What happened to a sentence, in words: "sentence 1: cut at 128 of 300 tokens, 2 unknown tokens of 300". */
export function describeMark({ sentence, tokens, unknown, cutAt }: SentenceMark): string {
  const many = (count: number): string => count.toLocaleString('en');
  const what = [
    ...(cutAt === null ? [] : [`cut at ${many(cutAt)} of ${many(tokens)} tokens`]),
    ...(unknown === 0
      ? []
      : [`${many(unknown)} unknown ${unknown === 1 ? 'token' : 'tokens'} of ${many(tokens)}`]),
  ];
  return `sentence ${sentence}: ${what.join(', ')}`;
}

/** Whether a pair is one that the filter asks for. */
export function passes({ scores, tokenCounts }: Run, filter: PairFilter, pair: number): boolean {
  if (filter === 'all') return true;
  if (filter === 'missing') return scores.reasons[pair] !== 0;
  if (!tokenCounts) return false;
  const { tokens, unknown, limit } = tokenCounts;
  const [first, second] = [2 * pair, 2 * pair + 1];
  if (filter === 'unknown') return unknown[first]! > 0 || unknown[second]! > 0;
  return limit !== null && (tokens[first]! > limit || tokens[second]! > limit);
}

/** How many pairs of a run the filter keeps. */
export function countPassing(run: Run, filter: PairFilter): number {
  let count = 0;
  for (let pair = 0; pair < run.scores.values.length; pair++) if (passes(run, filter, pair)) count++;
  return count;
}
