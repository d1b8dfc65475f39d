import { describe, expect, it } from 'vitest';
import { againstBest } from '../../../src/evaluation/againstBest.ts';
import type { SuiteAverages } from '../../../src/evaluation/averages.ts';
import { comparisonText, williamsText } from '../../../src/views/Ranking/comparisonText.ts';
import { bestColumns, completeAverage } from '../../../src/views/Ranking/suiteRows.ts';
import { rangeOf } from '../../../src/views/Ranking/sweepCells.ts';

describe('bestColumns', () => {
  it('takes the highest as it is shown, ties together, and nothing to hold it beside', () => {
    expect(bestColumns([0.5, null, 0.7])).toEqual(new Set([2]));
    expect(bestColumns([0.70001, 0.70004, 0.5])).toEqual(new Set([0, 1]));
    expect(bestColumns([0.5, null])).toEqual(new Set());
    expect(bestColumns([-0.5, -0.2])).toEqual(new Set([1]));
  });
});

describe('completeAverage', () => {
  const averages = (excluded: SuiteAverages['excluded']): SuiteAverages => ({
    pooled: { value: 0.4 },
    meanOfSets: { value: 0.5 },
    weightedMean: { value: null, reason: 'none' },
    averaged: ['a'],
    excluded,
  });

  it('is none where a set of the scope is not defined', () => {
    expect(completeAverage(averages([]), 'meanOfSets')).toBe(0.5);
    expect(completeAverage(averages([]), 'weightedMean')).toBeNull();
    expect(completeAverage(averages([{ key: 'b', reason: 'no score' }]), 'pooled')).toBeNull();
    expect(completeAverage(null, 'pooled')).toBeNull();
  });
});

describe('rangeOf', () => {
  it('leaves out what is missing', () => {
    expect(rangeOf([NaN, 0.2, 0.1, NaN])).toEqual({ low: 0.1, high: 0.2 });
    expect(rangeOf([NaN])).toBeNull();
  });
});

describe('comparisonText', () => {
  const gold = Float64Array.from({ length: 40 }, (_, row) => row % 6);
  const noisy = (noise: number, turn = 13): Float64Array =>
    gold.map((score, row) => score / 5 + noise * (((row * 11) % turn) / turn - 0.5));

  it('says the verdict with its figures', () => {
    const table = againstBest({
      gold,
      systems: [
        { id: 'far', scores: noisy(3, 7) },
        { id: 'near', scores: noisy(0.5) },
      ],
    });
    const [far, near] = table.rows;
    const { williams, difference } = far!.comparison!;
    if (williams.p === null) throw new Error('no test');
    expect(williamsText(far!)).toBe(`t(37) = ${williams.t.toFixed(2)}, p < 0.001`);
    expect(comparisonText(far!, table).split('\n')).toEqual([
      'significantly worse, compared with near',
      expect.stringContaining(`difference +${(100 * difference).toFixed(2)} (+`),
      `Williams ${williamsText(far!)}; n = 40`,
    ]);
    expect(comparisonText(near!, table)).toContain('The best of the row, on the 40 pairs');
  });

  it('says why there is no test', () => {
    const table = againstBest({
      gold,
      systems: [
        { id: 'near', scores: noisy(0.5) },
        { id: 'flat', scores: gold.map(() => 1) },
      ],
    });
    expect(comparisonText(table.rows[1]!, table)).toMatch(/^Not compared: /);
  });
});
