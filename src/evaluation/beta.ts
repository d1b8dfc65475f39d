/** Coefficients of x^-1, x^-3, ... in Stirling's series of ln Gamma (DLMF 5.11.1). */
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156];
/** From here on the terms of `STIRLING` reach double precision. */
const STIRLING_FROM = 10;

/** Natural logarithm of the gamma function, for x > 0. */
export function logGamma(x: number): number {
  let product = 1;
  let shifted = x;
  for (; shifted < STIRLING_FROM; shifted++) product *= shifted;
  const inverse = 1 / shifted;
  let series = 0;
  for (let k = STIRLING.length - 1; k >= 0; k--) series = series * inverse * inverse + STIRLING[k]!;
  const stirling = (shifted - 0.5) * Math.log(shifted) - shifted + 0.5 * Math.log(2 * Math.PI);
  return stirling + series * inverse - Math.log(product);
}

/** A factor this close to 1 ends the continued fraction; closer, and rounding alone could keep it going. */
const CONVERGED = 1e-14;
/** Stands for 0 in a denominator (modified Lentz). */
const TINY = 1e-300;

/**
 * The continued fraction of the incomplete beta function by the modified Lentz method. Source: DLMF 8.17.22, with the
 * coefficients 8.17.23. Takes O(sqrt(max(a, b))) terms where x < (a + 1) / (a + b + 2).
 */
function continuedFraction(x: number, a: number, b: number): number {
  const nonZero = (value: number): number => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; ; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / nonZero(1 + even * d);
    c = nonZero(1 + even / c);
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / nonZero(1 + odd * d);
    c = nonZero(1 + odd / c);
    result *= d * c;
    if (Math.abs(d * c - 1) < CONVERGED) return result;
  }
}

/**
 * The regularised incomplete beta function I_x(a, b), the distribution function of the beta distribution.
 * `complement` is 1 - x, for callers who know it without cancellation.
 * @throws RangeError unless 0 <= x <= 1 and a and b are positive and finite.
 */
export function regularisedBeta(x: number, a: number, b: number, complement: number = 1 - x): number {
  const positive = a > 0 && b > 0 && Number.isFinite(a) && Number.isFinite(b);
  if (!(x >= 0 && x <= 1 && complement >= 0) || !positive) {
    throw new RangeError(`the incomplete beta function is not defined at x = ${x}, a = ${a}, b = ${b}`);
  }
  if (x === 0) return 0;
  if (complement === 0) return 1;
  // Near 1 the logarithm is taken from the small side.
  const logX = x > 0.5 ? Math.log1p(-complement) : Math.log(x);
  const logComplement = complement > 0.5 ? Math.log1p(-x) : Math.log(complement);
  const logBeta = logGamma(a) + logGamma(b) - logGamma(a + b);
  const density = Math.exp(a * logX + b * logComplement - logBeta);
  if (x < (a + 1) / (a + b + 2)) return (density / a) * continuedFraction(x, a, b);
  return 1 - (density / b) * continuedFraction(complement, b, a);
}
