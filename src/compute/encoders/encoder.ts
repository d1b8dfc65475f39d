import { Failure } from '../../failure.ts';
import type { Progress } from '../../systems/types.ts';
import { JobQueue } from '../jobs.ts';
import type { ModelFiles } from '../models/files.ts';
import type { OnEvent } from '../protocol.ts';
import { CANARY_SENTENCES } from './canary.ts';
import { encodeFew } from './few.ts';
import { loadModel, settleModel, type LoadedModel, type Ready } from './loadedModel.ts';
import type { Runtime } from './runtime.ts';
import type { CatalogueFacts } from './settings.ts';
import type { KeptTokens } from './tokenising.ts';
import type {
  EncoderFacts,
  EncoderRequest,
  EncodingService,
  FewVectors,
  FolderFile,
  Piece,
  TokenisedSentences,
} from './types.ts';
import { encodeRows } from './vectors.ts';

/** Where models come from beside the page's own folder. */
export interface EncoderSettings {
  /** Null is the public hub. */
  hubUrl: string | null;
}

/** The service of the encoder's worker: the contract, and the settings that its client starts it with. */
export interface EncoderService extends EncodingService {
  begin(siteUrl: string, settings?: EncoderSettings): Promise<void>;
}

export interface EncoderOptions {
  runtime: Runtime;
  openFiles(model: string, place: EncoderPlace, report: Progress, signal: AbortSignal): Promise<ModelFiles>;
  adoptFolder(
    model: string,
    files: readonly FolderFile[],
    report: Progress,
    signal: AbortSignal,
  ): Promise<{ notKept: string | null }>;
  catalogue(model: string): CatalogueFacts | undefined;
}

export interface EncoderPlace extends EncoderSettings {
  siteUrl: string;
}

/**
 * One transformer, from its files to its vectors. A plain class: the worker only wires it. Calls wait for one another
 * in one queue, because a session runs one batch at a time.
 */
export class Encoder implements EncoderService {
  private readonly options: EncoderOptions;
  private readonly queue = new JobQueue();
  private place: EncoderPlace = { siteUrl: '', hubUrl: null };
  private model: LoadedModel | null = null;
  /** Which model that is, and how it runs. */
  private modelKey = '';
  private ready: Ready | null = null;
  private readyFor = '';
  private kept: KeptTokens | null = null;
  /** Request -> the call of `embed` that has not begun. */
  private readonly waiting = new Map<string, number>();

  constructor(options: EncoderOptions) {
    this.options = options;
  }

  async begin(siteUrl: string, settings: EncoderSettings = { hubUrl: null }): Promise<void> {
    this.place = { siteUrl, ...settings };
  }

  adopt(job: number, model: string, files: readonly FolderFile[], onEvent: OnEvent): Promise<string | null> {
    return this.queue.run(job, onEvent, async (report, signal) => {
      const { notKept } = await this.options.adoptFolder(model, files, report, signal);
      return notKept;
    });
  }

  load(job: number, request: EncoderRequest, onEvent: OnEvent): Promise<EncoderFacts> {
    return this.queue.run(job, onEvent, async (report, signal) => {
      const wanted = spelt(request);
      if (this.ready && this.readyFor === wanted) return this.ready.facts;
      const { model } = request;
      const key = modelKeyOf(request);
      if (this.model && this.modelKey !== key) {
        throw new Error(`This worker holds ${this.modelKey}; ${key} needs a worker of its own.`);
      }
      const { openFiles, runtime, catalogue } = this.options;
      const facts = catalogue(model);
      // What can't be settled leaves the model as it was, for those who use it with other settings.
      let ready = this.model && settleModel(this.model, request, facts, runtime.libraries);
      if (!ready) {
        const files = await openFiles(model, this.place, report, signal);
        await this.model?.running.release();
        this.model = this.ready = null;
        const loaded = await loadModel(files, request, facts, runtime, report, signal);
        this.model = loaded;
        this.modelKey = key;
        ready = settleModel(loaded, request, facts, runtime.libraries);
        if (!ready) throw new Error(`${model} was started without the output that is read.`);
      }
      this.ready = ready;
      this.kept = null;
      this.readyFor = wanted;
      return this.ready.facts;
    });
  }

  tokenise(job: number, sentences: readonly string[], onEvent: OnEvent): Promise<TokenisedSentences> {
    return this.queue.run(job, onEvent, async (report, signal) => {
      const { model, facts } = this.loaded();
      this.kept = null;
      const { kept, counts } = await model.tokeniser.tokenise(sentences, facts, report, signal);
      this.kept = kept;
      return counts;
    });
  }

  encode(job: number, indices: Int32Array): Promise<Float32Array> {
    return this.queue.run(
      job,
      () => {},
      async (_, signal) => {
        const { kept } = this;
        if (!kept)
          throw new Failure('no-task', 'The sentences are not in the worker.', 'Run the system again.');
        return encodeRows(this.loaded(), kept, indices, signal);
      },
    );
  }

  pieces(job: number, sentences: readonly string[]): Promise<Piece[][]> {
    return this.queue.run(
      job,
      () => {},
      async () => {
        const { model, facts } = this.loaded();
        return sentences.map((sentence) => model.tokeniser.pieces(sentence, facts));
      },
    );
  }

  embed(job: number, request: EncoderRequest, sentences: readonly string[]): Promise<FewVectors | null> {
    const asked = spelt(request);
    const older = this.waiting.get(asked);
    this.waiting.set(asked, job);
    if (older !== undefined) this.queue.cancel(older);
    return this.queue.run(
      job,
      () => {},
      async (_, signal) => {
        if (this.waiting.get(asked) === job) this.waiting.delete(asked);
        if (!this.model || this.modelKey !== modelKeyOf(request)) return null;
        const { runtime, catalogue } = this.options;
        const ready = settleModel(this.model, request, catalogue(request.model), runtime.libraries);
        return ready && { vectors: await encodeFew(ready, sentences, signal), facts: ready.facts };
      },
    );
  }

  canary(job: number): Promise<Float32Array> {
    return this.queue.run(
      job,
      () => {},
      async (report, signal) => {
        const ready = this.loaded();
        const { kept } = await ready.model.tokeniser.tokenise(CANARY_SENTENCES, ready.facts, report, signal);
        const all = Int32Array.from(CANARY_SENTENCES, (_, index) => index);
        return encodeRows(ready, kept, all, signal);
      },
    );
  }

  async cancel(job: number): Promise<void> {
    this.queue.cancel(job);
  }

  private loaded(): Ready {
    if (!this.ready)
      throw new Failure('no-model', 'No model is loaded in the worker.', 'Run the system again.');
    return this.ready;
  }
}

function spelt(request: EncoderRequest): string {
  return JSON.stringify(request, Object.keys(request).sort());
}

function modelKeyOf({ model, dtype, device, threads }: EncoderRequest): string {
  return [model, dtype, device, threads].join(' ');
}
