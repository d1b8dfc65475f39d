import { CORRELATION_NAMES, undefinedEstimate } from './types.ts';
import type { CorrelationName, Correlations, Estimate } from './types.ts';

/** A set of a suite with its own correlations: a row of `byFacet` is one. */
export interface SetResult {
  /** Null for pairs that belong to no set; such a row is never averaged. */
  key: string | null;
  correlations: Correlations;
}

/** Three numbers that are all called "the average" (which one a paper means must be said). */
export interface SuiteAverages {
  /** The correlation over the pairs of all sets together. */
  pooled: Estimate;
  /** Every set counts once. */
  meanOfSets: Estimate;
  /** Every set counts by its pairs used. */
  weightedMean: Estimate;
  /** Names of the sets that the two means average. */
  averaged: string[];
  /** Sets that the two means leave out. Their pairs are in `pooled`. */
  excluded: { key: string | null; reason: string }[];
}

export const AVERAGE_LABELS = {
  pooled: 'pooled',
  meanOfSets: 'mean of sets',
  weightedMean: 'mean weighted by size',
} as const satisfies Partial<Record<keyof SuiteAverages, string>>;

function averagesOf(name: CorrelationName, sets: readonly SetResult[], pooled: Correlations): SuiteAverages {
  const averaged: string[] = [];
  const excluded: SuiteAverages['excluded'] = [];
  let sum = 0;
  let weightedSum = 0;
  let weight = 0;
  for (const { key, correlations } of sets) {
    const { estimate } = correlations[name];
    if (key === null) excluded.push({ key, reason: 'these pairs belong to no set' });
    else if (estimate.value === null) excluded.push({ key, reason: estimate.reason });
    else {
      averaged.push(key);
      sum += estimate.value;
      weightedSum += estimate.value * correlations.used;
      weight += correlations.used;
    }
  }
  const mean = (total: number, count: number): Estimate =>
    averaged.length > 0 ? { value: total / count } : undefinedEstimate('not defined in any set');
  return {
    pooled: pooled[name].estimate,
    meanOfSets: mean(sum, averaged.length),
    weightedMean: mean(weightedSum, weight),
    averaged,
    excluded,
  };
}

/** The three averages of each correlation. `pooled` is the evaluation over the pairs of all the sets. */
export function suiteAverages(
  sets: readonly SetResult[],
  pooled: Correlations,
): Record<CorrelationName, SuiteAverages> {
  const results = CORRELATION_NAMES.map((name) => [name, averagesOf(name, sets, pooled)]);
  return Object.fromEntries(results) as Record<CorrelationName, SuiteAverages>;
}
