export const PAIR_ORDERS = ['worst', 'over', 'under', 'gold', 'file'] as const;
export type PairOrder = (typeof PAIR_ORDERS)[number];

/**
 * Rows in the order asked for; ties keep the order of the file. Rows without a residual or gold come last, so
 * that missing never looks like small.
 */
export function order(
  rows: Int32Array,
  by: PairOrder,
  gold: Float64Array,
  residuals: Float64Array | null,
): Int32Array {
  if (by === 'file' || (by !== 'gold' && residuals === null)) return rows.slice().sort();
  const key = (row: number): number => {
    const value = by === 'gold' ? gold[row]! : residuals![row]!;
    if (Number.isNaN(value)) return Infinity;
    return by === 'worst' ? -Math.abs(value) : by === 'under' ? value : -value;
  };
  const keys = Float64Array.from(rows, key);
  const places = Uint32Array.from(rows, (_, place) => place).sort((a, b) => {
    const [first, second] = [keys[a]!, keys[b]!];
    return first === second ? rows[a]! - rows[b]! : first < second ? -1 : 1;
  });
  return Int32Array.from(places, (place) => rows[place]!);
}
