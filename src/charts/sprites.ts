import { markPath, markStyle } from './palette.ts';
import type { Theme } from './theme.ts';

/** Half the side of a sprite in device pixels; the mark stands in its centre. */
export function spriteHalf(radiusPx: number, pixelRatio: number): number {
  return Math.ceil((radiusPx * 1.3 + 1) * pixelRatio);
}

/** A point drawn once, to be stamped thousands of times: a square of rgba words. */
export function makeSprite(
  colour: number,
  radiusPx: number,
  opacity: number,
  theme: Theme,
  pixelRatio: number,
): Uint32Array {
  const half = spriteHalf(radiusPx, pixelRatio);
  const canvas = new OffscreenCanvas(2 * half, 2 * half);
  const ctx = canvas.getContext('2d', { willReadFrequently: true })!;
  ctx.translate(half, half);
  ctx.scale(pixelRatio, pixelRatio);
  drawMark(ctx, colour, radiusPx, opacity, theme);
  return new Uint32Array(ctx.getImageData(0, 0, 2 * half, 2 * half).data.buffer);
}

/**
 * A mark around the origin. The outline is the colour drawn toward the ink, so that the light colours of the
 * palette hold on a light ground and the dark ones on a dark ground.
 */
export function drawMark(
  ctx: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  colour: number,
  radiusPx: number,
  opacity: number,
  theme: Theme,
): void {
  const style = markStyle(colour);
  const path = new Path2D(markPath(style.shape, radiusPx));
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  if (style.filled) {
    ctx.globalAlpha = 0.6 * opacity;
    ctx.fillStyle = style.colour;
    ctx.fill(path);
  }
  ctx.lineWidth = style.filled ? 1 : Math.max(1.5, radiusPx * 0.45);
  ctx.globalAlpha = opacity;
  ctx.strokeStyle = style.colour;
  ctx.stroke(path);
  ctx.globalAlpha = 0.3 * opacity;
  ctx.strokeStyle = theme.ink;
  ctx.stroke(path);
  ctx.globalAlpha = 1;
}
