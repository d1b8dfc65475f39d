import { mcnemarExact } from './proportions.ts';
import { isWithin } from './scale.ts';
import type { SkippedPairs, Test } from './types.ts';
import { countSkipped, skippedList } from './usable.ts';
import type { SkippedCounts } from './usable.ts';

/** Who is within 1.0 of gold. */
export type Agreement = 'both' | 'onlyA' | 'onlyB' | 'neither';

/** Two systems on the same pairs. The four groups hold rows, largest difference between the two errors first. */
export interface SideBySide extends Record<Agreement, Int32Array> {
  /** Pairs in which both errors are defined: the four groups together. */
  n: number;
  /** `n` and the counts here add up to the pairs asked about. */
  skipped: SkippedPairs[];
  /** McNemar's exact conditional test, two-sided, of whether the two are as often within 1.0. */
  mcnemar: Test<{ onlyA: number; onlyB: number }>;
}

/** Why the two errors cannot be compared, or null. */
function whySkipped(a: number, b: number): string | null {
  if (Number.isFinite(a) && Number.isFinite(b)) return null;
  if (Number.isFinite(a)) return 'no error of the second system';
  return Number.isFinite(b) ? 'no error of the first system' : 'no error of either system';
}

/**
 * Sorts pairs by which of two systems is within 1.0 of gold. Inside a group, pairs come in descending order of |a - b|,
 * the distance between the two predictions on the gold scale; equal ones by row.
 * @param a errors of the first system in gold units, NaN where there is none
 * @param b errors of the second, for the same pairs
 * @param subset rows to look at; all where absent
 * @throws RangeError where the columns differ in length or a row is not there.
 */
export function sideBySide(a: Float64Array, b: Float64Array, subset?: Int32Array): SideBySide {
  if (a.length !== b.length) throw new RangeError(`${a.length} errors beside ${b.length}`);
  const groups: Record<Agreement, number[]> = { both: [], onlyA: [], onlyB: [], neither: [] };
  const skipped: SkippedCounts = new Map();
  const total = subset?.length ?? a.length;
  for (let place = 0; place < total; place++) {
    const row = subset === undefined ? place : subset[place]!;
    if (!(row >= 0 && row < a.length)) throw new RangeError(`no row ${row} among ${a.length} pairs`);
    const reason = whySkipped(a[row]!, b[row]!);
    if (reason !== null) {
      countSkipped(skipped, reason);
      continue;
    }
    const closeA = isWithin(a[row]!);
    const closeB = isWithin(b[row]!);
    groups[closeA ? (closeB ? 'both' : 'onlyA') : closeB ? 'onlyB' : 'neither'].push(row);
  }
  const apart = (row: number): number => Math.abs(a[row]! - b[row]!);
  const sorted = (rows: number[]): Int32Array =>
    Int32Array.from(rows.sort((one, other) => apart(other) - apart(one) || one - other));
  return {
    both: sorted(groups.both),
    onlyA: sorted(groups.onlyA),
    onlyB: sorted(groups.onlyB),
    neither: sorted(groups.neither),
    n: groups.both.length + groups.onlyA.length + groups.onlyB.length + groups.neither.length,
    skipped: skippedList(skipped),
    mcnemar: mcnemarExact(groups.onlyA.length, groups.onlyB.length),
  };
}
