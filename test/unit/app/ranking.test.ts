import { describe, expect, it, vi } from 'vitest';
import { Ranking } from '../../../src/app/ranking.svelte.ts';
import { Significance } from '../../../src/app/rankingSignificance.svelte.ts';
import { againstBest } from '../../../src/evaluation/againstBest.ts';
import { Desk } from '../../../src/compute/desk.ts';
import type { Run } from '../../../src/storage/types.ts';
import { defaultSpec } from '../../../src/systems/registry.ts';
import {
  deskClient,
  entryOf,
  fakeActivities,
  fakeComparison,
  GOLD,
  runOf,
  scoresOf,
} from './rankingFakes.ts';

/** What the build puts in: runs of another version are no submissions. */
vi.stubGlobal('__APP_VERSION__', 'test');

const PART = { key: 'own/dev', contentHash: 'open' };
const sif = (a: number, noise: number): Run => {
  const spec = defaultSpec('sif');
  return runOf({ ...spec, parameters: { ...spec.parameters, a } }, noise, PART);
};
const overlap = (noise: number): Run => runOf(defaultSpec('overlap-cosine'), noise, PART);

describe('Ranking', () => {
  const setUp = (stored: Run[]) => {
    const comparison = fakeComparison([]);
    const ranking = new Ranking({
      store: { listRuns: async () => stored } as never,
      desk: deskClient(),
      activities: fakeActivities(),
      comparison,
      runner: { isCurrent: () => true } as never,
    });
    return { ranking, comparison };
  };

  it('ranks a system with one lucky run of many below a steady one', async () => {
    const many = [0.1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((noise, at) => sif(at + 1, noise));
    const { ranking } = setUp([...many, overlap(0.5)]);
    await ranking.update();
    const [first, second] = ranking.shown!.rows;
    expect([first!.id, second!.id]).toEqual(['overlap-cosine', 'sif']);
    expect([first!.place, first!.plainRank]).toEqual([1, 2]);
    expect([second!.place, second!.plainRank]).toEqual([2, 1]);
    // Five of twelve are drawn, so that the lucky one is among them in 5 of 12 samples.
    expect(first!.expected!.mean).toBeCloseTo(1 + 5 / 12, 1);
    expect(second!.runs).toHaveLength(12);
  });

  it('shows a ranking of what is open only', async () => {
    const { ranking, comparison } = setUp([sif(1, 1), overlap(2)]);
    await ranking.update();
    expect(ranking.shown).not.toBeNull();
    comparison.benchmark = { ...comparison.benchmark!, task: { key: 'another' } as never };
    expect(ranking.shown).toBeNull();
  });
});

describe('Significance', () => {
  const setUp = () => {
    const systems = [
      entryOf(1, 'overlap-cosine', runOf(defaultSpec('overlap-cosine'), 2, PART)),
      entryOf(2, 'sif', runOf(defaultSpec('sif'), 1, PART)),
      entryOf(3, 'glove-sum'),
    ];
    const comparison = fakeComparison(systems);
    const activities = fakeActivities();
    const desk = new Desk(fetch);
    const client = { call: (use: (service: Desk) => unknown) => use(desk) } as never;
    const significance = new Significance({ comparison, desk: client, activities });
    return { significance, comparison, activities, desk };
  };

  it('sets the systems that ran against the best, then adds the bootstrap', async () => {
    const { significance } = setUp();
    await significance.update();
    const { table, bootstrap, entries } = significance.shown!;
    const plain = againstBest({
      gold: GOLD,
      systems: [
        { id: 'overlap-cosine', scores: scoresOf(2) },
        { id: 'sif', scores: scoresOf(1) },
      ],
    });
    expect(entries).toHaveLength(2);
    expect(table.rows.map(({ pearson }) => pearson)).toEqual(plain.rows.map(({ pearson }) => pearson));
    expect(table.rows[0]!.comparison!.williams).toEqual(plain.rows[0]!.comparison!.williams);
    expect(bootstrap).toBe('there');
    expect(table.rows[0]!.comparison!.bootstrap!.pearson.interval).toMatchObject({ samples: 2000, seed: 1 });
  });

  it('shows nothing under another selection, seed or run', async () => {
    const { significance, comparison } = setUp();
    await significance.update();
    comparison.seed = 2;
    expect(significance.shown).toBeNull();
    comparison.seed = 1;
    expect(significance.shown).not.toBeNull();
    comparison.selection = Int32Array.from([1, 2, 3, 4, 5]);
    expect(significance.shown).toBeNull();
    await significance.update();
    expect([...significance.shown!.table.used]).toEqual([1, 2, 3, 4, 5]);
  });

  it('has no table of one system', async () => {
    const { significance, comparison } = setUp();
    comparison.systems = comparison.systems.slice(1) as never;
    await significance.update();
    expect(significance.wanted).toBeNull();
    expect(significance.shown).toBeNull();
  });

  it('keeps the estimates when the bootstrap is cancelled, and computes it when asked again', async () => {
    const { significance, activities, desk } = setUp();
    const bootstrap = desk.bootstrapAgainstBest.bind(desk);
    desk.bootstrapAgainstBest = (...args) => {
      activities.list[0]!.cancel();
      desk.bootstrapAgainstBest = bootstrap;
      return bootstrap(...args);
    };
    await significance.update();
    expect(significance.shown!.bootstrap).toBe('stopped');
    expect(significance.shown!.table.rows[0]!.comparison!.bootstrap).toBeUndefined();
    await significance.bootstrap();
    expect(significance.shown!.bootstrap).toBe('there');
  });
});
