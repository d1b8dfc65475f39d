import type { PartOfSpeech } from './types.ts';

const CLITIC = /^(.*\p{L}\.?)(n['’]t|['’](?:m|s|re|ve|ll|d))$/isu;

const VERBS: Record<string, string> = { m: 'be', re: 'be', ve: 'have', ll: 'will', d: 'would' };

/** A word that is written together with the one before it. */
export interface Clitic {
  /** Where it begins in the two. */
  at: number;
  lemma: string;
  pos: PartOfSpeech;
}

/**
 * Finds what wink-nlp leaves whole: "I'm", "Smith's" before a full stop, contractions of words it does not know, and
 * "cannot". A possessive and a shortened "is" look alike; after such words the possessive is by far the more frequent.
 */
export function findClitic(value: string): Clitic | null {
  if (/^cannot$/i.test(value)) return { at: 3, lemma: 'not', pos: 'PART' };
  const found = CLITIC.exec(value);
  if (found === null) return null;
  const at = found[1]!.length;
  const clitic = found[2]!.toLowerCase();
  const verb = VERBS[clitic.slice(1)];
  if (verb !== undefined) return { at, lemma: verb, pos: 'AUX' };
  return { at, lemma: clitic.startsWith('n') ? 'not' : "'s", pos: 'PART' };
}

export interface CliticPart {
  isClitic: boolean;
  text: string;
  form: string;
  lemma: string;
  pos: PartOfSpeech;
}

/** The word and its clitic. `pos` is the part of speech of the two as one. */
export function splitClitic(value: string, pos: PartOfSpeech, clitic: Clitic): [CliticPart, CliticPart] {
  const part = (isClitic: boolean, text: string, as: PartOfSpeech, lemma: string): CliticPart => {
    return { isClitic, text, form: text.toLowerCase(), lemma, pos: as };
  };
  const base = value.slice(0, clitic.at);
  const form = base.toLowerCase();
  const basePos = form === 'i' ? 'PRON' : form === 'can' ? 'AUX' : pos;
  return [part(false, base, basePos, form), part(true, value.slice(clitic.at), clitic.pos, clitic.lemma)];
}
