import type { ChartOptions } from 'chart.js';
import { formatTicks, xRange, yRange } from './axes.ts';
import type { Frame } from './projection.ts';
import { needsRug, RUG_STEP_PX, type Scene } from './scene.ts';

/** xMin, xMax, yMin, yMax. */
export type Ranges = readonly [number, number, number, number];

const RUG_GAP_PX = 4;

export function rangesOf({ series, gold, goldScale, yMode }: Scene): Ranges {
  const columns = series.map(({ values }) => values);
  return [...xRange(gold, goldScale), ...yRange(columns, goldScale, yMode)];
}

/** Where the rug of one system stands: between the axis and its labels, the first system nearest the axis. */
export function rugX(frame: Frame, series: number): number {
  return frame.left - RUG_GAP_PX - (series + 0.5) * RUG_STEP_PX;
}

/** Options of the chart for a scene and the ranges in view, which are not the scene's own after a zoom. */
export function optionsOf(scene: Scene, [xMin, xMax, yMin, yMax]: Ranges): ChartOptions<'scatter'> {
  const { theme } = scene;
  const rug = needsRug(scene.series, scene.gold);
  const rugPx = rug ? RUG_GAP_PX + scene.series.length * RUG_STEP_PX : 0;
  const axis = (text: string, ticksAbout: number, padding: number) => ({
    type: 'linear' as const,
    grid: { color: theme.rule, drawTicks: false, lineWidth: 1 },
    border: { color: theme.muted },
    ticks: {
      color: theme.muted,
      padding,
      includeBounds: false,
      maxRotation: 0,
      maxTicksLimit: ticksAbout,
      font: { size: 12 },
      callback: (_value: number | string, index: number, ticks: { value: number }[]) =>
        formatTicks(ticks.map(({ value }) => value))[index],
    },
    title: {
      display: true,
      text,
      padding: 2,
      color: theme.ink,
      font: { size: 12, weight: 'normal' as const },
    },
  });
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    // The component hears the pointer itself; Chart.js would search for elements that are not there.
    events: [],
    font: { family: theme.fontFamily },
    layout: { padding: { top: rug ? 18 : 8, right: 12 } },
    scales: {
      x: { ...axis(scene.xLabel, 11, 6), position: 'bottom', min: xMin, max: xMax },
      y: { ...axis(scene.yLabel, 8, 6 + rugPx), position: 'left', min: yMin, max: yMax },
    },
    plugins: {
      zoom: {
        limits: { x: { min: 'original', max: 'original' }, y: { min: 'original', max: 'original' } },
        pan: { enabled: scene.tool === 'pan', mode: 'xy', threshold: 3 },
        zoom: { wheel: { enabled: true }, pinch: { enabled: true }, mode: 'xy' },
      },
    },
  };
}
