import { clamp, pairsAmong, spreadOf } from './columns.ts';
import { addAt, sumBelow } from './fenwick.ts';
import type { PresortedColumn, PresortedPairs } from './resample.ts';

/** Correlations without one pair each, by place of the presorted pairs. */
export interface Jackknife {
  pearson: Float64Array;
  spearman: Float64Array;
  kendall: Float64Array;
}

/**
 * Where a pair carries so much of a column's variance that subtracting it would leave mostly rounding, the
 * sums are taken afresh. Two pairs of one column cannot both be like that, so it costs O(n) at most twice.
 */
const DOMINATED = 1e-6;

interface Sums {
  xx: number;
  yy: number;
  xy: number;
}

/** Centred second moments without the pair at `omitted` (-1: of all pairs), in two passes. */
function sumsWithout({ major, minor, size }: PresortedPairs, omitted: number): Sums {
  let meanX = 0;
  let meanY = 0;
  for (let place = 0; place < size; place++) {
    if (place === omitted) continue;
    meanX += major.centred[place]!;
    meanY += minor.centred[place]!;
  }
  const count = omitted < 0 ? size : size - 1;
  meanX /= count;
  meanY /= count;
  const sums = { xx: 0, yy: 0, xy: 0 };
  for (let place = 0; place < size; place++) {
    if (place === omitted) continue;
    const x = major.centred[place]! - meanX;
    const y = minor.centred[place]! - meanY;
    sums.xx += x * x;
    sums.yy += y * y;
    sums.xy += x * y;
  }
  return sums;
}

/** Leaving out a pair at (x, y) from the mean takes x y n/(n-1) from the sum of products. */
function pearsonWithoutEach(pairs: PresortedPairs): Float64Array {
  const { major, minor, size } = pairs;
  const all = sumsWithout(pairs, -1);
  const share = size / (size - 1);
  const result = new Float64Array(size);
  for (let place = 0; place < size; place++) {
    const x = major.centred[place]!;
    const y = minor.centred[place]!;
    let xx = all.xx - share * x * x;
    let yy = all.yy - share * y * y;
    let xy = all.xy - share * x * y;
    if (xx < DOMINATED * all.xx || yy < DOMINATED * all.yy) ({ xx, yy, xy } = sumsWithout(pairs, place));
    result[place] = clamp(xy / Math.sqrt(xx) / Math.sqrt(yy));
  }
  return result;
}

/** Whether the column still varies when the only pair at its lowest or its highest value is left out. */
function variesWithoutAny({ values, level }: PresortedColumn): boolean {
  const last = values.length - 1;
  let atLowest = 0;
  let atHighest = 0;
  for (const at of level) {
    if (at === 0) atLowest++;
    if (at === last) atHighest++;
  }
  const varies = (low: number, high: number): boolean => spreadOf(values[low]!, values[high]!) === 'varies';
  return varies(atLowest === 1 ? 1 : 0, last) && varies(0, atHighest === 1 ? last - 1 : last);
}

/** What follows from how often each value of a column occurs. Arrays are by level. */
interface LevelSums {
  /** Pairs at the level. */
  counts: Float64Array;
  /** Pairs below the level. */
  below: Float64Array;
  /** Level -> average rank of its pairs, 1..n. */
  ranks: Float64Array;
  /** Sum over levels of count^3 - count: the tie term of the variance of the ranks. */
  ties: number;
  tiedPairs: number;
}

function levelSums({ values, level }: PresortedColumn): LevelSums {
  const counts = new Float64Array(values.length);
  for (const at of level) counts[at]!++;
  const below = new Float64Array(values.length);
  const ranks = new Float64Array(values.length);
  let before = 0;
  let ties = 0;
  let tiedPairs = 0;
  for (let at = 0; at < counts.length; at++) {
    const count = counts[at]!;
    below[at] = before;
    ranks[at] = before + (count + 1) / 2;
    ties += count ** 3 - count;
    tiedPairs += pairsAmong(count);
    before += count;
  }
  return { counts, below, ranks, ties, tiedPairs };
}

/**
 * Level of `by` -> sum of `ranks` over the pairs above that level plus half of those at it: what the ranks of
 * the other column lose in sum when a pair of that level goes, that pair itself counted by a half.
 */
function rankSumAbove(by: PresortedColumn, other: PresortedColumn, otherRanks: Float64Array): Float64Array {
  const at = new Float64Array(by.values.length);
  for (let place = 0; place < by.level.length; place++) {
    at[by.level[place]!]! += otherRanks[other.level[place]!]!;
  }
  let above = 0;
  for (let level = at.length - 1; level >= 0; level--) {
    const here = at[level]!;
    at[level] = above + here / 2;
    above += here;
  }
  return at;
}

/** What each pair does together with all others, by place. */
interface Company {
  /** Pairs concordant with this one less pairs discordant with it. */
  balance: Float64Array;
  /** Sum over the other pairs of d_x d_y (see `spearmanWithoutEach`). */
  jointLoss: Float64Array;
}

/** One sweep in ascending order of the major column, with a tree over the minor one: O(n log n). */
function companyOfEach({ major, minor, size }: PresortedPairs, x: LevelSums, y: LevelSums): Company {
  const balance = new Float64Array(size);
  const jointLoss = new Float64Array(size);
  const tree = new Float64Array(minor.values.length + 1);
  const entered = new Float64Array(minor.values.length);
  for (let start = 0; start < size;) {
    const xLevel = major.level[start]!;
    const tiedX = x.counts[xLevel]!;
    const end = start + tiedX;
    const belowX = x.below[xLevel]!;
    // Inside a run of equal x the minor column ascends, so pairs equal in both are side by side.
    for (let same = start; same < end;) {
      const yLevel = minor.level[same]!;
      let sameEnd = same + 1;
      while (sameEnd < end && minor.level[sameEnd] === yLevel) sameEnd++;
      const belowBoth = sumBelow(tree, yLevel);
      const belowXTiedY = entered[yLevel]!;
      const belowXAboveY = belowX - belowBoth - belowXTiedY;
      const tiedXBelowY = same - start;
      const tiedBoth = sameEnd - same - 1;
      const tiedXAboveY = tiedX - 1 - tiedXBelowY - tiedBoth;
      const aboveXBelowY = y.below[yLevel]! - belowBoth - tiedXBelowY;
      const aboveXTiedY = y.counts[yLevel]! - 1 - belowXTiedY - tiedBoth;
      const aboveBoth = size - belowX - tiedX - aboveXBelowY - aboveXTiedY;
      balance.fill(belowBoth + aboveBoth - belowXAboveY - aboveXBelowY, same, sameEnd);
      jointLoss.fill(aboveBoth + (aboveXTiedY + tiedXAboveY) / 2 + tiedBoth / 4, same, sameEnd);
      same = sameEnd;
    }
    for (let place = start; place < end; place++) {
      addAt(tree, minor.level[place]!, 1);
      entered[minor.level[place]!]!++;
    }
    start = end;
  }
  return { balance, jointLoss };
}

/**
 * When pair i goes, the rank of pair j falls by d_j = 1 where j is above i and by 1/2 where j ties with i, so
 * sum r'_x r'_y = sum r_x r_y - sum r_x d_y - sum r_y d_x + sum d_x d_y, each over j other than i. All terms
 * are multiples of 1/4, exact in doubles up to about 200,000 pairs.
 */
function spearmanWithoutEach(
  { major, minor, size }: PresortedPairs,
  x: LevelSums,
  y: LevelSums,
  { jointLoss }: Company,
): Float64Array {
  const left = size - 1;
  const lossOfX = rankSumAbove(minor, major, x.ranks);
  const lossOfY = rankSumAbove(major, minor, y.ranks);
  let products = 0;
  for (let place = 0; place < size; place++) {
    products += x.ranks[major.level[place]!]! * y.ranks[minor.level[place]!]!;
  }
  // Sum of squared centred ranks: (n^3 - n - sum(t^3 - t)) / 12; a group of t becomes one of t - 1.
  const squares = (sums: LevelSums, level: number): number => {
    const tied = sums.counts[level]!;
    return (left ** 3 - left - (sums.ties - 3 * tied * (tied - 1))) / 12;
  };
  const result = new Float64Array(size);
  for (let place = 0; place < size; place++) {
    const xLevel = major.level[place]!;
    const yLevel = minor.level[place]!;
    const rankX = x.ranks[xLevel]!;
    const rankY = y.ranks[yLevel]!;
    // The losses by level count the omitted pair by half of its own rank: give that back.
    const loss = lossOfX[yLevel]! - rankX / 2 + lossOfY[xLevel]! - rankY / 2 - jointLoss[place]!;
    const covariance = products - rankX * rankY - loss - left * (size / 2) ** 2;
    result[place] = clamp(covariance / Math.sqrt(squares(x, xLevel)) / Math.sqrt(squares(y, yLevel)));
  }
  return result;
}

/** Kendall's numerator loses what the omitted pair forms with the others; each tie group loses one pair. */
function kendallWithoutEach(
  { major, minor, size }: PresortedPairs,
  x: LevelSums,
  y: LevelSums,
  { balance }: Company,
): Float64Array {
  const all = pairsAmong(size - 1);
  let twiceBalance = 0;
  for (const own of balance) twiceBalance += own;
  const result = new Float64Array(size);
  for (let place = 0; place < size; place++) {
    const untiedX = all - (x.tiedPairs - (x.counts[major.level[place]!]! - 1));
    const untiedY = all - (y.tiedPairs - (y.counts[minor.level[place]!]! - 1));
    const numerator = twiceBalance / 2 - balance[place]!;
    result[place] = clamp(numerator / Math.sqrt(untiedX) / Math.sqrt(untiedY));
  }
  return result;
}

/**
 * The exact jackknife of the three correlations in O(n log n): entry i is the correlation of all pairs but
 * the one at place i. Null where some of these are not defined, because one pair alone keeps a column from
 * being constant. Needs at least 4 pairs.
 */
export function jackknife(pairs: PresortedPairs): Jackknife | null {
  if (pairs.size < 4) throw new RangeError(`a jackknife of correlations needs 4 pairs, not ${pairs.size}`);
  if (!variesWithoutAny(pairs.major) || !variesWithoutAny(pairs.minor)) return null;
  const x = levelSums(pairs.major);
  const y = levelSums(pairs.minor);
  const company = companyOfEach(pairs, x, y);
  return {
    pearson: pearsonWithoutEach(pairs),
    spearman: spearmanWithoutEach(pairs, x, y, company),
    kendall: kendallWithoutEach(pairs, x, y, company),
  };
}
