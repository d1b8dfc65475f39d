/** Vectors of the words of one vocabulary. */
export interface WordRows {
  dimension: number;
  /** Row-major, vocabulary x dimension. Zero where the word is unknown. */
  rows: Float32Array;
  /** 1 where the vectors hold the word. */
  known: Uint8Array;
  /** What a reader of a number made with them should know. */
  notes?: string[];
}

/** A segment of token ids for each sentence: sentence s owns ids[offsets[s] .. offsets[s + 1]). */
export interface Segments {
  ids: Int32Array;
  /** Length sentences + 1. */
  offsets: Int32Array;
}

/** Word vectors with their weights, held by a backend. */
export interface WeightedTable {
  /**
   * For each segment the sum of weight[id] x row[id] over its ids. Row-major, segments x dimension; an empty
   * segment gives a zero row.
   */
  sums(segments: Segments): Promise<Float32Array>;
  dispose(): void;
}

/** What a backend must be able to do for the lexical encoders. */
export interface SegmentSummer {
  readonly backend: 'webgpu' | 'wasm' | 'cpu';
  /** Holds `rows`, each scaled by its weight; `weights` null means all 1. */
  table(rows: WordRows, weights: Float32Array | null): Promise<WeightedTable>;
}

/** A word near another by the cosine of their vectors. */
export interface Neighbour {
  word: string;
  similarity: number;
}

/** A set of word vectors that can be asked for the words of a vocabulary. */
export interface WordVectors {
  id: string;
  /** sha256 of what the numbers come from. */
  revision: string;
  dimension: number;
  rowsFor(
    vocabulary: readonly string[],
    report: (done: number, total: number, what: string) => void,
    signal?: AbortSignal,
  ): Promise<WordRows>;
  /**
   * The words nearest to one, itself left out, nearest first; empty where the word has no vector. Absent where the
   * vectors are not at hand, as those of a file of the user's own, which is read for each look-up.
   */
  neighbours?(
    word: string,
    count: number,
    report: (done: number, total: number, what: string) => void,
    signal?: AbortSignal,
  ): Promise<Neighbour[]>;
}
