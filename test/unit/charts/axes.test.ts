import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  finiteRange,
  formatScore,
  formatTick,
  formatTicks,
  referenceLines,
  xRange,
  yRange,
} from '../../../src/charts/axes.ts';

describe('finiteRange', () => {
  it('passes over NaN and infinities', () => {
    expect(finiteRange([Float64Array.of(NaN, 3, -Infinity), Float64Array.of(-1, Infinity)])).toEqual([-1, 3]);
    expect(finiteRange([Float64Array.of(NaN)])).toBeNull();
    expect(finiteRange([])).toBeNull();
  });

  it('takes a column too long for a spread', () => {
    expect(finiteRange([new Float64Array(500_000).fill(2)])).toEqual([2, 2]);
  });
});

describe('xRange and yRange', () => {
  it('are finite, ascending and hold the scale and every finite value, whatever the data', () => {
    const column = fc.float64Array({ min: -1e6, max: 1e6, noDefaultInfinity: true });
    fc.assert(
      fc.property(column, fc.constantFrom('raw' as const, 'gold' as const), (values, mode) => {
        for (const [low, high] of [xRange(values, [1, 5]), yRange([values], [1, 5], mode)]) {
          expect(Number.isFinite(low) && Number.isFinite(high) && low < high).toBe(true);
          for (const value of values)
            if (Number.isFinite(value)) expect(value > low && value < high).toBe(true);
        }
      }),
    );
  });

  it('show the whole scale of an empty plot', () => {
    const [low, high] = xRange(Float64Array.of(NaN), [0, 5]);
    expect([low < 0, high > 5]).toEqual([true, true]);
    expect(yRange([], [0, 5], 'raw')[1]).toBeLessThan(1.1);
    expect(yRange([], [0, 5], 'gold')[1]).toBeGreaterThan(5);
  });
});

describe('referenceLines', () => {
  it('are the diagonals of the two scales', () => {
    expect(referenceLines([1, 5], 'raw')).toEqual([
      { id: 'gold', label: 'perfect, scoring 1–5', x0: 1, y0: 1, x1: 5, y1: 5 },
      { id: 'unit', label: 'perfect, scoring 0–1', x0: 1, y0: 0, x1: 5, y1: 1 },
    ]);
  });

  it('are one where both are the same', () => {
    expect(referenceLines([0, 1], 'raw').map(({ id }) => id)).toEqual(['gold']);
    expect(referenceLines([0, 5], 'gold').map(({ id }) => id)).toEqual(['gold']);
  });
});

describe('formats', () => {
  it('write a missing score as n/a and no negative zero', () => {
    expect(formatScore(NaN, 3)).toBe('n/a');
    expect(formatScore(Infinity, 3)).toBe('n/a');
    expect(formatScore(-0.0001, 2)).toBe('0.00');
    expect(formatScore(-0.5, 2)).toBe('−0.50');
    expect(formatTick(0.30000000000000004)).toBe('0.3');
    expect(formatTick(-0)).toBe('0');
  });

  it('give the ticks of an axis the decimals of its step', () => {
    expect(formatTicks([0, 0.2, 0.4, 1])).toEqual(['0.0', '0.2', '0.4', '1.0']);
    expect(formatTicks([0, 0.25, 0.5])).toEqual(['0.00', '0.25', '0.50']);
    expect(formatTicks([-1, 0, 1])).toEqual(['−1', '0', '1']);
    expect(formatTicks([0, 2.5, 5])).toEqual(['0.0', '2.5', '5.0']);
    expect(formatTicks([3])).toEqual(['3']);
  });
});
