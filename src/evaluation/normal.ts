/**
 * Distribution function of the standard normal. Absolute error below 1e-15; the far tails have no relative
 * accuracy.
 * Source: Marsaglia, "Evaluating the normal distribution", Journal of Statistical Software 11 (2004).
 */
export function normalCdf(z: number): number {
  if (z > 8.5) return 1;
  if (z < -8.5) return 0;
  let sum = z;
  let term = z;
  for (let odd = 3; Math.abs(term) > 1e-17 * Math.abs(sum); odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return 0.5 + (sum * Math.exp(-0.5 * z * z)) / Math.sqrt(2 * Math.PI);
}

/**
 * Quantile of the standard normal, by Newton's iteration on `normalCdf`. From 0 toward the tail the
 * distribution function is convex (below) or concave (above), so the iteration runs to the root from one
 * side and cannot overshoot. Accurate to 1e-9 for probabilities from 1e-6 to 1 - 1e-6.
 * @throws RangeError where the probability is not inside (0, 1).
 */
export function normalQuantile(probability: number): number {
  if (!(probability > 0 && probability < 1)) {
    throw new RangeError(`a quantile needs a probability inside (0, 1), not ${probability}`);
  }
  if (probability > 0.5) return -normalQuantile(1 - probability);
  let z = 0;
  for (;;) {
    const density = Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
    const next = z - (normalCdf(z) - probability) / density;
    // Steps go down until rounding stops them.
    if (next >= z - 1e-14) return next;
    z = next;
  }
}

/** From here on the continued fraction converges in `TAIL_TERMS` terms to double precision. */
const TAIL_FROM = 3;
const TAIL_TERMS = 60;

/**
 * Probability that a standard normal lies at least |z| from 0, with relative accuracy in the tails too, where
 * 1 - `normalCdf` would be 0. Source: Abramowitz and Stegun (1964), 26.2.14, a continued fraction.
 */
export function normalTwoSided(z: number): number {
  const distance = Math.abs(z);
  if (!(distance >= TAIL_FROM)) return 2 * normalCdf(-distance);
  let fraction = distance;
  for (let term = TAIL_TERMS; term > 0; term--) fraction = distance + term / fraction;
  return (2 * Math.exp(-0.5 * distance * distance)) / Math.sqrt(2 * Math.PI) / fraction;
}
