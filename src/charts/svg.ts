import { formatTicks, referenceLines } from './axes.ts';
import { clipSegment } from './geometry.ts';
import { pointRadius } from './layer.ts';
import { rangesOf, rugX } from './options.ts';
import { markPath, markStyle } from './palette.ts';
import { pixelX, pixelY, project, type Frame, type Projection } from './projection.ts';
import { needsRug, RUG_STEP_PX, type Scene } from './scene.ts';
import { roundTicks } from './ticks.ts';

/** A scatter as a figure that stands on its own. Lengths are css pixels. */
export interface Figure {
  scene: Scene;
  title: string;
  /** One a system, beside its mark. */
  legend: readonly string[];
  /** Where the numbers come from: a small line below, and in full in the metadata. */
  source: string;
  metadata: string;
  widthPx: number;
  heightPx: number;
}

/** Right edge of the y axis's labels: left of the rug, where there is one. */
const TICK_EDGE_PX = 50;
const FADED_OPACITY = 0.16;
const LEGEND_ROW_PX = 20;
const DASHES = { gold: '7 4', unit: '2 3' };

/** Where the plot stands in the figure: under title and legend, above axis title and source. */
export function frameOf({ scene, legend, widthPx, heightPx }: Figure): Frame {
  const [xMin, xMax, yMin, yMax] = rangesOf(scene);
  const rugPx = needsRug(scene.series, scene.gold) ? 4 + scene.series.length * RUG_STEP_PX : 0;
  const rows = legendRows(legend, widthPx).at(-1)?.row ?? 0;
  return {
    left: TICK_EDGE_PX + 8 + rugPx,
    top: 40 + (rows + 1) * LEGEND_ROW_PX + (rugPx > 0 ? 12 : 4),
    right: widthPx - 18,
    bottom: heightPx - 66,
    xMin,
    xMax,
    yMin,
    yMax,
  };
}

export function projectionsOf({ series, gold, x }: Scene, frame: Frame): Projection[] {
  const rug = needsRug(series, gold);
  return series.map(({ values }, s) => project(x, values, frame, rug ? rugX(frame, s) : NaN));
}

/**
 * The figure as an SVG document: axes, the diagonals of a perfect system, every point with its system's shape and
 * colour, legend, title, and the provenance as metadata.
 * @param parts "frame" leaves out points and diagonals, for a picture that gets them from the canvas
 */
export function scatterSvg(figure: Figure, parts: 'whole' | 'frame' = 'whole'): string {
  const { scene, title, source, metadata, widthPx, heightPx } = figure;
  const { theme } = scene;
  const frame = frameOf(figure);
  const projections = projectionsOf(scene, frame);
  const { lines, names } = diagonals(scene, frame);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" viewBox="0 0 ${widthPx} ${heightPx}" font-family="${escaped(theme.fontFamily)}" font-size="12" fill="${theme.ink}">`,
    `<title>${escaped(title)}</title>`,
    `<metadata>${escaped(metadata)}</metadata>`,
    `<rect width="100%" height="100%" fill="${theme.surface}"/>`,
    label(18, 26, title, 'font-size="15" font-weight="600"'),
    ...legendMarks(figure),
    ...axes(scene, frame),
    ...(parts === 'whole' ? [...lines, ...points(scene, frame, projections), ...names] : []),
    label(18, heightPx - 10, source, `font-size="10" fill="${theme.muted}"`),
    '</svg>\n',
  ].join('\n');
}

function axes({ theme, xLabel, yLabel }: Scene, frame: Frame): string[] {
  const { left, top, right, bottom, xMin, xMax, yMin, yMax } = frame;
  const xTicks = roundTicks([xMin, xMax], 11);
  const yTicks = roundTicks([yMin, yMax], 8);
  const xTexts = formatTicks(xTicks);
  const yTexts = formatTicks(yTicks);
  const middleY = (top + bottom) / 2;
  return [
    `<g stroke="${theme.rule}">`,
    ...xTicks.map((tick) => line(pixelX(tick, frame), top, pixelX(tick, frame), bottom)),
    ...yTicks.map((tick) => line(left, pixelY(tick, frame), right, pixelY(tick, frame))),
    '</g>',
    `<path d="M${fixed(left)} ${fixed(top)}V${fixed(bottom)}H${fixed(right)}" fill="none" stroke="${theme.muted}"/>`,
    `<g fill="${theme.muted}">`,
    ...xTicks.map((tick, t) => label(pixelX(tick, frame), bottom + 18, xTexts[t]!, 'text-anchor="middle"')),
    ...yTicks.map((tick, t) => label(TICK_EDGE_PX, pixelY(tick, frame) + 4, yTexts[t]!, 'text-anchor="end"')),
    '</g>',
    label((left + right) / 2, bottom + 36, xLabel, 'text-anchor="middle"'),
    label(0, 0, yLabel, `text-anchor="middle" transform="translate(16 ${fixed(middleY)}) rotate(-90)"`),
  ];
}

/** The diagonals, to lie under the points, and their names along them, to lie over the points as on the page. */
function diagonals({ goldScale, yMode, theme }: Scene, frame: Frame): { lines: string[]; names: string[] } {
  const lines: string[] = [];
  const names: string[] = [];
  for (const reference of referenceLines(goldScale, yMode)) {
    const ends = {
      x0: pixelX(reference.x0, frame),
      y0: pixelY(reference.y0, frame),
      x1: pixelX(reference.x1, frame),
      y1: pixelY(reference.y1, frame),
    };
    const cut = clipSegment(ends, frame);
    if (!cut) continue;
    const { x0, y0, x1, y1 } = cut;
    const dashes = `stroke-dasharray="${DASHES[reference.id]}"`;
    lines.push(line(x0, y0, x1, y1, `stroke="${theme.ink}" stroke-opacity="0.7" ${dashes}`));
    // Room for the name, at about six pixels a letter; a corner of a line goes without.
    if (Math.hypot(x1 - x0, y1 - y0) < 6 * reference.label.length + 40) continue;
    const degrees = (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI;
    const place = `text-anchor="end" font-size="11" transform="translate(${fixed(x1)} ${fixed(y1)}) rotate(${fixed(degrees)})"`;
    const halo = `stroke="${theme.surface}" stroke-width="4" stroke-opacity="0.85" stroke-linejoin="round" paint-order="stroke"`;
    names.push(label(-14, -6, reference.label, `${place} ${halo}`));
  }
  return { lines, names };
}

/** Pair by pair, not system by system, as the page draws them: the last system must not cover the others. */
function points(scene: Scene, frame: Frame, projections: readonly Projection[]): string[] {
  const { series, gold, mask, theme } = scene;
  const radius = pointRadius(projections, frame);
  const drawn: string[] = [];
  for (let index = 0; index < gold.length; index++) {
    const opacity = mask && mask[index] === 0 ? ` opacity="${FADED_OPACITY}"` : '';
    projections.forEach(({ px, py }, s) => {
      const x = px[index]!;
      if (Number.isNaN(x) || Number.isNaN(py[index]!)) return;
      const mark = x < frame.left - 1 ? 'rug' : 'mark';
      drawn.push(`<use href="#${mark}${s}" x="${fixed(x)}" y="${fixed(py[index]!)}"${opacity}/>`);
    });
  }
  const marks = series.map(({ colour }, s) => {
    const style = markStyle(colour);
    return `<g id="mark${s}">${mark(colour, radius, theme.ink)}</g><path id="rug${s}" d="M-2 0H2" stroke="${style.colour}" stroke-width="1.5"/>`;
  });
  const hasRug = needsRug(series, gold);
  return [
    `<defs>${marks.join('')}</defs>`,
    '<g data-points="">',
    ...drawn,
    '</g>',
    ...(hasRug
      ? [
          label(
            frame.left - 4,
            frame.top - 7,
            'unrated',
            `text-anchor="end" font-size="11" fill="${theme.muted}"`,
          ),
        ]
      : []),
  ];
}

/** As `drawMark` draws it: the outline is the colour drawn toward the ink. */
function mark(colour: number, radius: number, ink: string): string {
  const { colour: hue, shape, filled } = markStyle(colour);
  const d = markPath(shape, radius);
  const width = filled ? 1 : Math.max(1.5, radius * 0.45);
  const stroke = `fill="none" stroke-width="${fixed(width)}" stroke-linejoin="round" stroke-linecap="round"`;
  return [
    ...(filled ? [`<path d="${d}" fill="${hue}" fill-opacity="0.6"/>`] : []),
    `<path d="${d}" ${stroke} stroke="${hue}"/>`,
    `<path d="${d}" ${stroke} stroke="${ink}" stroke-opacity="0.3"/>`,
  ].join('');
}

function legendMarks({ scene, legend, widthPx }: Figure): string[] {
  return legendRows(legend, widthPx).map(({ x, row }, s) => {
    const y = 40 + row * LEGEND_ROW_PX + 10;
    const sign = `<g transform="translate(${fixed(x + 6)} ${fixed(y - 4)})">${mark(scene.series[s]!.colour, 4, scene.theme.ink)}</g>`;
    return sign + label(x + 16, y, legend[s]!);
  });
}

/** Flows the entries into rows, at about 6.6 pixels a letter: a document without a page cannot measure its text. */
function legendRows(legend: readonly string[], widthPx: number): { x: number; row: number }[] {
  let x = 18;
  let row = 0;
  return legend.map((entry) => {
    const entryPx = 34 + 6.6 * entry.length;
    if (x > 18 && x + entryPx > widthPx - 18) {
      x = 18;
      row++;
    }
    const place = { x, row };
    x += entryPx;
    return place;
  });
}

function line(x0: number, y0: number, x1: number, y1: number, attributes = ''): string {
  return `<line x1="${fixed(x0)}" y1="${fixed(y0)}" x2="${fixed(x1)}" y2="${fixed(y1)}" ${attributes}/>`;
}

function label(x: number, y: number, content: string, attributes = ''): string {
  return `<text x="${fixed(x)}" y="${fixed(y)}" ${attributes}>${escaped(content)}</text>`;
}

const fixed = (value: number): string => String(Math.round(value * 100) / 100);

/** Also without the control characters that XML does not allow. */
function escaped(content: string): string {
  return content
    .replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, ' ');
}
