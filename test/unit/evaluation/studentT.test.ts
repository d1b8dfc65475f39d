import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logGamma, regularisedBeta } from '../../../src/evaluation/beta.ts';
import { studentCritical, studentTwoSided } from '../../../src/evaluation/studentT.ts';

const relative = (value: number, expected: number): number => Math.abs(value / expected - 1);

describe('logGamma', () => {
  it('has the values known in closed form', () => {
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 14);
    expect(logGamma(1)).toBeCloseTo(0, 14);
    let factorial = 0;
    for (let n = 2; n < 40; n++) {
      factorial += Math.log(n - 1);
      expect(Math.abs(logGamma(n) - factorial)).toBeLessThan(1e-12);
    }
  });

  it('rises by ln x from x to x + 1', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1000, noNaN: true }), (x) => {
        expect(Math.abs(logGamma(x + 1) - logGamma(x) - Math.log(x))).toBeLessThan(1e-11);
      }),
    );
  });
});

describe('regularisedBeta', () => {
  const share = fc.double({ min: 0.001, max: 0.999, noNaN: true });
  const shape = fc.double({ min: 0.2, max: 500, noNaN: true });

  it('is x^a for b = 1 and 1 - (1 - x)^b for a = 1', () => {
    fc.assert(
      fc.property(share, shape, (x, a) => {
        const expected = x ** a;
        fc.pre(expected > 1e-290);
        expect(relative(regularisedBeta(x, a, 1), expected)).toBeLessThan(1e-10);
        expect(Math.abs(regularisedBeta(x, 1, a) - (1 - (1 - x) ** a))).toBeLessThan(1e-12);
      }),
    );
  });

  it('has the symmetry I_x(a, b) = 1 - I_(1-x)(b, a), and is a binomial tail', () => {
    fc.assert(
      fc.property(share, shape, shape, (x, a, b) => {
        const sum = regularisedBeta(x, a, b) + regularisedBeta(1 - x, b, a);
        expect(Math.abs(sum - 1)).toBeLessThan(1e-11);
      }),
    );
    // Of 10 tosses of a fair coin at most 3 are heads: (1 + 10 + 45 + 120) / 1024.
    expect(regularisedBeta(0.5, 7, 4)).toBeCloseTo(176 / 1024, 14);
  });

  it('has its ends, and no value outside its domain', () => {
    expect([regularisedBeta(0, 2, 3), regularisedBeta(1, 2, 3)]).toEqual([0, 1]);
    for (const [x, a, b] of [
      [-0.1, 1, 1],
      [1.1, 1, 1],
      [NaN, 1, 1],
      [0.5, 0, 1],
      [0.5, 1, NaN],
      [0.5, Infinity, 1],
    ] as const) {
      expect(() => regularisedBeta(x, a, b)).toThrow(RangeError);
    }
  });
});

describe('Student’s t', () => {
  it('is known in closed form for 1 and 2 degrees of freedom', () => {
    for (const t of [0.001, 0.3, 1, 2.5, 40]) {
      expect(studentTwoSided(t, 1)).toBeCloseTo(1 - (2 / Math.PI) * Math.atan(t), 13);
      expect(studentTwoSided(t, 2)).toBeCloseTo(1 - t / Math.sqrt(2 + t * t), 13);
      expect(studentTwoSided(-t, 2)).toBe(studentTwoSided(t, 2));
    }
  });

  it('has the critical values of Abramowitz and Stegun, table 26.10', () => {
    const table = [
      [1, 12.706],
      [2, 4.303],
      [5, 2.571],
      [10, 2.228],
      [30, 2.042],
      [60, 2.0],
      [120, 1.98],
    ] as const;
    for (const [degrees, critical] of table) expect(studentCritical(0.05, degrees)).toBeCloseTo(critical, 3);
    expect(studentCritical(0.01, 10)).toBeCloseTo(3.169, 3);
  });

  it('keeps its relative accuracy in the tail', () => {
    // 2 degrees of freedom: 1 - t / sqrt(2 + t^2) is 1 / t^2 for large t.
    expect(relative(studentTwoSided(1e6, 2), 1e-12)).toBeLessThan(1e-9);
    expect(studentTwoSided(0, 7)).toBe(1);
    expect(studentTwoSided(-Infinity, 7)).toBe(0);
    expect(studentTwoSided(1e200, 7)).toBeLessThan(1e-300);
  });

  it('inverts', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-6, max: 1, noNaN: true }),
        fc.double({ min: 1, max: 20_000, noNaN: true }),
        (outside, degrees) => {
          const back = studentTwoSided(studentCritical(outside, degrees), degrees);
          expect(Math.abs(back - outside)).toBeLessThan(1e-11);
        },
      ),
    );
  });

  it('is not defined without degrees of freedom, nor at NaN', () => {
    expect(() => studentTwoSided(1, 0)).toThrow(RangeError);
    expect(() => studentTwoSided(NaN, 5)).toThrow(RangeError);
    expect(() => studentCritical(0, 5)).toThrow(RangeError);
  });
});
