import { CLASSES } from './tables.ts';
import { bounded } from './remember.ts';
import type { Lexicon, PartOfSpeech, WordClass } from './types.ts';

const CLASS_OF: Partial<Record<PartOfSpeech, WordClass>> = {
  NOUN: 'noun',
  PROPN: 'noun',
  VERB: 'verb',
  ADJ: 'adjective',
  ADV: 'adverb',
};

/** The class that WordNet has words of this part of speech in; null for function words, numbers and marks. */
export function wordClassOf(pos: PartOfSpeech): WordClass | null {
  return CLASS_OF[pos] ?? null;
}

/** Parts of speech that contractions are made of ("n't": not), and inflected auxiliaries. */
const EXPANDED: ReadonlySet<PartOfSpeech> = new Set(['AUX', 'PART', 'PRON']);

/**
 * Gives the lemma of a lower-cased form: the tagger's where it changed the form into a word of that class, else the most
 * frequent base form that WordNet knows in the class, else in another class (the tagger was wrong), else the tagger's.
 * A name that WordNet knows as it is stays so: "Woods" is no plural.
 */
export function lemmatiser(lexicon: Lexicon): (form: string, pos: PartOfSpeech, tagged: string) => string {
  const decide = bounded((key: string): string => {
    const [pos, tagged, form] = key.split('\n') as [PartOfSpeech, string, string];
    const as = wordClassOf(pos);
    // The tagger's spelling of other function words is no help: "thru" for "through".
    if (as === null) return EXPANDED.has(pos) && tagged !== '' ? tagged : form;
    if (pos === 'PROPN' && lexicon.has(form, 'noun')) return form;
    if (tagged !== form && lexicon.has(tagged, as)) return tagged;
    for (const candidate of [as, ...CLASSES]) {
      const [base] = lexicon.baseForms(form, candidate);
      if (base !== undefined) return base;
    }
    return tagged || form;
  });
  return (form, pos, tagged) => decide(`${pos}\n${tagged}\n${form}`);
}
