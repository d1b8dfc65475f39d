import { describe, expect, it } from 'vitest';
import { errorTable } from '../../../src/compute/errorTables.ts';
import type { ErrorTableRequest } from '../../../src/compute/protocol.ts';

const GOLD = Float64Array.of(5, 4, 3, 2, 1, 0, 4, 2, NaN, 3);
const members = (...rows: number[]): Uint8Array => {
  const column = new Uint8Array(GOLD.length);
  for (const row of rows) column[row] = 1;
  return column;
};
const run = (...scores: number[]) => ({
  scores: Float64Array.from(scores),
  reasons: Uint8Array.from(scores, (score) => (Number.isNaN(score) ? 2 : 0)),
});

/** Row 8 is unrated, and row 9 was not read. The scores run from 0 to 1, so that min-max multiplies them by 5. */
const request: ErrorTableRequest = {
  runs: [
    run(1, 0.9, 0.8, 0.9, 0.7, 0, 0.6, 0.5, 0.2, 0.9),
    run(1, 0.8, 0.7, 0.5, 0.2, 0, 0.7, 0.4, 0.2, NaN),
  ],
  gold: GOLD,
  scale: [0, 5],
  reading: 'min-max',
  seed: 1,
  read: Int32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8),
  categories: [
    { key: 'negation', members: members(2, 3, 4, 8, 9) },
    { key: 'entity', members: members(0, 1) },
    { key: 'length', members: members() },
  ],
};

describe('errorTable', () => {
  it('a cell from its definition: mean error, shares and Welch’s t against the read pairs outside', () => {
    const [first] = errorTable(request).systems;
    const [negation] = first!.categories;
    // Scores times 5 minus gold: 4 - 3, 4.5 - 2, 3.5 - 1.
    const inside = [1, 2.5, 2.5];
    // Rows 0, 1, 5, 6, 7: row 9 was not read, and is neither inside nor outside.
    const outside = [0, 0.5, 0, -1, 0.5];
    const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    const squaredError = (values: number[]): number =>
      values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) /
      (values.length - 1) /
      values.length;
    expect([...negation!.rows]).toEqual([2, 3, 4]);
    expect(negation!.skipped).toEqual([{ reason: 'unrated', count: 1 }]);
    expect(negation!.meanError.value).toBeCloseTo(2, 12);
    // An error of exactly 1.0 is no overestimate.
    expect(negation!.overestimated.value).toBeCloseTo(2 / 3, 12);
    expect(negation!.underestimated.value).toBe(0);
    const { difference, test } = negation!.meanErrorDifference;
    expect(difference.value).toBeCloseTo(2 - mean(outside), 12);
    if (test.p === null) throw new Error(test.reason);
    expect(test.t).toBeCloseTo(
      (mean(inside) - mean(outside)) / Math.sqrt(squaredError(inside) + squaredError(outside)),
      12,
    );
  });

  it('all pairs are all pairs, those that were not read included', () => {
    const [first, second] = errorTable(request).systems;
    expect(first!.all.n).toBe(9);
    expect(second!.all.n).toBe(8);
    expect(first!.reading.residuals![9]).toBeCloseTo(1.5, 12);
    expect(second!.all.skipped).toEqual([
      { reason: 'no known word', count: 1 },
      { reason: 'unrated', count: 1 },
    ]);
  });

  it('corrects over the whole table, not system by system', () => {
    const alone = request.runs.map((one) => errorTable({ ...request, runs: [one] }));
    const together = errorTable(request);
    const made = alone.map(({ tests }) => tests.meanError);
    expect(together.tests.meanError).toBe(made[0]! + made[1]!);
    expect(together.tests.pearson).toBe(alone[0]!.tests.pearson + alone[1]!.tests.pearson);
    expect(together.tests.meanError).toBeGreaterThan(made[0]!);
    const smallest = together.systems
      .flatMap(({ categories }) => categories)
      .map(({ meanErrorDifference }) => meanErrorDifference)
      .filter(({ test }) => test.p !== null)
      .reduce((least, one) => (one.test.p! < least.test.p! ? one : least));
    expect(smallest.adjusted.value).toBeCloseTo(Math.min(1, smallest.test.p! * together.tests.meanError), 12);
  });

  it('what is not defined says why: no pair, two pairs, too few pairs for a curve', () => {
    const [first] = errorTable(request).systems;
    const [, entity, length] = first!.categories;
    expect(length).toMatchObject({ n: 0, meanError: { value: null, reason: 'no pairs' } });
    expect(length!.meanErrorDifference.adjusted.value).toBeNull();
    expect(entity!.pearson).toMatchObject({ value: null, reason: expect.stringMatching(/fewer than 3/) });
    const [isotonic] = errorTable({ ...request, reading: 'isotonic' }).systems;
    expect(isotonic!.reading).toMatchObject({
      residuals: null,
      reason: expect.stringMatching(/fewer than 20/),
    });
    expect(isotonic!.all.meanError).toMatchObject({ value: null });
    expect(isotonic!.all.pearson.value).not.toBeNull();
  });

  it('without categories there are the pairs as a whole and the errors', () => {
    const { systems, tests } = errorTable({ ...request, categories: [] });
    expect(systems.map(({ categories }) => categories)).toEqual([[], []]);
    expect(tests).toEqual({ meanError: 0, pearson: 0 });
    expect(systems[0]!.all.meanError.value).not.toBeNull();
  });
});
