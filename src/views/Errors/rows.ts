import type { RowId } from '../../app/categories.svelte.ts';
import type { ErrorMeasure } from '../../app/errorAnalysis.svelte.ts';
import type { SystemErrors } from '../../compute/protocol.ts';
import type { CategoryRow, ErrorSummary } from '../../evaluation/errors.ts';
import { CATEGORIES } from '../../errors/types.ts';

const SIGNIFICANT = 0.05;

export function rowTitle(row: RowId): string {
  if (row === 'none') return 'None of these';
  return row === 'all' ? 'All pairs' : CATEGORIES.find(({ id }) => id === row)!.title;
}

/** Behind "of": "negation", "no category". Null for all pairs. */
export function rowPhrase(row: RowId): string | null {
  if (row === 'all') return null;
  return row === 'none' ? 'no category' : rowTitle(row).toLowerCase();
}

/** What the table is sorted by; what is not defined sorts last. */
export function sortValue(summary: ErrorSummary | null, measure: ErrorMeasure): number {
  return summary?.[measure].value ?? -Infinity;
}

/** Whether the category differs from the rest in what is shown, after the correction over the table. */
export function isDifferent(
  errors: SystemErrors | null,
  shown: { categories: readonly RowId[] } | null,
  row: RowId,
  measure: ErrorMeasure,
): boolean {
  const category = categoryOf(errors, shown, row);
  if (!category || measure === 'overestimated') return false;
  const { adjusted } = measure === 'meanError' ? category.meanErrorDifference : category.pearsonDifference;
  return adjusted.value !== null && adjusted.value < SIGNIFICANT;
}

/** The row of a category or of those without one; null for all pairs, of which there is no rest. */
export function categoryOf(
  errors: SystemErrors | null,
  shown: { categories: readonly RowId[] } | null,
  row: RowId,
): CategoryRow | null {
  return errors?.categories[shown?.categories.indexOf(row) ?? -1] ?? null;
}
