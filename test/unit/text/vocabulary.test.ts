import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Vocabulary } from '../../../src/text/vocabulary.ts';

const numberOf = (vocabulary: Vocabulary, word: string): number => vocabulary.numberAt(word, 0, word.length);

describe('Vocabulary', () => {
  it('numbers words in the order they come, wherever they stand in a text', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string(), fc.string())), (places) => {
        const vocabulary = new Vocabulary();
        const expected = new Map<string, number>();
        for (const [word, before, after] of places) {
          if (!expected.has(word)) expected.set(word, expected.size);
          const number = vocabulary.numberAt(
            before + word + after,
            before.length,
            before.length + word.length,
          );
          expect(number).toBe(expected.get(word));
        }
        expect(vocabulary.words).toEqual([...expected.keys()]);
      }),
    );
  });

  it('keeps apart what begins alike, ends alike or has the same letters', () => {
    const vocabulary = new Vocabulary();
    const words = ['', 'a', 'ab', 'ba', 'abc', 'bc', 'A', 'á', 'constructor', '__proto__', 'toString'];
    expect(words.map((word) => numberOf(vocabulary, word))).toEqual([...words.keys()]);
    expect(words.map((word) => numberOf(vocabulary, word))).toEqual([...words.keys()]);
  });

  it('grows, and tells words with the same hash apart: among so many there are some', () => {
    const vocabulary = new Vocabulary();
    const words = Array.from({ length: 300_000 }, (_, i) => `w${(i * 2_654_435_761) % 4_294_967_296}`);
    words.forEach((word, i) => {
      if (numberOf(vocabulary, word) !== i) throw new Error(`${word} was taken for another word.`);
    });
    words.forEach((word, i) => {
      if (numberOf(vocabulary, word) !== i) throw new Error(`${word} has another number now.`);
    });
    expect(vocabulary.words).toHaveLength(300_000);
  });
});
