import type { Segment } from './geometry.ts';

export type Range = readonly [number, number];
/** "raw": scores as the system gave them. "gold": scores brought to the scale of the human ones. */
export type YMode = 'raw' | 'gold';

/** Lowest and highest finite value, null if there is none: one NaN or infinity must not decide an axis. */
export function finiteRange(columns: readonly Float64Array[]): Range | null {
  let low = Infinity;
  let high = -Infinity;
  for (const column of columns) {
    for (const value of column) {
      if (!Number.isFinite(value)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low <= high ? [low, high] : null;
}

function union(a: Range, b: Range | null): Range {
  return b ? [Math.min(a[0], b[0]), Math.max(a[1], b[1])] : a;
}

function padded([low, high]: Range, share: number): Range {
  const pad = (high - low || 1) * share;
  return [low - pad, high + pad];
}

/** The x axis: the whole gold scale, and any score beyond it rather than a point off the plot. */
export function xRange(gold: Float64Array, goldScale: Range): Range {
  return padded(union(goldScale, finiteRange([gold])), 0.03);
}

/** The y axis: 0 to 1 (raw) or the gold scale, and whatever the systems score beyond. */
export function yRange(columns: readonly Float64Array[], goldScale: Range, yMode: YMode): Range {
  return padded(union(yMode === 'raw' ? [0, 1] : goldScale, finiteRange(columns)), 0.03);
}

/** A line on which a perfect system's points would lie, in data coordinates. */
export interface ReferenceLine extends Segment {
  id: 'gold' | 'unit';
  label: string;
}

/**
 * The two diagonals of figure 1 of the SemEval-2017 task 1 paper: a perfect system that scores on the gold
 * scale, and one that scores 0 to 1. Once scores are brought to the gold scale the second is the first, and
 * only one line is true.
 */
export function referenceLines([low, high]: Range, yMode: YMode): ReferenceLine[] {
  const scale = `${formatTick(low)}–${formatTick(high)}`;
  const gold: ReferenceLine = {
    id: 'gold',
    label: yMode === 'raw' ? `perfect, scoring ${scale}` : 'perfect: score = human',
    x0: low,
    y0: low,
    x1: high,
    y1: high,
  };
  const unit: ReferenceLine = { id: 'unit', label: 'perfect, scoring 0–1', x0: low, y0: 0, x1: high, y1: 1 };
  const same = yMode === 'gold' || (low === 0 && high === 1);
  return same ? [gold] : [gold, unit];
}

/** At most three decimals, a true minus sign, no trailing zeros. */
export function formatTick(value: number): string {
  const rounded = Math.round(value * 1000) / 1000;
  return String(rounded === 0 ? 0 : rounded).replace('-', '−');
}

/** Labels of one axis, all with the decimals that its step needs, so that they align. */
export function formatTicks(values: readonly number[]): string[] {
  const step = Math.abs((values[1] ?? 1) - (values[0] ?? 0));
  const decimals = step > 0 ? Math.min(6, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9))) : 0;
  const quarter = decimals < 6 && Math.abs(step * 10 ** decimals - Math.round(step * 10 ** decimals)) > 1e-6;
  return values.map((value) => formatScore(value, quarter ? decimals + 1 : decimals));
}

/** A score with fixed decimals for tabular figures; missing is "n/a", never 0. */
export function formatScore(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return 'n/a';
  const text = value.toFixed(decimals);
  return (Number(text) === 0 ? (0).toFixed(decimals) : text).replace('-', '−');
}
