import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holm } from '../../../src/evaluation/holm.ts';

describe('holm', () => {
  it('gives the worked example of four hypotheses (Wikipedia, "Holm–Bonferroni method")', () => {
    const adjusted = [...holm([0.01, 0.04, 0.03, 0.005])];
    [0.03, 0.06, 0.06, 0.02].forEach((value, row) => expect(adjusted[row]).toBeCloseTo(value, 12));
  });

  it('leaves out tests that were not made, and stops at 1', () => {
    const adjusted = [...holm([0.4, NaN, 0.01, 0.7, NaN])];
    expect(adjusted[2]).toBeCloseTo(0.03, 12);
    expect(adjusted[0]).toBeCloseTo(0.8, 12);
    expect(adjusted[3]).toBeCloseTo(0.8, 12);
    expect([adjusted[1], adjusted[4]]).toEqual([NaN, NaN]);
    expect([...holm([0.9, 0.95])]).toEqual([1, 1]);
    expect([...holm([])]).toEqual([]);
  });

  it('rejects what the step-down procedure of the paper rejects, at any level', () => {
    const p = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);
    fc.assert(
      fc.property(fc.array(p, { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 500 }), (ps, i) => {
        // Off the grid of sums of thousandths, so that no comparison hangs on rounding.
        const level = (i + 0.123) / 1000;
        const order = ps.map((_, row) => row).sort((a, b) => ps[a]! - ps[b]!);
        const rejected = new Set<number>();
        for (const [step, row] of order.entries()) {
          if (ps[row]! > level / (ps.length - step)) break;
          rejected.add(row);
        }
        const adjusted = holm(ps);
        ps.forEach((_, row) => expect(adjusted[row]! <= level).toBe(rejected.has(row)));
      }),
    );
  });

  it('refuses what is no p-value', () => {
    for (const value of [-0.1, 1.1, Infinity]) expect(() => holm([0.5, value])).toThrow(RangeError);
  });
});
