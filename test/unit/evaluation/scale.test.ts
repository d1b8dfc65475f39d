import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rescale, residuals, scoreRange, shareWithin } from '../../../src/evaluation/scale.ts';

const rows = (count: number): Int32Array => Int32Array.from({ length: count }, (_, row) => row);

describe('scoreRange', () => {
  it('looks only at the rows used', () => {
    const scores = Float64Array.of(-9, 0.2, NaN, 0.6, 0.4);
    expect(scoreRange(scores, Int32Array.of(1, 3, 4))).toEqual({ lowest: 0.2, highest: 0.6 });
  });

  it('is not defined for no rows, constant scores and noise', () => {
    expect(scoreRange(Float64Array.of(1, 2), rows(0))).toEqual({ lowest: null, reason: 'no pairs' });
    expect(scoreRange(Float64Array.of(2, 2), rows(2))).toEqual({
      lowest: null,
      reason: 'all predictions equal',
    });
    expect(scoreRange(Float64Array.of(0.5, 0.5 + 1e-12), rows(2))).toMatchObject({ lowest: null });
  });
});

describe('rescale', () => {
  it('maps the lowest to the bottom, the highest to the top, and keeps the order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 2 }),
        fc.constantFrom([0, 5] as const, [1, 5] as const, [0, 4] as const),
        (values, scale) => {
          const scores = Float64Array.from(values);
          const range = scoreRange(scores, rows(scores.length));
          fc.pre(range.lowest !== null);
          if (range.lowest === null) return;
          expect(rescale(range.lowest, range, scale)).toBe(scale[0]);
          expect(rescale(range.highest, range, scale)).toBeCloseTo(scale[1], 12);
          for (let row = 1; row < values.length; row++) {
            const step = rescale(values[row]!, range, scale) - rescale(values[row - 1]!, range, scale);
            expect(Math.sign(step)).toBe(Math.sign(values[row]! - values[row - 1]!));
          }
        },
      ),
    );
  });
});

describe('residuals', () => {
  it('are rescaled score minus gold, in gold units, NaN where the pair is not used', () => {
    const scores = Float64Array.of(0, 0.5, 1, 7, 0.2);
    const gold = Float64Array.of(1, 2, 5, NaN, 1);
    const result = residuals(scores, gold, [0, 5], Int32Array.of(0, 1, 2, 4))!;
    expect([...result]).toEqual([-1, 0.5, 0, NaN, 0]);
  });

  it('take a range from outside, and are not defined without one', () => {
    const column = Float64Array.of(1, 2);
    expect([...residuals(column, column, [0, 5], rows(2), { lowest: 0, highest: 10 })!]).toEqual([-0.5, -1]);
    expect(residuals(Float64Array.of(3, 3), column, [0, 5], rows(2))).toBeNull();
  });
});

describe('shareWithin', () => {
  it('counts the distance itself as within, on both sides, also after rounding', () => {
    const values = Float64Array.of(-1, 1, 1.0000000000000004, 1.001, -1.5, 0, NaN);
    expect(shareWithin(values, 1)).toEqual({ value: 4 / 6 });
  });

  it('is not defined without residuals', () => {
    expect(shareWithin(Float64Array.of(NaN), 1)).toEqual({ value: null, reason: 'no pairs' });
    expect(shareWithin(new Float64Array(0), 1)).toEqual({ value: null, reason: 'no pairs' });
  });
});
