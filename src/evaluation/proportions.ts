import { regularisedBeta } from './beta.ts';
import { DEFAULT_LEVEL } from './intervals.ts';
import { normalQuantile } from './normal.ts';
import type { ConfidenceInterval, Test } from './types.ts';

/**
 * Wilson's score interval of a proportion, without continuity correction. Source: Wilson, "Probable inference, the law
 * of succession, and statistical inference", JASA 22 (1927); recommended by Newcombe, Statistics in Medicine 17
 * (1998). `successes` may be a half (a tie counted half): the formula is then read between its whole values, and
 * since a half varies less than a success or a failure does, the interval is rather too wide.
 * Not defined for no trials.
 * @throws RangeError unless 0 <= successes <= trials and the level is inside (0, 1).
 */
export function wilson(successes: number, trials: number, level: number = DEFAULT_LEVEL): ConfidenceInterval {
  if (!(successes >= 0 && successes <= trials)) {
    throw new RangeError(`${successes} successes in ${trials} trials`);
  }
  if (trials === 0) return { low: null, reason: 'no trials' };
  const z = normalQuantile(1 - (1 - level) / 2);
  const centre = successes + (z * z) / 2;
  const half = z * Math.sqrt((successes * (trials - successes)) / trials + (z * z) / 4);
  const share = successes / trials;
  // The bounds hold in exact arithmetic; rounding may put an end a hair outside [0, share] or [share, 1].
  return {
    low: Math.max(0, Math.min(share, (centre - half) / (trials + z * z))),
    high: Math.min(1, Math.max(share, (centre + half) / (trials + z * z))),
    level,
  };
}

/**
 * McNemar's test in its exact conditional form, two-sided: twice the binomial probability (one half each) of a split
 * of the discordant pairs at least as uneven as the one seen, at most 1. Source: McNemar, Psychometrika 12 (1947);
 * Fagerland, Lydersen and Laake, BMC Medical Research Methodology 13:91 (2013), who find it conservative and recommend
 * the mid-p variant; exact is chosen because it never claims more than its level. Not defined without discordant pairs.
 * @param onlyA pairs in which only the first succeeds
 * @param onlyB pairs in which only the second succeeds
 */
export function mcnemarExact(onlyA: number, onlyB: number): Test<{ onlyA: number; onlyB: number }> {
  const discordant = onlyA + onlyB;
  if (discordant === 0) return { p: null, reason: 'the two agree on every pair' };
  const fewer = Math.min(onlyA, onlyB);
  // P(X <= k) of the binomial is I_{1/2}(n - k, k + 1) (Abramowitz and Stegun, 26.5.24).
  const oneSided = regularisedBeta(0.5, discordant - fewer, fewer + 1);
  return { p: Math.min(1, 2 * oneSided), onlyA, onlyB };
}
