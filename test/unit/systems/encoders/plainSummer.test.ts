import { describe, expect, it } from 'vitest';
import { plainSummer } from '../../../../src/systems/encoders/plainSummer.ts';

const words = {
  dimension: 2,
  rows: Float32Array.of(1, 2, 10, 20, 0.5, -1),
  known: new Uint8Array(3).fill(1),
};
const segments = { ids: Int32Array.of(0, 1, 1, 2), offsets: Int32Array.of(0, 3, 3, 4) };

describe('plainSummer', () => {
  it('adds up the rows of each segment; an empty one gives zeros', async () => {
    const table = await plainSummer.table(words, null);
    expect([...(await table.sums(segments))]).toEqual([21, 42, 0, 0, 0.5, -1]);
  });

  it('times the weights', async () => {
    const table = await plainSummer.table(words, Float32Array.of(2, 0.5, -4));
    expect([...(await table.sums(segments))]).toEqual([12, 24, 0, 0, -2, 4]);
  });

  it('adds in double precision', async () => {
    const many = { ids: new Int32Array(10_001).fill(1), offsets: Int32Array.of(0, 10_001) };
    many.ids[0] = 0;
    const table = await plainSummer.table(
      { dimension: 1, rows: Float32Array.of(1, 1e-8), known: words.known },
      null,
    );
    expect((await table.sums(many))[0]).toBe(Math.fround(1 + 10_000 * Math.fround(1e-8)));
  });
});
