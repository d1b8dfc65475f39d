import { callJob, type WorkerClient } from '../compute/clients/worker.ts';
import { startEncoder } from '../compute/clients/encoder.ts';
import { MODELS } from '../../models/catalogue.ts';
import type { BackendPreference } from '../compute/backends/types.ts';
import { capabilities } from '../compute/capabilities.ts';
import { devicesFor } from '../compute/encoders/devices.ts';
import { embedFew } from '../compute/encoders/few.ts';
import {
  encodeTask,
  type Encoded,
  type EmbeddingsShelf,
  type EncodeWanted,
} from '../compute/encoders/run.ts';
import type {
  EncoderDevice,
  EncoderFacts,
  EncoderRequest,
  EncodingService,
  FewVectors,
  FolderFile,
  Piece,
} from '../compute/encoders/types.ts';
import { JobQueue } from '../compute/jobs.ts';
import { forgetKeptModel, listKeptModels, type KeptModel } from '../compute/models/keptModels.ts';
import type { OnEvent } from '../compute/protocol.ts';
import { Cancelled, Failure } from '../failure.ts';
import { embeddingsKey } from '../storage/runKey.ts';
import type { PlaygroundStore } from '../storage/types.ts';
import type { SystemSpec } from '../systems/registry.ts';
import type { Going } from './activities.svelte.ts';

/** Models that stay in memory after their run; each is as big as its weights, and more. */
const MOST_LOADED = 2;
/** Each a setting of its own: two tabs that load different models both remember. */
const REVISION = 'revision:';

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
  /** Model and precision -> revision of the files it was last loaded from. */
  private readonly revisions = new Map<string, string>();
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
      try {
        return await encodeTask(wanted, {
          worker: (request) => this.worker(request),
          loaded: (request, facts) => this.note(request, facts),
          shelf,
          capabilities: await capabilities(),
          canaries: {
            has: (key) => this.hasPassed(key),
            add: async (key) => {
              const passed = (await this.store.getSetting<string[]>('canaries')) ?? [];
              await this.store.putSetting('canaries', [...passed, key]);
            },
          },
          onEvent: going.onEvent,
          report: going.report,
          signal: going.signal,
        });
      } finally {
        this.endOthers(wanted.request);
        void this.refreshKept();
      }
    });
  }

  /** The files that a system's model was last loaded from; what is kept of others is not its. */
  lastRevision({ parameters }: SystemSpec): string | undefined {
    return this.revisions.get(revisionKey(String(parameters.model), String(parameters.dtype)));
  }

  /** The backend that a run would begin with; null where it can't be had. */
  async firstDevice(preference: BackendPreference): Promise<EncoderDevice | null> {
    try {
      return devicesFor(preference, await capabilities()).devices[0] ?? null;
    } catch {
      return null;
    }
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

  /**
   * Vectors of a few sentences with a model that is ready; null where none is. Nothing is stored, and no encoding is
   * waited for but the batch that is running. A newer call for the same encoder makes an older one that has not begun
   * reject with `Cancelled`.
   * @throws Failure as in a run
   */
  async embedFew(
    request: Omit<EncoderRequest, 'device' | 'threads'>,
    sentences: readonly string[],
    { signal }: Pick<Going, 'signal'>,
  ): Promise<FewVectors | null> {
    const holders = this.loaded.map((ready) => ({
      request: ready.request,
      client: this.worker(ready.request),
    }));
    const passed = (key: string): Promise<boolean> => this.hasPassed(key);
    return embedFew(request, sentences, holders, await capabilities(), passed, signal);
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
      // What was made of another folder of that name is not this one's.
      await this.forgetRevisions((id) => id === model);
      if (notKept === null) this.folders.delete(model);
      else {
        this.folders.set(model, files);
        this.onNote(`${model} is here only until the page is closed: ${notKept}`);
      }
    } finally {
      client.end();
    }
    this.unloadModel(model);
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

  /** Ends the worker: that is what frees the memory. The next run starts another. */
  unload(key: string): void {
    const client = this.clients.get(key);
    this.clients.delete(key);
    client?.end(new Failure('model-unloaded', 'The model was unloaded.', 'Press Run to go on.'));
  }

  unloadModel(model: string): void {
    for (const key of [...this.clients.keys()]) if (key.startsWith(`${model}|`)) this.unload(key);
  }

  /**
   * Another hub than the public one; empty for that. It takes effect with the next model that is loaded.
   * @throws Failure `bad-hub-address`
   */
  async useHub(address: string): Promise<void> {
    const url = address.trim();
    if (url !== '' && !(URL.canParse(url) && /^https?:/.test(url))) {
      throw new Failure(
        'bad-hub-address',
        `“${url}” is not the address of a hub.`,
        'Write it with https:// in front, or leave the field empty for the public hub.',
      );
    }
    this.hubUrl = url;
    for (const key of [...this.clients.keys()]) this.unload(key);
    await this.forgetRevisions((id) => !MODELS.some((model) => model.id === id));
    await this.store.putSetting('hub', url);
  }

  private async forgetRevisions(of: (model: string) => boolean): Promise<void> {
    const gone = [...this.revisions.keys()].filter((key) => of(key.split('|')[0]!));
    for (const key of gone) {
      this.revisions.delete(key);
      await this.store.putSetting(REVISION + key, null);
    }
  }

  async recall(): Promise<void> {
    this.hubUrl = (await this.store.getSetting<string>('hub')) ?? '';
    for (const [key, revision] of await this.store.listSettings(REVISION)) {
      if (typeof revision === 'string') this.revisions.set(key.slice(REVISION.length), revision);
    }
    void this.refreshKept();
  }

  private async hasPassed(canary: string): Promise<boolean> {
    return (await this.store.getSetting<string[]>('canaries'))?.includes(canary) ?? false;
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
    const revision = revisionKey(facts.model, facts.dtype);
    if (this.revisions.get(revision) === facts.revision) return;
    this.revisions.set(revision, facts.revision);
    this.store.putSetting(REVISION + revision, facts.revision).catch(() => {});
  }

  /** Workers beyond the models that may stay, those included whose model never became ready. */
  private endOthers({ model, dtype }: EncodeWanted['request']): void {
    const stay = new Set(this.loaded.slice(0, MOST_LOADED).map(({ key }) => key));
    for (const key of [...this.clients.keys()]) {
      if (stay.has(key)) continue;
      const isReady = this.loaded.some((other) => other.key === key);
      if (isReady || key.startsWith(`${model}|${dtype}|`)) this.unload(key);
    }
  }

  private shelf(): EmbeddingsShelf {
    const { store } = this;
    return {
      async open(head) {
        const key = await embeddingsKey(head.provenance, head.taskKey);
        // Refuses a kept set whose rows are in another order; an equal one stays as it is.
        await store.putEmbeddingsHead({ ...head, key });
        const stored = await store.getEmbeddings(key);
        // Deleted in another tab meanwhile: then nothing is kept of it.
        return stored ?? passingShelf.open(head);
      },
      async put(key, batch, rows) {
        try {
          await store.putEmbeddingsBatch(key, batch, rows);
        } catch (error) {
          // The person deleted the set meanwhile: the run has its rows in hand and goes on.
          if (!(error instanceof Failure && error.code === 'embeddings-missing')) throw error;
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

function revisionKey(model: string, dtype: string): string {
  return `${model}|${dtype}`;
}

/** A shelf that keeps nothing: for samples that nobody asks for twice. */
export const passingShelf: EmbeddingsShelf = {
  open: async (head) => ({
    head: { ...head, key: '' },
    batches: Array.from({ length: head.offsets.length - 1 }, () => null),
  }),
  put: async () => {},
};

function sameRequest<T extends object>(a: T, b: T): boolean {
  return Object.entries(a).every(([name, value]) => b[name as keyof T] === value);
}
