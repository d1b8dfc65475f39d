import { describe, expect, it } from 'vitest';
import { replaceToken } from '../../../src/edits/replaceToken.ts';
import { analyse, isBuilt, lexicon, withoutLexicon } from './support.ts';

function replaced(text: string, old: string, word: string): string | null {
  const start = text.indexOf(old);
  return replaceToken(analyse(text), { start, end: start + old.length }, word, lexicon)?.result ?? null;
}

describe.skipIf(!isBuilt)(`replaceToken${withoutLexicon}`, () => {
  it.each([
    ['The dogs sleep.', 'dogs', 'cat', 'The cats sleep.'],
    ['The dogs sleep.', 'dogs', 'cats', 'The cats sleep.'],
    ['She eats an apple.', 'apple', 'pear', 'She eats a pear.'],
    ['She eats a pear.', 'pear', 'apple', 'She eats an apple.'],
    ['Dogs bark.', 'Dogs', 'wolf', 'Wolves bark.'],
    ['He bought a hat.', 'bought', 'steal', 'He stole a hat.'],
    ['He has bought a hat.', 'bought', 'steal', 'He has stolen a hat.'],
    ['He buys a hat.', 'buys', 'stolen', 'He steals a hat.'],
    ['He is the oldest.', 'oldest', 'careful', 'He is the most careful.'],
    ['She likes the dog.', 'dog', 'zxqv', 'She likes the zxqv.'],
    ['She likes the dog.', 'the', 'that', 'She likes that dog.'],
  ])('%s, %s by %s: %s', (text, old, word, expected) => expect(replaced(text, old, word)).toBe(expected));

  it('is null where there is no such token, no word, or no change', () => {
    expect(replaceToken(analyse('The dog runs.'), { start: 4, end: 6 }, 'cat', lexicon)).toBeNull();
    expect(replaced('The dog runs.', 'dog', '  ')).toBeNull();
    expect(replaced('The dog runs.', 'dog', 'dog')).toBeNull();
  });

  it('marks the new word', () => {
    expect(replaceToken(analyse('The dog runs.'), { start: 4, end: 7 }, 'wolf', lexicon)).toEqual({
      result: 'The wolf runs.',
      spans: [{ start: 4, end: 8 }],
    });
  });
});
