import type { SkippedPairs } from './types.ts';

/** The scores of a run. */
export interface ScoreColumn {
  /** One score a pair; NaN where missing. */
  scores: Float64Array;
  /** Why a score is missing: index into `reasonNames`, 0 where the pair was scored. */
  reasons?: Uint8Array;
  reasonNames?: readonly string[];
}

export interface UsableInput extends ScoreColumn {
  /** One gold score a pair; NaN where nobody rated the pair. */
  gold: Float64Array;
  /** Rows to look at, each at most once; all where absent. */
  subset?: Int32Array;
}

export interface UsablePairs {
  /** Rows with a score and a gold score, in the order of the subset. */
  used: Int32Array;
  /** Most frequent reason first. */
  skipped: SkippedPairs[];
}

export const UNRATED = 'unrated';
export const NO_SCORE = 'no score';
export const NOT_FINITE = 'score is not a finite number';
export const GOLD_NOT_FINITE = 'gold score is not a finite number';

function checkLengths({ scores, gold, reasons, subset }: UsableInput): void {
  if (scores.length !== gold.length) {
    throw new RangeError(`${scores.length} scores for ${gold.length} gold scores`);
  }
  if (reasons !== undefined && reasons.length !== scores.length) {
    throw new RangeError(`${reasons.length} reasons for ${scores.length} scores`);
  }
  if (subset === undefined) return;
  const seen = new Uint8Array(scores.length);
  for (const row of subset) {
    if (row < 0 || row >= scores.length) throw new RangeError(`no row ${row} among ${scores.length} pairs`);
    if (seen[row] === 1) throw new RangeError(`row ${row} is twice in the subset`);
    seen[row] = 1;
  }
}

/** Why the row has no score, or null where it has one. */
export function whyNoScore(row: number, { scores, reasons, reasonNames }: ScoreColumn): string | null {
  const code = reasons?.[row] ?? 0;
  // A reason counts even beside a finite score: what a system filled in for a missing score is no score.
  if (code !== 0) return reasonNames?.[code] ?? `${NO_SCORE} (reason ${code})`;
  const score = scores[row]!;
  if (Number.isNaN(score)) return NO_SCORE;
  return Number.isFinite(score) ? null : NOT_FINITE;
}

/** Why the row cannot be used, or null. That nobody rated the pair goes before any fault of the system. */
function whySkipped(row: number, input: UsableInput): string | null {
  const rating = input.gold[row]!;
  if (Number.isNaN(rating)) return UNRATED;
  return Number.isFinite(rating) ? whyNoScore(row, input) : GOLD_NOT_FINITE;
}

/** Pairs left out, by reason. */
export type SkippedCounts = Map<string, number>;

export function countSkipped(counts: SkippedCounts, reason: string): void {
  counts.set(reason, (counts.get(reason) ?? 0) + 1);
}

/** Most frequent reason first. */
export function skippedList(counts: SkippedCounts): SkippedPairs[] {
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}

/**
 * Which pairs a statistic may use (pairwise complete), and how many it may not, and why. Every number of
 * this room counts its pairs here, so that all of them agree.
 * @throws RangeError where lengths disagree, or the subset names a row twice or one that is not there.
 */
export function usable(input: UsableInput): UsablePairs {
  checkLengths(input);
  const total = input.subset?.length ?? input.scores.length;
  const used = new Int32Array(total);
  let count = 0;
  const skipped: SkippedCounts = new Map();
  for (let place = 0; place < total; place++) {
    const row = input.subset === undefined ? place : input.subset[place]!;
    const reason = whySkipped(row, input);
    if (reason === null) used[count++] = row;
    else countSkipped(skipped, reason);
  }
  return { used: used.slice(0, count), skipped: skippedList(skipped) };
}

/** The values of a column at the given rows, in their order. */
export function gather(column: Float64Array, rows: Int32Array): Float64Array {
  const result = new Float64Array(rows.length);
  for (let place = 0; place < rows.length; place++) result[place] = column[rows[place]!]!;
  return result;
}
