import type { LexiconFiles } from '../../../src/language/tables.ts';
import type { WordClass } from '../../../src/language/types.ts';
import { wordnetFiles } from '../../../models/wordnet.ts';

/** A synset of an invented WordNet. A word is `name:rank` or `name:rank:count`, the rank among its senses. */
export interface TinySynset {
  as: WordClass;
  words: string[];
  gloss?: string;
  /** [symbol, number of the synset in the list, place of the own word, place of the other, from 1; 0 for the whole]. */
  pointers?: [string, number, number, number][];
}

const FILES: Record<WordClass, [file: string, letter: string, number: number]> = {
  noun: ['noun', 'n', 1],
  verb: ['verb', 'v', 2],
  adjective: ['adj', 'a', 3],
  adverb: ['adv', 'r', 4],
};

/** WordNet's database files, as its manual (wndb, senseidx) lays them out. */
export function databaseOf(synsets: readonly TinySynset[]): (file: string) => string {
  const offset = (number: number): string => String(1000 + number).padStart(8, '0');
  const hex = (place: number): string => place.toString(16).padStart(2, '0');
  const files = new Map<string, string[]>(
    ['data.noun', 'data.verb', 'data.adj', 'data.adv', 'index.sense'].map((file) => [
      file,
      file.startsWith('data') ? ['  1 A licence stands at the top of each file.  '] : [],
    ]),
  );
  synsets.forEach(({ as, words, gloss = 'a thing', pointers = [] }, number) => {
    const [file, letter, classNumber] = FILES[as];
    const names = words.map((word) => word.split(':')[0]!);
    const fields = [
      offset(number),
      '00',
      letter,
      hex(words.length),
      ...names.flatMap((name) => [name, '0']),
      String(pointers.length).padStart(3, '0'),
      ...pointers.flatMap(([symbol, other, own, its]) => [
        symbol,
        offset(other),
        FILES[synsets[other]!.as][1],
        hex(own) + hex(its),
      ]),
    ];
    files.get(`data.${file}`)!.push(`${fields.join(' ')} | ${gloss}  `);
    for (const word of words) {
      const [name, rank, count = '0'] = word.split(':');
      const plain = name!.replace(/\(\w+\)$/, '').toLowerCase();
      files.get('index.sense')!.push(`${plain}%${classNumber}:00:00:: ${offset(number)} ${rank} ${count}`);
    }
  });
  return (file) => files.get(file)!.join('\n') + '\n';
}

/** The page's tables of an invented WordNet, as bytes. */
export function tinyWordnetBytes(synsets: readonly TinySynset[]): Record<keyof LexiconFiles, Uint8Array> {
  return wordnetFiles(databaseOf(synsets));
}

export function tinyWordnet(synsets: readonly TinySynset[]): LexiconFiles {
  const bytes = tinyWordnetBytes(synsets);
  const text = (key: keyof LexiconFiles): string => new TextDecoder().decode(bytes[key]);
  const { synsets: synsetBytes, relations, glosses } = bytes;
  return {
    words: text('words'),
    synsets: synsetBytes,
    relations,
    glosses,
    glossWords: text('glossWords'),
    irregular: text('irregular'),
  };
}
