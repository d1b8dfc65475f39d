import type { TokenIndex } from '../tokenIndex.ts';
import type { TokenClasses } from '../wordClasses.ts';
import type { WordRows } from './types.ts';

/** The tokens of sentences, the vectors of their words and what each weighs. */
export interface WeighedWords {
  index: TokenIndex;
  words: WordRows;
  /** By word; null where every word weighs 1. */
  weights: Float32Array | null;
  /** What a token weighs besides, in its sentence; null where that is 1 throughout. */
  classes: TokenClasses | null;
}

/**
 * The same sums without a weight that belongs to a token: each word is told apart by the classes that it occurs in, so
 * a backend still multiplies by one weight a word. Where words occur in one class each, no row is copied twice.
 */
export function asWordWeights({ index, words, weights, classes }: WeighedWords): {
  index: Pick<TokenIndex, 'ids' | 'offsets'>;
  words: WordRows;
  weights: Float32Array | null;
} {
  if (!classes) return { index, words, weights };
  const count = classes.weights.length;
  const idOf = new Int32Array(words.known.length * count).fill(-1);
  const ids = new Int32Array(index.ids.length);
  const origin: number[] = [];
  for (let t = 0; t < ids.length; t++) {
    const key = index.ids[t]! * count + classes.ofToken[t]!;
    if (idOf[key] === -1) {
      idOf[key] = origin.length;
      origin.push(key);
    }
    ids[t] = idOf[key]!;
  }
  const { dimension } = words;
  const rows = new Float32Array(origin.length * dimension);
  const known = new Uint8Array(origin.length);
  const weighed = new Float32Array(origin.length);
  origin.forEach((key, id) => {
    const word = Math.floor(key / count);
    rows.set(words.rows.subarray(word * dimension, (word + 1) * dimension), id * dimension);
    known[id] = words.known[word]!;
    weighed[id] = classes.weights[key % count]! * (weights ? weights[word]! : 1);
  });
  return { index: { ids, offsets: index.offsets }, words: { dimension, rows, known }, weights: weighed };
}

/** What the token at a place of `ids` weighs. */
export function tokenWeight(
  { index, weights, classes }: Pick<WeighedWords, 'index' | 'weights' | 'classes'>,
  token: number,
): number {
  const ofWord = weights ? weights[index.ids[token]!]! : 1;
  return classes ? ofWord * classes.weights[classes.ofToken[token]!]! : ofWord;
}
