import { formatTick, type Range } from './axes.ts';

/** What a screen reader gets in place of the cloud of one system. */
export interface SeriesSummary {
  label: string;
  /** Pairs with a score and a gold score: the points. */
  plotted: number;
  /** Pairs with a score but no gold score: the rug. */
  unrated: number;
  /** Pairs without a score. */
  missing: number;
  /** Mean score in each fifth of the gold scale, lowest first; NaN where no pair falls. */
  means: Float64Array;
}

export const BANDS = 5;

export function summarise(
  label: string,
  values: Float64Array,
  gold: Float64Array,
  [low, high]: Range,
): SeriesSummary {
  const sums = new Float64Array(BANDS);
  const counts = new Uint32Array(BANDS);
  const summary = { label, plotted: 0, unrated: 0, missing: 0, means: new Float64Array(BANDS) };
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (!Number.isFinite(value)) summary.missing++;
    else if (!Number.isFinite(gold[i])) summary.unrated++;
    else {
      summary.plotted++;
      const band = Math.floor(((gold[i]! - low) / (high - low)) * BANDS);
      const inside = Math.max(0, Math.min(BANDS - 1, band));
      sums[inside]! += value;
      counts[inside]!++;
    }
  }
  for (let band = 0; band < BANDS; band++) summary.means[band] = sums[band]! / counts[band]!;
  return summary;
}

/** "0–1", "1–2", ... : the bands of `means`. */
export function bandLabels([low, high]: Range): string[] {
  const edge = (band: number) => formatTick(low + ((high - low) * band) / BANDS);
  return Array.from({ length: BANDS }, (_, band) => `${edge(band)}–${edge(band + 1)}`);
}

/** One sentence for `aria-label`. */
export function describe(summaries: readonly SeriesSummary[], xLabel: string, yLabel: string): string {
  if (summaries.length === 0) return 'Scatter plot, no system shown.';
  const systems = summaries.map(({ label, plotted, unrated, missing }) => {
    const rest = [unrated && `${unrated} unrated`, missing && `${missing} without a score`].filter(Boolean);
    return `${label}: ${plotted} rated pairs${rest.length > 0 ? ` (${rest.join(', ')})` : ''}`;
  });
  return `Scatter plot of ${yLabel} against ${xLabel}. ${systems.join('; ')}.`;
}

/** Cuts at a word boundary where there is one near, never inside a code point. */
export function shorten(text: string, maxChars = 140): string {
  const chars = [...text];
  if (chars.length <= maxChars) return text;
  const cut = chars.slice(0, maxChars - 1).join('');
  const blank = cut.lastIndexOf(' ');
  return `${(blank > cut.length * 0.7 ? cut.slice(0, blank) : cut).trimEnd()}…`;
}
