import { evaluate } from '../../../../src/evaluation/breakdown.ts';
import { scoreRange } from '../../../../src/evaluation/scale.ts';
import { usable } from '../../../../src/evaluation/usable.ts';
import type { ExportedSystem, ExportState } from '../../../../src/app/export/state.ts';
import { runKey } from '../../../../src/storage/runKey.ts';
import type { Provenance, Run } from '../../../../src/storage/types.ts';
import { MISSING_REASONS } from '../../../../src/systems/types.ts';
import { defaultSpec, systemId, type SystemKind } from '../../../../src/systems/registry.ts';

export const HASH = 'ab'.repeat(32);

const SENTENCES = [
  ['A kettle whistles.', 'The kettle is whistling.'],
  ['A "red" door, half open', 'The door is red\nand open.'],
  ['Snow fell on the pass.', 'The pass is dry.'],
  ['Two boats race.', 'Une course, "à voile".'],
  ['An owl sleeps.', 'A lamp is broken.'],
] as const;

/** Five invented pairs in two parts, the last of them unrated. */
export function madeState(systems: ExportedSystem[], changes: Partial<ExportState> = {}): ExportState {
  const gold = [5, 4.25, 1, 3.5, null];
  const partOfRow = Int32Array.of(0, 0, 0, 1, 1);
  return {
    info: { id: 'mine', title: 'Mine', scale: [0, 5], licence: 'none', citation: 'none' },
    parts: [
      {
        key: 'mine/dev',
        contentHash: HASH,
        split: 'dev',
        set: null,
        counts: { pairs: 3, rated: 3 },
        languages: ['en'],
      },
      {
        key: 'mine/test',
        contentHash: HASH,
        split: 'test',
        set: null,
        counts: { pairs: 2, rated: 1 },
        languages: ['en'],
      },
    ],
    pairs: SENTENCES.map(([sentence1, sentence2], row) => ({
      id: `mine/${partOfRow[row] === 0 ? 'dev' : 'test'}/${row + 1}`,
      sentence1,
      sentence2,
      gold: gold[row]!,
      languages: ['en', 'en'],
    })),
    gold: Float64Array.from(gold, (value) => value ?? NaN),
    partOfRow,
    systems,
    facet: null,
    selection: null,
    pair: null,
    seed: 7,
    corrections: null,
    appVersion: '1.0+test',
    exportedAt: '2026-01-02T03:04:05.000Z',
    ...changes,
  };
}

/** @param scores NaN where missing, then for want of a known word */
export async function madeSystem(
  kind: SystemKind,
  scores: readonly number[],
  changes: Partial<Provenance> = {},
): Promise<ExportedSystem> {
  const id = systemId(defaultSpec(kind));
  const provenance: Provenance = {
    benchmark: 'mine',
    parts: [
      { key: 'mine/dev', contentHash: HASH },
      { key: 'mine/test', contentHash: HASH },
    ],
    filter: 'none',
    pairs: scores.length,
    rated: 4,
    system: id,
    model: { id: 'vectors', revision: HASH },
    frequencies: null,
    tokeniser: 'words',
    lowerCase: true,
    fittedOn: null,
    measure: 'cosine',
    backend: 'cpu',
    backendReason: 'chosen',
    dtype: 'float64',
    pooling: 'sum',
    maxTokens: null,
    libraries: { tfjs: '4.22.0' },
    appVersion: '1.0+test',
    ...changes,
  };
  const values = Float64Array.from(scores);
  const reasons = Uint8Array.from(scores, (score) =>
    Number.isNaN(score) ? MISSING_REASONS.indexOf('no known word') : 0,
  );
  const run: Run = {
    key: await runKey(provenance),
    provenance,
    scores: { values, reasons },
    notes: ['A note, with a comma.'],
    tokens: 30,
    unknownTokens: 2,
    createdAt: '2026-01-01T00:00:00.000Z',
    seconds: 1.5,
  };
  const { gold, info } = madeState([]);
  const of = evaluate({ scores: values, reasons, reasonNames: MISSING_REASONS, gold, scale: info.scale });
  return {
    id,
    label: kind,
    shown: true,
    precomputed: false,
    result: {
      run,
      ofRun: of,
      whole: of,
      facets: [],
      range: scoreRange(values, usable({ scores: values, reasons, gold }).used),
      intervals: null,
      facetIntervals: new Map(),
    },
  };
}
