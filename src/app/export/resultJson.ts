import { sha256 } from 'hash-wasm';
import type { BenchmarkInfo } from '../../benchmarks/types.ts';
import type { Evaluation } from '../../evaluation/breakdown.ts';
import type { Intervals } from '../../evaluation/types.ts';
import type { Provenance, Run } from '../../storage/types.ts';
import { MISSING_REASONS, type MissingReason } from '../../systems/types.ts';
import type { CorrectionFile } from '../correctionFile.ts';
import type { FacetId } from '../facets.ts';
import type { ExportedResult, ExportState } from './state.ts';

export const FORMAT = 'sts-playground result';
export const VERSION = 1;

/** JSON has no infinities. */
export type WrittenScore = number | 'Infinity' | '-Infinity' | null;

export interface WrittenScores {
  /** One a pair, null where missing. */
  values: WrittenScore[];
  /** Of each missing score: its row, from 0, and why. */
  missing: { row: number; reason: MissingReason }[];
}

export interface WrittenRun extends Omit<Run, 'scores' | 'tokenCounts'> {
  scores: WrittenScores;
  /** `scoresHash` of the scores: an edited score is found. */
  scoresHash: string;
  tokenCounts?: { tokens: number[]; unknown: number[]; limit: number | null };
  provenance: Provenance;
}

/** Figures for a reader. An import computes them anew. */
export interface WrittenEvaluation {
  ofRun: Evaluation;
  /** Over the selection. */
  whole: Evaluation;
  intervals: Intervals | null;
  facets: (Evaluation & { key: string | null; pairs: number; intervals: Intervals | null })[];
}

/** A comparison as a file holds it: ids, human scores and hashes, never a sentence. */
export interface ResultFile {
  format: typeof FORMAT;
  version: typeof VERSION;
  appVersion: string;
  /** ISO 8601. */
  exportedAt: string;
  benchmark: BenchmarkInfo;
  /** In the order of the pairs. */
  parts: { key: string; contentHash: string; pairs: number; rated: number }[];
  pairs: { ids: string[]; gold: (number | null)[] };
  systems: {
    id: string;
    shown: boolean;
    precomputed: boolean;
    run: WrittenRun | null;
    evaluation: WrittenEvaluation | null;
  }[];
  seed: number;
  facet: FacetId | null;
  /** Ids of pairs. */
  selection: string[] | null;
  /** Id of the pair in the pair panel. */
  pair: string | null;
  corrections: CorrectionFile | null;
}

export async function resultFile(state: ExportState): Promise<ResultFile> {
  const { info, parts, pairs, gold } = state;
  const idOf = (row: number): string => pairs[row]!.id;
  return {
    format: FORMAT,
    version: VERSION,
    appVersion: state.appVersion,
    exportedAt: state.exportedAt,
    benchmark: info,
    parts: parts.map(({ key, contentHash, counts }) => ({ key, contentHash, ...counts })),
    pairs: {
      ids: pairs.map(({ id }) => id),
      gold: Array.from(gold, (value) => (Number.isNaN(value) ? null : value)),
    },
    systems: await Promise.all(
      state.systems.map(async ({ id, shown, precomputed, result }) => ({
        id,
        shown,
        precomputed,
        run: result && (await writtenRun(result.run)),
        evaluation: result && writtenEvaluation(result),
      })),
    ),
    seed: state.seed,
    facet: state.facet,
    selection: state.selection && Array.from(state.selection, idOf),
    pair: state.pair === null ? null : idOf(state.pair),
    corrections: state.corrections,
  };
}

/** The file's text: objects indented, lists of plain values on one line, so that 9,000 scores are one line of it. */
export async function resultJson(state: ExportState): Promise<string> {
  return `${readable(await resultFile(state), '')}\n`;
}

export async function writtenRun({ scores, tokenCounts, ...run }: Run): Promise<WrittenRun> {
  const written = writtenScores(scores);
  return {
    ...run,
    scores: written,
    scoresHash: await scoresHash(written),
    ...(tokenCounts && {
      tokenCounts: {
        tokens: [...tokenCounts.tokens],
        unknown: [...tokenCounts.unknown],
        limit: tokenCounts.limit,
      },
    }),
  };
}

function writtenScores({ values, reasons }: Run['scores']): WrittenScores {
  const missing: WrittenScores['missing'] = [];
  reasons.forEach((reason, row) => {
    if (reason !== 0) missing.push({ row, reason: MISSING_REASONS[reason]! });
  });
  return { values: Array.from(values, writtenScore), missing };
}

function writtenScore(value: number): WrittenScore {
  if (Number.isNaN(value)) return null;
  if (Number.isFinite(value)) return value;
  return value > 0 ? 'Infinity' : '-Infinity';
}

/** sha256 (hex) of the scores as they are written; the order of their fields does not count. */
export async function scoresHash({ values, missing }: WrittenScores): Promise<string> {
  return sha256(JSON.stringify([values, missing.map(({ row, reason }) => [row, reason])]));
}

function writtenEvaluation(result: ExportedResult): WrittenEvaluation {
  const { ofRun, whole, intervals, facets, facetIntervals } = result;
  return {
    ofRun,
    whole,
    intervals,
    facets: facets.map(({ key, rows, ...evaluation }) => ({
      key,
      pairs: rows.length,
      ...evaluation,
      intervals: facetIntervals.get(key) ?? null,
    })),
  };
}

function readable(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent} `;
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => typeof item !== 'object' || item === null);
    if (isPlain) return JSON.stringify(value);
    return `[\n${value.map((item) => inner + readable(item, inner)).join(',\n')}\n${indent}]`;
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  if (entries.length === 0) return '{}';
  const lines = entries.map(([key, item]) => `${inner}${JSON.stringify(key)}: ${readable(item, inner)}`);
  return `{\n${lines.join(',\n')}\n${indent}}`;
}
