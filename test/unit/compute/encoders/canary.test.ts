import { describe, expect, it } from 'vitest';
import { CANARY_SENTENCES, compareCanary } from '../../../../src/compute/encoders/canary.ts';

const DIMENSION = 12;
const ROWS = CANARY_SENTENCES.length;
const reference = Float32Array.from({ length: ROWS * DIMENSION }, (_, i) => Math.sin(i * 1.3 + 1));

function changed(change: (vectors: Float32Array) => void): string | null {
  const vectors = reference.slice();
  change(vectors);
  return compareCanary(vectors, reference, DIMENSION);
}

describe('compareCanary', () => {
  it('has eight sentences of very different lengths', () => {
    expect(new Set(CANARY_SENTENCES).size).toBe(8);
    const words = CANARY_SENTENCES.map((sentence) => sentence.split(' ').length);
    expect(words[0]).toBe(1);
    expect(words.at(-1)).toBeGreaterThan(50);
  });

  it('accepts rounding and another length', () => {
    expect(changed((vectors) => vectors.forEach((value, i) => (vectors[i] = value * 2 + 1e-4)))).toBeNull();
  });

  it('refuses rotated vectors, which hold no NaN', () => {
    const reason = changed((vectors) => {
      for (let row = 0; row < ROWS; row++) {
        const at = row * DIMENSION;
        vectors.set([...reference.subarray(at + 1, at + DIMENSION), reference[at]!], at);
      }
    });
    expect(reason).toContain('sentence 1 of 8 has a cosine of');
  });

  it('refuses rows that are those of other sentences', () => {
    const reason = changed((vectors) => {
      vectors.set(reference.subarray(DIMENSION, 2 * DIMENSION), 0);
      vectors.set(reference.subarray(0, DIMENSION), DIMENSION);
    });
    expect(reason).toContain('sentence 1 of 8');
  });

  it('refuses one row that is wrong among seven that are right', () => {
    expect(changed((vectors) => vectors.fill(0, 7 * DIMENSION))).toBe('sentence 8 of 8 came out all zero');
    expect(changed((vectors) => (vectors[3 * DIMENSION] = NaN))).toBe('sentence 4 of 8 came out not finite');
    expect(changed((vectors) => (vectors[5 * DIMENSION + 2]! += 1))).toContain('sentence 6 of 8');
  });

  it('refuses another number of rows', () => {
    expect(compareCanary(reference.slice(DIMENSION), reference, DIMENSION)).toContain(
      '84 numbers instead of 96',
    );
  });

  it('takes no broken reference for a yardstick', () => {
    const broken = reference.slice().fill(0, 0, DIMENSION);
    expect(() => compareCanary(reference, broken, DIMENSION)).toThrow('reference is all zero');
    expect(() => compareCanary(reference, reference, 13)).toThrow('8 x 13');
  });
});
