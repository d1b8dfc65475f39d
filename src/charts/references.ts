import { referenceLines } from './axes.ts';
import { clipSegment, type Segment } from './geometry.ts';
import { pixelX, pixelY, type Frame } from './projection.ts';
import type { Scene } from './scene.ts';

const DASHES = { gold: [7, 4], unit: [2, 3] };
const FONT_PX = 11;
const LABEL_GAP_PX = 6;

interface Drawn extends Segment {
  id: keyof typeof DASHES;
  label: string;
}

/** The reference lines in css pixels, cut to the plot area. */
function drawnLines({ goldScale, yMode }: Scene, frame: Frame): Drawn[] {
  return referenceLines(goldScale, yMode).flatMap(({ id, label, x0, y0, x1, y1 }) => {
    const ends = {
      x0: pixelX(x0, frame),
      y0: pixelY(y0, frame),
      x1: pixelX(x1, frame),
      y1: pixelY(y1, frame),
    };
    const segment = clipSegment(ends, frame);
    return segment ? [{ id, label, ...segment }] : [];
  });
}

/** The diagonals of perfect systems, over the clouds and under the points. */
export function drawReferenceLines(ctx: CanvasRenderingContext2D, scene: Scene, frame: Frame): void {
  ctx.save();
  ctx.strokeStyle = scene.theme.ink;
  ctx.globalAlpha = 0.7;
  ctx.lineWidth = 1;
  for (const { id, x0, y0, x1, y1 } of drawnLines(scene, frame)) {
    ctx.setLineDash(DASHES[id]);
    ctx.beginPath();
    ctx.moveTo(x0, y0);
    ctx.lineTo(x1, y1);
    ctx.stroke();
  }
  ctx.restore();
}

/** Their names, along the line at its upper end, on a halo so that points leave them readable. */
export function drawReferenceLabels(ctx: CanvasRenderingContext2D, scene: Scene, frame: Frame): void {
  ctx.save();
  ctx.font = `${FONT_PX}px ${scene.theme.fontFamily}`;
  ctx.textAlign = 'right';
  ctx.textBaseline = 'alphabetic';
  ctx.lineJoin = 'round';
  for (const { label, x0, y0, x1, y1 } of drawnLines(scene, frame)) {
    // A corner of a line that is shorter than its name goes without.
    if (Math.hypot(x1 - x0, y1 - y0) < ctx.measureText(label).width + 40) continue;
    const angle = Math.atan2(y1 - y0, x1 - x0);
    // A line that leaves through the top would push the corner of its name out of the plot: back along it.
    const over = ((LABEL_GAP_PX + FONT_PX) * Math.cos(angle) - (y1 - frame.top)) / Math.sin(-angle);
    const back = Math.min(40, Math.max(10, over));
    ctx.save();
    ctx.translate(x1, y1);
    ctx.rotate(angle);
    ctx.strokeStyle = scene.theme.surface;
    ctx.globalAlpha = 0.85;
    ctx.lineWidth = 4;
    ctx.strokeText(label, -back, -LABEL_GAP_PX);
    ctx.globalAlpha = 1;
    ctx.fillStyle = scene.theme.ink;
    ctx.fillText(label, -back, -LABEL_GAP_PX);
    ctx.restore();
  }
  ctx.restore();
}

/** The heading of the rug, above it. */
export function drawRugLabel(ctx: CanvasRenderingContext2D, { theme }: Scene, frame: Frame): void {
  ctx.save();
  ctx.font = `${FONT_PX}px ${theme.fontFamily}`;
  ctx.textAlign = 'right';
  ctx.fillStyle = theme.muted;
  ctx.fillText('unrated', frame.left - 4, frame.top - 7);
  ctx.restore();
}
