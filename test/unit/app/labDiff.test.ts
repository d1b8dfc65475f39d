import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffSentences } from '../../../src/app/labDiff.ts';

const marked = (before: string, after: string): string =>
  diffSentences(before, after)
    .map(({ text, kind }) => (kind === 'new' ? `[${text}]` : kind === 'gone' ? `(${text})` : text))
    .join('');

describe('diffSentences', () => {
  it.each([
    ['The dog runs.', 'The dog does not run.', 'The dog (runs)[does not run].'],
    ['A man eats.', 'A woman eats.', 'A (man)[woman] eats.'],
    ['She left with him today.', 'She left today.', 'She left (with him)today.'],
    ['Same.', 'Same.', 'Same.'],
    ['', 'New', '[New]'],
    ['Old', '', '(Old)'],
  ])('from “%s” to “%s”', (before, after, expected) => {
    expect(marked(before, after)).toBe(expected);
  });

  it('the pieces that are not gone are the sentence, whatever it is', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.array(fc.constantFrom('a', 'b', 'c', ' ', '. '), { maxLength: 12 }).map((list) => list.join('')),
    );
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = diffSentences(before, after).filter(({ kind }) => kind !== 'gone');
        expect(pieces.map((piece) => piece.text).join('')).toBe(after);
      }),
    );
  });

  it('compares sentences of thousands of words', () => {
    const words = Array.from({ length: 5_000 }, (_, i) => `w${i}`);
    const other = [...words.slice(0, 2_500), 'here', ...words.slice(2_500)].join(' ');
    const news = diffSentences(words.join(' '), other).filter(({ kind }) => kind === 'new');
    expect(news.map(({ text }) => text)).toEqual(['here']);
    const reversed = [...words].reverse().join(' ');
    expect(diffSentences(words.join(' '), reversed).map(({ kind }) => kind)).toContain('gone');
  });
});
