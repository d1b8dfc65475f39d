import { spreadOf } from './columns.ts';
import { undefinedEstimate } from './types.ts';
import type { Estimate } from './types.ts';

/** Lowest and highest score of a run over the pairs used, or why they span no scale. */
export type ScoreRange = { lowest: number; highest: number } | { lowest: null; reason: string };

/** A residual of exactly 1 must count as within 1, and rescaling leaves it off by a few ulps. In gold units. */
export const ROUNDING = 1e-9;

/** The distance from gold, in gold units, within which a system is said to agree with people. */
export const WITHIN = 1;

/** Whether |residual| <= distance, so that all parts of the page agree on a residual of exactly 1. False for NaN. */
export function isWithin(residual: number, distance: number = WITHIN): boolean {
  return Math.abs(residual) <= distance + ROUNDING;
}

/**
 * The range of the scores at the given rows. Not defined for no rows and for constant scores, which a min-max
 * rescaling would divide by zero.
 */
export function scoreRange(scores: Float64Array, rows: Int32Array): ScoreRange {
  if (rows.length === 0) return { lowest: null, reason: 'no pairs' };
  let lowest = Infinity;
  let highest = -Infinity;
  for (const row of rows) {
    if (scores[row]! < lowest) lowest = scores[row]!;
    if (scores[row]! > highest) highest = scores[row]!;
  }
  const spread = spreadOf(lowest, highest);
  if (spread === 'equal') return { lowest: null, reason: 'all predictions equal' };
  if (spread === 'nearly equal')
    return { lowest: null, reason: 'all predictions equal but for rounding noise' };
  return { lowest, highest };
}

/**
 * A score on the gold scale [low, high]: the run's lowest score becomes `low`, its highest `high`, linearly.
 * The shared task's min-max rescaling; it says nothing about a run's own calibration.
 */
export function rescale(
  score: number,
  range: { lowest: number; highest: number },
  [low, high]: readonly [number, number],
): number {
  return low + ((score - range.lowest) / (range.highest - range.lowest)) * (high - low);
}

/** `rescale` of the scores at the given rows; NaN elsewhere. Null where the range is not defined. */
export function rescaleRows(
  scores: Float64Array,
  scale: readonly [number, number],
  used: Int32Array,
  range: ScoreRange,
): Float64Array | null {
  if (range.lowest === null) return null;
  const result = new Float64Array(scores.length).fill(NaN);
  for (const row of used) result[row] = rescale(scores[row]!, range, scale);
  return result;
}

/** Prediction minus gold, row by row: positive where the system overestimates. NaN where either is. */
export function minusGold(predicted: Float64Array, gold: Float64Array): Float64Array {
  return predicted.map((value, row) => value - gold[row]!);
}

/**
 * Rescaled score minus gold for each row of the columns, in gold units: positive where the system
 * overestimates. NaN at rows not in `used`. Null where the range is not defined.
 */
export function residuals(
  scores: Float64Array,
  gold: Float64Array,
  scale: readonly [number, number],
  used: Int32Array,
  range: ScoreRange = scoreRange(scores, used),
): Float64Array | null {
  const predicted = rescaleRows(scores, scale, used, range);
  return predicted && minusGold(predicted, gold);
}

/** Share of the residuals with |residual| <= `distance`, NaN left out. Not defined where none is left. */
export function shareWithin(residuals: Float64Array, distance: number): Estimate {
  let within = 0;
  let count = 0;
  for (const residual of residuals) {
    if (Number.isNaN(residual)) continue;
    count++;
    if (isWithin(residual, distance)) within++;
  }
  return count === 0 ? undefinedEstimate('no pairs') : { value: within / count };
}
