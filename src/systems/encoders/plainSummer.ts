import type { SegmentSummer } from './types.ts';

/**
 * The segment sum as a plain loop in double precision: what every backend is held against, and the reference of
 * the canary. Not offered as a backend: TF.js is as fast.
 */
export const plainSummer: SegmentSummer = {
  backend: 'cpu',
  table: async ({ rows, dimension }, weights) => ({
    async sums({ ids, offsets }) {
      const segments = offsets.length - 1;
      const sums = new Float32Array(segments * dimension);
      const sum = new Float64Array(dimension);
      for (let s = 0; s < segments; s++) {
        sum.fill(0);
        for (let t = offsets[s]!; t < offsets[s + 1]!; t++) {
          const id = ids[t]!;
          const weight = weights ? weights[id]! : 1;
          const start = id * dimension;
          for (let i = 0; i < dimension; i++) sum[i]! += weight * rows[start + i]!;
        }
        sums.set(sum, s * dimension);
      }
      return sums;
    },
    dispose() {},
  }),
};
