import { blendCells, cellAt, countCells, SPARSE_COUNT, type Histogram } from './histogram.ts';
import { markStyle, rgb } from './palette.ts';
import { pixelX, pixelY, type Frame, type Projection } from './projection.ts';
import { drawReferenceLabels, drawReferenceLines, drawRugLabel } from './references.ts';
import { needsRug, type Scene } from './scene.ts';
import { makeSprite, spriteHalf } from './sprites.ts';
import { makeStamp, press } from './stamp.ts';

/** With more visible points than this the plot shows density. */
export const CROWDED_COUNT = 1500;
export const CELL_PX = 8;

const FADED_OPACITY = 0.16;
const RUG_TICK_PX = 4;
/** The points round a density are its fringe, not its subject. */
const FRINGE_OPACITY = 0.5;

/** A share of the points that is drawn alike: all of them, or those outside or inside the selection. */
interface Share {
  opacity: number;
  include: (index: number) => boolean;
  /** One a system where this share is drawn as density, else null. */
  histograms: Histogram[] | null;
}

interface Picture {
  image: ImageData;
  tile: OffscreenCanvas;
}

/** Keeps the picture of the points from one drawing to the next: on a large screen it has 40 MB. */
export interface PictureStore {
  get(width: number, height: number): Picture;
}

export function pictureStore(): PictureStore {
  let kept: Picture | null = null;
  return {
    get(width, height) {
      if (kept?.image.width !== width || kept.image.height !== height) {
        kept = { image: new ImageData(width, height), tile: new OffscreenCanvas(width, height) };
      }
      return kept;
    },
  };
}

/** Clouds, reference lines and rug: all that a new selection of one pair or a hover leaves alone. */
export function drawLayer(
  ctx: CanvasRenderingContext2D,
  scene: Scene,
  frame: Frame,
  projections: readonly Projection[],
  pixelRatio: number,
  store: PictureStore,
): void {
  const shares = sharesOf(scene, frame, projections);
  ctx.save();
  ctx.beginPath();
  ctx.rect(frame.left, frame.top, frame.right - frame.left, frame.bottom - frame.top);
  ctx.clip();
  for (const share of shares) drawDensity(ctx, scene, share);
  ctx.restore();
  drawReferenceLines(ctx, scene, frame);
  drawPoints(ctx, scene, frame, projections, shares, pixelRatio, store);
  for (const share of shares) drawRug(ctx, scene, frame, projections, share);
  drawReferenceLabels(ctx, scene, frame);
  if (needsRug(scene.series, scene.gold)) drawRugLabel(ctx, scene, frame);
}

function sharesOf(scene: Scene, frame: Frame, projections: readonly Projection[]): Share[] {
  const { mask } = scene;
  const all = () => true;
  if (!mask) return [share(frame, projections, 1, all, countVisible(projections, all) > CROWDED_COUNT)];
  const chosen = (index: number) => mask[index] === 1;
  const rest = (index: number) => mask[index] === 0;
  // The cloud keeps its form when a part of it is selected; the part shows its points while it is small.
  const crowded = countVisible(projections, all) > CROWDED_COUNT;
  return [
    share(frame, projections, FADED_OPACITY, rest, crowded),
    share(frame, projections, 1, chosen, countVisible(projections, chosen) > CROWDED_COUNT),
  ];
}

function countVisible(projections: readonly Projection[], include: (index: number) => boolean): number {
  let count = 0;
  for (const { py } of projections) {
    for (let i = 0; i < py.length; i++) if (py[i] === py[i] && include(i)) count++;
  }
  return count;
}

function share(
  frame: Frame,
  projections: readonly Projection[],
  opacity: number,
  include: Share['include'],
  crowded: boolean,
): Share {
  const anchor = { x: pixelX(0, frame), y: pixelY(0, frame) };
  const histograms = crowded ? projections.map((p) => countCells(p, frame, CELL_PX, anchor, include)) : null;
  return { opacity, include, histograms };
}

function drawDensity(ctx: CanvasRenderingContext2D, scene: Scene, { histograms, opacity }: Share): void {
  if (!histograms?.[0]) return;
  const { columns, rows, left, top, cellPx } = histograms[0];
  const hues = scene.series.map(({ colour }) => rgb(markStyle(colour).colour));
  const tile = new OffscreenCanvas(columns, rows);
  const image = new ImageData(columns, rows);
  blendCells(histograms, hues, image.data);
  tile.getContext('2d')!.putImageData(image, 0, 0);
  ctx.imageSmoothingEnabled = false;
  ctx.globalAlpha = opacity;
  ctx.drawImage(tile, left, top, columns * cellPx, rows * cellPx);
  ctx.globalAlpha = 1;
}

/**
 * Stamps the points of all shares. They go pair by pair, not system by system, so that the last system does
 * not cover the others. In a density only the points of sparse cells are drawn.
 */
function drawPoints(
  ctx: CanvasRenderingContext2D,
  scene: Scene,
  frame: Frame,
  projections: readonly Projection[],
  shares: readonly Share[],
  pixelRatio: number,
  store: PictureStore,
): void {
  const radius = pointRadius(projections, frame);
  const half = spriteHalf(radius, pixelRatio);
  // A margin for the points on the border: they stand out of the plot area, and stamping cuts nothing.
  const left = Math.floor(frame.left * pixelRatio) - half - 1;
  const top = Math.floor(frame.top * pixelRatio) - half - 1;
  const width = Math.ceil(frame.right * pixelRatio) + half + 1 - left;
  const height = Math.ceil(frame.bottom * pixelRatio) + half + 1 - top;
  if (frame.right <= frame.left || frame.bottom <= frame.top) return;
  const { image, tile } = store.get(width, height);
  const picture = new Uint32Array(image.data.buffer);
  picture.fill(0);
  for (const { histograms, opacity, include } of shares) {
    const visible = histograms ? FRINGE_OPACITY * opacity : opacity;
    const stamps = scene.series.map(({ colour }) =>
      makeStamp(makeSprite(colour, radius, visible, scene.theme, pixelRatio), 2 * half, width),
    );
    for (let index = 0; index < scene.gold.length; index++) {
      if (!include(index)) continue;
      for (let series = 0; series < projections.length; series++) {
        const { px, py } = projections[series]!;
        const x = px[index]!;
        const y = py[index]!;
        if (!(x > frame.left - 1)) continue;
        const histogram = histograms?.[series];
        if (histogram && histogram.counts[cellAt(histogram, x, y)]! > SPARSE_COUNT) continue;
        // Whole device pixels: half a pixel is nothing to see, and needs no resampling.
        const column = Math.round(x * pixelRatio) - half - left;
        const row = Math.round(y * pixelRatio) - half - top;
        press(picture, stamps[series]!, row * width + column);
      }
    }
  }
  tile.getContext('2d')!.putImageData(image, 0, 0);
  ctx.save();
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.drawImage(tile, left, top);
  ctx.restore();
}

/** Small where the points are many or the plot is narrow. */
export function pointRadius(projections: readonly Projection[], frame: Frame): number {
  let visible = 0;
  for (const projection of projections) visible += projection.visible;
  const narrow = frame.right - frame.left < 420 ? 0.5 : 0;
  return visible > CROWDED_COUNT ? 1.75 : (visible > 400 ? 3 : 3.75) - narrow;
}

/** A tick for each score without gold, in the colour of its system. */
function drawRug(
  ctx: CanvasRenderingContext2D,
  scene: Scene,
  frame: Frame,
  projections: readonly Projection[],
  { opacity, include }: Share,
): void {
  ctx.globalAlpha = 0.8 * opacity;
  projections.forEach(({ px, py }, series) => {
    ctx.fillStyle = markStyle(scene.series[series]!.colour).colour;
    for (let index = 0; index < px.length; index++) {
      if (!(px[index]! < frame.left - 1) || !include(index)) continue;
      ctx.fillRect(px[index]! - RUG_TICK_PX / 2, py[index]! - 0.75, RUG_TICK_PX, 1.5);
    }
  });
  ctx.globalAlpha = 1;
}
