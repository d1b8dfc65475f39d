import model from 'wink-eng-lite-web-model';
import winkNLP, { type WinkMethods } from 'wink-nlp';

/** wink-nlp numbers every word that it meets and keeps them all; its own have the first 95,000 numbers. */
const MOST_WORDS = 400_000;

const MAX_LENGTH = 20_000;

/** wink-nlp's regular expressions take minutes for a long stretch without a blank. It has no tokens; no word is as long. */
const LONG_STRETCH = /\S{301,}/g;

export interface Wink extends Pick<WinkMethods, 'readDoc' | 'its'> {
  /**
   * Lets it take the words that it does not know as new ones. What it makes of such a word depends on how it met it
   * first: without this, how a sentence is read would depend on the sentences before it. Call it after each one.
   */
  forget(): void;
  /** Whether it keeps so many words that it is time for a new one. */
  isFull(): boolean;
}

interface Parts {
  core(): Core;
  metaCER(): unknown;
}

/** The part of its core model that holds the words: text -> number, and the texts by number. */
interface Core {
  features: { lexeme: { hash: Record<string, number>; list: string[] } };
}

/** Asked for once: each time, it writes what it gave before as JSON, and after two dozen times no string is so long. */
let entityModel: unknown;

/**
 * Entities take wink-nlp as long as all the rest, and only edits ask for them. Its marks of negation are not asked for:
 * they tell 13 of the 20 negations of the contrast set from their anchors, and 7 of the 20 paraphrases, too.
 */
const STEPS = { words: ['sbd', 'pos'], entities: ['sbd', 'ner'] } as const;

/** wink-nlp with what the page needs of it, for words or for entities. Takes about a quarter of a second. */
export function startWink(wanted: keyof typeof STEPS): Wink {
  const core = (model as unknown as Parts).core();
  entityModel ??= (model as unknown as Parts).metaCER();
  const own = { ...model, core: () => core, metaCER: () => entityModel };
  const { readDoc, its } = winkNLP(own, [...STEPS[wanted]]);
  const { hash, list } = core.features.lexeme;
  let kept = list.length;
  return {
    readDoc,
    its,
    forget() {
      // The numbers stay taken, because other tables of its go by them.
      for (; kept < list.length; kept++) delete hash[list[kept]!];
    },
    isFull: () => list.length > MOST_WORDS,
  };
}

/** What wink-nlp gets of a text: offsets into it are offsets into the text. */
export function readable(text: string): string {
  const blank = text.lastIndexOf(' ', MAX_LENGTH);
  const kept = text.length <= MAX_LENGTH ? text : text.slice(0, blank > 0 ? blank : MAX_LENGTH);
  return kept.replace(LONG_STRETCH, (stretch) => ' '.repeat(stretch.length));
}
