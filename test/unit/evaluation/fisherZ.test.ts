import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fisherZ } from '../../../src/evaluation/fisherZ.ts';

describe('fisherZ', () => {
  it('gives the worked examples of the manuals of MedCalc and of Stata’s cortesti', () => {
    const examples = [
      [0.86, 42, 0.62, 42, 2.5097, 4, 0.0121],
      [0.84, 63, 0.75, 42, 1.207, 3, 0.2275],
    ] as const;
    for (const [r1, n1, r2, n2, z, digits, p] of examples) {
      const test = fisherZ({ correlation: r1, n: n1 }, { correlation: r2, n: n2 });
      if (test.p === null) throw new Error(test.reason);
      expect(test.z).toBeCloseTo(z, digits);
      expect(test.p).toBeCloseTo(p, 4);
    }
  });

  it('turns its sign with the samples and is 1 for equal correlations', () => {
    const correlation = fc.double({ min: -0.99, max: 0.99, noNaN: true });
    const size = fc.integer({ min: 4, max: 5000 });
    fc.assert(
      fc.property(correlation, size, correlation, size, (r1, n1, r2, n2) => {
        const [a, b] = [
          { correlation: r1, n: n1 },
          { correlation: r2, n: n2 },
        ];
        const [test, turned] = [fisherZ(a, b), fisherZ(b, a)];
        if (test.p === null || turned.p === null) throw new Error('not defined');
        expect(turned.z).toBeCloseTo(-test.z, 9);
        expect(turned.p).toBeCloseTo(test.p, 12);
        expect(fisherZ({ correlation: r1, n: n2 }, a)).toMatchObject({ p: 1 });
      }),
    );
  });

  it('is not defined for fewer than 4 pairs and for a perfect correlation', () => {
    const fine = { correlation: 0.5, n: 50 };
    expect(fisherZ({ correlation: 0.5, n: 3 }, fine)).toEqual({ p: null, reason: 'fewer than 4 pairs (3)' });
    expect(fisherZ(fine, { correlation: 0.5, n: 3 })).toEqual({
      p: null,
      reason: 'outside: fewer than 4 pairs (3)',
    });
    for (const correlation of [1, -1]) {
      expect(fisherZ({ correlation, n: 9 }, fine)).toEqual({
        p: null,
        reason: `Fisher's z is not defined for a correlation of ${correlation}`,
      });
    }
    expect(fisherZ({ correlation: 0.9, n: 4 }, fine).p).toBeGreaterThan(0);
  });
});
