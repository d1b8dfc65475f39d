/** Share of the gold scale by which a tied point moves at most, to either side. */
export const JITTER_SHARE = 0.01;

/** A number in [-1, 1) that depends on `index` alone (mulberry32, its counter started at the index). */
export function noise(index: number): number {
  let a = Math.imul(index + 1, 0x6d2b79f5);
  a = Math.imul(a ^ (a >>> 15), a | 1);
  a ^= a + Math.imul(a ^ (a >>> 7), a | 61);
  return ((a ^ (a >>> 14)) >>> 0) / 2 ** 31 - 1;
}

/**
 * Where each pair stands on the x axis. A pair whose gold score others share moves sideways by at most
 * JITTER_SHARE of the scale, always by the same amount, in every system alike; a score that stands alone
 * stays. Missing gold stays NaN.
 */
export function jittered(gold: Float64Array, scale: readonly [number, number]): Float64Array {
  const counts = new Map<number, number>();
  for (const value of gold) counts.set(value, (counts.get(value) ?? 0) + 1);
  const reach = Math.abs(scale[1] - scale[0]) * JITTER_SHARE;
  return gold.map((value, index) => (counts.get(value)! > 1 ? value + reach * noise(index) : value));
}
