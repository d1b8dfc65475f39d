import type { RelationTables, SynsetTables } from './decode.ts';
import type { WordClass } from './types.ts';

/**
 * What is not said of a word itself, but of a synonym or a near-synonym, is looked at in this many of its senses: in
 * rare senses, anything is near to anything.
 */
const NEAR_SENSES = 3;

interface Opposition {
  /** Opposites of the word itself, then of its synonyms, then (adjectives) of what it is similar to. */
  antonyms(word: string, as: WordClass): readonly string[];
  /** The same, and near-synonyms of the opposites: "huge" and "tiny", by way of "large" and "small". */
  opposites(word: string, as: WordClass): ReadonlySet<string>;
}

/** Questions about opposites. WordNet names them for words; those of "wet" and "dry" hold for "damp" through similarity. */
export function opposition(
  { links, linkStart, classStart }: SynsetTables,
  relations: () => RelationTables,
  synsetsOf: (word: string, as: WordClass) => Uint32Array,
  wordsOf: (synset: number) => readonly string[],
): Opposition {
  const oppositesOf = (synset: number): { place: number; other: number; otherPlace: number }[] =>
    relations().opposites.get(synset) ?? [];

  const isAdjective = (synset: number): boolean => synset >= classStart[2]! && synset < classStart[3]!;
  const similarTo = (synset: number): number[] =>
    isAdjective(synset) ? Array.from(links.subarray(linkStart[synset], linkStart[synset + 1])) : [];

  /** The synset that a word is in, by its first senses, and those they are similar to. */
  const near = (word: string, as: WordClass): number[] => {
    const own = Array.from(synsetsOf(word, as).subarray(0, NEAR_SENSES));
    return [...own, ...own.flatMap(similarTo)];
  };

  function direct(word: string, as: WordClass): string[] {
    const found: string[] = [];
    for (const synset of synsetsOf(word, as)) {
      const place = wordsOf(synset).indexOf(word);
      for (const opposite of oppositesOf(synset)) {
        if (opposite.place === place) found.push(wordsOf(opposite.other)[opposite.otherPlace]!);
      }
    }
    return found;
  }

  return {
    antonyms(word, as) {
      const found = new Set(direct(word, as));
      for (const synset of near(word, as)) {
        for (const { other } of oppositesOf(synset)) for (const each of wordsOf(other)) found.add(each);
      }
      found.delete(word);
      return [...found];
    },

    opposites(word, as) {
      const found = new Set(direct(word, as));
      for (const synset of near(word, as)) {
        for (const { other } of oppositesOf(synset)) {
          for (const each of [other, ...similarTo(other)].flatMap(wordsOf)) found.add(each);
        }
      }
      found.delete(word);
      return found;
    },
  };
}
