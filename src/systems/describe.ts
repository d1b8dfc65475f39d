import { aggregationOf } from '../measures/aggregation.ts';
import { tokenMeasureOf } from '../measures/tokenSets.ts';
import { measureOf } from '../measures/vectors.ts';
import type { SystemSpec } from './registry.ts';

/** What two sentences, or two words, are compared by: the measure of a run's provenance. */
export function measureTitle({ kind, parameters }: SystemSpec): string {
  if (kind === 'overlap-cosine') return 'cosine of word sets';
  if (kind === 'aligned') return `${tokenMeasureOf(String(parameters.tokens)).title} of words`;
  return measureOf(String(parameters.measure)).title;
}

/** How a system that looks at words makes one of them: the pooling of a run's provenance. */
export function poolingOf({ kind, parameters }: SystemSpec): string {
  if (kind === 'overlap-cosine') return 'none';
  if (kind === 'aligned') return aggregationOf(String(parameters.aggregation)).title;
  return kind === 'sif' ? 'weighted mean' : 'weighted sum';
}
