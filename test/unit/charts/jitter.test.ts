import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JITTER_SHARE, jittered, noise } from '../../../src/charts/jitter.ts';

describe('jittered', () => {
  it('moves tied scores apart, within its reach, and leaves lone scores alone', () => {
    const gold = Float64Array.of(2, 2, 2, 3.5, NaN, NaN);
    const x = jittered(gold, [0, 5]);
    expect(new Set(x.slice(0, 3)).size).toBe(3);
    for (const value of x.slice(0, 3)) expect(Math.abs(value - 2)).toBeLessThanOrEqual(5 * JITTER_SHARE);
    expect(x[3]).toBe(3.5);
    expect(x[4]).toBeNaN();
    expect([...gold.slice(0, 3)]).toEqual([2, 2, 2]);
  });

  it('depends on the pair alone, not on the others or on the call', () => {
    const short = jittered(Float64Array.of(1, 1, 4), [0, 5]);
    expect(short[0]).not.toBe(short[1]);
    const long = jittered(Float64Array.of(1, 1, 4, 4, 2), [0, 5]);
    expect([...long.slice(0, 2)]).toEqual([...short.slice(0, 2)]);
  });
});

describe('noise', () => {
  it('stays in [-1, 1) and is spread evenly about 0', () => {
    fc.assert(fc.property(fc.nat(), (index) => noise(index) >= -1 && noise(index) < 1));
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < 10_000; i++) {
      sum += noise(i);
      squares += noise(i) ** 2;
    }
    expect(Math.abs(sum / 10_000)).toBeLessThan(0.03);
    expect(Math.abs(squares / 10_000 - 1 / 3)).toBeLessThan(0.02);
  });
});
