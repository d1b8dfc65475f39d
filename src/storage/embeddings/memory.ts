import { pause } from '../../systems/pause.ts';
import { checkBatch, checkHead, otherRows } from './checks.ts';
import { describeHeld, haveSameRows, heldSizeBytes, newestFirst, nothingHeld, taskHasPart } from './held.ts';
import type { HeldEmbeddings, InnerLayer } from './held.ts';
import { batchGroups } from './groups.ts';
import type { EmbeddingsHead } from '../types.ts';

interface KeptSet {
  head: EmbeddingsHead;
  batches: Map<number, Float32Array>;
}

export type EmbeddingsCalls = Pick<
  InnerLayer,
  | 'putEmbeddingsHead'
  | 'putEmbeddingsBatch'
  | 'listEmbeddings'
  | 'getEmbeddings'
  | 'deleteEmbeddings'
  | 'heldEmbeddings'
>;

export interface EmbeddingsInMemory {
  calls: EmbeddingsCalls;
  isEmpty(): boolean;
  has(key: string): boolean;
  /** The batches kept here of each set, for moving them. Not copies. */
  sets(): ReadonlyMap<string, Readonly<KeptSet>>;
  /** Drops a batch, if one is given, and the head once it has no batch: the database has them. */
  forget(key: string, batch: number | null): void;
  deleteOfContents(contentHashes: readonly string[]): string[];
  sizeBytes(): number;
  clear(): void;
}

/** The embeddings of the memory layer. */
export function keepEmbeddings(): EmbeddingsInMemory {
  const sets = new Map<string, KeptSet>();

  function heldOf({ head, batches }: KeptSet): Uint8Array {
    const { held } = nothingHeld(head);
    for (const batch of batches.keys()) held[batch] = 1;
    return held;
  }

  async function heldEmbeddings(): Promise<HeldEmbeddings[]> {
    return [...sets.values()].map((set) => ({ head: structuredClone(set.head), held: heldOf(set) }));
  }

  const calls: EmbeddingsCalls = {
    async putEmbeddingsHead(head) {
      await checkHead(head);
      const there = sets.get(head.key);
      if (!there) sets.set(head.key, { head: structuredClone(head), batches: new Map() });
      else if (!haveSameRows(there.head, head)) throw otherRows();
    },
    async putEmbeddingsBatch(key, batch, rows) {
      const set = sets.get(key);
      checkBatch(set && nothingHeld(set.head), key, batch, rows);
      set!.batches.set(batch, rows.slice());
    },
    heldEmbeddings,
    async listEmbeddings() {
      return (await heldEmbeddings()).map(describeHeld).sort(newestFirst);
    },
    async getEmbeddings(key) {
      const set = sets.get(key);
      if (!set) return undefined;
      const head = structuredClone(set.head);
      // Rows are replaced, never written into: these stay what they are while others are put.
      const kept = new Map(set.batches);
      const batches = new Array<Float32Array | null>(head.offsets.length - 1).fill(null);
      for (const [from, to] of batchGroups(head)) {
        for (let batch = from; batch < to; batch++) batches[batch] = kept.get(batch)?.slice() ?? null;
        await pause();
      }
      return { head, batches };
    },
    async deleteEmbeddings(key) {
      sets.delete(key);
    },
  };

  return {
    calls,
    isEmpty: () => sets.size === 0,
    has: (key) => sets.has(key),
    sets: () => sets,
    forget(key, batch) {
      const set = sets.get(key);
      if (!set) return;
      if (batch !== null) set.batches.delete(batch);
      if (set.batches.size === 0) sets.delete(key);
    },
    deleteOfContents(contentHashes) {
      const keys = [...sets.values()]
        .filter(({ head }) => taskHasPart(head.taskKey, contentHashes))
        .map(({ head }) => head.key);
      for (const key of keys) sets.delete(key);
      return keys.sort();
    },
    sizeBytes() {
      let sizeBytes = 0;
      for (const set of sets.values()) sizeBytes += heldSizeBytes(set.head, heldOf(set));
      return sizeBytes;
    },
    clear: () => sets.clear(),
  };
}
