import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeStamp, press } from '../../../src/charts/stamp.ts';

const word = (red: number, green: number, blue: number, alpha: number) =>
  ((alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0;
const channels = (value: number) => [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24];
const byte = fc.integer({ min: 0, max: 255 });
const colour = fc.tuple(byte, byte, byte, fc.integer({ min: 1, max: 255 }));

describe('press', () => {
  it('puts the visible pixels of the mark where they belong and touches no other', () => {
    const mark = Uint32Array.of(1, word(9, 8, 7, 255), word(6, 5, 4, 100), 0);
    const picture = new Uint32Array(12);
    press(picture, makeStamp(mark, 2, 4), 5);
    const expected = new Uint32Array(12);
    expected[6] = word(9, 8, 7, 255);
    expected[9] = word(6, 5, 4, 100);
    expect([...picture]).toEqual([...expected]);
  });

  it('blends as source-over does, to a 255th', () => {
    fc.assert(
      fc.property(colour, colour, (under, over) => {
        const picture = Uint32Array.of(word(...under));
        press(picture, makeStamp(Uint32Array.of(word(...over)), 1, 1), 0);
        const a = over[3] / 255;
        const b = (under[3] / 255) * (1 - a);
        const expected = [0, 1, 2].map((i) => (over[i]! * a + under[i]! * b) / (a + b));
        const blended = channels(picture[0]!);
        [...expected, (a + b) * 255].forEach((value, i) =>
          expect(Math.abs(blended[i]! - value)).toBeLessThanOrEqual(0.5001),
        );
      }),
    );
  });
});
