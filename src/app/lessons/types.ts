/** A lesson as its file says it, checked. `docs/lessons.md` describes the file. */
export interface Lesson {
  /** Lower-case words with hyphens; what a link names. */
  id: string;
  title: string;
  summary: string;
  minutes: number;
  /** For whom: "anyone", "students who know what a vector is". */
  audience: string;
  steps: readonly LessonStep[];
}

export interface LessonStep {
  title: string;
  /** In the part of Markdown that `parseText` reads. */
  text: string;
  widget: LessonWidget;
  /** Something to think about; null where the step asks nothing. */
  question: { asks: string; answer: string } | null;
}

export type LessonWidget =
  PairWidget | ScatterWidget | TriplesWidget | CompareWidget | CloudWidget | DrawsWidget;

/** Two sentences, live. */
export interface PairWidget {
  kind: 'pair';
  /** A pair of the contrast set by its id, or sentences of the lesson's own. */
  source: { pair: string } | { sentences: readonly [string, string] };
  systems: readonly string[];
  /** The class says its score first. */
  predict: boolean;
  /** Other pairs, one press away. */
  edits: readonly { label: string; sentences: readonly [string, string] }[];
  /** What is shown below the scores. */
  show: readonly PairDetail[];
}
export const PAIR_DETAILS = ['words', 'tokens'] as const;
export type PairDetail = (typeof PAIR_DETAILS)[number];

/** Systems against people on the contrast set. */
export interface ScatterWidget {
  kind: 'scatter';
  systems: readonly string[];
  /** A category of the contrast set, whose points stand out; null for none. */
  highlight: string | null;
}

/** The share of triples of the contrast set whose paraphrase is put above the contrast. */
export interface TriplesWidget {
  kind: 'triples';
  systems: readonly string[];
  /** Null for all categories. */
  category: string | null;
}

/** Two or more systems on the contrast set, with the test of their difference. */
export interface CompareWidget {
  kind: 'compare';
  systems: readonly string[];
}

export const CLOUD_SHAPES = ['straight', 'curved', 'outlier'] as const;
export type CloudShape = (typeof CLOUD_SHAPES)[number];

/** Points made up to have a correlation that the person sets. */
export interface CloudWidget {
  kind: 'cloud';
  correlation: number;
  pairs: number;
  shape: CloudShape;
}

/** Two made-up systems, the first no worse than the second, whose true correlations with people are known, measured again and again on few pairs. */
export interface DrawsWidget {
  kind: 'draws';
  first: number;
  second: number;
  /** Of the two systems with one another. */
  between: number;
  /** Sizes of a sample to choose from. */
  pairs: readonly number[];
}
