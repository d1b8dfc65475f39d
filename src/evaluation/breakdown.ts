import { bootstrap } from './intervals.ts';
import type { BootstrapOptions } from './intervals.ts';
import { kendall, pearson, spearman } from './correlation.ts';
import { residuals, scoreRange, shareWithin, WITHIN } from './scale.ts';
import type { ScoreRange } from './scale.ts';
import { undefinedEstimate } from './types.ts';
import type { Correlations, Estimate, Intervals, SkippedPairs } from './types.ts';
import { gather, usable } from './usable.ts';
import type { UsableInput } from './usable.ts';

export interface EvaluateInput extends UsableInput {
  /** Lowest and highest gold score by definition. */
  scale: readonly [number, number];
  /**
   * Where the scores are rescaled from. Absent: the range over all usable pairs of `scores`, also those
   * outside `subset`. A facet must not have a scale of its own: its worst pair would become a 0 and its best a
   * 5, and residuals of two facets could not be compared.
   */
  range?: ScoreRange;
}

export interface Evaluation {
  correlations: Correlations;
  /** Share of the used pairs whose rescaled score is within 1.0 of gold. */
  within: Estimate;
  /** Pairs used; the same as `correlations.used`. */
  n: number;
  /** The same as `correlations.skipped`. */
  skipped: SkippedPairs[];
}

function wholeRange({ scores, gold, reasons, reasonNames }: EvaluateInput): ScoreRange {
  const run: UsableInput = { scores, gold };
  if (reasons !== undefined) run.reasons = reasons;
  if (reasonNames !== undefined) run.reasonNames = reasonNames;
  return scoreRange(scores, usable(run).used);
}

/**
 * The correlations of a run with gold over the pairs that have both, and the share within 1.0 of gold.
 * @throws RangeError as `usable` does.
 */
export function evaluate(input: EvaluateInput): Evaluation {
  const { used, skipped } = usable(input);
  const predictions = gather(input.scores, used);
  const gold = gather(input.gold, used);
  const range = input.range ?? wholeRange(input);
  const distances = residuals(input.scores, input.gold, input.scale, used, range);
  const within =
    distances !== null
      ? shareWithin(distances, WITHIN)
      : undefinedEstimate(range.lowest === null ? range.reason : 'no pairs');
  return {
    correlations: {
      pearson: { estimate: pearson(predictions, gold) },
      spearman: { estimate: spearman(predictions, gold) },
      kendall: { estimate: kendall(predictions, gold) },
      used: used.length,
      skipped,
    },
    within,
    n: used.length,
    skipped,
  };
}

/** Bootstrap intervals over the pairs that `evaluate` uses. Throws what `bootstrap` and `usable` throw. */
export async function intervalsFor(input: UsableInput, options: BootstrapOptions): Promise<Intervals> {
  const { used } = usable(input);
  return bootstrap(gather(input.scores, used), gather(input.gold, used), options);
}

export interface FacetRow extends Evaluation {
  /** Null for the pairs that have no value of this facet. */
  key: string | null;
  /** Rows of the columns with this key, usable or not. */
  rows: Int32Array;
}

const SPLIT_ORDER = ['train', 'dev', 'trial', 'test', 'all'];
const natural = new Intl.Collator('en', { numeric: true });

/** Splits in their usual order, also in front of a set ("dev/images"); then names, numbers by value; none last. */
export function compareFacetKeys(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const place = (key: string): number => {
    const at = SPLIT_ORDER.indexOf(key.split('/')[0]!);
    return at < 0 ? SPLIT_ORDER.length : at;
  };
  return place(a) - place(b) || natural.compare(a, b) || (a < b ? -1 : Number(a > b));
}

/**
 * One evaluation a value of a facet (split, set, genre, source, year), by `compareFacetKeys`. `keys` holds the
 * value of each pair, undefined or empty where it has none. Within-1.0 uses the range of the whole run.
 * @throws RangeError as `usable` does, and where keys and scores differ in length.
 */
export function byFacet(keys: readonly (string | undefined)[], input: EvaluateInput): FacetRow[] {
  const { scores, subset } = input;
  if (keys.length !== scores.length) throw new RangeError(`${keys.length} keys for ${scores.length} scores`);
  const rowsOf = new Map<string | null, number[]>();
  const total = subset?.length ?? scores.length;
  for (let place = 0; place < total; place++) {
    const row = subset === undefined ? place : subset[place]!;
    const key = keys[row] || null;
    const rows = rowsOf.get(key);
    if (rows === undefined) rowsOf.set(key, [row]);
    else rows.push(row);
  }
  const range = input.range ?? wholeRange(input);
  return [...rowsOf]
    .sort(([a], [b]) => compareFacetKeys(a, b))
    .map(([key, members]) => {
      const rows = Int32Array.from(members);
      return { key, rows, ...evaluate({ ...input, subset: rows, range }) };
    });
}
