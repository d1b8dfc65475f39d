import { throwIfAborted } from '../../failure.ts';
import type { Capabilities } from '../capabilities.ts';
import { callJob, type WorkerClient } from '../clients/worker.ts';
import { planBatches } from './batches.ts';
import { canaryKey } from './canary.ts';
import type { Ready } from './loadedModel.ts';
import type { EncoderRequest, EncodingService, FewVectors } from './types.ts';
import { encodeRows } from './vectors.ts';

/**
 * Vectors of a few sentences, row-major in their order, sentences.length x dimension; identical sentences are encoded
 * once, in batches as a run makes them. A blank sentence, or one without a token, has a row of NaN: the model is not
 * asked for it.
 * @throws those of `encodeRows`
 */
export async function encodeFew(
  ready: Ready,
  sentences: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array> {
  const { dimension, maxTokens } = ready.facts;
  const distinct = [...new Set(sentences)];
  const { kept, counts } = await ready.model.tokeniser.tokenise(distinct, ready.facts, () => {}, signal);
  distinct.forEach((sentence, s) => {
    if (sentence.trim() === '') counts.tokens[s] = 0;
  });
  const { order, offsets } = planBatches(counts.tokens, maxTokens);
  const rowOf = new Map<string, Float32Array>();
  for (let b = 0; b + 1 < offsets.length; b++) {
    const batch = order.subarray(offsets[b]!, offsets[b + 1]!);
    const rows = await encodeRows(ready, kept, batch, signal);
    batch.forEach((s, row) => rowOf.set(distinct[s]!, rows.subarray(row * dimension, (row + 1) * dimension)));
  }
  const vectors = new Float32Array(sentences.length * dimension).fill(NaN);
  sentences.forEach((sentence, s) => {
    const row = rowOf.get(sentence);
    if (row) vectors.set(row, s * dimension);
  });
  return vectors;
}

/** A worker with a model in it. */
export interface Holder {
  request: EncoderRequest;
  client: WorkerClient<EncodingService>;
}

/**
 * Vectors of a few sentences from the first of the workers that hold the model and may be asked. A newer call for the
 * same model and settings makes one that its worker has not begun reject with `Cancelled`.
 * @param holders workers whose model is ready, the preferred first
 * @param passed whether a model's canary has passed: a model on WebGPU is ready before it is tested
 * @returns null where no worker holds the model with the output that is to be read
 * @throws Failure as in a run, `Cancelled`
 */
export async function embedFew(
  request: Omit<EncoderRequest, 'device' | 'threads'>,
  sentences: readonly string[],
  holders: readonly Holder[],
  capabilities: Capabilities,
  passed: (canary: string) => Promise<boolean>,
  signal: AbortSignal,
): Promise<FewVectors | null> {
  for (const { request: loaded, client } of holders) {
    const { model, dtype, device, threads } = loaded;
    if (model !== request.model || dtype !== request.dtype) continue;
    const few = await ask(client, { ...request, device, threads }, [...sentences], signal);
    if (few && (device === 'wasm' || (await passed(canaryKey(few.facts, capabilities))))) return few;
  }
  return null;
}

/** A cancel is passed on, but not insisted on: `callJob` would end a worker that is busy with a run's batch. */
async function ask(
  client: WorkerClient<EncodingService>,
  request: EncoderRequest,
  sentences: readonly string[],
  signal: AbortSignal,
): Promise<FewVectors | null> {
  throwIfAborted(signal);
  let stop = (): void => {};
  try {
    const few = await callJob(
      'Vectors of a few sentences',
      client,
      (service, job) => {
        stop = () => void service.cancel(job).catch(() => {});
        signal.addEventListener('abort', stop);
        return service.embed(job, request, sentences);
      },
      () => {},
      new AbortController().signal,
    );
    throwIfAborted(signal);
    return few;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
