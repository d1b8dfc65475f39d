import { Failure } from '../failure.ts';
import { clampToUnit } from './cosine.ts';

/**
 * Vectors that are zero almost everywhere, each as its contexts in ascending order. Row r owns
 * ids[offsets[r] .. offsets[r + 1]) and the values beside them, all of them above 0.
 */
export interface SparseRows {
  /** Length rows + 1. */
  offsets: Int32Array;
  ids: Int32Array;
  values: Float64Array;
}

export const TOKEN_MEASURE_IDS = ['cosine', 'jaccard', 'dice', 'minmax-mi', 'jsd'] as const;
export type TokenMeasureId = (typeof TOKEN_MEASURE_IDS)[number];

/** How the contexts of two words are compared, as the page explains it. All lie in [0, 1]; equal rows give 1. */
export interface TokenMeasure {
  id: TokenMeasureId;
  title: string;
  formula: string;
  source: string;
  /** What the values of the rows must be. */
  values: 'counts' | 'information' | 'probabilities';
}

export const TOKEN_MEASURES: readonly TokenMeasure[] = [
  {
    id: 'cosine',
    title: 'cosine',
    formula: 'the cosine of the two rows of counts',
    source: 'the usual definition; Lee 1999, figure 1',
    values: 'counts',
  },
  {
    id: 'jaccard',
    title: 'Jaccard',
    formula: 'contexts that both words have, as a share of those that either has',
    source: 'Lee 1999, figure 1',
    values: 'counts',
  },
  {
    id: 'dice',
    title: 'Dice',
    formula: 'contexts that both words have, as a share of the mean of their numbers of contexts',
    source: 'Dice 1945; Lin 1998, figure 1',
    values: 'counts',
  },
  {
    id: 'minmax-mi',
    title: 'min/max with mutual information',
    formula:
      'the smaller of the two mutual informations with each context, summed up, divided by the sum of the larger ones',
    source: 'Dagan 2000, Contextual word similarity',
    values: 'information',
  },
  {
    id: 'jsd',
    title: 'Jensen-Shannon',
    formula:
      'one minus the Jensen-Shannon divergence of the two distributions over contexts, in bits: 1 for equal distributions, 0 where no context is shared',
    source: 'Lin 1991; Dagan, Lee and Pereira 1999',
    values: 'probabilities',
  },
];

/** @throws Failure `unknown-measure` */
export function tokenMeasureOf(id: string): TokenMeasure {
  const measure = TOKEN_MEASURES.find((candidate) => candidate.id === id);
  if (measure) return measure;
  throw new Failure(
    'unknown-measure',
    `There is no token measure "${id}".`,
    `Choose ${TOKEN_MEASURE_IDS.join(', ')}.`,
  );
}

/**
 * Compares two rows, whose values are what the measure asks for. Swapping them changes no bit, and a row compared with
 * an equal one gives exactly 1.
 * @returns NaN where a row is empty: nothing is known of the word
 */
export function tokenSimilarity(measure: TokenMeasureId, rows: SparseRows, a: number, b: number): number {
  if (isEmpty(rows, a) || isEmpty(rows, b)) return NaN;
  switch (measure) {
    case 'cosine':
      return cosineOfCounts(rows, a, b);
    case 'jaccard': {
      const shared = sharedContexts(rows, a, b);
      return shared / (size(rows, a) + size(rows, b) - shared);
    }
    case 'dice':
      return (2 * sharedContexts(rows, a, b)) / (size(rows, a) + size(rows, b));
    case 'minmax-mi':
      return minOverMax(rows, a, b);
    case 'jsd':
      return oneMinusDivergence(rows, a, b);
  }
}

const size = ({ offsets }: SparseRows, row: number): number => offsets[row + 1]! - offsets[row]!;

export function isEmpty(rows: SparseRows, row: number): boolean {
  return size(rows, row) === 0;
}

function sharedContexts({ offsets, ids }: SparseRows, a: number, b: number): number {
  let shared = 0;
  let i = offsets[a]!;
  let j = offsets[b]!;
  const endA = offsets[a + 1]!;
  const endB = offsets[b + 1]!;
  while (i < endA && j < endB) {
    const difference = ids[i]! - ids[j]!;
    if (difference === 0) shared++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return shared;
}

/** sum x y / sqrt(sum x^2 sum y^2) */
function cosineOfCounts({ offsets, ids, values }: SparseRows, a: number, b: number): number {
  let dot = 0;
  let i = offsets[a]!;
  let j = offsets[b]!;
  const endA = offsets[a + 1]!;
  const endB = offsets[b + 1]!;
  let squaredA = 0;
  let squaredB = 0;
  for (let k = i; k < endA; k++) squaredA += values[k]! * values[k]!;
  for (let k = j; k < endB; k++) squaredB += values[k]! * values[k]!;
  while (i < endA && j < endB) {
    const difference = ids[i]! - ids[j]!;
    if (difference === 0) dot += values[i]! * values[j]!;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return clampToUnit(dot / Math.sqrt(squaredA * squaredB));
}

/** sum min(x, y) / sum max(x, y) over all contexts; one that a word does not have counts 0 there (Dagan 2000). */
function minOverMax({ offsets, ids, values }: SparseRows, a: number, b: number): number {
  let smaller = 0;
  let larger = 0;
  let i = offsets[a]!;
  let j = offsets[b]!;
  const endA = offsets[a + 1]!;
  const endB = offsets[b + 1]!;
  while (i < endA || j < endB) {
    const idA = i < endA ? ids[i]! : Infinity;
    const idB = j < endB ? ids[j]! : Infinity;
    const x = idA <= idB ? values[i++]! : 0;
    const y = idB <= idA ? values[j++]! : 0;
    smaller += x < y ? x : y;
    larger += x < y ? y : x;
  }
  return smaller / larger;
}

/**
 * 1 - JSD(p, q) with JSD = 1/2 KL(p || m) + 1/2 KL(q || m), m = (p + q) / 2, logarithms to the base 2 (Lin 1991). A
 * context of one word only adds half its probability.
 */
function oneMinusDivergence({ offsets, ids, values }: SparseRows, a: number, b: number): number {
  let divergence = 0;
  let i = offsets[a]!;
  let j = offsets[b]!;
  const endA = offsets[a + 1]!;
  const endB = offsets[b + 1]!;
  while (i < endA || j < endB) {
    const idA = i < endA ? ids[i]! : Infinity;
    const idB = j < endB ? ids[j]! : Infinity;
    if (idA === idB) {
      const p = values[i++]!;
      const q = values[j++]!;
      const sum = p + q;
      divergence += p * Math.log2((2 * p) / sum) + q * Math.log2((2 * q) / sum);
    } else divergence += idA < idB ? values[i++]! : values[j++]!;
  }
  const score = 1 - divergence / 2;
  return score < 0 ? 0 : score > 1 ? 1 : score;
}

/**
 * Each row divided by its sum: P(context | word).
 */
export function probabilitiesOf({ offsets, ids, values }: SparseRows): SparseRows {
  const shares = new Float64Array(values.length);
  for (let row = 0; row + 1 < offsets.length; row++) {
    let sum = 0;
    for (let k = offsets[row]!; k < offsets[row + 1]!; k++) sum += values[k]!;
    for (let k = offsets[row]!; k < offsets[row + 1]!; k++) shares[k] = values[k]! / sum;
  }
  return { offsets, ids, values: shares };
}

/**
 * I(word; context) = ln(P(context | word) / P(context)) where it is above 0; contexts that a word meets no more often
 * than by chance are left out, so a row may become empty (Dagan 2000; Church and Hanks 1990).
 * @param counts of a word with a context
 * @param contextTotals of each context with any word of the text, compared or not; their sum is the number of meetings
 */
export function informationOf(counts: SparseRows, contextTotals: Float64Array): SparseRows {
  let meetings = 0;
  for (const total of contextTotals) meetings += total;
  const { offsets, ids, values } = counts;
  const kept = new Int32Array(ids.length);
  const information = new Float64Array(ids.length);
  const starts = new Int32Array(offsets.length);
  let length = 0;
  for (let row = 0; row + 1 < offsets.length; row++) {
    let sum = 0;
    for (let k = offsets[row]!; k < offsets[row + 1]!; k++) sum += values[k]!;
    for (let k = offsets[row]!; k < offsets[row + 1]!; k++) {
      const value = Math.log((values[k]! * meetings) / (sum * contextTotals[ids[k]!]!));
      if (!(value > 0)) continue;
      kept[length] = ids[k]!;
      information[length++] = value;
    }
    starts[row + 1] = length;
  }
  return { offsets: starts, ids: kept.subarray(0, length), values: information.subarray(0, length) };
}
