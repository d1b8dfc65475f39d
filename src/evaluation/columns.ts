import { MINIMUM_PAIRS } from './types.ts';
import type { Column } from './types.ts';

/**
 * A column whose spread is below this part of its magnitude is rounding noise around one value, and a
 * correlation with it would be the correlation with the noise.
 */
const NEARLY_CONSTANT = 1e-9;

export type Spread = 'varies' | 'equal' | 'nearly equal';

/** Whether values between `lowest` and `highest` count as different. */
export function spreadOf(lowest: number, highest: number): Spread {
  if (lowest === highest) return 'equal';
  const magnitude = Math.max(Math.abs(lowest), Math.abs(highest));
  // Divided before they are subtracted: the difference of two huge values may overflow.
  return highest / magnitude - lowest / magnitude <= NEARLY_CONSTANT ? 'nearly equal' : 'varies';
}

function columnProblem(column: Column, name: string): string | null {
  let lowest = Infinity;
  let highest = -Infinity;
  for (let row = 0; row < column.length; row++) {
    const value = column[row]!;
    if (!Number.isFinite(value)) return `a value among the ${name} is not a finite number`;
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  const spread = spreadOf(lowest, highest);
  if (spread === 'varies') return null;
  return spread === 'equal' ? `all ${name} equal` : `all ${name} equal but for rounding noise`;
}

/**
 * Why no correlation of these columns is defined, or null where it is.
 * @throws RangeError where the columns differ in length.
 */
export function whyUndefined(predictions: Column, gold: Column): string | null {
  if (predictions.length !== gold.length) {
    throw new RangeError(`${predictions.length} predictions for ${gold.length} gold scores`);
  }
  if (predictions.length < MINIMUM_PAIRS) {
    return `fewer than ${MINIMUM_PAIRS} pairs (${predictions.length})`;
  }
  return columnProblem(predictions, 'predictions') ?? columnProblem(gold, 'gold scores');
}

/**
 * The column minus its mean, divided by its largest deviation, so that sums of squares neither overflow nor
 * vanish. No correlation changes by it. The column must vary (see `whyUndefined`).
 */
export function centred(column: Column): Float64Array {
  const n = column.length;
  let magnitude = 0;
  for (let row = 0; row < n; row++) magnitude = Math.max(magnitude, Math.abs(column[row]!));
  const result = new Float64Array(n);
  let mean = 0;
  for (let row = 0; row < n; row++) {
    result[row] = column[row]! / magnitude;
    mean += result[row]! / n;
  }
  for (let row = 0; row < n; row++) result[row]! -= mean;
  let largest = 0;
  for (let row = 0; row < n; row++) largest = Math.max(largest, Math.abs(result[row]!));
  for (let row = 0; row < n; row++) result[row]! /= largest;
  return result;
}

/** A correlation is in [-1, 1]; rounding may put it a hair outside. */
export function clamp(correlation: number): number {
  return Math.max(-1, Math.min(1, correlation));
}

/** How many unordered pairs `count` things form. */
export function pairsAmong(count: number): number {
  return (count * (count - 1)) / 2;
}
