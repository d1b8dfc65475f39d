import { Cancelled, Failure, throwIfAborted } from '../../failure.ts';
import type { EmbeddingsHead, EncoderProvenance } from '../../systems/encoders/embeddings.ts';
import type { Progress, TaskSentences } from '../../systems/types.ts';
import type { BackendPreference } from '../backends/types.ts';
import type { Capabilities } from '../capabilities.ts';
import { callJob, type WorkerClient } from '../clients/worker.ts';
import type { OnEvent } from '../protocol.ts';
import { batching, planBatches, type BatchPlan } from './batches.ts';
import { canaryKey, compareCanary } from './canary.ts';
import { devicesFor } from './devices.ts';
import type {
  EncoderDevice,
  EncoderFacts,
  EncoderRequest,
  EncodingService,
  TokenisedSentences,
} from './types.ts';

type Client = WorkerClient<EncodingService>;

export interface EncodeWanted {
  /** Names everything of the request that changes vectors: the system's id without its measure. */
  encoder: string;
  request: Omit<EncoderRequest, 'device' | 'threads'>;
  preference: BackendPreference;
  task: Pick<TaskSentences, 'key' | 'sentences'>;
  /** Of the benchmark, for the storage panel. */
  title: string;
  encoderVersion: string;
}

/** Where embeddings are kept. */
export interface EmbeddingsShelf {
  /** The batches that are kept under the same provenance and task (null where one is not), or a new set. */
  open(
    head: Omit<EmbeddingsHead, 'key'>,
  ): Promise<{ head: EmbeddingsHead; batches: (Float32Array | null)[] }>;
  put(key: string, batch: number, rows: Float32Array): Promise<void>;
}

export interface EncodeTools {
  /** The worker that holds the model: one a model, precision and backend. */
  worker(request: EncoderRequest): Client;
  /** Told of every model that is ready. */
  loaded(request: EncoderRequest, facts: EncoderFacts): void;
  shelf: EmbeddingsShelf;
  capabilities: Capabilities;
  /** What a backend has passed before: kept between visits. */
  canaries: { has(key: string): Promise<boolean>; add(key: string): Promise<void> };
  onEvent: OnEvent;
  report: Progress;
  signal: AbortSignal;
}

export interface Encoded {
  head: EmbeddingsHead;
  /** The rows of each batch of the head, row-major. */
  batches: Float32Array[];
  /** Rows that were computed now; the others were kept from before. */
  computed: number;
  /** Of loading and encoding; waiting for other runs is not in it. */
  seconds: number;
  /** What happened on the way that a reader of the numbers must know. */
  notes: string[];
}

/** A backend that can't be used for this model, or failed twice at one batch. */
class DeviceGivenUp extends Error {
  readonly midway: boolean;
  constructor(reason: string, midway: boolean) {
    super(reason);
    this.midway = midway;
  }
}

/**
 * Encodes the distinct sentences of a task, batch by batch; each batch is kept as soon as it is there, and what is
 * kept is not computed again. A batch that fails is tried once more on a fresh worker; if that fails too, all of the
 * task is encoded on WebAssembly, so that no set of embeddings mixes two backends. The dtype never changes.
 * @throws Failure of loading, or `no-backend`; `Cancelled` within one batch
 */
export async function encodeTask(wanted: EncodeWanted, tools: EncodeTools): Promise<Encoded> {
  const started = performance.now();
  const { devices, why } = devicesFor(wanted.preference, tools.capabilities);
  const givenUp: string[] = [];
  for (const device of devices) {
    try {
      const reason = [why, ...givenUp].join('; ');
      const encoded = await new TaskEncoding(wanted, tools, device, reason, givenUp).run();
      return { ...encoded, seconds: (performance.now() - started) / 1000 };
    } catch (error) {
      if (!(error instanceof DeviceGivenUp)) throw error;
      givenUp.push(`${device} was given up: ${error.message}`);
      // Chosen by hand: at the start that one or none; only a run under way is rescued.
      if (wanted.preference !== 'auto' && !error.midway) break;
    }
  }
  throw new Failure(
    'no-backend',
    `${wanted.request.model} can't run here: ${givenUp.join('; ')}.`,
    givenUp.length === devices.length
      ? 'Choose a smaller model or precision, or reload the page and try again.'
      : 'Choose "automatic" or "WebAssembly" as the backend.',
  );
}

/** One task on one backend. */
class TaskEncoding {
  private readonly client: Client;
  private readonly request: EncoderRequest;
  private readonly notes: string[] = [];

  constructor(
    private readonly wanted: EncodeWanted,
    private readonly tools: EncodeTools,
    private readonly device: EncoderDevice,
    private readonly reason: string,
    givenUp: readonly string[],
  ) {
    const threads = device === 'wasm' ? tools.capabilities.threads : 1;
    this.request = { ...wanted.request, device, threads };
    this.client = tools.worker(this.request);
    this.notes.push(
      ...givenUp.map(
        (what) => `${what}. Every sentence was encoded on ${device} instead, at the same dtype.`,
      ),
    );
  }

  async run(): Promise<Omit<Encoded, 'seconds'>> {
    const facts = await this.start();
    const counts = await this.tokenise();
    const planned = planBatches(counts.tokens, facts.maxTokens);
    checkSize(planned.order.length, facts.dimension);
    const { head, batches } = await this.tools.shelf.open(this.headOf(facts, counts, planned));
    const plan: BatchPlan = head;
    checkKept(batches, plan, head.dimension);
    const total = plan.order.length;
    let done = 0;
    batches.forEach((rows, b) => (done += rows ? sizeOf(plan, b) : 0));
    const before = done;
    const what = 'Encoding sentences';
    this.tools.report(done, total, what, 'sentences');
    let writing: Promise<void> | null = null;
    for (const [b, kept] of batches.entries()) {
      if (kept) continue;
      const rows = await this.batch(facts, plan, b);
      // The batch before is written while this one is computed.
      await writing;
      writing = this.tools.shelf.put(head.key, b, rows);
      writing.catch(() => {});
      batches[b] = rows;
      done += sizeOf(plan, b);
      this.tools.report(done, total, what, 'sentences');
    }
    await writing;
    throwIfAborted(this.tools.signal, this.title);
    return {
      head,
      batches: batches as Float32Array[],
      computed: done - before,
      notes: [...new Set([...head.notes, ...this.notes])],
    };
  }

  /** Loads the model; WebGPU has to agree with WebAssembly on eight sentences before its first use. */
  private async start(): Promise<EncoderFacts> {
    try {
      const facts = await this.load(this.client, this.request);
      if (this.device === 'webgpu') await this.passCanary(facts);
      return facts;
    } catch (error) {
      // What could not start holds its memory until its worker ends, and ONNX Runtime remembers that it failed.
      if (!(error instanceof Cancelled)) this.client.end(ENDED);
      if (!this.givesUp(error)) throw error;
      throw error instanceof DeviceGivenUp ? error : new DeviceGivenUp(messageOf(error), false);
    }
  }

  private async passCanary(facts: EncoderFacts): Promise<void> {
    const { canaries, capabilities, worker } = this.tools;
    const key = canaryKey(facts, capabilities);
    if (await canaries.has(key)) return;
    this.tools.report(0, 1, 'Comparing WebGPU with WebAssembly on eight sentences');
    const found = await this.job(this.client, (service, job) => service.canary(job));
    const reference: EncoderRequest = { ...this.request, device: 'wasm', threads: capabilities.threads };
    const judge = worker(reference);
    let wrong: string | null;
    try {
      const { dimension } = await this.load(judge, reference);
      const expected = await this.job(judge, (service, job) => service.canary(job));
      wrong = compareCanary(found, expected, dimension);
    } catch (error) {
      judge.end(ENDED);
      if (!this.givesUp(error)) throw error;
      throw new DeviceGivenUp(`it can't be compared with WebAssembly (${messageOf(error)})`, false);
    }
    // Where WebGPU is refused automatically, WebAssembly is next and has its model already.
    if (wrong === null || this.wanted.preference !== 'auto') judge.end(ENDED);
    if (wrong) throw new DeviceGivenUp(`it computes other vectors than WebAssembly (${wrong})`, false);
    await canaries.add(key);
  }

  /** Blank sentences have no token of their own, whatever prefix stands before them. */
  private async tokenise(): Promise<TokenisedSentences> {
    const { sentences } = this.wanted.task;
    const counts = await this.job(this.client, (service, job, onEvent) =>
      service.tokenise(job, [...sentences], onEvent),
    );
    if (counts.tokens.length !== sentences.length || counts.unknown.length !== sentences.length) {
      throw new Error(`${counts.tokens.length} token counts came back for ${sentences.length} sentences`);
    }
    sentences.forEach((sentence, s) => {
      if (sentence.trim() === '') counts.tokens[s] = counts.unknown[s] = 0;
    });
    return counts;
  }

  /** A batch that fails is tried once more, on a fresh worker. */
  private async batch(facts: EncoderFacts, plan: BatchPlan, b: number): Promise<Float32Array> {
    const indices = plan.order.slice(plan.offsets[b]!, plan.offsets[b + 1]!);
    const encode = async (): Promise<Float32Array> => {
      const rows = await this.job(this.client, (service, job) => service.encode(job, indices));
      if (rows.length !== indices.length * facts.dimension) {
        throw new Error(`${rows.length} numbers came back for ${indices.length} x ${facts.dimension}`);
      }
      return rows;
    };
    try {
      return await encode();
    } catch (first) {
      if (first instanceof Cancelled || !saysOfDevice(first)) throw first;
      this.client.end(ENDED);
      try {
        const again = await this.load(this.client, this.request);
        if (again.revision !== facts.revision)
          throw new Error('the model changed meanwhile', { cause: first });
        await this.tokenise();
        const rows = await encode();
        this.notes.push(
          `Batch ${b + 1} failed once (${messageOf(first)}) and was encoded on a fresh worker.`,
        );
        return rows;
      } catch (second) {
        if (second instanceof Cancelled || !saysOfDevice(second)) throw second;
        this.client.end(ENDED);
        throw new DeviceGivenUp(
          `batch ${b + 1} of ${plan.offsets.length - 1} failed twice (${messageOf(second)})`,
          true,
        );
      }
    }
  }

  private async load(client: Client, request: EncoderRequest): Promise<EncoderFacts> {
    const facts = await this.job(client, (service, job, onEvent) => service.load(job, request, onEvent));
    this.tools.loaded(request, facts);
    return facts;
  }

  private job<T>(client: Client, use: Parameters<typeof callJob<EncodingService, T>>[2]): Promise<T> {
    const { onEvent, signal } = this.tools;
    return callJob(this.title, client, use, onEvent, signal);
  }

  private get title(): string {
    return `Encoding with ${this.wanted.request.model}`;
  }

  /** What another backend may do better; a missing or wrong file is the same everywhere. */
  private givesUp(error: unknown): boolean {
    return this.device === 'webgpu' && !(error instanceof Cancelled) && saysOfDevice(error);
  }

  private headOf(
    facts: EncoderFacts,
    counts: TokenisedSentences,
    plan: BatchPlan,
  ): Omit<EmbeddingsHead, 'key'> {
    const { encoder, encoderVersion, task, title } = this.wanted;
    const provenance: EncoderProvenance = {
      encoder,
      model: { id: facts.model, revision: facts.revision },
      tokeniser: facts.tokeniser,
      backend: facts.device,
      dtype: facts.dtype,
      pooling: `${facts.pooling} (${facts.poolingFrom})`,
      normalise: facts.normalise,
      prefix: facts.prefix,
      maxTokens: facts.maxTokens,
      batching: batching(facts.device),
      libraries: facts.libraries,
      encoderVersion,
    };
    return {
      provenance,
      taskKey: task.key,
      title,
      dimension: facts.dimension,
      sentences: task.sentences.length,
      order: plan.order,
      offsets: plan.offsets,
      tokens: counts.tokens,
      unknown: counts.unknown,
      notes: [...this.notes],
      backendReason: this.reason,
      modelOrigin: [facts.origin, ...(facts.originDetail === null ? [] : [facts.originDetail])].join(', '),
      threads: facts.threads,
      createdAt: new Date().toISOString(),
    };
  }
}

/** Failures of a backend or its worker, not of the model's files: a fresh worker or another backend may do better. */
const DEVICE_FAILURES = new Set([
  'device-lost',
  'bad-rows',
  'encoding-failed',
  'worker-died',
  'worker-ended',
  'model-too-large',
  'model-unusable',
  // Its worker was ended between two calls.
  'no-model',
  'no-task',
]);

function saysOfDevice(error: unknown): boolean {
  return !(error instanceof Failure) || DEVICE_FAILURES.has(error.code);
}

/** What others hear who wait for a worker that is ended here. */
const ENDED = new Failure('worker-ended', 'The model was started anew.', 'Press Run again.');

function sizeOf({ offsets }: BatchPlan, b: number): number {
  return offsets[b + 1]! - offsets[b]!;
}

/** Rows of another shape would be taken for other sentences' rows. */
function checkKept(batches: readonly (Float32Array | null)[], plan: BatchPlan, dimension: number): void {
  batches.forEach((batch, b) => {
    if (batch === null || batch.length === sizeOf(plan, b) * dimension) return;
    throw new Failure(
      'embeddings-inconsistent',
      `Batch ${b + 1} has ${batch.length} numbers instead of ${sizeOf(plan, b)} x ${dimension}.`,
      'Delete the embeddings of this benchmark in the Data view and press Run again.',
    );
  });
}

/** More than this is more than a page is given at one time. */
const MOST_BYTES = 1.5e9;

function checkSize(rows: number, dimension: number): void {
  if (rows * dimension * 4 <= MOST_BYTES) return;
  const most = Math.floor(MOST_BYTES / 4 / dimension);
  throw new Failure(
    'too-many-sentences',
    `${rows.toLocaleString('en')} sentences with ${dimension} dimensions do not fit into the page's memory.`,
    `Choose parts with at most ${most.toLocaleString('en')} distinct sentences, or a model with fewer dimensions.`,
  );
}
function messageOf(error: unknown): string {
  const message =
    error instanceof Failure ? error.what : error instanceof Error ? error.message : String(error);
  return message.replace(/[.\s]+$/, '');
}
