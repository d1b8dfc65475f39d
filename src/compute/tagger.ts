import type { PartOfSpeech } from '../language/types.ts';
import type { Tagger, WordClass } from '../systems/wordClasses.ts';

/** Names and numbers are what a sentence is about as nouns are; auxiliaries are no verbs. All others are other words. */
const CLASS_OF: Partial<Record<PartOfSpeech, WordClass>> = {
  NOUN: 'noun',
  PROPN: 'noun',
  NUM: 'noun',
  VERB: 'verb',
  ADJ: 'adjective',
  ADV: 'adverb',
};

/** The reader of English that weights parts of speech. It is loaded here and not before: it is several megabytes. */
export async function loadTagger(): Promise<Tagger> {
  const { makeTagger } = await import('../language/tags.ts');
  const tag = makeTagger();
  return (sentence) =>
    tag(sentence).map(({ start, end, pos }) => ({ start, end, wordClass: CLASS_OF[pos] ?? 'other' }));
}
