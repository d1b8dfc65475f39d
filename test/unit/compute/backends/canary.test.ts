import { describe, expect, it } from 'vitest';
import { canary } from '../../../../src/compute/backends/canary.ts';
import { plainSummer } from '../../../../src/systems/encoders/plainSummer.ts';
import type { SegmentSummer } from '../../../../src/systems/encoders/types.ts';

const DIMENSION = 100;

/** A backend that would be right but for `spoil`; counts the tables that it holds. */
function spoiled(spoil: (sums: Float32Array) => Float32Array): SegmentSummer & { open: () => number } {
  let open = 0;
  return {
    backend: 'webgpu',
    open: () => open,
    async table(words, weights) {
      const table = await plainSummer.table(words, weights);
      open++;
      return { sums: async (segments) => spoil(await table.sums(segments)), dispose: () => open-- };
    },
  };
}

describe('canary', () => {
  it('passes what is right, and what is off by the rounding of single precision', async () => {
    expect(await canary(plainSummer)).toBeNull();
    expect(await canary(spoiled((sums) => sums.map((value) => value * (1 + 1e-6))))).toBeNull();
  });

  it.each<[string, (sums: Float32Array) => Float32Array]>([
    ['zeros', (sums) => sums.fill(0)],
    ['NaN', (sums) => sums.fill(NaN)],
    ['one NaN', (sums) => sums.fill(NaN, 150, 151)],
    ['infinite numbers', (sums) => sums.fill(Infinity, 0, 1)],
    ['rotated vectors', (sums) => sums.map((_, i) => sums[i - (i % DIMENSION) + ((i + 1) % DIMENSION)]!)],
    [
      'the sentences in another order',
      (sums) => Float32Array.from([...sums.subarray(DIMENSION), ...sums.subarray(0, DIMENSION)]),
    ],
    ['turned signs', (sums) => sums.map((value) => -value)],
    ['half of it', (sums) => sums.map((value) => value / 2)],
    ['errors of half precision', (sums) => sums.map((value) => value * (1 + 2e-3))],
    ['something for an empty sentence', (sums) => sums.fill(0.5, 2 * DIMENSION, 3 * DIMENSION)],
    ['only the last sentence as zeros', (sums) => sums.fill(0, 7 * DIMENSION)],
    ['too few numbers', (sums) => sums.subarray(DIMENSION)],
    ['too many numbers', (sums) => Float32Array.from([...sums, 0])],
  ])('refuses %s, with what is wrong', async (_, spoil) => {
    const summer = spoiled(spoil);
    expect(await canary(summer)).toMatch(/instead of/);
    expect(summer.open()).toBe(0);
  });

  it('refuses a backend that forgets the weights', async () => {
    const summer: SegmentSummer = { backend: 'wasm', table: (words) => plainSummer.table(words, null) };
    expect(await canary(summer)).toMatch(/^sentence 1 of 8 came out as/);
  });

  it('lets go of its table where the backend throws', async () => {
    const summer = spoiled(() => {
      throw new Error('lost');
    });
    await expect(canary(summer)).rejects.toThrow('lost');
    expect(summer.open()).toBe(0);
  });
});
