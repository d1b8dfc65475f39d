/** A statistic, or why there is none. "Not defined" is never 0 and never NaN. */
export type Estimate = { value: number } | { value: null; reason: string };

export type IntervalMethod = 'BCa' | 'percentile';

/** A bootstrap interval. `low <= high`. */
export interface DefinedInterval {
  low: number;
  high: number;
  /** Nominal coverage, in (0, 1). */
  level: number;
  method: IntervalMethod;
  /** Resamples drawn, including those dropped. Fewer than asked for where `note` says so. */
  samples: number;
  /** Resamples in which the correlation is not defined (a column came out constant). */
  dropped: number;
  seed: number;
  /** What a reader should know about this interval, null where there is nothing. */
  note: string | null;
}

/** An interval, or why there is none: test `low === null`. */
export type Interval = DefinedInterval | { low: null; reason: string };

/** A confidence interval from a formula, or why there is none: test `low === null`. */
export type ConfidenceInterval = { low: number; high: number; level: number } | { low: null; reason: string };

/** Outcome of a significance test with its two-sided p-value, or why there is none: test `p === null`. */
export type Test<Statistics> = ({ p: number } & Statistics) | { p: null; reason: string };

export const CORRELATION_NAMES = ['pearson', 'spearman', 'kendall'] as const;
export type CorrelationName = (typeof CORRELATION_NAMES)[number];

export type Intervals = Record<CorrelationName, Interval>;

export interface Correlation {
  estimate: Estimate;
  /** Absent until it was computed (intervals take longer than estimates). */
  interval?: Interval;
}

/** Pairs left out for one reason. `count` is at least 1. */
export interface SkippedPairs {
  reason: string;
  count: number;
}

export interface Correlations extends Record<CorrelationName, Correlation> {
  /** Pairs that have both a score and a gold score. */
  used: number;
  /** `used` and the counts here add up to the pairs asked about. */
  skipped: SkippedPairs[];
}

/** A column of numbers that is only read. */
export type Column = ArrayLike<number>;

/** Fewest pairs for a correlation: with two, it is 1 or -1 whatever the data. */
export const MINIMUM_PAIRS = 3;

export function undefinedEstimate(reason: string): Estimate {
  return { value: null, reason };
}
