import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalCdf, normalQuantile, normalTwoSided } from '../../../src/evaluation/normal.ts';

describe('the standard normal', () => {
  it('has the tabulated values', () => {
    expect(normalCdf(0)).toBe(0.5);
    expect(normalCdf(-3)).toBeCloseTo(0.0013498980316300933, 14);
    expect(normalCdf(1.959963984540054)).toBeCloseTo(0.975, 14);
    expect([normalCdf(-40), normalCdf(40), normalCdf(-Infinity), normalCdf(Infinity)]).toEqual([0, 1, 0, 1]);
    expect(normalQuantile(0.5)).toBe(0);
    expect(normalQuantile(0.025)).toBeCloseTo(-1.959963984540054, 12);
    expect(normalQuantile(0.001)).toBeCloseTo(-3.090232306167813, 11);
    expect(normalQuantile(0.9)).toBeCloseTo(1.2815515655446004, 12);
  });

  it('inverts', () => {
    fc.assert(
      fc.property(fc.double({ min: -4.7, max: 4.7, noNaN: true }), (z) => {
        expect(Math.abs(normalQuantile(normalCdf(z)) - z)).toBeLessThan(1e-9);
      }),
    );
  });

  it('has no quantile outside (0, 1)', () => {
    for (const probability of [0, 1, -0.1, NaN])
      expect(() => normalQuantile(probability)).toThrow(RangeError);
  });

  it('has two tails, also where the distribution function has run out of digits', () => {
    expect(normalTwoSided(0)).toBe(1);
    expect(normalTwoSided(-1.959963984540054)).toBeCloseTo(0.05, 14);
    // Abramowitz and Stegun, table 26.2: -log Q(x), base 10, at x = 5, 10 and 20.
    for (const [z, exponent] of [
      [5, 6.54265],
      [10, 23.11805],
      [20, 88.5601],
    ] as const) {
      expect(-Math.log10(normalTwoSided(z) / 2)).toBeCloseTo(exponent, 5);
    }
    expect(Math.abs(normalTwoSided(3) / normalTwoSided(3 - 1e-12) - 1)).toBeLessThan(1e-10);
    expect(normalTwoSided(NaN)).toBeNaN();
  });
});
