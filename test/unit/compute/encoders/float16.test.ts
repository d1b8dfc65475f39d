import { describe, expect, it } from 'vitest';
import { fromHalf, toFloat32 } from '../../../../src/compute/encoders/float16.ts';

describe('toFloat32', () => {
  it.each([
    [0x3c00, 1],
    [0xc000, -2],
    [0x3555, 0.333251953125],
    [0x7bff, 65504],
    [0x0400, 2 ** -14],
    [0x0001, 2 ** -24],
    [0x8000, -0],
    [0x7c00, Infinity],
    [0xfc00, -Infinity],
    [0x7e00, NaN],
  ])('reads half precision %i as %f', (bits, value) => {
    expect(fromHalf(bits)).toBe(value);
  });

  it('takes each kind of array that a runtime gives', () => {
    expect(toFloat32('float32', Float32Array.of(1, 2))).toEqual(Float32Array.of(1, 2));
    expect(toFloat32('float16', Uint16Array.of(0x3c00, 0xc000))).toEqual(Float32Array.of(1, -2));
    // What a Float16Array is to this function: a view that gives numbers.
    expect(toFloat32('float16', Float64Array.of(0.5))).toEqual(Float32Array.of(0.5));
    expect(() => toFloat32('int64', BigInt64Array.of(1n))).toThrow('int64');
  });
});
