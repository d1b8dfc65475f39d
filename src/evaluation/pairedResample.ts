import { centred, clamp, spreadOf } from './columns.ts';
import { denseLevels } from './ranks.ts';
import type { Column } from './types.ts';

/**
 * Below this share of the mean square, a variance from plain sums has lost too many digits, and two passes are made: an
 * outlier that a resample misses leaves the others far from the mean of the whole.
 */
const CANCELLED = 1e-6;
/** A deviation below this part of the magnitude may be what `spreadOf` calls nearly equal; two passes find out. */
const MAYBE_NEARLY_EQUAL = 1e-8;

interface PlacedColumn {
  /** Place -> value as given. */
  given: Float64Array;
  /** Place -> value, centred and scaled (see `centred`). */
  centred: Float64Array;
  /** Smallest mean square deviation, on the scale of `centred`, at which plain sums will do. */
  leastVariance: number;
  /** Places in ascending order of value. */
  ascending: Uint16Array | Uint32Array;
  /** Position in `ascending` -> 1 where the value equals the one before. */
  tied: Uint8Array;
}

function placed(column: Column, order: Uint32Array): PlacedColumn {
  const given = Float64Array.from(order, (row) => column[row]!);
  const scaled = centred(given);
  const { ofRow } = denseLevels(given);
  const ascending = new Uint32Array(order.length);
  for (let place = 0; place < order.length; place++) ascending[place] = place;
  ascending.sort((a, b) => ofRow[a]! - ofRow[b]! || a - b);
  const tied = new Uint8Array(order.length);
  for (let at = 1; at < order.length; at++) {
    if (ofRow[ascending[at]!] === ofRow[ascending[at - 1]!]) tied[at] = 1;
  }
  const lowest = ascending[0]!;
  const highest = ascending[order.length - 1]!;
  const magnitude = Math.max(Math.abs(given[lowest]!), Math.abs(given[highest]!));
  const scale =
    (scaled[highest]! - scaled[lowest]!) / (given[highest]! / magnitude - given[lowest]! / magnitude);
  return {
    given,
    centred: scaled,
    leastVariance: (MAYBE_NEARLY_EQUAL * scale) ** 2,
    ascending: order.length <= 0x10000 ? Uint16Array.from(ascending) : ascending,
    tied,
  };
}

/** Whether the places of positive weight hold different values, by `spreadOf`. */
function varies({ given }: PlacedColumn, weights: Float64Array): boolean {
  let lowest = Infinity;
  let highest = -Infinity;
  for (let place = 0; place < given.length; place++) {
    if (weights[place] === 0) continue;
    if (given[place]! < lowest) lowest = given[place]!;
    if (given[place]! > highest) highest = given[place]!;
  }
  return spreadOf(lowest, highest) === 'varies';
}

/** Pearson's correlation in two passes; NaN where it is not defined. */
function carefully(x: PlacedColumn, y: PlacedColumn, weights: Float64Array): number {
  if (!varies(x, weights) || !varies(y, weights)) return NaN;
  const size = weights.length;
  let meanX = 0;
  let meanY = 0;
  for (let place = 0; place < size; place++) {
    meanX += (weights[place]! * x.centred[place]!) / size;
    meanY += (weights[place]! * y.centred[place]!) / size;
  }
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let place = 0; place < size; place++) {
    const dx = x.centred[place]! - meanX;
    const dy = y.centred[place]! - meanY;
    xx += weights[place]! * dx * dx;
    yy += weights[place]! * dy * dy;
    xy += weights[place]! * dx * dy;
  }
  return clamp(xy / Math.sqrt(xx) / Math.sqrt(yy));
}

/**
 * Writes the centred average ranks of a resample, place -> rank (one of no meaning where the weight is 0), and returns their sum of squares.
 */
function writeRanks({ ascending, tied }: PlacedColumn, weights: Float64Array, ranks: Float64Array): number {
  const size = weights.length;
  const meanRank = (size + 1) / 2;
  let before = 0;
  let squares = 0;
  for (let start = 0; start < size;) {
    let end = start;
    let count = 0;
    do count += weights[ascending[end++]!]!;
    while (end < size && tied[end] === 1);
    const rank = before + (count + 1) / 2 - meanRank;
    before += count;
    squares += count * rank * rank;
    for (; start < end; start++) ranks[ascending[start]!] = rank;
  }
  return squares;
}

/**
 * Spearman's correlation of a resample. `weighted` holds two numbers a place, side by side because they are read in the
 * order of the column's values: the weight, and the weight times gold's centred rank. Centred ranks are multiples of a
 * half, so up to a hundred thousand pairs all sums here are exact.
 */
function spearmanOf({ ascending, tied }: PlacedColumn, weighted: Float64Array, goldSquares: number): number {
  const size = ascending.length;
  const meanRank = (size + 1) / 2;
  let before = 0;
  let squares = 0;
  let cross = 0;
  for (let at = 0; at < size;) {
    const place = 2 * ascending[at++]!;
    let count = weighted[place]!;
    let products = weighted[place + 1]!;
    while (at < size && tied[at] === 1) {
      const next = 2 * ascending[at++]!;
      count += weighted[next]!;
      products += weighted[next + 1]!;
    }
    const rank = before + (count + 1) / 2 - meanRank;
    before += count;
    squares += count * rank * rank;
    cross += rank * products;
  }
  return clamp(cross / Math.sqrt(squares) / Math.sqrt(goldSquares));
}

/** System -> its correlation with gold in the resample; NaN where that is not defined there. */
export interface ResampledCorrelations {
  pearson: Float64Array;
  spearman: Float64Array;
}

/**
 * Prepares k systems on the same pairs for resampling. The returned function takes how often each pair occurs in a
 * resample (weights that add up to the number of pairs; place i is the i-th pair in ascending order of gold, then of the
 * systems in turn) and gives the correlations of the expanded sample, Spearman's with ranks of the resample and not of
 * the whole. O(pairs x systems). It reuses its working memory, the result too: one caller at a time.
 * Every column must be one that a correlation is defined for (`whyUndefined`).
 */
export function pairedResampler(
  gold: Column,
  systems: readonly Column[],
): (weights: Float64Array) => ResampledCorrelations {
  const size = gold.length;
  const order = new Uint32Array(size);
  for (let row = 0; row < size; row++) order[row] = row;
  // By the values alone, so that a seed draws the same resamples however the rows were sorted.
  order.sort((a, b) => {
    if (gold[a] !== gold[b]) return gold[a]! - gold[b]!;
    for (const column of systems) if (column[a] !== column[b]) return column[a]! - column[b]!;
    return 0;
  });
  const y = placed(gold, order);
  const columns = systems.map((column) => placed(column, order));
  const goldRanks = new Float64Array(size);
  const weighted = new Float64Array(2 * size);
  const result = {
    pearson: new Float64Array(systems.length),
    spearman: new Float64Array(systems.length),
  };

  const pearsonOf = (x: PlacedColumn, weights: Float64Array, meanY: number, varianceY: number): number => {
    const values = x.centred;
    const goldValues = y.centred;
    let sum = 0;
    let squares = 0;
    let cross = 0;
    for (let place = 0; place < size; place++) {
      const value = values[place]!;
      const once = weights[place]! * value;
      sum += once;
      squares += once * value;
      cross += once * goldValues[place]!;
    }
    const meanX = sum / size;
    const varianceX = squares / size - meanX * meanX;
    const plain = varianceX > CANCELLED * (squares / size) && varianceX > x.leastVariance && varianceY > 0;
    if (!plain) return carefully(x, y, weights);
    return clamp((cross / size - meanX * meanY) / Math.sqrt(varianceX) / Math.sqrt(varianceY));
  };

  return (weights) => {
    let sum = 0;
    let squares = 0;
    for (let place = 0; place < size; place++) {
      const value = y.centred[place]!;
      const once = weights[place]! * value;
      sum += once;
      squares += once * value;
    }
    const meanY = sum / size;
    let varianceY = squares / size - meanY * meanY;
    // 0 sends every system the careful way.
    if (!(varianceY > CANCELLED * (squares / size) && varianceY > y.leastVariance)) varianceY = 0;
    const goldSquares = writeRanks(y, weights, goldRanks);
    for (let place = 0; place < size; place++) {
      weighted[2 * place] = weights[place]!;
      weighted[2 * place + 1] = weights[place]! * goldRanks[place]!;
    }
    columns.forEach((x, system) => {
      const correlation = pearsonOf(x, weights, meanY, varianceY);
      result.pearson[system] = correlation;
      result.spearman[system] = Number.isNaN(correlation) ? NaN : spearmanOf(x, weighted, goldSquares);
    });
    return result;
  };
}
