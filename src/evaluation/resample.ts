import { centred, clamp, pairsAmong, spreadOf, whyUndefined } from './columns.ts';
import { addAt, sumBelow } from './fenwick.ts';
import { denseLevels } from './ranks.ts';
import type { Column } from './types.ts';

/** One of two columns of the same pairs, in the order of `PresortedPairs`. */
export interface PresortedColumn {
  /** Place -> value, centred and scaled (see `centred`). */
  centred: Float64Array;
  /** Place -> dense rank of the value, from 0. */
  level: Int32Array;
  /** Dense rank -> value as given, ascending. */
  values: Float64Array;
}

/**
 * Pairs in ascending order of their major column, ties in ascending order of the minor one. Which of the two
 * is which does not matter to a correlation; the minor one has the fewer distinct values, because the tree of
 * Kendall's tau is over these. The order depends on the values only, so the same seed draws the same
 * resamples however the rows were sorted.
 */
export interface PresortedPairs {
  size: number;
  major: PresortedColumn;
  minor: PresortedColumn;
}

/**
 * Sorts once what every resample needs sorted.
 * @throws RangeError where no correlation of the columns is defined.
 */
export function presort(predictions: Column, gold: Column): PresortedPairs {
  const reason = whyUndefined(predictions, gold);
  if (reason !== null) throw new RangeError(`cannot resample: ${reason}`);
  const describe = (column: Column) => ({ levels: denseLevels(column), centred: centred(column) });
  let major = describe(predictions);
  let minor = describe(gold);
  if (major.levels.values.length < minor.levels.values.length) [major, minor] = [minor, major];
  const majorOf = major.levels.ofRow;
  const minorOf = minor.levels.ofRow;
  const size = predictions.length;
  const order = new Uint32Array(size);
  for (let row = 0; row < size; row++) order[row] = row;
  order.sort((i, j) => majorOf[i]! - majorOf[j]! || minorOf[i]! - minorOf[j]!);
  const inOrder = ({ levels, centred }: typeof major): PresortedColumn => ({
    centred: Float64Array.from(order, (row) => centred[row]!),
    level: Int32Array.from(order, (row) => levels.ofRow[row]!),
    values: levels.values,
  });
  return { size, major: inOrder(major), minor: inOrder(minor) };
}

export interface ThreeCorrelations {
  pearson: number;
  spearman: number;
  kendall: number;
}

/** Counts of one column's levels in a resample, and what follows from them. */
interface LevelCounts {
  counts: Float64Array;
  /** Level -> average rank minus the mean rank. */
  ranks: Float64Array;
  /** Sum of squares of the centred ranks over the resample. */
  rankSquares: number;
  /** Pairs of the resample that tie in this column. */
  tied: number;
  varies: boolean;
}

function digest(levels: LevelCounts, values: Float64Array, total: number): void {
  const { counts, ranks } = levels;
  const meanRank = (total + 1) / 2;
  let before = 0;
  let first = -1;
  let last = -1;
  levels.rankSquares = 0;
  levels.tied = 0;
  for (let level = 0; level < counts.length; level++) {
    const count = counts[level]!;
    if (count === 0) continue;
    if (first < 0) first = level;
    last = level;
    const rank = before + (count + 1) / 2 - meanRank;
    ranks[level] = rank;
    levels.rankSquares += count * rank * rank;
    levels.tied += pairsAmong(count);
    before += count;
  }
  levels.varies = first >= 0 && spreadOf(values[first]!, values[last]!) === 'varies';
}

/** Centred ranks are multiples of a half, so up to a hundred thousand pairs all sums here are exact. */
function weightedSpearman(
  pairs: PresortedPairs,
  weights: Uint32Array,
  x: LevelCounts,
  y: LevelCounts,
): number {
  const { major, minor, size } = pairs;
  let sum = 0;
  for (let place = 0; place < size; place++) {
    const weight = weights[place]!;
    if (weight !== 0) sum += weight * x.ranks[major.level[place]!]! * y.ranks[minor.level[place]!]!;
  }
  return clamp(sum / Math.sqrt(x.rankSquares) / Math.sqrt(y.rankSquares));
}

/** Two passes: an outlier left out of a resample would leave one pass with nothing but cancellation. */
function weightedPearson(
  { major, minor, size }: PresortedPairs,
  weights: Uint32Array,
  meanX: number,
  meanY: number,
): number {
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let place = 0; place < size; place++) {
    const weight = weights[place]!;
    if (weight === 0) continue;
    const x = major.centred[place]! - meanX;
    const y = minor.centred[place]! - meanY;
    xx += weight * x * x;
    yy += weight * y * y;
    xy += weight * x * y;
  }
  return clamp(xy / Math.sqrt(xx) / Math.sqrt(yy));
}

/**
 * Concordant less discordant pairs. Places come in ascending order of the major column; a run of equal values
 * there is looked up before it is entered, because pairs inside the run tie.
 */
function weightedConcordance(
  { major, minor, size }: PresortedPairs,
  weights: Uint32Array,
  tree: Float64Array,
  entered: Float64Array,
): number {
  tree.fill(0);
  entered.fill(0);
  let total = 0;
  let balance = 0;
  for (let start = 0; start < size;) {
    let end = start;
    for (; end < size && major.level[end] === major.level[start]; end++) {
      const weight = weights[end]!;
      if (weight === 0) continue;
      const level = minor.level[end]!;
      const lower = sumBelow(tree, level);
      balance += weight * (2 * lower + entered[level]! - total);
    }
    for (let place = start; place < end; place++) {
      const weight = weights[place]!;
      if (weight === 0) continue;
      const level = minor.level[place]!;
      addAt(tree, level, weight);
      entered[level]! += weight;
      total += weight;
    }
    start = end;
  }
  return balance;
}

/**
 * The three correlations of a sample in which place i occurs `weights[i]` times, equal to those of the
 * expanded sample; null where they are not defined there. O(n log m), m the distinct values of the minor
 * column. The returned function reuses its working memory: one caller at a time.
 */
export function weightedCorrelations(
  pairs: PresortedPairs,
): (weights: Uint32Array) => ThreeCorrelations | null {
  const { major, minor, size } = pairs;
  const forColumn = (column: PresortedColumn): LevelCounts => ({
    counts: new Float64Array(column.values.length),
    ranks: new Float64Array(column.values.length),
    rankSquares: 0,
    tied: 0,
    varies: false,
  });
  const x = forColumn(major);
  const y = forColumn(minor);
  const tree = new Float64Array(minor.values.length + 1);
  const entered = new Float64Array(minor.values.length);
  return (weights) => {
    x.counts.fill(0);
    y.counts.fill(0);
    let total = 0;
    let sumX = 0;
    let sumY = 0;
    for (let place = 0; place < size; place++) {
      const weight = weights[place]!;
      if (weight === 0) continue;
      total += weight;
      sumX += weight * major.centred[place]!;
      sumY += weight * minor.centred[place]!;
      x.counts[major.level[place]!]! += weight;
      y.counts[minor.level[place]!]! += weight;
    }
    digest(x, major.values, total);
    digest(y, minor.values, total);
    if (!x.varies || !y.varies) return null;
    const balance = weightedConcordance(pairs, weights, tree, entered);
    const all = pairsAmong(total);
    return {
      pearson: weightedPearson(pairs, weights, sumX / total, sumY / total),
      spearman: weightedSpearman(pairs, weights, x, y),
      kendall: clamp(balance / Math.sqrt(all - x.tied) / Math.sqrt(all - y.tied)),
    };
  };
}
