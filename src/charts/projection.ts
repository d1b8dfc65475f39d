import type { Box } from './geometry.ts';

/** The plot area in css pixels and the data range it shows. */
export interface Frame extends Box {
  xMin: number;
  xMax: number;
  yMin: number;
  yMax: number;
}

/** One system's points in css pixels; NaN where a point is missing or outside the frame. */
export interface Projection {
  px: Float32Array;
  py: Float32Array;
  /** Points inside the plot area, without those in the rug. */
  visible: number;
}

export function pixelX(value: number, frame: Frame): number {
  return frame.left + ((value - frame.xMin) / (frame.xMax - frame.xMin)) * (frame.right - frame.left);
}

export function pixelY(value: number, frame: Frame): number {
  return frame.bottom - ((value - frame.yMin) / (frame.yMax - frame.yMin)) * (frame.bottom - frame.top);
}

/**
 * Projects one system. A pair without gold stands in the rug: at `rugX`, on the height of its score. A hair
 * of a pixel is forgiven at the borders, so that rounding loses no extreme point.
 */
export function project(x: Float64Array, y: Float64Array, frame: Frame, rugX: number): Projection {
  const px = new Float32Array(y.length).fill(NaN);
  const py = new Float32Array(y.length).fill(NaN);
  const scaleX = (frame.right - frame.left) / (frame.xMax - frame.xMin);
  const scaleY = (frame.bottom - frame.top) / (frame.yMax - frame.yMin);
  let visible = 0;
  for (let i = 0; i < y.length; i++) {
    const top = frame.bottom - (y[i]! - frame.yMin) * scaleY;
    if (!(top >= frame.top - 0.01 && top <= frame.bottom + 0.01)) continue;
    const gold = x[i]!;
    if (Number.isNaN(gold)) {
      px[i] = rugX;
      py[i] = top;
      continue;
    }
    const left = frame.left + (gold - frame.xMin) * scaleX;
    if (!(left >= frame.left - 0.01 && left <= frame.right + 0.01)) continue;
    px[i] = left;
    py[i] = top;
    visible++;
  }
  return { px, py, visible };
}
