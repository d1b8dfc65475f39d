import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxPolygon } from '../../../src/charts/geometry.ts';
import { extendLasso, pairsInside, selectionMask } from '../../../src/charts/lasso.ts';

const cloud = (points: [number, number][]) => ({
  px: Float32Array.from(points, ([x]) => x),
  py: Float32Array.from(points, ([, y]) => y),
  visible: points.length,
});

describe('pairsInside', () => {
  it('takes a pair when any system has it inside, once, in ascending order', () => {
    const first = cloud([
      [5, 5],
      [50, 50],
      [6, 6],
      [NaN, NaN],
    ]);
    const second = cloud([
      [6, 4],
      [5, 5],
      [90, 90],
      [NaN, NaN],
    ]);
    expect([...pairsInside([first, second], boxPolygon(0, 0, 10, 10))]).toEqual([0, 1, 2]);
    expect([...pairsInside([first], boxPolygon(0, 0, 10, 10))]).toEqual([0, 2]);
    expect([...pairsInside([], boxPolygon(0, 0, 10, 10))]).toEqual([]);
  });

  it('takes what a box holds, no matter which corners it was drawn between', () => {
    const half = fc.integer({ min: -20, max: 20 }).map((value) => value + 0.5);
    const points = fc.array(fc.tuple(half, half) as fc.Arbitrary<[number, number]>);
    const whole = fc.integer({ min: -20, max: 20 });
    fc.assert(
      fc.property(points, whole, whole, whole, whole, (list, x0, y0, x1, y1) => {
        const expected = list.flatMap(([x, y], index) =>
          (x - x0) * (x - x1) < 0 && (y - y0) * (y - y1) < 0 ? [index] : [],
        );
        expect([...pairsInside([cloud(list)], boxPolygon(x0, y0, x1, y1))]).toEqual(expected);
        expect([...pairsInside([cloud(list)], boxPolygon(x1, y0, x0, y1))]).toEqual(expected);
      }),
    );
  });
});

describe('extendLasso', () => {
  it('adds a corner only at a distance', () => {
    expect(extendLasso([0, 0], 1, 1)).toEqual([0, 0]);
    expect(extendLasso([0, 0], 3, 0)).toEqual([0, 0, 3, 0]);
    expect(extendLasso([], 7, 8)).toEqual([7, 8]);
  });
});

describe('selectionMask', () => {
  it('tells an empty selection from none', () => {
    expect(selectionMask(null, 3)).toBeNull();
    expect([...selectionMask(Int32Array.of(), 3)!]).toEqual([0, 0, 0]);
    expect([...selectionMask(Int32Array.of(2, -1, 7), 3)!]).toEqual([0, 0, 1]);
  });
});
