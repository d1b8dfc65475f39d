import type { Lexicon, Sense } from '../language/types.ts';
import type { Neighbourhood } from './types.ts';

/** What word vectors say of words, of the senses of a word, and of how well they go together. */
export interface Meanings {
  name: string;
  /** Of unit length; null where the word has no vector. */
  of(word: string): Float32Array | null;
  /** Of several words together, the rarer ones counting more; of unit length, or null where none has a vector. */
  together(words: Iterable<string>): Float32Array | null;
  /** Of a sense of a word: its synonyms, definition and kind, without the word itself. */
  ofSense(word: string, sense: Sense): Float32Array | null;
}

/** Words over which the vectors' common direction is measured. */
const FREQUENT_WORDS = 20_000;
const EVERY = 4;
/** A word counts by the logarithm of its rank, from about rank 20 on. */
const LEAST_LOG_RANK = 3;
const MEMORY_ENTRIES = 20_000;

const memos = new WeakMap<Neighbourhood, WeakMap<Lexicon, Meanings>>();

/** With memories that live as long as the vectors and the lexicon do. */
export function meaningsOf(neighbourhood: Neighbourhood, lexicon: Lexicon): Meanings {
  let byLexicon = memos.get(neighbourhood);
  if (!byLexicon) memos.set(neighbourhood, (byLexicon = new WeakMap()));
  let meanings = byLexicon.get(lexicon);
  if (!meanings) byLexicon.set(lexicon, (meanings = build(neighbourhood, lexicon)));
  return meanings;
}

function build(vectors: Neighbourhood, lexicon: Lexicon): Meanings {
  const mean = commonDirection(vectors);
  const words = new Map<string, Float32Array | null>();
  const senses = new Map<string, Float32Array | null>();

  function of(word: string): Float32Array | null {
    const known = words.get(word);
    if (known !== undefined) return known;
    const vector = new Float32Array(vectors.dimension);
    const rank = vectors.rankOf(word);
    let found: Float32Array | null = null;
    if (rank !== null && vectors.read(rank, vector)) {
      toUnitLength(vector);
      for (let i = 0; i < vector.length; i++) vector[i]! -= mean[i]!;
      found = toUnitLength(vector);
    }
    if (words.size >= MEMORY_ENTRIES) words.clear();
    words.set(word, found);
    return found;
  }

  function together(list: Iterable<string>): Float32Array | null {
    const sum = new Float32Array(vectors.dimension);
    for (const word of list) {
      const vector = of(word);
      if (!vector) continue;
      const weight = Math.max(0, Math.log(vectors.rankOf(word)! + 1) - LEAST_LOG_RANK);
      for (let i = 0; i < sum.length; i++) sum[i]! += weight * vector[i]!;
    }
    return toUnitLength(sum);
  }

  function ofSense(word: string, sense: Sense): Float32Array | null {
    const key = `${sense.id} ${word}`;
    const known = senses.get(key);
    if (known !== undefined) return known;
    const parts = (each: Sense) => each.words.flatMap((phrase) => phrase.split(' '));
    const said = new Set([...parts(sense), ...sense.gloss, ...lexicon.kinds(sense).flatMap(parts)]);
    said.delete(word);
    const found = together(said);
    if (senses.size >= MEMORY_ENTRIES) senses.clear();
    senses.set(key, found);
    return found;
  }

  return { name: vectors.name, of, together, ofSense };
}

/** What all vectors share says nothing of any one (Mu and Viswanath 2018, "All-but-the-top", section 2). */
function commonDirection(vectors: Neighbourhood): Float32Array {
  const mean = new Float32Array(vectors.dimension);
  const vector = new Float32Array(vectors.dimension);
  let count = 0;
  for (let rank = 0; rank < FREQUENT_WORDS; rank += EVERY) {
    if (!vectors.read(rank, vector)) break;
    toUnitLength(vector);
    for (let i = 0; i < mean.length; i++) mean[i]! += vector[i]!;
    count++;
  }
  if (count > 0) for (let i = 0; i < mean.length; i++) mean[i]! /= count;
  return mean;
}

/** In place; null where it has no length. */
function toUnitLength(vector: Float32Array): Float32Array | null {
  let square = 0;
  for (const value of vector) square += value * value;
  if (square === 0) return null;
  const scale = 1 / Math.sqrt(square);
  for (let i = 0; i < vector.length; i++) vector[i]! *= scale;
  return vector;
}

/** Cosine of two vectors of unit length; 0 where one is missing. */
export function likeness(a: Float32Array | null, b: Float32Array | null): number {
  if (!a || !b) return 0;
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
