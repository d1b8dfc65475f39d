import { MODELS, type CatalogueModel } from '../../models/catalogue.ts';
import { Failure } from '../failure.ts';
import type { TextSource } from '../systems/contexts/types.ts';
import { createSystem } from '../systems/create.ts';
import type { Neighbour, SegmentSummer, WordVectors } from '../systems/encoders/types.ts';
import type { WordFrequencies } from '../systems/frequencies.ts';
import { tokeniserOptions } from '../systems/parameters.ts';
import {
  DEFAULT_VECTORS,
  defaultSpec,
  lexicalSpec,
  needsOf,
  usesBackend,
  type LexicalSpec,
  type SystemSpec,
} from '../systems/registry.ts';
import { probeMatrix, probePairs } from '../systems/probe.ts';
import { TASK_CONTEXT } from '../systems/definitions.ts';
import type { Tagger } from '../systems/wordClasses.ts';
import { usesFrequencies, usesTags } from '../systems/wordFit.ts';
import { remember, TaskState, type Resources } from '../systems/taskState.ts';
import type {
  ExplainedToken,
  ProbeRequest,
  Progress,
  ScoreResult,
  SimilaritySystem,
  TaskSentences,
  TokenMatrix,
} from '../systems/types.ts';
import { chooseBackend, type BackendStarter } from './backends/choose.ts';
import type { BackendPreference, BackendState } from './backends/types.ts';
import { cancelledAtOnce } from './cancelledAtOnce.ts';
import { JobQueue } from './jobs.ts';
import type { Fetch } from './models/download.ts';
import { frequenciesFromFile, vectorsFromFile } from './models/fromFile.ts';
import { shippedFrequencies, shippedVectors } from './models/shipped.ts';
import { textFromFile, type FileText } from './models/textFile.ts';
import { loadTagger } from './tagger.ts';
import type {
  AddedModel,
  OnEvent,
  ProbeReply,
  ScoreOutcome,
  ScoringService,
  SystemFacts,
  WordRowsReply,
} from './protocol.ts';

export interface EngineOptions {
  fetch: Fetch;
  starter: BackendStarter;
  /** Name -> version of the libraries that compute. */
  libraries: Record<string, string>;
  /** The same of those that tag parts of speech. */
  taggerLibraries?: Record<string, string>;
}

type Revised<T> = T & { revision: string };

/** A backend that was started and tested, and why it was taken. */
interface Chosen {
  summer: SegmentSummer;
  state: BackendState;
}

/** Scores tasks with systems. A plain class: the worker only wires it. */
export class ScoringEngine implements ScoringService {
  private readonly options: EngineOptions;
  private readonly queue = new JobQueue();
  private readonly tasks = new Map<string, TaskState>();
  private readonly vectors = new Map<string, Promise<WordVectors>>();
  private readonly frequencies = new Map<string, Promise<Revised<WordFrequencies>>>();
  private readonly texts = new Map<string, FileText>();
  private readonly taggers = new Map<'en', Promise<Tagger>>();
  private preference: BackendPreference = 'auto';
  /** The backend of the job that is running; null where it needs none. Jobs run one at a time. */
  private chosen: Chosen | null = null;
  private siteUrl = '';
  private readonly backends = new Map<BackendPreference, Promise<Chosen>>();

  constructor(options: EngineOptions) {
    this.options = options;
  }

  async begin(siteUrl: string, preference: BackendPreference): Promise<void> {
    this.siteUrl = siteUrl;
    this.preference = preference;
  }

  useBackend(job: number, preference: BackendPreference, onEvent: OnEvent): Promise<BackendState> {
    return this.queue.beside(job, onEvent, async () => {
      const { state } = await this.backend(preference);
      this.preference = preference;
      return state;
    });
  }

  async openTask(task: TaskSentences): Promise<void> {
    if (this.tasks.has(task.key)) return;
    const resources: Resources = {
      summer: async () => (this.chosen ?? (await this.backend(this.preference))).summer,
      vectors: (id, report, signal) => this.vectorsOf(id, report, signal),
      frequencies: (id) => this.frequenciesOf(id),
      tagger: () => remember(this.taggers, 'en', loadTagger),
      text: async (id) => this.textOf(id),
    };
    this.tasks.set(task.key, new TaskState(task, resources));
  }

  async closeTask(key: string): Promise<void> {
    this.tasks.delete(key);
  }

  facts(job: number, spec: SystemSpec, onEvent: OnEvent): Promise<SystemFacts> {
    return this.queue.run(job, onEvent, async (report, signal) => {
      this.chosen = usesBackend(lexicalSpec(spec)) ? await this.backend(this.preference) : null;
      return this.factsOf(lexicalSpec(spec), report, signal);
    });
  }

  async score(job: number, taskKey: string, spec: SystemSpec, onEvent: OnEvent): Promise<ScoreOutcome> {
    const state = this.task(taskKey);
    return this.queue.run(job, onEvent, async (report, signal) => {
      const started = performance.now();
      // Chosen once: a change by hand while models load must not compute on one backend and name another.
      this.chosen = usesBackend(lexicalSpec(spec)) ? await this.backend(this.preference) : null;
      const facts = await this.factsOf(lexicalSpec(spec), report, signal);
      const result = await this.scoreOn(createSystem(lexicalSpec(spec), state), report, signal);
      return { ...result, facts, seconds: (performance.now() - started) / 1000 };
    });
  }

  explain(
    job: number,
    taskKey: string,
    spec: SystemSpec,
    pair: number,
    onEvent: OnEvent,
  ): Promise<[ExplainedToken[], ExplainedToken[]]> {
    return this.queue.beside(job, onEvent, (report, signal) =>
      createSystem(lexicalSpec(spec), this.task(taskKey)).explain(pair, report, signal),
    );
  }

  probe(
    job: number,
    taskKey: string,
    spec: SystemSpec,
    request: ProbeRequest,
    onEvent: OnEvent,
  ): Promise<ProbeReply> {
    return this.queue.beside(job, onEvent, (report, signal) =>
      cancelledAtOnce(report, signal, async (unlessCancelled) => {
        const started = performance.now();
        const scores = await probePairs(
          lexicalSpec(spec),
          this.task(taskKey),
          request,
          unlessCancelled,
          signal,
        );
        return { ...scores, seconds: (performance.now() - started) / 1000 };
      }),
    );
  }

  matrix(
    job: number,
    taskKey: string,
    spec: SystemSpec,
    pair: readonly [string, string],
    part: string | null,
    onEvent: OnEvent,
  ): Promise<TokenMatrix> {
    return this.queue.beside(job, onEvent, (report, signal) =>
      cancelledAtOnce(report, signal, (unlessCancelled) =>
        probeMatrix(lexicalSpec(spec), this.task(taskKey), pair, part, unlessCancelled, signal),
      ),
    );
  }

  neighbours(
    job: number,
    vectors: string,
    word: string,
    count: number,
    onEvent: OnEvent,
  ): Promise<Neighbour[] | null> {
    return this.queue.beside(job, onEvent, (report, signal) =>
      cancelledAtOnce(report, signal, async (unlessCancelled) => {
        const { neighbours } = await this.vectorsOf(vectors, unlessCancelled);
        return neighbours ? neighbours(word, count, unlessCancelled) : null;
      }),
    );
  }

  async wordRows(job: number, taskKey: string, onEvent: OnEvent): Promise<WordRowsReply> {
    const state = this.task(taskKey);
    return this.queue.run(job, onEvent, async (report, signal) => {
      const vectors = await this.vectorsOf(DEFAULT_VECTORS, report, signal);
      const options = tokeniserOptions(defaultSpec('glove-sum').parameters);
      const { vocabulary } = await state.tokens(options, report, signal);
      const { rows, known, dimension } = await state.words(options, vectors, report, signal);
      const kept = Int32Array.from(known.keys()).filter((word) => known[word] === 1);
      const own = new Float32Array(kept.length * dimension);
      for (const [at, word] of kept.entries()) {
        own.set(rows.subarray(word * dimension, (word + 1) * dimension), at * dimension);
      }
      const words = Array.from(kept, (word) => vocabulary[word]!);
      return { id: vectors.id, revision: vectors.revision, words, rows: own, dimension };
    });
  }

  addModel(job: number, kind: AddedModel['kind'], file: File, onEvent: OnEvent): Promise<AddedModel> {
    return this.queue.run(job, onEvent, async (report, signal) => {
      if (kind === 'frequencies') {
        const table = await frequenciesFromFile(file);
        this.frequencies.set(table.id, Promise.resolve(table));
        return { id: table.id, kind, summary: `${table.counts.size.toLocaleString('en')} words` };
      }
      if (kind === 'text') {
        const text = await textFromFile(file, report, signal);
        this.texts.set(text.id, text);
        return { id: text.id, kind, summary: `${text.lines.toLocaleString('en')} lines of text` };
      }
      const vectors = await vectorsFromFile(file, report, signal);
      this.vectors.set(vectors.id, Promise.resolve(vectors));
      const { words, dimension, rejected, rejectedCount } = vectors.summary;
      const first = rejected[0];
      const faults = first
        ? `; ${rejectedCount} lines rejected, the first is ${first.line}: ${first.reason}`
        : '';
      return {
        id: vectors.id,
        kind,
        summary: `${words.toLocaleString('en')} words, ${dimension} dimensions${faults}`,
      };
    });
  }

  async cancel(job: number): Promise<void> {
    this.queue.cancel(job);
  }

  /** A backend that broke is forgotten, so that the next run starts and tests it anew. */
  private async scoreOn(
    system: SimilaritySystem,
    report: Progress,
    signal: AbortSignal,
  ): Promise<ScoreResult> {
    try {
      return await system.score(report, signal);
    } catch (error) {
      if (error instanceof Failure && error.code === 'backend-failed') this.backends.clear();
      throw error;
    }
  }

  private backend(preference: BackendPreference): Promise<Chosen> {
    return remember(this.backends, preference, () => chooseBackend(preference, this.options.starter));
  }

  private async factsOf(spec: LexicalSpec, report: Progress, signal: AbortSignal): Promise<SystemFacts> {
    const { chosen } = this;
    if (!chosen) {
      return {
        model: await this.comparedBy(spec, report, signal),
        frequencies: null,
        backend: 'none',
        backendReason: 'counting and comparing words needs no backend',
        dtype: 'none',
        libraries: {},
      };
    }
    const vectors = await this.vectorsOf(String(spec.parameters.vectors), report, signal);
    const table = usesFrequencies(spec)
      ? await this.frequenciesOf(String(spec.parameters.frequencies))
      : null;
    return {
      model: { id: vectors.id, revision: vectors.revision },
      frequencies: table && { id: table.id, sha256: table.revision },
      backend: chosen.state.backend,
      backendReason: chosen.state.why,
      dtype: MODELS.some((model) => model.id === vectors.id) ? 'int8 rows, float32 sums' : 'float32',
      libraries: usesTags(spec)
        ? { ...this.options.libraries, ...this.options.taggerLibraries }
        : this.options.libraries,
    };
  }

  /** What words are compared by where no backend adds them up: see `SystemFacts.model`. */
  private async comparedBy(
    spec: LexicalSpec,
    report: Progress,
    signal: AbortSignal,
  ): Promise<SystemFacts['model']> {
    if (needsOf(spec) === 'vectors') {
      const { id, revision } = await this.vectorsOf(String(spec.parameters.vectors), report, signal);
      return { id, revision };
    }
    const { context } = spec.parameters;
    if (spec.kind !== 'aligned' || context === TASK_CONTEXT) return null;
    const { id, revision } = this.textOf(String(context));
    return { id, revision };
  }

  private textOf(id: string): TextSource {
    const text = this.texts.get(id);
    if (text) return text;
    throw new Failure(
      'unknown-model',
      `There is no text "${id}" here.`,
      'It came from a file of yours: choose the file again, or count the contexts on the benchmark.',
    );
  }

  private vectorsOf(id: string, report: Progress, signal?: AbortSignal): Promise<WordVectors> {
    return remember(this.vectors, id, () =>
      shippedVectors(shipped(id, 'vectors'), this.folder(id), this.options.fetch, report, signal),
    );
  }

  private frequenciesOf(id: string): Promise<Revised<WordFrequencies>> {
    return remember(this.frequencies, id, () =>
      shippedFrequencies(shipped(id, 'frequencies'), this.folder(id), this.options.fetch),
    );
  }

  private folder(modelId: string): string {
    return `${this.siteUrl}models/${modelId}/`;
  }

  private task(key: string): TaskState {
    const state = this.tasks.get(key);
    if (!state)
      throw new Failure('no-task', 'The sentences are not in the worker.', 'Choose the benchmark again.');
    return state;
  }
}

function shipped(id: string, kind: CatalogueModel['kind']): CatalogueModel {
  const model = MODELS.find((candidate) => candidate.id === id && candidate.kind === kind);
  if (model) return model;
  throw new Failure(
    'unknown-model',
    `There are no ${kind === 'vectors' ? 'word vectors' : 'word frequencies'} "${id}" here.`,
    id.startsWith('file:')
      ? 'They came from a file of yours: drop the file again.'
      : `Choose ${MODELS.filter((m) => m.kind === kind)
          .map((m) => m.id)
          .join(', ')}, or add a file.`,
  );
}
