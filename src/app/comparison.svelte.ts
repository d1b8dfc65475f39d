import { partName } from '../benchmarks/catalogue.ts';
import type { BenchmarkInfo, SentencePair } from '../benchmarks/types.ts';
import type { BackendPreference } from '../compute/backends/types.ts';
import { onTask } from '../compute/clients/scoring.ts';
import type { WorkerClient } from '../compute/clients/worker.ts';
import type { Piece } from '../compute/encoders/types.ts';
import type { DeskService, EvaluationRequest, ScoringService } from '../compute/protocol.ts';
import { residuals } from '../evaluation/scale.ts';
import { usable } from '../evaluation/usable.ts';
import { Cancelled, Failure } from '../failure.ts';
import type { PlaygroundStore, Run, StoredPart } from '../storage/types.ts';
import {
  defaultSpec,
  definitionOf,
  parseSystem,
  SYSTEMS,
  systemId,
  type SystemSpec,
} from '../systems/registry.ts';
import type { ExplainedToken, TaskSentences } from '../systems/types.ts';
import { CodeFailure } from '../compute/code/failure.ts';
import type { Activities } from './activities.svelte.ts';
import type { Codes } from './codes.svelte.ts';
import { measureDrift, type Drift } from './drift.ts';
import { isWhole, keptEmbeddings, requestOf } from './encoderRuns.ts';
import type { Encoders } from './encoders.svelte.ts';
import { facetKeys, usefulFacets, type FacetId } from './facets.ts';
import { Latest, STALE } from './latest.ts';
import type { Library } from './library.svelte.ts';
import { Evaluations } from './evaluations.ts';
import { equalRows, NOTHING_CHOSEN, openBenchmark, type Chosen } from './openBenchmark.ts';
import type { Precomputed } from './precomputed.ts';
import { findStoredRun, type OnRun } from './runs.ts';
import { runSpec, type InFlight } from './runSpec.ts';
import { SystemEntry } from './systemEntry.svelte.ts';

/** The chosen benchmark as the page works with it. */
export interface OpenBenchmark {
  info: BenchmarkInfo;
  parts: readonly StoredPart[];
  pairs: readonly SentencePair[];
  /** NaN where nobody rated the pair. */
  gold: Float64Array;
  task: TaskSentences;
}

export interface Tools {
  store: PlaygroundStore;
  scoring: WorkerClient<ScoringService>;
  desk: WorkerClient<DeskService>;
  activities: Activities;
  library: Library;
  encoders: Encoders;
  precomputed: Precomputed;
  codes: Codes;
  /** What this page is computing, whoever asked for it. */
  inFlight: InFlight;
  /** The backend that the person wants. */
  preference: () => BackendPreference;
  /** Told of what goes wrong where nobody waits for an answer. */
  onProblem: (error: unknown) => void;
  /** Told of a run that failed; its card shows it. */
  onFailedRun: (error: unknown) => void;
  /** Called after a run that used a backend. */
  onBackend: () => Promise<void>;
}

/** Systems against people on one benchmark. */
export class Comparison {
  benchmark = $state.raw<OpenBenchmark | null>(null);
  /** Set while another benchmark is being read. */
  opening = $state.raw<string | null>(null);
  systems = $state.raw<readonly SystemEntry[]>([]);
  /** Rows chosen by box or lasso. */
  selection = $state.raw<Int32Array | null>(null);
  facet = $state<FacetId | null>(null);
  /** Row of the pair in the pair panel. */
  pair = $state<number | null>(null);
  seed = $state(1);
  readonly facets = $derived(
    this.benchmark ? usefulFacets(this.benchmark.pairs, this.benchmark.parts.length) : [],
  );
  private readonly tools: Tools;
  private readonly openings = new Latest();
  private readonly evaluations: Evaluations;
  private uids = 0;

  constructor(tools: Tools) {
    this.tools = tools;
    this.evaluations = new Evaluations(tools.desk, tools.activities, tools.onProblem);
    for (const { kind, byDefault } of SYSTEMS) if (byDefault) this.addSystem(defaultSpec(kind));
  }

  /** Parts of a benchmark with their pairs and the task that systems get. */
  async read(benchmark: string, parts: readonly string[]): Promise<OpenBenchmark> {
    const stored = await this.tools.library.need(benchmark, parts);
    return openBenchmark(stored, await this.tools.library.pairsOf(stored));
  }

  /** Whether exactly these parts are open, and nothing else is being opened. */
  shows(benchmark: string, parts: readonly string[]): boolean {
    if (this.opening !== null || this.benchmark?.info.id !== benchmark) return false;
    const open = this.benchmark.parts.map(partName);
    return open.length === parts.length && open.every((part, place) => part === parts[place]);
  }

  /** Other pairs, another seed or breakdown, on the benchmark that is open. */
  async choose({ selection, pair }: Chosen, seed: number, facet: FacetId | null): Promise<void> {
    this.pair = pair;
    const known = facet && this.facets.includes(facet) ? facet : null;
    const isSame = seed === this.seed && known === this.facet && equalRows(selection, this.selection);
    if (isSame) return;
    this.seed = seed;
    this.facet = known;
    // Equal rows stay the same array: the Errors view knows what it opened by it.
    if (!equalRows(selection, this.selection)) this.selection = selection;
    await this.evaluateAll();
  }

  /**
   * Opens parts of a benchmark and shows the runs that are stored for it. Nothing is computed but word overlap.
   * @param choose what is chosen of the pairs from the start
   */
  async open(
    benchmark: string,
    parts: readonly string[],
    choose: (opened: OpenBenchmark) => Chosen = () => NOTHING_CHOSEN,
  ): Promise<void> {
    this.opening = benchmark;
    const opened = await this.openings
      .ask(() => this.read(benchmark, parts))
      .catch((error: unknown) => {
        this.opening = null;
        throw error;
      });
    if (opened === STALE) return;
    this.opening = null;
    const previous = this.benchmark?.task.key;
    const { selection, pair } = choose(opened);
    this.selection = selection;
    this.pair = pair;
    this.benchmark = opened;
    if (this.facet && !this.facets.includes(this.facet)) this.facet = null;
    for (const entry of this.systems) this.reset(entry);
    if (previous && previous !== opened.task.key) {
      await this.tools.scoring.call((service) => service.closeTask(previous));
    }
    await Promise.all(this.systems.map((entry) => this.restore(entry)));
    // Counting words takes milliseconds and no model: the page shows something at once.
    const free = this.systems.filter(
      (entry) => entry.run === null && definitionOf(entry.spec.kind).needs === 'nothing',
    );
    await Promise.all(free.map((entry) => this.run(entry)));
  }

  addSystem(spec: SystemSpec): SystemEntry {
    const used = new Set(this.systems.map((entry) => entry.colour));
    let colour = 0;
    while (used.has(colour)) colour++;
    const entry = new SystemEntry(++this.uids, colour, spec);
    this.systems = [...this.systems, entry];
    this.restore(entry).catch(this.tools.onProblem);
    return entry;
  }

  /** @throws Failure where the id names no system or a parameter that it does not have */
  addSystemById(id: string): SystemEntry {
    return this.addSystem(parseSystem(id));
  }

  /**
   * Replaces all systems; those that are there already stay, with what runs.
   * @returns the entries of the specs, in their order
   */
  setSystems(specs: readonly SystemSpec[]): SystemEntry[] {
    const before = [...this.systems];
    const kept = specs.map((spec) => {
      const id = systemId(spec);
      const at = before.findIndex((entry) => entry.id === id);
      return at < 0 ? null : before.splice(at, 1)[0]!;
    });
    for (const entry of before) this.removeSystem(entry);
    const entries = specs.map((spec, place) => kept[place] ?? this.addSystem(spec));
    this.systems = entries;
    return entries;
  }

  /** Shows a pair by its id; an id that is not here shows nothing. */
  showPair(id: string): void {
    const row = this.benchmark?.pairs.findIndex((pair) => pair.id === id) ?? -1;
    this.pair = row < 0 ? null : row;
  }

  removeSystem(entry: SystemEntry): void {
    this.reset(entry);
    this.systems = this.systems.filter((other) => other !== entry);
  }

  /** Stops what goes on for a system and forgets its numbers. */
  private reset(entry: SystemEntry): void {
    this.evaluations.stop(entry);
    if (entry.state.kind === 'running') entry.state.activity?.cancel();
    entry.clear();
  }

  /** Other parameters are another system: what was computed is no longer its. */
  async change(entry: SystemEntry, spec: SystemSpec): Promise<void> {
    this.reset(entry);
    entry.spec = spec;
    await this.restore(entry);
  }

  /** Shows a stored run of the system on this benchmark, if there is one. */
  private async restore(entry: SystemEntry): Promise<void> {
    const { benchmark } = this;
    if (!benchmark || isRunning(entry)) return;
    const { id, spec } = entry;
    const { store, encoders, preference } = this.tools;
    const run = await findStoredRun(
      store,
      benchmark,
      id,
      preference(),
      ({ provenance }) =>
        spec.kind !== 'transformer' || provenance.model?.revision === encoders.lastRevision(spec),
    );
    const overtaken = (): boolean =>
      this.benchmark !== benchmark || isRunning(entry) || entry.run !== null || entry.id !== id;
    if (overtaken()) return;
    if (run) return this.take(entry, run, true);
    // Another measure of embeddings that are there costs nothing; what is there in part waits for a press of Run.
    if ((await this.showKept(entry, benchmark)) && !overtaken()) return this.run(entry);
    const [part] = benchmark.parts;
    if (benchmark.info.id !== 'contrast' || entry.kept) return;
    const shipped = await this.tools.precomputed.find(part!.contentHash, id);
    if (!shipped || overtaken()) return;
    entry.precomputed = true;
    await this.take(entry, shipped, false);
  }

  /** Says how much of a transformer's embeddings is kept; true where nothing is left to encode. */
  private async showKept(entry: SystemEntry, { task }: OpenBenchmark): Promise<boolean> {
    const { spec } = entry;
    if (spec.kind !== 'transformer') return false;
    const kept = await keptEmbeddings(this.tools, task.key, spec);
    if (entry.spec !== spec || this.benchmark?.task !== task) return false;
    entry.kept = kept ? { rows: kept.rowsStored, of: kept.order.length } : null;
    return kept !== undefined && isWhole(kept);
  }

  /**
   * Runs a system on the open benchmark. A second press while it runs does nothing.
   * @param anew load a transformer's model even where nothing is left to encode: its files may have changed
   */
  async run(entry: SystemEntry, anew = false): Promise<void> {
    const { benchmark } = this;
    if (!benchmark || entry.state.kind === 'running') return;
    this.reset(entry);
    const { attempt } = entry;
    const isNewest = (): boolean => entry.attempt === attempt && this.benchmark === benchmark;
    entry.state = { kind: 'running', activity: null };
    try {
      let shown: Promise<void> | null = null;
      const on: OnRun = {
        onActivity: (activity) => {
          // A cancel between two jobs of the run had no job to stop.
          const before = entry.state.kind === 'running' ? entry.state.activity : null;
          if (isNewest()) entry.state = { kind: 'running', activity };
          if (!isNewest() || before?.cancelling) activity.cancel();
        },
        onRun: (run, fromStorage) => {
          if (isNewest()) shown = this.take(entry, run, fromStorage);
        },
      };
      await runSpec(this.tools, benchmark, entry.spec, on, anew);
      await shown;
      if (definitionOf(entry.spec.kind).needs === 'vectors') await this.tools.onBackend();
    } catch (error) {
      if (!isNewest()) return;
      if (error instanceof Cancelled) {
        entry.state = { kind: 'idle' };
        // What it showed before: a stored run, what is kept of its embeddings, or what came with the page.
        await this.restore(entry);
      } else {
        this.tools.onFailedRun(error);
        const failure = error instanceof Failure ? error : null;
        entry.state = {
          kind: 'failed',
          what: failure?.what ?? (error instanceof Error ? error.message : String(error)),
          nextStep: failure?.nextStep ?? 'Try again.',
          ...(failure instanceof CodeFailure && failure.place && { place: failure.place }),
        };
        if (!failure) console.error(error);
      }
    }
  }

  /** Runs, one after another, every system that has no scores of this browser's own yet. */
  async runAll(): Promise<void> {
    await Promise.all(this.systems.filter(isToRun).map((entry) => this.run(entry)));
  }

  async select(rows: Int32Array | null): Promise<void> {
    this.selection = rows;
    await this.evaluateAll();
  }

  async breakDown(facet: FacetId | null): Promise<void> {
    this.facet = facet;
    await this.evaluateAll();
  }

  /** How far a quantised transformer's scores lie from full precision, on a sample of the open benchmark. */
  async drift(entry: SystemEntry): Promise<Drift> {
    return measureDrift(this.tools, this.benchmark!, entry, this.seed);
  }

  /** The tokens of a pair as a transformer sees them; null where its model is not loaded. */
  async pieces(entry: SystemEntry, pair: number): Promise<Piece[][] | null> {
    const { sentence1, sentence2 } = this.benchmark!.pairs[pair]!;
    return this.tools.encoders.pieces(requestOf(entry.spec), [sentence1, sentence2]);
  }

  /** The tokens of a pair as a lexical system sees them. */
  async explain(entry: SystemEntry, pair: number): Promise<[ExplainedToken[], ExplainedToken[]]> {
    const { benchmark } = this;
    if (!benchmark) return [[], []];
    const { activities, scoring } = this.tools;
    const { task } = benchmark;
    return activities.run(`Words of the pair, ${entry.label}`, scoring, (service, job, onEvent) =>
      onTask(service, task, () => service.explain(job, task.key, entry.spec, pair, onEvent)),
    );
  }

  /** Shows a run of the system that is stored, or was made elsewhere, in place of what the system shows. */
  async showRun(entry: SystemEntry, run: Run): Promise<void> {
    this.reset(entry);
    await this.take(entry, run, true);
  }

  /** Shows a system with a run of its own, in the entry that it has already or in a new one. */
  async showSystem(spec: SystemSpec, run: Run, of: OpenBenchmark): Promise<void> {
    const id = systemId(spec);
    const entry = this.systems.find((other) => other.id === id) ?? this.addSystem(spec);
    if (this.benchmark === of) await this.showRun(entry, run);
  }

  /** Rescaled score minus gold for each row, NaN where there is none; null before the system has run. */
  residualsOf(entry: SystemEntry): Float64Array | null {
    const { benchmark } = this;
    if (!benchmark || !entry.run || !entry.evaluation) return null;
    const { values } = entry.run.scores;
    const { used } = usable({ scores: values, gold: benchmark.gold });
    return residuals(values, benchmark.gold, benchmark.info.scale, used, entry.evaluation.range);
  }

  private async take(entry: SystemEntry, run: Run, fromStorage: boolean): Promise<void> {
    entry.run = run;
    entry.fromStorage = fromStorage;
    entry.state = { kind: 'done' };
    await this.evaluate(entry);
  }

  private async evaluateAll(): Promise<void> {
    await Promise.all(this.systems.map((entry) => this.evaluate(entry)));
  }

  private async evaluate(entry: SystemEntry): Promise<void> {
    const { benchmark } = this;
    if (!benchmark || !entry.run) return;
    const { values, reasons } = entry.run.scores;
    const request: EvaluationRequest = {
      scores: values,
      reasons,
      gold: benchmark.gold,
      scale: benchmark.info.scale,
      subset: this.selection,
      facet: this.facet && facetKeys(this.facet, benchmark.pairs, (row) => partOfRow(benchmark, row)),
    };
    await this.evaluations.evaluate(entry, request, this.seed);
  }
}

/** Whether a press of “Run all” runs it. Imported scores can't be computed. */
export function isToRun(entry: SystemEntry): boolean {
  return entry.spec.kind !== 'scores' && (entry.run === null || entry.precomputed);
}

function isRunning(entry: SystemEntry): boolean {
  return entry.state.kind === 'running';
}

/** The part that a row belongs to. */
export function partOfRow(benchmark: OpenBenchmark, row: number): string {
  return benchmark.task.parts[benchmark.task.part[row]!]!;
}
