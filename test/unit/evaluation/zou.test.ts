import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pearson } from '../../../src/evaluation/correlation.ts';
import { normalQuantile } from '../../../src/evaluation/normal.ts';
import { seeded } from '../../../src/evaluation/random.ts';
import type { ConfidenceInterval } from '../../../src/evaluation/types.ts';
import { zouIndependent, zouOverlapping } from '../../../src/evaluation/zou.ts';

function ends(interval: ConfidenceInterval): [number, number] {
  if (interval.low === null) throw new Error(`not defined: ${interval.reason}`);
  return [interval.low, interval.high];
}

describe('zouIndependent', () => {
  it('gives the example of Zou 2007, p. 406', () => {
    const [low, high] = ends(zouIndependent({ correlation: 0.49, n: 145 }, { correlation: 0.36, n: 87 }));
    expect(low).toBeCloseTo(-0.087, 3);
    expect(high).toBeCloseTo(0.359, 3);
  });

  it('has a reason where it is not defined, and refuses what is out of range', () => {
    const some = { correlation: 0.5, n: 30 };
    expect(zouIndependent(some, { correlation: 0.5, n: 3 })).toEqual({
      low: null,
      reason: 'fewer than 4 pairs (3)',
    });
    expect(zouIndependent({ correlation: 1, n: 30 }, some)).toEqual({
      low: null,
      reason: "Fisher's z is not defined for a correlation of 1",
    });
    expect(() => zouIndependent(some, { correlation: 1.5, n: 30 })).toThrow(RangeError);
    expect(() => zouIndependent(some, some, 1)).toThrow(RangeError);
  });
});

describe('zouOverlapping', () => {
  const olkinAndFinn = { first: 0.396, second: 0.179, between: 0.088 };

  it('gives the example of Zou 2007, p. 409', () => {
    const [low, high] = ends(zouOverlapping({ ...olkinAndFinn, n: 66 }));
    expect(low).toBeCloseTo(-0.093, 3);
    expect(high).toBeCloseTo(0.517, 3);
  });

  it('mirrors when the systems are exchanged, and grows with the level', () => {
    const [low, high] = ends(zouOverlapping({ ...olkinAndFinn, n: 66 }, 0.9));
    const swapped = { first: olkinAndFinn.second, second: olkinAndFinn.first, between: 0.088, n: 66 };
    const [mirroredLow, mirroredHigh] = ends(zouOverlapping(swapped, 0.9));
    expect(mirroredLow).toBeCloseTo(-high, 12);
    expect(mirroredHigh).toBeCloseTo(-low, 12);
    const [wideLow, wideHigh] = ends(zouOverlapping({ ...olkinAndFinn, n: 66 }, 0.99));
    expect(wideLow).toBeLessThan(low);
    expect(wideHigh).toBeGreaterThan(high);
  });

  it('holds the difference, whatever the columns', () => {
    const column = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(column, column, column, (gold, a, b) => {
        const [first, second, between] = [pearson(a, gold), pearson(b, gold), pearson(a, b)];
        fc.pre(first.value !== null && second.value !== null && between.value !== null);
        const given = { first: first.value!, second: second.value!, between: between.value!, n: 8 };
        const interval = zouOverlapping(given);
        if (interval.low === null) return;
        expect(interval.low).toBeLessThanOrEqual(given.first - given.second);
        expect(interval.high).toBeGreaterThanOrEqual(given.first - given.second);
      }),
    );
  });

  it('covers the true difference of normal columns about as often as it says', () => {
    const random = seeded(7);
    const normal = (): number => normalQuantile((random() + 0.5) / 2 ** 32);
    const n = 40;
    // A = gold + e + u, B = gold + e + 2 w: r(gold, A) = 1 / sqrt 3, r(gold, B) = 1 / sqrt 6.
    const truth = 1 / Math.sqrt(3) - 1 / Math.sqrt(6);
    let covered = 0;
    const trials = 1000;
    for (let trial = 0; trial < trials; trial++) {
      const gold = Array.from({ length: n }, normal);
      const shared = Array.from({ length: n }, normal);
      const a = gold.map((value, row) => value + shared[row]! + normal());
      const b = gold.map((value, row) => value + shared[row]! + 2 * normal());
      const [first, second, between] = [pearson(a, gold), pearson(b, gold), pearson(a, b)];
      const given = { first: first.value!, second: second.value!, between: between.value!, n };
      const [low, high] = ends(zouOverlapping(given, 0.9));
      if (low <= truth && truth <= high) covered++;
    }
    expect(covered / trials).toBeGreaterThan(0.87);
    expect(covered / trials).toBeLessThan(0.93);
  });

  it('has a reason where it is not defined', () => {
    const reasonOf = (correlations: Parameters<typeof zouOverlapping>[0]): string => {
      const interval = zouOverlapping(correlations);
      return interval.low === null ? interval.reason : '';
    };
    expect(reasonOf({ ...olkinAndFinn, n: 3 })).toBe('fewer than 4 pairs (3)');
    expect(reasonOf({ first: 0.5, second: 0.5, between: 1, n: 9 })).toContain('with each other is 1:');
    expect(reasonOf({ first: 1, second: 0.5, between: 0.5, n: 9 })).toContain('determinant');
    expect(() => zouOverlapping({ ...olkinAndFinn, n: 66 }, 0)).toThrow(RangeError);
  });
});
