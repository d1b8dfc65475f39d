import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mcnemarExact } from '../../../src/evaluation/proportions.ts';
import { sideBySide } from '../../../src/evaluation/sideBySide.ts';

describe('sideBySide', () => {
  it('sorts pairs by who is within 1.0, the largest disagreement first', () => {
    const a = Float64Array.of(0.1, 1, 0.5, 2, -2, 1.5, NaN, 0, NaN);
    const b = Float64Array.of(0.2, -1, 1.5, 0, 2, 1.6, 0, NaN, NaN);
    const groups = sideBySide(a, b);
    expect([...groups.both]).toEqual([1, 0]);
    expect([...groups.onlyA]).toEqual([2]);
    expect([...groups.onlyB]).toEqual([3]);
    expect([...groups.neither]).toEqual([4, 5]);
    expect(groups.n).toBe(6);
    expect(groups.skipped).toEqual([
      { reason: 'no error of either system', count: 1 },
      { reason: 'no error of the first system', count: 1 },
      { reason: 'no error of the second system', count: 1 },
    ]);
    expect(groups.mcnemar).toEqual({ p: 1, onlyA: 1, onlyB: 1 });
  });

  it('looks only at the subset, and refuses what does not fit', () => {
    const column = Float64Array.of(0, 0, 3);
    expect(sideBySide(column, column, Int32Array.of(2))).toMatchObject({
      n: 1,
      neither: Int32Array.of(2),
      mcnemar: { p: null },
    });
    expect(() => sideBySide(column, new Float64Array(2))).toThrow(RangeError);
    expect(() => sideBySide(column, column, Int32Array.of(3))).toThrow(RangeError);
  });

  it('puts every pair in one place, and mirrors when the systems are exchanged', () => {
    const error = fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: -8, max: 8 }).map((halves) => halves / 2) },
      fc.constant(NaN),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(error, error), { maxLength: 40 }), (rows) => {
        const [a, b] = [0, 1].map((side) => Float64Array.from(rows, (pair) => pair[side]!));
        const groups = sideBySide(a!, b!);
        const placed = [groups.both, groups.onlyA, groups.onlyB, groups.neither].flatMap((list) => [...list]);
        const skipped = groups.skipped.reduce((sum, { count }) => sum + count, 0);
        expect(new Set(placed).size).toBe(groups.n);
        expect(groups.n + skipped).toBe(rows.length);
        for (const list of [groups.both, groups.onlyA, groups.onlyB, groups.neither]) {
          const apart = [...list].map((row) => Math.abs(a![row]! - b![row]!));
          expect(apart).toEqual([...apart].sort((x, y) => y - x));
        }
        const mirrored = sideBySide(b!, a!);
        expect([mirrored.onlyA, mirrored.onlyB]).toEqual([groups.onlyB, groups.onlyA]);
        expect([mirrored.both, mirrored.neither]).toEqual([groups.both, groups.neither]);
        expect(groups.mcnemar).toEqual(mcnemarExact(groups.onlyA.length, groups.onlyB.length));
      }),
    );
  });
});
