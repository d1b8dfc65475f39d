import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COLOURS } from '../../../src/charts/palette.ts';
import { frameOf, scatterSvg, type Figure } from '../../../src/charts/svg.ts';
import { roundTicks } from '../../../src/charts/ticks.ts';

const gold = Float64Array.of(0, 2.5, 5, NaN, 4);
const FIGURE: Figure = {
  scene: {
    series: [
      { id: '0', label: 'first', colour: 0, values: Float64Array.of(0, 0.5, 1, 0.3, NaN) },
      { id: '1', label: 'second', colour: 1, values: Float64Array.of(0.2, 0.4, 0.6, 0.8, 0.9) },
    ],
    gold,
    x: gold,
    goldScale: [0, 5],
    yMode: 'raw',
    xLabel: 'human score (0–5)',
    yLabel: 'system score',
    selected: null,
    mask: null,
    tool: 'point',
    theme: { ink: 'black', muted: 'grey', rule: 'silver', surface: 'white', fontFamily: '"A", sans-serif' },
  },
  title: 'Cats & <dogs>',
  legend: ['first', 'second'],
  source: 'mine/test',
  metadata: '{"seed":1}',
  widthPx: 800,
  heightPx: 600,
};

/** x and y of every point, with the series that it belongs to. */
function pointsOf(svg: string): { series: number; rug: boolean; x: number; y: number }[] {
  return [...svg.matchAll(/<use href="#(mark|rug)(\d)" x="([\d.-]+)" y="([\d.-]+)"/g)].map(
    ([, kind, series, x, y]) => ({
      series: Number(series),
      rug: kind === 'rug',
      x: Number(x),
      y: Number(y),
    }),
  );
}

describe('scatterSvg', () => {
  const svg = scatterSvg(FIGURE);

  it('puts every point where its scores say, and unrated ones into the rug', () => {
    const { left, right, top, bottom, xMin, xMax, yMin, yMax } = frameOf(FIGURE);
    const points = pointsOf(svg);
    expect(points.filter(({ series }) => series === 0)).toHaveLength(4);
    expect(points.filter(({ series }) => series === 1)).toHaveLength(5);
    expect(points.filter(({ rug }) => rug)).toHaveLength(2);
    const last = points.at(-1)!;
    expect(last.x).toBeCloseTo(left + ((4 - xMin) / (xMax - xMin)) * (right - left), 1);
    expect(last.y).toBeCloseTo(bottom - ((0.9 - yMin) / (yMax - yMin)) * (bottom - top), 1);
    for (const { rug, x } of points) expect(x < left).toBe(rug);
  });

  it('has title, labels, diagonals, legend, colours and metadata, escaped', () => {
    expect(svg).toContain('<title>Cats &#38; &#60;dogs&#62;</title>');
    expect(svg).toContain('<metadata>{&#34;seed&#34;:1}</metadata>');
    for (const text of ['human score (0–5)', 'system score', 'mine/test', 'first', 'second', 'unrated']) {
      expect(svg).toContain(`>${text}</text>`);
    }
    expect(svg.match(/stroke-dasharray/g)).toHaveLength(2);
    expect(svg).toContain(COLOURS[0]);
    expect(svg).toContain(COLOURS[1]);
    expect(svg).not.toContain('NaN');
    expect(svg.match(/<(?!\/|\?)[a-z]/g)!.length).toBe(
      svg.match(/\/>/g)!.length + svg.match(/<\/[a-z]/g)!.length,
    );
  });

  it('fades what is outside the selection', () => {
    const masked = { ...FIGURE, scene: { ...FIGURE.scene, mask: Uint8Array.of(1, 0, 0, 0, 0) } };
    expect(scatterSvg(masked).match(/opacity="0.16"/g)).toHaveLength(7);
  });

  it('leaves points and diagonals to the canvas where only the frame is asked for', () => {
    const frame = scatterSvg(FIGURE, 'frame');
    expect(pointsOf(frame)).toEqual([]);
    expect(frame).not.toContain('stroke-dasharray');
    expect(frame).toContain('>first</text>');
  });

  it('gives the legend another row where it does not fit', () => {
    const long = { ...FIGURE, legend: ['a'.repeat(70), 'b'.repeat(70)] };
    expect(frameOf(long).top).toBe(frameOf(FIGURE).top + 20);
  });
});

describe('roundTicks', () => {
  it('gives 2 to `most` equally spaced round values inside the range', () => {
    const ends = fc.tuple(
      fc.double({ min: -1e3, max: 1e3, noNaN: true }),
      fc.double({ min: 0.01, max: 1e3, noNaN: true }),
    );
    fc.assert(
      fc.property(ends, fc.integer({ min: 4, max: 12 }), ([low, size], most) => {
        const ticks = roundTicks([low, low + size], most);
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(most);
        const step = ticks[1]! - ticks[0]!;
        for (const [t, tick] of ticks.entries()) {
          expect(tick).toBeGreaterThanOrEqual(low - 1e-6 * size);
          expect(tick).toBeLessThanOrEqual(low + size + 1e-6 * size);
          expect(tick).toBeCloseTo(ticks[0]! + t * step, 6);
        }
      }),
    );
  });

  it('reads as one would write it', () => {
    expect(roundTicks([-0.15, 5.15], 11)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(roundTicks([-0.03, 1.03], 8)).toEqual([0, 0.2, 0.4, 0.6000000000000001, 0.8, 1]);
  });
});
