import { plainSummer } from '../../systems/encoders/plainSummer.ts';
import type { SegmentSummer, Segments, WordRows } from '../../systems/encoders/types.ts';

const DIMENSION = 100;
const WORDS = 50;
const SEGMENT_LENGTHS = [1, 3, 0, 12, 7, 7, 0, 40];

/** Eight fixed "sentences" over a fixed vocabulary: the same on every machine. */
function specimen(): { words: WordRows; weights: Float32Array; segments: Segments } {
  const rows = Float32Array.from({ length: WORDS * DIMENSION }, (_, i) => Math.sin(i * 1.7 + 1));
  const weights = Float32Array.from({ length: WORDS }, (_, i) => 0.1 + (i % 7));
  const offsets = new Int32Array(SEGMENT_LENGTHS.length + 1);
  SEGMENT_LENGTHS.forEach((length, s) => (offsets[s + 1] = offsets[s]! + length));
  const ids = Int32Array.from({ length: offsets.at(-1)! }, (_, i) => (i * 13) % WORDS);
  return {
    words: { dimension: DIMENSION, rows, known: new Uint8Array(WORDS).fill(1) },
    weights,
    segments: { ids, offsets },
  };
}

/**
 * Runs a backend on fixed input and compares with a plain loop in double precision. Looking for NaN alone would
 * miss a backend that gives zeros or rotated vectors.
 * @returns null where every number agrees within 1e-4 of the largest, else what is wrong
 */
export async function canary(summer: SegmentSummer): Promise<string | null> {
  const { words, weights, segments } = specimen();
  const expected = await sums(plainSummer, words, weights, segments);
  const found = await sums(summer, words, weights, segments);
  if (found.length !== expected.length)
    return `it gave ${found.length} numbers instead of ${expected.length}`;
  let largest = 0;
  for (const value of expected) largest = Math.max(largest, Math.abs(value));
  for (let i = 0; i < expected.length; i++) {
    const difference = Math.abs(found[i]! - expected[i]!);
    if (!(difference <= largest * 1e-4)) {
      return `sentence ${Math.floor(i / DIMENSION) + 1} of 8 came out as ${found[i]} instead of ${expected[i]}`;
    }
  }
  return null;
}

async function sums(
  summer: SegmentSummer,
  words: WordRows,
  weights: Float32Array,
  segments: Segments,
): Promise<Float32Array> {
  const table = await summer.table(words, weights);
  try {
    return await table.sums(segments);
  } finally {
    table.dispose();
  }
}
