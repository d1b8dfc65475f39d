import { centred, clamp, pairsAmong, whyUndefined } from './columns.ts';
import { averageRanks } from './ranks.ts';
import { undefinedEstimate } from './types.ts';
import type { Column, Estimate } from './types.ts';

function pearsonOfVarying(predictions: Column, gold: Column): number {
  const u = centred(predictions);
  const v = centred(gold);
  let uu = 0;
  let vv = 0;
  let uv = 0;
  for (let row = 0; row < u.length; row++) {
    uu += u[row]! * u[row]!;
    vv += v[row]! * v[row]!;
    uv += u[row]! * v[row]!;
  }
  return clamp(uv / Math.sqrt(uu) / Math.sqrt(vv));
}

/**
 * Pearson's product-moment correlation, in two passes and double precision.
 * Not defined for fewer than 3 pairs, for a constant column, and for a column that is constant but for
 * rounding noise.
 * @throws RangeError where the columns differ in length.
 */
export function pearson(predictions: Column, gold: Column): Estimate {
  const reason = whyUndefined(predictions, gold);
  return reason === null ? { value: pearsonOfVarying(predictions, gold) } : undefinedEstimate(reason);
}

/**
 * Spearman's rank correlation: Pearson's of the average ranks. The shortcut 1 - 6 sum(d^2) / (n^3 - n) is
 * wrong with ties, and gold scores tie. Defined where `pearson` is.
 * @throws RangeError where the columns differ in length.
 */
export function spearman(predictions: Column, gold: Column): Estimate {
  const reason = whyUndefined(predictions, gold);
  if (reason !== null) return undefinedEstimate(reason);
  return { value: pearsonOfVarying(averageRanks(predictions), averageRanks(gold)) };
}

/** Sorts `ranks` in place and returns how many pairs were in descending order (merge sort). */
function sortCountingInversions(ranks: Float64Array): number {
  const n = ranks.length;
  let from = ranks;
  let to: Float64Array = new Float64Array(n);
  let inversions = 0;
  for (let width = 1; width < n; width *= 2) {
    for (let start = 0; start < n; start += 2 * width) {
      const middle = Math.min(start + width, n);
      const end = Math.min(start + 2 * width, n);
      let left = start;
      let right = middle;
      for (let place = start; place < end; place++) {
        if (left < middle && (right >= end || from[left]! <= from[right]!)) {
          to[place] = from[left++]!;
        } else {
          inversions += middle - left;
          to[place] = from[right++]!;
        }
      }
    }
    [from, to] = [to, from];
  }
  if (from !== ranks) ranks.set(from);
  return inversions;
}

/** How many pairs are equal, in an order that puts equal entries side by side. */
function tiedPairs(order: ArrayLike<number>, equal: (a: number, b: number) => boolean): number {
  let tied = 0;
  for (let start = 0; start < order.length;) {
    let end = start + 1;
    while (end < order.length && equal(order[start]!, order[end]!)) end++;
    tied += pairsAmong(end - start);
    start = end;
  }
  return tied;
}

/**
 * Kendall's tau-b, which corrects for ties in both columns, in O(n log n).
 * Source: Knight, "A computer method for calculating Kendall's tau with ungrouped data", JASA 61 (1966).
 * Defined where `pearson` is.
 * @throws RangeError where the columns differ in length.
 */
export function kendall(predictions: Column, gold: Column): Estimate {
  const reason = whyUndefined(predictions, gold);
  if (reason !== null) return undefinedEstimate(reason);
  const n = predictions.length;
  const order = new Uint32Array(n);
  for (let row = 0; row < n; row++) order[row] = row;
  order.sort((a, b) => predictions[a]! - predictions[b]! || gold[a]! - gold[b]!);
  const tiedPredictions = tiedPairs(order, (a, b) => predictions[a] === predictions[b]);
  const tiedBoth = tiedPairs(order, (a, b) => predictions[a] === predictions[b] && gold[a] === gold[b]);
  const goldInOrder = new Float64Array(n);
  for (let place = 0; place < n; place++) goldInOrder[place] = gold[order[place]!]!;
  const discordant = sortCountingInversions(goldInOrder);
  const tiedGold = tiedPairs(goldInOrder, (a, b) => a === b);
  const all = pairsAmong(n);
  const concordantLessDiscordant = all - tiedPredictions - tiedGold + tiedBoth - 2 * discordant;
  const tau = concordantLessDiscordant / Math.sqrt(all - tiedPredictions) / Math.sqrt(all - tiedGold);
  return { value: clamp(tau) };
}
