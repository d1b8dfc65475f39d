import type { ExportState, RanSystem } from '../../app/export/state.ts';
import { ranSystems, scopeText } from '../../app/export/state.ts';
import { partName } from '../../benchmarks/catalogue.ts';
import type { YMode } from '../../charts/axes.ts';
import { jittered } from '../../charts/jitter.ts';
import { selectionMask } from '../../charts/lasso.ts';
import type { Figure } from '../../charts/svg.ts';
import type { Theme } from '../../charts/theme.ts';
import { rescale, type ScoreRange } from '../../evaluation/scale.ts';
import { hundredfold } from '../format.ts';

/** How the scatter is looked at; its picture is taken the same way. */
export interface PlotLook {
  yMode: YMode;
  jitter: boolean;
}

/** Scores as heights of points: as given, or on the gold scale; NaN where the scores span no scale. */
export function heights(
  scores: Float64Array,
  range: ScoreRange | undefined,
  yMode: YMode,
  scale: readonly [number, number],
): Float64Array {
  if (yMode === 'raw') return scores;
  if (!range || range.lowest === null) return new Float64Array(scores.length).fill(NaN);
  return scores.map((score) => rescale(score, range, scale));
}

export const yLabelOf = (yMode: YMode): string =>
  yMode === 'raw' ? 'system score' : 'system score on the gold scale';

export const xLabelOf = ([low, high]: readonly [number, number]): string => `human score (${low}–${high})`;

/** The scatter of the systems shown, as a figure that stands on its own. Null where none has run. */
export function figureOf(
  state: ExportState,
  colourOf: (system: RanSystem) => number,
  { yMode, jitter }: PlotLook,
  theme: Theme,
): Figure | null {
  const shown = ranSystems(state).filter((system) => system.shown);
  if (shown.length === 0) return null;
  const { info, gold, parts, selection, seed, appVersion, exportedAt } = state;
  const parted = parts.map(({ key, contentHash }) => ({ key, contentHash }));
  return {
    scene: {
      series: shown.map((system, s) => ({
        id: String(s),
        label: system.label,
        colour: colourOf(system),
        values: heights(system.result.run.scores.values, system.result.range, yMode, info.scale),
      })),
      gold,
      x: jitter ? jittered(gold, info.scale) : gold,
      goldScale: info.scale,
      yMode,
      xLabel: xLabelOf(info.scale) + (jitter ? ', jittered' : ''),
      yLabel: yLabelOf(yMode),
      selected: null,
      mask: selectionMask(selection, gold.length),
      tool: 'point',
      theme,
    },
    title: `Systems against people: ${info.title}${parts.length === 1 ? `, ${partName(parts[0]!)}` : ''}`,
    legend: shown.map(
      ({ label, result }) =>
        `${label} (r × 100 = ${hundredfold(result.whole.correlations.pearson.estimate)})`,
    ),
    source: `${parts.length > 3 ? `${parts.length} parts of ${info.id}` : parts.map(({ key }) => key).join(', ')}; ${scopeText(state)}. STS Playground ${appVersion}, ${exportedAt.slice(0, 10)}.`,
    metadata: JSON.stringify({
      benchmark: info.id,
      parts: parted,
      figuresAreOver: scopeText(state),
      seed,
      exportedAt,
      systems: shown.map(({ precomputed, result }) => ({
        key: result.run.key,
        precomputed,
        provenance: result.run.provenance,
        notes: result.run.notes,
        pearson: result.whole.correlations.pearson.estimate,
        n: result.whole.n,
      })),
    }),
    widthPx: 960,
    heightPx: 640,
  };
}
