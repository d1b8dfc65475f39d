import type { Bench } from '../bench.ts';
import type { Comparison } from '../comparison.svelte.ts';
import type { LabScores } from '../labScores.svelte.ts';
import { leaveOneOut } from '../labTokens.ts';
import type { Predictions } from '../predictions.svelte.ts';
import type { SystemEntry } from '../systemEntry.svelte.ts';
import type { PairWidget } from './types.ts';

/** A pause in typing: shorter ones are the time between two keys. */
const PAUSE_MS = 100;
const NOTHING: readonly [string, string] = ['', ''];

export interface BenchTools {
  comparison: Comparison;
  scores: LabScores;
  predictions: Predictions;
}

/** The pair of a lesson's step: as the lesson has it, after one of its edits, or as it was typed over. */
export class LessonBench implements Bench {
  readonly widget: PairWidget;
  readonly entries: readonly SystemEntry[];
  readonly comparison: Comparison;
  readonly scores: LabScores;
  readonly predictions: Predictions;
  /** What stands in place of the lesson's pair. */
  private changed = $state.raw<readonly [string, string] | null>(null);
  private isTyping = false;
  /** The lesson's pair in the contrast set; null where it has sentences of its own, or none of that id. */
  private readonly startRow = $derived.by(() => {
    const { source } = this.widget;
    const row =
      'pair' in source ? this.comparison.benchmark?.pairs.findIndex(({ id }) => id === source.pair) : -1;
    return row === undefined || row < 0 ? null : row;
  });
  /** The pair that the step begins with; null where it names one that the contrast set does not have. */
  readonly start = $derived.by((): readonly [string, string] | null => {
    const { source } = this.widget;
    if ('sentences' in source) return source.sentences;
    if (this.startRow === null) return null;
    const { sentence1, sentence2 } = this.comparison.benchmark!.pairs[this.startRow]!;
    return [sentence1, sentence2];
  });
  readonly sentences = $derived.by(() => this.changed ?? this.start ?? NOTHING);
  readonly isChanged = $derived.by(() => this.start !== null && !isSame(this.sentences, this.start));
  readonly row = $derived.by(() => (this.isChanged ? null : this.startRow));
  readonly gold = $derived.by(() => {
    const gold = this.row === null ? NaN : this.comparison.benchmark!.gold[this.row]!;
    return Number.isNaN(gold) ? null : gold;
  });
  readonly hidden = $derived.by(() => this.predicting && !this.predictions.isRevealed(this.sentences));

  constructor(widget: PairWidget, entries: readonly SystemEntry[], tools: BenchTools) {
    this.widget = widget;
    this.entries = entries;
    this.comparison = tools.comparison;
    this.scores = tools.scores;
    this.predictions = tools.predictions;
  }

  get predicting(): boolean {
    return this.widget.predict;
  }

  get goldScale(): readonly [number, number] {
    return this.comparison.benchmark?.info.scale ?? [0, 5];
  }

  get waitMs(): number {
    return this.isTyping ? PAUSE_MS : 0;
  }

  type(sentences: readonly [string, string]): void {
    this.changed = sentences;
    this.isTyping = true;
  }

  /** @param sentences null for those of the lesson */
  lay(sentences: readonly [string, string] | null): void {
    this.changed = sentences;
    this.isTyping = false;
  }

  /** Asks for the scores of the pair, then of the other pairs, then of the pair without each token where it is shown. */
  refresh(): Promise<void> {
    const { sentences, start, widget } = this;
    const others = [...(start ? [start] : []), ...widget.edits.map((edit) => edit.sentences)];
    const variants = widget.show.includes('tokens')
      ? leaveOneOut(sentences).map((without) => without.sentences)
      : [];
    return this.scores.refresh(this.entries, [[sentences], others, variants]);
  }
}

function isSame(a: readonly [string, string], b: readonly [string, string]): boolean {
  return a[0] === b[0] && a[1] === b[1];
}
