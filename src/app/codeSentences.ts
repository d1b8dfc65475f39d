import type { CodeVectors } from '../compute/code/run.ts';
import type { Similarities } from '../compute/protocol.ts';
import type { SystemSpec } from '../systems/registry.ts';
import { emptyScores, missingAsZero } from '../systems/scores.ts';
import { MISSING_REASONS, type TaskSentences } from '../systems/types.ts';

/** The sentences that code gets: those that are not blank. */
export interface CodeSentences {
  sentences: string[];
  /** Sentence of the task -> its index there; -1 where it is blank. */
  rowOf: Int32Array;
  /** Pairs of the task of which neither sentence is blank, and their two sentences as indices into `sentences`. */
  pairs: Int32Array;
  first: Int32Array;
  second: Int32Array;
}

export function codeSentences({
  sentences: all,
  first,
  second,
}: Pick<TaskSentences, 'sentences' | 'first' | 'second'>): CodeSentences {
  const sentences: string[] = [];
  const rowOf = Int32Array.from(all, (sentence) =>
    sentence.trim() === '' ? -1 : sentences.push(sentence) - 1,
  );
  const pairs = Int32Array.from(first.keys()).filter(
    (pair) => rowOf[first[pair]!] !== -1 && rowOf[second[pair]!] !== -1,
  );
  const side = (of: Int32Array): Int32Array => pairs.map((pair) => rowOf[of[pair]!]!);
  return { sentences, rowOf, pairs, first: side(first), second: side(second) };
}

/** Scores that the code's own `similarity` gave. */
export function comparedScores(
  task: Pick<TaskSentences, 'first'>,
  { pairs }: Pick<CodeSentences, 'pairs'>,
  { compared }: Pick<CodeVectors, 'compared'>,
  { parameters }: SystemSpec,
): Similarities {
  const scores = emptyScores(task.first.length);
  scores.reasons.fill(MISSING_REASONS.indexOf('empty text'));
  for (const [at, pair] of pairs.entries()) {
    const value = compared![at]!;
    scores.values[pair] = value;
    scores.reasons[pair] = Number.isNaN(value) ? MISSING_REASONS.indexOf('measure not defined') : 0;
  }
  const result = { scores, notes: [] };
  return parameters.missing === 'zero' ? missingAsZero(result) : result;
}
