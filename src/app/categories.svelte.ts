import type { WorkerClient } from '../compute/clients/worker.ts';
import type { LanguageService } from '../compute/protocol.ts';
import { CATEGORIES, type CategoryId, type CategoryLabel } from '../errors/types.ts';
import { Cancelled, Failure } from '../failure.ts';
import type { PlaygroundStore } from '../storage/types.ts';
import type { Activities, Activity } from './activities.svelte.ts';
import type { Comparison, OpenBenchmark } from './comparison.svelte.ts';
import { correctionFile, partOf, readCorrectionFile, storedCorrection } from './correctionFile.ts';
import type { CorrectionFile } from './correctionFile.ts';
import type { LinkState } from './permalink.ts';
import { labelsOf, withAdded, withRemoved } from './corrections.ts';
import type { Correction, PairLabel, PairLabels } from './corrections.ts';

/** What the rules found for each pair; null where they did not read it. */
type Found = readonly (readonly CategoryLabel[] | null)[];

export type ReadingState =
  | { kind: 'unread' }
  | { kind: 'reading'; activity: Activity | null }
  | { kind: 'read'; found: Found; vocabulary: string | null; vectors: string | null }
  | { kind: 'cancelled' }
  | { kind: 'failed'; what: string; nextStep: string };

const UNREAD: ReadingState = { kind: 'unread' };
/** Labels of so many tasks are kept, each with and without vectors: all of STS-B takes a few megabytes. */
const READINGS_KEPT = 6;

/** A row of the table of categories: one of them, the pairs that have none, or all pairs. */
export type RowId = CategoryId | 'none' | 'all';
export const ROWS: readonly RowId[] = [...CATEGORIES.map(({ id }) => id), 'none', 'all'];

export interface CategoryTools {
  store: PlaygroundStore;
  language: WorkerClient<LanguageService>;
  activities: Activities;
  comparison: Comparison;
}

/** Why each pair of the open benchmark is hard: what the rules say, corrected by the person at the page. */
export class Categories {
  /** Word senses are read with all of the default word vectors: megabytes, so a person has to ask for them. */
  byVectors = $state(false);
  /** By task, and whether by vectors. */
  private states = $state.raw<ReadonlyMap<string, ReadingState>>(new Map());
  /** By the id of the pair, of every benchmark that was read. */
  private corrections = $state.raw<ReadonlyMap<string, Correction>>(new Map());
  private readonly tools: CategoryTools;
  private readonly benchmark = $derived.by(() => this.tools.comparison.benchmark);
  /** Of the state that is open. */
  private readonly key = $derived.by(() =>
    this.benchmark ? `${this.benchmark.task.key}${this.byVectors ? ' by vectors' : ''}` : null,
  );
  readonly state = $derived.by(() => (this.key === null ? UNREAD : (this.states.get(this.key) ?? UNREAD)));
  /** The labels of each pair of the open benchmark; null until they were read. */
  readonly labels = $derived.by(() => {
    const { benchmark, state } = this;
    if (!benchmark || state.kind !== 'read') return null;
    return benchmark.pairs.map(({ id }, row) =>
      labelsOf(state.found[row]!, this.correctionOf(benchmark, row, id)),
    );
  });
  /** Rows of the open benchmark by category. Null until they were read. */
  readonly rows = $derived.by(() => (this.labels ? rowsByCategory(this.labels) : null));
  /** The word vectors whose unknown words were looked for; null where they were not looked for. */
  readonly vocabulary = $derived.by(() => (this.state.kind === 'read' ? this.state.vocabulary : null));
  /** The word vectors that word senses were read with; null for none. */
  readonly vectors = $derived.by(() => (this.state.kind === 'read' ? this.state.vectors : null));
  /** How many pairs are of another language than the rules read. */
  readonly unread = $derived.by(() => this.labels?.filter(({ read }) => !read).length ?? 0);
  /** How many labels the person corrected, by category. */
  readonly correctedBy = $derived.by((): ReadonlyMap<CategoryId, number> => {
    const counts = new Map<CategoryId, number>();
    for (const { labels, removed } of this.labels ?? []) {
      const corrected = [...removed, ...labels.filter((label) => label.corrected)];
      for (const { category } of corrected) counts.set(category, (counts.get(category) ?? 0) + 1);
    }
    return counts;
  });
  readonly corrected = $derived.by(() => sum([...this.correctedBy.values()], (labels) => labels));
  /** Corrections of pairs whose sentences are others now. They are kept, and count for nothing. */
  readonly outdated = $derived.by(() => {
    const { benchmark } = this;
    if (!benchmark) return 0;
    return sum([...this.corrections], ([id, { contentHash }]) => {
      const part = partOf(id, benchmark.parts);
      return part && part.contentHash !== contentHash ? 1 : 0;
    });
  });

  constructor(tools: CategoryTools) {
    this.tools = tools;
  }

  linkFields(): Pick<LinkState, 'vectors'> {
    return { vectors: this.byVectors };
  }

  takeLink({ vectors }: LinkState): void {
    this.byVectors = vectors;
  }

  /** Reads the open benchmark's pairs with word vectors or without; what goes on of the other way is stopped. */
  async readBy(vectors: boolean): Promise<void> {
    this.byVectors = vectors;
    this.stopOthers();
    await this.read();
  }

  /** Reads the open benchmark's pairs, unless that was done, goes on, or was stopped or failed before. */
  async readOnce(): Promise<void> {
    if (this.state.kind === 'unread') await this.read();
  }

  /** Reads the open benchmark's pairs. Does nothing where that was done or goes on. Never rejects. */
  async read(): Promise<void> {
    const { benchmark, key, state, byVectors } = this;
    if (!benchmark || key === null || state.kind === 'read' || state.kind === 'reading') return;
    const isOpen = (): boolean => this.key === key;
    this.stopOthers();
    this.put(key, { kind: 'reading', activity: null });
    const { activities, language } = this.tools;
    const pairs = benchmark.pairs.map(({ sentence1, sentence2, languages }) => ({
      sentence1,
      sentence2,
      languages,
    }));
    try {
      await this.recall(benchmark.info.id);
      const found = await activities.run(
        'Sorting pairs by what makes them hard',
        language,
        (service, job, onEvent) => service.categorise(job, pairs, byVectors, onEvent),
        (activity) => {
          this.put(key, { kind: 'reading', activity });
          if (!isOpen()) activity.cancel();
        },
      );
      const { labels, vocabulary, vectors } = found;
      this.put(key, { kind: 'read', found: labels, vocabulary, vectors });
    } catch (error) {
      // What was stopped because another benchmark was opened begins anew when this one is.
      if (error instanceof Cancelled) this.put(key, isOpen() ? { kind: 'cancelled' } : UNREAD);
      else this.put(key, failed(error));
    }
  }

  /** Puts the pair into a category that the rules did not find, or back into one that the person took it out of. */
  async add(row: number, category: CategoryId): Promise<void> {
    await this.correct(row, (correction, hash) => withAdded(correction, category, hash));
  }

  async remove(row: number, label: PairLabel): Promise<void> {
    await this.correct(row, (correction, hash) => withRemoved(correction, label, hash));
  }

  /** The corrections of the open benchmark's parts. */
  exported(made: { appVersion: string; exportedAt: string }): CorrectionFile {
    const { info, parts } = this.benchmark!;
    return correctionFile(info.id, parts, this.corrections, made);
  }

  /**
   * Takes corrections from a file; of a pair that has one already, the file's counts.
   * @returns what was done, in words
   * @throws Failure `bad-corrections`: not such a file, or of another benchmark or other contents. Nothing is taken then.
   */
  async importFrom(name: string, text: string): Promise<string> {
    const file = readCorrectionFile(name, text);
    const { info, parts, pairs } = this.benchmark!;
    if (file.benchmark !== info.id) {
      throw new Failure(
        'bad-corrections',
        `${name} corrects the benchmark “${file.benchmark}”; “${info.id}” is open.`,
        'Open that benchmark first, then import the file again.',
      );
    }
    for (const { key, contentHash } of file.parts) {
      const open = parts.find((part) => part.key === key);
      if (!open || open.contentHash === contentHash) continue;
      throw new Failure(
        'bad-corrections',
        `${name} was made on another content of ${key} (sha256 ${contentHash.slice(0, 12)}…; here ${open.contentHash.slice(0, 12)}…).`,
        'Its corrections may be of other sentences; nothing was imported. Import the same files as where it was made.',
      );
    }
    const here = new Set(pairs.map(({ id }) => id));
    let elsewhere = 0;
    for (const id of file.corrections.keys()) {
      if (here.has(id)) continue;
      const { key } = partOf(id, file.parts)!;
      if (parts.some((part) => part.key === key)) {
        throw new Failure(
          'bad-corrections',
          `${name} corrects “${id}”, and there is no such pair.`,
          'Nothing was imported. Take that pair out of the file, or export it anew.',
        );
      }
      elsewhere++;
    }
    let replaced = 0;
    for (const [id, correction] of file.corrections) {
      if (this.corrections.has(id)) replaced++;
      await this.keep(id, correction);
    }
    return [
      `Corrections of ${file.corrections.size} pairs imported`,
      ...(replaced > 0 ? [`${replaced} of them in place of your own`] : []),
      ...(elsewhere > 0 ? [`${elsewhere} of parts that are not open`] : []),
    ].join(', ');
  }

  private correctionOf(benchmark: OpenBenchmark, row: number, id: string): Correction | undefined {
    const correction = this.corrections.get(id);
    return correction?.contentHash === contentHashOf(benchmark, row) ? correction : undefined;
  }

  private async correct(
    row: number,
    change: (correction: Correction | undefined, contentHash: string) => Correction | null,
  ): Promise<void> {
    const { benchmark } = this;
    if (!benchmark) return;
    const { id } = benchmark.pairs[row]!;
    const correction = this.correctionOf(benchmark, row, id);
    await this.keep(id, change(correction, contentHashOf(benchmark, row)));
  }

  private async keep(id: string, correction: Correction | null): Promise<void> {
    const corrections = new Map(this.corrections);
    if (correction) corrections.set(id, correction);
    else corrections.delete(id);
    this.corrections = corrections;
    await this.tools.store.putSetting(`correction:${id}`, correction);
  }

  /** What was corrected on an earlier visit. */
  private async recall(benchmark: string): Promise<void> {
    const kept = await this.tools.store.listSettings(`${SETTING}${benchmark}/`);
    const corrections = new Map(this.corrections);
    for (const [key, value] of kept) {
      const correction = storedCorrection(value);
      if (correction) corrections.set(key.slice(SETTING.length), correction);
    }
    this.corrections = corrections;
  }

  private stopOthers(): void {
    for (const [key, state] of this.states) {
      if (key !== this.key && state.kind === 'reading') state.activity?.cancel();
    }
  }

  private put(key: string, state: ReadingState): void {
    const states = new Map(this.states);
    states.delete(key);
    for (const other of states.keys()) {
      if (states.size < READINGS_KEPT) break;
      states.delete(other);
    }
    this.states = states.set(key, state);
  }
}

const SETTING = 'correction:';

function contentHashOf({ parts, task }: OpenBenchmark, row: number): string {
  return parts[task.part[row]!]!.contentHash;
}

function rowsByCategory(labels: readonly PairLabels[]): ReadonlyMap<RowId, Int32Array> {
  const rows = new Map<RowId, number[]>(ROWS.map((id) => [id, []]));
  labels.forEach((pair, row) => {
    rows.get('all')!.push(row);
    for (const { category } of pair.labels) rows.get(category)!.push(row);
    if (pair.read && pair.labels.length === 0) rows.get('none')!.push(row);
  });
  return new Map([...rows].map(([id, members]) => [id, Int32Array.from(members)]));
}

function sum<T>(values: readonly T[], of: (value: T) => number): number {
  let total = 0;
  for (const value of values) total += of(value);
  return total;
}

function failed(error: unknown): ReadingState {
  if (error instanceof Failure) return { kind: 'failed', what: error.what, nextStep: error.nextStep };
  console.error(error);
  return {
    kind: 'failed',
    what: error instanceof Error ? error.message : String(error),
    nextStep: 'Try again.',
  };
}
