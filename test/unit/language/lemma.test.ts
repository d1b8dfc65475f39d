import { describe, expect, it } from 'vitest';
import { findClitic, splitClitic } from '../../../src/language/clitics.ts';
import { lemmatiser, wordClassOf } from '../../../src/language/lemma.ts';
import type { PartOfSpeech } from '../../../src/language/types.ts';
import { builtLexicon, isBuilt, withoutLexicon } from './builtWordnet.ts';

describe.skipIf(!isBuilt)(`lemmatiser${withoutLexicon}`, () => {
  const lemmaOf = isBuilt ? lemmatiser(builtLexicon()) : null!;

  it.each<[string, PartOfSpeech, string, string, string]>([
    ['wolves', 'NOUN', 'wolf', 'wolf', 'the tagger is right'],
    ['glasses', 'NOUN', 'glasse', 'glass', "the tagger's is no word"],
    ['glasses', 'NOUN', 'glasses', 'glass', 'the tagger left it as it is'],
    ['jumps', 'VERB', 'jumps', 'jump', 'the tagger left it as it is'],
    ['applauded', 'NOUN', 'applauded', 'applaud', 'the tag is wrong'],
    ['woods', 'PROPN', 'wood', 'woods', 'a name that WordNet has'],
    ['apples', 'PROPN', 'apples', 'apple', 'no name that WordNet has'],
    ['zxqvs', 'NOUN', 'zxqvs', 'zxqvs', 'no word at all'],
    ['zxqvs', 'NOUN', '', 'zxqvs', 'no word at all, and the tagger says nothing'],
    ["n't", 'PART', 'not', 'not', 'a function word'],
    ['were', 'AUX', 'be', 'be', 'a function word'],
    ['through', 'ADP', 'thru', 'through', "the tagger's spelling is its own"],
  ])('%s as %s, tagged %s: %s (%s)', (form, pos, tagged, expected) => {
    expect(lemmaOf(form, pos, tagged)).toBe(expected);
  });
});

describe('wordClassOf', () => {
  it('is that of WordNet, and null for function words', () => {
    const tags: PartOfSpeech[] = ['NOUN', 'PROPN', 'VERB', 'ADJ', 'ADV', 'AUX', 'NUM', 'ADP'];
    expect(tags.map(wordClassOf)).toEqual(['noun', 'noun', 'verb', 'adjective', 'adverb', null, null, null]);
  });
});

describe('clitics', () => {
  it.each([
    ["I'm", 'I', "'m", 'be'],
    ['I’m', 'I', '’m', 'be'],
    ["Smith's", 'Smith', "'s", "'s"],
    ["y'all've", "y'all", "'ve", 'have'],
    ["mayn't", 'may', "n't", 'not'],
    ['cannot', 'can', 'not', 'not'],
    ['CANNOT', 'CAN', 'NOT', 'not'],
    ["U.S.'s", 'U.S.', "'s", "'s"],
  ])('%s is %s and %s', (value, base, rest, lemma) => {
    const [first, second] = splitClitic(value, 'NOUN', findClitic(value)!);
    expect([first.text, second.text, second.lemma]).toEqual([base, rest, lemma]);
    expect([first.isClitic, second.isClitic]).toEqual([false, true]);
    expect(first.text + second.text).toBe(value);
  });

  it.each(["o'clock", "ma'am", "O'Brien", "gov't", "'s", "'90s", 'its', 'd', '', "dogs'"])(
    '%s is whole',
    (value) => {
      expect(findClitic(value)).toBeNull();
    },
  );
});
