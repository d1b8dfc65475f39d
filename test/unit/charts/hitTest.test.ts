import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearest } from '../../../src/charts/hitTest.ts';

const cloud = (points: [number, number][]) => ({
  px: Float32Array.from(points, ([x]) => x),
  py: Float32Array.from(points, ([, y]) => y),
  visible: points.length,
});
const coordinate = fc.integer({ min: 0, max: 60 });
const points = fc.array(fc.tuple(coordinate, coordinate) as fc.Arbitrary<[number, number]>, {
  maxLength: 30,
});

describe('nearest', () => {
  it('finds a point as near as the nearest of all systems, or none beyond the radius', () => {
    fc.assert(
      fc.property(points, points, coordinate, coordinate, (first, second, x, y) => {
        const clouds = [first, second];
        const hit = nearest(clouds.map(cloud), x, y);
        const distances = clouds.flat().map(([px, py]) => Math.hypot(px - x, py - y));
        const least = distances.reduce((a, b) => Math.min(a, b), Infinity);
        if (least > 12) expect(hit).toBeNull();
        else {
          const [px, py] = clouds[hit!.series]![hit!.index]!;
          expect(Math.hypot(px - x, py - y)).toBe(least);
        }
      }),
    );
  });

  it('passes over missing points and takes the one drawn last of two in one place', () => {
    const clouds = [cloud([[5, 5]]), cloud([[NaN, NaN]]), cloud([[5, 5]])];
    expect(nearest(clouds, 5, 6)).toEqual({ series: 2, index: 0 });
    expect(nearest([cloud([[NaN, NaN]])], 0, 0)).toBeNull();
    expect(nearest([], 0, 0)).toBeNull();
  });
});
