import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { badRow, normaliseRows, pool } from '../../../../src/compute/encoders/pooling.ts';

/** Two rows of three tokens, two dimensions; the first row has padding on one side. */
const STATES = Float32Array.of(1, 2, 3, 4, 99, 99, 5, 6, 7, 8, 9, 10);

describe('pool', () => {
  it.each([
    ['mean', [2, 3, 7, 8]],
    ['cls', [1, 2, 5, 6]],
    ['last', [3, 4, 9, 10]],
  ] as const)('%s leaves the padding out, on the right', (pooling, expected) => {
    expect([...pool(pooling, STATES, BigInt64Array.of(1n, 1n, 0n, 1n, 1n, 1n), 2, 3, 2)]).toEqual(expected);
  });

  it.each([
    ['mean', [51, 51.5, 7, 8]],
    ['cls', [3, 4, 5, 6]],
    ['last', [99, 99, 9, 10]],
  ] as const)('%s leaves the padding out, on the left', (pooling, expected) => {
    expect([...pool(pooling, STATES, BigInt64Array.of(0n, 1n, 1n, 1n, 1n, 1n), 2, 3, 2)]).toEqual(expected);
  });

  it.each(['mean', 'cls', 'last'] as const)('%s never divides by no tokens', (pooling) => {
    expect(() => pool(pooling, STATES, BigInt64Array.of(1n, 1n, 1n, 0n, 0n, 0n), 2, 3, 2)).toThrow(
      'Row 1 has no token',
    );
  });

  it('asserts the shape', () => {
    expect(() => pool('mean', STATES, BigInt64Array.of(1n, 1n), 2, 3, 2)).toThrow('2 x 3 x 2');
    expect(() => pool('mean', STATES, new BigInt64Array(6).fill(1n), 2, 3, 3)).toThrow('2 x 3 x 3');
  });

  it('gives a row the same vector with any padding on any side', () => {
    const number = fc.float({ min: -10, max: 10, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(number, number), { minLength: 1, maxLength: 6 }),
        fc.nat(4),
        fc.boolean(),
        fc.constantFrom('mean' as const, 'cls' as const, 'last' as const),
        (row, padding, left, pooling) => {
          const alone = pool(pooling, Float32Array.from(row.flat()), bits(row.length, 1n), 1, row.length, 2);
          const pad = Array.from({ length: padding }, (): [number, number] => [1e6, -1e6]);
          const padded = left ? [...pad, ...row] : [...row, ...pad];
          const mask = left
            ? [...bits(padding, 0n), ...bits(row.length, 1n)]
            : [...bits(row.length, 1n), ...bits(padding, 0n)];
          const tokens = padded.length;
          const states = Float32Array.from(padded.flat());
          expect(pool(pooling, states, BigInt64Array.from(mask), 1, tokens, 2)).toEqual(alone);
        },
      ),
    );
  });
});

describe('normaliseRows', () => {
  it('scales each row by its own length and leaves rows of zeros alone', () => {
    const vectors = Float32Array.of(3, 4, 0, 0, 0, -2);
    normaliseRows(vectors, 2);
    expect([...vectors].map((value) => Number(value.toFixed(6)))).toEqual([0.6, 0.8, 0, 0, 0, -1]);
  });
});

describe('badRow', () => {
  it.each([
    [[1, 2, 0, 1], null],
    [[1, 2, 0, 0], { row: 1, reason: 'all zero' }],
    [[1, NaN, 0, 0], { row: 0, reason: 'not finite' }],
    [[1, 2, Infinity, 0], { row: 1, reason: 'not finite' }],
    [[1, 2, -0, -0], { row: 1, reason: 'all zero' }],
  ])('of %j is %j', (values, expected) => {
    expect(badRow(Float32Array.from(values), 2)).toEqual(expected);
  });
});

function bits(length: number, value: bigint): BigInt64Array {
  return new BigInt64Array(length).fill(value);
}
