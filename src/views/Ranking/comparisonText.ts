import type { AgainstBest, AgainstBestRow } from '../../evaluation/againstBest.ts';
import type { ConfidenceInterval, Interval } from '../../evaluation/types.ts';
import { count, decimals, pValue, signed } from '../format.ts';

/** Ends of an interval of a difference of correlations, in points (x 100), with signs; '' where there is none. */
export function differenceInterval(interval: ConfidenceInterval | Interval): string {
  return interval.low === null ? '' : `${signed(100 * interval.low)} to ${signed(100 * interval.high)}`;
}

/** "t(1376) = 3.21, p = 0.001". Why there is no test, where there is none. */
export function williamsText({ comparison }: Pick<AgainstBestRow, 'comparison'>): string {
  const test = comparison?.williams;
  if (!test) return '';
  if (test.p === null) return `no test: ${test.reason}`;
  return `t(${count(test.degrees)}) = ${decimals(test.t, 2)}, ${pValue(test.p)}`;
}

/** A cell of a row against the best of the row, in words. */
export function comparisonText(row: AgainstBestRow, { rows, best, used }: AgainstBest): string {
  if (best === null) return '';
  const name = rows[best]!.id.replace(/\(.*$/su, '');
  if (row.id === rows[best]!.id)
    return `The best of the row, on the ${count(used.length)} pairs that all have a score`;
  const { comparison } = row;
  if (!comparison) return row.pearson.value === null ? `Not compared: ${row.pearson.reason}` : '';
  return [
    `${comparison.verdict ?? 'not tested'}, compared with ${name}`,
    `difference ${signed(100 * comparison.difference)} (${differenceInterval(comparison.interval)})`,
    `Williams ${williamsText(row)}; n = ${count(used.length)}`,
  ].join('\n');
}
