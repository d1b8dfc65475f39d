import type { BenchmarkInfo, SentencePair } from '../../benchmarks/types.ts';
import type { FacetRow, Evaluation } from '../../evaluation/breakdown.ts';
import type { ScoreRange } from '../../evaluation/scale.ts';
import { usable } from '../../evaluation/usable.ts';
import { residuals } from '../../evaluation/scale.ts';
import type { Intervals } from '../../evaluation/types.ts';
import type { Run, StoredPart } from '../../storage/types.ts';
import type { CorrectionFile } from '../correctionFile.ts';
import type { FacetId } from '../facets.ts';

/** A system of the comparison with what was computed of it. */
export interface ExportedSystem {
  /** Names all parameters. */
  id: string;
  /** As the page names it. */
  label: string;
  /** Whether the scatter shows it. */
  shown: boolean;
  /** Whether the run came with the page. */
  precomputed: boolean;
  /** Null where it has not run. */
  result: ExportedResult | null;
}

export interface ExportedResult {
  run: Run;
  /** Over all pairs of the run. */
  ofRun: Evaluation;
  /** Over the selection; the same where there is none. */
  whole: Evaluation;
  facets: readonly FacetRow[];
  range: ScoreRange;
  /** Of `whole`; null where they were not computed (yet). */
  intervals: Intervals | null;
  facetIntervals: ReadonlyMap<string | null, Intervals>;
}

/** All that the page shows of a comparison, at one moment. What every writer of this room writes from. */
export interface ExportState {
  info: BenchmarkInfo;
  parts: readonly Pick<StoredPart, 'key' | 'contentHash' | 'split' | 'set' | 'counts' | 'languages'>[];
  pairs: readonly SentencePair[];
  /** NaN where nobody rated the pair. */
  gold: Float64Array;
  /** Row -> index into `parts`. */
  partOfRow: Int32Array;
  systems: readonly ExportedSystem[];
  facet: FacetId | null;
  /** Rows that the figures are over; null for all. */
  selection: Int32Array | null;
  /** Row of the pair in the pair panel. */
  pair: number | null;
  seed: number;
  corrections: CorrectionFile | null;
  appVersion: string;
  /** ISO 8601. */
  exportedAt: string;
}

/** A system that has run. */
export type RanSystem = ExportedSystem & { result: ExportedResult };

export function ranSystems({ systems }: ExportState): RanSystem[] {
  return systems.filter((system): system is RanSystem => system.result !== null);
}

/** Rescaled score minus gold for each row, NaN where there is none; null where the scores span no scale. */
export function residualsOf(
  { gold, info }: ExportState,
  { run, range }: ExportedResult,
): Float64Array | null {
  const { values, reasons } = run.scores;
  const { used } = usable({ scores: values, reasons, gold });
  return residuals(values, gold, info.scale, used, range);
}

/** "sts2017/test/track5.en-en", or the benchmark with the number of its parts. */
export function openedText({ info, parts }: ExportState): string {
  return parts.length === 1 ? parts[0]!.key : `${info.id} (${parts.length} parts)`;
}

/** The beginning of the names of exported files: letters, digits, dots and hyphens only. */
export function fileStem(state: ExportState): string {
  const { info, parts } = state;
  return (parts.length === 1 ? parts[0]!.key : info.id).replace(/[^\p{L}\p{N}.-]+/gu, '-');
}

/** "all 250 pairs", "a selection of 12 of 250 pairs". */
export function scopeText({ selection, pairs }: ExportState): string {
  const count = (value: number): string => value.toLocaleString('en');
  return selection
    ? `a selection of ${count(selection.length)} of ${count(pairs.length)} pairs`
    : `all ${count(pairs.length)} pairs`;
}
