import { regularisedBeta } from './beta.ts';

/**
 * Probability that Student's t with `degrees` of freedom lies at least |t| from 0:
 * I_{degrees / (degrees + t^2)}(degrees / 2, 1 / 2). Source: Abramowitz and Stegun (1964), 26.7.1 and 26.5.27.
 * `degrees` need not be whole (Welch).
 * @throws RangeError where t is NaN or the degrees of freedom are not positive and finite.
 */
export function studentTwoSided(t: number, degrees: number): number {
  if (Math.abs(t) === Infinity) return 0;
  const square = t * t;
  // In this form a huge t does not overflow.
  const x = 1 / (1 + square / degrees);
  const complement = 1 / (1 + degrees / square);
  return regularisedBeta(x, degrees / 2, 0.5, complement);
}

/**
 * The t >= 0 with `studentTwoSided(t, degrees)` = `outside`, by bisection down to neighbouring doubles.
 * @throws RangeError unless 0 < outside <= 1, and as `studentTwoSided` does.
 */
export function studentCritical(outside: number, degrees: number): number {
  if (!(outside > 0 && outside <= 1)) throw new RangeError(`no probability inside (0, 1]: ${outside}`);
  let low = 0;
  let high = 1;
  while (studentTwoSided(high, degrees) > outside) {
    low = high;
    high *= 2;
  }
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (studentTwoSided(middle, degrees) > outside) low = middle;
    else high = middle;
  }
}
