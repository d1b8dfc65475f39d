import { describe, expect, it } from 'vitest';
import { COLOURS, markPath, markStyle, rgb, SHAPES } from '../../../src/charts/palette.ts';

describe('markStyle', () => {
  it('gives 49 systems 49 different marks and then starts again', () => {
    const marks = Array.from({ length: 49 }, (_, i) => `${markStyle(i).colour} ${markStyle(i).shape}`);
    expect(new Set(marks).size).toBe(49);
    expect(markStyle(49)).toEqual(markStyle(0));
    expect(markStyle(-1)).toEqual(markStyle(48));
  });

  it('never gives neighbours the same colour or the same shape', () => {
    for (let i = 0; i < 48; i++) {
      expect(markStyle(i).colour).not.toBe(markStyle(i + 1).colour);
      expect(markStyle(i).shape).not.toBe(markStyle(i + 1).shape);
    }
  });
});

describe('rgb', () => {
  it('reads the three channels', () => {
    expect(rgb('#d55e00')).toEqual([213, 94, 0]);
    expect(COLOURS.every((colour) => /^#[0-9a-f]{6}$/.test(colour))).toBe(true);
  });
});

describe('markPath', () => {
  it('draws another outline for each shape and grows with the radius', () => {
    const paths = SHAPES.map((shape) => markPath(shape, 4));
    expect(new Set(paths).size).toBe(SHAPES.length);
    for (const shape of SHAPES) {
      const numbers = (radius: number) =>
        markPath(shape, radius)
          .match(/-?[\d.]+/g)!
          .map(Number);
      const reach = (radius: number) =>
        numbers(radius).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      expect(reach(8)).toBeGreaterThan(reach(4));
      expect(markPath(shape, 4)).not.toContain('NaN');
    }
  });
});
