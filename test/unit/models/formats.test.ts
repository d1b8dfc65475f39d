import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeRow, encodeShard, shardBytes } from '../../../models/formats.ts';

const value = fc.float({ min: -1000, max: 1000, noNaN: true });
const shards = fc.integer({ min: 1, max: 20 }).chain((dimension) =>
  fc.record({
    dimension: fc.constant(dimension),
    rows: fc.array(fc.array(value, { minLength: dimension, maxLength: dimension }), {
      minLength: 1,
      maxLength: 8,
    }),
  }),
);

function decoded(
  shard: Uint8Array<ArrayBuffer>,
  words: number,
  dimension: number,
  row: number,
): Float32Array {
  const target = new Float32Array(dimension);
  decodeRow(shard.buffer, words, dimension, row, target, 0);
  return target;
}

describe('encodeShard and decodeRow', () => {
  it('reads each shard as its own, in turns', () => {
    const [a, b] = [encodeShard([[127, 0]], 2), encodeShard([[0, 254]], 2)];
    const target = new Float32Array(2);
    for (let twice = 0; twice < 2; twice++) {
      decodeRow(a.buffer, 1, 2, 0, target, 0);
      expect([...target]).toEqual([127, 0]);
      decodeRow(b.buffer, 1, 2, 0, target, 0);
      expect([...target]).toEqual([0, 254]);
    }
  });

  it('are off by at most half a scale, whatever the row', () => {
    fc.assert(
      fc.property(shards, ({ dimension, rows }) => {
        const shard = encodeShard(rows, dimension);
        expect(shard.length).toBe(shardBytes(rows.length, dimension));
        rows.forEach((row, r) => {
          let largest = 0;
          for (const x of row) largest = Math.max(largest, Math.abs(x));
          const found = decoded(shard, rows.length, dimension, r);
          row.forEach((x, i) => {
            // Half a scale, and the rounding of float32; below 1e-38 float32 has no full precision.
            expect(Math.abs(found[i]! - x)).toBeLessThanOrEqual(
              (largest / 127) * 0.5 * (1 + 1e-5) + largest * 1e-6 + 1e-36,
            );
          });
        });
      }),
    );
  });

  it('keep signs, and never turn the largest number round', () => {
    for (const row of [
      [127, -127, 1],
      [1e-3, -1e-3, 0],
      [-3.4, 3.4, 1.7],
      [0.1 + 0.2, -0.3, 0.3],
    ]) {
      const found = decoded(encodeShard([row], 3), 1, 3, 0);
      row.forEach((x, i) => expect(found[i]).toBeCloseTo(x, 1));
      row.forEach((x, i) => expect(Math.sign(found[i]!)).toBe(Math.sign(x)));
    }
  });

  it('a zero row stays zero, and does not become NaN', () => {
    expect([
      ...decoded(
        encodeShard(
          [
            [0, 0],
            [1, 2],
          ],
          2,
        ),
        2,
        2,
        0,
      ),
    ]).toEqual([0, 0]);
  });

  it('write a row into its place and touch nothing beside it', () => {
    const shard = encodeShard(
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
      2,
    );
    const target = new Float32Array(6).fill(-9);
    decodeRow(shard.buffer, 3, 2, 1, target, 2);
    expect([...target.subarray(0, 2), ...target.subarray(4)]).toEqual([-9, -9, -9, -9]);
    expect(target[2]).toBeCloseTo(3, 1);
    expect(target[3]).toBeCloseTo(4, 1);
  });

  it('take the first numbers of a longer row, as the package adds its own behind', () => {
    expect([...decoded(encodeShard([[1, 2, 99, 7]], 2), 1, 2, 0)].map(Math.round)).toEqual([1, 2]);
  });

  it('are little-endian on every machine', () => {
    const shard = encodeShard([[127, -127]], 2);
    expect([...shard]).toEqual([0, 0, 0x80, 0x3f, 127, 129]);
  });
});
