import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pearson } from '../../../src/evaluation/correlation.ts';
import { williams } from '../../../src/evaluation/williams.ts';
import type { OverlappingCorrelations, WilliamsStatistics } from '../../../src/evaluation/williams.ts';

function made(correlations: OverlappingCorrelations): { p: number } & WilliamsStatistics {
  const test = williams(correlations);
  if (test.p === null) throw new Error(`not defined: ${test.reason}`);
  return test;
}

describe('williams', () => {
  it('gives the example of depcor (Silver, Hittner and May 2006), as cocor does', () => {
    const { t, p, degrees } = made({ first: 0.3, second: 0.4, between: 0.5, n: 100 });
    expect(t).toBeCloseTo(-1.0767, 4);
    expect(p).toBeCloseTo(0.2843, 4);
    expect(degrees).toBe(97);
  });

  it('gives what r.test of the R package psych finds for case A of Steiger 1980 (p. 249)', () => {
    const { t, p, degrees } = made({ first: 0.4, second: 0.5, between: 0.1, n: 103 });
    expect(t).toBeCloseTo(-0.89, 2);
    expect(p).toBeCloseTo(0.37, 2);
    expect(degrees).toBe(100);
  });

  it.each([
    [0.1, 1.76],
    [0.7, 3.38],
    [0.8, 4.64],
  ])('grows with the correlation of the two: %f (r.test of psych, 0.5 and 0.1 on 30)', (between, t) => {
    expect(made({ first: 0.5, second: 0.1, between, n: 30 }).t).toBeCloseTo(t, 2);
  });

  it('gives what cocor prints for 0.8066 and 0.2383 on 177', () => {
    const { t, degrees } = made({ first: 0.8066, second: 0.2383, between: 0.2255, n: 177 });
    // The correlations are printed with four digits, so t holds to three.
    expect(t).toBeCloseTo(9.3823, 2);
    expect(degrees).toBe(174);
  });

  it('reads one side as Graham and Baldwin do', () => {
    const ahead = made({ first: 0.5, second: 0.1, between: 0.7, n: 30 });
    expect(ahead.pFirstHigher).toBeCloseTo(ahead.p / 2, 15);
    const behind = made({ first: 0.1, second: 0.5, between: 0.7, n: 30 });
    expect(behind.pFirstHigher).toBeCloseTo(1 - ahead.p / 2, 12);
  });

  it('keeps its digits for systems that hardly differ', () => {
    // |R| by hand for r(A, B) = 1 - e and equal correlations r with gold: e (2 - 2 r^2 - e).
    const e = 1e-9;
    const r = 0.75;
    const gap = 1e-6;
    const { t } = made({ first: r, second: r - gap, between: 1 - e, n: 1000 });
    const determinant = e * (2 - e) * (1 - r * r) - (r * e - gap) ** 2;
    expect(t).toBeCloseTo(gap * Math.sqrt((999 * (2 - e)) / (((2 * 999) / 997) * determinant)), 6);
  });

  it('is antisymmetric, and 0 for equal correlations', () => {
    const column = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(column, column, column, (gold, a, b) => {
        const [first, second, between] = [pearson(a, gold), pearson(b, gold), pearson(a, b)];
        fc.pre(first.value !== null && second.value !== null && between.value !== null);
        const given = { first: first.value!, second: second.value!, between: between.value!, n: 12 };
        const test = williams(given);
        const swapped = williams({ ...given, first: given.second, second: given.first });
        fc.pre(test.p !== null && swapped.p !== null);
        expect(swapped.t).toBeCloseTo(-test.t, 5);
        expect(swapped.p).toBeCloseTo(test.p, 6);
        expect(swapped.pFirstHigher + test.pFirstHigher).toBeCloseTo(1, 6);
      }),
    );
    expect(made({ first: 0.4, second: 0.4, between: 0.3, n: 20 })).toMatchObject({
      t: 0,
      p: 1,
      pFirstHigher: 0.5,
    });
  });

  it.each([
    [{ first: 0.4, second: 0.5, between: 0.1, n: 3 }, 'fewer than 4 pairs (3)'],
    [{ first: 0.4, second: 0.4, between: 1, n: 30 }, 'with each other is 1:'],
    [{ first: 0.4, second: -0.4, between: -1, n: 30 }, 'with each other is -1:'],
    [
      { first: 0.9, second: -0.9, between: 0.9, n: 30 },
      'the determinant of the three correlations is not positive',
    ],
    [
      { first: 1, second: 0.5, between: 0.5, n: 30 },
      'the determinant of the three correlations is not positive',
    ],
  ])('has a reason where it is not defined: %o', (correlations, reason) => {
    const test = williams(correlations);
    expect(test.p).toBeNull();
    if (test.p === null) expect(test.reason).toContain(reason);
  });

  it('refuses what is no correlation', () => {
    for (const between of [1.1, NaN]) {
      expect(() => williams({ first: 0.4, second: 0.5, between, n: 30 })).toThrow(RangeError);
    }
  });
});
