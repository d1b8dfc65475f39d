import type { PartAudit, SharedPairs } from '../benchmarks/audit.ts';
import type { MappedChoices } from '../benchmarks/mapped.ts';
import type { BenchmarkInfo, BenchmarkPart, Scale } from '../benchmarks/types.ts';
import type { FileOptions, Inspection } from '../benchmarks/userFile.ts';
import type { Evaluation, FacetRow } from '../evaluation/breakdown.ts';
import type { ScoreRange } from '../evaluation/scale.ts';
import type { Intervals } from '../evaluation/types.ts';
import type { SystemSpec } from '../systems/registry.ts';
import type { EmbeddingScores } from '../systems/transformer.ts';
import type { ExplainedToken, ProgressUnit, ScoreResult, TaskSentences } from '../systems/types.ts';
import type { BackendPreference, BackendState } from './backends/types.ts';

/**
 * Everything that crosses the boundary between the page and its workers. Structured clones only; a callback is a
 * comlink proxy. `job` is a number that the caller makes up: with it the job can be cancelled.
 */

/** How far a job is. Sent at most every 100 ms, and once at the end. */
export type JobEvent =
  | { kind: 'waiting'; ahead: number }
  | { kind: 'progress'; what: string; done: number; total: number; unit?: ProgressUnit };

export type OnEvent = (event: JobEvent) => void;

/** Facts of a system that are known before it runs: with the task they name the run. */
export interface SystemFacts {
  model: { id: string; revision: string } | null;
  frequencies: { id: string; sha256: string } | null;
  backend: BackendState['backend'] | 'none';
  backendReason: string;
  /** Of the word vectors: "int8 rows, float32 sums". */
  dtype: string;
  libraries: Record<string, string>;
}

export interface ScoreOutcome extends ScoreResult {
  facts: SystemFacts;
  /** From the sentences to the scores, models included where they were not loaded yet. */
  seconds: number;
}

/** A model of the user's own, after it was read once. */
export interface AddedModel {
  id: string;
  kind: 'vectors' | 'frequencies';
  /** What was found, in words: "400,000 words, 300 dimensions; 2 lines rejected". */
  summary: string;
}

/** The worker that scores: it holds the tasks, the models and the backend. */
export interface ScoringService {
  /** The first call: where the page is, with a slash at the end (a worker can't know, it lives elsewhere), and which
   *  backend it wants. */
  begin(siteUrl: string, preference: BackendPreference): Promise<void>;
  /** Takes effect with the next job: a run is made on one backend from its start to its end. */
  useBackend(job: number, preference: BackendPreference, onEvent: OnEvent): Promise<BackendState>;
  /** Keeps a task until `closeTask`; tokens and word rows are kept with it. */
  openTask(task: TaskSentences): Promise<void>;
  closeTask(key: string): Promise<void>;
  facts(job: number, spec: SystemSpec, onEvent: OnEvent): Promise<SystemFacts>;
  score(job: number, taskKey: string, spec: SystemSpec, onEvent: OnEvent): Promise<ScoreOutcome>;
  /** Does not wait for the jobs before it; may have to load the system's model first. */
  explain(
    job: number,
    taskKey: string,
    spec: SystemSpec,
    pair: number,
    onEvent: OnEvent,
  ): Promise<[ExplainedToken[], ExplainedToken[]]>;
  addModel(job: number, kind: AddedModel['kind'], file: File, onEvent: OnEvent): Promise<AddedModel>;
  /** Takes effect within one batch; the job then rejects with `Cancelled`. */
  cancel(job: number): Promise<void>;
}

/** A part as it comes from its files, with what storage needs to know of it. */
export interface ImportedPart {
  info: BenchmarkInfo;
  part: BenchmarkPart;
  audit: PartAudit;
  contentHash: string;
  origin: { kind: 'site' | 'address' | 'file' | 'embedded'; name: string };
}

/** What dropped files are: parts of known benchmarks by their hash, and the rest as tables to be mapped. */
export interface DroppedFiles {
  recognised: { benchmark: string; title: string; part: string }[];
  /** Input without its gold, or the other way round, with the files that are missing. */
  incomplete: { benchmark: string; part: string; missing: string[] }[];
  /** Tables to be mapped, and files that are of no use. Null where every file was recognised. */
  inspection: Inspection | null;
}

/** Scores of pairs, and what was made of missing ones. */
export type Similarities = Pick<ScoreResult, 'scores' | 'notes'>;

/** The scores of a run with the gold they are held against. Columns have one row a pair. */
export interface EvaluationRequest {
  scores: Float64Array;
  /** Index into MISSING_REASONS. */
  reasons: Uint8Array;
  /** NaN where nobody rated the pair. */
  gold: Float64Array;
  scale: Scale;
  /** Rows to look at; null for all. */
  subset: Int32Array | null;
  /** The value of a facet for each pair, to break the result down; null for none. */
  facet: readonly (string | undefined)[] | null;
}

export interface EvaluationReply {
  /** Over all pairs of the run. */
  run: Evaluation;
  /** Over the subset that was asked for; the same as `run` where none was. */
  whole: Evaluation;
  facets: FacetRow[];
  /** Where the run's scores are rescaled from: the range over all its usable pairs, whatever the subset. */
  range: ScoreRange;
}

/** The worker that reads files and does the statistics. It needs no model, so it starts at once. */
export interface DeskService {
  begin(siteUrl: string): Promise<void>;
  /** Reads parts of a known benchmark from this site or from their public addresses. */
  importParts(
    job: number,
    benchmark: string,
    parts: readonly string[],
    from: 'site' | 'address',
    onEvent: OnEvent,
  ): Promise<ImportedPart[]>;
  lookInto(
    job: number,
    files: readonly File[],
    options: FileOptions,
    onEvent: OnEvent,
  ): Promise<DroppedFiles>;
  /** Reads recognised files as what they are, and the others by `choices`. */
  importFiles(
    job: number,
    files: readonly File[],
    choices: MappedChoices | null,
    onEvent: OnEvent,
  ): Promise<ImportedPart[]>;
  /** Which pairs of a part stand in an earlier one too. */
  sharedPairs(parts: readonly BenchmarkPart[]): Promise<SharedPairs[]>;
  evaluate(request: EvaluationRequest): Promise<EvaluationReply>;
  /** Scores of pairs from the embeddings of their sentences. */
  similarities(request: EmbeddingScores): Promise<Similarities>;
  /** BCa bootstrap intervals of the three correlations over the subset. */
  intervals(job: number, request: EvaluationRequest, seed: number, onEvent: OnEvent): Promise<Intervals>;
  cancel(job: number): Promise<void>;
}
