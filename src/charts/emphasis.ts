import { pixelX, type Frame, type Projection } from './projection.ts';
import type { Scene } from './scene.ts';
import { drawMark } from './sprites.ts';

/** The selected pair: its point in every system, larger and on a halo, and a guide at its human score. */
export function drawSelected(
  ctx: CanvasRenderingContext2D,
  scene: Scene,
  frame: Frame,
  projections: readonly Projection[],
): void {
  const index = scene.selected;
  if (index === null || index < 0 || index >= scene.gold.length) return;
  const { theme } = scene;
  const x = pixelX(scene.x[index]!, frame);
  if (x >= frame.left && x <= frame.right) {
    ctx.save();
    ctx.globalAlpha = 0.55;
    ctx.strokeStyle = theme.ink;
    ctx.lineWidth = 1;
    ctx.beginPath();
    ctx.moveTo(Math.round(x) + 0.5, frame.top);
    ctx.lineTo(Math.round(x) + 0.5, frame.bottom);
    ctx.stroke();
    ctx.restore();
  }
  projections.forEach(({ px, py }, series) => {
    if (Number.isNaN(py[index])) return;
    ctx.save();
    ctx.translate(px[index]!, py[index]!);
    ctx.beginPath();
    ctx.arc(0, 0, 8.5, 0, 2 * Math.PI);
    ctx.fillStyle = theme.surface;
    ctx.fill();
    ctx.strokeStyle = theme.ink;
    ctx.lineWidth = 1.5;
    ctx.stroke();
    drawMark(ctx, scene.series[series]!.colour, 4.25, 1, theme);
    ctx.restore();
  });
}
