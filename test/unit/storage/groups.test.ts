import fc from 'fast-check';
import { expect, it } from 'vitest';
import { batchGroups } from '../../../src/storage/embeddings/groups.ts';

it('reads every batch once, in order, about a megabyte at a time', () => {
  const anyDimension = fc.integer({ min: 1, max: 4_096 });
  fc.assert(
    fc.property(anyDimension, fc.array(fc.integer({ min: 1, max: 3_000 })), (dimension, sizes) => {
      const offsets = Int32Array.of(
        0,
        ...sizes.map(
          (
            (sum) => (rows: number) =>
              (sum += rows)
          )(0),
        ),
      );
      const bytes = (from: number, to: number) => (offsets[to]! - offsets[from]!) * dimension * 4;
      let next = 0;
      for (const [from, to] of batchGroups({ dimension, offsets })) {
        expect(from).toBe(next);
        expect(to).toBeGreaterThan(from);
        if (to - from > 1) expect(bytes(from, to)).toBeLessThanOrEqual(1_000_000);
        // No smaller than need be.
        if (to < sizes.length) expect(bytes(from, to + 1)).toBeGreaterThan(1_000_000);
        next = to;
      }
      expect(next).toBe(sizes.length);
    }),
  );
});
