import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meanInterval, meanOf, welch } from '../../../src/evaluation/means.ts';

/** Student, "The probable error of a mean", Biometrika 6 (1908): extra sleep with two drugs; R's data set `sleep`. */
const FIRST = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2];
const SECOND = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];

const errors = (minLength: number): fc.Arbitrary<number[]> =>
  fc
    .array(
      fc.integer({ min: -50, max: 50 }).map((tenths) => tenths / 10),
      { minLength, maxLength: 40 },
    )
    .filter((column) => column.some((value) => value !== column[0]));

describe('meanOf and meanInterval', () => {
  it('give what R prints for t.test of Student’s differences', () => {
    const differences = SECOND.map((value, row) => value - FIRST[row]!);
    const mean = meanOf(differences);
    const interval = meanInterval(differences);
    expect(mean.value).toBeCloseTo(1.58, 12);
    expect(interval).toMatchObject({ level: 0.95 });
    if (interval.low === null) throw new Error(interval.reason);
    expect(interval.low).toBeCloseTo(0.7001142, 7);
    expect(interval.high).toBeCloseTo(2.4598858, 7);
  });

  it('move with the errors and widen with the level', () => {
    fc.assert(
      fc.property(errors(2), (column) => {
        const moved = meanInterval(column.map((value) => value + 2));
        const [narrow, usual] = [meanInterval(column, 0.9), meanInterval(column)];
        if (moved.low === null || narrow.low === null || usual.low === null) throw new Error('not defined');
        expect(moved.low).toBeCloseTo(usual.low + 2, 9);
        expect(usual.low).toBeLessThan(narrow.low);
        expect(usual.high).toBeGreaterThan(narrow.high);
        expect((usual.low + usual.high) / 2).toBeCloseTo(meanOf(column).value!, 9);
      }),
    );
  });

  it('are not defined, with a reason, where there is nothing to go by', () => {
    expect(meanOf([])).toEqual({ value: null, reason: 'no pairs' });
    expect(meanInterval([])).toEqual({ low: null, reason: 'fewer than 2 pairs (0)' });
    expect(meanInterval([1.5])).toEqual({ low: null, reason: 'fewer than 2 pairs (1)' });
    expect(meanInterval([1.5, 1.5])).toEqual({ low: null, reason: 'all errors equal' });
    const noise = { low: null, reason: 'all errors equal but for rounding noise' };
    expect(meanInterval([1.5, 1.5 + 1e-12])).toEqual(noise);
    // Around 0 the noise is large beside the values themselves.
    expect(meanInterval([0, 1e-16, -2e-16])).toEqual(noise);
    expect(meanInterval([0, NaN])).toEqual({ low: null, reason: 'an error is not a finite number' });
  });
});

describe('welch', () => {
  it('gives what R prints for t.test(extra ~ group, data = sleep)', () => {
    const test = welch(FIRST, SECOND);
    if (test.p === null) throw new Error(test.reason);
    expect(test.t).toBeCloseTo(-1.8608, 4);
    expect(test.degrees).toBeCloseTo(17.776, 3);
    expect(test.p).toBeCloseTo(0.07939, 5);
  });

  it('turns its sign with the samples, and has degrees of freedom within their bounds', () => {
    fc.assert(
      fc.property(errors(2), errors(2), (a, b) => {
        const [test, turned] = [welch(a, b), welch(b, a)];
        if (test.p === null || turned.p === null) throw new Error('not defined');
        expect(turned.t).toBeCloseTo(-test.t, 9);
        expect(turned.p).toBeCloseTo(test.p, 9);
        expect(test.p).toBeGreaterThanOrEqual(0);
        expect(test.p).toBeLessThanOrEqual(1);
        expect(test.degrees).toBeGreaterThan(Math.min(a.length, b.length) - 1 - 1e-9);
        expect(test.degrees).toBeLessThan(a.length + b.length - 2 + 1e-9);
      }),
    );
  });

  it('says which sample does not allow it', () => {
    expect(welch([1], SECOND)).toEqual({ p: null, reason: 'fewer than 2 pairs (1)' });
    expect(welch(FIRST, [])).toEqual({ p: null, reason: 'outside: fewer than 2 pairs (0)' });
    expect(welch([2, 2], SECOND)).toEqual({ p: null, reason: 'all errors equal' });
    expect(welch(FIRST, [2, 2])).toEqual({ p: null, reason: 'outside: all errors equal' });
  });
});
