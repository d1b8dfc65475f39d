import {
  MISSING_REASONS,
  type MissingReason,
  type ScoreResult,
  type Scores,
  type TaskSentences,
} from './types.ts';

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

/** Missing scores as 0, with a note of how many there were and why. */
export function missingAsZero<T extends Pick<ScoreResult, 'scores' | 'notes'>>(result: T): T {
  const { values, reasons } = result.scores;
  const counts = new Map<string, number>();
  const scores: Scores = { values: values.slice(), reasons: new Uint8Array(reasons.length) };
  for (let pair = 0; pair < values.length; pair++) {
    if (reasons[pair] === 0) continue;
    const reason = MISSING_REASONS[reasons[pair]!]!;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
    scores.values[pair] = 0;
  }
  const notes = [...counts].map(
    ([reason, count]) => `Pairs without a score that count as 0: ${count}, ${reason}.`,
  );
  return { ...result, scores, notes: [...result.notes, ...notes] };
}
