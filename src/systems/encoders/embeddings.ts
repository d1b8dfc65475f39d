/**
 * What made a set of embeddings: everything that their numbers depend on, the sentences apart. Hashed into their
 * key, and copied into the provenance of every run that is made of them.
 */
export interface EncoderProvenance {
  /** The system's id without what is chosen after encoding (measure, missing scores). */
  encoder: string;
  model: { id: string; revision: string };
  tokeniser: string;
  backend: 'webgpu' | 'wasm';
  dtype: string;
  pooling: string;
  normalise: boolean;
  prefix: string;
  maxTokens: number;
  /** How sentences are put into batches: quantised models depend on it. */
  batching: string;
  libraries: Record<string, string>;
  /** Of the code that encodes. */
  encoderVersion: string;
}

/** What is known of a set of embeddings before, and after, its rows are there. */
export interface EmbeddingsHead {
  /** `embeddingsKey` of the provenance and the task. */
  key: string;
  provenance: EncoderProvenance;
  /** Key of the task whose distinct sentences were encoded. */
  taskKey: string;
  /** Title of the benchmark with its parts, for the storage panel. */
  title: string;
  dimension: number;
  /** Distinct sentences of the task, the ones that have no row included. */
  sentences: number;
  /** Row -> index of its sentence. Shorter than `sentences` where some have no token. */
  order: Int32Array;
  /** Batch b holds rows offsets[b] to offsets[b + 1]. */
  offsets: Int32Array;
  /** Sentence -> its tokens before anything was cut, and how many of them are unknown. */
  tokens: Int32Array;
  unknown: Int32Array;
  /** What a reader of the numbers must know, such as a backend that was given up. */
  notes: string[];
  /** Why this backend; says nothing of the numbers, so it is not in the key. */
  backendReason: string;
  /** Where the model's files came from: "hub, commit 1a2b3c4d of https://…". Equal bytes from elsewhere are the same. */
  modelOrigin: string;
  threads: number;
  /** ISO 8601. */
  createdAt: string;
}
