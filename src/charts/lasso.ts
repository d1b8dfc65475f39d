import { boundingBox, insidePolygon, type Polygon } from './geometry.ts';
import type { Projection } from './projection.ts';

/** Css pixels between the corners of a lasso: closer ones cost time and change nothing one can see. */
export const LASSO_STEP_PX = 3;

/** Pairs, in ascending order, of which any system's visible point lies inside the polygon. */
export function pairsInside(projections: readonly Projection[], polygon: Polygon): Int32Array {
  const { left, top, right, bottom } = boundingBox(polygon);
  const pairs: number[] = [];
  const count = projections[0]?.px.length ?? 0;
  for (let index = 0; index < count; index++) {
    for (const { px, py } of projections) {
      const x = px[index]!;
      const y = py[index]!;
      if (!(x >= left && x <= right && y >= top && y <= bottom)) continue;
      if (!insidePolygon(x, y, polygon)) continue;
      pairs.push(index);
      break;
    }
  }
  return Int32Array.from(pairs);
}

/** Adds a corner to a flat polygon unless it is too near the last one. */
export function extendLasso(polygon: readonly number[], x: number, y: number): readonly number[] {
  const lastX = polygon.at(-2);
  const lastY = polygon.at(-1);
  if (lastX !== undefined && Math.hypot(x - lastX, y - lastY!) < LASSO_STEP_PX) return polygon;
  return [...polygon, x, y];
}

/** 1 for each selected pair; indices out of range are ignored. Null means that there is no selection. */
export function selectionMask(selection: Int32Array | null, count: number): Uint8Array | null {
  if (!selection) return null;
  const mask = new Uint8Array(count);
  for (const index of selection) if (index >= 0 && index < count) mask[index] = 1;
  return mask;
}
