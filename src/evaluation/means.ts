import { spreadOf } from './columns.ts';
import { DEFAULT_LEVEL } from './intervals.ts';
import { ROUNDING } from './scale.ts';
import { studentCritical, studentTwoSided } from './studentT.ts';
import { undefinedEstimate } from './types.ts';
import type { Column, ConfidenceInterval, Estimate, Test } from './types.ts';

/** Arithmetic mean. Not defined for an empty column. */
export function meanOf(values: Column): Estimate {
  if (values.length === 0) return undefinedEstimate('no pairs');
  let mean = 0;
  for (let row = 0; row < values.length; row++) mean += values[row]! / values.length;
  return { value: mean };
}

/** Why the spread of these errors says nothing about their mean, or null. Values are in gold units. */
function whyNoSpread(errors: Column): string | null {
  if (errors.length < 2) return `fewer than 2 pairs (${errors.length})`;
  let lowest = Infinity;
  let highest = -Infinity;
  for (let row = 0; row < errors.length; row++) {
    if (!Number.isFinite(errors[row]!)) return 'an error is not a finite number';
    if (errors[row]! < lowest) lowest = errors[row]!;
    if (errors[row]! > highest) highest = errors[row]!;
  }
  const spread = spreadOf(lowest, highest);
  if (spread === 'equal') return 'all errors equal';
  return spread === 'nearly equal' || highest - lowest <= ROUNDING
    ? 'all errors equal but for rounding noise'
    : null;
}

/** Mean and squared standard error of the mean: sample variance (n - 1) divided by n. At least 2 values. */
function meanAndSquaredError(values: Column): { mean: number; squaredError: number } {
  const n = values.length;
  const mean = meanOf(values).value!;
  let squares = 0;
  for (let row = 0; row < n; row++) squares += (values[row]! - mean) ** 2;
  return { mean, squaredError: squares / (n - 1) / n };
}

/**
 * Student's interval of a mean of errors (in gold units), mean +- t * s / sqrt(n) with n - 1 degrees of freedom.
 * Not defined for fewer than 2 pairs and for errors that are all equal: an interval without width would claim
 * certainty.
 */
export function meanInterval(errors: Column, level: number = DEFAULT_LEVEL): ConfidenceInterval {
  const reason = whyNoSpread(errors);
  if (reason !== null) return { low: null, reason };
  const { mean, squaredError } = meanAndSquaredError(errors);
  const half = studentCritical(1 - level, errors.length - 1) * Math.sqrt(squaredError);
  return { low: mean - half, high: mean + half, level };
}

/**
 * Welch's t-test of whether two independent samples of errors (in gold units) have the same mean; `t` is positive
 * where the first mean is higher. Source: Welch, "The generalization of Student's problem when several different
 * population variances are involved", Biometrika 34 (1947); degrees of freedom after Welch and Satterthwaite.
 * Not defined where either sample has fewer than 2 errors or no spread: the formula would take the mean of such a
 * sample for known.
 */
export function welch(inside: Column, outside: Column): Test<{ t: number; degrees: number }> {
  const reason = whyNoSpread(inside);
  if (reason !== null) return { p: null, reason };
  const outsideReason = whyNoSpread(outside);
  if (outsideReason !== null) return { p: null, reason: `outside: ${outsideReason}` };
  const a = meanAndSquaredError(inside);
  const b = meanAndSquaredError(outside);
  const squaredError = a.squaredError + b.squaredError;
  // As shares, the squares can neither overflow nor vanish.
  const shareA = a.squaredError / squaredError;
  const shareB = b.squaredError / squaredError;
  const degrees = 1 / (shareA ** 2 / (inside.length - 1) + shareB ** 2 / (outside.length - 1));
  const t = (a.mean - b.mean) / Math.sqrt(squaredError);
  return { p: studentTwoSided(t, degrees), t, degrees };
}
