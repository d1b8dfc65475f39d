import { describe, expect, it } from 'vitest';
import { suiteAverages } from '../../../src/evaluation/averages.ts';
import { byFacet, compareFacetKeys, evaluate, intervalsFor } from '../../../src/evaluation/breakdown.ts';
import type { EvaluateInput } from '../../../src/evaluation/breakdown.ts';

/** Case 22: two clouds at different heights, and a third set with constant predictions. */
const setA = { gold: [1, 2, 3, 4], scores: [0.1, 0.2, 0.3, 0.4] };
const setB = { gold: [1, 2, 3, 4, 5, 3], scores: [0.9, 0.88, 0.93, 0.91, 0.95, 0.9] };
const suite: EvaluateInput = {
  scores: Float64Array.of(...setA.scores, ...setB.scores),
  gold: Float64Array.of(...setA.gold, ...setB.gold),
  scale: [0, 5],
};
const keys = ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'b', 'b', 'b'];

describe('evaluate', () => {
  it('gives correlations, the share within 1.0, and every pair left out', () => {
    const result = evaluate({
      scores: Float64Array.of(0, 0.5, 1, NaN, 0.2, 0.9),
      gold: Float64Array.of(0, 3, 5, 2, NaN, 2),
      reasons: Uint8Array.of(0, 0, 0, 1, 0, 0),
      reasonNames: ['scored', 'empty text'],
      scale: [0, 5],
    });
    expect(result.n).toBe(4);
    expect(result.correlations.used).toBe(4);
    expect(result.skipped).toEqual([
      { reason: 'empty text', count: 1 },
      { reason: 'unrated', count: 1 },
    ]);
    // Rescaled 0, 2.5, 5, 4.5 against 0, 3, 5, 2.
    expect(result.within).toEqual({ value: 0.75 });
    expect(result.correlations.spearman.estimate.value).toBeCloseTo(0.8, 12);
  });

  it('says that nothing is defined where no pair is left, instead of 0 or NaN', () => {
    const nothing = evaluate({
      scores: Float64Array.of(NaN, 1),
      gold: Float64Array.of(1, NaN),
      scale: [0, 5],
    });
    expect(nothing.n).toBe(0);
    expect(nothing.within).toEqual({ value: null, reason: 'no pairs' });
    expect(nothing.correlations.kendall.estimate).toEqual({ value: null, reason: 'fewer than 3 pairs (0)' });
    expect(JSON.stringify(nothing)).not.toMatch(/NaN/);
  });

  it('says why within is not defined for constant scores', () => {
    const constant = evaluate({
      scores: Float64Array.of(1, 1, 1),
      gold: Float64Array.of(1, 2, 3),
      scale: [0, 5],
    });
    expect(constant.within).toEqual({ value: null, reason: 'all predictions equal' });
  });

  it('rescales a subset from the range of the whole run', () => {
    const input = { ...suite, subset: Int32Array.of(0, 1, 2, 3) };
    // From the run's 0.10..0.95, set A becomes 0, 0.59, 1.18, 1.76; from its own it would become 0, 1.67, 3.33, 5.
    expect(evaluate(input).within).toEqual({ value: 0.25 });
    expect(evaluate({ ...input, range: { lowest: 0.1, highest: 0.4 } }).within).toEqual({ value: 1 });
    const own = evaluate({ ...input, scores: Float64Array.of(...setA.scores, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1) });
    expect(own.within).toEqual({ value: 1 });
  });
});

describe('byFacet', () => {
  it('gives each value its own correlations', () => {
    const rows = byFacet(keys, suite);
    expect(rows.map(({ key, n }) => [key, n])).toEqual([
      ['a', 4],
      ['b', 6],
    ]);
    expect(rows[0]!.correlations.spearman.estimate.value).toBeCloseTo(1, 12);
    expect(rows[1]!.correlations.spearman.estimate.value).toBeCloseTo(0.7794, 4);
    expect(rows[0]!.within).toEqual({ value: 0.25 });
    expect([...rows[1]!.rows]).toEqual([4, 5, 6, 7, 8, 9]);
  });

  it('respects the subset, and puts pairs without a value last', () => {
    const some = keys.map((key, row) => (row === 0 ? undefined : row === 4 ? '' : key));
    const rows = byFacet(some, { ...suite, subset: Int32Array.of(9, 8, 4, 3, 0) });
    expect(rows.map(({ key, rows }) => [key, [...rows]])).toEqual([
      ['a', [3]],
      ['b', [9, 8]],
      [null, [4, 0]],
    ]);
  });

  it('refuses keys of another length and a row that is twice in the subset', () => {
    expect(() => byFacet(['a'], suite)).toThrow('1 keys for 10 scores');
    expect(() => byFacet(keys, { ...suite, subset: Int32Array.of(1, 5, 1) })).toThrow('row 1 is twice');
  });

  it('sorts splits as splits, years as numbers, names as names', () => {
    const sorted = (keys: (string | null)[]) => keys.sort(compareFacetKeys);
    expect(sorted(['test', 'dev', 'train', 'trial'])).toEqual(['train', 'dev', 'trial', 'test']);
    expect(sorted(['test/b', 'dev/c', 'test/a'])).toEqual(['dev/c', 'test/a', 'test/b']);
    expect(sorted(['2017', null, '2012', '950'])).toEqual(['950', '2012', '2017', null]);
    expect(sorted(['track10', 'track2', 'images'])).toEqual(['images', 'track2', 'track10']);
  });
});

describe('suiteAverages', () => {
  it('gives the three averages of case 22', () => {
    const { spearman } = suiteAverages(byFacet(keys, suite), evaluate(suite).correlations);
    expect(spearman.pooled.value!.toFixed(4)).toBe('0.5746');
    expect(spearman.meanOfSets.value!.toFixed(4)).toBe('0.8897');
    expect(spearman.weightedMean.value!.toFixed(4)).toBe('0.8676');
    expect(spearman.averaged).toEqual(['a', 'b']);
    expect(spearman.excluded).toEqual([]);
  });

  it('leaves out and names a set that is not defined, and pairs of no set', () => {
    const more: EvaluateInput = {
      scores: Float64Array.of(...suite.scores, 0.5, 0.5, 0.5, 0.1, 0.7, 0.2),
      gold: Float64Array.of(...suite.gold, 1, 2, 3, 1, 2, 3),
      scale: [0, 5],
    };
    const moreKeys = [...keys, 'c', 'c', 'c', undefined, undefined, undefined];
    const { spearman } = suiteAverages(byFacet(moreKeys, more), evaluate(more).correlations);
    expect(spearman.meanOfSets.value!.toFixed(4)).toBe('0.8897');
    expect(spearman.weightedMean.value!.toFixed(4)).toBe('0.8676');
    expect(spearman.excluded).toEqual([
      { key: 'c', reason: 'all predictions equal' },
      { key: null, reason: 'these pairs belong to no set' },
    ]);
  });

  it('weights by the pairs used, not by the pairs there', () => {
    const gold = Float64Array.from(suite.gold);
    gold[9] = NaN;
    const rows = byFacet(keys, { ...suite, gold });
    const b = rows[1]!.correlations.spearman.estimate.value!;
    const { spearman } = suiteAverages(rows, evaluate({ ...suite, gold }).correlations);
    expect(spearman.weightedMean.value).toBeCloseTo((4 + 5 * b) / 9, 12);
  });

  it('is not defined where no set is', () => {
    const constant: EvaluateInput = { ...suite, scores: new Float64Array(10).fill(1) };
    const { pearson } = suiteAverages(byFacet(keys, constant), evaluate(constant).correlations);
    expect(pearson.meanOfSets).toEqual({ value: null, reason: 'not defined in any set' });
    expect(pearson.weightedMean).toEqual(pearson.meanOfSets);
    expect(pearson.pooled).toEqual({ value: null, reason: 'all predictions equal' });
  });
});

describe('intervals of an evaluation', () => {
  it('are over the pairs that the estimate used', async () => {
    const size = 40;
    const scores = Float64Array.from({ length: size }, (_, row) => (row * 17) % size);
    const gold = Float64Array.from({ length: size }, (_, row) => ((row * 17) % size) + ((row * 7) % 11));
    const clean = await intervalsFor({ scores, gold }, { seed: 3, samples: 200 });
    // The same pairs, and one more that is unrated.
    const padded = {
      scores: Float64Array.of(999, ...scores),
      gold: Float64Array.of(NaN, ...gold),
    };
    expect(await intervalsFor(padded, { seed: 3, samples: 200 })).toEqual(clean);
    expect(evaluate({ ...padded, scale: [0, 5] }).correlations.used).toBe(size);
  });
});
