import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { principalComponents, removeComponents } from '../../../../src/systems/encoders/components.ts';
import type { Embeddings } from '../../../../src/systems/encoders/weightedSum.ts';
import { inventedVector } from '../../support.ts';

function embeddings(rows: readonly (readonly number[])[]): Embeddings {
  return { rows: Float32Array.from(rows.flat()), dimension: rows[0]!.length, sentences: rows.length };
}
const once = (count: number): Float64Array => new Float64Array(count).fill(1);

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
const matrices = fc
  .tuple(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 2, max: 15 }), fc.integer())
  .map(([dimension, sentences, seed]) =>
    embeddings(Array.from({ length: sentences }, (_, s) => inventedVector(`${seed}/${s}`, dimension))),
  );

describe('principalComponents', () => {
  it('is uncentred: the direction that all share comes first', () => {
    const [first, second] = principalComponents(
      embeddings([
        [3, 1],
        [3, -1],
        [3, 1],
        [3, -1],
      ]),
      once(4),
      2,
    );
    expect(Math.abs(first![0]!)).toBeCloseTo(1, 12);
    expect(first![1]).toBeCloseTo(0, 12);
    expect(Math.abs(second![1]!)).toBeCloseTo(1, 12);
  });

  it('counts a sentence as often as it occurs', () => {
    const rows = embeddings([
      [2, 0],
      [0, 1],
    ]);
    const leading = (times: number): number =>
      Math.abs(principalComponents(rows, Float64Array.of(1, times), 1)[0]![0]!);
    expect(leading(1)).toBeCloseTo(1, 12);
    expect(leading(5)).toBeCloseTo(0, 12);
    expect(Math.abs(principalComponents(rows, Float64Array.of(0, 1), 1)[0]![0]!)).toBeCloseTo(0, 12);
  });

  it('gives no more components than the vectors span, and none for zeros', () => {
    expect(
      principalComponents(
        embeddings([
          [1, 2, 3],
          [2, 4, 6],
        ]),
        once(2),
        3,
      ).length,
    ).toBe(1);
    expect(
      principalComponents(
        embeddings([
          [0, 0],
          [0, 0],
        ]),
        once(2),
        1,
      ),
    ).toEqual([]);
    expect(principalComponents(embeddings([[1, 2]]), Float64Array.of(0), 1)).toEqual([]);
  });

  it('gives unit vectors at right angles that explain the more, the earlier', () => {
    fc.assert(
      fc.property(matrices, (any) => {
        const components = principalComponents(any, once(any.sentences), any.dimension);
        const explained = components.map((component) => {
          let sum = 0;
          for (let s = 0; s < any.sentences; s++) {
            sum += dot(component, any.rows.subarray(s * any.dimension, (s + 1) * any.dimension)) ** 2;
          }
          return sum;
        });
        components.forEach((a, i) => {
          components.forEach((b, j) => expect(dot(a, b)).toBeCloseTo(i === j ? 1 : 0, 8));
          if (i > 0) expect(explained[i]).toBeLessThanOrEqual(explained[i - 1]! * (1 + 1e-9));
        });
      }),
    );
  });
});

describe('removeComponents', () => {
  it('leaves rows at right angles to what was removed', () => {
    fc.assert(
      fc.property(matrices, fc.integer({ min: 1, max: 3 }), (any, count) => {
        const components = principalComponents(any, once(any.sentences), count);
        const { rows } = removeComponents(any, components);
        for (let s = 0; s < any.sentences; s++) {
          const row = rows.subarray(s * any.dimension, (s + 1) * any.dimension);
          for (const component of components) expect(dot(row, component)).toBeCloseTo(0, 6);
        }
      }),
    );
  });

  it('case 14: the sign of a component does not matter, to the last bit', () => {
    fc.assert(
      fc.property(matrices, (any) => {
        const components = principalComponents(any, once(any.sentences), 2);
        const turned = components.map((component) => component.map((value) => -value));
        expect(removeComponents(any, turned)).toEqual(removeComponents(any, components));
      }),
    );
  });

  it('turns a row of nothing but the component into exact zeros, and says so', () => {
    const component = Float64Array.of(Math.SQRT1_2, Math.SQRT1_2);
    const { rows, vanished } = removeComponents(
      embeddings([
        [0.3, 0.3],
        [1, 0],
        [0, 0],
      ]),
      [component],
    );
    expect([...rows.subarray(0, 2)]).toEqual([0, 0]);
    expect([...vanished]).toEqual([1, 0, 0]);
    expect(rows[2]).toBeCloseTo(0.5, 12);
  });

  it('judges what is left by the length before: small vectors do not vanish', () => {
    const { vanished } = removeComponents(embeddings([[1e-12, 1e-12]]), [Float64Array.of(1, 0)]);
    expect([...vanished]).toEqual([0]);
  });

  it('changes its own copy', () => {
    const before = embeddings([[1, 2]]);
    removeComponents(before, [Float64Array.of(1, 0)]);
    expect([...before.rows]).toEqual([1, 2]);
  });
});
