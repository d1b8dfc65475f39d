import { throwIfAborted } from '../../failure.ts';
import type { TokenIndex } from '../tokenIndex.ts';
import { pause } from '../pause.ts';
import type { SegmentSummer, Segments, WordRows } from './types.ts';

const SENTENCES_PER_BATCH = 32_768;

/** Sentence vectors of some sentences of a task. */
export interface Embeddings {
  /** Row-major, sentences x dimension. A sentence without a known word is a zero row. */
  rows: Float32Array;
  dimension: number;
  sentences: number;
}

/**
 * v(s) = sum over the words of s of weight(w) v(w) (Cer et al. 2017, equation 1, with weights).
 * @param sentences indices into the token index, in the order wanted
 * @throws Cancelled between batches of 32,768 sentences
 */
export async function weightedSums(
  summer: SegmentSummer,
  index: TokenIndex,
  words: WordRows,
  weights: Float32Array | null,
  sentences: Int32Array,
  report: (done: number, total: number) => void,
  signal?: AbortSignal,
): Promise<Embeddings> {
  const { dimension } = words;
  const rows = new Float32Array(sentences.length * dimension);
  const table = await summer.table(words, weights);
  try {
    for (let start = 0; start < sentences.length; start += SENTENCES_PER_BATCH) {
      const end = Math.min(start + SENTENCES_PER_BATCH, sentences.length);
      const sums = await table.sums(knownSegments(index, words.known, sentences.subarray(start, end)));
      assertRows(sums, end - start, dimension);
      rows.set(sums, start * dimension);
      report(end, sentences.length);
      if (end < sentences.length) await pause();
      throwIfAborted(signal, 'Encoding');
    }
  } finally {
    table.dispose();
  }
  return { rows, dimension, sentences: sentences.length };
}

/** The token ids of some sentences, without the words that have no vector. */
function knownSegments(index: TokenIndex, known: Uint8Array, sentences: Int32Array): Segments {
  let tokens = 0;
  for (const s of sentences) tokens += index.offsets[s + 1]! - index.offsets[s]!;
  const ids = new Int32Array(tokens);
  const offsets = new Int32Array(sentences.length + 1);
  let length = 0;
  for (let i = 0; i < sentences.length; i++) {
    const s = sentences[i]!;
    for (let t = index.offsets[s]!; t < index.offsets[s + 1]!; t++) {
      const id = index.ids[t]!;
      if (known[id] === 1) ids[length++] = id;
    }
    offsets[i + 1] = length;
  }
  return { ids: ids.subarray(0, length), offsets };
}

function assertRows(rows: Float32Array, sentences: number, dimension: number): void {
  if (rows.length !== sentences * dimension) {
    throw new Error(`The backend gave ${rows.length} numbers for ${sentences} sentences of ${dimension}.`);
  }
}
