import type { PublishedTable } from '../../benchmarks/published.ts';
import type { Evaluation } from '../../evaluation/breakdown.ts';
import {
  CORRELATION_NAMES,
  type CorrelationName,
  type Estimate,
  type Interval,
  type Intervals,
} from '../../evaluation/types.ts';
import { openedText, ranSystems, scopeText, type ExportState } from './state.ts';

export interface TableCell {
  /** "66.52", or a dash where there is none. */
  figure: string;
  /** "63.1 to 69.8", empty where there is none. */
  interval: string;
  /** The best of the computed ones in its column and section. */
  best: boolean;
}

export interface TableRow {
  name: string;
  cells: Record<CorrelationName, TableCell>;
  /** Pairs that the figures are over; null where the source does not say. */
  n: number | null;
}

/** A table to paste into a paper, as every format lays it out. */
export interface ResultTable {
  caption: string;
  /** The whole first (title null), then the values of the facet. */
  sections: { title: string | null; rows: TableRow[] }[];
  /** Figures of others, kept apart from what was computed. */
  published: { title: string; rows: TableRow[] } | null;
}

export const COLUMN_TITLES: Record<CorrelationName, string> = {
  pearson: 'Pearson',
  spearman: 'Spearman',
  kendall: 'Kendall',
};
export const DASH = '–';
const NONE: TableCell = { figure: DASH, interval: '', best: false };

/** @param published null leaves the published figures out */
export function resultTable(state: ExportState, published: PublishedTable | null): ResultTable {
  const ran = ranSystems(state);
  const groups = [...new Set(ran.flatMap(({ result }) => result.facets.map(({ key }) => key)))];
  const ofGroup = (key: string | null): TableRow[] =>
    ran.flatMap(({ label, result }) => {
      const facet = result.facets.find((candidate) => candidate.key === key);
      return facet ? [computedRow(label, facet, result.facetIntervals.get(key) ?? null)] : [];
    });
  return {
    caption: captionOf(state),
    sections: [
      {
        title: null,
        rows: markBest(ran.map(({ label, result }) => computedRow(label, result.whole, result.intervals))),
      },
      ...groups.map((key) => ({ title: key ?? 'none stated', rows: markBest(ofGroup(key)) })),
    ],
    published: published && {
      title: `Published, not computed here: ${published.measureText} (${published.source})`,
      rows: published.systems.map(({ name, hundredfold, late }) => ({
        name: late ? `${name} (late)` : name,
        cells: {
          pearson: NONE,
          spearman: NONE,
          kendall: NONE,
          [published.measure]: { figure: hundredfold.toFixed(2), interval: '', best: false },
        },
        n: null,
      })),
    },
  };
}

function captionOf(state: ExportState): string {
  const counts = [...new Set(ranSystems(state).map(({ result }) => result.whole.n))];
  const n = counts.length === 1 ? `n = ${counts[0]!.toLocaleString('en')}` : 'n differs by system';
  return (
    `Agreement with human scores on ${openedText(state)}, ${scopeText(state)}, ${n}: correlations × 100 ` +
    `(Pearson's r, Spearman's rho, Kendall's tau-b) with 95 % bootstrap intervals (BCa, seed ${state.seed}). ` +
    `Best in bold. No training on the benchmark. STS Playground ${state.appVersion}.`
  );
}

function computedRow(name: string, { correlations, n }: Evaluation, intervals: Intervals | null): TableRow {
  const cell = (measure: CorrelationName): TableCell => ({
    figure: figureText(correlations[measure].estimate),
    interval: intervals ? intervalText(intervals[measure]) : '',
    best: false,
  });
  return {
    name,
    n,
    cells: { pearson: cell('pearson'), spearman: cell('spearman'), kendall: cell('kendall') },
  };
}

function figureText(estimate: Estimate): string {
  return estimate.value === null ? DASH : (100 * estimate.value).toFixed(2);
}

function intervalText(interval: Interval): string {
  return interval.low === null
    ? ''
    : `${(100 * interval.low).toFixed(1)} to ${(100 * interval.high).toFixed(1)}`;
}

/** Marks the highest of each column as it is printed: equal figures are equally good. One system is no contest. */
function markBest(rows: TableRow[]): TableRow[] {
  if (rows.length < 2) return rows;
  for (const measure of CORRELATION_NAMES) {
    let best = -Infinity;
    for (const { cells } of rows) {
      const value = Number(cells[measure].figure);
      if (value > best) best = value;
    }
    for (const { cells } of rows) cells[measure].best = Number(cells[measure].figure) === best;
  }
  return rows;
}

/** Pads cells to the width of their column, so that the text of a table is aligned too. */
export function aligned(rows: readonly (readonly string[])[], toTheLeft: ReadonlySet<number>): string[][] {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, c) => (widths[c] = Math.max(widths[c] ?? 0, [...cell].length)));
  return rows.map((row) =>
    row.map((cell, c) => {
      const padding = ' '.repeat(widths[c]! - [...cell].length);
      return toTheLeft.has(c) ? cell + padding : padding + cell;
    }),
  );
}
