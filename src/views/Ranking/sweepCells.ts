import type { Sweep } from '../../app/sweep.svelte.ts';
import type { Grid, GridCell } from '../../app/sweepGrid.ts';
import { decimals } from '../format.ts';

/** The cell at these places of the axes; undefined for a combination that can't be. */
export function cellAt({ cells }: Grid, at: readonly number[]): GridCell | undefined {
  return cells.find((cell) => cell.at.every((place, axis) => place === at[axis]));
}

/** Lowest and highest of the values that are numbers; null where none is. */
export function rangeOf(values: readonly number[]): { low: number; high: number } | null {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? { low, high } : null;
}

/** What stands in a cell: its correlation x 100, or why there is none. */
export function cellText(sweep: Sweep, cell: GridCell | undefined): string {
  if (!cell) return 'can’t be';
  const found = sweep.cellOf(cell);
  if (!found) return 'not run';
  if (found.kind === 'failed') return 'failed';
  const { estimate } = found.figures[sweep.measure];
  return estimate.value === null ? 'not defined' : decimals(100 * estimate.value, 2);
}

/** Why there is no number, or which pairs it is over; '' where there is nothing to say. */
export function cellNote(sweep: Sweep, cell: GridCell): string {
  const found = sweep.cellOf(cell);
  if (!found) return '';
  if (found.kind === 'failed') return `${found.what} ${found.nextStep}`;
  const { estimate } = found.figures[sweep.measure];
  return estimate.value === null ? estimate.reason : '';
}
