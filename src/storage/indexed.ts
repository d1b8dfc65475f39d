import type { SentencePair } from '../benchmarks/types.ts';
import { byAge, checkPart, checkRun, chunksOf, PAIRS_PER_CHUNK, partDamaged, partMissing } from './checks.ts';
import { packPairs, unpackPairs } from './columns.ts';
import type { PlaygroundDatabase } from './database.ts';
import type { InnerLayer } from './embeddings/held.ts';
import {
  EMBEDDINGS_STORES,
  deleteSetsOfContents,
  embeddingsSizeBytes,
  indexedEmbeddings,
} from './embeddings/indexed.ts';
import { approximateSizeBytes } from './sizes.ts';
import { settled, write } from './transactions.ts';
import type { Run } from './types.ts';

/** The chunks of a part, whatever their number. */
const chunkRange = (part: string) => IDBKeyRange.bound([part, 0], [part, Infinity]);

/** The layer on an open database. Rejects with the browser's own errors; `openStore` translates them. */
export function createIndexedLayer(database: PlaygroundDatabase): InnerLayer {
  return {
    ...indexedEmbeddings(database),

    async putPart(part, pairs) {
      checkPart(part, pairs);
      const chunks = chunksOf(pairs);
      await write(database, ['parts', 'pairs'], async (transaction) => {
        await transaction.objectStore('pairs').delete(chunkRange(part.key));
        // One after the other, so that a large import does not clone all of its chunks in one task.
        for (const [index, chunk] of chunks.entries()) {
          await transaction.objectStore('pairs').put({ part: part.key, index, columns: packPairs(chunk) });
        }
        await transaction.objectStore('parts').put(part);
      });
    },
    async listParts() {
      return database.getAll('parts');
    },
    async getPairs(key, onProgress) {
      // One transaction, so that a part replaced meanwhile is never read half old, half new. Nothing but its
      // own requests may be awaited inside; each of them ends in a task of its own, which lets the page breathe.
      const transaction = database.transaction(['parts', 'pairs']);
      const done = settled(transaction.done);
      const part = await transaction.objectStore('parts').get(key);
      if (!part) throw partMissing(key);
      const total = part.counts.pairs;
      const pairs: SentencePair[] = [];
      const store = transaction.objectStore('pairs');
      const reads = Array.from({ length: Math.ceil(total / PAIRS_PER_CHUNK) }, (_, index) =>
        store.get([key, index]),
      );
      // A read that fails after the loop was left must not go unheard.
      for (const read of reads) read.catch(() => {});
      for (const read of reads) {
        const chunk = await read;
        if (!chunk) break;
        unpackPairs(chunk.columns, pairs);
        onProgress?.(pairs.length, total);
      }
      await done;
      if (pairs.length !== total) throw partDamaged(key, pairs.length, total);
      return pairs;
    },
    async runsOfPart(key) {
      return database.getAllKeysFromIndex('runs', 'part', key);
    },
    async deletePart(key, contentHashes = []) {
      return write(database, ['parts', 'pairs', 'runs', ...EMBEDDINGS_STORES], async (transaction) => {
        const own = (await transaction.objectStore('parts').get(key))?.contentHash;
        const contents = own === undefined ? contentHashes : [own, ...contentHashes];
        const deletedEmbeddings = await deleteSetsOfContents(transaction, contents);
        const runs = transaction.objectStore('runs');
        const deletedRuns = await runs.index('part').getAllKeys(key);
        for (const run of deletedRuns) await runs.delete(run);
        await transaction.objectStore('pairs').delete(chunkRange(key));
        await transaction.objectStore('parts').delete(key);
        return { deletedRuns, deletedEmbeddings };
      });
    },

    async putRun(run) {
      await checkRun(run);
      const partKeys = run.provenance.parts.map((part) => part.key);
      await write(database, ['runs'], (transaction) =>
        transaction.objectStore('runs').put({ ...run, partKeys }),
      );
    },
    async getRun(key) {
      const record = await database.get('runs', key);
      return record && withoutPartKeys(record);
    },
    async listRuns({ benchmark } = {}) {
      const records =
        benchmark === undefined
          ? await database.getAll('runs')
          : await database.getAllFromIndex('runs', 'benchmark', benchmark);
      return records.map(withoutPartKeys).sort(byAge);
    },
    async deleteRun(key) {
      await write(database, ['runs'], (transaction) => transaction.objectStore('runs').delete(key));
    },

    async getSetting<T>(key: string) {
      return (await database.get('settings', key))?.value as T | undefined;
    },
    async listSettings(prefix) {
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      const found = await database.getAll('settings', range);
      return new Map(found.map(({ key, value }) => [key, value]));
    },
    async putSetting(key, value) {
      await write(database, ['settings'], (transaction) =>
        transaction.objectStore('settings').put({ key, value }),
      );
    },

    async sizes() {
      let partsBytes = 0;
      for (const part of await database.getAll('parts')) partsBytes += part.sizeBytes;
      let runsBytes = 0;
      // A cursor holds one run at a time: their scores together may be large.
      let cursor = await database.transaction('runs').store.openCursor();
      while (cursor) {
        runsBytes += approximateSizeBytes(withoutPartKeys(cursor.value));
        cursor = await cursor.continue();
      }
      let settingsBytes = 0;
      for (const { key, value } of await database.getAll('settings'))
        settingsBytes += key.length + approximateSizeBytes(value);
      return {
        partsBytes,
        runsBytes,
        embeddingsBytes: await embeddingsSizeBytes(database),
        settingsBytes,
      };
    },
    async wipe() {
      // Not `deleteDB`, which would wait for every other tab to close its connection.
      await write(database, [...database.objectStoreNames], async (transaction) => {
        for (const name of transaction.objectStoreNames) await transaction.objectStore(name).clear();
      });
    },
  };
}

function withoutPartKeys({ partKeys: _index, ...run }: Run & { partKeys: string[] }): Run {
  return run;
}
