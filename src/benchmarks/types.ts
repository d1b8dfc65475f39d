/** Two sentences and what people said about them. `gold` is null where nobody rated the pair. */
export interface SentencePair {
  /**
   * Stable: benchmark/split[/set]/line. Survives filtering and sorting. In place of the line stands the
   * file's own id where it has a unique one and the reader was told to use it (the contrast set).
   */
  id: string;
  /** Exactly as published: never trimmed, repaired or normalised. */
  sentence1: string;
  sentence2: string;
  /** On the benchmark's own scale. */
  gold: number | null;
  genre?: string;
  source?: string;
  year?: string;
  /** Only in the contrast set: the one phenomenon in which the pair's triple differs. */
  category?: string;
  /** Only in the contrast set: the triple (anchor, paraphrase, contrast) that the pair belongs to. */
  triple?: string;
  /** BCP 47, in the order of the sentences. */
  languages: [string, string];
}

/** [lowest, highest] gold score of a benchmark, by its definition (not by its data). */
export type Scale = readonly [number, number];

/** A row of a file that did not become a pair. */
export interface RejectedRow {
  file: string;
  /** 1-based line of the file. */
  line: number;
  reason: string;
}

/** Something about the file that changes no pair, or changes it in a way a reader should know. */
export interface ImportNote {
  text: string;
  /** How many rows it concerns. */
  count: number;
  /** 1-based line of the first of them; absent where it concerns the file as a whole. */
  firstLine?: number;
}

/** How every import ends. `read = rated + unrated + rejected.length`; a dropped row is always counted. */
export interface ImportReport {
  files: string[];
  /** Rows that hold data: not the header, not a blank last line. */
  read: number;
  rated: number;
  unrated: number;
  rejected: RejectedRow[];
  notes: ImportNote[];
}

/** The smallest piece of a benchmark that was published as one: a split, or one set of a split. */
export interface BenchmarkPart {
  benchmark: string;
  /** train, dev, test, trial or all. */
  split: string;
  /** Name of the set inside the split ("images", "track5.en-en"), null where the split is one set. */
  set: string | null;
  pairs: SentencePair[];
  report: ImportReport;
}

/** What is true of a whole benchmark. */
export interface BenchmarkInfo {
  id: string;
  title: string;
  scale: Scale;
  licence: string;
  citation: string;
}

/** A file in memory: dropped, fetched or unpacked. `name` may be a path ("archive.zip/member.txt"). */
export interface NamedBytes {
  name: string;
  bytes: Uint8Array;
}
