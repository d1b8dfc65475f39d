/** Rows of int8 vectors as `encodeShard` writes them; the scales play no part in a cosine. */
export interface Int8Rows {
  /** The whole shard, scales first. */
  bytes: ArrayBuffer;
  /** Rows in it. */
  words: number;
  dimension: number;
}

/** A row near the one that was asked for. */
export interface NearRow {
  row: number;
  similarity: number;
}

/**
 * The rows of shards, counted through, that are nearest to a vector by cosine, nearest first; of equal ones the earlier.
 * Zero rows are near nothing.
 * @param wanted which rows may be named
 */
export function nearestRows(
  shards: readonly Int8Rows[],
  vector: Float32Array,
  count: number,
  wanted: (row: number) => boolean,
): NearRow[] {
  const nearest: NearRow[] = [];
  const length = Math.sqrt(dot(vector, vector));
  if (!(length > 0)) return nearest;
  let before = 0;
  for (const { bytes, words, dimension } of shards) {
    const values = new Int8Array(bytes, words * 4);
    for (let w = 0; w < words; w++) {
      let product = 0;
      let squared = 0;
      for (let i = 0, at = w * dimension; i < dimension; i++, at++) {
        const value = values[at]!;
        product += value * vector[i]!;
        squared += value * value;
      }
      if (squared === 0) continue;
      const similarity = product / (Math.sqrt(squared) * length);
      const last = nearest[count - 1];
      if (last && similarity <= last.similarity) continue;
      if (!wanted(before + w)) continue;
      const place = nearest.findIndex((other) => other.similarity < similarity);
      nearest.splice(place < 0 ? nearest.length : place, 0, { row: before + w, similarity });
      if (nearest.length > count) nearest.pop();
    }
    before += words;
  }
  return nearest;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
