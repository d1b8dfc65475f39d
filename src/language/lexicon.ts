import { decodeGlossStarts, decodeIrregular, decodeRelations, decodeSynsets, find } from './decode.ts';
import { hierarchy } from './hierarchy.ts';
import { baseFormsOf } from './morphy.ts';
import { opposition } from './opposites.ts';
import { CLASSES, VarintReader, type LexiconFiles } from './tables.ts';
import { bounded, lazy } from './remember.ts';
import type { Lexicon, Sense, WordClass } from './types.ts';

const CLASS_INDEX: Record<WordClass, number> = { noun: 0, verb: 1, adjective: 2, adverb: 3 };

/** A sense whose definition is read when it is first asked for: of most senses it never is. */
class LazySense implements Sense {
  readonly id: number;
  readonly words: readonly string[];
  readonly #glossOf: (synset: number) => readonly string[];
  #gloss: readonly string[] | undefined;

  constructor(id: number, words: readonly string[], glossOf: (synset: number) => readonly string[]) {
    this.id = id;
    this.words = words;
    this.#glossOf = glossOf;
  }

  get gloss(): readonly string[] {
    return (this.#gloss ??= this.#glossOf(this.id));
  }
}

/**
 * Opens WordNet's tables, as the files of public/models/wordnet hold them. What most callers never ask for (glosses,
 * derived words, sisters) is read when it is asked for first.
 * @throws RangeError where a file ends too early
 */
export function readLexicon(files: LexiconFiles): Lexicon {
  const tables = decodeSynsets(files);
  const relations = lazy(() => decodeRelations(files.relations));
  const irregular = lazy(() => decodeIrregular(files.irregular));
  const glossStarts = lazy(() => decodeGlossStarts(files.glosses, tables.wordStart.length - 1));
  const glossWords = lazy(() => files.glossWords.split('\n'));
  const { words, wordStart, synsetWords, senses, senseStart, senseCounts } = tables;

  const idOf = bounded((word: string) => find(words, word));

  /** The synsets of a word, most frequent first. */
  function synsetsOf(word: string, as: WordClass): Uint32Array {
    const id = idOf(word);
    if (id < 0) return senses.subarray(0, 0);
    const key = id * CLASSES.length + CLASS_INDEX[as];
    return senses.subarray(senseStart[key], senseStart[key + 1]);
  }

  const wordsOf = bounded((synset: number): readonly string[] => {
    const found: string[] = [];
    for (let i = wordStart[synset]!; i < wordStart[synset + 1]!; i++) found.push(words[synsetWords[i]!]!);
    return found;
  });

  function glossOf(synset: number): readonly string[] {
    const input = new VarintReader(files.glosses, glossStarts()[synset]);
    const length = input.read();
    const end = input.position + length;
    const found: string[] = [];
    while (input.position < end) found.push(glossWords()[input.read()]!);
    return found;
  }

  const senseOf = bounded((synset: number): Sense => new LazySense(synset, wordsOf(synset), glossOf));

  function has(word: string, as?: WordClass): boolean {
    const id = idOf(word);
    if (id < 0 || as === undefined) return id >= 0;
    const key = id * CLASSES.length + CLASS_INDEX[as];
    return senseStart[key + 1]! > senseStart[key]!;
  }

  /** Over all senses of a class, or in one synset. */
  function frequency(word: string, as: WordClass, synset?: number): number {
    const id = idOf(word);
    if (id < 0) return 0;
    const key = id * CLASSES.length + CLASS_INDEX[as];
    let count = 0;
    for (let i = senseStart[key]!; i < senseStart[key + 1]!; i++) {
      if (synset === undefined || senses[i] === synset) count += senseCounts[i]!;
    }
    return count;
  }

  const byClass = <T>(make: (word: string, as: WordClass) => T): ((word: string, as: WordClass) => T) => {
    const of = Object.fromEntries(
      CLASSES.map((as) => [as, bounded((word: string) => make(word, as))]),
    ) as Record<WordClass, (word: string) => T>;
    return (word, as) => of[as](word);
  };

  const baseForms = byClass((form, as): readonly string[] =>
    baseFormsOf(
      form,
      as,
      irregular().bases.get(`${as} ${form}`) ?? [],
      (word) => has(word, as),
      (word) => frequency(word, as),
    ),
  );
  const sensesOf = byClass((word, as): readonly Sense[] => Array.from(synsetsOf(word, as), senseOf));
  const synonyms = byClass((word, as) => new Set(synsetsOf(word, as)));
  const { up, ...kin } = hierarchy(tables, synsetsOf, wordsOf, (word, synset, as) =>
    frequency(word, as, synset),
  );
  const kinds = (sense: Sense): readonly Sense[] => Array.from(up(sense.id), senseOf);
  const opposites = opposition(tables, relations, synsetsOf, wordsOf);
  const antonyms = byClass((word, as) => opposites.antonyms(word, as));
  const antonymSet = byClass((word, as) => opposites.opposites(word, as));
  const related = bounded((word: string): readonly string[] => {
    const ids = relations().related.get(idOf(word)) ?? [];
    return ids.map((id) => words[id]!).sort();
  });

  return {
    has,
    baseForms,
    irregularForms: (base, as) => irregular().forms.get(`${as} ${base}`) ?? [],
    frequency: (word, as) => frequency(word, as),
    senses: sensesOf,
    areSynonyms(a, b, as) {
      if (!has(a, as) || !has(b, as)) return false;
      if (a === b) return true;
      const of = synonyms(a, as);
      return synsetsOf(b, as).some((synset) => of.has(synset));
    },
    areAntonyms: (a, b, as) => antonymSet(a, as).has(b) || antonymSet(b, as).has(a),
    antonyms,
    kinds,
    ...kin,
    sisters: byClass((word, as) => kin.sisters(word, as)),
    related,
  };
}
