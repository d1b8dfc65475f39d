/** Two tokens that stand for one another. */
export interface Link {
  /** Index of the first sentence's token. */
  row: number;
  /** Index of the second sentence's token. */
  column: number;
  similarity: number;
}

/**
 * Aligns the tokens of two sentences one to one by competitive linking: the most similar pair of tokens is linked and
 * both are taken out, and so on (Melamed 2000, Models of translational equivalence among words, section 5.1). Of equal
 * similarities, the pair that stands nearer to the same place in both sentences goes first, then the earlier one; so
 * the second sentence aligned to the first gives the same links.
 * @param similarity row-major, rows x columns; NaN where two tokens can't be compared: they are never linked
 * @param threshold links are above it, not equal to it
 * @returns in the order of the rows
 * @throws RangeError where the matrix is not rows x columns
 */
export function alignTokens(
  similarity: Float64Array,
  rows: number,
  columns: number,
  threshold: number,
): Link[] {
  if (similarity.length !== rows * columns) {
    throw new RangeError(`${similarity.length} similarities are no ${rows} x ${columns}.`);
  }
  const candidates: Link[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const value = similarity[row * columns + column]!;
      if (value > threshold) candidates.push({ row, column, similarity: value });
    }
  }
  // Distance of the middles of the two tokens as shares of their sentences, times 2 x rows x columns: whole numbers.
  const apart = ({ row, column }: Link): number =>
    Math.abs((2 * row + 1) * columns - (2 * column + 1) * rows);
  candidates.sort(
    (a, b) =>
      // Not the difference: that of two infinite similarities is NaN.
      Number(b.similarity > a.similarity) - Number(a.similarity > b.similarity) ||
      apart(a) - apart(b) ||
      a.row - b.row ||
      a.column - b.column,
  );
  const rowTaken = new Uint8Array(rows);
  const columnTaken = new Uint8Array(columns);
  const links: Link[] = [];
  for (const link of candidates) {
    if (rowTaken[link.row] === 1 || columnTaken[link.column] === 1) continue;
    rowTaken[link.row] = columnTaken[link.column] = 1;
    links.push(link);
  }
  return links.sort((a, b) => a.row - b.row);
}
