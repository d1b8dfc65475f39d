import type { EmbeddingsHead, StoredEmbeddings, StoreLayer } from '../types.ts';

/** How the rows of a set are laid out, and which batches of them a layer holds. */
export interface HeldBatches {
  key: string;
  taskKey: string;
  dimension: number;
  /** As in the head. */
  offsets: Int32Array;
  /** Batch -> 1 where its rows are held. */
  held: Uint8Array;
}

/** What the two layers under the store know of a set without reading its rows. */
export interface HeldEmbeddings {
  head: EmbeddingsHead;
  held: Uint8Array;
}

/** A layer under the store: what is stored may be spread over two of them. */
export interface InnerLayer extends StoreLayer {
  heldEmbeddings(): Promise<HeldEmbeddings[]>;
  /** Deletes the embeddings of tasks that had a part of one of `contentHashes` too. */
  deletePart(
    key: string,
    contentHashes?: readonly string[],
  ): Promise<{ deletedRuns: string[]; deletedEmbeddings: string[] }>;
}

export function nothingHeld({ key, taskKey, dimension, offsets }: EmbeddingsHead): HeldBatches {
  return { key, taskKey, dimension, offsets, held: new Uint8Array(offsets.length - 1) };
}

/** Bytes of the rows that are held. */
export function heldSizeBytes(layout: Pick<HeldBatches, 'dimension' | 'offsets'>, held: Uint8Array): number {
  return Float32Array.BYTES_PER_ELEMENT * layout.dimension * heldRows(layout.offsets, held);
}

function heldRows(offsets: Int32Array, held: Uint8Array): number {
  let rows = 0;
  for (let batch = 0; batch < held.length; batch++) {
    if (held[batch] === 1) rows += offsets[batch + 1]! - offsets[batch]!;
  }
  return rows;
}

export function describeHeld({ head, held }: HeldEmbeddings): StoredEmbeddings {
  let batchesStored = 0;
  for (const one of held) batchesStored += one;
  return {
    ...head,
    batchesStored,
    rowsStored: heldRows(head.offsets, held),
    sizeBytes: heldSizeBytes(head, held),
  };
}

/** Newest first; sets of the same instant by key, so that the order is one and the same everywhere. */
export function newestFirst(a: EmbeddingsHead, b: EmbeddingsHead): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return a.key < b.key ? -1 : 1;
}

/** Whether a task had a part of one of these contents. See `makeTask`: "name@hash|name@hash". */
export function taskHasPart(taskKey: string, contentHashes: readonly string[]): boolean {
  return taskKey.split('|').some((part) => contentHashes.includes(part.slice(part.lastIndexOf('@') + 1)));
}

/**
 * Whether a row of one means the same sentence, cut to the same batches, as that row of the other. Where it does
 * not, their batches must not be mixed.
 */
export function haveSameRows(a: EmbeddingsHead, b: EmbeddingsHead): boolean {
  return (
    a.dimension === b.dimension &&
    a.sentences === b.sentences &&
    areEqual(a.order, b.order) &&
    areEqual(a.offsets, b.offsets) &&
    areEqual(a.tokens, b.tokens) &&
    areEqual(a.unknown, b.unknown)
  );
}

function areEqual(a: Int32Array, b: Int32Array): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
