import { createHash } from 'node:crypto';
import * as ort from 'onnxruntime-web';
import { Failure } from '../../../../src/failure.ts';
import { Encoder, type EncoderOptions } from '../../../../src/compute/encoders/encoder.ts';
import { ortRuntime, type Runtime } from '../../../../src/compute/encoders/runtime.ts';
import type { EncoderRequest } from '../../../../src/compute/encoders/types.ts';
import type { ModelFiles } from '../../../../src/compute/models/files.ts';
import { tinyEncoder, type TinyEncoderOptions } from '../../../fixtures/tinyEncoder.ts';

/** The files of a model from memory, with what was read of them. */
export function filesFrom(
  files: ReadonlyMap<string, Uint8Array>,
  model = 'tiny',
): ModelFiles & { readonly opened: string[] } {
  const opened: string[] = [];
  const bytes = (path: string): Uint8Array => {
    const found = files.get(path);
    if (!found) throw new Failure('file-missing', `${path} is not there.`, 'Add it.');
    if (!opened.includes(path)) opened.push(path);
    return found;
  };
  return {
    model,
    origin: 'folder',
    originDetail: null,
    opened,
    notKept: () => null,
    has: async (path) => files.has(path),
    sizeBytes: async (path) => files.get(path)?.length ?? null,
    read: async (path) => bytes(path).slice().buffer as ArrayBuffer,
    readJson: async <T>(path: string): Promise<T | null> =>
      files.has(path) ? (JSON.parse(new TextDecoder().decode(bytes(path))) as T) : null,
    revision: async () => {
      const hash = createHash('sha256');
      for (const path of opened.slice().sort()) {
        hash.update(`${path} ${createHash('sha256').update(files.get(path)!).digest('hex')}\n`);
      }
      return hash.digest('hex');
    },
  };
}

/** ONNX Runtime's own build for Node, one thread. */
export function nodeRuntime(): Runtime {
  return ortRuntime(ort, { 'onnxruntime-web': 'node' }, async () => {
    ort.env.wasm.numThreads = 1;
    return { threads: 1, started: () => new Promise(() => {}) };
  });
}

export function encoderOf(
  files: ReadonlyMap<string, Uint8Array>,
  options: Partial<EncoderOptions> = {},
): Encoder {
  return new Encoder({
    runtime: nodeRuntime(),
    openFiles: async (model) => filesFrom(files, model),
    adoptFolder: async () => ({ notKept: null }),
    catalogue: () => undefined,
    ...options,
  });
}

export const REQUEST: EncoderRequest = {
  model: 'tiny',
  dtype: 'fp32',
  device: 'wasm',
  pooling: 'auto',
  normalise: 'auto',
  prefix: 'auto',
  maxTokens: 0,
  threads: 1,
};

export const quiet = (): void => {};

/** Vectors of sentences, in batches of `size`. */
export async function vectorsOf(
  encoder: Encoder,
  sentences: readonly string[],
  size = sentences.length,
): Promise<Float32Array[]> {
  await encoder.tokenise(1, sentences, quiet);
  const rows: Float32Array[] = [];
  for (let from = 0; from < sentences.length; from += size) {
    const indices = Int32Array.from({ length: Math.min(size, sentences.length - from) }, (_, i) => from + i);
    const found = await encoder.encode(2, indices);
    const dimension = found.length / indices.length;
    for (let row = 0; row < indices.length; row++) {
      rows.push(found.slice(row * dimension, (row + 1) * dimension));
    }
  }
  return rows;
}

/** An encoder with a tiny model in it. */
export async function loadedTiny(
  options: TinyEncoderOptions = {},
  request: Partial<EncoderRequest> = {},
  others: Partial<EncoderOptions> = {},
): Promise<Encoder> {
  const encoder = encoderOf(tinyEncoder(options), others);
  await encoder.load(1, { ...REQUEST, ...request }, quiet);
  return encoder;
}

export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}
