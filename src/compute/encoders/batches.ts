import type { EncoderDevice } from './types.ts';

/** At most so many sentences in a batch, and so many tokens, padding included: a bound of the memory it takes. */
const BATCH_SENTENCES = 64;
const BATCH_TOKENS = 8_192;

/**
 * Tokens of a batch, padding included, that go through the model at once: on the processor, what few tokens need stays
 * in its caches; a graphics card wants many.
 */
const RUN_TOKENS: Readonly<Record<EncoderDevice, number>> = { wasm: 640, webgpu: BATCH_TOKENS };

/** Part of the provenance: the vectors of quantised models depend on what they went through the model with. */
export function batching(device: EncoderDevice): string {
  return (
    `sorted by length; batches of at most ${BATCH_SENTENCES} sentences and ${BATCH_TOKENS} tokens, ` +
    `through the model about ${RUN_TOKENS[device]} tokens at a time`
  );
}

/**
 * Sentences of a batch that go through the model at once, so that its runs are of one size.
 * @param tokens of the longest sentence of the batch
 */
export function sentencesAtOnce(sentences: number, tokens: number, device: EncoderDevice): number {
  const runs = Math.max(1, Math.round((sentences * tokens) / RUN_TOKENS[device]));
  return Math.max(1, Math.ceil(sentences / runs));
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
  const order = byLength(tokens, lengthOf);
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

/** Sentences that have a token, by length; a counting sort, because a comparator takes a second for a million. */
function byLength(tokens: Int32Array, lengthOf: (sentence: number) => number): Int32Array {
  let longest = 0;
  for (const sentence of tokens.keys()) longest = Math.max(longest, lengthOf(sentence));
  /** Length -> where the next sentence of that length goes. */
  const next = new Int32Array(longest + 2);
  for (const sentence of tokens.keys()) next[lengthOf(sentence) + 1]!++;
  const without = next[1] ?? 0;
  for (let length = 1; length <= longest + 1; length++) next[length]! += next[length - 1]!;
  const order = new Int32Array(tokens.length);
  for (const sentence of tokens.keys()) order[next[lengthOf(sentence)]!++] = sentence;
  return order.slice(without);
}
