import { whyUndefined } from './columns.ts';
import { spearman } from './correlation.ts';
import { isotonicFit, readCurve } from './isotonic.ts';
import { below, seeded } from './random.ts';
import { ascendingOrder } from './ranks.ts';
import { minusGold, rescaleRows, scoreRange } from './scale.ts';
import type { Estimate } from './types.ts';
import { gather } from './usable.ts';

/** With fewer pairs, a curve is little more than the pairs themselves. */
export const MINIMUM_PAIRS_TO_CALIBRATE = 20;
const FEWEST_PAIRS_A_FOLD = 2;
const DEFAULT_FOLDS = 10;

export interface CrossFitOptions {
  /** Parts that the rows are split into; at least 2. Default 10. */
  folds?: number;
  /** An integer in [0, 2^32): which row is in which fold. */
  seed: number;
}

/** `predicted` is on the gold scale, NaN at rows not fitted; `flatFolds` counts the curves that have a single value. */
export type CrossFit =
  { predicted: Float64Array; folds: number; flatFolds: number } | { predicted: null; reason: string };

/** Place -> fold: folds of equal size but for one, at random. */
function foldsOf(size: number, folds: number, seed: number): Int32Array {
  const random = seeded(seed);
  const fold = Int32Array.from({ length: size }, (_, place) => place % folds);
  for (let place = size - 1; place > 0; place--) {
    const other = below(random, place + 1);
    [fold[place], fold[other]] = [fold[other]!, fold[place]!];
  }
  return fold;
}

/**
 * Each row's score read on the gold scale by an isotonic curve that was fitted on the other folds only: no pair's gold
 * score has a part in its own prediction, which would make errors look smaller than they are. After Zadrozny and Elkan,
 * "Transforming classifier scores into accurate multiclass probability estimates", KDD 2002 (isotonic regression as
 * calibration); the curve is `isotonicFit`, read by `readCurve`.
 *
 * Folds depend on the seed and on places in `rows` alone, so two systems over the same rows share them. Pairs
 * with a sentence in common may fall into different folds.
 *
 * Not defined where no correlation is, for fewer than 20 pairs, and for fewer than 2 a fold.
 * @param rows rows with a finite score and a finite gold score
 * @throws RangeError for a number of folds below 2 or not whole, and for a seed out of range.
 */
export function crossFitted(
  scores: Float64Array,
  gold: Float64Array,
  rows: Int32Array,
  { folds = DEFAULT_FOLDS, seed }: CrossFitOptions,
): CrossFit {
  if (!Number.isInteger(folds) || folds < 2) throw new RangeError(`cannot split into ${folds} folds`);
  const fewest = Math.max(MINIMUM_PAIRS_TO_CALIBRATE, FEWEST_PAIRS_A_FOLD * folds);
  if (rows.length < fewest) {
    return {
      predicted: null,
      reason: `fewer than ${fewest} pairs (${rows.length}) to fit ${folds} curves on`,
    };
  }
  const predictions = gather(scores, rows);
  const ratings = gather(gold, rows);
  const reason = whyUndefined(predictions, ratings);
  if (reason !== null) return { predicted: null, reason };
  const foldOf = foldsOf(rows.length, folds, seed);
  const order = ascendingOrder(predictions);
  const predicted = new Float64Array(scores.length).fill(NaN);
  let flatFolds = 0;
  for (let fold = 0; fold < folds; fold++) {
    const others = order.filter((place) => foldOf[place] !== fold);
    const curve = isotonicFit(predictions, ratings, others);
    if (curve.value.length === 1) flatFolds++;
    for (let place = 0; place < rows.length; place++) {
      if (foldOf[place] === fold) predicted[rows[place]!] = readCurve(curve, predictions[place]!);
    }
  }
  return { predicted, folds, flatFolds };
}

/** How a system's scores are read on the gold scale. */
export type ReadingMethod = 'min-max' | 'isotonic';

/** Scores on the gold scale and their errors in gold units, or why there are none. */
export type GoldReading =
  | {
      /** Prediction minus gold: positive where the system overestimates. NaN where unused. */
      residuals: Float64Array;
      /** On the gold scale; NaN where unused. */
      predicted: Float64Array;
      /** What a reader of the errors must know, null where there is nothing. */
      note: string | null;
    }
  | { residuals: null; reason: string };

/** What an isotonic curve cannot do: follow a system whose scores fall as gold rises. */
function isotonicNote(
  rho: Estimate,
  { flatFolds, folds }: { flatFolds: number; folds: number },
): string | null {
  const falls = rho.value !== null && rho.value < 0;
  if (!falls && flatFolds === 0) return null;
  const why = falls
    ? `The scores fall as gold rises (Spearman ${rho.value!.toFixed(2)}), and an isotonic curve may only rise`
    : 'The scores hardly rise with gold';
  if (flatFolds === 0) return `${why}: it reads most pairs as about the mean gold score.`;
  return `${why}: ${flatFolds} of ${folds} curves are flat and read every pair as the mean gold score.`;
}

/**
 * Scores read on the gold scale: by the shared task's min-max rescaling over the rows used, or by cross-fitted
 * isotonic regression (see `crossFitted`), which takes out how a system spreads its scores and leaves what it gets wrong.
 * The curve makes squared errors small and draws predictions toward the mean of gold; the share within 1.0 may well be
 * lower than by min-max (word overlap on STS-B test: 52 % against 55 %).
 * @param used every usable pair of the run, not those of one facet, so that errors in two facets can be compared
 * @param seed of the folds; min-max has none and ignores it
 * @throws RangeError as `crossFitted` does.
 */
export function readOnGold(
  scores: Float64Array,
  gold: Float64Array,
  scale: readonly [number, number],
  used: Int32Array,
  method: ReadingMethod,
  seed: number,
): GoldReading {
  if (method === 'min-max') {
    const range = scoreRange(scores, used);
    if (range.lowest === null) return { residuals: null, reason: range.reason };
    const predicted = rescaleRows(scores, scale, used, range)!;
    return { residuals: minusGold(predicted, gold), predicted, note: null };
  }
  const fit = crossFitted(scores, gold, used, { seed });
  if (fit.predicted === null) return { residuals: null, reason: fit.reason };
  return {
    residuals: minusGold(fit.predicted, gold),
    predicted: fit.predicted,
    note: isotonicNote(spearman(gather(scores, used), gather(gold, used)), fit),
  };
}
