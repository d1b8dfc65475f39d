import { describe, expect, it } from 'vitest';
import { assemble, insert, keep, matchCase, replace, takesAn } from '../../../src/edits/splice.ts';
import type { AnalysedSentence } from '../../../src/language/types.ts';

/** Tokens without a tagger: words and single marks. */
function read(text: string): AnalysedSentence {
  const tokens = [...text.matchAll(/[\p{L}\p{N}']+|[^\s\p{L}\p{N}]/gu)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
    form: match[0].toLowerCase(),
    lemma: match[0].toLowerCase(),
    pos: 'X' as const,
    stop: false,
  }));
  return { text, tokens, entities: [] };
}

const never = (): boolean => false;

describe('takesAn', () => {
  it.each(['apple', 'old', 'hour', 'honest', 'umbrella', 'FBI', '8', 'uninteresting'])('an %s', (word) =>
    expect(takesAn(word)).toBe(true),
  );
  it.each(['dog', 'university', 'European', 'one', 'used', 'house', 'UFO', 'union'])('a %s', (word) =>
    expect(takesAn(word)).toBe(false),
  );
});

describe('assemble', () => {
  it('is null where nothing changed, and keeps odd blanks', () => {
    const sentence = read('  A  dog , runs . ');
    expect(assemble(sentence, keep(sentence, 0, 5), never)).toBeNull();
    const edited = assemble(
      sentence,
      [...keep(sentence, 0, 3), ...replace(sentence, 3, 'sleeps'), ...keep(sentence, 4, 5)],
      never,
    );
    expect(edited).toEqual({ result: '  A  dog , sleeps . ', spans: [{ start: 11, end: 17 }] });
  });

  it('mends the article, and marks it', () => {
    const sentence = read('She saw a cat.');
    const edited = assemble(
      sentence,
      [...keep(sentence, 0, 3), ...insert('old'), ...keep(sentence, 3, 5)],
      never,
    );
    expect(edited).toEqual({ result: 'She saw an old cat.', spans: [{ start: 8, end: 14 }] });
  });

  it('mends the article before a quotation mark', () => {
    const sentence = read('Call it a "simple example".');
    const without = [...keep(sentence, 0, 4), ...keep(sentence, 5, 8)];
    expect(assemble(sentence, without, never)?.result).toBe('Call it an "example".');
  });

  it('moves the capital to the new first word, of each sentence', () => {
    const sentence = read('Stop. Then the dog runs.');
    const without = [...keep(sentence, 0, 2), ...keep(sentence, 3, 7)];
    expect(assemble(sentence, without, never)).toEqual({ result: 'Stop. The dog runs.', spans: [] });
    const moved = [...keep(sentence, 3, 5), ...keep(sentence, 0, 1, true), ...keep(sentence, 5, 7)];
    expect(assemble(sentence, moved, never)?.result).toBe('The dog stop runs.');
    expect(assemble(sentence, moved, (index) => index === 0)?.result).toBe('The dog Stop runs.');
  });

  it('leaves a sentence in small letters so, and capitals in capitals', () => {
    const small = read('now the dog runs');
    expect(assemble(small, keep(small, 1, 4), never)?.result).toBe('the dog runs');
    const shouted = read('THE DOG RUNS');
    expect(
      assemble(shouted, [...keep(shouted, 0, 2), ...insert('never'), ...keep(shouted, 2, 3)], never),
    ).toEqual({ result: 'THE DOG NEVER RUNS', spans: [{ start: 8, end: 13 }] });
  });
});

describe('matchCase', () => {
  it.each([
    ['sold', 'Bought', 'Sold'],
    ['sold', 'BOUGHT', 'SOLD'],
    ['sold', 'bought', 'sold'],
    ['an', 'A', 'An'],
  ])('%s after %s: %s', (word, model, expected) => expect(matchCase(word, model)).toBe(expected));
});
