import type { SkippedPairs } from './types.ts';

export interface UsableInput {
  /** One score a pair; NaN where missing. */
  scores: Float64Array;
  /** One gold score a pair; NaN where nobody rated the pair. */
  gold: Float64Array;
  /** Why a score is missing: index into `reasonNames`, 0 where the pair was scored. */
  reasons?: Uint8Array;
  reasonNames?: readonly string[];
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

/** Why the row cannot be used, or null. That nobody rated the pair goes before any fault of the system. */
function whySkipped(row: number, { scores, gold, reasons, reasonNames }: UsableInput): string | null {
  const rating = gold[row]!;
  if (Number.isNaN(rating)) return UNRATED;
  if (!Number.isFinite(rating)) return GOLD_NOT_FINITE;
  const code = reasons?.[row] ?? 0;
  // A reason counts even beside a finite score: what a system filled in for a missing score is no score.
  if (code !== 0) return reasonNames?.[code] ?? `${NO_SCORE} (reason ${code})`;
  const score = scores[row]!;
  if (Number.isNaN(score)) return NO_SCORE;
  return Number.isFinite(score) ? null : NOT_FINITE;
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
  const skipped = new Map<string, number>();
  for (let place = 0; place < total; place++) {
    const row = input.subset === undefined ? place : input.subset[place]!;
    const reason = whySkipped(row, input);
    if (reason === null) used[count++] = row;
    else skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
  }
  return {
    used: used.slice(0, count),
    skipped: [...skipped]
      .map(([reason, count]) => ({ reason, count }))
      .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
  };
}

/** The values of a column at the given rows, in their order. */
export function gather(column: Float64Array, rows: Int32Array): Float64Array {
  const result = new Float64Array(rows.length);
  for (let place = 0; place < rows.length; place++) result[place] = column[rows[place]!]!;
  return result;
}
