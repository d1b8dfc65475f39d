import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { againstBest, bootstrapAgainstBest } from '../../../src/evaluation/againstBest.ts';
import type { Comparison, ComparedSystem } from '../../../src/evaluation/againstBest.ts';
import { pearson, spearman } from '../../../src/evaluation/correlation.ts';
import { holm } from '../../../src/evaluation/holm.ts';
import { normalQuantile } from '../../../src/evaluation/normal.ts';
import { seeded } from '../../../src/evaluation/random.ts';
import { williams } from '../../../src/evaluation/williams.ts';
import { zouOverlapping } from '../../../src/evaluation/zou.ts';
import { Cancelled } from '../../../src/failure.ts';

/** Gold, and systems named by the noise that they add to it. */
function noisy(size: number, deviations: readonly number[], seed: number) {
  const random = seeded(seed);
  const normal = (): number => normalQuantile((random() + 0.5) / 2 ** 32);
  const gold = Float64Array.from({ length: size }, normal);
  const systems = deviations.map((deviation): ComparedSystem => ({
    id: `noise ${deviation}`,
    scores: gold.map((value) => value + deviation * normal()),
  }));
  return { gold, systems };
}

function comparisonOf(table: ReturnType<typeof againstBest>, index: number): Comparison {
  const { comparison } = table.rows[index]!;
  if (comparison === null) throw new Error(`no comparison of ${table.rows[index]!.id}`);
  return comparison;
}

describe('againstBest', () => {
  it('sets every system against the best, on the same pairs', () => {
    const { gold, systems } = noisy(200, [0.7, 0.5, 0.52, 1.5], 1);
    const table = againstBest({ gold, systems });
    expect(table.best).toBe(1);
    expect(table.rows[1]!.comparison).toBeNull();
    const best = systems[1]!.scores;
    const pValues: number[] = [];
    for (const index of [0, 2, 3]) {
      const own = systems[index]!.scores;
      const correlations = {
        first: pearson(best, gold).value!,
        second: pearson(own, gold).value!,
        between: pearson(best, own).value!,
        n: 200,
      };
      const test = williams(correlations);
      expect(table.rows[index]).toMatchObject({
        pearson: { value: correlations.second },
        spearman: spearman(own, gold),
        missing: 0,
        comparison: {
          difference: correlations.first - correlations.second,
          interval: zouOverlapping(correlations),
          williams: test,
          p: test.p,
        },
      });
      pValues.push(test.p!);
    }
    const adjusted = holm(pValues);
    [0, 2, 3].forEach((index, place) => expect(comparisonOf(table, index).holm).toBe(adjusted[place]));
    expect(comparisonOf(table, 2).verdict).toBe('not significantly worse');
    expect(comparisonOf(table, 3).verdict).toBe('significantly worse');
    expect(comparisonOf(table, 3).holmVerdict).toBe('significantly worse');
  });

  it('reads one side, another level and Holm apart from the plain verdict when asked', () => {
    // Twelve systems of about the same p: Holm multiplies by up to twelve.
    const { gold, systems } = noisy(300, [0.5, ...Array.from({ length: 12 }, (_, at) => 0.6 + at / 1e4)], 3);
    const two = againstBest({ gold, systems });
    const one = againstBest({ gold, systems, alternative: 'one-sided', level: 0.8 });
    for (let index = 1; index < systems.length; index++) {
      const [wide, narrow] = [comparisonOf(two, index), comparisonOf(one, index)];
      expect(narrow.p).toBeCloseTo(wide.p! / 2, 14);
      expect(narrow.williams).toEqual(wide.williams);
      if (wide.interval.low === null || narrow.interval.low === null) throw new Error('no interval');
      expect(narrow.interval.low).toBeGreaterThan(wide.interval.low);
    }
    const rows = two.rows.flatMap(({ comparison }) => (comparison === null ? [] : [comparison]));
    expect(rows.filter((row) => row.verdict !== row.holmVerdict).length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row.verdict).toBe(row.p! > 0.05 ? 'not significantly worse' : 'significantly worse');
      expect(row.holmVerdict).toBe(row.holm! > 0.05 ? 'not significantly worse' : 'significantly worse');
    }
  });

  it('uses the pairs that all systems scored, and says why others were left out', () => {
    const { gold, systems } = noisy(40, [0.5, 0.6], 4);
    const [a, b] = systems;
    gold[0] = NaN;
    gold[1] = Infinity;
    a!.scores[2] = NaN;
    a!.scores[3] = NaN;
    b!.scores[3] = NaN;
    b!.scores[4] = Infinity;
    // A reason counts even beside a finite score.
    const reasons = new Uint8Array(40);
    reasons[5] = 2;
    const table = againstBest({
      gold,
      systems: [a!, { ...b!, reasons, reasonNames: ['scored', 'empty text', 'no known word'] }],
      subset: Int32Array.from({ length: 39 }, (_, row) => row),
    });
    expect(table.used).toEqual(Int32Array.from({ length: 33 }, (_, row) => row + 6));
    expect(table.skipped).toEqual([
      { reason: 'gold score is not a finite number', count: 1 },
      { reason: 'no score of 2 systems', count: 1 },
      { reason: 'noise 0.5: no score', count: 1 },
      { reason: 'noise 0.6: no known word', count: 1 },
      { reason: 'noise 0.6: score is not a finite number', count: 1 },
      { reason: 'unrated', count: 1 },
    ]);
    expect(table.rows.map(({ missing }) => missing)).toEqual([2, 3]);
    const slice = (column: Float64Array): Float64Array => column.slice(6, 39);
    expect(table.rows[0]!.pearson).toEqual(pearson(slice(a!.scores), slice(gold)));
  });

  it('does not let a system without scores empty the table', () => {
    const { gold, systems } = noisy(20, [0.5, 0.6], 5);
    const empty = { id: 'empty', scores: new Float64Array(20).fill(NaN) };
    const table = againstBest({ gold, systems: [empty, ...systems] });
    expect(table.unscored).toEqual([0]);
    expect(table.used).toHaveLength(20);
    expect(table.rows[0]).toEqual({
      id: 'empty',
      pearson: { value: null, reason: 'fewer than 3 pairs with a score of this system' },
      spearman: { value: null, reason: 'fewer than 3 pairs with a score of this system' },
      missing: 20,
      comparison: null,
    });
    expect(comparisonOf(table, table.best === 1 ? 2 : 1).p).not.toBeNull();
  });

  it('keeps a constant system in the table, without a number', () => {
    const { gold, systems } = noisy(20, [0.5, 0.6], 6);
    const table = againstBest({ gold, systems: [{ id: 'flat', scores: new Float64Array(20) }, ...systems] });
    expect(table.rows[0]!.pearson).toEqual({ value: null, reason: 'all predictions equal' });
    expect(table.rows[0]!.comparison).toBeNull();
    expect(table.best).toBe(1);
  });

  it('handles one system, none, and too few pairs', () => {
    const { gold, systems } = noisy(20, [0.5, 0.6], 7);
    const alone = againstBest({ gold, systems: systems.slice(0, 1) });
    expect(alone).toMatchObject({ best: 0, rows: [{ comparison: null }] });
    expect(againstBest({ gold, systems: [] })).toMatchObject({ best: null, rows: [] });
    const two = againstBest({ gold, systems, subset: Int32Array.of(3, 4) });
    expect(two).toMatchObject({ best: null, unscored: [] });
    expect(two.rows[0]!.pearson).toEqual({ value: null, reason: 'fewer than 3 pairs (2)' });
    const three = againstBest({ gold, systems, subset: Int32Array.of(3, 4, 5) });
    const other = three.best === 0 ? 1 : 0;
    expect(comparisonOf(three, other)).toMatchObject({
      williams: { p: null, reason: 'fewer than 4 pairs (3)' },
      interval: { low: null },
      p: null,
      holm: null,
      verdict: null,
      holmVerdict: null,
    });
  });

  it('gives p = 1 and no difference for a system and a rescaling of it, the first being best', () => {
    fc.assert(
      fc.property(
        fc.nat(1000),
        fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
        fc.double({ min: -100, max: 100, noNaN: true }),
        (seed, factor, offset) => {
          const { gold, systems } = noisy(30, [0.5], seed);
          // Shifted before it is scaled: a score may not be lost in the rounding of what is added to it.
          const copy = { id: 'copy', scores: systems[0]!.scores.map((score) => factor * (score + offset)) };
          const table = againstBest({ gold, systems: [systems[0]!, copy] });
          expect(table.best).toBe(0);
          expect(comparisonOf(table, 1)).toEqual({
            difference: 0,
            interval: { low: null, reason: 'its scores are those of the best, or a rescaling of them' },
            williams: { p: 1, t: 0, degrees: 27, pFirstHigher: 0.5 },
            p: 1,
            holm: 1,
            verdict: 'not significantly worse',
            holmVerdict: 'not significantly worse',
          });
        },
      ),
      { numRuns: 50 },
    );
  });

  it('does not move when a system is rescaled or the systems change places', () => {
    const { gold, systems } = noisy(100, [0.5, 0.6, 0.7], 8);
    const table = againstBest({ gold, systems });
    const moved = againstBest({
      gold: gold.map((value) => 4 * value - 1),
      systems: systems
        .map(({ id, scores }) => ({ id, scores: scores.map((score) => 0.01 * score + 5) }))
        .reverse(),
    });
    expect(moved.rows[moved.best!]!.id).toBe(table.rows[table.best!]!.id);
    for (const index of [1, 2]) {
      const [before, after] = [comparisonOf(table, index), comparisonOf(moved, 2 - index)];
      expect(after.p).toBeCloseTo(before.p!, 9);
      expect(after.holm).toBeCloseTo(before.holm!, 9);
      expect(after.difference).toBeCloseTo(before.difference, 12);
    }
  });

  it('calls a true tie significant about as often as the level says', () => {
    let significant = 0;
    const trials = 1000;
    for (let trial = 0; trial < trials; trial++) {
      const table = againstBest({ ...noisy(50, [0.7, 0.7001], 10_000 + trial) });
      const other = table.best === 0 ? 1 : 0;
      if (comparisonOf(table, other).verdict === 'significantly worse') significant++;
    }
    // Two-sided, so that the choice of the best does no harm with two systems.
    expect(significant / trials).toBeGreaterThan(0.03);
    expect(significant / trials).toBeLessThan(0.07);
  });

  it('refuses what does not fit', () => {
    const { gold, systems } = noisy(10, [0.5, 0.6], 9);
    const [a, b] = systems;
    const bad: Parameters<typeof againstBest>[0][] = [
      { gold, systems: [a!, { ...b!, id: a!.id }] },
      { gold, systems: [{ ...a!, scores: a!.scores.slice(1) }] },
      { gold, systems: [{ ...a!, reasons: new Uint8Array(3) }] },
      { gold, systems, subset: Int32Array.of(10) },
      { gold, systems, subset: Int32Array.of(1, 1) },
      { gold, systems, level: 1 },
    ];
    for (const input of bad) expect(() => againstBest(input)).toThrow(RangeError);
  });
});

describe('bootstrapAgainstBest', () => {
  it('adds the bootstrap to each comparison, and leaves the rest', async () => {
    const { gold, systems } = noisy(100, [0.6, 0.5, 2], 11);
    gold[7] = NaN;
    const flat = { id: 'flat', scores: new Float64Array(100) };
    const input = { gold, systems: [flat, ...systems] };
    const table = againstBest(input);
    const full = await bootstrapAgainstBest(table, input, { seed: 1, samples: 400 });
    expect(full.best).toBe(2);
    expect([full.rows[0], full.rows[2]]).toEqual([table.rows[0], table.rows[2]]);
    for (const index of [1, 3]) {
      const { bootstrap, ...rest } = comparisonOf(full, index);
      expect(rest).toEqual(comparisonOf(table, index));
      expect(bootstrap!.pearson.difference.value).toBeCloseTo(rest.difference, 12);
    }
    const shares = [1, 3].map((index) => comparisonOf(full, index).bootstrap!.pearson.shareAhead.value!);
    expect(shares[0]).toBeGreaterThan(shares[1]!);
    expect(shares[1]).toBe(0);
  });

  it('has nothing to do without a best system, and can be cancelled', async () => {
    const { gold, systems } = noisy(50, [0.5, 0.6], 12);
    const empty = { gold, systems: [] };
    const table = againstBest(empty);
    expect(await bootstrapAgainstBest(table, empty, { seed: 1 })).toBe(table);
    const job = bootstrapAgainstBest(
      againstBest({ gold, systems }),
      { gold, systems },
      { seed: 1, signal: AbortSignal.abort() },
    );
    await expect(job).rejects.toThrow(Cancelled);
  });
});

const mirror = process.env.STS_DATA_DIR;

describe.skipIf(!mirror)('againstBest on STS-B test (skipped: STS_DATA_DIR is not set)', () => {
  it('agrees between test and bootstrap', async () => {
    const lines = readFileSync(join(mirror!, 'stsbenchmark/sts-test.csv'), 'utf8').trimEnd().split('\n');
    const rows = lines.map((line) => line.split('\t'));
    const gold = Float64Array.from(rows, (row) => Number(row[4]));
    const words = (text: string): Set<string> => new Set(text.toLowerCase().match(/[a-z0-9]+/g) ?? []);
    const pairs = rows.map((row) => [words(row[5]!), words(row[6]!)] as const);
    const shared = ([a, b]: (typeof pairs)[number]): number => [...a].filter((word) => b.has(word)).length;
    const systems = [
      { id: 'cosine', of: (p: (typeof pairs)[number]) => shared(p) / Math.sqrt(p[0].size * p[1].size) },
      { id: 'Dice', of: (p: (typeof pairs)[number]) => (2 * shared(p)) / (p[0].size + p[1].size) },
      { id: 'shared words', of: shared },
    ].map(({ id, of }) => ({ id, scores: Float64Array.from(pairs, of) }));
    const input = { gold, systems };
    const table = await bootstrapAgainstBest(againstBest(input), input, { seed: 1, samples: 1000 });
    expect(table.used).toHaveLength(gold.length);
    const counted = comparisonOf(table, 2);
    expect(counted.verdict).toBe('significantly worse');
    expect(counted.bootstrap!.pearson.shareAhead.value).toBe(0);
  });
});
