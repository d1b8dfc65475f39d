import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kendall, pearson, spearman } from '../../../src/evaluation/correlation.ts';
import type { Estimate } from '../../../src/evaluation/types.ts';
import { permuted, tiedPairs } from './arbitrary.ts';
import { naive } from './naive.ts';

const all = { pearson, spearman, kendall };
const names = ['pearson', 'spearman', 'kendall'] as const;

const valueOf = (estimate: Estimate): number => {
  if (estimate.value === null) throw new Error(`not defined: ${estimate.reason}`);
  return estimate.value;
};

describe('case 20: ties', () => {
  it('gives Spearman -0.2887 and the same Kendall for each of the 120 row orders', () => {
    const rows = [
      [0.9, 0],
      [0.7, 0],
      [0.2, 0],
      [0.8, 5],
      [0.1, 5],
    ] as const;
    const seen = new Set<string>();
    for (const order of permuted(rows)) {
      const predictions = order.map(([a]) => a);
      const gold = order.map(([, b]) => b);
      expect(valueOf(spearman(predictions, gold))).toBeCloseTo(-0.28867513459481287, 14);
      expect(valueOf(kendall(predictions, gold))).toBeCloseTo(-0.2581988897471611, 14);
      seen.add(valueOf(spearman(predictions, gold)).toFixed(12));
    }
    expect(seen.size).toBe(1);
  });
});

describe('case 21: what is not defined', () => {
  const gold = [0, 1, 2, 4, 5];

  it.each(names)('%s of constant predictions', (name) => {
    expect(all[name]([0.5, 0.5, 0.5, 0.5, 0.5], gold)).toEqual({
      value: null,
      reason: 'all predictions equal',
    });
  });

  it.each(names)('%s of predictions that are constant but for noise', (name) => {
    const noisy = [0, 3, -2, 5, 1].map((step) => 0.5 + step * 1e-12);
    expect(new Set(noisy).size).toBe(5);
    expect(all[name](noisy, gold)).toEqual({
      value: null,
      reason: 'all predictions equal but for rounding noise',
    });
    expect(
      all[name](
        noisy.map((value) => value * 1e9),
        gold,
      ).value,
    ).toBeNull();
  });

  it.each(names)('%s of small scores that do vary is defined', (name) => {
    expect(all[name]([1e-12, 2e-12, 3e-12, 4e-12, 5e-12], gold).value).toBeCloseTo(
      name === 'pearson' ? 0.9912 : 1,
      3,
    );
    expect(all[name]([0.5, 0.5 + 1e-8, 0.5 + 2e-8, 0.5 + 3e-8, 0.5 + 4e-8], gold).value).toBeGreaterThan(
      0.99,
    );
  });

  it.each(names)('%s of constant gold, and of 0, 1 and 2 pairs', (name) => {
    expect(all[name]([1, 2, 3], [4, 4, 4])).toEqual({ value: null, reason: 'all gold scores equal' });
    expect(all[name]([], [])).toEqual({ value: null, reason: 'fewer than 3 pairs (0)' });
    expect(all[name]([1], [1])).toEqual({ value: null, reason: 'fewer than 3 pairs (1)' });
    expect(all[name]([1, 2], [1, 2])).toEqual({ value: null, reason: 'fewer than 3 pairs (2)' });
  });

  it.each(names)('%s of a value that is not finite', (name) => {
    for (const value of [NaN, Infinity, -Infinity]) {
      expect(all[name]([1, value, 3], [1, 2, 3])).toEqual({
        value: null,
        reason: 'a value among the predictions is not a finite number',
      });
      expect(all[name]([1, 2, 3], [1, value, 3]).value).toBeNull();
    }
  });

  it.each(names)('%s of columns of different lengths is a mistake of the caller', (name) => {
    expect(() => all[name]([1, 2, 3], [1, 2, 3, 4])).toThrow(RangeError);
  });
});

describe('values', () => {
  it('agrees with scipy 1.17 on columns with ties', () => {
    const x = [0.31, 0.31, 0.5, 0.12, 0.9, 0.77, 0.5, 0.5, 0.04, 0.66, 0.31, 0.88];
    const y = [1.2, 0, 2.4, 1.2, 5, 3.8, 2.4, 0, 0, 3.8, 2.4, 4.4];
    expect(valueOf(pearson(x, y))).toBeCloseTo(0.845092416329369, 14);
    expect(valueOf(spearman(x, y))).toBeCloseTo(0.8339404523919872, 14);
    expect(valueOf(kendall(x, y))).toBeCloseTo(0.7628214415734116, 14);
  });

  it('agrees with the definitions', () => {
    fc.assert(
      fc.property(tiedPairs(3), ({ x, y }) => {
        for (const name of names) expect(valueOf(all[name](x, y))).toBeCloseTo(naive[name](x, y), 12);
      }),
    );
  });

  it('does not lose digits to a large offset, nor overflow, nor vanish', () => {
    const x = [1, 2, 3, 4, 7];
    const y = [2, 1, 4, 3, 5];
    const expected = naive.pearson(x, y);
    for (const offset of [1e6, 1e8]) {
      expect(
        valueOf(
          pearson(
            x.map((value) => value + offset),
            y,
          ),
        ),
      ).toBeCloseTo(expected, 8);
    }
    for (const factor of [1e300, 1e-300, 1e-160]) {
      expect(
        valueOf(
          pearson(
            x.map((value) => value * factor),
            y,
          ),
        ),
      ).toBeCloseTo(expected, 12);
    }
    expect(valueOf(pearson([1.7e308, 1.7e308, -1.7e308], [2, 2, 1]))).toBeCloseTo(1, 12);
  });

  it('stays inside [-1, 1] and is finite (case 24)', () => {
    fc.assert(
      fc.property(
        fc.array(
          // Single precision: the factor would round neighbouring doubles to one number, and so make a tie.
          fc.double({ min: -1e6, max: 1e6, noNaN: true }).map(Math.fround),
          { minLength: 3, maxLength: 40 },
        ),
        fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
        (x, factor) => {
          const y = x.map((value) => value * factor);
          for (const name of names) {
            const { value } = all[name](x, y);
            if (value === null) continue;
            expect(value).toBeLessThanOrEqual(1);
            expect(value).toBeGreaterThan(1 - 1e-9);
          }
        },
      ),
    );
  });
});

describe('invariants', () => {
  it('does not depend on the order of rows', () => {
    fc.assert(
      fc.property(
        tiedPairs(3).chain((pairs) =>
          fc.tuple(
            fc.constant(pairs),
            fc.shuffledSubarray(
              pairs.x.map((_, row) => row),
              { minLength: pairs.x.length },
            ),
          ),
        ),
        ([{ x, y }, order]) => {
          for (const name of names) {
            const shuffled = all[name](
              order.map((row) => x[row]!),
              order.map((row) => y[row]!),
            );
            expect(valueOf(shuffled)).toBeCloseTo(valueOf(all[name](x, y)), 12);
          }
        },
      ),
    );
  });

  it('does not change under a positive linear map, and changes sign under negation', () => {
    fc.assert(
      fc.property(
        tiedPairs(3),
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        fc.double({ min: -100, max: 100, noNaN: true }),
        ({ x, y }, factor, offset) => {
          for (const name of names) {
            const value = valueOf(all[name](x, y));
            expect(
              valueOf(
                all[name](
                  x.map((a) => factor * a + offset),
                  y,
                ),
              ),
            ).toBeCloseTo(value, 9);
            expect(
              valueOf(
                all[name](
                  x.map((a) => -a),
                  y,
                ),
              ),
            ).toBeCloseTo(-value, 12);
            expect(valueOf(all[name](y, x))).toBeCloseTo(value, 12);
          }
        },
      ),
    );
  });

  it('leaves the rank correlations alone under any increasing map', () => {
    fc.assert(
      fc.property(tiedPairs(3), ({ x, y }) => {
        const cubed = x.map((value) => Math.exp(value));
        expect(valueOf(spearman(cubed, y))).toBeCloseTo(valueOf(spearman(x, y)), 12);
        expect(valueOf(kendall(cubed, y))).toBeCloseTo(valueOf(kendall(x, y)), 12);
      }),
    );
  });
});
