import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenise, tokeniserKey, tokenTexts, TOKENISERS } from '../../../src/text/tokenise.ts';
import type { TokeniserId, TokeniserOptions } from '../../../src/text/tokenise.ts';

const ids = Object.keys(TOKENISERS) as TokeniserId[];

const texts = (
  sentence: string,
  tokeniser: TokeniserId,
  punctuation: 'drop' | 'keep' = 'drop',
  lowerCase = true,
) => tokenise(sentence, { tokeniser, punctuation, lowerCase }).map((token) => token.text);

/** Letters and marks whose case, class or length is out of the ordinary, beside any text at all. */
const TRAPS = [
  ...['İ', 'ı', 'I', 'i', 'Σ', 'σ', 'ς', 'ß', 'ẞ', 'ǅ', 'ŉ', 'Å', 'K', 'Ω', 'Ⅷ', 'ⓐ', 'Ⓐ'],
  ...['\u0301', '\u0307', '\u0345', '\u200d', '\u200b', '\ufeff', '\u00ad', '\u200f', '\u202e', '\u2028'],
  ...['\ud83d', '\ude00', '😀', '👩‍👧', '𝒳', '𐐀', '٣', 'שלום', 'مَرحبا', 'नमस्ते', '猫', 'ไทย'],
  ...["'", '’', '.', ',', ':', '-', '·', ' ', '\t', '\n', '\u00a0', "n't", "'s", 'cannot', 'A.', '1', 'a'],
];
const sentences = fc.oneof(
  fc.array(fc.constantFrom(...TRAPS), { maxLength: 12 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({
    unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
    maxLength: 20,
  }),
);
const options: fc.Arbitrary<TokeniserOptions> = fc.record({
  tokeniser: fc.constantFrom(...ids),
  lowerCase: fc.boolean(),
  punctuation: fc.constantFrom('drop', 'keep'),
});
const MANY = { numRuns: 3000 };

describe('tokenise: the sentences of case 18', () => {
  it.each<[TokeniserId, string, string[]]>([
    ['words', "Don't panic!", ["don't", 'panic']],
    ['treebank', "Don't panic!", ['do', "n't", 'panic']],
    ['unicode', "Don't panic!", ["don't", 'panic']],
    ['whitespace', "Don't panic!", ["don't", 'panic!']],
    ['words', "do n't panic !", ['do', "n't", 'panic']],
    ['treebank', "do n't panic !", ['do', "n't", 'panic']],
    ['unicode', "do n't panic !", ['do', "n't", 'panic']],
    ['whitespace', "do n't panic !", ['do', "n't", 'panic']],
    ['words', 'U.S.', ['u', 's']],
    ['treebank', 'U.S.', ['u.s.']],
    ['unicode', 'U.S.', ['u.s']],
    ['whitespace', 'U.S.', ['u.s.']],
    ['words', 'state-of-the-art', ['state', 'of', 'the', 'art']],
    ['treebank', 'state-of-the-art', ['state-of-the-art']],
    ['unicode', 'state-of-the-art', ['state', 'of', 'the', 'art']],
    ['whitespace', 'state-of-the-art', ['state-of-the-art']],
  ])('%s: %s', (tokeniser, sentence, expected) => {
    expect(texts(sentence, tokeniser)).toEqual(expected);
  });

  it('gives one list for a contraction and its split form only with treebank', () => {
    const same = ids.filter((id) => texts("Don't go!", id).join() === texts("do n't go !", id).join());
    expect(same).toEqual(['treebank']);
  });
});

describe('tokenise: options', () => {
  it.each<[TokeniserId, string[]]>([
    ['words', ['Wait', ',', "it's", 'U', '.', 'S', '.', '(', '2', ')', '!']],
    ['treebank', ['Wait', ',', 'it', "'s", 'U.S.', '(', '2', ')', '!']],
    ['unicode', ['Wait', ',', "it's", 'U.S', '.', '(', '2', ')', '!']],
    ['whitespace', ['Wait,', "it's", 'U.S.', '(2)', '!']],
  ])('%s keeps marks as tokens, and the case, where asked', (tokeniser, expected) => {
    expect(texts("Wait, it's U.S. (2) !", tokeniser, 'keep', false)).toEqual(expected);
  });

  it('whitespace drops only what has neither letter nor digit', () => {
    expect(texts('-- mat. ... 3! ?', 'whitespace')).toEqual(['mat.', '3!']);
  });

  it('names every option in its key, so that other options are another key', () => {
    const keys = ids.flatMap((tokeniser) =>
      [true, false].flatMap((lowerCase) =>
        (['drop', 'keep'] as const).map((punctuation) => tokeniserKey({ tokeniser, lowerCase, punctuation })),
      ),
    );
    expect(new Set(keys).size).toBe(16);
  });
});

describe('tokenise: treebank', () => {
  it.each([
    [
      "they're we've I'll she'd I'm can't",
      ['they', "'re", 'we', "'ve", 'i', "'ll", 'she', "'d", 'i', "'m", 'ca', "n't"],
    ],
    ['the dog’s bowl', ['the', 'dog', '’s', 'bowl']],
    ['I cannot.', ['i', 'can', 'not']],
    ['1,000 of 3.5 at 12:30', ['1,000', 'of', '3.5', 'at', '12:30']],
    ['the 3rd of the 1990s', ['the', '3rd', 'of', 'the', '1990s']],
    ['a 7-year-old, 3.5-inch', ['a', '7-year-old', '3.5-inch']],
    ["dogs' bowls", ['dogs', 'bowls']],
    ['10. end', ['10', 'end']],
  ])('%s', (sentence, expected) => {
    expect(texts(sentence, 'treebank')).toEqual(expected);
  });
});

describe('tokenise: scripts', () => {
  it('words cuts Arabic at blanks and its marks, and lower-cases accents', () => {
    expect(texts('القط على الحصيرة.', 'words')).toEqual(['القط', 'على', 'الحصيرة']);
    expect(texts('ÉTÉ à la mer', 'words')).toEqual(['été', 'à', 'la', 'mer']);
  });

  it('unicode keeps combining marks with their letters', () => {
    expect(texts('नमस्ते दुनिया', 'unicode')).toEqual(['नमस्ते', 'दुनिया']);
    expect(texts('cafe\u0301', 'unicode')).toEqual(['cafe\u0301']);
    expect(texts('cafe\u0301', 'treebank')).toEqual(['cafe\u0301']);
  });

  it('does not let a word behind the next full stop decide on the form of a sigma', () => {
    const lower = { tokeniser: 'words', lowerCase: true, punctuation: 'drop' } as const;
    expect(tokenTexts('ΛΟΓΟΣ.Α', lower)).toEqual(['λογος', 'α']);
  });

  it.each(ids)('%s gives nothing for a text without tokens', (tokeniser) => {
    for (const blank of ['', '   ', '\t\n', '\u00a0', '\u3000', '!!! ...', '\u200b', '\ufeff']) {
      expect(texts(blank, tokeniser)).toEqual([]);
    }
    expect(texts('  \n', tokeniser, 'keep')).toEqual([]);
  });
});

describe('tokenise: for every text and every option', () => {
  it('spans map back to the sentence, in order, and do not overlap', () => {
    fc.assert(
      fc.property(sentences, options, (sentence, chosen) => {
        let last = 0;
        for (const { text, start, end } of tokenise(sentence, chosen)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          const written = sentence.slice(start, end);
          expect(text).toBe(chosen.lowerCase ? written.toLowerCase() : written);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(sentence.length);
      }),
      MANY,
    );
  });

  it('tokenTexts gives the texts of tokenise', () => {
    fc.assert(
      fc.property(sentences, options, (sentence, chosen) => {
        expect([...tokenTexts(sentence, chosen)]).toEqual(
          tokenise(sentence, chosen).map((token) => token.text),
        );
      }),
      MANY,
    );
  });

  it('loses no letter or digit, and with marks kept nothing but blanks', () => {
    fc.assert(
      fc.property(sentences, options, (sentence, chosen) => {
        let between = '';
        let last = 0;
        for (const { start, end } of tokenise(sentence, chosen)) {
          between += sentence.slice(last, start);
          last = end;
        }
        between += sentence.slice(last);
        expect(between).not.toMatch(/[\p{L}\p{N}]/u);
        if (chosen.punctuation === 'keep' && chosen.tokeniser !== 'treebank') expect(between.trim()).toBe('');
      }),
      MANY,
    );
  });
});
