import { Failure } from '../failure.ts';
import type { TokenIndex } from './tokenIndex.ts';
import type { PairTokenCounts } from './types.ts';

/**
 * Counts by sentence as counts by pair: pair p has its first sentence at 2p and its second at 2p + 1.
 * @param first pair -> sentence; so `second`
 * @param tokens sentence -> its tokens before anything is cut
 * @param unknown sentence -> how many of them are unknown
 * @param limit tokens beyond it are cut; null where nothing is
 * @throws Failure `counts-inconsistent`
 */
export function pairTokenCounts(
  first: Int32Array,
  second: Int32Array,
  tokens: Int32Array,
  unknown: Int32Array,
  limit: number | null,
): PairTokenCounts {
  if (first.length !== second.length || tokens.length !== unknown.length) {
    throw inconsistent(
      `${first.length} and ${second.length} sides of pairs, ${tokens.length} and ${unknown.length} counts of sentences`,
    );
  }
  const counts = {
    tokens: new Int32Array(2 * first.length),
    unknown: new Int32Array(2 * first.length),
    limit,
  };
  for (let at = 0; at < counts.tokens.length; at++) {
    const sentence = (at % 2 === 0 ? first : second)[at >> 1]!;
    // Outside of an array there is `undefined`, which a typed array would keep as 0.
    if (!(sentence >= 0 && sentence < tokens.length)) {
      throw inconsistent(`sentence ${sentence} of ${tokens.length}`);
    }
    counts.tokens[at] = tokens[sentence]!;
    counts.unknown[at] = unknown[sentence]!;
  }
  return counts;
}

/**
 * Tokens of each sentence of an index, and how many of them have no vector.
 * @param known by word of the vocabulary; null where every word counts
 */
export function sentenceTokenCounts(
  { ids, offsets }: TokenIndex,
  known: Uint8Array | null,
): { tokens: Int32Array; unknown: Int32Array } {
  const tokens = new Int32Array(offsets.length - 1);
  const unknown = new Int32Array(offsets.length - 1);
  for (let s = 0; s < tokens.length; s++) {
    tokens[s] = offsets[s + 1]! - offsets[s]!;
    if (!known) continue;
    let without = 0;
    for (let t = offsets[s]!; t < offsets[s + 1]!; t++) without += 1 - known[ids[t]!]!;
    unknown[s] = without;
  }
  return { tokens, unknown };
}

function inconsistent(fault: string): Failure {
  return new Failure(
    'counts-inconsistent',
    `The counts of tokens do not fit the pairs: ${fault}.`,
    'Run the system again.',
  );
}
