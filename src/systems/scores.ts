import { MISSING_REASONS, type MissingReason, type Scores, type TaskSentences } from './types.ts';

/** Scores that are all missing until they are set. */
export function emptyScores(pairs: number): Scores {
  return { values: new Float64Array(pairs).fill(NaN), reasons: new Uint8Array(pairs) };
}

/** Marks a pair as missing. A blank sentence is named as such, whatever else is wrong with the pair. */
export function missing(scores: Scores, pair: number, task: TaskSentences, reason: MissingReason): void {
  const blank =
    task.sentences[task.first[pair]!]!.trim() === '' || task.sentences[task.second[pair]!]!.trim() === '';
  scores.values[pair] = NaN;
  scores.reasons[pair] = MISSING_REASONS.indexOf(blank ? 'empty text' : reason);
}
