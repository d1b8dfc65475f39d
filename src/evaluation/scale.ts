import { spreadOf } from './columns.ts';
import { undefinedEstimate } from './types.ts';
import type { Estimate } from './types.ts';

/** Lowest and highest score of a run over the pairs used, or why they span no scale. */
export type ScoreRange = { lowest: number; highest: number } | { lowest: null; reason: string };

/** A residual of exactly 1 must count as within 1, and rescaling leaves it off by a few ulps. */
const ROUNDING = 1e-9;

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
  if (range.lowest === null) return null;
  const result = new Float64Array(scores.length).fill(NaN);
  for (const row of used) result[row] = rescale(scores[row]!, range, scale) - gold[row]!;
  return result;
}

/** Share of the residuals with |residual| <= `distance`, NaN left out. Not defined where none is left. */
export function shareWithin(residuals: Float64Array, distance: number): Estimate {
  let within = 0;
  let count = 0;
  for (const residual of residuals) {
    if (Number.isNaN(residual)) continue;
    count++;
    if (Math.abs(residual) <= distance + ROUNDING) within++;
  }
  return count === 0 ? undefinedEstimate('no pairs') : { value: within / count };
}
