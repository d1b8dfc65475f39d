import type { Lexicon, WordClass } from '../language/types.ts';
import { isCommon as isFrequent } from './readings.ts';
import { relationsOf } from './lexical.ts';
import type { Word } from './words.ts';

const SENSES = 3;

interface Profile {
  /** Words of the same synsets, and of the kinds right above. */
  near: ReadonlySet<string>;
  /** Content words of the definitions, and what they are derived from. */
  gloss: ReadonlySet<string>;
}

const memos = new WeakMap<Lexicon, Map<string, Profile>>();
const MEMORY_ENTRIES = 20_000;

function profileOf(lexicon: Lexicon, word: string, as: WordClass): Profile {
  let memory = memos.get(lexicon);
  if (!memory) memos.set(lexicon, (memory = new Map()));
  const key = `${as} ${word}`;
  let profile = memory.get(key);
  if (!profile) {
    if (memory.size >= MEMORY_ENTRIES) memory.clear();
    memory.set(key, (profile = readProfile(lexicon, word, as)));
  }
  return profile;
}

function readProfile(lexicon: Lexicon, word: string, as: WordClass): Profile {
  const near = new Set<string>([word, ...lexicon.related(word)]);
  const gloss = new Set<string>();
  for (const sense of lexicon.senses(word, as).slice(0, SENSES)) {
    for (const each of sense.words) near.add(each);
    for (const each of sense.gloss) {
      gloss.add(each);
      for (const base of lexicon.baseForms(each, 'noun')) gloss.add(base);
    }
  }
  return { near, gloss };
}

/**
 * Why two words belong to one subject ("bridal", "bride"; "hive", "bee"), as a word that shows it, or null: derived from
 * one another, one a kind of the other, or one (or a synonym or derivation of it) in the other's definition (after Lesk 1986).
 */
export function commonSubject(lexicon: Lexicon, a: Word, b: Word): string | null {
  if (relationsOf(lexicon).family(a.lemma, b.lemma)) return b.lemma;
  if (isKindOf(lexicon, a, b) || isKindOf(lexicon, b, a)) return b.lemma;
  const profileA = profileOf(lexicon, a.lemma, a.as ?? 'noun');
  const profileB = profileOf(lexicon, b.lemma, b.as ?? 'noun');
  for (const word of profileA.near) if (profileB.gloss.has(word) && !isCommon(lexicon, word)) return word;
  for (const word of profileB.near) if (profileA.gloss.has(word) && !isCommon(lexicon, word)) return word;
  return null;
}

const isCommon = (lexicon: Lexicon, word: string): boolean => word.length < 3 || isFrequent(lexicon, word);

const isKindOf = (lexicon: Lexicon, a: Word, b: Word): boolean =>
  a.as === 'noun' && b.as === 'noun' && (lexicon.stepsUp(a.lemma, b.lemma, 'noun') ?? Infinity) <= 1;
