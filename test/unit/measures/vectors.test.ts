import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isZeroRow,
  MEASURE_IDS,
  measureOf,
  MEASURES,
  similarity,
  type MeasureId,
} from '../../../src/measures/vectors.ts';
import { failureOf } from '../support.ts';

const components = (length: number): fc.Arbitrary<Float32Array> =>
  fc.float32Array({ minLength: length, maxLength: length, noNaN: true, min: -1e6, max: 1e6 });
const twoRows = fc
  .integer({ min: 2, max: 40 })
  .chain((dimension) => fc.tuple(components(dimension), components(dimension)))
  .map(([a, b]) => ({ a: [...a], b: [...b], matrix: Float32Array.from([...a, ...b]), dimension: a.length }));

const between = (measure: MeasureId, a: readonly number[], b: readonly number[]): number =>
  similarity(measure, Float32Array.from([...a, ...b]), a.length, 0, 1);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const dot = (a: readonly number[], b: readonly number[]): number => sum(a.map((x, i) => x * b[i]!));
const lengthOf = (a: readonly number[]): number => Math.sqrt(dot(a, a));
const centred = (a: readonly number[]): number[] => a.map((x) => x - sum(a) / a.length);
const cosine = (a: readonly number[], b: readonly number[]): number =>
  Math.min(1, Math.max(-1, dot(a, b) / (lengthOf(a) * lengthOf(b))));

/** The definitions, one line each, for rows under which they are defined. */
const NAIVE: Record<MeasureId, (a: readonly number[], b: readonly number[]) => number> = {
  cosine,
  angular: (a, b) => 1 - Math.acos(cosine(a, b)) / Math.PI,
  dot,
  euclidean: (a, b) => -lengthOf(a.map((x, i) => x - b[i]!)),
  manhattan: (a, b) => -sum(a.map((x, i) => Math.abs(x - b[i]!))),
  braycurtis: (a, b) =>
    -sum(a.map((x, i) => Math.abs(x - b[i]!))) / sum(a.map((x, i) => Math.abs(x + b[i]!))),
  correlation: (a, b) => cosine(centred(a), centred(b)),
};

describe('measures of two vectors', () => {
  it('are the seven, each told to the reader', () => {
    expect(MEASURES.map(({ id }) => id)).toEqual([...MEASURE_IDS]);
    for (const { id, title, formula, source, higherIsCloser } of MEASURES) {
      expect(measureOf(id).title).toBe(title);
      expect(Math.min(title.length, formula.length, source.length)).toBeGreaterThan(2);
      expect(higherIsCloser).toBe(true);
    }
  });

  it('an unknown one is refused', async () => {
    const failure = await failureOf(() => measureOf('jaccard'));
    expect(failure.code).toBe('unknown-measure');
    expect(failure.nextStep).toContain('cosine, angular');
  });

  it.each<[MeasureId, number]>([
    ['cosine', 24 / 25],
    ['angular', 1 - Math.acos(24 / 25) / Math.PI],
    ['dot', 24],
    ['euclidean', -Math.SQRT2],
    ['manhattan', -2],
    ['braycurtis', -2 / 14],
    ['correlation', -1],
  ])('%s of (3, 4) and (4, 3) by hand', (measure, expected) => {
    expect(between(measure, [3, 4], [4, 3])).toBeCloseTo(expected, 14);
  });

  it.each(MEASURE_IDS)('%s equals its definition', (measure) => {
    fc.assert(
      fc.property(twoRows, ({ a, b }) => {
        const found = between(measure, a, b);
        if (Number.isNaN(found)) return;
        const expected = NAIVE[measure](a, b);
        // What is left of large components that cancel out is as exact as they were, and acos is steep near 1.
        const scale =
          measure === 'dot'
            ? lengthOf(a) * lengthOf(b)
            : measure === 'angular'
              ? 1e6
              : Math.abs(expected) + 1;
        const nearlyConstant = measure === 'correlation' && [a, b].some(hasLittleSpread);
        if (!nearlyConstant) expect(Math.abs(found - expected)).toBeLessThanOrEqual(1e-12 * scale);
      }),
    );
  });

  it.each(MEASURE_IDS)('%s: swapping the rows changes no bit', (measure) => {
    fc.assert(
      fc.property(twoRows, ({ matrix, dimension }) => {
        expect(similarity(measure, matrix, dimension, 1, 0)).toBe(
          similarity(measure, matrix, dimension, 0, 1),
        );
      }),
    );
  });

  it.each(MEASURES)('case 24: $id of equal rows is the top, exactly, and no pair is above', ({ id, top }) => {
    fc.assert(
      fc.property(twoRows, ({ a, b }) => {
        const own = between(id, a, a);
        const other = between(id, a, b);
        if (top === null) {
          // |a - b|^2 is not negative.
          expect(2 * other).toBeLessThanOrEqual((own + between(id, b, b)) * (1 + 1e-12));
          return;
        }
        if (!Number.isNaN(own)) expect(own).toBe(top);
        if (!Number.isNaN(other)) expect(other).toBeLessThanOrEqual(top);
      }),
    );
  });

  it('case 24: float32 unit vectors with themselves give exactly 1, and opposite ones a finite angle', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const raw = Array.from({ length: 14 }, (_, i) => Math.sin(seed * 12.9898 + i * 78.233));
      const unit = [...Float32Array.from(raw, (x) => x / lengthOf(raw))];
      for (const measure of ['cosine', 'angular', 'correlation'] as const) {
        expect(between(measure, unit, unit)).toBe(1);
      }
      const opposite = unit.map((x) => -x);
      expect(between('angular', unit, opposite)).toBe(0);
      expect(between('correlation', unit, opposite)).toBe(-1);
    }
  });

  it('cosine and angle order pairs in the same way', () => {
    fc.assert(
      fc.property(twoRows, components(40), ({ a, b }, third) => {
        const c = [...third.subarray(0, a.length)];
        const [near, far] = [between('cosine', a, b), between('cosine', a, c)];
        if (Number.isNaN(near) || Number.isNaN(far)) return;
        const angles = between('angular', a, b) - between('angular', a, c);
        if (near >= far) expect(angles).toBeGreaterThanOrEqual(0);
        if (near <= far) expect(angles).toBeLessThanOrEqual(0);
      }),
    );
    for (const measure of ['cosine', 'angular'] as const) {
      const scores = [0, 0.3, 0.9, 1.6, 2.4, 3.1].map((angle) =>
        between(measure, [1, 0], [Math.cos(angle), Math.sin(angle)]),
      );
      expect([...scores].sort((x, y) => y - x)).toEqual(scores);
      expect(new Set(scores).size).toBe(6);
    }
  });

  it('0 says what `zeroMeans` says', () => {
    for (const { id, zeroMeans } of MEASURES) {
      const [a, b] = {
        unrelated:
          id === 'correlation'
            ? [
                [1, 2, 1],
                [1, 2, 3],
              ]
            : [
                [1, 0, 0],
                [0, 1, 0],
              ],
        opposite: [
          [1, 2, 0],
          [-1, -2, 0],
        ],
        equal: [
          [1, 2, 0],
          [1, 2, 0],
        ],
      }[zeroMeans] as [number[], number[]];
      expect(between(id, a, b), id).toBe(0);
    }
  });

  it('are NaN, never 0, where they are not defined', () => {
    for (const measure of ['cosine', 'angular', 'correlation'] as const) {
      expect(between(measure, [0, 0, 0], [1, 2, 4])).toBeNaN();
      expect(between(measure, [1, 2, 4], [0, 0, 0])).toBeNaN();
      expect(between(measure, [0, 0, 0], [0, 0, 0])).toBeNaN();
    }
    expect(between('braycurtis', [0, 0], [0, 0])).toBeNaN();
    expect(between('braycurtis', [1, -2], [-1, 2])).toBeNaN();
    expect(between('correlation', [0.1, 0.1, 0.1], [1, 2, 4])).toBeNaN();
    expect(between('correlation', [1, 2, 4], [7, 7, 7])).toBeNaN();
    expect(between('correlation', [3], [4])).toBeNaN();
  });

  it('a row that is constant but for rounding noise has no correlation', () => {
    const noisy = Float64Array.from({ length: 12 }, (_, i) =>
      i < 6 ? (i % 2 === 0 ? 0.1 + 0.2 : 0.3) : i * i,
    );
    expect(new Set(noisy.subarray(0, 6)).size).toBe(2);
    expect(similarity('correlation', noisy, 6, 0, 1)).toBeNaN();
  });

  it.each(MEASURE_IDS)('%s is NaN for components that are not finite', (measure) => {
    for (const bad of [NaN, Infinity, -Infinity]) {
      expect(between(measure, [bad, 1, 2], [1, 2, 4])).toBeNaN();
      expect(between(measure, [1, 2, 4], [bad, 1, 0])).toBeNaN();
      expect(between(measure, [bad, 1, 2], [bad, 1, 2])).toBeNaN();
    }
  });

  it.each(MEASURE_IDS)('%s accumulates in double precision', (measure) => {
    // Beside 1e4 the small ones would vanish in float32; they are 2,001 of them.
    const a = [...new Float32Array(2002).fill(1e-4)].map((x, i) => (i === 0 ? 1e4 : x * (i % 3)));
    const b = a.map((x, i) => (i === 0 ? 0.5 : x * (i % 5)));
    const [x, y] = [Float32Array.from(a), Float32Array.from(b)];
    expect(between(measure, [...x], [...y])).toBeCloseTo(NAIVE[measure]([...x], [...y]), 10);
  });

  it('read the rows they are asked for', () => {
    const rows = Float32Array.from([9, 9, 1, 0, 8, 8, 0, 1]);
    expect(similarity('dot', rows, 2, 1, 3)).toBe(0);
    expect(similarity('manhattan', rows, 2, 0, 2)).toBe(-2);
    expect(isZeroRow(Float32Array.from([1, 1, 0, 0, 0, 1]), 2, 1)).toBe(true);
    expect(isZeroRow(Float32Array.from([0, 0, 0, 1, 0, 0]), 2, 1)).toBe(false);
    expect(isZeroRow(Float32Array.from([NaN, 0]), 2, 0)).toBe(false);
  });
});

function hasLittleSpread(row: readonly number[]): boolean {
  return lengthOf(centred(row)) <= 1e-6 * lengthOf(row);
}
