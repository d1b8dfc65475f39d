import { Activities } from '../../../src/app/activities.svelte.ts';
import type { Comparison } from '../../../src/app/comparison.svelte.ts';
import { Desk } from '../../../src/compute/desk.ts';
import { defaultSpec, systemId, type SystemKind, type SystemSpec } from '../../../src/systems/registry.ts';
import type { Run } from '../../../src/storage/types.ts';

/** A worker client around a real desk, in this thread. */
export const deskClient = (): never => {
  const desk = new Desk(fetch);
  return { call: (use: (service: Desk) => unknown) => use(desk) } as never;
};

export const GOLD = Float64Array.from({ length: 30 }, (_, row) => (row * 7) % 6);

/** Scores that follow gold the more closely, the smaller `noise` is. */
export const scoresOf = (noise: number): Float64Array =>
  GOLD.map((gold, row) => gold / 5 + noise * (((row * 11) % 13) / 13 - 0.5));

export function runOf(spec: SystemSpec, noise: number, part: { key: string; contentHash: string }): Run {
  return {
    key: `${systemId(spec)} on ${part.key}`,
    provenance: {
      system: systemId(spec),
      parts: [part],
      benchmark: part.key.split('/')[0]!,
      model: null,
      appVersion: 'test',
      backend: 'none',
    },
    scores: { values: scoresOf(noise), reasons: new Uint8Array(GOLD.length) },
    createdAt: '2026-01-01T00:00:00Z',
    seconds: 1,
  } as never;
}

export interface FakeEntry {
  uid: number;
  id: string;
  label: string;
  spec: SystemSpec;
  run: Run | null;
}

export function entryOf(uid: number, kind: SystemKind, run: Run | null = null): FakeEntry {
  const spec = defaultSpec(kind);
  return { uid, id: systemId(spec), label: kind, spec, run };
}

const OPEN_PART = {
  key: 'own/dev',
  contentHash: 'open',
  split: 'dev',
  set: null,
  counts: { rated: GOLD.length },
};

/** The state that the panels read. */
export function fakeComparison(systems: FakeEntry[]) {
  const comparison = {
    benchmark: {
      info: { id: 'own', title: 'Mine', scale: [0, 5] },
      parts: [OPEN_PART],
      gold: GOLD,
      pairs: Array.from(GOLD),
      task: { key: 'open task' },
    } as unknown as Comparison['benchmark'],
    systems,
    selection: null as Int32Array | null,
    seed: 1,
  };
  return comparison as typeof comparison & Comparison;
}

export const fakeActivities = (): Activities => new Activities();
