import type { Box } from './geometry.ts';
import type { Projection } from './projection.ts';

/** Points counted in square cells. Row-major, rows x columns, row 0 on top. */
export interface Histogram {
  columns: number;
  rows: number;
  /** Css pixels of the outer corner of cell (0, 0): up to one cell above and left of the plot area. */
  left: number;
  top: number;
  cellPx: number;
  counts: Uint32Array;
  /** The largest count. */
  max: number;
}

/** Cells with no more points than this show the points themselves. */
export const SPARSE_COUNT = 2;

/**
 * Counts the points with `include(i)`. The cells hang on `anchor` (the pixels of a fixed data point), not on
 * the window, so that panning moves cells along instead of recounting them. Points left of the plot area
 * (the rug) and missing ones are not counted.
 */
export function countCells(
  { px, py }: Projection,
  area: Box,
  cellPx: number,
  anchor: { x: number; y: number },
  include: (index: number) => boolean = () => true,
): Histogram {
  const left = anchor.x + Math.floor((area.left - anchor.x) / cellPx) * cellPx;
  const top = anchor.y + Math.floor((area.top - anchor.y) / cellPx) * cellPx;
  const columns = Math.max(1, Math.floor((area.right - left) / cellPx) + 1);
  const rows = Math.max(1, Math.floor((area.bottom - top) / cellPx) + 1);
  const counts = new Uint32Array(rows * columns);
  const histogram = { columns, rows, left, top, cellPx, counts, max: 0 };
  for (let i = 0; i < px.length; i++) {
    const cell = cellAt(histogram, px[i]!, py[i]!);
    if (cell < 0 || !include(i)) continue;
    const count = counts[cell]! + 1;
    counts[cell] = count;
    if (count > histogram.max) histogram.max = count;
  }
  return histogram;
}

/** Index into `counts`, -1 outside (and for NaN). */
export function cellAt(histogram: Histogram, x: number, y: number): number {
  const column = Math.floor((x - histogram.left) / histogram.cellPx);
  const row = Math.floor((y - histogram.top) / histogram.cellPx);
  const inside = column >= 0 && column < histogram.columns && row >= 0 && row < histogram.rows;
  return inside ? row * histogram.columns + column : -1;
}

/**
 * Opacity of a cell by the logarithm of its count: 0 for sparse cells, which show their points, then from
 * `low` at SPARSE_COUNT + 1 to `high` at the largest count of all systems shown.
 */
export function cellAlpha(count: number, max: number, low = 0.12, high = 0.8): number {
  if (count <= SPARSE_COUNT) return 0;
  const first = Math.log(SPARSE_COUNT + 1);
  const span = Math.log(Math.max(max, SPARSE_COUNT + 1)) - first;
  return span > 0 ? low + ((high - low) * (Math.log(count) - first)) / span : low;
}

/**
 * Colours the cells of several systems counted on one grid into `pixels` (rgba, one pixel a cell, zeroed). A
 * cell has each system's hue weighted by its opacity, and shows as much as the systems would one over the
 * other: no system covers another, whichever comes last, and no mixture turns to black.
 */
export function blendCells(
  histograms: readonly Histogram[],
  hues: readonly (readonly [number, number, number])[],
  pixels: Uint8ClampedArray,
): void {
  let max = 0;
  for (const histogram of histograms) max = Math.max(max, histogram.max);
  const cells = histograms[0]?.counts.length ?? 0;
  for (let cell = 0; cell < cells; cell++) {
    let [red, green, blue, sum, through] = [0, 0, 0, 0, 1];
    for (let series = 0; series < histograms.length; series++) {
      const alpha = cellAlpha(histograms[series]!.counts[cell]!, max);
      const hue = hues[series]!;
      red += alpha * hue[0];
      green += alpha * hue[1];
      blue += alpha * hue[2];
      sum += alpha;
      through *= 1 - alpha;
    }
    if (sum === 0) continue;
    pixels[cell * 4] = red / sum;
    pixels[cell * 4 + 1] = green / sum;
    pixels[cell * 4 + 2] = blue / sum;
    pixels[cell * 4 + 3] = 255 * (1 - through);
  }
}
