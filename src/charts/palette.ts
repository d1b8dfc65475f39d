/**
 * Colours and shapes of the systems, fixed so that a system looks the same in every chart, table and legend.
 * The colours are the seven chromatic ones of Okabe and Ito, "Color Universal Design" (2008), ordered so that
 * the first four hold on a light and on a dark ground; the shape is a second cue.
 */

export const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#f0e442'] as const;

export const SHAPES = ['circle', 'triangle', 'rect', 'rectRot', 'cross', 'triangleDown', 'crossRot'] as const;
export type Shape = (typeof SHAPES)[number];

export interface MarkStyle {
  /** "#rrggbb". */
  colour: string;
  shape: Shape;
  /** false for shapes that are lines only and are stroked, not filled. */
  filled: boolean;
}

/**
 * Style of the system with this colour index (0, 1, 2, ...). The first 49 indices give 49 different pairs of
 * colour and shape: after each round of the seven colours the shapes move on by one.
 */
export function markStyle(index: number): MarkStyle {
  const count = COLOURS.length;
  const slot = ((Math.trunc(index) % 49) + 49) % 49;
  const colour = COLOURS[slot % count]!;
  const shape = SHAPES[(slot + Math.floor(slot / count)) % SHAPES.length]!;
  return { colour, shape, filled: shape !== 'cross' && shape !== 'crossRot' };
}

/** Red, green, blue (0-255) of a "#rrggbb" colour. */
export function rgb(colour: string): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/**
 * SVG path of a shape around (0, 0), for an `<svg>` as well as for a canvas (`Path2D`), so that legend and
 * chart cannot differ. `radius` is that of the circle; the others are scaled to look as large.
 */
export function markPath(shape: Shape, radius: number): string {
  const fixed = (value: number) => String(Math.round(value * 1000) / 1000);
  const polygon = (...points: [number, number][]) =>
    `M${points.map(([x, y]) => `${fixed(x * radius)} ${fixed(y * radius)}`).join('L')}Z`;
  switch (shape) {
    case 'circle': {
      const r = fixed(radius);
      return `M${r} 0A${r} ${r} 0 1 1 -${r} 0A${r} ${r} 0 1 1 ${r} 0Z`;
    }
    case 'triangle':
      return polygon([0, -1.25], [1.15, 0.8], [-1.15, 0.8]);
    case 'triangleDown':
      return polygon([0, 1.25], [1.15, -0.8], [-1.15, -0.8]);
    case 'rect':
      return polygon([-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]);
    case 'rectRot':
      return polygon([0, -1.3], [1.3, 0], [0, 1.3], [-1.3, 0]);
    case 'cross': {
      const r = fixed(radius * 1.2);
      return `M-${r} 0L${r} 0M0 -${r}L0 ${r}`;
    }
    case 'crossRot': {
      const r = fixed(radius * 0.9);
      return `M-${r} -${r}L${r} ${r}M-${r} ${r}L${r} -${r}`;
    }
  }
}
