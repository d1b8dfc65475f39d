import type { Column } from './types.ts';

/** Row indices in ascending order of value; equal values keep the order of their rows. */
export function ascendingOrder(column: Column): Uint32Array {
  const order = new Uint32Array(column.length);
  for (let row = 0; row < order.length; row++) order[row] = row;
  return order.sort((a, b) => column[a]! - column[b]! || a - b);
}

/**
 * Ranks 1..n; tied values share the mean of the ranks they occupy, so the sum is n(n+1)/2 whatever the ties.
 * The column must hold no NaN.
 */
export function averageRanks(column: Column): Float64Array {
  const order = ascendingOrder(column);
  const ranks = new Float64Array(order.length);
  for (let start = 0; start < order.length;) {
    let end = start + 1;
    while (end < order.length && column[order[end]!] === column[order[start]!]) end++;
    const shared = (start + 1 + end) / 2;
    for (let place = start; place < end; place++) ranks[order[place]!] = shared;
    start = end;
  }
  return ranks;
}

/** The distinct values of a column, ascending, and for each row the index of its value. */
export interface Levels {
  values: Float64Array;
  /** Row -> index into `values`. */
  ofRow: Int32Array;
}

/** Dense ranks: equal values share a level, and levels have no gaps. The column must hold no NaN. */
export function denseLevels(column: Column): Levels {
  const order = ascendingOrder(column);
  const ofRow = new Int32Array(order.length);
  const values = new Float64Array(order.length);
  let count = 0;
  for (let place = 0; place < order.length; place++) {
    const value = column[order[place]!]!;
    if (place === 0 || value !== values[count - 1]) values[count++] = value;
    ofRow[order[place]!] = count - 1;
  }
  return { values: values.slice(0, count), ofRow };
}
