import type { FacetRow } from '../../evaluation/breakdown.ts';
import { Failure } from '../../failure.ts';
import type { PlaygroundStore } from '../../storage/types.ts';
import { partOfRow, type Comparison } from '../comparison.svelte.ts';
import { correctionFile, storedCorrection, type CorrectionFile } from '../correctionFile.ts';
import type { Correction } from '../corrections.ts';
import type { Evaluated } from '../evaluations.ts';
import { facetKeys } from '../facets.ts';
import type { ExportState } from './state.ts';

/**
 * What the page shows at this moment, for the writers. Null while no benchmark is open.
 * @throws Failure `figures-behind` while the figures shown are still those of another selection, breakdown or seed
 */
export async function collectState(
  comparison: Comparison,
  store: PlaygroundStore,
  exportedAt: string,
): Promise<ExportState | null> {
  const { benchmark, systems, facet, selection, pair, seed } = comparison;
  if (!benchmark) return null;
  const { info, parts, pairs, gold, task } = benchmark;
  const groups = facet && facetKeys(facet, pairs, (row) => partOfRow(benchmark, row));
  const shown = systems.map((entry) => {
    const { id, label, run, evaluation, intervals, facetIntervals } = entry;
    if (evaluation && isBehind(evaluation, selection, groups, seed)) {
      throw new Failure(
        'figures-behind',
        'The figures of what was just chosen are still being computed.',
        'Export again in a moment.',
      );
    }
    return {
      id,
      label,
      shown: entry.shown,
      precomputed: entry.precomputed,
      result: run &&
        evaluation && {
          run,
          ofRun: evaluation.run,
          whole: evaluation.whole,
          facets: evaluation.facets,
          range: evaluation.range,
          intervals,
          facetIntervals,
        },
    };
  });
  return {
    info,
    parts,
    pairs,
    gold,
    partOfRow: task.part,
    systems: shown,
    facet,
    selection,
    pair,
    seed,
    corrections: await keptCorrections(store, info.id, parts, exportedAt),
    appVersion: __APP_VERSION__,
    exportedAt,
  };
}

/** Whether figures are of another selection, facet or seed than what is chosen now: they follow it a moment later. */
export function isBehind(
  { subset, seed, facets }: Pick<Evaluated, 'subset' | 'seed'> & { facets: readonly Pick<FacetRow, 'key'>[] },
  selection: Int32Array | null,
  groups: readonly (string | undefined)[] | null,
  chosenSeed: number,
): boolean {
  if (subset !== selection || seed !== chosenSeed) return true;
  const wanted = new Set<string | null>();
  if (groups && selection) for (const row of selection) wanted.add(groups[row] || null);
  else if (groups) for (const group of groups) wanted.add(group || null);
  return facets.length !== wanted.size || facets.some(({ key }) => !wanted.has(key));
}

/** From storage: the page reads them only when it sorts the pairs by category. Null where there are none. */
async function keptCorrections(
  store: PlaygroundStore,
  benchmark: string,
  parts: ExportState['parts'],
  exportedAt: string,
): Promise<CorrectionFile | null> {
  const prefix = 'correction:';
  const corrections = new Map<string, Correction>();
  for (const [key, value] of await store.listSettings(`${prefix}${benchmark}/`)) {
    const correction = storedCorrection(value);
    if (correction) corrections.set(key.slice(prefix.length), correction);
  }
  const file = correctionFile(benchmark, parts, corrections, { appVersion: __APP_VERSION__, exportedAt });
  return file.pairs.length > 0 ? file : null;
}
