import type { Comparison } from './comparison.svelte.ts';
import type { LabScores } from './labScores.svelte.ts';
import type { Predictions } from './predictions.svelte.ts';
import type { SystemEntry } from './systemEntry.svelte.ts';

/** Two sentences, and what the systems say of them: what the pair lab and a step of a lesson have in common. */
export interface Bench {
  readonly sentences: readonly [string, string];
  /** The systems asked, in the order in which they are shown. */
  readonly entries: readonly SystemEntry[];
  readonly scores: LabScores;
  /** Holds the benchmark on whose scale scores are read. */
  readonly comparison: Comparison;
  readonly predictions: Predictions;
  /** The class says its score before it sees one. */
  readonly predicting: boolean;
  /** Whether no score may be seen: the class has not said its own yet. */
  readonly hidden: boolean;
  /** People's score of the pair, on `goldScale`; null where nobody rated it. */
  readonly gold: number | null;
  readonly goldScale: readonly [number, number];
  /** Row of the pair in the benchmark of `comparison`, for a score that a run holds; null for any other pair. */
  readonly row: number | null;
  /** What is waited before a question: nothing after a click, a pause after a key. */
  readonly waitMs: number;
  refresh(): Promise<void>;
}
