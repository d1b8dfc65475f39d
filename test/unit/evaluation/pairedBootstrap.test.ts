import { describe, expect, it } from 'vitest';
import { pearson } from '../../../src/evaluation/correlation.ts';
import { normalQuantile } from '../../../src/evaluation/normal.ts';
import { pairedBootstrap } from '../../../src/evaluation/pairedBootstrap.ts';
import type { PairedDifferences } from '../../../src/evaluation/pairedBootstrap.ts';
import { seeded } from '../../../src/evaluation/random.ts';
import type { DefinedInterval, Interval } from '../../../src/evaluation/types.ts';
import { zouOverlapping } from '../../../src/evaluation/zou.ts';
import { Cancelled } from '../../../src/failure.ts';

const MEASURES = ['pearson', 'spearman'] as const;

function defined(interval: Interval): DefinedInterval {
  if (interval.low === null) throw new Error(`not defined: ${interval.reason}`);
  return interval;
}

/** Gold, and systems that add noise of these deviations to it. */
function noisy(size: number, deviations: readonly number[], seed: number): [Float64Array, Float64Array[]] {
  const random = seeded(seed);
  const normal = (): number => normalQuantile((random() + 0.5) / 2 ** 32);
  const gold = Float64Array.from({ length: size }, normal);
  return [gold, deviations.map((deviation) => gold.map((value) => value + deviation * normal()))];
}

const only = (found: (PairedDifferences | null)[]): PairedDifferences =>
  found.find((differences) => differences !== null)!;

describe('pairedBootstrap', () => {
  it('agrees with the interval of Zou where the columns are normal', async () => {
    const [gold, [a, b]] = noisy(400, [0.6, 0.8], 1);
    const found = only(await pairedBootstrap(gold, [a!, b!], 0, { seed: 1 }));
    const zou = zouOverlapping({
      first: pearson(a!, gold).value!,
      second: pearson(b!, gold).value!,
      between: pearson(a!, b!).value!,
      n: 400,
    });
    if (zou.low === null) throw new Error(zou.reason);
    const { low, high, method, samples, dropped } = defined(found.pearson.interval);
    expect({ method, samples, dropped }).toEqual({ method: 'percentile', samples: 2000, dropped: 0 });
    expect(Math.abs(low - zou.low)).toBeLessThan(0.012);
    expect(Math.abs(high - zou.high)).toBeLessThan(0.012);
    const difference = pearson(a!, gold).value! - pearson(b!, gold).value!;
    expect(found.pearson.difference).toEqual({ value: difference });
    expect(found.pearson.shareAhead.value).toBeLessThan(0.01);
  });

  it('mirrors when the reference changes', async () => {
    const [gold, [a, b]] = noisy(60, [0.6, 0.7], 2);
    const ahead = only(await pairedBootstrap(gold, [a!, b!], 0, { seed: 3, samples: 500 }));
    // Gold has no ties, so both draw the same resamples.
    const behind = only(await pairedBootstrap(gold, [a!, b!], 1, { seed: 3, samples: 500 }));
    for (const name of MEASURES) {
      const there = defined(ahead[name].interval);
      const back = defined(behind[name].interval);
      expect(back.low).toBeCloseTo(-there.high, 10);
      expect(back.high).toBeCloseTo(-there.low, 10);
      expect(behind[name].shareAhead.value).toBeCloseTo(1 - ahead[name].shareAhead.value!, 12);
      expect(behind[name].difference.value).toBeCloseTo(-ahead[name].difference.value!, 12);
    }
  });

  it('finds no difference between a system and a rescaling of it', async () => {
    const [gold, [a]] = noisy(50, [0.5], 4);
    const rescaled = a!.map((value) => 3 * value - 7);
    const found = only(await pairedBootstrap(gold, [a!, rescaled], 0, { seed: 1, samples: 200 }));
    for (const name of MEASURES) {
      expect(found[name].difference.value).toBeCloseTo(0, 12);
      expect(found[name].shareAhead).toEqual({ value: 0.5 });
      expect(found[name].interval).toEqual({ low: null, reason: 'every resample gives the same difference' });
    }
  });

  it('is fixed by the seed, whatever the scale, the order of rows or further systems', async () => {
    const [gold, [a, b, c]] = noisy(80, [0.5, 0.6, 0.7], 5);
    const options = { seed: 11, samples: 300 };
    const found = await pairedBootstrap(gold, [a!, b!], 0, options);
    expect(await pairedBootstrap(gold, [a!, b!], 0, options)).toEqual(found);
    const more = await pairedBootstrap(gold, [a!, b!, c!], 0, options);
    expect(more[1]).toEqual(found[1]);
    const others = [
      await pairedBootstrap(
        gold.slice().reverse(),
        [a!, b!].map((column) => column.slice().reverse()),
        0,
        options,
      ),
      await pairedBootstrap(
        gold.map((value) => 2 * value + 1),
        [a!.map((value) => value * 10), b!.map((value) => value / 4 - 3)],
        0,
        options,
      ),
    ];
    const moved = only(await pairedBootstrap(gold, [a!, b!], 0, { ...options, seed: 12 }));
    for (const name of MEASURES) {
      const { low, high } = defined(only(found)[name].interval);
      for (const other of others) {
        expect(defined(only(other)[name].interval).low).toBeCloseTo(low, 9);
        expect(defined(only(other)[name].interval).high).toBeCloseTo(high, 9);
      }
      expect(defined(moved[name].interval).low).not.toBe(low);
    }
  });

  it('has a reason where a correlation is not defined or the pairs are few', async () => {
    const [gold, [a, b]] = noisy(30, [0.5, 0.6], 6);
    const constant = new Float64Array(30).fill(2);
    const found = await pairedBootstrap(gold, [a!, constant, b!], 0, { seed: 1, samples: 200 });
    expect(found[0]).toBeNull();
    expect(found[1]!.pearson).toEqual({
      difference: { value: null, reason: 'all predictions equal' },
      interval: { low: null, reason: 'all predictions equal' },
      shareAhead: { value: null, reason: 'all predictions equal' },
    });
    expect(found[2]!.pearson.interval.low).not.toBeNull();
    const other = only(await pairedBootstrap(gold, [constant, a!], 0, { seed: 1, samples: 200 }));
    expect(other.spearman.interval).toEqual({
      low: null,
      reason: 'the system compared with: all predictions equal',
    });
    const few = only(
      await pairedBootstrap(gold.slice(0, 9), [a!.slice(0, 9), b!.slice(0, 9)], 0, { seed: 1 }),
    );
    expect(few.pearson.difference.value).not.toBeNull();
    expect(few.pearson.shareAhead).toEqual({ value: null, reason: 'fewer than 10 pairs (9)' });
  });

  it('drops resamples that came out constant for one system, and gives up on too many', async () => {
    const [gold, [a]] = noisy(20, [0.5], 7);
    const withOnes = (count: number): Float64Array => gold.map((_, row) => (row >= 20 - count ? 1 : 0));
    // One pair differs: 0.95^20 = 36 % of the resamples miss it. Three: 0.85^20 = 4 %.
    const [, one, three] = await pairedBootstrap(gold, [a!, withOnes(1), withOnes(3)], 0, { seed: 1 });
    expect(one!.pearson.interval).toMatchObject({ low: null });
    expect(one!.pearson.shareAhead).toMatchObject({ value: null });
    if (one!.spearman.interval.low === null) {
      expect(one!.spearman.interval.reason).toMatch(/^\d{3} of 2000 resamples came out constant$/);
    }
    const { dropped } = defined(three!.pearson.interval);
    expect(dropped).toBeGreaterThan(40);
    expect(dropped).toBeLessThanOrEqual(100);
  });

  it('draws fewer resamples of very many pairs, and says so; reads no end beyond the outermost', async () => {
    const [gold, [a, b]] = noisy(50_000, [0.5, 0.6], 8);
    const found = only(await pairedBootstrap(gold, [a!, b!], 0, { seed: 1 }));
    expect(defined(found.pearson.interval)).toMatchObject({
      samples: 800,
      note: '800 resamples instead of 2000, because of 50000 pairs',
    });
    const [small, [c, d]] = noisy(50, [0.5, 0.6], 9);
    const few = only(await pairedBootstrap(small, [c!, d!], 0, { seed: 1, samples: 20 }));
    expect(few.pearson.interval).toEqual({
      low: null,
      reason: 'an end lies beyond the outermost of 20 resamples: draw more',
    });
  });

  it('refuses options out of range', async () => {
    const [gold, [a, b]] = noisy(20, [0.5, 0.6], 1);
    const run = (reference: number, options: { seed: number; samples?: number; level?: number }) =>
      pairedBootstrap(gold, [a!, b!], reference, options);
    await expect(run(2, { seed: 1 })).rejects.toThrow(RangeError);
    await expect(run(0, { seed: -1 })).rejects.toThrow(RangeError);
    await expect(run(0, { seed: 1, samples: 0 })).rejects.toThrow(RangeError);
    await expect(run(0, { seed: 1, level: 1 })).rejects.toThrow(RangeError);
    await expect(pairedBootstrap(gold, [a!.slice(1)], 0, { seed: 1 })).rejects.toThrow(RangeError);
  });

  it('pauses, reports and ends at the total; stops at the first pause after an abort', async () => {
    const [gold, [a, b]] = noisy(20, [0.5, 0.6], 1);
    // A clock that advances by 10 ms a look: a slice of 50 ms is five resamples.
    const ticking = (): (() => number) => {
      let ms = 0;
      return () => (ms += 10);
    };
    const seen: [number, number][] = [];
    let pauses = 0;
    await pairedBootstrap(gold, [a!, b!], 0, {
      seed: 1,
      samples: 100,
      now: ticking(),
      pause: async () => void pauses++,
      report: (done, total) => seen.push([done, total]),
    });
    expect(pauses).toBeGreaterThan(10);
    expect(seen).toHaveLength(pauses + 1);
    expect(seen.at(-1)).toEqual([100, 100]);

    const controller = new AbortController();
    let before = 0;
    const job = pairedBootstrap(gold, [a!, b!], 0, {
      seed: 1,
      signal: controller.signal,
      now: ticking(),
      pause: async () => {
        if (++before === 3) controller.abort();
      },
    });
    await expect(job).rejects.toThrow(Cancelled);
    expect(before).toBe(3);
    const late = pairedBootstrap(gold, [a!, b!], 0, { seed: 1, signal: AbortSignal.abort() });
    await expect(late).rejects.toThrow(Cancelled);
  });
});
