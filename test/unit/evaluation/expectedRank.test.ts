import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectedRanks } from '../../../src/evaluation/expectedRank.ts';
import type { RankedSystem, Submissions } from '../../../src/evaluation/expectedRank.ts';
import { seeded } from '../../../src/evaluation/random.ts';
import { Cancelled } from '../../../src/failure.ts';

const count = (n: number, of: (at: number) => number): number[] =>
  Array.from({ length: n }, (_, at) => of(at));

function random(id: string, submissions: number, seed: number): Submissions {
  const draw = seeded(seed);
  return { id, scores: count(submissions, () => draw() / 2 ** 32) };
}

const expectedOf = (system: RankedSystem) => {
  if (system.expected === null) throw new Error(`${system.id} has no expected rank`);
  return system.expected;
};

const choose = (n: number, k: number): number => {
  let product = 1;
  for (let at = 1; at <= k; at++) product = (product * (n - k + at)) / at;
  return product;
};

/** Chance that the best of five drawn without replacement is the i-th lowest: C(i, 4) / C(n, 5), i from 0. */
const chanceOfBest = (n: number, i: number): number => choose(i, 4) / choose(n, 5);

describe('expectedRanks', () => {
  it('finds the exact expectation of two systems', async () => {
    const a = random('a', 12, 1);
    const b = random('b', 50, 2);
    const [sortedA, sortedB] = [a, b].map(({ scores }) => [...scores].sort((x, y) => x - y));
    let aWins = 0;
    sortedA!.forEach((scoreA, i) => {
      sortedB!.forEach((scoreB, j) => {
        if (scoreA > scoreB) aWins += chanceOfBest(12, i) * chanceOfBest(50, j);
      });
    });
    const samples = 40_000;
    const { systems } = await expectedRanks([a, b], { seed: 1, samples });
    const deviation = Math.sqrt(aWins * (1 - aWins));
    const error = 4 * (deviation / Math.sqrt(samples));
    expect(Math.abs(expectedOf(systems[0]!).mean - (2 - aWins))).toBeLessThan(error);
    expect(Math.abs(expectedOf(systems[1]!).mean - (1 + aWins))).toBeLessThan(error);
    expect(expectedOf(systems[0]!).deviation).toBeCloseTo(deviation, 2);
  });

  it('draws all of five or fewer: the rank is then certain', async () => {
    const { systems } = await expectedRanks(
      [
        { id: 'low', scores: [1, 2] },
        { id: 'high', scores: [0, 0, 0, 0, 9] },
        { id: 'middle', scores: [5] },
      ],
      { seed: 1, samples: 200 },
    );
    expect(systems.map((system) => expectedOf(system))).toEqual(
      [3, 1, 2].map((rank) => ({ mean: rank, deviation: 0, low: rank, high: rank })),
    );
    expect(systems.map(({ drawn }) => drawn)).toEqual([2, 5, 1]);
    expect(systems.map(({ plainRank }) => plainRank)).toEqual([3, 1, 2]);
  });

  it('keeps the latest fifty for the draw, and all for the plain rank', async () => {
    const { systems } = await expectedRanks(
      [
        { id: 'once good', scores: [100, ...count(50, () => 1)] },
        { id: 'steady', scores: count(50, () => 2) },
      ],
      { seed: 1, samples: 500 },
    );
    expect(systems[0]).toMatchObject({ scored: 51, older: 1, missing: 0, drawn: 5, bestScore: 100 });
    expect(systems.map(({ plainRank }) => plainRank)).toEqual([1, 2]);
    expect(systems.map((system) => expectedOf(system).mean)).toEqual([2, 1]);
  });

  it('does not reward many submissions of the same quality', async () => {
    // The best of 50 would nearly always beat the best of 5.
    const [few, many] = [random('few', 50, 3), random('many', 50, 4)];
    const { systems } = await expectedRanks([few, { ...many, scores: [...few.scores, ...many.scores] }], {
      seed: 1,
    });
    expect(Math.abs(expectedOf(systems[0]!).mean - 1.5)).toBeLessThan(0.2);
  });

  it('gives equal systems the middle rank', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 9 }), async (k, runs) => {
        const equal = count(k, (at) => at).map((at) => ({ id: `${at}`, scores: count(runs, () => 0.5) }));
        const { systems } = await expectedRanks(equal, { seed: 1, samples: 20 });
        const middle = (k + 1) / 2;
        for (const system of systems) {
          expect(system.plainRank).toBe(middle);
          expect(expectedOf(system)).toEqual({ mean: middle, deviation: 0, low: middle, high: middle });
        }
      }),
      { numRuns: 30 },
    );
    // The same submissions, each drawn for itself.
    const same = random('x', 30, 5).scores;
    const { systems } = await expectedRanks(
      ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, scores: same })),
      { seed: 2 },
    );
    for (const system of systems) {
      expect(Math.abs(expectedOf(system).mean - 3)).toBeLessThan(0.06);
      expect(expectedOf(system)).toMatchObject({ low: 1, high: 5 });
    }
  });

  it('averages ranks that add up, between low and high', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 60 }), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.nat(),
        async (lists, seed) => {
          const given = lists.map((scores, at) => ({ id: `${at}`, scores }));
          const { systems } = await expectedRanks(given, { seed, samples: 50 });
          let sum = 0;
          for (const system of systems) {
            const { mean, low, high } = expectedOf(system);
            sum += mean;
            expect(low).toBeGreaterThanOrEqual(1);
            expect(high).toBeLessThanOrEqual(lists.length);
            expect(low).toBeLessThanOrEqual(high);
          }
          expect(sum).toBeCloseTo((lists.length * (lists.length + 1)) / 2, 9);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('is fixed by the seed; a system that comes in last changes no draw of the others', async () => {
    const some = [random('a', 50, 6), random('b', 40, 7), random('c', 30, 8)];
    const first = await expectedRanks(some, { seed: 9, samples: 500 });
    expect(await expectedRanks(some, { seed: 9, samples: 500 })).toEqual(first);
    const reordered = await expectedRanks([some[2]!, some[0]!, some[1]!], { seed: 9, samples: 500 });
    expect(reordered.systems).toEqual([first.systems[2], first.systems[0], first.systems[1]]);
    const worst = { id: 'worst', scores: count(50, (at) => -at - 1) };
    const more = await expectedRanks([worst, ...some], { seed: 9, samples: 500 });
    expect(more.systems.slice(1)).toEqual(first.systems);
    const other = await expectedRanks(some, { seed: 10, samples: 500 });
    expect(other.systems.map((system) => expectedOf(system).mean)).not.toEqual(
      first.systems.map((system) => expectedOf(system).mean),
    );
  });

  it('counts submissions without a score, and does not rank a system that has none', async () => {
    const { systems } = await expectedRanks(
      [
        { id: 'failed', scores: [NaN, NaN] },
        { id: 'never', scores: [] },
        { id: 'some', scores: [NaN, 0.5, NaN, ...count(50, () => 0)] },
      ],
      { seed: 1, samples: 10 },
    );
    expect(systems[0]).toEqual({
      id: 'failed',
      scored: 0,
      missing: 2,
      older: 0,
      drawn: 0,
      bestScore: null,
      plainRank: null,
      expected: null,
    });
    expect(systems[1]).toMatchObject({ missing: 0, expected: null });
    expect(systems[2]).toMatchObject({ scored: 51, missing: 2, older: 1, bestScore: 0.5, plainRank: 1 });
    expect((await expectedRanks([], { seed: 1 })).systems).toEqual([]);
  });

  it('refuses what does not fit', async () => {
    const a = { id: 'a', scores: [1] };
    await expect(expectedRanks([a, a], { seed: 1 })).rejects.toThrow(RangeError);
    await expect(expectedRanks([{ id: 'a', scores: [Infinity] }], { seed: 1 })).rejects.toThrow(RangeError);
    await expect(expectedRanks([a], { seed: 0.5 })).rejects.toThrow(RangeError);
    await expect(expectedRanks([a], { seed: 1, samples: 0 })).rejects.toThrow(RangeError);
  });

  it('reports, and stops at the first pause after an abort', async () => {
    const controller = new AbortController();
    let ms = 0;
    const seen: [number, number][] = [];
    const job = expectedRanks([random('a', 50, 1)], {
      seed: 1,
      signal: controller.signal,
      now: () => (ms += 10),
      report: (done, total) => seen.push([done, total]),
      pause: async () => controller.abort(),
    });
    await expect(job).rejects.toThrow(Cancelled);
    expect(seen).toEqual([[5, 10_000]]);
  });
});
