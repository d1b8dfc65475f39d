import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blendCells, cellAlpha, cellAt, countCells, SPARSE_COUNT } from '../../../src/charts/histogram.ts';

const area = { left: 40, top: 10, right: 340, bottom: 210 };
const cloud = (points: [number, number][]) => ({
  px: Float32Array.from(points, ([x]) => x),
  py: Float32Array.from(points, ([, y]) => y),
  visible: points.length,
});
const inside = fc.array(
  fc.tuple(fc.integer({ min: 40, max: 340 }), fc.integer({ min: 10, max: 210 })) as fc.Arbitrary<
    [number, number]
  >,
);
const anchors = fc.record({ x: fc.integer({ min: -500, max: 900 }), y: fc.integer({ min: -500, max: 900 }) });

describe('countCells', () => {
  it('counts every point of the area once, wherever the cells hang', () => {
    fc.assert(
      fc.property(inside, anchors, (points, anchor) => {
        const { counts, max } = countCells(cloud(points), area, 8, anchor);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(points.length);
        expect(max).toBe(counts.reduce((most, count) => Math.max(most, count), 0));
      }),
    );
  });

  it('moves its cells along with the data', () => {
    fc.assert(
      fc.property(inside, fc.integer({ min: 0, max: 30 }), (points, shift) => {
        const wide = { left: -100, top: -100, right: 500, bottom: 500 };
        const here = countCells(cloud(points), wide, 8, { x: 0, y: 0 });
        const moved = points.map(([x, y]): [number, number] => [x + shift, y - shift]);
        const there = countCells(cloud(moved), wide, 8, { x: shift, y: -shift });
        const counts = (of: Uint32Array) => [...of].filter((count) => count > 0);
        expect(counts(there.counts)).toEqual(counts(here.counts));
      }),
    );
  });

  it('passes over missing points, the rug, and what is not included', () => {
    const points: [number, number][] = [
      [NaN, NaN],
      [30, 100],
      [100, 100],
      [100, 101],
    ];
    const { counts } = countCells(cloud(points), area, 8, { x: 40, y: 10 }, (index) => index !== 3);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  });
});

describe('cellAt', () => {
  it('is -1 outside and for NaN', () => {
    const histogram = countCells(cloud([]), area, 8, { x: 40, y: 10 });
    expect(cellAt(histogram, 40, 10)).toBe(0);
    expect(cellAt(histogram, 48, 18)).toBe(histogram.columns + 1);
    expect(cellAt(histogram, 39, 10)).toBe(-1);
    expect(cellAt(histogram, NaN, 10)).toBe(-1);
    expect(cellAt(histogram, 40, 9999)).toBe(-1);
  });
});

describe('cellAlpha', () => {
  it('hides sparse cells and grows with the count up to the largest', () => {
    expect(cellAlpha(SPARSE_COUNT, 50)).toBe(0);
    const alphas = [3, 4, 10, 49, 50].map((count) => cellAlpha(count, 50));
    expect(alphas).toEqual([...alphas].sort((a, b) => a - b));
    expect(alphas[0]).toBeCloseTo(0.12);
    expect(alphas[4]).toBeCloseTo(0.8);
    expect(cellAlpha(3, 3)).toBeCloseTo(0.12);
  });
});

describe('blendCells', () => {
  const counted = (...counts: number[]) => ({
    columns: counts.length,
    rows: 1,
    left: 0,
    top: 0,
    cellPx: 8,
    counts: Uint32Array.from(counts),
    max: counts.reduce((most, count) => Math.max(most, count), 0),
  });
  const blue = [0, 0, 200] as const;
  const red = [200, 0, 0] as const;

  it('gives a lone system its hue and leaves empty and sparse cells clear', () => {
    const pixels = new Uint8ClampedArray(12);
    blendCells([counted(0, 2, 30)], [blue], pixels);
    expect([...pixels.slice(0, 8)]).toEqual(Array(8).fill(0));
    expect([...pixels.slice(8)]).toEqual([0, 0, 200, 204]);
  });

  it('shows as much as the systems would one over the other', () => {
    const pixels = new Uint8ClampedArray(4);
    blendCells([counted(30), counted(30)], [blue, red], pixels);
    expect([...pixels]).toEqual([100, 0, 100, Math.round(255 * (1 - 0.2 * 0.2))]);
  });

  it('does not depend on the order of the systems', () => {
    const one = new Uint8ClampedArray(8);
    const other = new Uint8ClampedArray(8);
    blendCells([counted(9, 30), counted(4, 12)], [blue, red], one);
    blendCells([counted(4, 12), counted(9, 30)], [red, blue], other);
    expect([...one]).toEqual([...other]);
    expect(one[2]).toBeGreaterThan(one[0]!);
  });
});
