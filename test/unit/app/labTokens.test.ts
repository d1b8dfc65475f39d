import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  beginningOf,
  labTokens,
  leaveOneOut,
  MOST_TOKENS,
  withoutToken,
} from '../../../src/app/labTokens.ts';

const without = (sentence: string, word: string): string =>
  withoutToken(
    sentence,
    labTokens(sentence).find(({ text }) => text === word)!,
  );

describe('tokens that the lab takes out', () => {
  it.each([
    ['The cat sat.', 'The', 'cat sat.'],
    ['The cat sat.', 'cat', 'The sat.'],
    ['The cat sat.', '.', 'The cat sat'],
    ['A well-known song', '-', 'A well known song'],
    ['A well-known song', 'known', 'A well- song'],
    ['sat', 'sat', ''],
    ['Yes, no', ',', 'Yes no'],
    ['我喜欢茶', '喜欢', '我茶'],
    ['hi 👨‍👩‍👧 there', '👨‍👩‍👧', 'hi there'],
  ])('“%s” without “%s” is “%s”', (sentence, word, result) => {
    expect(without(sentence, word)).toBe(result);
  });

  it('leaves the other tokens as they are, in words that blanks separate', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(words, fc.nat(), (list, at) => {
        const sentence = list.join(' ');
        const index = at % list.length;
        const left = withoutToken(sentence, labTokens(sentence)[index]!);
        expect(left).toBe(list.filter((_, i) => i !== index).join(' '));
      }),
    );
  });

  it('takes out one token at a time, of either sentence, and no more than the first of a long one', () => {
    const variants = leaveOneOut(['A dog ran', 'No']);
    expect(variants.map(({ side, token, sentences }) => [side, token.text, ...sentences])).toEqual([
      [0, 'A', 'dog ran', 'No'],
      [0, 'dog', 'A ran', 'No'],
      [0, 'ran', 'A dog', 'No'],
      [1, 'No', 'A dog ran', ''],
    ]);
    expect(leaveOneOut(['', ''])).toEqual([]);
    const long = leaveOneOut(['word '.repeat(5_000), 'end']);
    expect(long).toHaveLength(MOST_TOKENS + 1);
    expect(long[0]!.sentences[0].split(' ').filter(Boolean)).toHaveLength(4_999);
  });

  it('never throws, and what it takes out is gone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (sentence) => {
        for (const variant of leaveOneOut([sentence, ''])) {
          expect(variant.sentences[0].length).toBeLessThanOrEqual(sentence.length);
        }
      }),
    );
  });

  it('the beginning of a sentence is all of a short one, and the first tokens of a long one', () => {
    expect(beginningOf('Short, and whole. ')).toBe('Short, and whole. ');
    expect(labTokens(beginningOf('long words '.repeat(100)))).toHaveLength(MOST_TOKENS);
  });
});
