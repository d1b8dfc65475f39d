import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOnGold } from '../../../src/evaluation/calibration.ts';
import type { GoldReading } from '../../../src/evaluation/calibration.ts';
import { categoryRows, categoryTable, errorSign, errorSigns } from '../../../src/evaluation/errors.ts';
import type { Category, CategoryInput } from '../../../src/evaluation/errors.ts';
import { intervalsFor } from '../../../src/evaluation/breakdown.ts';
import { fisherZ } from '../../../src/evaluation/fisherZ.ts';
import { holm } from '../../../src/evaluation/holm.ts';
import { welch } from '../../../src/evaluation/means.ts';
import { usable } from '../../../src/evaluation/usable.ts';
import { naivePearson, naiveSpearman } from './naive.ts';

const marks = (key: string, ...members: number[]): Category => ({ key, members: Uint8Array.from(members) });

function inputOf(scores: number[], gold: number[], errors?: number[]): CategoryInput {
  const columns = { scores: Float64Array.from(scores), gold: Float64Array.from(gold) };
  const { used } = usable(columns);
  const reading: GoldReading =
    errors === undefined
      ? readOnGold(columns.scores, columns.gold, [0, 5], used, 'min-max', 0)
      : { residuals: Float64Array.from(errors), predicted: columns.scores, note: null };
  return { ...columns, reading };
}

describe('errorSigns', () => {
  it('count strictly more than 1.0, with room for rounding, and say nothing of NaN', () => {
    const signs = errorSigns(Float64Array.of(1, -1, 1 + 1e-12, 1.001, -1.001, 0, NaN, Infinity));
    expect(signs).toEqual(['within', 'within', 'within', 'over', 'under', 'within', null, 'over']);
  });

  it('mirror', () => {
    const mirrored = { over: 'under', under: 'over', within: 'within' } as const;
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (error) => {
        expect(errorSign(-error)).toBe(mirrored[errorSign(error)!]);
      }),
    );
  });
});

describe('categoryTable', () => {
  const scores = [1, 2, 3, 4, 5, 6, 7, 8, NaN, 3];
  const gold = [1, 3, 2, 5, 4, 4, 5, 2, 3, NaN];
  const errors = [2, -1, 0.5, 1, -1.5, 0, 3, 1.25, NaN, NaN];
  const hard = marks('hard', 1, 1, 1, 1, 1, 0, 0, 0, 1, 1);
  const easy = marks('easy', 0, 0, 0, 1, 1, 1, 1, 0, 0, 0);

  it('sums up the pairs of a category and of the whole', () => {
    const table = categoryTable(inputOf(scores, gold, errors), [hard, easy]);
    const [row] = table.categories;
    expect(row).toMatchObject({
      key: 'hard',
      n: 5,
      skipped: [
        { reason: 'no score', count: 1 },
        { reason: 'unrated', count: 1 },
      ],
      meanError: { value: expect.closeTo(0.2, 12) },
      meanAbsoluteError: { value: expect.closeTo(1.2, 12) },
      overestimated: { value: 1 / 5 },
      underestimated: { value: 1 / 5 },
      pearson: { value: expect.closeTo(naivePearson(scores.slice(0, 5), gold.slice(0, 5)), 12) },
      spearman: { value: expect.closeTo(naiveSpearman(scores.slice(0, 5), gold.slice(0, 5)), 12) },
    });
    expect([...row!.rows]).toEqual([0, 1, 2, 3, 4]);
    expect(table.all).toMatchObject({ n: 8, overestimated: { value: 3 / 8 } });
    expect(table.all.skipped).toEqual(row!.skipped);
  });

  it('compares a category with all pairs outside it, and corrects over the table', () => {
    const { categories } = categoryTable(inputOf(scores, gold, errors), [hard, easy]);
    const [first, second] = categories;
    const [inside, outside] = [errors.slice(0, 5), errors.slice(5, 8)];
    expect(first!.meanErrorDifference.difference.value).toBeCloseTo(0.2 - 4.25 / 3, 12);
    expect(first!.meanErrorDifference.test).toEqual(welch(inside, outside));
    const [r1, r2] = [
      naivePearson(scores.slice(0, 5), gold.slice(0, 5)),
      naivePearson(scores.slice(5, 8), gold.slice(5, 8)),
    ];
    expect(first!.pearsonDifference.difference.value).toBeCloseTo(r1 - r2, 12);
    expect(first!.pearsonDifference.test).toEqual(
      fisherZ({ correlation: r1, n: 5 }, { correlation: r2, n: 3 }),
    );
    expect(first!.pearsonDifference.adjusted).toEqual({
      value: null,
      reason: 'outside: fewer than 4 pairs (3)',
    });
    const ps = [first!, second!].map((row) => row.meanErrorDifference.test.p!);
    expect([first!, second!].map((row) => row.meanErrorDifference.adjusted.value)).toEqual([...holm(ps)]);
    // The other test of the table was not made, so there is nothing to correct for.
    expect(second!.pearsonDifference.adjusted.value).toBe(second!.pearsonDifference.test.p);
  });

  it('gives reasons, never numbers, for an empty category, for one of a single pair and for one of all', () => {
    const everything = marks('all', ...scores.map(() => 1));
    const nothing = marks('none', ...scores.map(() => 0));
    const single = marks('one', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    const table = categoryTable(inputOf(scores, gold, errors), [everything, nothing, single]);
    const [whole, empty, one] = table.categories;
    expect(empty).toMatchObject({
      n: 0,
      skipped: [],
      meanError: { value: null, reason: 'no pairs' },
      meanErrorInterval: { low: null, reason: 'fewer than 2 pairs (0)' },
      meanAbsoluteError: { value: null, reason: 'no pairs' },
      overestimated: { value: null, reason: 'no pairs' },
      underestimated: { value: null, reason: 'no pairs' },
      pearson: { value: null, reason: 'fewer than 3 pairs (0)' },
      meanErrorDifference: { difference: { value: null, reason: 'no pairs' }, test: { p: null } },
      pearsonDifference: { difference: { value: null }, adjusted: { value: null } },
    });
    expect(one).toMatchObject({
      n: 1,
      meanError: { value: 2 },
      meanErrorInterval: { low: null },
      meanErrorDifference: {
        difference: { value: expect.closeTo(2 - 3.25 / 7, 12) },
        test: { p: null, reason: 'fewer than 2 pairs (1)' },
        adjusted: { value: null },
      },
    });
    expect(whole).toMatchObject({
      n: 8,
      meanErrorDifference: {
        difference: { value: null, reason: 'outside: no pairs' },
        test: { p: null, reason: 'outside: fewer than 2 pairs (0)' },
      },
      pearsonDifference: { difference: { value: null, reason: 'outside: fewer than 3 pairs (0)' } },
    });
  });

  it('keeps the correlations where the scores cannot be read on the gold scale', () => {
    const input = inputOf(scores, gold);
    const table = categoryTable({ ...input, reading: { residuals: null, reason: 'too few' } }, [hard]);
    expect(table.categories[0]).toMatchObject({
      n: 5,
      meanError: { value: null, reason: 'too few' },
      overestimated: { value: null, reason: 'too few' },
      meanErrorDifference: { difference: { value: null, reason: 'too few' }, adjusted: { value: null } },
      pearson: { value: expect.any(Number) },
    });
  });

  it('gives the share overestimated: of the used pairs of the category, those by more than 1.0, and no other', () => {
    // Used and inside: 1.5, 1, 1.01, -3, 0.2, 2. Over by more than 1: three of six. Unused or outside: all others.
    const drawn = [1.5, 1, 1.01, -3, 0.2, 2, 4, 4, 4, NaN];
    const golds = [1, 2, 3, 4, 5, 1, 2, NaN, 4, 2];
    const given = [1, 2, 3, 4, 5, 6, 7, 8, 9, NaN];
    const inside = marks('inside', 1, 1, 1, 1, 1, 1, 0, 1, 0, 1);
    const table = categoryTable(inputOf(given, golds, drawn), [inside]);
    const [row] = table.categories;
    expect(row!.n).toBe(6);
    expect(row!.overestimated).toEqual({ value: 3 / 6 });
    expect(row!.underestimated).toEqual({ value: 1 / 6 });
    // The whole: two more used pairs, both over.
    expect(table.all.overestimated).toEqual({ value: 5 / 8 });
  });

  it('gives the same share whatever the size of the errors beyond 1.0, and the mirrored one for mirrored errors', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(-1, 0, 1), fc.double({ min: 1.01, max: 5, noNaN: true })), {
          minLength: 1,
          maxLength: 30,
        }),
        (drawn) => {
          const sizes = drawn.map((_, i) => i % 6);
          const summaryOf = (errors: number[]) =>
            categoryTable(inputOf(sizes, sizes, errors), [marks('all', ...errors.map(() => 1))])
              .categories[0]!;
          const row = summaryOf(drawn.map(([sign, size]) => sign * size));
          const over = drawn.filter(([sign]) => sign === 1).length;
          expect(row.overestimated).toEqual({ value: over / drawn.length });
          const mirrored = summaryOf(drawn.map(([sign, size]) => -sign * size));
          expect(mirrored.underestimated).toEqual(row.overestimated);
          expect(mirrored.overestimated).toEqual(row.underestimated);
        },
      ),
    );
  });

  it('looks only at the subset, whose order it keeps', () => {
    const input = { ...inputOf(scores, gold, errors), subset: Int32Array.of(8, 6, 4, 3, 0) };
    const table = categoryTable(input, [hard]);
    expect([...table.all.rows]).toEqual([6, 4, 3, 0]);
    expect([...table.categories[0]!.rows]).toEqual([4, 3, 0]);
    expect(table.categories[0]!.skipped).toEqual([{ reason: 'no score', count: 1 }]);
    expect(table.categories[0]!.meanErrorDifference.difference.value).toBeCloseTo(0.5 - 3, 12);
  });

  it('refuses marks of another length and a used pair without an error', () => {
    expect(() => categoryTable(inputOf(scores, gold, errors), [marks('short', 1)])).toThrow(RangeError);
    const gap = [...errors];
    gap[2] = NaN;
    expect(() => categoryTable(inputOf(scores, gold, gap), [hard])).toThrow(/row 2/);
  });

  it('holds together: parts add up, and inside and outside make the whole', () => {
    const row = fc.record({
      score: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 20 }) }, fc.constant(NaN)),
      gold: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 5 }) }, fc.constant(NaN)),
      member: fc.integer({ min: 0, max: 1 }),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 40 }), (rows) => {
        const category = marks('drawn', ...rows.map(({ member }) => member));
        const input = inputOf(
          rows.map(({ score }) => score),
          rows.map((pair) => pair.gold),
        );
        const { all, categories } = categoryTable(input, [category]);
        const [inside] = categories;
        const left = inside!.skipped.reduce((sum, { count }) => sum + count, 0);
        expect(inside!.n + left).toBe(categoryRows(category).length);
        if (inside!.meanError.value === null || all.meanError.value === null) return;
        const { difference } = inside!.meanErrorDifference;
        if (difference.value === null) return;
        const outside = inside!.meanError.value - difference.value;
        const together = inside!.n * inside!.meanError.value + (all.n - inside!.n) * outside;
        expect(together / all.n).toBeCloseTo(all.meanError.value, 9);
        expect(inside!.overestimated.value! + inside!.underestimated.value!).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('leaves the intervals of the correlations to `intervalsFor`', async () => {
    const many = Array.from({ length: 30 }, (_, i) => i);
    const input = inputOf(
      many.map((i) => (i * 7) % 13),
      many.map((i) => i % 6),
    );
    const category = marks('third', ...many.map((i) => Number(i % 3 < 2)));
    const { pearson } = await intervalsFor({ ...input, subset: categoryRows(category) }, { seed: 1 });
    const [row] = categoryTable(input, [category]).categories;
    if (pearson.low === null) throw new Error(pearson.reason);
    expect(pearson.low).toBeLessThan(row!.pearson.value!);
    expect(pearson.high).toBeGreaterThan(row!.pearson.value!);
  });
});
