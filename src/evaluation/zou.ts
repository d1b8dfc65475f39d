import { normalQuantile } from './normal.ts';
import type { ConfidenceInterval } from './types.ts';
import { FEWEST_PAIRS_TO_COMPARE, whyIncomparable } from './williams.ts';
import type { OverlappingCorrelations } from './williams.ts';

const DEFAULT_LEVEL = 0.95;

interface Bounded {
  correlation: number;
  /** Ends of the correlation's own interval by Fisher's z. */
  low: number;
  high: number;
}

/** The correlation between its own limits, or why it has none. */
function boundedByFisher(correlation: number, n: number, level: number): Bounded | string {
  if (n < FEWEST_PAIRS_TO_COMPARE) return `fewer than ${FEWEST_PAIRS_TO_COMPARE} pairs (${n})`;
  const z = Math.atanh(correlation);
  if (Number.isNaN(z)) throw new RangeError(`${correlation} is no correlation`);
  if (!Number.isFinite(z)) return `Fisher's z is not defined for a correlation of ${correlation}`;
  const margin = -normalQuantile((1 - level) / 2) / Math.sqrt(n - 3);
  return { correlation, low: Math.tanh(z - margin), high: Math.tanh(z + margin) };
}

/** Each end of the difference from the two limits that it moves toward; `dependence` is the correlation of the two. */
function ofDifference(a: Bounded, b: Bounded, dependence: number, level: number): ConfidenceInterval {
  const difference = a.correlation - b.correlation;
  const reach = (x: number, y: number): number =>
    // Never below (x - y)^2; rounding may take it below 0.
    Math.sqrt(Math.max(0, x * x + y * y - 2 * dependence * x * y));
  return {
    low: difference - reach(a.correlation - a.low, b.high - b.correlation),
    high: difference + reach(a.high - a.correlation, b.correlation - b.low),
    level,
  };
}

function checkLevel(level: number): void {
  if (!(level > 0 && level < 1)) throw new RangeError(`the level must be inside (0, 1), not ${level}`);
}

/**
 * Zou's interval for the difference of two correlations from independent samples, the first less the second.
 * Source: Zou, "Toward using confidence intervals to compare correlations", Psychological Methods 12 (2007).
 * Not defined, with a reason, for fewer than 4 pairs and for a correlation of 1 or -1.
 * @throws RangeError for a level outside (0, 1) or a correlation outside [-1, 1].
 */
export function zouIndependent(
  first: { correlation: number; n: number },
  second: { correlation: number; n: number },
  level: number = DEFAULT_LEVEL,
): ConfidenceInterval {
  checkLevel(level);
  const a = boundedByFisher(first.correlation, first.n, level);
  if (typeof a === 'string') return { low: null, reason: a };
  const b = boundedByFisher(second.correlation, second.n, level);
  if (typeof b === 'string') return { low: null, reason: b };
  return ofDifference(a, b, 0, level);
}

/**
 * Zou's interval for the difference of two correlations with the same gold scores on the same pairs, the first less
 * the second. The correlation of the two correlations is Pearson and Filon's (1898), as Zou gives it.
 * Not defined, with a reason, where `williams` is not: for systems that correlate with 1 the formula would leave a width
 * that only the asymmetry of the limits makes.
 * @throws RangeError for a level outside (0, 1) or a correlation outside [-1, 1].
 */
export function zouOverlapping(
  correlations: OverlappingCorrelations,
  level: number = DEFAULT_LEVEL,
): ConfidenceInterval {
  checkLevel(level);
  const reason = whyIncomparable(correlations);
  if (reason !== null) return { low: null, reason };
  const { first, second, between, n } = correlations;
  const a = boundedByFisher(first, n, level);
  if (typeof a === 'string') return { low: null, reason: a };
  const b = boundedByFisher(second, n, level);
  if (typeof b === 'string') return { low: null, reason: b };
  const unexplained = 1 - first * first - second * second - between * between;
  const covariance = (between - (first * second) / 2) * unexplained + between ** 3;
  const variances = (1 - first * first) * (1 - second * second);
  const dependence = Math.max(-1, Math.min(1, covariance / variances));
  return ofDifference(a, b, dependence, level);
}
