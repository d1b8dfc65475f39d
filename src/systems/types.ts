/**
 * The sentences of a task, each distinct text once. A pair is two indices into `sentences`; parts are the
 * splits or sets that the pairs come from, because IDF and principal components are fitted on a part.
 */
export interface TaskSentences {
  /** Identifies the content: equal keys mean equal sentences, pairs and parts. */
  key: string;
  /** Distinct texts, exactly as published. */
  sentences: readonly string[];
  /** Pair -> index of its first sentence. */
  first: Int32Array;
  /** Pair -> index of its second sentence. */
  second: Int32Array;
  /** Pair -> index into `parts`. */
  part: Int32Array;
  /** Pair -> 1 where people rated it. Only rated pairs are fitted on. */
  rated: Uint8Array;
  /** "test", "test/images", ... */
  parts: readonly string[];
  /** BCP 47 of each sentence, as of the first pair that has it; absent where nobody knows. */
  languages?: readonly string[];
}

/** `unit` says what is counted where it is not plain pieces. */
export type Progress = (done: number, total: number, what: string, unit?: ProgressUnit) => void;
export type ProgressUnit = 'bytes' | 'sentences';

/** Why a pair has no score. The order is the wire format: append only. */
export const MISSING_REASONS = [
  'scored',
  'empty text',
  'no known word',
  'all weights are zero',
  'nothing left after removing the component',
  'no token',
  'measure not defined',
  'no score in the file',
] as const;
export type MissingReason = (typeof MISSING_REASONS)[number];

/** One score a pair, in the order of the task. A missing score is NaN and `reasons` says why. */
export interface Scores {
  values: Float64Array;
  /** Index into MISSING_REASONS; 0 is "scored". */
  reasons: Uint8Array;
}

/**
 * What a tokeniser made of the two sentences of each pair: pair p has its first sentence at 2p and its second at
 * 2p + 1. Counted before anything is cut.
 */
export interface PairTokenCounts {
  tokens: Int32Array;
  unknown: Int32Array;
  /** A sentence with more tokens than this was cut; null where nothing is cut. */
  limit: number | null;
}

/** A token of a sentence as a system sees it, for the pair panel. */
export interface ExplainedToken {
  text: string;
  /** UTF-16 offsets into the sentence. */
  start: number;
  end: number;
  /** Whether the system's model knows the word; for word overlap, whether the other sentence has it. */
  known: boolean;
  /** What the token counts. */
  weight: number;
}

/** The tokens of two sentences, each of the first against each of the second. */
export interface TokenMatrix {
  tokens: [ExplainedToken[], ExplainedToken[]];
  /**
   * Row-major, tokens of the first sentence x tokens of the second: the cosine of the two word vectors, NaN where one
   * has none; for word overlap 1 where the two are equal, else 0; for a phrase aligner its token measure, 1 where the
   * two are equal.
   */
  similarity: Float64Array;
}

/** Pairs that stand in no benchmark, to be scored as if they stood in a part of the open one. */
export interface ProbeRequest {
  /** The part whose fit is used ("test", "test/images"); null is that of everything open. */
  part: string | null;
  pairs: readonly (readonly [string, string])[];
}

/** Scores of probed pairs. What was fitted was fitted without them. */
export interface ProbeScores extends Scores {
  fittedOn: string;
  notes: string[];
}

/** Anything that scores the pairs of a task. Made for one task by `createSystem`. */
export interface SimilaritySystem {
  /** Names the parameters too: "sif(a=1e-3,components=1,...)". */
  readonly id: string;
  /** One score a pair, in order. Missing (no known word, empty text) is NaN with a reason. */
  score(report: Progress, signal?: AbortSignal): Promise<ScoreResult>;
  /** The tokens of both sentences of a pair. Cheap after `score`. */
  explain(
    pair: number,
    report?: Progress,
    signal?: AbortSignal,
  ): Promise<[ExplainedToken[], ExplainedToken[]]>;
  /** The same tokens, each of the first sentence compared with each of the second. */
  matrix(pair: number, report?: Progress, signal?: AbortSignal): Promise<TokenMatrix>;
}

export interface ScoreResult {
  scores: Scores;
  /** What was fitted on what, in words: "IDF on the 2,758 sentences of test". */
  fittedOn: string;
  /** What a reader of the number must know, such as a component that was not removed. */
  notes: string[];
  /** Tokens of the task (each distinct sentence once) and how many of them have no vector. */
  tokens: number;
  unknownTokens: number;
  /** Per pair, where the system counts them. */
  tokenCounts?: PairTokenCounts;
}
