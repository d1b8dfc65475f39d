import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLexicon } from '../../../src/language/lexicon.ts';
import { CLASSES } from '../../../src/language/tables.ts';
import type { WordClass } from '../../../src/language/types.ts';
import { builtFiles, builtLexicon, isBuilt, withoutLexicon } from './builtWordnet.ts';
import { tinyWordnet, type TinySynset } from './tinyWordnet.ts';

/** entity > thing > object > whole > instrument > (string > (lute, fiddle), drum); fiddle also is a toy, which is a whole. */
const TOOLS: TinySynset[] = [
  { as: 'noun', words: ['entity:1'] },
  { as: 'noun', words: ['thing:1'], pointers: [['@', 0, 0, 0]] },
  { as: 'noun', words: ['object:1'], pointers: [['@', 1, 0, 0]] },
  { as: 'noun', words: ['whole:1'], pointers: [['@', 2, 0, 0]] },
  { as: 'noun', words: ['instrument:1:7'], pointers: [['@', 3, 0, 0]] },
  { as: 'noun', words: ['string:1'], pointers: [['@', 4, 0, 0]] },
  { as: 'noun', words: ['lute:1:2'], pointers: [['@', 5, 0, 0]] },
  {
    as: 'noun',
    words: ['fiddle:1:3', 'violin:1:8'],
    pointers: [
      ['@', 5, 0, 0],
      ['@', 8, 0, 0],
    ],
  },
  { as: 'noun', words: ['toy:1'], pointers: [['@', 3, 0, 0]] },
  { as: 'noun', words: ['drum:1'], pointers: [['@', 4, 0, 0]] },
  { as: 'noun', words: ['stone:1'], pointers: [['@', 2, 0, 0]] },
  { as: 'noun', words: ['harp:1'], pointers: [['@', 5, 0, 0]] },
];

/** Pairs with two common ancestors at the same distance. */
const TIES: TinySynset[] = [
  ...TOOLS,
  { as: 'noun', words: ['signal:1'], pointers: [['@', 3, 0, 0]] },
  {
    as: 'noun',
    words: ['siren:1'],
    pointers: [
      ['@', 12, 0, 0],
      ['@', 8, 0, 0],
    ],
  },
  {
    as: 'noun',
    words: ['bell:1'],
    pointers: [
      ['@', 8, 0, 0],
      ['@', 12, 0, 0],
    ],
  },
  {
    as: 'noun',
    words: ['gong:1'],
    pointers: [
      ['@', 3, 0, 0],
      ['@', 5, 0, 0],
    ],
  },
  {
    as: 'noun',
    words: ['tamtam:1'],
    pointers: [
      ['@', 5, 0, 0],
      ['@', 3, 0, 0],
    ],
  },
];

/** wet ! dry, with near-synonyms damp ~ wet and arid ~ dry; soggy is like damp only. */
const WEATHER: TinySynset[] = [
  {
    as: 'adjective',
    words: ['wet:1', 'moist:1'],
    pointers: [
      ['!', 1, 1, 1],
      ['&', 2, 0, 0],
    ],
  },
  {
    as: 'adjective',
    words: ['dry:1', 'waterless:1'],
    pointers: [
      ['!', 0, 1, 1],
      ['&', 3, 0, 0],
    ],
  },
  { as: 'adjective', words: ['damp:1'], pointers: [['&', 0, 0, 0]] },
  { as: 'adjective', words: ['arid:1'], pointers: [['&', 1, 0, 0]] },
  {
    as: 'verb',
    words: ['buy:1', 'purchase:1'],
    pointers: [
      ['!', 5, 1, 1],
      ['+', 6, 1, 1],
    ],
  },
  { as: 'verb', words: ['sell:1'], pointers: [['!', 4, 1, 1]] },
  { as: 'noun', words: ['buyer:1'], pointers: [['+', 4, 1, 1]] },
  { as: 'adverb', words: ['drily:1'], pointers: [['\\', 1, 1, 1]] },
  {
    as: 'verb',
    words: ['rise:1', 'ascend:1'],
    pointers: [
      ['!', 9, 1, 1],
      ['!', 10, 2, 1],
    ],
  },
  { as: 'verb', words: ['fall:1'], pointers: [['!', 8, 1, 1]] },
  { as: 'verb', words: ['descend:1'], pointers: [['!', 8, 1, 2]] },
];

describe('hypernyms', () => {
  const lexicon = readLexicon(tinyWordnet(TOOLS));

  it('gives what a sense is directly a kind of, all of it, and nothing above a root or an adjective', () => {
    const namesOf = (word: string, as: WordClass) =>
      lexicon.kinds(lexicon.senses(word, as)[0]!).map(({ words }) => words[0]);
    expect(namesOf('lute', 'noun')).toEqual(['string']);
    expect(namesOf('fiddle', 'noun')).toEqual(['string', 'toy']);
    expect(namesOf('entity', 'noun')).toEqual([]);
  });

  it('counts steps up, 0 for synonyms, null where there is no way up', () => {
    expect(lexicon.stepsUp('lute', 'instrument', 'noun')).toBe(2);
    expect(lexicon.stepsUp('violin', 'fiddle', 'noun')).toBe(0);
    expect(lexicon.stepsUp('instrument', 'lute', 'noun')).toBeNull();
    expect(lexicon.stepsUp('lute', 'drum', 'noun')).toBeNull();
    expect(lexicon.stepsUp('lute', 'nothing', 'noun')).toBeNull();
    expect(lexicon.stepsUp('lute', 'instrument', 'verb')).toBeNull();
  });

  it('takes the nearer of two ways up', () => {
    expect(lexicon.stepsUp('fiddle', 'whole', 'noun')).toBe(2);
  });

  it('finds the nearest common ancestor, its distance from both and its depth', () => {
    expect(lexicon.commonAncestor('lute', 'violin', 'noun')).toEqual({
      words: ['string'],
      stepsA: 1,
      stepsB: 1,
      depth: 5,
    });
    expect(lexicon.commonAncestor('lute', 'drum', 'noun')).toEqual({
      words: ['instrument'],
      stepsA: 2,
      stepsB: 1,
      depth: 4,
    });
    expect(lexicon.commonAncestor('lute', 'string', 'noun')).toMatchObject({ stepsA: 1, stepsB: 0 });
  });

  it('of two ancestors at one distance takes the more specific, else the first of WordNet, for either order', () => {
    const ties = readLexicon(tinyWordnet(TIES));
    for (const [a, b] of [
      ['gong', 'tamtam'],
      ['tamtam', 'gong'],
    ] as const) {
      expect(ties.commonAncestor(a, b, 'noun')).toMatchObject({ words: ['string'], depth: 5 });
    }
    expect(ties.commonAncestor('siren', 'bell', 'noun')!.words).toEqual(['toy']);
    expect(ties.commonAncestor('bell', 'siren', 'noun')!.words).toEqual(['toy']);
  });

  it('sees no kinship in what all nouns are', () => {
    expect(lexicon.commonAncestor('lute', 'stone', 'noun')).toBeNull();
  });

  it('names sisters, the most frequent first, without the word and its synonyms', () => {
    expect(lexicon.sisters('lute', 'noun')).toEqual(['violin', 'fiddle', 'harp']);
    expect(lexicon.sisters('fiddle', 'noun')).toEqual(['lute', 'harp']);
    expect(lexicon.sisters('entity', 'noun')).toEqual([]);
  });
});

describe('opposites', () => {
  const lexicon = readLexicon(tinyWordnet(WEATHER));

  it.each([
    ['wet', 'dry', true],
    ['damp', 'dry', true],
    ['damp', 'arid', true],
    ['moist', 'waterless', true],
    ['wet', 'damp', false],
    ['wet', 'moist', false],
    ['dry', 'dry', false],
    ['wet', 'unheard', false],
  ])('%s and %s: %s', (a, b, expected) => {
    expect(lexicon.areAntonyms(a, b, 'adjective')).toBe(expected);
    expect(lexicon.areAntonyms(b, a, 'adjective')).toBe(expected);
  });

  it('are named by what is said of the word itself first', () => {
    expect(lexicon.antonyms('wet', 'adjective')).toEqual(['dry', 'waterless']);
    expect(lexicon.antonyms('purchase', 'verb')).toEqual(['sell']);
    expect(lexicon.antonyms('ascend', 'verb')).toEqual(['descend', 'fall']);
    expect(lexicon.antonyms('wet', 'noun')).toEqual([]);
  });

  it('likeness of adjectives is no hierarchy', () => {
    expect(lexicon.stepsUp('damp', 'wet', 'adjective')).toBeNull();
    expect(lexicon.commonAncestor('damp', 'wet', 'adjective')).toBeNull();
    expect(lexicon.sisters('damp', 'adjective')).toEqual([]);
  });

  it('derived words lead both ways, across classes', () => {
    expect(lexicon.related('buy')).toEqual(['buyer']);
    expect(lexicon.related('buyer')).toEqual(['buy']);
    expect(lexicon.related('dry')).toEqual(['drily']);
    expect(lexicon.related('sell')).toEqual([]);
  });
});

describe.skipIf(!isBuilt)(`WordNet 3.1${withoutLexicon}`, () => {
  const lexicon = isBuilt ? builtLexicon() : null!;

  it.each<[string, WordClass, string[]]>([
    ['leaves', 'noun', ['leaf', 'leave']],
    ['saw', 'verb', ['see', 'saw']],
    ['ran', 'verb', ['run']],
    ['wolves', 'noun', ['wolf']],
    ['men', 'noun', ['man', 'men']],
    ['better', 'adjective', ['good', 'better']],
    ['better', 'adverb', ['well', 'better']],
    ['boss', 'noun', ['boss']],
    ['zxqv', 'noun', []],
    ['', 'verb', []],
  ])('base forms of %s as %s', (form, as, expected) => {
    expect(lexicon.baseForms(form, as)).toEqual(expected);
  });

  it('knows irregular inflections from the base form', () => {
    expect(lexicon.irregularForms('go', 'verb')).toEqual(['gone', 'went']);
    expect(lexicon.irregularForms('dog', 'noun')).toEqual([]);
  });

  it('answers what a reader of English would', () => {
    expect(lexicon.areSynonyms('car', 'automobile', 'noun')).toBe(true);
    expect(lexicon.areSynonyms('cat', 'dog', 'noun')).toBe(false);
    expect(lexicon.areSynonyms('zxqv', 'zxqv', 'noun')).toBe(false);
    expect(lexicon.areAntonyms('damp', 'dry', 'adjective')).toBe(true);
    expect(lexicon.areAntonyms('hot', 'warm', 'adjective')).toBe(false);
    expect(lexicon.stepsUp('dog', 'animal', 'noun')).toBe(2);
    expect(lexicon.commonAncestor('guitar', 'violin', 'noun')).toMatchObject({
      words: ['stringed instrument'],
    });
    expect(lexicon.commonAncestor('dog', 'freedom', 'noun')).toBeNull();
    expect(lexicon.sisters('monday', 'noun')).toContain('tuesday');
    expect(lexicon.related('bride')).toEqual(['bridal']);
    expect(lexicon.related('discover')).toContain('discovery');
    expect(lexicon.senses('crane', 'noun').some(({ gloss }) => gloss.includes('bird'))).toBe(true);
  });

  const words = isBuilt ? builtFiles().words.split('\n') : ['none'];
  const word = fc.oneof(
    fc.nat({ max: words.length - 1 }).map((id) => words[id]!),
    fc.string(),
  );
  const as = fc.constantFrom(...CLASSES);

  it('relations of two words are the same both ways', () => {
    fc.assert(
      fc.property(word, word, as, (a, b, of) => {
        expect(lexicon.areSynonyms(a, b, of)).toBe(lexicon.areSynonyms(b, a, of));
        expect(lexicon.areAntonyms(a, b, of)).toBe(lexicon.areAntonyms(b, a, of));
        const there = lexicon.commonAncestor(a, b, of);
        const back = lexicon.commonAncestor(b, a, of);
        expect(back).toEqual(there && { ...there, stepsA: there.stepsB, stepsB: there.stepsA });
        expect(lexicon.related(a).includes(b)).toBe(lexicon.related(b).includes(a));
      }),
      { numRuns: 2000 },
    );
  });

  it('whatever it names is a word of the class, and never the word itself', () => {
    fc.assert(
      fc.property(word, as, (a, of) => {
        for (const base of lexicon.baseForms(a, of)) expect(lexicon.has(base, of)).toBe(true);
        for (const other of [...lexicon.antonyms(a, of), ...lexicon.sisters(a, of)]) {
          expect(lexicon.has(other, of)).toBe(true);
          expect(other).not.toBe(a);
        }
        for (const other of lexicon.antonyms(a, of)) {
          expect(lexicon.areAntonyms(a, other, of)).toBe(true);
          expect(lexicon.areAntonyms(other, a, of)).toBe(true);
        }
        for (const other of lexicon.related(a)) expect(lexicon.has(other)).toBe(true);
        expect(lexicon.senses(a, of).length > 0).toBe(lexicon.has(a, of));
        for (const sense of lexicon.senses(a, of)) expect(sense.words).toContain(a);
      }),
      { numRuns: 2000 },
    );
  });
});
