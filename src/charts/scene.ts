import { Failure } from '../failure.ts';
import type { Range, YMode } from './axes.ts';
import type { Theme } from './theme.ts';

/** What the pointer does: pick a point, draw a box, draw a lasso, or move the plot. */
export type Tool = 'point' | 'box' | 'lasso' | 'pan';

export interface ScatterSeries {
  id: string;
  label: string;
  /** Index into the palette. */
  colour: number;
  /** One score a pair, on the scale of the y axis; NaN where missing. */
  values: Float64Array;
}

/** Everything that one drawing of the scatter depends on, apart from zoom and size. */
export interface Scene {
  series: readonly ScatterSeries[];
  /** One a pair; NaN where nobody rated it. */
  gold: Float64Array;
  /** `gold`, moved by the jitter where that is on. */
  x: Float64Array;
  goldScale: Range;
  yMode: YMode;
  xLabel: string;
  yLabel: string;
  /** Pair index. */
  selected: number | null;
  /** 1 for each pair of the selection, null without a selection. */
  mask: Uint8Array | null;
  tool: Tool;
  theme: Theme;
}

/** Throws a Failure "chart-length" unless every system has one score a pair: shifted points look right. */
export function assertLengths(series: readonly ScatterSeries[], gold: Float64Array): void {
  for (const { label, values } of series) {
    if (values.length === gold.length) continue;
    throw new Failure(
      'chart-length',
      `${label} has ${values.length} scores for ${gold.length} pairs.`,
      'Run the system again on this benchmark.',
    );
  }
}

/** Css pixels of the rug that one system takes between the y axis and its labels. */
export const RUG_STEP_PX = 5;

/** True where some pair has a score but no gold: only then does the plot give room to a rug. */
export function needsRug(series: readonly ScatterSeries[], gold: Float64Array): boolean {
  for (let i = 0; i < gold.length; i++) {
    if (!Number.isNaN(gold[i])) continue;
    for (const { values } of series) if (Number.isFinite(values[i])) return true;
  }
  return false;
}
