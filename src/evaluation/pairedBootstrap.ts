import { throwIfAborted } from '../failure.ts';
import { whyUndefined } from './columns.ts';
import { pearson, spearman } from './correlation.ts';
import { DEFAULT_LEVEL, MINIMUM_PAIRS_FOR_INTERVAL, quantileOfSorted } from './intervals.ts';
import { pairedResampler } from './pairedResample.ts';
import { below, seeded } from './random.ts';
import { inSlices } from './slices.ts';
import type { SliceOptions } from './slices.ts';
import { undefinedEstimate } from './types.ts';
import type { Column, Estimate, Interval } from './types.ts';

export const DEFAULT_PAIRED_SAMPLES = 2000;
/** Above this many pairs the default number of resamples goes down in proportion, to keep the time. */
const FULL_SAMPLES_PAIRS = 20_000;
/** ... but not below this, where the ends of a 95 % interval would rest on a handful of resamples. */
const FEWEST_SAMPLES = 400;
/** More dropped resamples than this, and those kept are no longer a fair sample. */
const LARGEST_DROPPED_SHARE = 0.05;
/** Differences closer than this are the same but for rounding. */
const ROUNDING = 1e-12;
const WORK = 'The paired bootstrap';

export const PAIRED_MEASURES = ['pearson', 'spearman'] as const;
export type PairedMeasure = (typeof PAIRED_MEASURES)[number];

/** The reference system against another, in one measure. */
export interface PairedDifference {
  /** Correlation of the reference less that of the system, on the pairs as they are. */
  difference: Estimate;
  /** Percentile interval of the difference. */
  interval: Interval;
  /**
   * Share of the resamples in which the system is ahead of the reference, ties by a half: where it is behind on the pairs
   * as they are, the share in which the order turns. 0 of 2,000 means "less than about 1 in 2,000".
   */
  shareAhead: Estimate;
}

export type PairedDifferences = Record<PairedMeasure, PairedDifference>;

export interface PairedBootstrapOptions extends SliceOptions {
  /** An integer in [0, 2^32); the same seed and columns give the same result, whatever the order of rows. */
  seed: number;
  /** Where absent: 2,000, fewer above 20,000 pairs (the interval's `samples` and `note` say so). */
  samples?: number;
  level?: number;
}

function samplesFor(pairs: number, asked: number | undefined): { samples: number; note: string | null } {
  if (asked !== undefined) return { samples: asked, note: null };
  if (pairs <= FULL_SAMPLES_PAIRS) return { samples: DEFAULT_PAIRED_SAMPLES, note: null };
  const samples = Math.max(FEWEST_SAMPLES, Math.round((DEFAULT_PAIRED_SAMPLES * FULL_SAMPLES_PAIRS) / pairs));
  return {
    samples,
    note: `${samples} resamples instead of ${DEFAULT_PAIRED_SAMPLES}, because of ${pairs} pairs`,
  };
}

function undefinedDifference(difference: Estimate, reason: string): PairedDifference {
  return { difference, interval: { low: null, reason }, shareAhead: undefinedEstimate(reason) };
}

interface Drawn {
  /** Differences of the resamples in which both correlations are defined. */
  kept: Float64Array;
  samples: number;
  level: number;
  seed: number;
  note: string | null;
}

function summary(difference: Estimate, { kept, samples, level, seed, note }: Drawn): PairedDifference {
  const dropped = samples - kept.length;
  if (dropped > LARGEST_DROPPED_SHARE * samples) {
    return undefinedDifference(difference, `${dropped} of ${samples} resamples came out constant`);
  }
  let ahead = 0;
  for (const value of kept) {
    if (value < -ROUNDING) ahead++;
    else if (value <= ROUNDING) ahead += 0.5;
  }
  const sorted = kept.slice().sort();
  const none = (reason: string): Interval => ({ low: null, reason });
  let interval: Interval;
  const tail = (1 - level) / 2;
  if (sorted[sorted.length - 1]! - sorted[0]! <= 2 * ROUNDING) {
    interval = none('every resample gives the same difference');
  } else if (tail * (sorted.length + 1) < 1) {
    // An end beyond the first or last resample would only report how many were drawn.
    interval = none(`an end lies beyond the outermost of ${sorted.length} resamples: draw more`);
  } else {
    interval = {
      low: quantileOfSorted(sorted, tail),
      high: quantileOfSorted(sorted, 1 - tail),
      level,
      method: 'percentile',
      samples,
      dropped,
      seed,
      note,
    };
  }
  return { difference, interval, shareAhead: { value: ahead / kept.length } };
}

const CORRELATION = { pearson, spearman } as const;

/**
 * Paired bootstrap of k systems on the same pairs: every resample of whole pairs is shared by all systems, and in each
 * the reference is set against every other system. Source: Efron and Tibshirani, "An introduction to the bootstrap" (1993),
 * section 13.3 (the percentile interval); for paired systems Koehn, "Statistical significance tests for machine
 * translation evaluation" (EMNLP 2004). Spearman's correlation is re-ranked in every resample.
 * Interval and share are not defined, with a reason, where one of the two correlations is not, for fewer than 10 pairs,
 * and where more than 5 % of the resamples leave a column constant.
 * @param reference index of the system that the others are compared with
 * @returns system -> its comparison; null for the reference
 * @throws RangeError for options out of range, columns of different lengths or no such reference; Cancelled when the
 * signal aborts.
 */
export async function pairedBootstrap(
  gold: Column,
  systems: readonly Column[],
  reference: number,
  options: PairedBootstrapOptions,
): Promise<(PairedDifferences | null)[]> {
  const { seed, level = DEFAULT_LEVEL } = options;
  const size = gold.length;
  const { samples, note } = samplesFor(size, options.samples);
  if (!(level > 0 && level < 1)) throw new RangeError(`the level must be inside (0, 1), not ${level}`);
  if (!Number.isInteger(samples) || samples < 1) throw new RangeError(`cannot draw ${samples} resamples`);
  if (systems[reference] === undefined) {
    throw new RangeError(`no reference ${reference} among ${systems.length} systems`);
  }
  const random = seeded(seed);
  throwIfAborted(options.signal, WORK);
  const reasons = systems.map((column) => whyUndefined(column, gold));
  const tooFew = size < MINIMUM_PAIRS_FOR_INTERVAL;
  // The reference stands first, then the others in their order.
  const resampled = [reference];
  systems.forEach((_, system) => {
    if (system !== reference && reasons[system] === null) resampled.push(system);
  });
  const ready = reasons[reference] === null && !tooFew;
  const drawn = PAIRED_MEASURES.map(() => resampled.map(() => new Float64Array(ready ? samples : 0)));
  const kept = new Int32Array(resampled.length);
  if (ready && resampled.length > 1) {
    const correlationsOf = pairedResampler(
      gold,
      resampled.map((system) => systems[system]!),
    );
    const weights = new Float64Array(size);
    await inSlices(WORK, samples, options, () => {
      weights.fill(0);
      for (let draw = 0; draw < size; draw++) weights[below(random, size)]!++;
      const correlations = correlationsOf(weights);
      for (let at = 1; at < resampled.length; at++) {
        // Both measures are defined in the same resamples.
        if (Number.isNaN(correlations.pearson[0]! - correlations.pearson[at]!)) continue;
        PAIRED_MEASURES.forEach((measure, row) => {
          drawn[row]![at]![kept[at]!] = correlations[measure][0]! - correlations[measure][at]!;
        });
        kept[at]!++;
      }
    });
  }

  const differencesOf = (system: number): PairedDifferences => {
    const entries = PAIRED_MEASURES.map((measure, row): [PairedMeasure, PairedDifference] => {
      const own = CORRELATION[measure](systems[system]!, gold);
      const best = CORRELATION[measure](systems[reference]!, gold);
      if (best.value === null) {
        const reason = `the system compared with: ${best.reason}`;
        return [measure, undefinedDifference(undefinedEstimate(reason), reason)];
      }
      if (own.value === null) return [measure, undefinedDifference(own, own.reason)];
      const difference = { value: best.value - own.value };
      if (tooFew) {
        return [
          measure,
          undefinedDifference(difference, `fewer than ${MINIMUM_PAIRS_FOR_INTERVAL} pairs (${size})`),
        ];
      }
      const at = resampled.indexOf(system);
      const columns = drawn[row]![at]!.subarray(0, kept[at]);
      return [measure, summary(difference, { kept: columns, samples, level, seed, note })];
    });
    return Object.fromEntries(entries) as PairedDifferences;
  };
  return systems.map((_, system) => (system === reference ? null : differencesOf(system)));
}
