import type { EncoderDevice } from './types.ts';

/** At most so many sentences in a batch, and so many tokens, padding included: a bound of the memory it takes. */
const BATCH_SENTENCES = 64;
const BATCH_TOKENS = 8_192;

/**
 * Sentences of a batch that go through the model at once: on the processor, what few sentences need stays in its
 * caches; a graphics card wants many.
 */
export const RUN_SENTENCES: Readonly<Record<EncoderDevice, number>> = { wasm: 16, webgpu: BATCH_SENTENCES };

/** Part of the provenance: the vectors of quantised models depend on what they went through the model with. */
export function batching(device: EncoderDevice): string {
  return (
    `sorted by length; batches of at most ${BATCH_SENTENCES} sentences and ${BATCH_TOKENS} tokens, ` +
    `through the model ${RUN_SENTENCES[device]} at a time`
  );
}

export interface BatchPlan {
  /** Row -> index of its sentence: the shortest first, equal ones in the order of the task. */
  order: Int32Array;
  /** Batch b holds rows offsets[b] to offsets[b + 1]. */
  offsets: Int32Array;
}

/**
 * Puts sentences of similar length together, so that little is padded. The plan follows from the counts alone: a
 * run that is taken up again makes the same batches. A sentence without a token is in no batch.
 * @param tokens tokens of each sentence before anything is cut
 * @param limit the encoder sees no more tokens than this
 */
export function planBatches(tokens: Int32Array, limit: number): BatchPlan {
  const lengthOf = (sentence: number): number => Math.min(tokens[sentence]!, limit);
  const order = Int32Array.from(tokens.keys())
    .filter((sentence) => tokens[sentence]! > 0)
    .sort((a, b) => lengthOf(a) - lengthOf(b) || a - b);
  const offsets = [0];
  let start = 0;
  for (let row = 1; row <= order.length; row++) {
    const isFull =
      row === order.length ||
      row - start === BATCH_SENTENCES ||
      (row - start + 1) * lengthOf(order[row]!) > BATCH_TOKENS;
    if (!isFull) continue;
    offsets.push(row);
    start = row;
  }
  return { order, offsets: Int32Array.from(offsets) };
}
