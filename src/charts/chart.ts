import { Chart, LinearScale, PointElement, ScatterController, type Plugin } from 'chart.js';
import zoomPlugin from 'chartjs-plugin-zoom';
import { drawSelected } from './emphasis.ts';
import type { Polygon } from './geometry.ts';
import { nearest, type Hit } from './hitTest.ts';
import { pairsInside } from './lasso.ts';
import { drawLayer, pictureStore } from './layer.ts';
import { optionsOf, rangesOf, rugX } from './options.ts';
import { project, type Frame, type Projection } from './projection.ts';
import { needsRug, type Scene } from './scene.ts';

Chart.register(ScatterController, PointElement, LinearScale, zoomPlugin);

/** The drawn scatter: axes, layout, resizing and zoom are Chart.js's, the marks are ours. */
export interface ScatterChart {
  show(scene: Scene): void;
  nearest(x: number, y: number): Hit | null;
  /** Css pixels of a point, null where it is missing or outside the window. */
  locate(hit: Hit): { x: number; y: number } | null;
  pairsInside(polygon: Polygon): Int32Array;
  /** Moves the window so that a point is in it. */
  reveal(hit: Hit): void;
  zoomBy(factor: number): void;
  resetZoom(): void;
  isZoomed(): boolean;
  destroy(): void;
}

/**
 * The marks are drawn by a plugin from typed arrays, not as Chart.js elements: an object for each of 35,000
 * points would take longer to build than the whole drawing takes. They go to a layer of their own, which is
 * redrawn only when data, zoom, size or theme change.
 */
export function createScatterChart(
  canvas: HTMLCanvasElement,
  first: Scene,
  onDraw: () => void,
): ScatterChart {
  let scene = first;
  let projections: Projection[] = [];
  let stale = true;
  let layerKey = '';
  const layer = document.createElement('canvas');
  const store = pictureStore();

  const refresh = (chart: Chart<'scatter'>) => {
    const frame = frameOf(chart);
    const ratio = chart.currentDevicePixelRatio;
    const key = [...Object.values(frame), chart.width, chart.height, ratio].join();
    if (!stale && key === layerKey) return frame;
    const rug = needsRug(scene.series, scene.gold);
    projections = scene.series.map(({ values }, series) =>
      project(scene.x, values, frame, rug ? rugX(frame, series) : NaN),
    );
    const width = Math.max(1, Math.round(chart.width * ratio));
    const height = Math.max(1, Math.round(chart.height * ratio));
    if (layer.width !== width || layer.height !== height) Object.assign(layer, { width, height });
    const ctx = layer.getContext('2d')!;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, width, height);
    drawLayer(ctx, scene, frame, projections, ratio, store);
    stale = false;
    layerKey = key;
    return frame;
  };

  const marks: Plugin<'scatter'> = {
    id: 'marks',
    beforeDatasetsDraw(chart) {
      const frame = refresh(chart);
      chart.ctx.drawImage(layer, 0, 0, chart.width, chart.height);
      drawSelected(chart.ctx, scene, frame, projections);
    },
    afterDraw: onDraw,
  };

  const chart = new Chart(canvas, {
    type: 'scatter',
    data: { datasets: [] },
    options: optionsOf(scene, rangesOf(scene)),
    plugins: [marks],
  });

  return {
    show(next) {
      const previous = scene;
      scene = next;
      stale ||= changesLayer(previous, next);
      if (!stale && previous.tool === next.tool) {
        chart.draw();
        return;
      }
      const before = rangesOf(previous);
      const after = rangesOf(next);
      // A new range ends the zoom; a new tool, theme, label or selection keeps it.
      const sameRange = String(before) === String(after);
      if (!sameRange && chart.isZoomedOrPanned()) chart.resetZoom('none');
      const { x, y } = chart.scales;
      chart.options = optionsOf(next, sameRange ? [x!.min, x!.max, y!.min, y!.max] : after);
      chart.update('none');
    },
    nearest: (x, y) => nearest(projections, x, y),
    locate({ series, index }) {
      const x = projections[series]?.px[index];
      const y = projections[series]?.py[index];
      return x === undefined || y === undefined || Number.isNaN(x) || Number.isNaN(y) ? null : { x, y };
    },
    pairsInside: (polygon) => pairsInside(projections, polygon),
    reveal({ series, index }) {
      const { left, right, top, bottom } = chart.chartArea;
      const x = chart.scales.x!.getPixelForValue(scene.x[index]!);
      const y = chart.scales.y!.getPixelForValue(scene.series[series]!.values[index]!);
      const shift = (value: number, low: number, high: number) =>
        value < low || value > high ? (low + high) / 2 - value : 0;
      const move = { x: shift(x, left, right), y: shift(y, top, bottom) };
      if (move.x !== 0 || move.y !== 0) chart.pan(move, undefined, 'none');
    },
    zoomBy: (factor) => chart.zoom(factor, 'none'),
    resetZoom: () => chart.resetZoom('none'),
    isZoomed: () => chart.isZoomedOrPanned(),
    destroy: () => chart.destroy(),
  };
}

function frameOf(chart: Chart<'scatter'>): Frame {
  const { left, top, right, bottom } = chart.chartArea;
  const { x, y } = chart.scales;
  return { left, top, right, bottom, xMin: x!.min, xMax: x!.max, yMin: y!.min, yMax: y!.max };
}

/** True where the layer under the selected pair would look different. */
function changesLayer(before: Scene, after: Scene): boolean {
  const keys = ['series', 'gold', 'x', 'goldScale', 'yMode', 'xLabel', 'yLabel', 'mask', 'theme'] as const;
  return keys.some((key) => before[key] !== after[key]);
}
