import { callJob, type WorkerClient } from '../compute/clients/worker.ts';
import { startEncoder } from '../compute/clients/encoder.ts';
import { capabilities } from '../compute/capabilities.ts';
import {
  encodeTask,
  type Encoded,
  type EmbeddingsShelf,
  type EncodeWanted,
} from '../compute/encoders/run.ts';
import type {
  EncoderFacts,
  EncoderRequest,
  EncodingService,
  FolderFile,
  Piece,
} from '../compute/encoders/types.ts';
import { JobQueue } from '../compute/jobs.ts';
import { forgetKeptModel, listKeptModels, type KeptModel } from '../compute/models/keptModels.ts';
import type { OnEvent } from '../compute/protocol.ts';
import { Cancelled, Failure } from '../failure.ts';
import { embeddingsKey } from '../storage/runKey.ts';
import type { PlaygroundStore } from '../storage/types.ts';
import type { Going } from './activities.svelte.ts';

/** Models that stay in memory after their run; each is as big as its weights, and more. */
const MOST_LOADED = 2;

/** A model in a worker of its own. */
export interface LoadedEncoder {
  key: string;
  request: EncoderRequest;
  facts: EncoderFacts;
}

/** The transformers: one worker a model, precision and backend; one of them encodes at a time. */
export class Encoders {
  /** The ones that are ready, the last used first. */
  loaded = $state.raw<readonly LoadedEncoder[]>([]);
  /** Models whose files are kept in the browser's cache. */
  kept = $state.raw<readonly KeptModel[]>([]);
  /** Address of another hub than the public one; empty for that. */
  hubUrl = $state('');
  private readonly store: PlaygroundStore;
  private readonly siteUrl: string;
  private readonly clients = new Map<string, WorkerClient<EncodingService>>();
  private readonly queue = new JobQueue();
  private turns = 0;
  /** Folders that the browser does not keep: each new worker gets them from here. */
  private readonly folders = new Map<string, readonly FolderFile[]>();
  private readonly onNote: (text: string) => void;

  /** @param onNote told what a person should know though nothing failed */
  constructor(store: PlaygroundStore, siteUrl: string, onNote: (text: string) => void) {
    this.store = store;
    this.siteUrl = siteUrl;
    this.onNote = onNote;
  }

  /** Encodes a task; what is kept of it is not computed again. Waits for the encodings before it. */
  encode(wanted: EncodeWanted, going: Going, shelf: EmbeddingsShelf = this.shelf()): Promise<Encoded> {
    return this.inTurn(going.signal, going.onEvent, async () => {
      const encoded = await encodeTask(wanted, {
        worker: (request) => this.worker(request),
        loaded: (request, facts) => this.note(request, facts),
        shelf,
        capabilities: await capabilities(),
        canaries: {
          has: async (key) => (await this.store.getSetting<string[]>('canaries'))?.includes(key) ?? false,
          add: async (key) => {
            const passed = (await this.store.getSetting<string[]>('canaries')) ?? [];
            await this.store.putSetting('canaries', [...passed, key]);
          },
        },
        onEvent: going.onEvent,
        report: going.report,
        signal: going.signal,
      });
      this.endOldest();
      void this.refreshKept();
      return encoded;
    });
  }

  /** The tokens of sentences as a model that is ready sees them; null where it is not. */
  async pieces(
    request: Omit<EncoderRequest, 'device' | 'threads'>,
    sentences: readonly string[],
  ): Promise<Piece[][] | null> {
    const ready = this.loaded.find(({ request: { device: _, threads: __, ...other } }) =>
      sameRequest(other, request),
    );
    if (!ready) return null;
    const client = this.worker(ready.request);
    const { signal } = new AbortController();
    return callJob(
      'Tokens of the pair',
      client,
      (service, job) => service.pieces(job, sentences),
      () => {},
      signal,
    );
  }

  /** Keeps the files of a dropped folder under `model`. */
  async adopt(model: string, files: readonly FolderFile[], going: Going): Promise<void> {
    // Any worker can: the files are kept in the browser's cache, which all of them read.
    const client = startEncoder(this.siteUrl, { hubUrl: this.hubUrl || null });
    try {
      const notKept = await callJob(
        `Reading ${model}`,
        client,
        (service, job, onEvent) => service.adopt(job, model, files, onEvent),
        going.onEvent,
        going.signal,
      );
      if (notKept === null) this.folders.delete(model);
      else {
        this.folders.set(model, files);
        this.onNote(`${model} is here only until the page is closed: ${notKept}`);
      }
    } finally {
      client.end();
    }
    this.unloadModel(model);
    this.clients.clear();
    await this.refreshKept();
  }

  async refreshKept(): Promise<void> {
    this.kept = await listKeptModels(globalThis.caches);
  }

  /** Deletes the files of a model; a hub's are fetched again when a run needs them. */
  async forget(model: string): Promise<void> {
    this.unloadModel(model);
    await forgetKeptModel(globalThis.caches, model);
    await this.refreshKept();
  }

  /** Ends the worker: that is what frees the memory. */
  unload(key: string): void {
    this.clients.get(key)?.end();
  }

  unloadModel(model: string): void {
    for (const { key, request } of this.loaded) if (request.model === model) this.unload(key);
  }

  /** Another address takes effect with the next model that is loaded. */
  async useHub(url: string): Promise<void> {
    this.hubUrl = url;
    for (const { key } of this.loaded) this.unload(key);
    this.clients.clear();
    await this.store.putSetting('hub', url);
  }

  async recall(): Promise<void> {
    this.hubUrl = (await this.store.getSetting<string>('hub')) ?? '';
    void this.refreshKept();
  }

  private worker(request: EncoderRequest): WorkerClient<EncodingService> {
    const key = keyOf(request);
    const running = this.clients.get(key);
    if (running) return running;
    const files = this.folders.get(request.model);
    const client = startEncoder(
      this.siteUrl,
      { hubUrl: this.hubUrl || null },
      files ? { model: request.model, files } : null,
    );
    client.onEnd = () => {
      this.loaded = this.loaded.filter((other) => other.key !== key);
    };
    this.clients.set(key, client);
    return client;
  }

  private note(request: EncoderRequest, facts: EncoderFacts): void {
    const key = keyOf(request);
    if (facts.notKept !== null && !this.folders.has(facts.model)) {
      this.onNote(`The files of ${facts.model} are not kept and will be fetched again: ${facts.notKept}`);
    }
    this.loaded = [{ key, request, facts }, ...this.loaded.filter((other) => other.key !== key)];
  }

  private endOldest(): void {
    for (const { key } of this.loaded.slice(MOST_LOADED)) this.unload(key);
  }

  private shelf(): EmbeddingsShelf {
    const { store } = this;
    return {
      async open(head) {
        const key = await embeddingsKey(head.provenance, head.taskKey);
        // Refuses a kept set whose rows are in another order; an equal one stays as it is.
        await store.putEmbeddingsHead({ ...head, key });
        return (await store.getEmbeddings(key))!;
      },
      async put(key, batch, rows) {
        try {
          await store.putEmbeddingsBatch(key, batch, rows);
        } catch (error) {
          // The person deleted the set meanwhile: the run has its rows in hand and goes on.
          if (!(error instanceof Failure && error.code === 'embeddings-inconsistent')) throw error;
        }
      },
    };
  }

  private async inTurn<T>(signal: AbortSignal, onEvent: OnEvent, work: () => Promise<T>): Promise<T> {
    if (signal.aborted) throw new Cancelled();
    const turn = ++this.turns;
    const stop = (): void => this.queue.cancel(turn);
    signal.addEventListener('abort', stop);
    try {
      return await this.queue.run(turn, onEvent, work);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }
}

function keyOf({ model, dtype, device }: EncoderRequest): string {
  return [model, dtype, device].join('|');
}

function sameRequest<T extends object>(a: T, b: T): boolean {
  return Object.entries(a).every(([name, value]) => b[name as keyof T] === value);
}
