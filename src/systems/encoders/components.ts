import { EVD, Matrix } from 'ml-matrix';
import type { Embeddings } from './weightedSum.ts';

/** Below this many sentences the component is noise: of two vectors it leaves two on one line. */
export const MIN_SENTENCES_FOR_COMPONENTS = 20;

/** Of a vector that shrinks below this share of its length nothing but rounding is left. */
const VANISHED = 1e-6;

/**
 * The leading eigenvectors of the uncentred second moment X'X of sentence vectors, each counted as often as it
 * occurs (Arora et al. 2017, algorithm 1, line 5: the singular vectors of the matrix of sentence vectors).
 * @returns up to `count` unit vectors of `dimension` numbers; fewer where the vectors span less
 */
export function principalComponents(
  { rows, dimension, sentences }: Embeddings,
  multiplicity: Float64Array,
  count: number,
): Float64Array[] {
  const moment = secondMoment({ rows, dimension, sentences }, multiplicity);
  const matrix = new Matrix(dimension, dimension);
  for (let i = 0; i < dimension; i++) {
    for (let j = 0; j <= i; j++) {
      matrix.set(i, j, moment[i * dimension + j]!);
      matrix.set(j, i, moment[i * dimension + j]!);
    }
  }
  const { realEigenvalues, eigenvectorMatrix } = new EVD(matrix, { assumeSymmetric: true });
  const order = realEigenvalues.map((_, i) => i).sort((a, b) => realEigenvalues[b]! - realEigenvalues[a]!);
  const largest = realEigenvalues[order[0]!] ?? 0;
  return order
    .slice(0, count)
    .filter((i) => realEigenvalues[i]! > largest * 1e-12)
    .map((i) => Float64Array.from(eigenvectorMatrix.getColumn(i)));
}

/** Sentences that are added at once: fewer passes over the matrix, twice as fast as one by one. */
const BLOCK = 4;

/** The lower triangle of X'X, each row of X counted `multiplicity` times; in double precision. */
function secondMoment({ rows, dimension, sentences }: Embeddings, multiplicity: Float64Array): Float64Array {
  const moment = new Float64Array(dimension * dimension);
  const block = new Float64Array(BLOCK * dimension);
  for (let start = 0; start < sentences; start += BLOCK) {
    block.fill(0);
    for (let b = 0; b < Math.min(BLOCK, sentences - start); b++) {
      const scale = Math.sqrt(multiplicity[start + b]!);
      const from = (start + b) * dimension;
      for (let i = 0; i < dimension; i++) block[b * dimension + i] = scale * rows[from + i]!;
    }
    for (let i = 0; i < dimension; i++) {
      const w = block[i]!;
      const x = block[dimension + i]!;
      const y = block[2 * dimension + i]!;
      const z = block[3 * dimension + i]!;
      for (let j = 0; j <= i; j++) {
        moment[i * dimension + j]! +=
          w * block[j]! +
          x * block[dimension + j]! +
          y * block[2 * dimension + j]! +
          z * block[3 * dimension + j]!;
      }
    }
  }
  return moment;
}

/**
 * Subtracts from every row its projection on each component (algorithm 1, line 6). The sign of a component does
 * not matter. A row that vanishes becomes exactly zero.
 * @returns the rows in double precision, and which of them vanished
 */
export function removeComponents(
  { rows, dimension, sentences }: Embeddings,
  components: readonly Float64Array[],
): { rows: Float64Array; vanished: Uint8Array } {
  const result = new Float64Array(rows);
  const vanished = new Uint8Array(sentences);
  for (let s = 0; s < sentences; s++) {
    const row = result.subarray(s * dimension, (s + 1) * dimension);
    const before = squaredNorm(row);
    for (const component of components) {
      let projection = 0;
      for (let i = 0; i < dimension; i++) projection += row[i]! * component[i]!;
      for (let i = 0; i < dimension; i++) row[i]! -= projection * component[i]!;
    }
    if (before > 0 && squaredNorm(row) < VANISHED * VANISHED * before) {
      row.fill(0);
      vanished[s] = 1;
    }
  }
  return { rows: result, vanished };
}

function squaredNorm(row: Float64Array): number {
  let sum = 0;
  for (const value of row) sum += value * value;
  return sum;
}
