import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundingBox, boxPolygon, clipSegment, insidePolygon } from '../../../src/charts/geometry.ts';

const coordinate = fc.integer({ min: -50, max: 50 });
/** Half-integers never lie on an edge or a corner of a polygon whose edges run along integers. */
const between = coordinate.map((value) => value + 0.5);
const corners = fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 12 });

/** Convex hull, counter-clockwise in a y-up plane (Andrew's monotone chain). */
function hullOf(points: [number, number][]): [number, number][] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const cross = (o: [number, number], a: [number, number], b: [number, number]) =>
    (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const half = (list: [number, number][]) => {
    const chain: [number, number][] = [];
    for (const point of list) {
      while (chain.length > 1 && cross(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

describe('insidePolygon', () => {
  it('agrees with the four comparisons on a box', () => {
    fc.assert(
      fc.property(
        coordinate,
        coordinate,
        coordinate,
        coordinate,
        between,
        between,
        (x0, y0, x1, y1, x, y) => {
          const inBox =
            x > Math.min(x0, x1) && x < Math.max(x0, x1) && y > Math.min(y0, y1) && y < Math.max(y0, y1);
          expect(insidePolygon(x, y, boxPolygon(x0, y0, x1, y1))).toBe(inBox);
        },
      ),
    );
  });

  it('agrees with half planes on a convex hull', () => {
    fc.assert(
      fc.property(corners, between, between, (points, x, y) => {
        const hull = hullOf(points);
        fc.pre(hull.length >= 3);
        const sides = hull.map(([ax, ay], i) => {
          const [bx, by] = hull[(i + 1) % hull.length]!;
          return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
        });
        fc.pre(sides.every((side) => side !== 0));
        expect(insidePolygon(x, y, hull.flat())).toBe(sides.every((side) => side > 0));
      }),
    );
  });

  it('depends neither on orientation nor on the first corner', () => {
    fc.assert(
      fc.property(corners, fc.nat(), between, between, (points, shift, x, y) => {
        const turned = points.map((_, i) => points[(i + shift) % points.length]!);
        const inside = insidePolygon(x, y, points.flat());
        expect(insidePolygon(x, y, points.toReversed().flat())).toBe(inside);
        expect(insidePolygon(x, y, turned.flat())).toBe(inside);
      }),
    );
  });

  it('leaves the overlap of a self-crossing lasso out', () => {
    const twice = [...boxPolygon(0, 0, 10, 10), ...boxPolygon(0, 0, 10, 10)];
    expect(insidePolygon(5, 5, twice)).toBe(false);
  });

  it('holds nothing for NaN and for an empty polygon', () => {
    expect(insidePolygon(NaN, 5, boxPolygon(0, 0, 10, 10))).toBe(false);
    expect(insidePolygon(5, NaN, boxPolygon(0, 0, 10, 10))).toBe(false);
    expect(insidePolygon(5, 5, [])).toBe(false);
  });
});

describe('boundingBox', () => {
  it('holds every corner and touches one on each side', () => {
    fc.assert(
      fc.property(corners, (points) => {
        const box = boundingBox(points.flat());
        expect(
          points.every(([x, y]) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom),
        ).toBe(true);
        expect(points.some(([x]) => x === box.left) && points.some(([x]) => x === box.right)).toBe(true);
        expect(points.some(([, y]) => y === box.top) && points.some(([, y]) => y === box.bottom)).toBe(true);
      }),
    );
  });
});

describe('clipSegment', () => {
  const box = { left: 0, top: 0, right: 10, bottom: 10 };

  it('cuts at the border and keeps the direction', () => {
    expect(clipSegment({ x0: -5, y0: 15, x1: 15, y1: -5 }, box)).toEqual({ x0: 0, y0: 10, x1: 10, y1: 0 });
    expect(clipSegment({ x0: 2, y0: 3, x1: 4, y1: 5 }, box)).toEqual({ x0: 2, y0: 3, x1: 4, y1: 5 });
  });

  it('is null where the segment misses the box', () => {
    expect(clipSegment({ x0: -5, y0: 0, x1: -1, y1: 10 }, box)).toBeNull();
    expect(clipSegment({ x0: 8, y0: -8, x1: 20, y1: 4 }, box)).toBeNull();
    expect(clipSegment({ x0: NaN, y0: 0, x1: 5, y1: 5 }, box)).toBeNull();
  });

  it('never leaves the box, nor the line', () => {
    fc.assert(
      fc.property(coordinate, coordinate, coordinate, coordinate, (x0, y0, x1, y1) => {
        const cut = clipSegment({ x0, y0, x1, y1 }, box);
        if (!cut) return;
        for (const [x, y] of [
          [cut.x0, cut.y0],
          [cut.x1, cut.y1],
        ] as const) {
          expect(Math.min(x, y)).toBeGreaterThan(-1e-9);
          expect(Math.max(x, y)).toBeLessThan(10 + 1e-9);
          expect(Math.abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0))).toBeLessThan(1e-9);
        }
      }),
    );
  });
});
