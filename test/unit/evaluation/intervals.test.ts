import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pearson } from '../../../src/evaluation/correlation.ts';
import {
  acceleration,
  bcaProbabilities,
  biasCorrection,
  bootstrap,
  quantileOfSorted,
} from '../../../src/evaluation/intervals.ts';
import { jackknife } from '../../../src/evaluation/jackknife.ts';
import { normalQuantile } from '../../../src/evaluation/normal.ts';
import { seeded } from '../../../src/evaluation/random.ts';
import { presort } from '../../../src/evaluation/resample.ts';
import type { DefinedInterval, Interval } from '../../../src/evaluation/types.ts';
import { Cancelled } from '../../../src/failure.ts';
import { tiedPairs } from './arbitrary.ts';

/** Efron and Tibshirani 1993, table 3.1: 15 law schools, LSAT and GPA; r = 0.776. */
const lsat = [576, 635, 558, 578, 666, 580, 555, 661, 651, 605, 653, 575, 545, 572, 594];
const gpa = [3.39, 3.3, 2.81, 3.03, 3.44, 3.07, 3.0, 3.43, 3.36, 3.13, 3.12, 2.74, 2.76, 2.88, 2.96];

const names = ['pearson', 'spearman', 'kendall'] as const;

function defined(interval: Interval): DefinedInterval {
  if (interval.low === null) throw new Error(`not defined: ${interval.reason}`);
  return interval;
}

const ends = (interval: Interval): [number, number] => [defined(interval).low, defined(interval).high];

/** Pairs from a bivariate normal of the given correlation. */
function normalPairs(size: number, correlation: number, seed: number): [Float64Array, Float64Array] {
  const random = seeded(seed);
  const normal = (): number => normalQuantile((random() + 0.5) / 2 ** 32);
  const x = Float64Array.from({ length: size }, normal);
  const y = Float64Array.from(x, (value) => correlation * value + Math.sqrt(1 - correlation ** 2) * normal());
  return [x, y];
}

describe('the law school data', () => {
  it('has the published correlation, jackknife standard error and acceleration', () => {
    expect(pearson(lsat, gpa).value).toBeCloseTo(0.776, 3);
    const values = jackknife(presort(lsat, gpa))!.pearson;
    const mean = values.reduce((a, b) => a + b, 0) / values.length;
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    // Efron and Gong 1983: 0.142; the further digits from scipy.
    expect(Math.sqrt((14 / 15) * squares)).toBeCloseTo(0.14251861860227, 11);
    expect(acceleration(values)).toBeCloseTo(-0.07567156493788, 11);
  });

  it('has the intervals that scipy 1.17 finds with 20,000 resamples, within sampling error', async () => {
    const options = { seed: 5, samples: 20_000 };
    const bca = await bootstrap(lsat, gpa, options);
    const percentile = await bootstrap(lsat, gpa, { ...options, method: 'percentile' });
    const expected = {
      BCa: { pearson: [0.325, 0.943], spearman: [0.43, 0.963], kendall: [0.273, 0.878] },
      percentile: { pearson: [0.456, 0.961], spearman: [0.447, 0.964], kendall: [0.32, 0.899] },
    };
    for (const name of names) {
      for (const [interval, [low, high]] of [
        [bca[name], expected.BCa[name]],
        [percentile[name], expected.percentile[name]],
      ] as const) {
        expect(Math.abs(defined(interval).low - low!)).toBeLessThan(0.03);
        expect(Math.abs(defined(interval).high - high!)).toBeLessThan(0.01);
      }
    }
    expect(defined(bca.pearson)).toMatchObject({
      level: 0.95,
      method: 'BCa',
      samples: 20_000,
      seed: 5,
      note: null,
    });
    expect(defined(percentile.pearson).method).toBe('percentile');
  });
});

describe('the pieces of BCa', () => {
  it('reads the percentile ends where there is no bias and no skewness', () => {
    const [low, high] = bcaProbabilities(0, 0, 0.9) as [number, number];
    expect(low).toBeCloseTo(0.05, 12);
    expect(high).toBeCloseTo(0.95, 12);
  });

  it('moves both ends up for an estimate above most resamples', () => {
    // By hand: Phi(2 z0 + z) with z0 = 0.1 and no acceleration.
    const [low, high] = bcaProbabilities(0.1, 0, 0.95) as [number, number];
    expect(low).toBeCloseTo(0.039204, 5);
    expect(high).toBeCloseTo(0.984611, 5);
  });

  it('has no ends for a one-sided distribution or a pole', () => {
    expect(bcaProbabilities(-Infinity, 0, 0.95)).toMatch(/one side/);
    expect(bcaProbabilities(0, 0.6, 0.95)).toMatch(/skewness/);
  });

  it('counts ties by a half in the bias', () => {
    expect(biasCorrection(Float64Array.of(1, 2, 2, 3), 2)).toBe(0);
    expect(biasCorrection(Float64Array.of(1, 2, 3, 4), 1.5)).toBeCloseTo(normalQuantile(0.25), 12);
    expect(biasCorrection(Float64Array.of(1, 2), 0)).toBe(-Infinity);
    expect(biasCorrection(Float64Array.of(1, 2), 3)).toBe(Infinity);
  });

  it('has no acceleration where nothing changes', () => {
    expect(acceleration(Float64Array.of(1, 1, 1, 1))).toBeNull();
    expect(acceleration(Float64Array.of(1, 2, 3))).toBeCloseTo(0, 12);
  });

  it('interpolates quantiles', () => {
    const sorted = Float64Array.of(0, 10, 20);
    expect([0, 0.25, 0.5, 1].map((p) => quantileOfSorted(sorted, p))).toEqual([0, 5, 10, 20]);
  });
});

describe('bootstrap', () => {
  it('is fixed by the seed, whatever the order of rows, and moves with it', async () => {
    const [x, y] = normalPairs(80, 0.5, 1);
    const first = await bootstrap(x, y, { seed: 1, samples: 300 });
    expect(await bootstrap(x, y, { seed: 1, samples: 300 })).toEqual(first);
    const reversed = await bootstrap(x.slice().reverse(), y.slice().reverse(), { seed: 1, samples: 300 });
    const other = await bootstrap(x, y, { seed: 2, samples: 300 });
    for (const name of names) {
      expect(ends(reversed[name])[0]).toBeCloseTo(ends(first[name])[0], 10);
      expect(ends(reversed[name])[1]).toBeCloseTo(ends(first[name])[1], 10);
      expect(ends(other[name])).not.toEqual(ends(first[name]));
    }
  });

  it('gives ordered ends inside [-1, 1], or a reason', async () => {
    await fc.assert(
      fc.asyncProperty(tiedPairs(3), fc.nat(), async ({ x, y }, seed) => {
        const intervals = await bootstrap(x, y, { seed, samples: 100, level: 0.9 });
        for (const name of names) {
          const interval = intervals[name];
          if (interval.low === null) {
            expect(interval.reason.length).toBeGreaterThan(10);
            continue;
          }
          expect(interval.low).toBeGreaterThanOrEqual(-1);
          expect(interval.high).toBeLessThanOrEqual(1);
          expect(interval.low).toBeLessThanOrEqual(interval.high);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('covers the truth about as often as it says', async () => {
    const correlation = 0.6;
    // Population values for a bivariate normal.
    const truth = {
      pearson: correlation,
      spearman: (6 / Math.PI) * Math.asin(correlation / 2),
      kendall: (2 / Math.PI) * Math.asin(correlation),
    };
    const covered = { pearson: 0, spearman: 0, kendall: 0 };
    const trials = 200;
    for (let trial = 0; trial < trials; trial++) {
      const [x, y] = normalPairs(60, correlation, 1000 + trial);
      const intervals = await bootstrap(x, y, { seed: trial, samples: 400, level: 0.9 });
      for (const name of names) {
        const [low, high] = ends(intervals[name]);
        if (low <= truth[name] && truth[name] <= high) covered[name]++;
      }
    }
    for (const name of names) {
      expect(covered[name] / trials).toBeGreaterThan(0.82);
      expect(covered[name] / trials).toBeLessThan(0.96);
    }
  });

  it('is wider at a higher level', async () => {
    const [x, y] = normalPairs(60, 0.4, 9);
    const narrow = ends((await bootstrap(x, y, { seed: 1, level: 0.8 })).pearson);
    const wide = ends((await bootstrap(x, y, { seed: 1, level: 0.95 })).pearson);
    expect(wide[0]).toBeLessThan(narrow[0]);
    expect(wide[1]).toBeGreaterThan(narrow[1]);
  });

  it('gives the reason where there is no correlation, or too few pairs', async () => {
    const { pearson: constant } = await bootstrap([1, 1, 1, 1], [1, 2, 3, 4], { seed: 1 });
    expect(constant).toEqual({ low: null, reason: 'all predictions equal' });
    const few = await bootstrap([1, 2, 3, 4, 5, 6, 7, 8, 9], [1, 3, 2, 4, 5, 9, 7, 8, 6], { seed: 1 });
    for (const name of names) expect(few[name]).toEqual({ low: null, reason: 'fewer than 10 pairs (9)' });
  });

  it('drops resamples that came out constant, counts them, and gives up on too many', async () => {
    const y = Array.from({ length: 20 }, (_, row) => row);
    const withOnes = (count: number): number[] => y.map((row) => (row >= 20 - count ? 1 : 0));
    // One pair differs: 0.95^20 = 36 % of the resamples miss it. Three: 0.85^20 = 4 %.
    const one = await bootstrap(withOnes(1), y, { seed: 1 });
    expect(one.pearson).toMatchObject({
      low: null,
      reason: expect.stringMatching(/^3\d\d of 1000 resamples/),
    });
    const three = defined((await bootstrap(withOnes(3), y, { seed: 1 })).pearson);
    expect(three.samples).toBe(1000);
    expect(three.dropped).toBeGreaterThan(15);
    expect(three.dropped).toBeLessThanOrEqual(50);
  });

  it('says that resamples of a perfect correlation tell nothing', async () => {
    const x = Array.from({ length: 12 }, (_, row) => row);
    const intervals = await bootstrap(
      x,
      x.map((value) => value ** 3),
      { seed: 1 },
    );
    expect(defined(intervals.pearson).high).toBeLessThanOrEqual(1);
    expect(intervals.spearman).toEqual({ low: null, reason: 'every resample gives the same correlation' });
    expect(intervals.kendall).toEqual(intervals.spearman);
  });

  it('does not read an end beyond its outermost resamples', async () => {
    const [x, y] = normalPairs(50, 0.3, 4);
    const { pearson: interval } = await bootstrap(x, y, { seed: 1, samples: 20, method: 'percentile' });
    expect(interval).toMatchObject({ low: null, reason: expect.stringContaining('20 resamples') });
  });

  it('draws fewer resamples of very many pairs, and says so', async () => {
    const [x, y] = normalPairs(50_000, 0.8, 2);
    const interval = defined((await bootstrap(x, y, { seed: 1 })).kendall);
    expect(interval.samples).toBe(400);
    expect(interval.note).toBe('400 resamples instead of 1000, because of 50000 pairs');
  });

  it('refuses options out of range', async () => {
    await expect(bootstrap(lsat, gpa, { seed: 1, level: 1 })).rejects.toThrow(RangeError);
    await expect(bootstrap(lsat, gpa, { seed: 1, samples: 0 })).rejects.toThrow(RangeError);
    await expect(bootstrap(lsat, gpa, { seed: -1 })).rejects.toThrow(RangeError);
  });
});

describe('bootstrap among other work', () => {
  /** A clock that advances by 10 ms a look: a slice of 50 ms is five resamples. */
  const ticking = (): (() => number) => {
    let ms = 0;
    return () => (ms += 10);
  };

  it('pauses about every 50 ms, reports, and ends at the total', async () => {
    const seen: [number, number][] = [];
    let pauses = 0;
    await bootstrap(lsat, gpa, {
      seed: 1,
      samples: 100,
      now: ticking(),
      pause: async () => void pauses++,
      report: (done, total) => seen.push([done, total]),
    });
    expect(pauses).toBeGreaterThan(10);
    expect(pauses).toBeLessThanOrEqual(20);
    expect(seen).toHaveLength(pauses + 1);
    expect(seen.at(-1)).toEqual([100, 100]);
  });

  it('stops at the first pause after an abort', async () => {
    const controller = new AbortController();
    let pauses = 0;
    const job = bootstrap(lsat, gpa, {
      seed: 1,
      signal: controller.signal,
      now: ticking(),
      pause: async () => {
        if (++pauses === 3) controller.abort();
      },
    });
    await expect(job).rejects.toThrow(Cancelled);
    expect(pauses).toBe(3);
  });

  it('does not start when already aborted', async () => {
    const job = bootstrap(lsat, gpa, { seed: 1, signal: AbortSignal.abort() });
    await expect(job).rejects.toThrow(Cancelled);
  });

  it('lets timers run between slices', async () => {
    const [x, y] = normalPairs(8000, 0.7, 3);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 0);
    await expect(bootstrap(x, y, { seed: 1, samples: 5000, signal: controller.signal })).rejects.toThrow(
      Cancelled,
    );
  });
});
