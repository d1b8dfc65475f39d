import { Failure } from '../failure.ts';
import { drawLayer, pictureStore } from './layer.ts';
import { frameOf, projectionsOf, scatterSvg, type Figure } from './svg.ts';

/**
 * The figure as a PNG on the theme's ground, `ratio` pixels a css pixel. Points are drawn as the page draws them: as
 * density where they are many.
 * @throws Failure `picture-refused` where the browser does not give the picture out
 */
export async function scatterPng(figure: Figure, ratio = 2): Promise<Blob> {
  const { scene, widthPx, heightPx } = figure;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: widthPx * ratio, height: heightPx * ratio });
  const ctx = canvas.getContext('2d');
  const refused = (cause?: unknown): Failure =>
    new Failure(
      'picture-refused',
      'This browser does not give out the picture.',
      'Save the plot as SVG: it needs no canvas.',
      { cause },
    );
  if (!ctx) throw refused();
  try {
    ctx.drawImage(await pictureOf(scatterSvg(figure, 'frame')), 0, 0, canvas.width, canvas.height);
  } catch (cause) {
    throw refused(cause);
  }
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  const frame = frameOf(figure);
  drawLayer(ctx, scene, frame, projectionsOf(scene, frame), ratio, pictureStore());
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw refused();
  return blob;
}

async function pictureOf(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  // A data address: some browsers count a canvas as foreign once it held an SVG from a blob's.
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
}
