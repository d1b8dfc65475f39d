import { pause } from './pause.ts';
import { throwIfAborted } from '../failure.ts';
import type { Parameters } from './parameters.ts';
import type { TokenIndex } from './tokenIndex.ts';
import { tokenise, type TokeniserOptions } from '../text/tokenise.ts';
import type { Progress, TaskSentences } from './types.ts';

/**
 * The parts of speech that are weighted, as the parameters that hold their weights are called. The idea is LIM-LIG's
 * (Nagoudi, Ferrero and Schwab 2017: a weight for each part of speech, alone and times IDF), whose weights
 * are of Arabic tags. The defaults of the parameters are this page's own choice, round numbers fitted on nothing:
 * content words count in full, adverbs a little less, all other words a quarter.
 */
export const WORD_CLASSES = ['noun', 'verb', 'adjective', 'adverb', 'other'] as const;
export type WordClass = (typeof WORD_CLASSES)[number];

const OTHER = WORD_CLASSES.indexOf('other');

/** A stretch of a sentence that a tagger read as one word. */
export interface TaggedSpan {
  /** UTF-16 offsets into the sentence. */
  start: number;
  end: number;
  wordClass: WordClass;
}

/** Reads an English sentence: its words in order, which do not overlap. Never throws. */
export type Tagger = (sentence: string) => readonly TaggedSpan[];

/** What each token of an index weighs by what it is in its sentence. */
export interface TokenClasses {
  /** Token -> index into `weights`; length of the index's `ids`. */
  ofToken: Uint8Array;
  weights: Float64Array;
}

/** Class of a token that weighs 1 whatever the parameters: its sentence is in a language that has no tagger. */
const UNTAGGED = WORD_CLASSES.length;

/** The weights of a spec's parameters, in the order of the classes, and 1 for tokens without any. */
export function classWeights(parameters: Parameters): Float64Array {
  return Float64Array.from([...WORD_CLASSES.map((name) => Number(parameters[name])), 1]);
}

/** A sentence that is not known to be in another language: a typed one has none. */
export function isEnglish(language: string | undefined): boolean {
  return language === undefined || /^(?:en|und)(?:-|$)/i.test(language);
}

const SENTENCES_PER_STEP = 200;

/**
 * The class of each token of an index, in its sentence. A token takes that of the tagged word that it shares most
 * characters with, the first of equals ("can't" is tagged as "ca" and "n't"); one that shares none is another word.
 * @throws Cancelled
 */
export async function classifyTokens(
  task: Pick<TaskSentences, 'sentences' | 'languages'>,
  index: TokenIndex,
  options: TokeniserOptions,
  tagger: Tagger,
  report?: Progress,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const classes = new Uint8Array(index.ids.length);
  for (let s = 0; s < task.sentences.length; s++) {
    const at = index.offsets[s]!;
    if (isEnglish(task.languages?.[s])) classes.set(classesOf(task.sentences[s]!, options, tagger), at);
    else classes.fill(UNTAGGED, at, index.offsets[s + 1]!);
    if ((s + 1) % SENTENCES_PER_STEP === 0) {
      report?.(s + 1, task.sentences.length, 'Tagging parts of speech', 'sentences');
      await pause();
      throwIfAborted(signal, 'Tagging');
    }
  }
  return classes;
}

function classesOf(sentence: string, options: TokeniserOptions, tagger: Tagger): number[] {
  const spans = tagger(sentence);
  let first = 0;
  return tokenise(sentence, options).map(({ start, end }) => {
    while (first < spans.length && spans[first]!.end <= start) first++;
    let most = 0;
    let found: WordClass | null = null;
    for (let i = first; i < spans.length && spans[i]!.start < end; i++) {
      const span = spans[i]!;
      const shared = Math.min(end, span.end) - Math.max(start, span.start);
      if (shared <= most) continue;
      most = shared;
      found = span.wordClass;
    }
    return found === null ? OTHER : WORD_CLASSES.indexOf(found);
  });
}

/** What is said of sentences that are not tagged; null where there are none. */
export function untaggedNote({
  sentences,
  languages,
}: Pick<TaskSentences, 'sentences' | 'languages'>): string | null {
  const others = (languages ?? []).filter((language) => !isEnglish(language));
  if (others.length === 0) return null;
  const named = [...new Set(others)].sort().join(', ');
  return `Parts of speech are read in English only: in ${others.length.toLocaleString('en')} of ${sentences.length.toLocaleString('en')} sentences (${named}) every word counts as 1 in place of a part of speech.`;
}
