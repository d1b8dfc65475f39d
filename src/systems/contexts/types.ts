import type { SparseRows } from '../../measures/tokenSets.ts';
import type { Progress } from '../types.ts';

/** A text of the user's own that contexts are counted on. */
export interface TextSource {
  id: string;
  /** sha256 of the file. */
  revision: string;
  /**
   * Reads it from its beginning, piece by piece: a line, or a stretch of one that is very long. Memory does not grow with
   * the text.
   * @throws Cancelled
   */
  read(onPiece: (piece: string) => void, report: Progress, signal?: AbortSignal): Promise<void>;
}

/** How often words of a text stand near one another. */
export interface ContextCounts {
  /** Word -> its row; words that were asked for, whether the text has them or not. */
  idOf: ReadonlyMap<string, number>;
  /** How often a word (row) stands within the window of a context. */
  rows: SparseRows;
  /** How often each context stands within the window of any word of the text. */
  contextTotals: Float64Array;
  /** "2,552 sentences of all": what was read. */
  countedOn: string;
  notes: string[];
}
