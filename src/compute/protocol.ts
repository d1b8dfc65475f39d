import type { PartAudit, SharedPairs } from '../benchmarks/audit.ts';
import type { MappedChoices } from '../benchmarks/mapped.ts';
import type { BenchmarkInfo, BenchmarkPart, Scale, SentencePair } from '../benchmarks/types.ts';
import type { FileOptions, Inspection } from '../benchmarks/userFile.ts';
import type { Edit, EditedText, EditSpan } from '../edits/types.ts';
import type { CategoryLabel } from '../errors/types.ts';
import type { AgainstBest, AgainstBestInput } from '../evaluation/againstBest.ts';
import type { SuiteAverages } from '../evaluation/averages.ts';
import type { Evaluation, FacetRow } from '../evaluation/breakdown.ts';
import type { GoldReading, ReadingMethod } from '../evaluation/calibration.ts';
import type { Category, CategoryRow, ErrorSummary } from '../evaluation/errors.ts';
import type { ExpectedRanks } from '../evaluation/expectedRank.ts';
import type { ScoreRange } from '../evaluation/scale.ts';
import type { SideBySide } from '../evaluation/sideBySide.ts';
import type { CorrelationName, Correlations, Intervals } from '../evaluation/types.ts';
import type { Neighbour } from '../systems/encoders/types.ts';
import type { SystemSpec } from '../systems/registry.ts';
import type { ScoreFile, ScoreFileOptions } from '../systems/scoreFile.ts';
import type { EmbeddingScores } from '../systems/transformer.ts';
import type {
  ExplainedToken,
  ProbeRequest,
  ProbeScores,
  ProgressUnit,
  ScoreResult,
  TaskSentences,
  TokenMatrix,
} from '../systems/types.ts';
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
  /** Word vectors, or the text that contexts are counted on; null where neither is used. */
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

export interface ProbeReply extends ProbeScores {
  /** From the sentences to the scores; of the first probe, loading and fitting included. */
  seconds: number;
}

/** The shipped word vectors of a task's words, for the user's own code. */
export interface WordRowsReply {
  id: string;
  revision: string;
  /** Only words that have a vector. */
  words: string[];
  /** Row-major, words x dimension. */
  rows: Float32Array;
  dimension: number;
}

/** A model of the user's own, after it was read once. */
export interface AddedModel {
  id: string;
  kind: 'vectors' | 'frequencies' | 'text';
  /** What was found, in words: "400,000 words, 300 dimensions; 2 lines rejected". */
  summary: string;
}

/**
 * The worker that scores: it holds the tasks, the models and the backend. What takes a task's key fails at once with
 * `no-task` where it does not hold it.
 */
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
  /**
   * Scores pairs that are typed, with what is fitted on the task as in a run: a pair of the task gets its run's score.
   * Does not wait for the jobs before it. The first probe of a system may have to load its models and to fit; a cancel
   * takes effect at once, and leaves the loading to go on for the next probe.
   */
  probe(
    job: number,
    taskKey: string,
    spec: SystemSpec,
    request: ProbeRequest,
    onEvent: OnEvent,
  ): Promise<ProbeReply>;
  /** The tokens of a typed pair, each against each. @param part as in a `ProbeRequest` */
  matrix(
    job: number,
    taskKey: string,
    spec: SystemSpec,
    pair: readonly [string, string],
    part: string | null,
    onEvent: OnEvent,
  ): Promise<TokenMatrix>;
  /**
   * The words nearest to one among the most frequent, nearest first; empty where it has no vector, null where the
   * vectors can't be asked. Does not wait for the jobs before it; fetches the most frequent words where they are not here.
   */
  neighbours(
    job: number,
    vectors: string,
    word: string,
    count: number,
    onEvent: OnEvent,
  ): Promise<Neighbour[] | null>;
  /** Vectors of the words of a task as `glove-sum` finds them: lower-cased words, the shipped vectors. */
  wordRows(job: number, taskKey: string, onEvent: OnEvent): Promise<WordRowsReply>;
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

/** Runs on the same pairs, and what makes those pairs hard. Columns have one row a pair. */
export interface ErrorTableRequest {
  runs: readonly { scores: Float64Array; reasons: Uint8Array }[];
  /** NaN where nobody rated the pair. */
  gold: Float64Array;
  scale: Scale;
  reading: ReadingMethod;
  /** Of the folds that isotonic curves are fitted on. */
  seed: number;
  /** Rows of the pairs whose categories are known, in ascending order. */
  read: Int32Array;
  categories: readonly Category[];
}

export interface SystemErrors {
  reading: GoldReading;
  /** Over all pairs of the run. */
  all: ErrorSummary;
  /** In the order of the request; `adjusted` is over the whole table. */
  categories: CategoryRow[];
}

export interface ErrorTable {
  /** In the order of the runs. */
  systems: SystemErrors[];
  /** How many tests Holm's correction is over, for the differences of mean errors and of correlations. */
  tests: { meanError: number; pearson: number };
}

/** The scores of one run, one row a pair. */
export interface RunColumns {
  /** NaN where missing. */
  scores: Float64Array;
  /** Index into MISSING_REASONS. */
  reasons: Uint8Array;
}

export interface FiguresRequest {
  /** NaN where nobody rated the pair. */
  gold: Float64Array;
  runs: readonly RunColumns[];
}

/** Systems on the sets of a suite. */
export interface SuiteRequest {
  /** Names, each once. */
  systems: readonly string[];
  sets: readonly {
    key: string;
    group: string;
    gold: Float64Array;
    scale: Scale;
    /** In the order of the systems; null where one has not run. */
    runs: readonly (RunColumns | null)[];
  }[];
}

export interface SuiteSetReply {
  /** In the order of the systems, each over the pairs that it scored; null where one has not run. */
  figures: (Correlations | null)[];
  /** Systems that ran against the best of them, on the pairs that all of them scored; null for fewer than two. */
  against: AgainstBest | null;
}

/** A group of sets, or all of them (`group` null), with the averages over it. */
export interface SuiteScope {
  group: string | null;
  /** Keys of its sets, at least two. */
  sets: string[];
  /** In the order of the systems: on how many of its sets each has run. */
  ran: number[];
  /** Pairs of its sets that people rated. */
  rated: number;
  /** In the order of the systems: how many of those pairs `pooled` is over; 0 for one without averages. */
  used: number[];
  /** In the order of the systems; null for one that has not run on every set. */
  averages: (Record<CorrelationName, SuiteAverages> | null)[];
}

export interface SuiteReply {
  /** In the order of the request. */
  sets: SuiteSetReply[];
  scopes: SuiteScope[];
}

/** Systems with their submissions, oldest first. */
export interface RankRequest {
  gold: Float64Array;
  systems: readonly { id: string; runs: readonly RunColumns[] }[];
}

export interface RankReply {
  ranks: ExpectedRanks;
  /** System -> run -> its correlations. */
  figures: Correlations[][];
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
  /** Reads a file of scores as `readScoreFile` does. */
  readScores(file: File, options: ScoreFileOptions): Promise<ScoreFile>;
  /** Which pairs of a part stand in an earlier one too. */
  sharedPairs(parts: readonly BenchmarkPart[]): Promise<SharedPairs[]>;
  evaluate(request: EvaluationRequest): Promise<EvaluationReply>;
  /** Scores of pairs from the embeddings of their sentences. */
  similarities(request: EmbeddingScores): Promise<Similarities>;
  /** BCa bootstrap intervals of the three correlations over the subset. */
  intervals(job: number, request: EvaluationRequest, seed: number, onEvent: OnEvent): Promise<Intervals>;
  errorTable(request: ErrorTableRequest): Promise<ErrorTable>;
  /** Which pairs one of two systems gets right and the other wrong, from their errors in gold units. */
  sideBySide(a: Float64Array, b: Float64Array): Promise<SideBySide>;
  /** The correlations of runs on the same pairs. */
  figures(request: FiguresRequest): Promise<Correlations[]>;
  suiteTable(request: SuiteRequest): Promise<SuiteReply>;
  /** Williams' test and Zou's interval of every system against the best. */
  againstBest(input: AgainstBestInput): Promise<AgainstBest>;
  /** The same table with paired bootstraps. */
  bootstrapAgainstBest(
    job: number,
    table: AgainstBest,
    input: AgainstBestInput,
    seed: number,
    onEvent: OnEvent,
  ): Promise<AgainstBest>;
  expectedRanks(job: number, request: RankRequest, seed: number, onEvent: OnEvent): Promise<RankReply>;
  cancel(job: number): Promise<void>;
}

export type CategorisedPair = Pick<SentencePair, 'sentence1' | 'sentence2' | 'languages'>;

export interface Categorised {
  /** In the order of the pairs; null for a pair whose sentences are not both English. */
  labels: (readonly CategoryLabel[] | null)[];
  /**
   * The word vectors whose vocabulary was asked for unknown words; null where it could not be fetched: that category was
   * not looked for then, which is not the same as not found.
   */
  vocabulary: string | null;
  /** The word vectors that word senses were read with; null for none. */
  vectors: string | null;
}

/** The worker that reads sentences: it holds the lexicon and the reader of English. */
export interface LanguageService {
  begin(siteUrl: string): Promise<void>;
  /**
   * Why each pair is hard.
   * @param byVectors word senses are read with all of the default word vectors, which are fetched where they are not here
   * @throws Failure where one of their files can't be had: they are never read with some of them
   */
  categorise(
    job: number,
    pairs: readonly CategorisedPair[],
    byVectors: boolean,
    onEvent: OnEvent,
  ): Promise<Categorised>;
  /** Edits of a sentence, the best of each kind first. Does not wait for the jobs before it; nor does `replace`. */
  edits(job: number, sentence: string, onEvent?: OnEvent): Promise<Edit[]>;
  /**
   * The sentence with each of some words in the place of one of its tokens, inflected like it. Null where the span is no
   * token, or where nothing would change.
   */
  replace(
    job: number,
    sentence: string,
    span: EditSpan,
    words: readonly string[],
    onEvent?: OnEvent,
  ): Promise<(EditedText | null)[]>;
  /** Takes effect at once, or within 200 pairs; the job then rejects with `Cancelled`. */
  cancel(job: number): Promise<void>;
}
