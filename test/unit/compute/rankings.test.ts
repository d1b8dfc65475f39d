import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunColumns, SuiteRequest } from '../../../src/compute/protocol.ts';
import { figuresOf, rankSystems, suiteTable } from '../../../src/compute/rankings.ts';
import { pearson } from '../../../src/evaluation/correlation.ts';
import { expectedRanks } from '../../../src/evaluation/expectedRank.ts';
import { MISSING_REASONS } from '../../../src/systems/types.ts';

const column = (...values: number[]): Float64Array => Float64Array.from(values);
const run = (...scores: number[]): RunColumns => ({
  scores: column(...scores),
  reasons: Uint8Array.from(scores, (score) =>
    Number.isNaN(score) ? MISSING_REASONS.indexOf('no known word') : 0,
  ),
});
type RequestedSet = SuiteRequest['sets'][number];
const set = (
  key: string,
  gold: Float64Array,
  runs: (RunColumns | null)[],
  more: Partial<RequestedSet> = {},
): RequestedSet => ({ key, group: 'g', scale: [0, 5], gold, runs, ...more });

// Case 22: two clouds at different heights, whose three averages differ.
const GOLD_A = column(1, 2, 3, 4);
const RUN_A = run(0.1, 0.2, 0.3, 0.4);
const GOLD_B = column(1, 2, 3, 4, 5, 3);
const RUN_B = run(0.9, 0.88, 0.93, 0.91, 0.95, 0.9);
const noise = run(0.4, 0.1, 0.3, 0.35);
const noiseB = run(0.2, 0.9, 0.4, 0.1, 0.6, 0.3);

describe('suiteTable', () => {
  it('has the three averages, labelled apart', () => {
    const { scopes } = suiteTable({
      systems: ['one'],
      sets: [set('a', GOLD_A, [RUN_A]), set('b', GOLD_B, [RUN_B])],
    });
    expect(scopes).toHaveLength(1);
    const { pooled, meanOfSets, weightedMean, averaged } = scopes[0]!.averages[0]!.spearman;
    expect(pooled.value).toBeCloseTo(0.5746, 4);
    expect(meanOfSets.value).toBeCloseTo(0.8897, 4);
    expect(weightedMean.value).toBeCloseTo(0.8676, 4);
    expect(averaged).toEqual(['a', 'b']);
  });

  it('averages groups of several sets, and all of them', () => {
    const { scopes } = suiteTable({
      systems: ['one'],
      sets: [
        set('a', GOLD_A, [RUN_A], { group: 'first' }),
        set('b', GOLD_B, [RUN_B], { group: 'second' }),
        set('c', GOLD_B, [noiseB], { group: 'second' }),
      ],
    });
    expect(scopes.map(({ group, sets }) => [group, sets])).toEqual([
      ['second', ['b', 'c']],
      [null, ['a', 'b', 'c']],
    ]);
    const { averages } = scopes[0]!;
    const [b, c] = [pearson(RUN_B.scores, GOLD_B).value!, pearson(noiseB.scores, GOLD_B).value!];
    expect(averages[0]!.pearson.meanOfSets.value).toBeCloseTo((b + c) / 2, 12);
  });

  it('averages nothing for a system that has not run on every set', () => {
    const { sets, scopes } = suiteTable({
      systems: ['one', 'half'],
      sets: [set('a', GOLD_A, [RUN_A, noise]), set('b', GOLD_B, [RUN_B, null])],
    });
    expect(sets[1]!.figures[1]).toBeNull();
    expect(scopes[0]!.averages[1]).toBeNull();
    expect(scopes[0]!.ran).toEqual([2, 1]);
    expect(scopes[0]!.used).toEqual([10, 0]);
    expect(scopes[0]!.averages[0]).not.toBeNull();
  });

  it('pools no sets whose gold scores mean different things', () => {
    const { scopes } = suiteTable({
      systems: ['one'],
      sets: [set('a', GOLD_A, [RUN_A]), set('b', GOLD_B, [RUN_B], { scale: [1, 5] })],
    });
    const { pooled, meanOfSets } = scopes[0]!.averages[0]!.pearson;
    expect([scopes[0]!.used, scopes[0]!.rated]).toEqual([[10], 10]);
    expect(pooled).toEqual({ value: null, reason: 'the gold scores are on different scales (0–5, 1–5)' });
    expect(meanOfSets.value).not.toBeNull();
  });

  it('sets systems against the best on the pairs that all scored', () => {
    const gold = column(0, 1, 2, 3, 4, 5, 2, 4);
    const better = run(0.1, 0.15, 0.4, 0.5, 0.9, 1, 0.3, 0.7);
    const worse = run(0.5, 0.4, 0.4, 0.9, NaN, 0.6, 0.2, 0.3);
    const { sets } = suiteTable({
      systems: ['absent', 'worse', 'better'],
      sets: [set('a', gold, [null, worse, better])],
    });
    const against = sets[0]!.against!;
    expect(against.rows.map(({ id }) => id)).toEqual(['worse', 'better']);
    expect(against.best).toBe(1);
    expect([...against.used]).toEqual([0, 1, 2, 3, 5, 6, 7]);
    expect(against.skipped).toEqual([{ reason: 'worse: no known word', count: 1 }]);
    // Each figure of its own is over the pairs that the system scored.
    expect(sets[0]!.figures.map((figures) => figures?.used ?? null)).toEqual([null, 7, 8]);
  });

  it('counts the pairs that a pooled figure leaves out, and names the sets that a mean does', () => {
    const gold = column(0, 1, NaN, 3, 4, 5);
    const { scopes } = suiteTable({
      systems: ['one'],
      sets: [set('a', gold, [run(0, NaN, 1, 0.5, 0.9, 1)]), set('b', GOLD_A, [run(NaN, NaN, NaN, NaN)])],
    });
    expect([scopes[0]!.used, scopes[0]!.rated]).toEqual([[4], 9]);
    expect(scopes[0]!.averages[0]!.pearson.excluded).toEqual([
      { key: 'b', reason: 'fewer than 3 pairs (0)' },
    ]);
  });

  it('compares nothing where one system ran', () => {
    const { sets } = suiteTable({ systems: ['one', 'two'], sets: [set('a', GOLD_A, [RUN_A, null])] });
    expect(sets[0]!.against).toBeNull();
  });

  it('gives the same figures in whatever order the sets stand', () => {
    const sets = [set('a', GOLD_A, [RUN_A]), set('b', GOLD_B, [RUN_B]), set('c', GOLD_A, [noise])];
    const straight = suiteTable({ systems: ['one'], sets }).scopes[0]!.averages[0]!;
    fc.assert(
      fc.property(fc.shuffledSubarray(sets, { minLength: 3 }), (shuffled) => {
        const averages = suiteTable({ systems: ['one'], sets: shuffled }).scopes[0]!.averages[0]!;
        for (const name of ['pooled', 'meanOfSets', 'weightedMean'] as const) {
          expect(averages.pearson[name].value).toBeCloseTo(straight.pearson[name].value!, 12);
        }
      }),
    );
  });
});

describe('figuresOf', () => {
  it('leaves out what a run has no score for, with the reason', () => {
    const [figures] = figuresOf({ gold: GOLD_B, runs: [run(0.9, NaN, 0.93, 0.91, 0.95, 0.9)] });
    expect(figures!.used).toBe(5);
    expect(figures!.skipped).toEqual([{ reason: 'no known word', count: 1 }]);
  });
});

describe('rankSystems', () => {
  it('ranks by the Pearson correlations of the runs', async () => {
    const request = {
      gold: GOLD_B,
      systems: [
        { id: 'good', runs: [RUN_B, noiseB] },
        { id: 'bad', runs: [noiseB, run(1, 1, 1, 1, 1, 1)] },
      ],
    };
    const { ranks, figures } = await rankSystems(request, { seed: 3 });
    const r = (columns: RunColumns): number => pearson(columns.scores, GOLD_B).value!;
    expect(figures.map((runs) => runs.map(({ pearson: { estimate } }) => estimate.value))).toEqual([
      [r(RUN_B), r(noiseB)],
      [r(noiseB), null],
    ]);
    expect(ranks).toEqual(
      await expectedRanks(
        [
          { id: 'good', scores: [r(RUN_B), r(noiseB)] },
          { id: 'bad', scores: [r(noiseB), NaN] },
        ],
        { seed: 3 },
      ),
    );
    expect(ranks.systems.map(({ missing }) => missing)).toEqual([0, 1]);
  });
});
