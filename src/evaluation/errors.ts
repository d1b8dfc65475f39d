import { pearson, spearman } from './correlation.ts';
import type { GoldReading } from './calibration.ts';
import { fisherZ } from './fisherZ.ts';
import { holm } from './holm.ts';
import { meanInterval, meanOf, welch } from './means.ts';
import { isWithin } from './scale.ts';
import { undefinedEstimate } from './types.ts';
import type { ConfidenceInterval, Estimate, SkippedPairs, Test } from './types.ts';
import { gather, usable } from './usable.ts';
import type { UsableInput } from './usable.ts';

export type ErrorSign = 'over' | 'under' | 'within';

/**
 * Whether an error, in gold units, is an overestimate or an underestimate by more than 1.0; exactly 1.0 is within. Null
 * where there is no error to speak of (NaN).
 */
export function errorSign(residual: number): ErrorSign | null {
  if (Number.isNaN(residual)) return null;
  if (isWithin(residual)) return 'within';
  return residual > 0 ? 'over' : 'under';
}

/** `errorSign` of each row. */
export function errorSigns(residuals: Float64Array): (ErrorSign | null)[] {
  return Array.from(residuals, errorSign);
}

export interface Category {
  key: string;
  /** Pair -> 1 where it belongs to the category. A pair may belong to several, or to none. */
  members: Uint8Array;
}

export interface CategoryInput extends UsableInput {
  /** The scores on the gold scale, over the whole run (`readOnGold`). */
  reading: GoldReading;
}

/** How a system does on some pairs. Errors are in gold units, positive where it overestimates. */
export interface ErrorSummary {
  /** Rows used, in the order of the columns or of the subset. */
  rows: Int32Array;
  /** `rows.length`. */
  n: number;
  /** `n` and the counts here add up to the pairs asked about. */
  skipped: SkippedPairs[];
  meanError: Estimate;
  /** 95 %, Student's. */
  meanErrorInterval: ConfidenceInterval;
  meanAbsoluteError: Estimate;
  /** Share of the pairs overestimated, and underestimated, by more than 1.0. */
  overestimated: Estimate;
  underestimated: Estimate;
  /** Between the scores themselves and gold. Intervals: `intervalsFor` with `categoryRows` as the subset. */
  pearson: Estimate;
  spearman: Estimate;
}

/** A category against all other used pairs. */
export interface Comparison<Statistics> {
  /** Inside minus outside. */
  difference: Estimate;
  test: Test<Statistics>;
  /** The p-value after Holm's correction over the categories of the table. */
  adjusted: Estimate;
}

export interface CategoryRow extends ErrorSummary {
  key: string;
  /** Mean error; Welch's t-test. */
  meanErrorDifference: Comparison<{ t: number; degrees: number }>;
  /** Pearson's correlation; Fisher's z for independent samples. */
  pearsonDifference: Comparison<{ z: number }>;
}

export interface CategoryTable {
  /** All pairs asked about, in a category or not. */
  all: ErrorSummary;
  /** In the order of the categories. */
  categories: CategoryRow[];
}

/** Rows that belong to the category, usable or not: all, or those of the subset, in its order. */
export function categoryRows({ members }: Category, subset?: Int32Array): Int32Array {
  if (subset !== undefined) return subset.filter((row) => members[row] === 1);
  const rows: number[] = [];
  members.forEach((member, row) => {
    if (member === 1) rows.push(row);
  });
  return Int32Array.from(rows);
}

/** Errors at rows that have one. A used row without one was read over other pairs, and a mean would be NaN. */
function errorsAt(residuals: Float64Array, rows: Int32Array): Float64Array {
  for (const row of rows) {
    if (Number.isNaN(residuals[row]!)) throw new RangeError(`row ${row} has a score and gold but no error`);
  }
  return gather(residuals, rows);
}

function shareOf(errors: Float64Array, sign: ErrorSign): Estimate {
  if (errors.length === 0) return undefinedEstimate('no pairs');
  let count = 0;
  for (const error of errors) if (errorSign(error) === sign) count++;
  return { value: count / errors.length };
}

function summarise(input: CategoryInput, subset: Int32Array | undefined): ErrorSummary {
  const { used, skipped } = usable(subset === undefined ? input : { ...input, subset });
  const scores = gather(input.scores, used);
  const gold = gather(input.gold, used);
  const counted = {
    rows: used,
    n: used.length,
    skipped,
    pearson: pearson(scores, gold),
    spearman: spearman(scores, gold),
  };
  if (input.reading.residuals === null) {
    const { reason } = input.reading;
    const none = undefinedEstimate(reason);
    return {
      ...counted,
      meanError: none,
      meanErrorInterval: { low: null, reason },
      meanAbsoluteError: none,
      overestimated: none,
      underestimated: none,
    };
  }
  const errors = errorsAt(input.reading.residuals, used);
  return {
    ...counted,
    meanError: meanOf(errors),
    meanErrorInterval: meanInterval(errors),
    meanAbsoluteError: meanOf(errors.map(Math.abs)),
    overestimated: shareOf(errors, 'over'),
    underestimated: shareOf(errors, 'under'),
  };
}

/** Inside minus outside, or the reason of the one that is not defined. */
function minus(inside: Estimate, outside: Estimate): Estimate {
  if (inside.value === null) return inside;
  if (outside.value === null) return undefinedEstimate(`outside: ${outside.reason}`);
  return { value: inside.value - outside.value };
}

type Unadjusted<Statistics> = Omit<Comparison<Statistics>, 'adjusted'>;

function compareErrors(
  reading: GoldReading,
  inside: ErrorSummary,
  outside: Int32Array,
): Unadjusted<{ t: number; degrees: number }> {
  if (reading.residuals === null) {
    const { reason } = reading;
    return { difference: undefinedEstimate(reason), test: { p: null, reason } };
  }
  const errorsInside = gather(reading.residuals, inside.rows);
  const errorsOutside = gather(reading.residuals, outside);
  return {
    difference: minus(inside.meanError, meanOf(errorsOutside)),
    test: welch(errorsInside, errorsOutside),
  };
}

function compareCorrelations(
  { scores, gold }: UsableInput,
  inside: ErrorSummary,
  outside: Int32Array,
): Unadjusted<{ z: number }> {
  const correlation = pearson(gather(scores, outside), gather(gold, outside));
  const difference = minus(inside.pearson, correlation);
  if (difference.value === null) return { difference, test: { p: null, reason: difference.reason } };
  const test = fisherZ(
    { correlation: inside.pearson.value!, n: inside.n },
    { correlation: correlation.value!, n: outside.length },
  );
  return { difference, test };
}

/** Adds the p-values after Holm's correction: the comparisons are one family. */
function adjust<Statistics>(family: readonly Unadjusted<Statistics>[]): Comparison<Statistics>[] {
  const adjusted = holm(family.map(({ test }) => test.p ?? NaN));
  return family.map((comparison, place) => ({
    ...comparison,
    adjusted:
      comparison.test.p === null ? undefinedEstimate(comparison.test.reason) : { value: adjusted[place]! },
  }));
}

/**
 * The errors of a run by category, and each category against all pairs outside it. The two families of tests (mean
 * errors, correlations) are corrected each for itself. Pairs that share a sentence, or belong to several categories, are
 * taken as independent.
 * @throws RangeError as `usable` does, where a category and the scores differ in length, and where a used row has no
 * error in the reading.
 */
export function categoryTable(input: CategoryInput, categories: readonly Category[]): CategoryTable {
  for (const { key, members } of categories) {
    if (members.length === input.scores.length) continue;
    throw new RangeError(`${members.length} marks of “${key}” for ${input.scores.length} scores`);
  }
  const all = summarise(input, input.subset);
  const insides = categories.map((category) => summarise(input, categoryRows(category, input.subset)));
  const outsides = categories.map(({ members }) => all.rows.filter((row) => members[row] !== 1));
  const errors = adjust(insides.map((inside, at) => compareErrors(input.reading, inside, outsides[at]!)));
  const correlations = adjust(insides.map((inside, at) => compareCorrelations(input, inside, outsides[at]!)));
  return {
    all,
    categories: insides.map((inside, at) => ({
      key: categories[at]!.key,
      ...inside,
      meanErrorDifference: errors[at]!,
      pearsonDifference: correlations[at]!,
    })),
  };
}
