/** Plane geometry in css pixels. A polygon is flat: x0, y0, x1, y1, ...; its last edge closes it. */

export type Polygon = ArrayLike<number>;

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Segment {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/**
 * Even-odd rule: inside where a ray to the right crosses the outline an odd number of times. Independent of
 * orientation and of the first corner; a self-crossing lasso has holes, as drawn. NaN is never inside.
 */
export function insidePolygon(x: number, y: number, polygon: Polygon): boolean {
  let inside = false;
  const length = polygon.length - (polygon.length % 2);
  for (let i = 0, j = length - 2; i < length; j = i, i += 2) {
    const yi = polygon[i + 1]!;
    const yj = polygon[j + 1]!;
    if (yi > y === yj > y) continue;
    const xi = polygon[i]!;
    const crossing = xi + ((polygon[j]! - xi) * (y - yi)) / (yj - yi);
    if (x < crossing) inside = !inside;
  }
  return inside;
}

/** The four corners of the box that spans two points. */
export function boxPolygon(x0: number, y0: number, x1: number, y1: number): number[] {
  return [x0, y0, x1, y0, x1, y1, x0, y1];
}

export function boundingBox(polygon: Polygon): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let i = 0; i + 1 < polygon.length; i += 2) {
    box.left = Math.min(box.left, polygon[i]!);
    box.right = Math.max(box.right, polygon[i]!);
    box.top = Math.min(box.top, polygon[i + 1]!);
    box.bottom = Math.max(box.bottom, polygon[i + 1]!);
  }
  return box;
}

/** The part of a segment inside a box, in the segment's direction; null if none (Liang and Barsky 1984). */
export function clipSegment(segment: Segment, box: Box): Segment | null {
  const { x0, y0, x1, y1 } = segment;
  const dx = x1 - x0;
  const dy = y1 - y0;
  let enter = 0;
  let leave = 1;
  const edges: [number, number][] = [
    [-dx, x0 - box.left],
    [dx, box.right - x0],
    [-dy, y0 - box.top],
    [dy, box.bottom - y0],
  ];
  for (const [toward, distance] of edges) {
    if (toward === 0) {
      if (distance < 0) return null;
    } else if (toward < 0) enter = Math.max(enter, distance / toward);
    else leave = Math.min(leave, distance / toward);
  }
  if (!(enter <= leave)) return null;
  return { x0: x0 + enter * dx, y0: y0 + enter * dy, x1: x0 + leave * dx, y1: y0 + leave * dy };
}
