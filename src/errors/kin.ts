import type { Lexicon, Sense, WordClass } from '../language/types.ts';

/** How a word can stand for another in one of the other's senses. */
export interface Kin {
  /** The sense, from 0. */
  rank: number;
  /** Up, down, or up and down again to a sister: 0 for synonyms. */
  steps: number;
  sisters: boolean;
}

/** Steps up or down; sisters are further apart than this when both ways are counted. */
const NEAR_STEPS = 3;

const memos = new WeakMap<Lexicon, Map<string, ReadonlyMap<number, number>>>();
const MEMORY_ENTRIES = 10_000;

const senseMemos = new WeakMap<Sense, ReadonlyMap<number, number>>();

/** A sense and all that it is a kind of, within NEAR_STEPS -> steps up to them. */
function aboveOf(lexicon: Lexicon, sense: Sense): ReadonlyMap<number, number> {
  let found = senseMemos.get(sense);
  if (!found) senseMemos.set(sense, (found = readAbove(lexicon, sense)));
  return found;
}

function readAbove(lexicon: Lexicon, sense: Sense): Map<number, number> {
  const steps = new Map<number, number>([[sense.id, 0]]);
  let level: readonly Sense[] = [sense];
  for (let step = 1; step <= NEAR_STEPS; step++) {
    level = level.flatMap((each) => lexicon.kinds(each)).filter((each) => !steps.has(each.id));
    for (const each of level) steps.set(each.id, step);
  }
  return steps;
}

/** The same for all senses of a word. */
function aboveWord(lexicon: Lexicon, word: string, as: WordClass): ReadonlyMap<number, number> {
  let memory = memos.get(lexicon);
  if (!memory) memos.set(lexicon, (memory = new Map()));
  const key = `${as} ${word}`;
  let found = memory.get(key);
  if (!found) {
    const all = new Map<number, number>();
    for (const sense of lexicon.senses(word, as)) {
      for (const [id, steps] of aboveOf(lexicon, sense))
        all.set(id, Math.min(steps, all.get(id) ?? Infinity));
    }
    if (memory.size >= MEMORY_ENTRIES) memory.clear();
    memory.set(key, (found = all));
  }
  return found;
}

/** The senses of a word in which another is a synonym, a kind, what it is a kind of, or a sister. */
export function kinOf(lexicon: Lexicon, word: string, other: string, as: WordClass): Kin[] {
  const above = aboveWord(lexicon, other, as);
  const own = new Set(lexicon.senses(other, as).map((sense) => sense.id));
  const found: Kin[] = [];
  lexicon.senses(word, as).forEach((sense, rank) => {
    let steps = above.get(sense.id) ?? Infinity;
    let apart = Infinity;
    for (const [id, up] of aboveOf(lexicon, sense)) {
      if (own.has(id)) steps = Math.min(steps, up);
      else apart = Math.min(apart, up + (above.get(id) ?? Infinity));
    }
    if (steps <= NEAR_STEPS) found.push({ rank, steps, sisters: false });
    else if (apart <= NEAR_STEPS) found.push({ rank, steps: apart, sisters: true });
  });
  return found;
}
