import { Failure } from '../failure.ts';
import { clampToUnit, cosineOfRows } from './cosine.ts';

export const MEASURE_IDS = [
  'cosine',
  'angular',
  'dot',
  'euclidean',
  'manhattan',
  'braycurtis',
  'correlation',
] as const;
export type MeasureId = (typeof MEASURE_IDS)[number];

/** How two sentence vectors are compared, as the page explains it. */
export interface Measure {
  id: MeasureId;
  title: string;
  /** In words, for a reader who does not read formulas. */
  formula: string;
  /** Where the definition comes from. */
  source: string;
  /** True of all, so that a correlation with human scores has the same sign under each: distances are negative. */
  higherIsCloser: true;
  /** The score of a vector with itself; null where that depends on the vector. */
  top: number | null;
  /** What a score of 0 says of two sentences. Where they are `equal`, a missing score can't count as 0. */
  zeroMeans: 'unrelated' | 'opposite' | 'equal';
}

export const MEASURES: readonly Measure[] = [
  {
    id: 'cosine',
    title: 'cosine',
    formula: 'the dot product divided by both lengths: 1 for the same direction, 0 for a right angle',
    source: 'Cer et al. 2017, equation 1',
    higherIsCloser: true,
    top: 1,
    zeroMeans: 'unrelated',
  },
  {
    id: 'angular',
    title: 'angular',
    formula: 'one minus the angle as a share of a half turn: 1 for the same direction, 0.5 for a right angle',
    source: 'Cer et al. 2018 (Universal Sentence Encoder), equation 1',
    higherIsCloser: true,
    top: 1,
    zeroMeans: 'opposite',
  },
  {
    id: 'dot',
    title: 'dot product',
    formula: 'the components multiplied one by one and added up; longer vectors count more',
    source: 'the usual definition',
    higherIsCloser: true,
    top: null,
    zeroMeans: 'unrelated',
  },
  {
    id: 'euclidean',
    title: 'negative Euclidean distance',
    formula: 'minus the straight distance of the two points: 0 for equal vectors, else below',
    source: 'the usual definition',
    higherIsCloser: true,
    top: 0,
    zeroMeans: 'equal',
  },
  {
    id: 'manhattan',
    title: 'negative Manhattan distance',
    formula: 'minus the sum of the differences of the components: 0 for equal vectors, else below',
    source: 'the usual definition',
    higherIsCloser: true,
    top: 0,
    zeroMeans: 'equal',
  },
  {
    id: 'braycurtis',
    title: 'negative Bray-Curtis dissimilarity',
    formula:
      'minus the sum of the differences of the components, divided by the sum of the sizes of their sums: 0 for equal vectors, else below',
    source: 'SEF@UHH at SemEval-2017 task 1 (Duma and Menzel 2017)',
    higherIsCloser: true,
    top: 0,
    zeroMeans: 'equal',
  },
  {
    id: 'correlation',
    title: 'vector correlation',
    formula: "Pearson's correlation of the components: the cosine after each vector's own mean is taken off",
    source: 'SEF@UHH at SemEval-2017 task 1 (Duma and Menzel 2017)',
    higherIsCloser: true,
    top: 1,
    zeroMeans: 'unrelated',
  },
];

/** @throws Failure `unknown-measure` */
export function measureOf(id: string): Measure {
  const measure = MEASURES.find((candidate) => candidate.id === id);
  if (measure) return measure;
  throw new Failure('unknown-measure', `There is no measure "${id}".`, `Choose ${MEASURE_IDS.join(', ')}.`);
}

/** Row-major, rows x dimension. */
export type Matrix = Float32Array | Float64Array;

/**
 * Compares two rows of a matrix; higher is closer. Accumulated in double precision, and clamped where the measure is
 * bounded. Swapping the rows changes no bit; equal rows give exactly the measure's `top`.
 * @returns NaN where the measure is not defined: a zero row (cosine, angular, correlation), a row of equal
 * components (correlation), rows that cancel out (Bray-Curtis), or components that are not finite
 */
export function similarity(
  measure: MeasureId,
  matrix: Matrix,
  dimension: number,
  rowA: number,
  rowB: number,
): number {
  const score = compute(measure, matrix, dimension, rowA, rowB);
  return Number.isFinite(score) ? score : NaN;
}

function compute(measure: MeasureId, matrix: Matrix, dimension: number, rowA: number, rowB: number): number {
  const a = rowA * dimension;
  const b = rowB * dimension;
  switch (measure) {
    case 'cosine':
      return cosineOfRows(matrix, dimension, rowA, rowB);
    case 'angular':
      return 1 - Math.acos(cosineOfRows(matrix, dimension, rowA, rowB)) / Math.PI;
    case 'dot':
      return dotProduct(matrix, dimension, a, b);
    // "0 -" and not a sign: equal rows give 0, not -0.
    case 'euclidean':
      return 0 - euclideanDistance(matrix, dimension, a, b);
    case 'manhattan':
      return 0 - manhattanDistance(matrix, dimension, a, b);
    case 'braycurtis':
      return 0 - manhattanDistance(matrix, dimension, a, b) / sizeOfSums(matrix, dimension, a, b);
    case 'correlation':
      return correlationOfRows(matrix, dimension, a, b);
  }
}

/** Whether a row holds nothing but zeros: it is no direction, and what a failed read-back looks like. */
export function isZeroRow(matrix: Matrix, dimension: number, row: number): boolean {
  for (let i = row * dimension; i < (row + 1) * dimension; i++) if (matrix[i] !== 0) return false;
  return true;
}

function dotProduct(matrix: Matrix, dimension: number, a: number, b: number): number {
  let sum = 0;
  for (let i = 0; i < dimension; i++) sum += matrix[a + i]! * matrix[b + i]!;
  return sum;
}

function euclideanDistance(matrix: Matrix, dimension: number, a: number, b: number): number {
  let sum = 0;
  for (let i = 0; i < dimension; i++) {
    const difference = matrix[a + i]! - matrix[b + i]!;
    sum += difference * difference;
  }
  return Math.sqrt(sum);
}

function manhattanDistance(matrix: Matrix, dimension: number, a: number, b: number): number {
  let sum = 0;
  for (let i = 0; i < dimension; i++) sum += Math.abs(matrix[a + i]! - matrix[b + i]!);
  return sum;
}

function sizeOfSums(matrix: Matrix, dimension: number, a: number, b: number): number {
  let sum = 0;
  for (let i = 0; i < dimension; i++) sum += Math.abs(matrix[a + i]! + matrix[b + i]!);
  return sum;
}

/** A spread below this share of the mean is the rounding noise of a constant row. */
const CONSTANT = 1e-13;

/** Pearson's correlation of the components of two rows, in two passes. */
function correlationOfRows(matrix: Matrix, dimension: number, a: number, b: number): number {
  let sumA = 0;
  let sumB = 0;
  for (let i = 0; i < dimension; i++) {
    sumA += matrix[a + i]!;
    sumB += matrix[b + i]!;
  }
  const meanA = sumA / dimension;
  const meanB = sumB / dimension;
  let product = 0;
  let squaredA = 0;
  let squaredB = 0;
  for (let i = 0; i < dimension; i++) {
    const x = matrix[a + i]! - meanA;
    const y = matrix[b + i]! - meanB;
    product += x * y;
    squaredA += x * x;
    squaredB += y * y;
  }
  if (squaredA <= dimension * (CONSTANT * meanA) ** 2 || squaredB <= dimension * (CONSTANT * meanB) ** 2) {
    return NaN;
  }
  // One root of the product, as in `cosineOfRows`: equal rows give exactly 1.
  return clampToUnit(product / Math.sqrt(squaredA * squaredB));
}
