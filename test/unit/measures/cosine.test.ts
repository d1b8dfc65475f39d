import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clampToUnit, cosineOfRows, cosineOfSets } from '../../../src/measures/cosine.ts';

const vector = fc.integer({ min: 1, max: 40 }).chain((dimension) =>
  fc.float32Array({
    minLength: dimension,
    maxLength: dimension,
    noNaN: true,
    noDefaultInfinity: true,
    min: -1e6,
    max: 1e6,
  }),
);
const twoRows = vector.chain((a) =>
  fc
    .float32Array({
      minLength: a.length,
      maxLength: a.length,
      noNaN: true,
      noDefaultInfinity: true,
      min: -1e6,
      max: 1e6,
    })
    .map((b) => ({ a, b, matrix: Float32Array.from([...a, ...b]), dimension: a.length })),
);

describe('cosineOfRows', () => {
  it('knows angles by hand', () => {
    const rows = Float64Array.from([1, 0, 0, 1, 3, 4, -3, -4, 1, 1]);
    expect(cosineOfRows(rows, 2, 0, 1)).toBe(0);
    expect(cosineOfRows(rows, 2, 0, 2)).toBeCloseTo(0.6, 15);
    expect(cosineOfRows(rows, 2, 2, 3)).toBe(-1);
    expect(cosineOfRows(rows, 2, 0, 4)).toBeCloseTo(Math.SQRT1_2, 15);
  });

  it('case 24: a float32 unit vector with itself gives at most 1, and an angle that is finite', () => {
    let above = 0;
    for (let seed = 1; seed <= 2000; seed++) {
      const row = Float32Array.from({ length: 14 }, (_, i) => Math.sin(seed * 12.9898 + i * 78.233));
      let norm = 0;
      for (const value of row) norm += value * value;
      const unit = row.map((value) => value / Math.sqrt(norm));
      const matrix = Float32Array.from([...unit, ...unit]);
      let dot = 0;
      for (const value of unit) dot = Math.fround(dot + Math.fround(value * value));
      if (dot > 1) above++;
      const cosine = cosineOfRows(matrix, 14, 0, 1);
      // Exactly 1, so that all pairs of equal sentences tie.
      expect(cosine).toBe(1);
      expect(Number.isFinite(Math.acos(cosine))).toBe(true);
      const opposite = cosineOfRows(Float32Array.from([...unit, ...unit.map((x) => -x)]), 14, 0, 1);
      expect(opposite).toBeGreaterThanOrEqual(-1);
    }
    // The trap is real: summed in single precision without a clamp, many of these are above 1.
    expect(above).toBeGreaterThan(100);
  });

  it('is NaN where a row is zero, never 0', () => {
    const rows = Float32Array.from([0, 0, 1, 2]);
    expect(cosineOfRows(rows, 2, 0, 1)).toBeNaN();
    expect(cosineOfRows(rows, 2, 1, 0)).toBeNaN();
    expect(cosineOfRows(rows, 2, 0, 0)).toBeNaN();
  });

  it('is NaN, not a number, for rows that hold no numbers', () => {
    expect(cosineOfRows(Float32Array.from([NaN, 1, 1, 1]), 2, 0, 1)).toBeNaN();
  });

  it('is symmetric, within [-1, 1], and the same for every positive scale', () => {
    fc.assert(
      fc.property(
        twoRows,
        fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
        ({ a, b, matrix, dimension }, scale) => {
          const cosine = cosineOfRows(matrix, dimension, 0, 1);
          expect(cosineOfRows(matrix, dimension, 1, 0)).toBe(cosine);
          const zero = a.every((x) => x === 0) || b.every((x) => x === 0);
          expect(Number.isNaN(cosine)).toBe(zero);
          if (zero) return;
          expect(Math.abs(cosine)).toBeLessThanOrEqual(1);
          const scaled = Float64Array.from(matrix, (x, i) => (i < dimension ? x * scale : x));
          expect(cosineOfRows(scaled, dimension, 0, 1)).toBeCloseTo(cosine, 9);
          const turned = Float64Array.from(matrix, (x, i) => (i < dimension ? -x : x));
          expect(cosineOfRows(turned, dimension, 0, 1)).toBeCloseTo(-cosine, 12);
        },
      ),
    );
  });

  it('accumulates in double precision', () => {
    // In float32 the small numbers would vanish beside the large one.
    const row = new Float32Array(2002).fill(1e-4);
    row[0] = 1;
    const other = Float32Array.from(row, (x, i) => (i === 0 ? 0 : x));
    const cosine = cosineOfRows(Float32Array.from([...row, ...other]), 2002, 0, 1);
    const small = 2001 * Math.fround(1e-4) ** 2;
    expect(cosine).toBeCloseTo(Math.sqrt(small / (1 + small)), 12);
  });
});

describe('cosineOfSets', () => {
  it('is shared / sqrt(sizeA sizeB)', () => {
    expect(cosineOfSets(2, 4, 9)).toBeCloseTo(1 / 3, 15);
    expect(cosineOfSets(0, 4, 9)).toBe(0);
    expect(cosineOfSets(3, 3, 3)).toBe(1);
  });

  it('is exactly 1 for equal sets of any size, and NaN for an empty one', () => {
    for (let size = 1; size < 500; size++) expect(cosineOfSets(size, size, size)).toBe(1);
    expect(cosineOfSets(0, 0, 3)).toBeNaN();
    expect(cosineOfSets(0, 3, 0)).toBeNaN();
  });
});

describe('clampToUnit', () => {
  it('moves only what lies outside, and leaves NaN', () => {
    expect(clampToUnit(1.0000001192)).toBe(1);
    expect(clampToUnit(-1.5)).toBe(-1);
    expect(clampToUnit(0.25)).toBe(0.25);
    expect(clampToUnit(NaN)).toBeNaN();
  });
});
