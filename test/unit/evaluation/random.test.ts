import { describe, expect, it } from 'vitest';
import { below, seeded, xoshiro128 } from '../../../src/evaluation/random.ts';

describe('xoshiro128', () => {
  it('gives the outputs of the reference implementation from the state 1, 2, 3, 4', () => {
    const random = xoshiro128([1, 2, 3, 4]);
    expect(Array.from({ length: 10 }, random)).toEqual([
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ]);
  });
});

describe('seeded', () => {
  it('repeats itself for the same seed and not for a neighbour', () => {
    const first = (seed: number): number[] => Array.from({ length: 8 }, seeded(seed));
    expect(first(7)).toEqual(first(7));
    expect(first(7)).not.toEqual(first(8));
    expect(first(0).every((word) => word === 0)).toBe(false);
  });

  it('refuses what is not a 32-bit seed', () => {
    for (const seed of [-1, 1.5, NaN, 2 ** 32]) expect(() => seeded(seed)).toThrow(RangeError);
  });
});

describe('below', () => {
  it('reaches every value about equally often, and no other', () => {
    const random = seeded(3);
    const counts = new Array<number>(10).fill(0);
    for (let draw = 0; draw < 100_000; draw++) counts[below(random, 10)]!++;
    expect(counts).toHaveLength(10);
    // Binomial: standard deviation 95.
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
    expect(below(() => 2 ** 32 - 1, 10)).toBe(9);
    expect(below(() => 0, 10)).toBe(0);
  });
});
