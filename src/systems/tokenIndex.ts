import { eachToken, type TokeniserOptions } from '../text/tokenise.ts';
import { Vocabulary } from '../text/vocabulary.ts';
import { throwIfAborted } from '../failure.ts';
import type { Progress, TaskSentences } from './types.ts';
import { pause } from './pause.ts';

/** The tokens of every distinct sentence of a task as indices into one vocabulary. */
export interface TokenIndex {
  /** Distinct tokens in order of first appearance. */
  vocabulary: readonly string[];
  /** The tokens of all sentences, one after another. */
  ids: Int32Array;
  /** Sentence s owns ids[offsets[s] .. offsets[s + 1]); length sentences + 1. */
  offsets: Int32Array;
}

/** Token -> its index in the vocabulary; made once an index. */
export function idsOf(index: Pick<TokenIndex, 'vocabulary'>): ReadonlyMap<string, number> {
  let ids = idsByWord.get(index.vocabulary);
  if (!ids) {
    ids = new Map(index.vocabulary.map((word, id) => [word, id]));
    idsByWord.set(index.vocabulary, ids);
  }
  return ids;
}

const idsByWord = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

const SENTENCES_PER_STEP = 10_000;

/** Tokenises a task once. Throws `Cancelled` within 10,000 sentences of an abort. */
export async function indexTokens(
  sentences: TaskSentences['sentences'],
  options: TokeniserOptions,
  report?: Progress,
  signal?: AbortSignal,
): Promise<TokenIndex> {
  const vocabulary = new Vocabulary();
  const offsets = new Int32Array(sentences.length + 1);
  let ids = new Int32Array(Math.max(16, sentences.length * 14));
  let length = 0;
  const add = (text: string, start: number, end: number): void => {
    if (length === ids.length) {
      const longer = new Int32Array(ids.length * 2);
      longer.set(ids);
      ids = longer;
    }
    ids[length++] = vocabulary.numberAt(text, start, end);
  };
  for (let s = 0; s < sentences.length; s++) {
    eachToken(sentences[s]!, options, add);
    offsets[s + 1] = length;
    if ((s + 1) % SENTENCES_PER_STEP === 0) {
      report?.(s + 1, sentences.length, 'Cutting sentences into tokens');
      await pause();
      throwIfAborted(signal, 'Tokenising');
    }
  }
  return { vocabulary: vocabulary.words, ids: ids.slice(0, length), offsets };
}
