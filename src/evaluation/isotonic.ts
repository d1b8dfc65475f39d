import { ascendingOrder } from './ranks.ts';
import type { Column } from './types.ts';

/**
 * A curve that never falls: blocks in ascending order of predictor, of which each has one value. All three columns have
 * one entry a block; `value` rises strictly.
 */
export interface IsotonicCurve {
  /** Lowest and highest predictor of the block. */
  from: Float64Array;
  to: Float64Array;
  /** Mean response of the block. */
  value: Float64Array;
}

/**
 * Isotonic least-squares regression of the response on the predictor by the pool-adjacent-violators algorithm: rows with
 * equal predictor are pooled first, then neighbouring blocks as long as a block is not higher than the one before.
 * Source: Barlow, Bartholomew, Bremner and Brunk, "Statistical inference under order restrictions" (1972), chapter 1.
 * @param order rows to fit on, in ascending order of predictor (`ascendingOrder`); all where absent
 * @throws RangeError where the columns differ in length or there is no row.
 */
export function isotonicFit(
  predictor: Column,
  response: Column,
  order: ArrayLike<number> = ascendingOrder(predictor),
): IsotonicCurve {
  if (predictor.length !== response.length) {
    throw new RangeError(`${predictor.length} predictors for ${response.length} responses`);
  }
  if (order.length === 0) throw new RangeError('no row to fit a curve on');
  const from = new Float64Array(order.length);
  const to = new Float64Array(order.length);
  const sum = new Float64Array(order.length);
  const count = new Float64Array(order.length);
  const mean = (block: number): number => sum[block]! / count[block]!;
  let last = -1;
  for (let place = 0; place < order.length;) {
    last++;
    const x = predictor[order[place]!]!;
    from[last] = to[last] = x;
    sum[last] = count[last] = 0;
    for (; place < order.length && predictor[order[place]!] === x; place++) {
      sum[last]! += response[order[place]!]!;
      count[last]!++;
    }
    for (; last > 0 && mean(last) <= mean(last - 1); last--) {
      to[last - 1] = to[last]!;
      sum[last - 1]! += sum[last]!;
      count[last - 1]! += count[last]!;
    }
  }
  return {
    from: from.slice(0, last + 1),
    to: to.slice(0, last + 1),
    value: Float64Array.from({ length: last + 1 }, (_, block) => mean(block)),
  };
}

/**
 * The curve at a predictor: the value of the block inside which it lies, so that the curve is the least-squares solution
 * at every row it was fitted on; linear from the end of a block to the start of the next; the outermost values
 * beyond the ends. The theory leaves the gaps open. A step in each gap would have to choose a side; this is the symmetric
 * choice, and that of scikit-learn's IsotonicRegression.
 */
export function readCurve(curve: IsotonicCurve, predictor: number): number {
  const { from, to, value } = curve;
  // The last block that starts at or below the predictor.
  let low = 0;
  let high = from.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (from[middle]! <= predictor) low = middle + 1;
    else high = middle;
  }
  const block = low - 1;
  if (block < 0) return value[0]!;
  if (predictor <= to[block]! || block === from.length - 1) return value[block]!;
  // Halves: the difference of two huge predictors may overflow.
  const share = (predictor / 2 - to[block]! / 2) / (from[block + 1]! / 2 - to[block]! / 2);
  return value[block]! + share * (value[block + 1]! - value[block]!);
}
