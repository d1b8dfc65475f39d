import type { PartAudit } from '../benchmarks/audit.ts';
import type { BenchmarkInfo, ImportReport, SentencePair } from '../benchmarks/types.ts';
import type { EmbeddingsHead, EncoderProvenance } from '../systems/encoders/embeddings.ts';
import type { PairTokenCounts, Scores } from '../systems/types.ts';

export type { EmbeddingsHead, EncoderProvenance };

/** What is known of an imported part without reading its pairs. */
export interface StoredPart {
  /** `partKey` of the three fields below. */
  key: string;
  benchmark: string;
  split: string;
  set: string | null;
  info: BenchmarkInfo;
  /** sha256 (hex) of the content the pairs were read from. */
  contentHash: string;
  /** `pairs` counts all of them, `rated` those with a gold score. */
  counts: { pairs: number; rated: number };
  /** BCP 47, distinct. */
  languages: string[];
  report: ImportReport;
  audit: PartAudit;
  /** ISO 8601. */
  importedAt: string;
  origin: { kind: 'site' | 'address' | 'file' | 'embedded'; name: string };
  /** Approximate: see `approximateSizeBytes`. */
  sizeBytes: number;
}

/** Everything that made a run's numbers. Shown beside them, exported with them, and hashed into the run's key. */
export interface Provenance {
  benchmark: string;
  /** In the order in which their pairs were scored. */
  parts: { key: string; contentHash: string }[];
  /** "none", or which pairs were kept. */
  filter: string;
  /** Pairs scored: the length of the run's scores. */
  pairs: number;
  /** Of those, the ones with a gold score. */
  rated: number;
  /** The system's id, which names all of its parameters. */
  system: string;
  /** `revision` is the sha256 (hex) of the weights. Null where the system has no model. */
  model: { id: string; revision: string } | null;
  frequencies: { id: string; sha256: string } | null;
  tokeniser: string;
  /** Null where the model's own tokeniser decides. */
  lowerCase: boolean | null;
  /** "IDF on the 2,758 sentences of test"; null where nothing is fitted. */
  fittedOn: string | null;
  measure: string;
  backend: 'webgpu' | 'wasm' | 'cpu' | 'none';
  /** Why this backend: "WebGPU refused by the canary", "chosen by the user". */
  backendReason: string;
  dtype: string;
  pooling: string;
  maxTokens: number | null;
  /** Of a transformer; absent elsewhere. */
  encoder?: EncoderProvenance;
  /** Where the files of a transformer came from; says nothing of the numbers. */
  modelOrigin?: string;
  /** Of imported scores; absent elsewhere. `column` is null where the file has only one. */
  scoreFile?: { name: string; sha256: string; column: string | null; joinedBy: string };
  /** Of the user's own code; absent elsewhere. */
  code?: { name: string; sha256: string };
  /** Name -> version. */
  libraries: Record<string, string>;
  appVersion: string;
}

export interface Run {
  /** `runKey` of the provenance. */
  key: string;
  provenance: Provenance;
  scores: Scores;
  /** What a reader of the numbers must know, such as a component that was not removed. */
  notes: string[];
  /** Tokens of the distinct sentences, and how many of them the model does not know. */
  tokens: number;
  unknownTokens: number;
  /** Per pair, where the system counts them. */
  tokenCounts?: PairTokenCounts;
  /** ISO 8601. */
  createdAt: string;
  seconds: number;
}

/** A head with how much of it is there. */
export interface StoredEmbeddings extends EmbeddingsHead {
  batchesStored: number;
  rowsStored: number;
  /** Of the rows. */
  sizeBytes: number;
}

export interface StoredSizes {
  partsBytes: number;
  runsBytes: number;
  /** Of the rows; heads add about a hundredth. */
  embeddingsBytes: number;
  settingsBytes: number;
}

/** `done` of `total` pairs were read. */
export type ReadProgress = (done: number, total: number) => void;

/**
 * What can be kept and read back. What goes in is copied by the time the promise resolves: a later change to
 * it changes nothing stored, but a buffer must not be transferred away before.
 */
export interface StoreLayer {
  /**
   * All or nothing: if any of it cannot be written, an earlier version of the part stays whole.
   * Runs on the earlier version stay too; their provenance names its content hash.
   * Throws a `Failure` `part-inconsistent` where the pairs do not agree with the part's counts or key.
   */
  putPart(part: StoredPart, pairs: readonly SentencePair[]): Promise<void>;
  /** By key. */
  listParts(): Promise<StoredPart[]>;
  /**
   * Reads chunk by chunk, with a turn of the event loop after each, and sees one version of the part
   * even while another is being written.
   * Throws a `Failure`: `part-missing`, or `part-damaged` where chunks are missing.
   */
  getPairs(key: string, onProgress?: ReadProgress): Promise<SentencePair[]>;
  /** Keys of the runs that used the part and would go with it. */
  runsOfPart(key: string): Promise<string[]>;
  /**
   * Deletes a part with its pairs and every run that used it: such a run has no sentences to show. The embeddings
   * of every task that had its content go too, even where another part has the same content: they can be
   * computed again. Answers with keys.
   */
  deletePart(key: string): Promise<{ deletedRuns: string[]; deletedEmbeddings: string[] }>;
  /**
   * Throws a `Failure` `run-inconsistent`: wrong key, wrong length of the scores or the token counts, or a missing
   * score without a reason.
   */
  putRun(run: Run): Promise<void>;
  getRun(key: string): Promise<Run | undefined>;
  /** Oldest first. Includes runs on an earlier content of a part: compare `provenance.parts`. */
  listRuns(filter?: { benchmark?: string }): Promise<Run[]>;
  deleteRun(key: string): Promise<void>;
  /**
   * Starts a set of embeddings, or goes on with one: of the same key, the earlier head and its batches stay. A
   * session that puts batches calls this or `getEmbeddings` before, so that they find their head when the storage
   * breaks.
   * Throws a `Failure` `embeddings-inconsistent`: wrong key (`embeddingsKey`), rows or batches or counts that do not
   * fit together, or a set of the same key with its rows in another order.
   */
  putEmbeddingsHead(head: EmbeddingsHead): Promise<void>;
  /**
   * Stores one batch of rows, row-major, in any order of batches; a batch that is there is replaced. Whole or not at
   * all. Throws a `Failure` `embeddings-inconsistent` where the head is not there (it may have been deleted meanwhile),
   * or there is no such batch, or the length is not rows x dimension, or a value is not finite.
   */
  putEmbeddingsBatch(key: string, batch: number, rows: Float32Array): Promise<void>;
  /** Every set, newest first. Reads no row. */
  listEmbeddings(): Promise<StoredEmbeddings[]>;
  /**
   * The rows of each batch, null where it is not stored. Undefined where there is no such set. Reads about a
   * megabyte at a time, with a turn of the event loop after each, and sees one version of the set.
   */
  getEmbeddings(key: string): Promise<{ head: EmbeddingsHead; batches: (Float32Array | null)[] } | undefined>;
  deleteEmbeddings(key: string): Promise<void>;
  /** The caller answers for `T`. */
  getSetting<T>(key: string): Promise<T | undefined>;
  putSetting(key: string, value: unknown): Promise<void>;
  /** Settings whose keys begin so, by key. Of a list that two tabs may change, each entry is better a setting of its own. */
  listSettings(prefix: string): Promise<Map<string, unknown>>;
  /** Approximate sizes of what is kept. */
  sizes(): Promise<StoredSizes>;
  /** Deletes everything. */
  wipe(): Promise<void>;
}

/** Why data is kept in memory only. */
export type MemoryReason =
  /** The browser has no IndexedDB here. */
  | 'absent'
  /** It refuses to open it: private mode, site data disabled. */
  | 'refused'
  /** The stored data was written by a newer version of the page. */
  | 'newer-version'
  /** It did not answer. */
  | 'hang'
  /** Another tab holds an older version open, and waiting did not help. */
  | 'blocked'
  /** The browser ended the connection, and a second one could not be had. */
  | 'terminated'
  /** No room. */
  | 'quota'
  /** A write failed for another cause. */
  | 'write-failed';

/** `message` is for the person at the page and ends with the next step. */
export type StoreStatus =
  | { kind: 'persistent' }
  /**
   * Something is kept only until the tab closes: with `quota` and `write-failed` what was written since,
   * otherwise everything. Figures are the browser's own and null where it gives none.
   */
  | {
      kind: 'memory';
      reason: MemoryReason;
      message: string;
      usedBytes: number | null;
      allowedBytes: number | null;
    }
  /** Opening waits for another tab. */
  | { kind: 'blocked'; message: string }
  /** The connection was closed for a newer page. Writes are kept in memory; reads of stored data fail. */
  | { kind: 'superseded'; message: string };

export interface StorageUsage extends StoredSizes {
  /** How much of the four above is in memory only. */
  inMemoryBytes: number;
  /** Of the whole origin, by the browser's own estimate; null where it gives none. */
  usedBytes: number | null;
  allowedBytes: number | null;
  /** Whether the browser promises not to evict the data; null where it does not say. */
  persisted: boolean | null;
}

/** What the app holds. Every failure is a `Failure`; a write that finds no room is kept in memory instead. */
export interface PlaygroundStore extends StoreLayer {
  status(): StoreStatus;
  usage(): Promise<StorageUsage>;
  /** Asks the browser not to evict the data. Null where it cannot be asked. */
  persist(): Promise<boolean | null>;
  close(): void;
}

/** benchmark/split[/set]: the beginning of the ids of the part's pairs. */
export function partKey(part: { benchmark: string; split: string; set: string | null }): string {
  return [part.benchmark, part.split, ...(part.set === null ? [] : [part.set])].join('/');
}
