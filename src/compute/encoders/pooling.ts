import type { Pooling } from './types.ts';

/**
 * One vector a row from the hidden states of its tokens. Padding is told by the mask on whichever side it stands.
 * @param states row-major, rows x tokens x dimension
 * @param mask rows x tokens, 1 for a token and 0 for padding
 * @returns row-major, rows x dimension
 * @throws Error where a row has no token: there is nothing to pool, and a division by 0 would not say so
 */
export function pool(
  pooling: Exclude<Pooling, 'output'>,
  states: Float32Array,
  mask: BigInt64Array,
  rows: number,
  tokens: number,
  dimension: number,
): Float32Array {
  if (states.length !== rows * tokens * dimension || mask.length !== rows * tokens) {
    throw new Error(
      `${states.length} states and ${mask.length} mask values for ${rows} x ${tokens} x ${dimension}.`,
    );
  }
  const vectors = new Float32Array(rows * dimension);
  const sum = new Float64Array(dimension);
  for (let row = 0; row < rows; row++) {
    let first = -1;
    let last = -1;
    let count = 0;
    sum.fill(0);
    for (let token = 0; token < tokens; token++) {
      if (mask[row * tokens + token] === 0n) continue;
      if (first < 0) first = token;
      last = token;
      count++;
      if (pooling !== 'mean') continue;
      const start = (row * tokens + token) * dimension;
      for (let i = 0; i < dimension; i++) sum[i]! += states[start + i]!;
    }
    if (count === 0) throw new Error(`Row ${row} has no token to pool.`);
    const out = row * dimension;
    if (pooling === 'mean') {
      for (let i = 0; i < dimension; i++) vectors[out + i] = sum[i]! / count;
    } else {
      const start = (row * tokens + (pooling === 'cls' ? first : last)) * dimension;
      vectors.set(states.subarray(start, start + dimension), out);
    }
  }
  return vectors;
}

/** Scales each row to length 1, in place. Rows of zeros stay as they are. */
export function normaliseRows(vectors: Float32Array, dimension: number): void {
  for (let start = 0; start < vectors.length; start += dimension) {
    let squares = 0;
    for (let i = start; i < start + dimension; i++) squares += vectors[i]! * vectors[i]!;
    if (squares === 0) continue;
    const scale = 1 / Math.sqrt(squares);
    for (let i = start; i < start + dimension; i++) vectors[i]! *= scale;
  }
}

/** The first row that is all zero or holds a number that is not finite, and what is wrong with it; else null. */
export function badRow(
  vectors: Float32Array,
  dimension: number,
): { row: number; reason: 'all zero' | 'not finite' } | null {
  for (let row = 0; row * dimension < vectors.length; row++) {
    let anything = false;
    for (let i = row * dimension; i < (row + 1) * dimension; i++) {
      const value = vectors[i]!;
      if (!Number.isFinite(value)) return { row, reason: 'not finite' };
      if (value !== 0) anything = true;
    }
    if (!anything) return { row, reason: 'all zero' };
  }
  return null;
}
