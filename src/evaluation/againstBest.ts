import { pearson, spearman } from './correlation.ts';
import { holm } from './holm.ts';
import { DEFAULT_LEVEL } from './intervals.ts';
import { pairedBootstrap } from './pairedBootstrap.ts';
import type { PairedBootstrapOptions, PairedDifferences } from './pairedBootstrap.ts';
import { MINIMUM_PAIRS, undefinedEstimate } from './types.ts';
import type { ConfidenceInterval, Estimate, SkippedPairs, Test } from './types.ts';
import { countSkipped, gather, GOLD_NOT_FINITE, skippedList, UNRATED, whyNoScore } from './usable.ts';
import type { ScoreColumn, SkippedCounts } from './usable.ts';
import { FEWEST_PAIRS_TO_COMPARE, williams } from './williams.ts';
import type { WilliamsStatistics } from './williams.ts';
import { zouOverlapping } from './zou.ts';

/** p-values above this are read as "not significantly worse". */
export const SIGNIFICANCE = 0.05;
/** Correlations closer than this, and a correlation between systems this close to 1, differ by rounding alone. */
const ROUNDING = 1e-12;

/** The scores of a system, in the order of gold. */
export interface ComparedSystem extends ScoreColumn {
  /** Unique in the table. */
  id: string;
}

/**
 * Which p-value of Williams' test the table reads. `one-sided` asks whether the best is better, as Graham and Baldwin
 * (2014) do; that the best was picked on these pairs is then forgotten, so `two-sided` is the default.
 */
export type Alternative = 'two-sided' | 'one-sided';

export interface AgainstBestInput {
  /** One gold score a pair; NaN where nobody rated the pair. */
  gold: Float64Array;
  systems: readonly ComparedSystem[];
  /** Rows to look at; all where absent. */
  subset?: Int32Array;
  /** Nominal coverage of Zou's intervals; 0.95 where absent. */
  level?: number;
  /** `two-sided` where absent. */
  alternative?: Alternative;
}

export type Verdict = 'not significantly worse' | 'significantly worse';

/** A system against the best one, on the same pairs. */
export interface Comparison {
  /** Pearson's correlation of the best less that of the system; never negative. */
  difference: number;
  /** Zou's interval of the difference. */
  interval: ConfidenceInterval;
  /** Williams' test; its `t` is positive where the best is ahead. */
  williams: Test<WilliamsStatistics>;
  /** The p-value of the table's alternative, null where the test is not defined. */
  p: number | null;
  /** `p` adjusted by Holm over the tests of this table. */
  holm: number | null;
  /** By `p`, without correction, as the tables of the shared task; null where there is none. */
  verdict: Verdict | null;
  /** By `holm`. */
  holmVerdict: Verdict | null;
  /** Absent until it was computed (see `bootstrapAgainstBest`). */
  bootstrap?: PairedDifferences;
}

export interface AgainstBestRow {
  id: string;
  pearson: Estimate;
  spearman: Estimate;
  /** Rated pairs without a score of this system. They are left out for every system. */
  missing: number;
  /** Null for the best system, and for one whose correlation is not defined. */
  comparison: Comparison | null;
}

/**
 * Systems set against the best of them by Pearson's correlation, over the pairs that have gold and a score of every
 * system: a number on other pairs is another number.
 */
export interface AgainstBest {
  /** In the order of the systems given. */
  rows: AgainstBestRow[];
  /** Index of the best, the first of those that tie; null where no correlation is defined. */
  best: number | null;
  alternative: Alternative;
  /** Rows of the pairs used, in the order of the subset. */
  used: Int32Array;
  /** `used.length` and the counts here add up to the pairs asked about. Most frequent reason first. */
  skipped: SkippedPairs[];
  /** Indices of the systems with so few scores that they are left out, in order to leave pairs to the others. */
  unscored: number[];
}

interface CommonPairs {
  used: Int32Array;
  skipped: SkippedPairs[];
  /** System -> rated pairs without a score of it. */
  missing: number[];
  unscored: number[];
}

function checkInput({ gold, systems, subset }: AgainstBestInput): void {
  const ids = new Set<string>();
  for (const { id, scores, reasons } of systems) {
    if (ids.has(id)) throw new RangeError(`two systems have the id ${id}`);
    ids.add(id);
    if (scores.length !== gold.length) {
      throw new RangeError(`${scores.length} scores of ${id} for ${gold.length} gold scores`);
    }
    if (reasons !== undefined && reasons.length !== scores.length) {
      throw new RangeError(`${reasons.length} reasons for ${scores.length} scores of ${id}`);
    }
  }
  if (subset === undefined) return;
  const seen = new Uint8Array(gold.length);
  for (const row of subset) {
    if (!(row >= 0 && row < gold.length)) throw new RangeError(`no row ${row} among ${gold.length} pairs`);
    if (seen[row] === 1) throw new RangeError(`row ${row} is twice in the subset`);
    seen[row] = 1;
  }
}

function commonPairs({ gold, systems, subset }: AgainstBestInput): CommonPairs {
  const asked = subset ?? Int32Array.from(gold, (_, row) => row);
  const skipped: SkippedCounts = new Map();
  const rated = asked.filter((row) => {
    if (Number.isFinite(gold[row]!)) return true;
    countSkipped(skipped, Number.isNaN(gold[row]!) ? UNRATED : GOLD_NOT_FINITE);
    return false;
  });
  const missing = systems.map((system) =>
    rated.reduce((count, row) => count + (whyNoScore(row, system) === null ? 0 : 1), 0),
  );
  const unscored: number[] = [];
  systems.forEach((_, index) => {
    // Where the pairs themselves are too few, no system is to blame.
    if (rated.length >= MINIMUM_PAIRS && rated.length - missing[index]! < MINIMUM_PAIRS) unscored.push(index);
  });
  const demanded = systems.filter((_, index) => !unscored.includes(index));
  const used = rated.filter((row) => {
    const without: string[] = [];
    for (const system of demanded) {
      const reason = whyNoScore(row, system);
      if (reason !== null) without.push(`${system.id}: ${reason}`);
    }
    if (without.length === 0) return true;
    countSkipped(skipped, without.length === 1 ? without[0]! : `no score of ${without.length} systems`);
    return false;
  });
  return { used, skipped: skippedList(skipped), missing, unscored };
}

/** The highest correlation; of those that tie but for rounding, the first. */
function bestOf(estimates: readonly Estimate[]): number | null {
  let highest = -Infinity;
  for (const { value } of estimates) if (value !== null && value > highest) highest = value;
  const best = estimates.findIndex(({ value }) => value !== null && value >= highest - ROUNDING);
  return best < 0 ? null : best;
}

type Tested = Pick<Comparison, 'difference' | 'interval' | 'williams'>;

/** The difference, its interval and the test of two correlations with gold. */
function compare(best: number, other: number, between: number, n: number, level: number): Tested {
  if (between < 1 - ROUNDING || n < FEWEST_PAIRS_TO_COMPARE) {
    const correlations = { first: best, second: other, between: Math.max(between, -1), n };
    return {
      difference: Math.max(0, best - other),
      interval: zouOverlapping(correlations, level),
      williams: williams(correlations),
    };
  }
  // On no pairs could the two differ, so their difference is 0 for certain.
  return {
    difference: 0,
    interval: { low: null, reason: 'its scores are those of the best, or a rescaling of them' },
    williams: { p: 1, t: 0, degrees: n - 3, pFirstHigher: 0.5 },
  };
}

function verdictOf(p: number | null): Verdict | null {
  if (p === null) return null;
  return p > SIGNIFICANCE ? 'not significantly worse' : 'significantly worse';
}

function withHolm(compared: readonly (Tested | null)[], alternative: Alternative): (Comparison | null)[] {
  const pValues = compared.map((tested) => {
    if (tested === null || tested.williams.p === null) return NaN;
    return alternative === 'two-sided' ? tested.williams.p : tested.williams.pFirstHigher;
  });
  const adjusted = holm(pValues);
  return compared.map((tested, index) => {
    if (tested === null) return null;
    const p = tested.williams.p === null ? null : pValues[index]!;
    const corrected = p === null ? null : adjusted[index]!;
    return { ...tested, p, holm: corrected, verdict: verdictOf(p), holmVerdict: verdictOf(corrected) };
  });
}

/**
 * The table of `AgainstBest`, without bootstrap. Systems with fewer than 3 scores take no part, so that they do not
 * empty the table; any other system without a score for a pair takes the pair from all.
 * The p-values suppose that the best was known before; the choice of the highest of many favours it, so a "significantly
 * worse" near the limit is weaker than it looks.
 * @throws RangeError where lengths disagree, an id is there twice, the subset names a row twice or one that is not there,
 * or the level is outside (0, 1).
 */
export function againstBest(input: AgainstBestInput): AgainstBest {
  const { gold, systems, level = DEFAULT_LEVEL, alternative = 'two-sided' } = input;
  if (!(level > 0 && level < 1)) throw new RangeError(`the level must be inside (0, 1), not ${level}`);
  checkInput(input);
  const { used, skipped, missing, unscored } = commonPairs(input);
  const goldUsed = gather(gold, used);
  const columns = systems.map(({ scores }) => gather(scores, used));
  const estimate = (measure: typeof pearson, index: number): Estimate =>
    unscored.includes(index)
      ? undefinedEstimate(`fewer than ${MINIMUM_PAIRS} pairs with a score of this system`)
      : measure(columns[index]!, goldUsed);
  const pearsons = systems.map((_, index) => estimate(pearson, index));
  const best = bestOf(pearsons);
  const compared = pearsons.map(({ value }, index): Tested | null => {
    if (best === null || index === best || value === null) return null;
    const between = pearson(columns[best]!, columns[index]!).value;
    // Both columns vary, or their correlations with gold were not defined.
    return compare(pearsons[best]!.value!, value, between!, used.length, level);
  });
  const comparisons = withHolm(compared, alternative);
  const rows = systems.map(({ id }, index) => ({
    id,
    pearson: pearsons[index]!,
    spearman: estimate(spearman, index),
    missing: missing[index]!,
    comparison: comparisons[index]!,
  }));
  return { rows, best, alternative, used, skipped, unscored };
}

/**
 * The same table with a paired bootstrap beside each test: every system against the best by Pearson's correlation, in
 * both measures. `table` must be of `input`. Draws are fixed by the seed and the pairs used.
 * @throws RangeError for options out of range; Cancelled when the signal aborts.
 */
export async function bootstrapAgainstBest(
  table: AgainstBest,
  { gold, systems }: AgainstBestInput,
  options: PairedBootstrapOptions,
): Promise<AgainstBest> {
  const { rows, best, used } = table;
  if (best === null) return table;
  const compared = rows.flatMap(({ comparison }, index) => (comparison === null ? [] : [index]));
  const columns = [best, ...compared].map((index) => gather(systems[index]!.scores, used));
  const differences = await pairedBootstrap(gather(gold, used), columns, 0, options);
  return {
    ...table,
    rows: rows.map((row, index) => {
      const found = differences[compared.indexOf(index) + 1];
      if (row.comparison === null || !found) return row;
      return { ...row, comparison: { ...row.comparison, bootstrap: found } };
    }),
  };
}
