import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VarintReader, VarintWriter, zigzag } from '../../../src/language/tables.ts';

describe('varints', () => {
  it('come back as they were written, signs included', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -(2 ** 26), max: 2 ** 26 })), (values) => {
        const out = new VarintWriter();
        for (const value of values) out.write(Math.abs(value), zigzag(value));
        const input = new VarintReader(out.done());
        for (const value of values) {
          expect(input.read()).toBe(Math.abs(value));
          expect(input.readSigned()).toBe(value);
        }
        expect(() => input.read()).toThrow(RangeError);
      }),
    );
  });

  it('take one byte up to 127, and the lowest seven bits come first', () => {
    const out = new VarintWriter();
    out.write(127, 128, 300);
    expect([...out.done()]).toEqual([127, 128, 1, 172, 2]);
  });

  it('a number that is cut short is refused, not read as a smaller one', () => {
    expect(() => new VarintReader(Uint8Array.of(172)).read()).toThrow(RangeError);
  });
});
