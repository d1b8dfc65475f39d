import type { Capabilities } from '../capabilities.ts';
import { badRow } from './pooling.ts';
import type { EncoderFacts } from './types.ts';

/**
 * Eight fixed sentences of very different lengths: a backend may be right on short rows and wrong on long ones, or
 * right until there is padding.
 */
export const CANARY_SENTENCES: readonly string[] = [
  'Rain.',
  'A dog sleeps on the porch.',
  'The porch was painted by a man with a dog.',
  'How many stamps does a letter to Norway need in 2024?',
  'She did not say that he was late; he said so himself.',
  'Prices rose by 3.5 % in March, after having fallen for two years in a row.',
  'Ein kurzer Satz auf Deutsch, una frase en español, et une phrase en français.',
  'When the ferry finally left the harbour, the fog had lifted, the gulls had gone back to the roofs of the fish ' +
    'market, and the children, who had been promised a storm, were asleep between the suitcases, while their ' +
    'grandmother counted the islands aloud, as she had done on every crossing since she was their age, and lost ' +
    'count, as always, somewhere behind the lighthouse.',
];

const LOWEST_COSINE = 0.99;

/** What a passed canary stands for: the model as it is read, the device, and the code that drives it. */
export function canaryKey(facts: EncoderFacts, { adapter, userAgent }: Capabilities): string {
  const { revision, dtype, pooling, libraries } = facts;
  return [revision, dtype, pooling, adapter, userAgent, JSON.stringify(libraries)].join('|');
}

/**
 * Compares the canary's vectors with those of a trusted backend. Looking for NaN alone would miss vectors that are
 * zero, rotated, or another sentence's.
 * @param found row-major, 8 x dimension
 * @param reference the same sentences on wasm, at the same dtype: it is the backend that is on trial
 * @returns null where each cosine is at least 0.99, else what is wrong
 */
export function compareCanary(
  found: Float32Array,
  reference: Float32Array,
  dimension: number,
): string | null {
  const rows = CANARY_SENTENCES.length;
  if (reference.length !== rows * dimension) {
    throw new Error(`The reference has ${reference.length} numbers instead of ${rows} x ${dimension}.`);
  }
  if (found.length !== reference.length) {
    return `it gave ${found.length} numbers instead of ${reference.length}`;
  }
  const badReference = badRow(reference, dimension);
  if (badReference) {
    throw new Error(`Row ${badReference.row + 1} of the reference is ${badReference.reason}.`);
  }
  const bad = badRow(found, dimension);
  if (bad) return `sentence ${bad.row + 1} of ${rows} came out ${bad.reason}`;
  for (let row = 0; row < rows; row++) {
    let dot = 0;
    let foundSquares = 0;
    let referenceSquares = 0;
    for (let i = row * dimension; i < (row + 1) * dimension; i++) {
      dot += found[i]! * reference[i]!;
      foundSquares += found[i]! ** 2;
      referenceSquares += reference[i]! ** 2;
    }
    const cosine = dot / Math.sqrt(foundSquares * referenceSquares);
    if (!(cosine >= LOWEST_COSINE)) {
      return `sentence ${row + 1} of ${rows} has a cosine of ${cosine.toFixed(3)} with the reference`;
    }
  }
  return null;
}
