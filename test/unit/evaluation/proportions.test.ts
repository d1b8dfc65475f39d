import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mcnemarExact, wilson } from '../../../src/evaluation/proportions.ts';

describe('wilson', () => {
  it('gives the examples of Newcombe, Statistics in Medicine 17 (1998), table I, method 3', () => {
    const table = [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const;
    for (const [successes, trials, low, high] of table) {
      const interval = wilson(successes, trials);
      if (interval.low === null) throw new Error(interval.reason);
      expect(interval.low).toBeCloseTo(low, 4);
      expect(interval.high).toBeCloseTo(high, 4);
    }
  });

  it('holds the share, is never empty, and mirrors', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(), (trials, raw) => {
        const successes = (raw % (2 * trials + 1)) / 2;
        const [interval, mirrored] = [wilson(successes, trials), wilson(trials - successes, trials)];
        if (interval.low === null || mirrored.low === null) throw new Error('not defined');
        expect(interval.low).toBeGreaterThanOrEqual(0);
        expect(interval.high).toBeLessThanOrEqual(1);
        expect(interval.low).toBeLessThanOrEqual(successes / trials);
        expect(interval.high).toBeGreaterThanOrEqual(successes / trials);
        expect(interval.high - interval.low).toBeGreaterThan(0);
        expect(mirrored.low).toBeCloseTo(1 - interval.high, 12);
      }),
    );
  });

  it('is not defined for no trials, and refuses what cannot be', () => {
    expect(wilson(0, 0)).toEqual({ low: null, reason: 'no trials' });
    expect(() => wilson(3, 2)).toThrow(RangeError);
    expect(() => wilson(NaN, 2)).toThrow(RangeError);
    expect(() => wilson(1, 2, 1)).toThrow(RangeError);
  });
});

describe('mcnemarExact', () => {
  it('gives the example of Fagerland, Lydersen and Laake (2013), table 1: airways of 21 children', () => {
    const test = mcnemarExact(1, 7);
    expect(test.p).toBeCloseTo(0.0703, 4);
    expect(test).toMatchObject({ onlyA: 1, onlyB: 7 });
  });

  it('is twice the sum of binomial probabilities, at most 1, whichever side wins', () => {
    fc.assert(
      fc.property(fc.nat({ max: 40 }), fc.nat({ max: 40 }), (a, b) => {
        fc.pre(a + b > 0);
        let term = 0.5 ** (a + b);
        let sum = 0;
        for (let k = 0; k <= Math.min(a, b); k++) {
          sum += term;
          term *= (a + b - k) / (k + 1);
        }
        expect(mcnemarExact(a, b).p).toBeCloseTo(Math.min(1, 2 * sum), 12);
        expect(mcnemarExact(b, a).p).toBe(mcnemarExact(a, b).p);
      }),
    );
  });

  it('is not defined where the two agree everywhere', () => {
    expect(mcnemarExact(0, 0)).toEqual({ p: null, reason: 'the two agree on every pair' });
  });
});
