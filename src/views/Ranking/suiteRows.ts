import type { AverageName } from '../../app/permalink.ts';
import type { SuiteAverages } from '../../evaluation/averages.ts';

/** Columns with the highest value as it is shown, with two decimals; none where fewer than two have one. */
export function bestColumns(values: readonly (number | null)[]): ReadonlySet<number> {
  const shown = values.map((value) => (value === null ? null : Number((100 * value).toFixed(2))));
  let highest = -Infinity;
  let there = 0;
  for (const value of shown) {
    if (value === null) continue;
    there++;
    if (value > highest) highest = value;
  }
  if (there < 2) return new Set();
  return new Set(shown.flatMap((value, place) => (value === highest ? [place] : [])));
}

/**
 * An average, null where there is none or where a set of its scope is not defined: then it is no figure to hold beside
 * others.
 */
export function completeAverage(
  averages: SuiteAverages | null | undefined,
  name: AverageName,
): number | null {
  return averages && averages.excluded.length === 0 ? averages[name].value : null;
}
