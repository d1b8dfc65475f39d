import { normalTwoSided } from './normal.ts';
import type { Test } from './types.ts';

/** The variance of Fisher's z is 1 / (n - 3). */
const FEWEST_PAIRS = 4;

/**
 * Fisher's z-test of whether two Pearson correlations from independent samples are the same:
 * z = (artanh r1 - artanh r2) / sqrt(1 / (n1 - 3) + 1 / (n2 - 3)), positive where the first is higher.
 * Source: Fisher, "On the 'probable error' of a coefficient of correlation deduced from a small sample", Metron 1
 * (1921). It supposes both columns normal, which gold scores are not: read a p-value near the limit with care.
 * Not defined for fewer than 4 pairs and for a correlation of 1 or -1.
 */
export function fisherZ(
  inside: { correlation: number; n: number },
  outside: { correlation: number; n: number },
): Test<{ z: number }> {
  for (const [{ correlation, n }, where] of [
    [inside, ''],
    [outside, 'outside: '],
  ] as const) {
    if (n < FEWEST_PAIRS) return { p: null, reason: `${where}fewer than ${FEWEST_PAIRS} pairs (${n})` };
    if (!Number.isFinite(Math.atanh(correlation))) {
      return { p: null, reason: `${where}Fisher's z is not defined for a correlation of ${correlation}` };
    }
  }
  const variance = 1 / (inside.n - 3) + 1 / (outside.n - 3);
  const z = (Math.atanh(inside.correlation) - Math.atanh(outside.correlation)) / Math.sqrt(variance);
  return { p: normalTwoSided(z), z };
}
