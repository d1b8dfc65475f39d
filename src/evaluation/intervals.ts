import { throwIfAborted } from '../failure.ts';
import { whyUndefined } from './columns.ts';
import { jackknife } from './jackknife.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import { below, seeded } from './random.ts';
import { presort, weightedCorrelations } from './resample.ts';
import { CORRELATION_NAMES } from './types.ts';
import type { Column, CorrelationName, Interval, IntervalMethod, Intervals } from './types.ts';

/** Below this, resamples of the few pairs say little about other pairs, and BCa is known to fall short. */
export const MINIMUM_PAIRS_FOR_INTERVAL = 10;
export const DEFAULT_SAMPLES = 1000;
export const DEFAULT_LEVEL = 0.95;
/** Above this many pairs the default number of resamples goes down in proportion, to keep the time. */
const FULL_SAMPLES_PAIRS = 20_000;
/** ... but not below this, where the ends of a 95 % interval would rest on a handful of resamples. */
const FEWEST_SAMPLES = 400;
/** More dropped resamples than this, and those kept are no longer a fair sample. */
const LARGEST_DROPPED_SHARE = 0.05;
/** A bootstrap distribution narrower than this is one value and rounding. */
const NO_SPREAD = 1e-12;
const SLICE_MS = 50;

export interface BootstrapOptions {
  /** An integer in [0, 2^32); the same seed and data give the same intervals, whatever the order of rows. */
  seed: number;
  /** Where absent: 1,000, fewer above 20,000 pairs (the interval's `samples` and `note` say so). */
  samples?: number;
  level?: number;
  method?: IntervalMethod;
  signal?: AbortSignal;
  /** Called with resamples done and wanted, about every 50 ms and at the end. */
  report?: (done: number, total: number) => void;
  /** A clock in ms and a way to let others run; tests inject theirs. */
  now?: () => number;
  pause?: () => Promise<void>;
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

function allUndefined(reason: string): Intervals {
  return { pearson: { low: null, reason }, spearman: { low: null, reason }, kendall: { low: null, reason } };
}

/** The quantile of an ascending column, linear between neighbours (type 7 of Hyndman and Fan 1996). */
export function quantileOfSorted(sorted: Float64Array, probability: number): number {
  const place = probability * (sorted.length - 1);
  const lower = Math.floor(place);
  const upper = Math.min(lower + 1, sorted.length - 1);
  // In this form equal neighbours give their own value exactly, and the result is monotone.
  return sorted[lower]! + (place - lower) * (sorted[upper]! - sorted[lower]!);
}

/**
 * Acceleration: a sixth of the skewness of the jackknife (Efron and Tibshirani 1993, eq. 14.15). Null where
 * leaving out any pair changes nothing.
 */
export function acceleration(jackknifed: Float64Array): number | null {
  let mean = 0;
  for (const value of jackknifed) mean += value / jackknifed.length;
  let squares = 0;
  let cubes = 0;
  for (const value of jackknifed) {
    squares += (mean - value) ** 2;
    cubes += (mean - value) ** 3;
  }
  return squares > 0 ? cubes / (6 * squares ** 1.5) : null;
}

/**
 * Bias correction: the normal quantile of the share of resamples below the estimate, ties by a half (eq.
 * 14.14 counts none of them; with the ties of rank correlations a half is the symmetric choice). Infinite
 * where all lie on one side.
 */
export function biasCorrection(sorted: Float64Array, estimate: number): number {
  let less = 0;
  let tied = 0;
  for (const value of sorted) {
    if (value < estimate) less++;
    else if (value === estimate) tied++;
  }
  const share = (less + tied / 2) / sorted.length;
  if (share === 0) return -Infinity;
  return share === 1 ? Infinity : normalQuantile(share);
}

/** The two probabilities at which to read the bootstrap distribution (eq. 14.10), or why there are none. */
export function bcaProbabilities(
  correction: number,
  accelerated: number,
  level: number,
): [number, number] | string {
  if (!Number.isFinite(correction)) return 'all resamples lie on one side of the estimate';
  const tail = (1 - level) / 2;
  const shifted = correction + normalQuantile(tail);
  const mirrored = correction - normalQuantile(tail);
  const denominators = [1 - accelerated * shifted, 1 - accelerated * mirrored] as const;
  if (!(denominators[0] > 0 && denominators[1] > 0)) {
    return 'the correction for skewness is too large for BCa';
  }
  return [
    normalCdf(correction + shifted / denominators[0]),
    normalCdf(correction + mirrored / denominators[1]),
  ];
}

interface Drawn {
  sorted: Float64Array;
  estimate: number;
  jackknifed: Float64Array | null;
  level: number;
  method: IntervalMethod;
  drawn: number;
  seed: number;
  note: string | null;
}

function intervalOf({ sorted, estimate, jackknifed, level, method, drawn, seed, note }: Drawn): Interval {
  const kept = sorted.length;
  const none = (reason: string): Interval => ({ low: null, reason });
  if (sorted[kept - 1]! - sorted[0]! < NO_SPREAD) return none('every resample gives the same correlation');
  let ends: [number, number] | string = [(1 - level) / 2, (1 + level) / 2];
  if (method === 'BCa') {
    if (jackknifed === null)
      return none('one pair alone keeps the predictions or the gold from being constant');
    const accelerated = acceleration(jackknifed);
    if (accelerated === null) return none('leaving out any one pair changes nothing');
    ends = bcaProbabilities(biasCorrection(sorted, estimate), accelerated, level);
  }
  if (typeof ends === 'string') return none(ends);
  // An end beyond the first or last resample would only report how many were drawn.
  if (ends[0] * (kept + 1) < 1 || ends[1] * (kept + 1) > kept) {
    return none(`an end lies beyond the outermost of ${kept} resamples: draw more`);
  }
  const low = quantileOfSorted(sorted, ends[0]);
  const high = quantileOfSorted(sorted, ends[1]);
  return { low, high, level, method, samples: drawn, dropped: drawn - kept, seed, note };
}

function samplesFor(pairs: number, asked: number | undefined): { samples: number; note: string | null } {
  if (asked !== undefined) return { samples: asked, note: null };
  if (pairs <= FULL_SAMPLES_PAIRS) return { samples: DEFAULT_SAMPLES, note: null };
  const samples = Math.max(FEWEST_SAMPLES, Math.round((DEFAULT_SAMPLES * FULL_SAMPLES_PAIRS) / pairs));
  return { samples, note: `${samples} resamples instead of ${DEFAULT_SAMPLES}, because of ${pairs} pairs` };
}

/**
 * Bootstrap intervals of Pearson's, Spearman's and Kendall's correlation of these columns, all three over the
 * same resamples of whole pairs. Without a method given: bias-corrected and accelerated (BCa; Efron and
 * Tibshirani, "An introduction to the bootstrap", 1993, chapter 14), with the exact jackknife.
 * An interval is not defined, with a reason, where the correlation is not, for fewer than 10 pairs, where more
 * than 5 % of the resamples came out constant, where all agree, and where BCa's ends leave the resamples.
 * @throws RangeError for options out of range or columns of different lengths; Cancelled when the signal aborts.
 */
export async function bootstrap(
  predictions: Column,
  gold: Column,
  options: BootstrapOptions,
): Promise<Intervals> {
  const { seed, level = DEFAULT_LEVEL, method = 'BCa', signal, report } = options;
  const { now = () => performance.now(), pause = nextTask } = options;
  const { samples, note } = samplesFor(predictions.length, options.samples);
  if (!(level > 0 && level < 1)) throw new RangeError(`the level must be inside (0, 1), not ${level}`);
  if (!Number.isInteger(samples) || samples < 1) throw new RangeError(`cannot draw ${samples} resamples`);
  const random = seeded(seed);
  throwIfAborted(signal, 'The bootstrap');
  const reason = whyUndefined(predictions, gold);
  if (reason !== null) return allUndefined(reason);
  const size = predictions.length;
  if (size < MINIMUM_PAIRS_FOR_INTERVAL) {
    return allUndefined(`fewer than ${MINIMUM_PAIRS_FOR_INTERVAL} pairs (${size})`);
  }

  const pairs = presort(predictions, gold);
  const correlationsOf = weightedCorrelations(pairs);
  const weights = new Uint32Array(size);
  const estimates = correlationsOf(weights.fill(1))!;
  const drawn: Record<CorrelationName, Float64Array> = {
    pearson: new Float64Array(samples),
    spearman: new Float64Array(samples),
    kendall: new Float64Array(samples),
  };
  let kept = 0;
  let sliceStartMs = now();
  for (let sample = 0; sample < samples; sample++) {
    weights.fill(0);
    for (let draw = 0; draw < size; draw++) weights[below(random, size)]!++;
    const correlations = correlationsOf(weights);
    if (correlations !== null) {
      for (const name of CORRELATION_NAMES) drawn[name][kept] = correlations[name];
      kept++;
    }
    if (now() - sliceStartMs < SLICE_MS) continue;
    report?.(sample + 1, samples);
    await pause();
    throwIfAborted(signal, 'The bootstrap');
    sliceStartMs = now();
  }
  report?.(samples, samples);

  if (samples - kept > LARGEST_DROPPED_SHARE * samples) {
    return allUndefined(`${samples - kept} of ${samples} resamples came out constant`);
  }
  const without = method === 'BCa' ? jackknife(pairs) : null;
  const intervals = CORRELATION_NAMES.map((name) => {
    const sorted = drawn[name].slice(0, kept).sort();
    const jackknifed = without?.[name] ?? null;
    return [
      name,
      intervalOf({
        sorted,
        estimate: estimates[name],
        jackknifed,
        level,
        method,
        drawn: samples,
        seed,
        note,
      }),
    ];
  });
  return Object.fromEntries(intervals) as Intervals;
}
