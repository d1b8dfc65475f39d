import { Cancelled, Failure, throwIfAborted } from '../../failure.ts';
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
 * @throws Cancelled between batches of 32,768 sentences; Failure `backend-failed` where the backend breaks, or gives
 * back what can't be the sums: a read-back that fails may look like a result of zeros
 */
export async function weightedSums(
  summer: SegmentSummer,
  index: Pick<TokenIndex, 'ids' | 'offsets'>,
  words: WordRows,
  weights: Float32Array | null,
  sentences: Int32Array,
  report: (done: number, total: number) => void,
  signal?: AbortSignal,
): Promise<Embeddings> {
  const { dimension } = words;
  const table = await orFailure(summer, () => summer.table(words, weights));
  let rows: Float32Array | null = null;
  try {
    for (let start = 0; start < sentences.length; start += SENTENCES_PER_BATCH) {
      const end = Math.min(start + SENTENCES_PER_BATCH, sentences.length);
      const segments = knownSegments(index, words.known, sentences.subarray(start, end));
      const sums = await orFailure(summer, () => table.sums(segments));
      const fault = faultOf(sums, segments, words, weights);
      if (fault !== null) throw backendFailure(summer, fault);
      if (end - start === sentences.length) rows = sums;
      else (rows ??= new Float32Array(sentences.length * dimension)).set(sums, start * dimension);
      report(end, sentences.length);
      if (end < sentences.length) await pause();
      throwIfAborted(signal, 'Encoding');
    }
  } finally {
    table.dispose();
  }
  return { rows: rows ?? new Float32Array(0), dimension, sentences: sentences.length };
}

/** The token ids of some sentences, without the words that have no vector. */
function knownSegments(
  index: Pick<TokenIndex, 'ids' | 'offsets'>,
  known: Uint8Array,
  sentences: Int32Array,
): Segments {
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

async function orFailure<T>(summer: SegmentSummer, compute: () => Promise<T>): Promise<T> {
  try {
    return await compute();
  } catch (error) {
    if (error instanceof Failure || error instanceof Cancelled) throw error;
    throw backendFailure(
      summer,
      error instanceof Error ? error.message.replace(/[.\s]+$/, '') : String(error),
      error,
    );
  }
}

function backendFailure({ backend }: SegmentSummer, fault: string, cause?: unknown): Failure {
  return new Failure(
    'backend-failed',
    `The ${backend} backend failed: ${fault}.`,
    'Run it again: the backend is then tested anew. If it fails again, choose another one.',
    { cause },
  );
}

/** What shows that these can't be the sums, or null. */
function faultOf(
  sums: Float32Array,
  segments: Segments,
  words: WordRows,
  weights: Float32Array | null,
): string | null {
  const { dimension } = words;
  const sentences = segments.offsets.length - 1;
  if (sums.length !== sentences * dimension) {
    return `it gave ${sums.length} numbers for ${sentences} sentences of ${dimension}`;
  }
  for (let s = 0; s < sentences; s++) {
    let magnitude = 0;
    for (let k = s * dimension; k < (s + 1) * dimension; k++) magnitude += Math.abs(sums[k]!);
    // NaN and infinities carry into the sum.
    if (!(magnitude < Infinity)) return `it gave numbers that are not finite for sentence ${s + 1}`;
    if (magnitude === 0 && !addsUpToZero(s, segments, words, weights))
      return 'it gave zeros for a sentence with known words';
  }
  return null;
}

/** Whether a sentence's vector is zero by rights: no known word, no weight, or vectors that cancel out. */
function addsUpToZero(
  sentence: number,
  { ids, offsets }: Segments,
  { rows, dimension }: WordRows,
  weights: Float32Array | null,
): boolean {
  for (let i = 0; i < dimension; i++) {
    let sum = 0;
    let magnitude = 0;
    for (let t = offsets[sentence]!; t < offsets[sentence + 1]!; t++) {
      const value = (weights ? weights[ids[t]!]! : 1) * rows[ids[t]! * dimension + i]!;
      sum += value;
      magnitude += Math.abs(value);
    }
    // A sum in float32 may round to zero what is not quite; nothing below the smallest float32 can be told apart.
    if (Math.abs(sum) > magnitude * 1e-5 && Math.abs(sum) > 1e-37) return false;
  }
  return true;
}
