import { expect } from 'vitest';
import { embeddingsKey } from '../../../../src/storage/runKey.ts';
import type { Capabilities } from '../../../../src/compute/capabilities.ts';
import { CANARY_SENTENCES } from '../../../../src/compute/encoders/canary.ts';
import {
  encodeTask,
  type EmbeddingsShelf,
  type Encoded,
  type EncodeTools,
  type EncodeWanted,
} from '../../../../src/compute/encoders/run.ts';
import type {
  EncoderDevice,
  EncoderFacts,
  EncoderRequest,
  EncodingService,
  TokenisedSentences,
} from '../../../../src/compute/encoders/types.ts';
import { Cancelled, Failure } from '../../../../src/failure.ts';
import type { EmbeddingsHead } from '../../../../src/systems/encoders/embeddings.ts';
import { inventedVector } from '../../support.ts';
import { fakeClient, type FakeClient, type FakeWorker } from '../fakeWorker.ts';

export const DIMENSION = 6;

/** A function of the sentence; WebGPU's is so near that the canary passes, and yet never equal. */
export function vectorOf(sentence: string, device: EncoderDevice): Float32Array {
  const vector = Float32Array.from(inventedVector(sentence, DIMENSION));
  return device === 'webgpu' ? vector.map((value) => value * 1.001) : vector;
}

/** An `encode` as the test sees it. */
export interface EncodeCall {
  device: EncoderDevice;
  sentences: string[];
  /** Position among the calls on this device, from 1. */
  nth: number;
  worker: FakeWorker;
}

/** What goes wrong; nothing where a hook is not given. */
export interface Faults {
  load?(request: EncoderRequest, nth: number): void | Promise<void>;
  encode?(call: EncodeCall): void | Promise<void>;
  /** Instead of the right rows. */
  rows?(call: EncodeCall, rows: Float32Array): Float32Array;
  embed?(request: EncoderRequest, sentences: readonly string[]): void | Promise<void>;
  canary?(device: EncoderDevice, rows: Float32Array): Float32Array;
  put?(key: string, batch: number): void | Promise<void>;
  tokens?(counts: TokenisedSentences): TokenisedSentences;
}

export const CAPABLE: Capabilities = {
  crossOriginIsolated: true,
  processors: 8,
  threads: 4,
  withoutWebGpu: null,
  softwareAdapter: false,
  adapter: 'acme turbo',
  shaderF16: true,
  memoryGiB: 8,
  indexedDb: true,
  cacheStorage: true,
  locks: true,
  userAgent: 'test',
};

/** Everything around a run of `encodeTask`, with a memory of what was asked. */
export class Bench {
  faults: Faults = {};
  capabilities: Capabilities = CAPABLE;
  revision = 'r1';
  readonly log: string[] = [];
  readonly calls: EncodeCall[] = [];
  readonly passed = new Set<string>();
  readonly sets = new Map<string, { head: EmbeddingsHead; batches: (Float32Array | null)[] }>();
  readonly clients = new Map<EncoderDevice, FakeClient<EncodingService>>();
  readonly requests: EncoderRequest[] = [];
  readonly progress: [done: number, total: number][] = [];
  readonly readied: string[] = [];

  run(wanted: EncodeWanted, signal: AbortSignal = new AbortController().signal): Promise<Encoded> {
    return encodeTask(wanted, this.tools(signal));
  }

  tools(signal: AbortSignal): EncodeTools {
    return {
      worker: (request) => {
        this.requests.push(request);
        return this.clientOf(request.device).client;
      },
      loaded: (request, { device }) => this.readied.push(`${request.model} ${device}`),
      shelf: this.shelf,
      capabilities: this.capabilities,
      canaries: {
        has: async (key) => this.passed.has(key),
        add: async (key) => void this.passed.add(key),
      },
      onEvent: () => {},
      report: (done, total) => this.progress.push([done, total]),
      signal,
    };
  }

  clientOf(device: EncoderDevice): FakeClient<EncodingService> {
    let found = this.clients.get(device);
    if (!found) {
      found = fakeClient(() => this.service(device));
      this.clients.set(device, found);
    }
    return found;
  }

  /** The set of a backend; there must be one and no more. */
  setOf(device: EncoderDevice): { head: EmbeddingsHead; batches: (Float32Array | null)[] } {
    const found = [...this.sets.values()].filter(({ head }) => head.provenance.backend === device);
    if (found.length !== 1) throw new Error(`${found.length} sets of ${device}`);
    return found[0]!;
  }

  end(): void {
    for (const { client } of this.clients.values()) client.end();
  }

  private readonly shelf: EmbeddingsShelf = {
    open: async (head) => {
      const key = await embeddingsKey(head.provenance, head.taskKey);
      let set = this.sets.get(key);
      if (!set) {
        set = { head: { ...head, key }, batches: new Array(head.offsets.length - 1).fill(null) };
        this.sets.set(key, set);
      }
      return { head: set.head, batches: [...set.batches] };
    },
    put: async (key, batch, rows) => {
      await this.faults.put?.(key, batch);
      this.sets.get(key)!.batches[batch] = rows.slice();
    },
  };

  private service(device: EncoderDevice): EncodingService {
    let facts: EncoderFacts | null = null;
    let kept: readonly string[] | null = null;
    const stops = new Map<number, (reason: Error) => void>();
    const cancellable = async <T>(job: number, work: () => Promise<T>): Promise<T> => {
      const stopped = new Promise<never>((_, reject) => stops.set(job, reject));
      return Promise.race([work(), stopped]);
    };
    return {
      begin: async () => {},
      adopt: async () => null,
      load: (job, request) =>
        cancellable(job, async () => {
          this.log.push(`load ${device}`);
          const nth = this.log.filter((entry) => entry === `load ${device}`).length;
          await this.faults.load?.(request, nth);
          facts = factsOf(request, this.revision);
          return facts;
        }),
      tokenise: async (_, sentences) => {
        if (!facts) throw new Failure('no-model', 'No model is loaded in the worker.', 'Run again.');
        this.log.push(`tokenise ${device}`);
        kept = sentences;
        const counts = {
          tokens: Int32Array.from(sentences, tokensOf),
          unknown: Int32Array.from(sentences, (sentence) => sentence.split('zzz').length - 1),
        };
        return this.faults.tokens?.(counts) ?? counts;
      },
      encode: (job, indices) =>
        cancellable(job, async () => {
          if (!facts || !kept) throw new Failure('no-task', 'The sentences are not in it.', 'Run again.');
          const sentences = Array.from(indices, (index) => kept![index]!);
          const nth = this.calls.filter((other) => other.device === device).length + 1;
          const call = { device, sentences, nth, worker: this.clientOf(device).workers.at(-1)! };
          this.calls.push(call);
          await this.faults.encode?.(call);
          const rows = rowsOf(sentences, device);
          return this.faults.rows?.(call, rows) ?? rows;
        }),
      pieces: async () => [],
      embed: (job, request, sentences) =>
        cancellable(job, async () => {
          this.log.push(`embed ${device}`);
          await this.faults.embed?.(request, sentences);
          return facts && { vectors: rowsOf(sentences, device), facts: factsOf(request, this.revision) };
        }),
      canary: async () => {
        this.log.push(`canary ${device}`);
        const rows = rowsOf(CANARY_SENTENCES, device);
        return this.faults.canary?.(device, rows) ?? rows;
      },
      cancel: async (job) => stops.get(job)?.(new Cancelled()),
    };
  }
}

/** Rows of sentences, one after the other. */
export function rowsOf(sentences: readonly string[], device: EncoderDevice): Float32Array {
  const rows = new Float32Array(sentences.length * DIMENSION);
  sentences.forEach((sentence, row) => rows.set(vectorOf(sentence, device), row * DIMENSION));
  return rows;
}

/** Words and two special tokens. As with a prefix, blank sentences have tokens; "!" alone has none of its own. */
function tokensOf(sentence: string): number {
  return sentence === '!' ? 0 : sentence.split(' ').length + 2;
}

function factsOf(request: EncoderRequest, revision: string): EncoderFacts {
  return {
    model: request.model,
    revision,
    origin: 'site',
    originDetail: null,
    notKept: null,
    sizeBytes: 1,
    dimension: DIMENSION,
    pooling: 'mean',
    poolingFrom: 'test',
    normalise: true,
    prefix: '',
    maxTokens: 128,
    maxTokensFrom: 'test',
    tokeniser: 'words',
    dtype: request.dtype,
    device: request.device,
    threads: request.threads,
    libraries: { runtime: '1.0.0' },
  };
}

/** Distinct sentences of one to seven words, in no order of length. */
export function sentencesOf(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `n${i}${' word'.repeat((i * 5) % 7)}`);
}

/** 20 batches of 64 sentences. */
export const TWENTY = sentencesOf(20 * 64);
export const SOME = sentencesOf(3 * 64);

export function wantedOf(
  sentences: readonly string[],
  preference: EncodeWanted['preference'] = 'auto',
  changes: Partial<EncodeWanted> = {},
): EncodeWanted {
  return {
    encoder: 'transformer:tiny(dtype=fp32)',
    request: {
      model: 'tiny',
      dtype: 'fp32',
      pooling: 'auto',
      normalise: 'auto',
      prefix: 'auto',
      maxTokens: 0,
    },
    preference,
    task: { key: `task of ${sentences.length}`, sentences },
    title: 'Invented',
    encoderVersion: '1',
    ...changes,
  };
}

/** Each row has to be the vector of its sentence on the backend that the set names. */
export function expectRightRows({ head, batches }: Encoded, sentences: readonly string[]): void {
  const rows = Float32Array.from(batches.flatMap((batch) => [...batch]));
  expect(rows.length).toBe(head.order.length * DIMENSION);
  const inOrder = Array.from(head.order, (sentence) => sentences[sentence]!);
  expect(rows).toEqual(rowsOf(inOrder, head.provenance.backend));
}

export const keptOf = (batches: readonly (Float32Array | null)[]): number[] =>
  batches.flatMap((rows, b) => (rows ? [b + 1] : []));

export const deviceLost = (): never => {
  throw new Failure('device-lost', 'The GPU went away.', 'Run it again.');
};
export const badRows = (): never => {
  throw new Failure('bad-rows', 'Row 1 of 64 is all zero.', 'Run it again.');
};
export const workerDies = ({ worker }: EncodeCall): Promise<void> => {
  worker.fire('error', { message: 'out of memory' });
  return new Promise(() => {});
};
