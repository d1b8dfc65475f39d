import { studentTwoSided } from './studentT.ts';
import type { Test } from './types.ts';

/** Correlations of three columns of the same pairs: gold and the scores of two systems. */
export interface OverlappingCorrelations {
  /** r(gold, A). */
  first: number;
  /** r(gold, B). */
  second: number;
  /** r(A, B). */
  between: number;
  /** Pairs, the same in all three. */
  n: number;
}

/** `p` beside it is two-sided. */
export interface WilliamsStatistics {
  /** Positive where the first correlation is the higher one. */
  t: number;
  /** Degrees of freedom, n - 3. */
  degrees: number;
  /** One-sided: the chance of a t at least this high, were the first correlation not the higher one. */
  pFirstHigher: number;
}

/** Both n - 3 degrees of freedom and the variance 1 / (n - 3) of Fisher's z need them. */
export const FEWEST_PAIRS_TO_COMPARE = 4;
/** Correlations of columns carry rounding errors of about 1e-15; a determinant below this is nothing else. */
const SMALLEST_DETERMINANT = 1e-15;

/** 1 - r12^2 - r13^2 - r23^2 + 2 r12 r13 r23, without the cancellation of that form where the systems are similar. */
function determinantOf({ first, second, between }: OverlappingCorrelations): number {
  const apart = second - first * between;
  return (1 - first) * (1 + first) * (1 - between) * (1 + between) - apart * apart;
}

/**
 * Why nothing can be said about the difference of these correlations, or null.
 * @throws RangeError where one is not in [-1, 1].
 */
export function whyIncomparable(correlations: OverlappingCorrelations): string | null {
  const { first, second, between, n } = correlations;
  for (const correlation of [first, second, between]) {
    if (!(Math.abs(correlation) <= 1)) throw new RangeError(`${correlation} is no correlation`);
  }
  if (n < FEWEST_PAIRS_TO_COMPARE) return `fewer than ${FEWEST_PAIRS_TO_COMPARE} pairs (${n})`;
  if (Math.abs(between) === 1) {
    return `the correlation of the two systems with each other is ${between}: one is a rescaling of the other`;
  }
  if (!(determinantOf(correlations) > SMALLEST_DETERMINANT)) {
    return 'the determinant of the three correlations is not positive';
  }
  return null;
}

/**
 * Williams' t-test of whether two dependent correlations that share a variable are the same.
 * t = (r12 - r13) sqrt((n - 1)(1 + r23) / (2 (n - 1) / (n - 3) |R| + ((r12 + r13) / 2)^2 (1 - r23)^3)) with n - 3
 * degrees of freedom, |R| the determinant of the three correlations.
 * Source: Williams, "The comparison of regression variables", JRSS B 21 (1959), in the form of Steiger, "Tests for
 * comparing elements of a correlation matrix", Psychological Bulletin 87 (1980), eq. 7. Graham and Baldwin, "Testing
 * for significance of increased correlation with human judgment" (EMNLP 2014) read it one-sided: `pFirstHigher`.
 * Where the first system was picked as the best of several on the same pairs, that side was chosen by the data, and
 * the two-sided `p` is the honest one. It supposes normal columns, which gold scores are not.
 * Not defined for fewer than 4 pairs, for systems that correlate with 1 or -1, and where |R| is not positive.
 * @throws RangeError where a correlation is not in [-1, 1].
 */
export function williams(correlations: OverlappingCorrelations): Test<WilliamsStatistics> {
  const reason = whyIncomparable(correlations);
  if (reason !== null) return { p: null, reason };
  const { first, second, between, n } = correlations;
  const mean = (first + second) / 2;
  const variance = ((2 * (n - 1)) / (n - 3)) * determinantOf(correlations) + mean * mean * (1 - between) ** 3;
  const t = (first - second) * Math.sqrt(((n - 1) * (1 + between)) / variance);
  const degrees = n - 3;
  const p = studentTwoSided(t, degrees);
  return { p, t, degrees, pFirstHigher: t > 0 ? p / 2 : 1 - p / 2 };
}
