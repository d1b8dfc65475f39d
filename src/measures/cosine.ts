/**
 * Cosine of two rows of a row-major matrix, accumulated in double precision and clamped to [-1, 1], because
 * rounding can carry equal float32 rows a hair above 1. NaN where either row is zero: there is no angle.
 */
export function cosineOfRows(
  matrix: Float32Array | Float64Array,
  dimension: number,
  rowA: number,
  rowB: number,
): number {
  let dot = 0;
  let squaredA = 0;
  let squaredB = 0;
  const a = rowA * dimension;
  const b = rowB * dimension;
  for (let i = 0; i < dimension; i++) {
    const x = matrix[a + i]!;
    const y = matrix[b + i]!;
    dot += x * y;
    squaredA += x * x;
    squaredB += y * y;
  }
  if (squaredA === 0 || squaredB === 0) return NaN;
  // One root of the product: equal rows give exactly 1, so that they tie in a ranking, and swapping rows changes no bit.
  return clampToUnit(dot / Math.sqrt(squaredA * squaredB));
}

/**
 * Cosine of the binary vectors of two sets: shared / sqrt(sizeA * sizeB). NaN where a set is empty.
 * The baseline of the shared task (Cer et al. 2017, section 6.4).
 */
export function cosineOfSets(shared: number, sizeA: number, sizeB: number): number {
  if (sizeA === 0 || sizeB === 0) return NaN;
  return clampToUnit(shared / Math.sqrt(sizeA * sizeB));
}

export function clampToUnit(value: number): number {
  return value > 1 ? 1 : value < -1 ? -1 : value;
}
