/** Everything that crosses the boundary between the page and the sandbox in which the user's own code runs. */

/** Word vectors that the code gets as `params.wordVectors`. */
export interface GivenWords {
  words: readonly string[];
  /** Row-major, words x dimension. */
  rows: Float32Array;
  dimension: number;
}

/**
 * One is answered before the next is sent; `ping` is answered at once, whatever the code waits for. It carries a number,
 * because its answer may come when something else is asked already.
 */
export type CodeRequest =
  | { kind: 'load'; source: string; words: GivenWords | null }
  | { kind: 'prepare'; sentences: readonly string[] }
  /** `first` is the number of the first sentence, from 0, for what is said of a fault. */
  | { kind: 'batch'; first: number; sentences: readonly string[] }
  /** Rows of pairs, row-major: pair p compares left row p with right row p. */
  | { kind: 'compare'; left: Float32Array; right: Float32Array; dimension: number }
  | { kind: 'ping'; number: number };

export type CodeReply =
  | { kind: 'loaded'; comparesItself: boolean }
  | { kind: 'prepared'; batchSize: number }
  | { kind: 'rows'; rows: Float32Array; dimension: number }
  | { kind: 'compared'; values: Float64Array }
  | { kind: 'failed'; fault: CodeFault }
  | { kind: 'pong'; number: number };

/** Where in the source, both from 1. */
export interface CodePlace {
  line: number;
  column: number;
}

export interface CodeFault {
  /** A sentence, with the full stop. */
  what: string;
  /** Null where the browser does not say, or where it is no place of the source. */
  place: CodePlace | null;
}
