import type { IDBPTransaction, StoreNames } from 'idb';
import type { PlaygroundDatabase, PlaygroundSchema } from '../database.ts';
import { settled, write } from '../transactions.ts';
import { checkBatch, checkHead, otherRows } from './checks.ts';
import { batchGroups } from './groups.ts';
import { describeHeld, haveSameRows, heldSizeBytes, newestFirst, nothingHeld, taskHasPart } from './held.ts';
import type { HeldEmbeddings } from './held.ts';
import type { EmbeddingsCalls } from './memory.ts';

export const EMBEDDINGS_STORES = ['embeddings', 'embeddingsHeld', 'embeddingsRows'] as const;

/** The batches `from` to `to`, the latter excluded, of a set. */
const batchRange = (key: string, from: number, to: number) =>
  IDBKeyRange.bound([key, from], [key, to], false, true);

type Writing = IDBPTransaction<
  PlaygroundSchema,
  (StoreNames<PlaygroundSchema> | (typeof EMBEDDINGS_STORES)[number])[],
  'readwrite'
>;

async function deleteSet(transaction: Writing, key: string): Promise<void> {
  await transaction.objectStore('embeddingsRows').delete(batchRange(key, 0, Infinity));
  await transaction.objectStore('embeddingsHeld').delete(key);
  await transaction.objectStore('embeddings').delete(key);
}

/** Within a transaction over `EMBEDDINGS_STORES` at least. Gives the keys of the sets that were deleted. */
export async function deleteSetsOfContents(
  transaction: Writing,
  contentHashes: readonly string[],
): Promise<string[]> {
  const deleted: string[] = [];
  for (const { key, taskKey } of await transaction.objectStore('embeddingsHeld').getAll()) {
    if (!taskHasPart(taskKey, contentHashes)) continue;
    await deleteSet(transaction, key);
    deleted.push(key);
  }
  return deleted;
}

/** Bytes of all rows. */
export async function embeddingsSizeBytes(database: PlaygroundDatabase): Promise<number> {
  let sizeBytes = 0;
  for (const layout of await database.getAll('embeddingsHeld'))
    sizeBytes += heldSizeBytes(layout, layout.held);
  return sizeBytes;
}

/** The embeddings of the layer on a database. */
export function indexedEmbeddings(database: PlaygroundDatabase): EmbeddingsCalls {
  async function heldEmbeddings(): Promise<HeldEmbeddings[]> {
    const transaction = database.transaction(['embeddings', 'embeddingsHeld']);
    const done = settled(transaction.done);
    const sets: HeldEmbeddings[] = [];
    for (const { key, held } of await transaction.objectStore('embeddingsHeld').getAll()) {
      // One a request: a head has three numbers a sentence.
      const head = await transaction.objectStore('embeddings').get(key);
      if (head) sets.push({ head, held });
    }
    await done;
    return sets;
  }

  return {
    async putEmbeddingsHead(head) {
      await checkHead(head);
      await write(database, ['embeddings', 'embeddingsHeld'], async (transaction) => {
        const there = await transaction.objectStore('embeddings').get(head.key);
        if (there) {
          if (!haveSameRows(there, head)) throw otherRows();
          return;
        }
        await transaction.objectStore('embeddings').put(head);
        await transaction.objectStore('embeddingsHeld').put(nothingHeld(head));
      });
    },
    async putEmbeddingsBatch(key, batch, rows) {
      await write(database, ['embeddingsHeld', 'embeddingsRows'], async (transaction) => {
        const layout = await transaction.objectStore('embeddingsHeld').get(key);
        checkBatch(layout, key, batch, rows);
        // A view's whole buffer would be stored with it.
        const own = rows.byteLength === rows.buffer.byteLength ? rows : rows.slice();
        await transaction.objectStore('embeddingsRows').put({ key, batch, rows: own });
        layout.held[batch] = 1;
        await transaction.objectStore('embeddingsHeld').put(layout);
      });
    },
    heldEmbeddings,
    async listEmbeddings() {
      return (await heldEmbeddings()).map(describeHeld).sort(newestFirst);
    },
    async getEmbeddings(key) {
      // One transaction, so that a set deleted and begun anew meanwhile is never read half old, half new. Nothing
      // but its own requests may be awaited inside; each of them ends in a task of its own.
      const transaction = database.transaction(['embeddings', 'embeddingsRows']);
      const done = settled(transaction.done);
      const head = await transaction.objectStore('embeddings').get(key);
      if (!head) return undefined;
      const batches = new Array<Float32Array | null>(head.offsets.length - 1).fill(null);
      for (const [from, to] of batchGroups(head)) {
        const records = await transaction.objectStore('embeddingsRows').getAll(batchRange(key, from, to));
        for (const { batch, rows } of records) batches[batch] = rows;
      }
      await done;
      return { head, batches };
    },
    async deleteEmbeddings(key) {
      await write(database, [...EMBEDDINGS_STORES], (transaction) => deleteSet(transaction, key));
    },
  };
}
