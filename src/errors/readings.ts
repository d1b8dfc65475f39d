import type { Lexicon, Sense } from '../language/types.ts';
import type { Word } from './words.ts';

/** Which sense of a word its context speaks for. */
export interface Reading {
  /** The sense, from 0. */
  rank: number;
  score: number;
  /** Of every sense. */
  scores: readonly number[];
  /** The word that spoke for it most. */
  beside: Word;
}

/** Words this frequent in WordNet's tagged texts stand in glosses of every kind. */
const COMMON = 60;
/** Senses of a context word that are looked at. */
const SENSES = 2;
/** A definition that has the context word itself, or a word of its family, counts so many times a shared word. */
export const NAMED = 3;

interface Surroundings {
  near: ReadonlySet<string>;
  far: ReadonlySet<string>;
}

const memos = new WeakMap<Lexicon, Map<string, Surroundings>>();
const MEMORY_ENTRIES = 5_000;

function surroundingsOf(lexicon: Lexicon, word: Word): Surroundings {
  let memory = memos.get(lexicon);
  if (!memory) memos.set(lexicon, (memory = new Map()));
  const key = `${word.as} ${word.lemma}`;
  let found = memory.get(key);
  if (!found) {
    if (memory.size >= MEMORY_ENTRIES) memory.clear();
    const near = new Set([word.lemma, ...lexicon.related(word.lemma)]);
    const far = new Set<string>();
    for (const sense of lexicon.senses(word.lemma, word.as ?? 'noun').slice(0, SENSES)) {
      for (const each of [...sense.words, ...sense.gloss]) far.add(each);
    }
    memory.set(key, (found = { near, far }));
  }
  return found;
}

/**
 * The sense of a word whose definition shares most with its context (Lesk 1986, simplified as by Kilgarriff and
 * Rosenzweig 2000: uncommon words of the definition that are context words or of their family, or synonyms of theirs
 * or in their definitions). `null` where nothing is shared or several senses share as much.
 */
export function bestSense(lexicon: Lexicon, word: Word, context: readonly Word[]): Reading | null {
  if (word.as === null || context.length === 0) return null;
  const senses = lexicon.senses(word.lemma, word.as);
  if (senses.length < 2) return null;
  const scores = senses.map(() => 0);
  let best: { rank: number; beside: Word } | null = null;
  let ties = false;
  senses.forEach((sense, rank) => {
    let most = 0;
    let beside: Word | null = null;
    for (const each of context) {
      const score = overlap(lexicon, sense, each.lemma, surroundingsOf(lexicon, each));
      scores[rank]! += score;
      if (score > most) {
        most = score;
        beside = each;
      }
    }
    if (!beside) return;
    const leading = best === null ? 0 : scores[best.rank]!;
    if (scores[rank]! > leading) {
      best = { rank, beside };
      ties = false;
    } else if (scores[rank] === leading) ties = true;
  });
  const found = best as { rank: number; beside: Word } | null;
  return found === null || ties ? null : { ...found, score: scores[found.rank]!, scores };
}

const STEM_LETTERS = 7;

/** "economist", "economic": the same long beginning. */
const ofOneStem = (a: string, b: string): boolean =>
  a.length >= STEM_LETTERS && b.startsWith(a.slice(0, STEM_LETTERS));

function overlap(lexicon: Lexicon, sense: Sense, beside: string, { near, far }: Surroundings): number {
  let score = 0;
  for (const word of new Set([...sense.gloss, ...sense.words])) {
    if (word.length < 3) continue;
    if (near.has(word) || ofOneStem(word, beside)) score += NAMED;
    else if (far.has(word) && !isCommon(lexicon, word)) score++;
  }
  return score;
}

export function isCommon(lexicon: Lexicon, word: string): boolean {
  const frequency =
    lexicon.frequency(word, 'noun') + lexicon.frequency(word, 'verb') + lexicon.frequency(word, 'adjective');
  return frequency > COMMON;
}

/** A word that tells the sense from the others: a synonym, else the first words of the definition. */
export const nameOf = (sense: Sense, word: Word): string =>
  sense.words.find((each) => each !== word.lemma) ?? sense.gloss.slice(0, 3).join(' ');
