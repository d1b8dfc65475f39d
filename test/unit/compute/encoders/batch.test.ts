import { describe, expect, it } from 'vitest';
import { makeBatch } from '../../../../src/compute/encoders/batch.ts';

const kept = { ids: Int32Array.of(2, 7, 3, 2, 8, 9, 3), offsets: Int32Array.of(0, 3, 3, 7) };

describe('makeBatch', () => {
  it('pads on the right, and the mask says where', () => {
    const { rows, tokens, feeds } = makeBatch(kept, Int32Array.of(2, 0), 5, false);
    expect([rows, tokens]).toEqual([2, 4]);
    expect([...feeds.input_ids.data]).toEqual([2n, 8n, 9n, 3n, 2n, 7n, 3n, 5n]);
    expect([...feeds.attention_mask.data]).toEqual([1n, 1n, 1n, 1n, 1n, 1n, 1n, 0n]);
    expect([...feeds.position_ids.data]).toEqual([0n, 1n, 2n, 3n, 0n, 1n, 2n, 0n]);
    expect([...feeds.token_type_ids.data]).toEqual(new Array(8).fill(0n));
  });

  it('pads on the left, and positions count from the first token', () => {
    const { feeds } = makeBatch(kept, Int32Array.of(0, 2), 5, true);
    expect([...feeds.input_ids.data]).toEqual([5n, 2n, 7n, 3n, 2n, 8n, 9n, 3n]);
    expect([...feeds.attention_mask.data]).toEqual([0n, 1n, 1n, 1n, 1n, 1n, 1n, 1n]);
    expect([...feeds.position_ids.data]).toEqual([0n, 0n, 1n, 2n, 0n, 1n, 2n, 3n]);
  });

  it.each([1, 3, -1])('has no row for sentence %i, which has no tokens or is not there', (index) => {
    expect(() => makeBatch(kept, Int32Array.of(0, index), 5, false)).toThrow(
      `Sentence ${index} has no tokens`,
    );
  });
});
