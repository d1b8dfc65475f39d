import type { Evaluation } from '../../evaluation/breakdown.ts';
import {
  CORRELATION_NAMES,
  type CorrelationName,
  type Estimate,
  type Intervals,
} from '../../evaluation/types.ts';
import { csvText, type Cell } from './csv.ts';
import { ranSystems, scopeText, type ExportState, type RanSystem } from './state.ts';

export const NO_INTERVAL = 'not computed when this was exported';

/**
 * One row a system that has run, and one more a value of the facet where the page breaks its figures down. Correlations
 * are as they are, in [-1, 1], not x 100; where one is not defined its reason stands in its place.
 */
export function resultsCsv(state: ExportState): string {
  const header = [
    'system',
    'scope',
    'facet',
    'group',
    ...CORRELATION_NAMES.flatMap((name) =>
      ['', '_low', '_high', '_not_defined', '_interval'].map((end) => `${name}${end}`),
    ),
    'within_1',
    'n',
    'skipped',
    'skipped_reasons',
    'seed',
    ...PROVENANCE_COLUMNS.map(([name]) => name),
  ];
  const rows = ranSystems(state).flatMap((system): Cell[][] => {
    const { whole, intervals, facets, facetIntervals } = system.result;
    const row = (evaluation: Evaluation, of: Intervals | null, group: string | null): Cell[] => [
      system.id,
      scopeText(state),
      group === null ? null : state.facet,
      group,
      ...CORRELATION_NAMES.flatMap((name) => correlationCells(name, evaluation, of)),
      orNull(evaluation.within),
      evaluation.n,
      evaluation.skipped.reduce((sum, { count }) => sum + count, 0),
      evaluation.skipped.map(({ reason, count }) => `${count} ${reason}`).join('; ') || null,
      state.seed,
      ...PROVENANCE_COLUMNS.map(([, cell]) => cell(system, state)),
    ];
    return [
      row(whole, intervals, null),
      ...facets.map((facet) => row(facet, facetIntervals.get(facet.key) ?? null, facet.key ?? 'none stated')),
    ];
  });
  return csvText(header, rows);
}

function orNull(estimate: Estimate): number | null {
  return estimate.value;
}

function correlationCells(
  name: CorrelationName,
  { correlations }: Evaluation,
  intervals: Intervals | null,
): Cell[] {
  const { estimate } = correlations[name];
  const interval = intervals?.[name];
  const why = estimate.value === null ? estimate.reason : null;
  if (!interval) return [estimate.value, null, null, why, NO_INTERVAL];
  if (interval.low === null) return [estimate.value, null, null, why, interval.reason];
  const { low, high, level, method, samples, note } = interval;
  const how = `${100 * level} % ${method}, ${samples} resamples${note ? `; ${note}` : ''}`;
  return [estimate.value, low, high, why, how];
}

const PROVENANCE_COLUMNS: readonly [string, (system: RanSystem, state: ExportState) => Cell][] = [
  ['benchmark', ({ result }) => result.run.provenance.benchmark],
  [
    'parts',
    ({ result }) =>
      result.run.provenance.parts.map(({ key, contentHash }) => `${key}@sha256:${contentHash}`).join('; '),
  ],
  ['filter', ({ result }) => result.run.provenance.filter],
  ['pairs', ({ result }) => result.run.provenance.pairs],
  ['rated', ({ result }) => result.run.provenance.rated],
  ['model', ({ result }) => result.run.provenance.model?.id ?? null],
  ['model_revision', ({ result }) => result.run.provenance.model?.revision ?? null],
  ['frequencies', ({ result }) => result.run.provenance.frequencies?.id ?? null],
  ['frequencies_sha256', ({ result }) => result.run.provenance.frequencies?.sha256 ?? null],
  ['tokeniser', ({ result }) => result.run.provenance.tokeniser],
  ['lower_case', ({ result }) => result.run.provenance.lowerCase],
  ['fitted_on', ({ result }) => result.run.provenance.fittedOn],
  ['measure', ({ result }) => result.run.provenance.measure],
  ['pooling', ({ result }) => result.run.provenance.pooling],
  ['max_tokens', ({ result }) => result.run.provenance.maxTokens],
  ['backend', ({ result }) => result.run.provenance.backend],
  ['dtype', ({ result }) => result.run.provenance.dtype],
  [
    'libraries',
    ({ result }) =>
      Object.entries(result.run.provenance.libraries)
        .map(([name, version]) => `${name} ${version}`)
        .join('; ') || null,
  ],
  ['app_version', ({ result }) => result.run.provenance.appVersion],
  ['notes', ({ result }) => result.run.notes.join(' ') || null],
  ['precomputed', ({ precomputed }) => precomputed],
  ['run_key', ({ result }) => result.run.key],
  ['run_created_at', ({ result }) => result.run.createdAt],
  ['run_seconds', ({ result }) => result.run.seconds],
  ['exported_at', (_system, state) => state.exportedAt],
];
