import { describe, expect, it } from 'vitest';
import type { Runner } from '../../../src/app/rankingRuns.ts';
import { Sweep } from '../../../src/app/sweep.svelte.ts';
import { pearson } from '../../../src/evaluation/correlation.ts';
import { Failure, throwIfAborted } from '../../../src/failure.ts';
import type { Run } from '../../../src/storage/types.ts';
import { definitionOf, systemId, type SystemSpec } from '../../../src/systems/registry.ts';
import {
  deskClient,
  entryOf,
  fakeActivities,
  fakeComparison,
  GOLD,
  runOf,
  scoresOf,
} from './rankingFakes.ts';

const PART = { key: 'own/dev', contentHash: 'open' };
const a = definitionOf('sif').parameters.find(({ name }) => name === 'a')!;
const valueOf = ({ parameters }: SystemSpec): number => Number(parameters.a);

function setUp(during: (spec: SystemSpec) => void = () => {}) {
  const ran: number[] = [];
  const stored: Run[] = [];
  const activities = fakeActivities();
  const runner: Pick<Runner, 'run' | 'stored' | 'finish'> = {
    async run(_, spec, whole) {
      throwIfAborted(whole.signal);
      ran.push(valueOf(spec));
      during(spec);
      const run = runOf(spec, valueOf(spec), PART);
      stored.push(run);
      return run;
    },
    stored: (runs, _, spec) => runs.find(({ provenance }) => provenance.system === systemId(spec)),
    finish: async () => {},
  };
  let told = 0;
  const comparison = fakeComparison([entryOf(1, 'overlap-cosine'), entryOf(2, 'sif')]);
  const sweep = new Sweep({
    store: { listRuns: async () => stored } as never,
    desk: deskClient(),
    activities,
    comparison,
    runner: runner as Runner,
    onStored: () => told++,
  });
  sweep.vary(a, { kind: 'list', text: '0.1, 1, 3' });
  return { sweep, ran, stored, activities, comparison, told: () => told };
}

describe('Sweep', () => {
  it('varies SIF of the panel, and says what the grid is', () => {
    const { sweep } = setUp();
    expect(sweep.entry!.uid).toBe(2);
    expect(sweep.planned).toMatchObject({ kind: 'grid', size: 3 });
    sweep.vary(a, { kind: 'list', text: '1, x' });
    expect(sweep.planned).toMatchObject({ kind: 'problem' });
    sweep.vary(a, null);
    expect(sweep.planned).toEqual({ kind: 'nothing' });
  });

  it('runs every cell once and finds the best', async () => {
    const { sweep, ran, told } = setUp();
    sweep.vary(a, { kind: 'list', text: '1, 0.1, 3' });
    await sweep.run();
    expect(ran).toEqual([1, 0.1, 3]);
    const expected = [1, 0.1, 3].map((noise) => pearson(scoresOf(noise), GOLD).value);
    expect(sweep.grid!.cells.map((cell) => sweep.valueOf(cell))).toEqual(expected);
    expect(valueOf(sweep.best!.spec)).toBe(0.1);
    expect(sweep.waiting).toEqual([]);
    expect(told()).toBe(1);
    await sweep.run();
    expect(ran).toHaveLength(3);
  });

  it('keeps what ran when it is cancelled, and goes on from there', async () => {
    let cancelAt: number | null = 1;
    const { sweep, ran, activities } = setUp((spec) => {
      if (valueOf(spec) === cancelAt) activities.list[0]!.cancel();
    });
    await sweep.run();
    expect(ran).toEqual([0.1, 1]);
    expect(sweep.waiting.map(({ spec }) => valueOf(spec))).toEqual([3]);
    expect(sweep.going).toBe(false);
    expect(activities.list).toEqual([]);
    cancelAt = null;
    await sweep.run();
    expect(ran).toEqual([0.1, 1, 3]);
  });

  it('shows cells that are stored without running them', async () => {
    const { sweep, stored, ran } = setUp();
    stored.push(runOf(sweep.grid!.cells[1]!.spec, 1, PART));
    await sweep.restore();
    expect(sweep.waiting.map(({ spec }) => valueOf(spec))).toEqual([0.1, 3]);
    expect(ran).toEqual([]);
  });

  it('forgets nothing of another benchmark, and shows none of it here', async () => {
    const { sweep, comparison } = setUp();
    await sweep.run();
    const { benchmark } = comparison;
    comparison.benchmark = { ...benchmark!, task: { ...benchmark!.task, key: 'another task' } };
    expect(sweep.waiting).toHaveLength(3);
    expect(sweep.best).toBeNull();
    comparison.benchmark = benchmark;
    expect(sweep.waiting).toHaveLength(0);
  });

  it('says why a cell failed, goes on, and stops when one after another fails', async () => {
    const { sweep, ran } = setUp((spec) => {
      if (valueOf(spec) !== 2) throw new Failure('none', `No ${valueOf(spec)}.`, 'Get it.');
    });
    sweep.vary(a, { kind: 'list', text: '1, 2, 3, 4, 5, 6' });
    await sweep.run();
    expect(ran).toEqual([1, 2, 3, 4, 5]);
    const [first, second, , , , last] = sweep.grid!.cells.map((cell) => sweep.cellOf(cell));
    expect(first).toEqual({ kind: 'failed', what: 'No 1.', nextStep: 'Get it.' });
    expect(second!.kind).toBe('ran');
    expect(last).toBeUndefined();
    expect(sweep.stopped).toContain('No 5. Get it.');
  });
});
