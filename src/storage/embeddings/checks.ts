import { Failure } from '../../failure.ts';
import { embeddingsKey } from '../runKey.ts';
import type { EmbeddingsHead } from '../types.ts';
import type { HeldBatches } from './held.ts';

function inconsistent(what: string): Failure {
  return new Failure(
    'embeddings-inconsistent',
    `Embeddings were not stored: ${what}.`,
    'Run it again, and report this if it comes back.',
  );
}

/** Throws a `Failure` `embeddings-inconsistent` where a row could be taken for another sentence's. */
export async function checkHead(head: EmbeddingsHead): Promise<void> {
  const { dimension, sentences, order, offsets, tokens, unknown } = head;
  if (!Number.isInteger(dimension) || dimension < 1) throw inconsistent(`their dimension is ${dimension}`);
  if (tokens.length !== sentences || unknown.length !== sentences)
    throw inconsistent(
      `they count tokens of ${tokens.length} and unknown tokens of ${unknown.length} of ${sentences} sentences`,
    );
  const hasRow = new Uint8Array(sentences);
  for (const sentence of order) {
    if (!(sentence >= 0 && sentence < sentences))
      throw inconsistent(`a row belongs to sentence ${sentence} of ${sentences}`);
    if (hasRow[sentence] === 1) throw inconsistent(`sentence ${sentence} has two rows`);
    hasRow[sentence] = 1;
  }
  if (offsets[0] !== 0 || offsets[offsets.length - 1] !== order.length)
    throw inconsistent(
      `their batches go from row ${offsets[0]} to ${offsets[offsets.length - 1]} of ${order.length}`,
    );
  for (let batch = 0; batch + 1 < offsets.length; batch++) {
    if (!(offsets[batch]! < offsets[batch + 1]!))
      throw inconsistent(`batch ${batch} goes from row ${offsets[batch]} to ${offsets[batch + 1]}`);
  }
  if (head.key !== (await embeddingsKey(head.provenance, head.taskKey)))
    throw inconsistent('their key is not the hash of their provenance and task');
}

/** Throws a `Failure` `embeddings-inconsistent` where these cannot be the rows of the batch. */
export function checkBatch(
  layout: HeldBatches | undefined,
  key: string,
  batch: number,
  rows: Float32Array,
): asserts layout is HeldBatches {
  if (!layout) throw headMissing(key);
  const batches = layout.offsets.length - 1;
  if (!(Number.isInteger(batch) && batch >= 0 && batch < batches))
    throw inconsistent(`there is no batch ${batch}; the set has ${batches}`);
  const expected = (layout.offsets[batch + 1]! - layout.offsets[batch]!) * layout.dimension;
  if (rows.length !== expected)
    throw inconsistent(`batch ${batch} has ${rows.length} numbers instead of ${expected}`);
  for (const value of rows) {
    if (!Number.isFinite(value)) throw inconsistent(`batch ${batch} contains ${value}`);
  }
}

/** The set was never begun, or was deleted meanwhile, perhaps in another tab. */
export function headMissing(key: string): Failure {
  return new Failure(
    'embeddings-missing',
    `Embeddings were not stored: there is no set "${key}", or it was deleted meanwhile.`,
    'Run it again, and report this if it comes back.',
  );
}

/** Same key, other rows: see `haveSameRows`. */
export function otherRows(): Failure {
  return new Failure(
    'embeddings-inconsistent',
    'Embeddings were not stored: the set of the same key that is stored already has its rows in another order.',
    'Delete it in the Data view, run it again, and report this if it comes back.',
  );
}
