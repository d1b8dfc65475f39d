/** How `public/models` is laid out: shared by the builders, which write it, and the page, which reads it. */

/** A file of a model, relative to the model's folder. */
export interface ModelFile {
  name: string;
  sizeBytes: number;
  sha256: string;
}

/** `manifest.json` of a set of word vectors. */
export interface VectorsManifest {
  dimension: number;
  words: number;
  /** Words in order of frequency, one a line. Row r of the vectors is line r. */
  index: ModelFile;
  /** Every shard holds this many words, the last one fewer. */
  wordsPerShard: number;
  /** In order of frequency. */
  shards: ModelFile[];
}

/** Bytes of a shard of `words` rows: a float32 scale a row, then the rows as int8. */
export function shardBytes(words: number, dimension: number): number {
  return words * 4 + words * dimension;
}

/**
 * Writes rows as int8 with one scale a row: value = scale x int8. Row-major, little-endian.
 * The scale is the row's largest magnitude / 127, so the error is at most half a scale.
 */
export function encodeShard(rows: readonly ArrayLike<number>[], dimension: number): Uint8Array<ArrayBuffer> {
  const bytes = new ArrayBuffer(shardBytes(rows.length, dimension));
  const view = new DataView(bytes);
  rows.forEach((row, r) => {
    let largest = 0;
    for (let i = 0; i < dimension; i++) largest = Math.max(largest, Math.abs(row[i]!));
    const scale = Math.fround(largest / 127);
    view.setFloat32(r * 4, scale, true);
    for (let i = 0; i < dimension; i++) {
      view.setInt8(rows.length * 4 + r * dimension + i, scale === 0 ? 0 : Math.round(row[i]! / scale));
    }
  });
  return new Uint8Array(bytes);
}

/** The views of the shard that was read last: making them anew for every row costs more than reading it. */
let opened: { shard: ArrayBuffer; scales: DataView; values: Int8Array } | null = null;

/** Reads row `row` of a shard of `words` rows into `target` at `offset`. */
export function decodeRow(
  shard: ArrayBuffer,
  words: number,
  dimension: number,
  row: number,
  target: Float32Array,
  offset: number,
): void {
  if (opened?.shard !== shard) {
    opened = { shard, scales: new DataView(shard), values: new Int8Array(shard) };
  }
  const { scales, values } = opened;
  const scale = scales.getFloat32(row * 4, true);
  const from = words * 4 + row * dimension;
  for (let i = 0; i < dimension; i++) target[offset + i] = scale * values[from + i]!;
}
