import { pearson, spearman } from '../../evaluation/correlation.ts';
import { seeded } from '../../evaluation/random.ts';
import type { ConfidenceInterval, Estimate } from '../../evaluation/types.ts';
import { zouOverlapping } from '../../evaluation/zou.ts';
import type { CloudShape } from './types.ts';

/** Correlations of people's scores and of two systems. */
export interface TrueCorrelations {
  first: number;
  second: number;
  between: number;
}

/** Whether there can be three columns with these correlations, none of them a sum of the others. */
export function canGoTogether({ first, second, between }: TrueCorrelations): boolean {
  return 1 - first ** 2 - second ** 2 - between ** 2 + 2 * first * second * between > 1e-9;
}

/** Independent standard normal numbers of a seed, by the method of Box and Muller (1958). */
function normals(seed: number): () => number {
  const random = seeded(seed);
  const uniform = (): number => (random() + 0.5) / 2 ** 32;
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** Columns that were made up. Length: pairs. */
export interface Cloud {
  people: Float64Array;
  system: Float64Array;
  pearson: Estimate;
  spearman: Estimate;
}

/** How far the outlier lies from the middle, in standard deviations, on both axes. */
const OUTLIER = 6;

/**
 * A sample of pairs from a bivariate normal distribution. `curved` bends the system's scores without changing their
 * order; `outlier` puts one pair far away from the others.
 * @param correlation of the distribution, before it is bent or has its outlier; a sample's own is another
 */
export function makeCloud(correlation: number, pairs: number, shape: CloudShape, seed: number): Cloud {
  const next = normals(seed);
  const people = new Float64Array(pairs);
  const system = new Float64Array(pairs);
  for (let pair = 0; pair < pairs; pair++) {
    const own = next();
    const score = correlation * own + Math.sqrt(1 - correlation ** 2) * next();
    people[pair] = own;
    system[pair] = shape === 'curved' ? Math.exp(1.5 * score) : score;
  }
  if (shape === 'outlier') people[0] = system[0] = OUTLIER;
  return { people, system, pearson: pearson(system, people), spearman: spearman(system, people) };
}

/** What one sample says of two systems. */
export interface Draw {
  first: number;
  second: number;
  /** First less second: 95 %, Zou's. */
  interval: ConfidenceInterval;
}

/** Samples of `pairs` pairs from a trivariate normal distribution, and the difference that each shows. */
export function makeDraws(
  { first, second, between }: TrueCorrelations,
  pairs: number,
  draws: number,
  seed: number,
): Draw[] {
  const next = normals(seed);
  // Cholesky factor of the correlation matrix.
  const spread = Math.sqrt(1 - first ** 2);
  const shared = (between - first * second) / spread;
  const rest = Math.sqrt(1 - second ** 2 - shared ** 2);
  return Array.from({ length: draws }, () => {
    const [people, a, b] = [new Float64Array(pairs), new Float64Array(pairs), new Float64Array(pairs)];
    for (let pair = 0; pair < pairs; pair++) {
      const [x, y, z] = [next(), next(), next()];
      people[pair] = x;
      a[pair] = first * x + spread * y;
      b[pair] = second * x + shared * y + rest * z;
    }
    // Normal numbers are never constant, so all three are defined.
    const found = {
      first: pearson(a, people).value!,
      second: pearson(b, people).value!,
      between: pearson(a, b).value!,
      n: pairs,
    };
    return { first: found.first, second: found.second, interval: zouOverlapping(found) };
  });
}
