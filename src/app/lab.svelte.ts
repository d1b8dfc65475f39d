import { partName } from '../benchmarks/catalogue.ts';
import { Failure } from '../failure.ts';
import type { Bench } from './bench.ts';
import type { Comparison, OpenBenchmark } from './comparison.svelte.ts';
import { LabEdits, type EditTools } from './labEdits.svelte.ts';
import { labExamples, type LabExample } from './labExamples.ts';
import {
  presentRow,
  startHistory,
  withoutRow,
  withPresent,
  withRow,
  withTyped,
  type LabHistory,
  type LabRowKind,
} from './labHistory.ts';
import { findPair, labPairOf } from './labPair.ts';
import { historyOf, readLabLink, writeLabLink, type LabLinkText } from './labLink.ts';
import { LabScores, type LabTools as ScoreTools } from './labScores.svelte.ts';
import { leaveOneOut } from './labTokens.ts';
import { Latest, STALE } from './latest.ts';
import type { Library } from './library.svelte.ts';
import { Predictions } from './predictions.svelte.ts';
import type { SystemEntry } from './systemEntry.svelte.ts';

export interface LabTools extends ScoreTools, EditTools {
  library: Library;
}

/** Steps that can be taken back. */
const MOST_UNDONE = 100;
/** A pause in typing: shorter ones are the time between two keys. */
const PAUSE_MS = 100;
/** The address changes no faster: browsers refuse a page that changes it too often. */
const LINK_PAUSE_MS = 600;

/** The pair lab: two sentences, what was made of them, and what all systems say of each. */
export class Lab implements Bench {
  history = $state.raw<LabHistory>(startHistory());
  readonly scores: LabScores;
  readonly edits: LabEdits;
  /** The class says its score before it sees one. */
  predicting = $state(false);
  readonly predictions = new Predictions();
  private undone = $state.raw<readonly LabHistory[]>([]);
  private readonly tools: LabTools;
  private readonly latest = new Latest();
  /** The last change was a key that was pressed: another may follow. */
  private isTyping = false;
  /** The bench as a link holds it, a moment after it came to rest. */
  link = $state.raw<LabLinkText>({ kind: 'none' });
  readonly present = $derived(presentRow(this.history));
  readonly canUndo = $derived(this.undone.length > 0);
  /** The pair on the bench is still the benchmark's own. */
  readonly gold = $derived(this.present.kind === 'start' ? (this.history.pair?.gold ?? null) : null);
  /** The part that the first row's fits are of, where it is open; null is all that is open. */
  readonly part = $derived.by(() => {
    const { pair } = this.history;
    const benchmark = this.tools.comparison.benchmark;
    return pair && benchmark?.info.id === pair.benchmark && benchmark.task.parts.includes(pair.part)
      ? pair.part
      : null;
  });
  readonly hidden = $derived(this.predicting && !this.predictions.isRevealed(this.present.sentences));
  /** A run holds the scores of what it was run on; here every score is of the present moment. */
  readonly row = null;
  /** A link is being read. */
  private following = 0;

  constructor(tools: LabTools) {
    this.tools = tools;
    this.scores = new LabScores(tools, () => this.part);
    this.edits = new LabEdits(tools);
  }

  /** Makes sure that something lies on the bench when a person comes in. */
  async enter(): Promise<void> {
    const { history } = this;
    const isUntouched = (): boolean =>
      this.following === 0 &&
      this.history === history &&
      this.undone.length === 0 &&
      writeLabLink(history).kind === 'none';
    if (!isUntouched()) return;
    const [first] = await this.examples();
    if (!first || !isUntouched()) return;
    this.history = historyOfExample(first);
  }

  /** Three pairs to begin with, from the contrast set where it is here. */
  async examples(): Promise<LabExample[]> {
    const { library, comparison } = this.tools;
    const open = comparison.benchmark;
    if (open?.info.id === 'contrast') return labExamples(open);
    const part = library.stored.find(({ benchmark }) => benchmark === 'contrast');
    return labExamples(part ? await comparison.read('contrast', [partName(part)]) : null);
  }

  startExample(example: LabExample): void {
    this.change(historyOfExample(example));
  }

  /** Lays a pair of a benchmark on the bench, in place of what is there. */
  startFrom(benchmark: OpenBenchmark, row: number): void {
    const { sentence1, sentence2 } = benchmark.pairs[row]!;
    this.change(startHistory([sentence1, sentence2], labPairOf(benchmark, row)));
  }

  /** Lays two sentences on the bench, in place of what is there. */
  startWith(sentences: readonly [string, string]): void {
    this.change(startHistory(sentences));
  }

  clear(): void {
    this.change(startHistory());
  }

  type(sentences: readonly [string, string]): void {
    const typed = withTyped(this.history, sentences);
    // One step back takes back all that was typed into a row.
    const isSameRow = typed.present === this.history.present && this.isTyping;
    this.change(typed, !isSameRow);
    this.isTyping = true;
  }

  /** A new row under the present one. */
  edit(side: number, result: string, kind: Exclude<LabRowKind, 'start'>, label: string): void {
    const [first, second] = this.present.sentences;
    this.change(withRow(this.history, side === 0 ? [result, second] : [first, result], kind, label));
  }

  choose(id: number): void {
    this.change(withPresent(this.history, id));
  }

  remove(id: number): void {
    this.change(withoutRow(this.history, id));
  }

  undo(): void {
    const before = this.undone.at(-1);
    if (!before) return;
    this.latest.drop();
    this.undone = this.undone.slice(0, -1);
    this.history = before;
    this.isTyping = false;
  }

  get sentences(): readonly [string, string] {
    return this.present.sentences;
  }

  get comparison(): Comparison {
    return this.tools.comparison;
  }

  get entries(): readonly SystemEntry[] {
    return this.tools.comparison.systems;
  }

  get goldScale(): readonly [number, number] {
    return this.history.pair?.scale ?? [0, 5];
  }

  get waitMs(): number {
    return this.isTyping ? PAUSE_MS : 0;
  }

  /** Asks for the scores of the present row, then of the others, then of the present one without each token. */
  refresh(): Promise<void> {
    const { sentences } = this.present;
    const others = this.history.rows.map((row) => row.sentences);
    const variants = leaveOneOut(sentences).map((without) => without.sentences);
    return this.scores.refresh(this.entries, [[sentences], others, variants]);
  }

  /** Keeps `link` up to date, a moment after each change. @returns what stops it */
  followChanges(): () => void {
    void this.history;
    const timer = setTimeout(() => this.settleLink(), LINK_PAUSE_MS);
    return () => clearTimeout(timer);
  }

  settleLink(): void {
    this.link = writeLabLink(this.history);
  }

  /**
   * Lays on the bench what a link holds.
   * @param opened settles when the link's benchmark is open, or could not be opened
   * @throws Failure where it can't be read, or its pair is not here
   */
  async follow(text: string, opened: Promise<unknown>): Promise<void> {
    const link = readLabLink(text);
    if (!link) {
      throw new Failure('bad-lab-link', 'The link’s pair lab could not be read.', 'Ask for the link again.');
    }
    this.following++;
    try {
      const answer = await this.latest.ask(async () => {
        if (link.pair === null) return historyOf(link, null);
        await opened.catch(() => {});
        return historyOf(link, await findPair(link.pair, this.tools));
      });
      if (answer === STALE) return;
      this.change(answer);
      this.settleLink();
    } finally {
      this.following--;
    }
  }

  private change(history: LabHistory, isStep = true): void {
    this.latest.drop();
    this.isTyping = false;
    if (history === this.history) return;
    if (isStep) this.undone = [...this.undone, this.history].slice(-MOST_UNDONE);
    this.history = history;
  }
}

function historyOfExample({ pair, sentences }: LabExample): LabHistory {
  return startHistory(sentences, pair);
}
