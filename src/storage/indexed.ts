import type { IDBPTransaction, StoreNames } from 'idb';
import type { SentencePair } from '../benchmarks/types.ts';
import { byAge, checkPart, checkRun, chunksOf, PAIRS_PER_CHUNK, partDamaged, partMissing } from './checks.ts';
import { packPairs, unpackPairs } from './columns.ts';
import type { PlaygroundDatabase, PlaygroundSchema } from './database.ts';
import { approximateSizeBytes } from './sizes.ts';
import type { Run, StoreLayer } from './types.ts';

type Name = StoreNames<PlaygroundSchema>;

/** The chunks of a part, whatever their number. */
const chunkRange = (part: string) => IDBKeyRange.bound([part, 0], [part, Infinity]);

/** The layer on an open database. Rejects with the browser's own errors; `openStore` translates them. */
export function createIndexedLayer(database: PlaygroundDatabase): StoreLayer {
  return {
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
    async deletePart(key) {
      return write(database, ['parts', 'pairs', 'runs'], async (transaction) => {
        const runs = transaction.objectStore('runs');
        const deletedRuns = await runs.index('part').getAllKeys(key);
        for (const run of deletedRuns) await runs.delete(run);
        await transaction.objectStore('pairs').delete(chunkRange(key));
        await transaction.objectStore('parts').delete(key);
        return { deletedRuns };
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
      return { partsBytes, runsBytes, settingsBytes };
    },
    async wipe() {
      // Not `deleteDB`, which would wait for every other tab to close its connection.
      await write(database, ['parts', 'pairs', 'runs', 'settings'], async (transaction) => {
        for (const name of transaction.objectStoreNames) await transaction.objectStore(name).clear();
      });
    },
  };
}

function withoutPartKeys({ partKeys: _index, ...run }: Run & { partKeys: string[] }): Run {
  return run;
}

/** The error a promise ended with, or null: a promise that can be awaited late without "unhandled rejection". */
function settled(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error ?? new Error('unknown'),
  );
}

/**
 * Runs `work` in one transaction and resolves once it is committed. If anything in it fails, the transaction
 * is aborted and its end awaited, so that nothing of it is left, before this rejects with the cause.
 */
async function write<Names extends Name[], T>(
  database: PlaygroundDatabase,
  names: Names,
  work: (transaction: IDBPTransaction<PlaygroundSchema, Names, 'readwrite'>) => Promise<T>,
): Promise<T> {
  const transaction = database.transaction(names, 'readwrite');
  const end = settled(transaction.done);
  let value: T;
  try {
    value = await work(transaction);
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // It has aborted itself, as it does when a request fails.
    }
    throw cause([error, await end, transaction.error]);
  }
  const error = await end;
  if (error) throw cause([error, transaction.error]);
  return value;
}

/**
 * A full disk shows at the request, or only at the commit; the other then says "AbortError", which is a
 * consequence: the cause is the first error that is not one.
 */
function cause(errors: unknown[]): unknown {
  const named = (error: unknown) => (error as { name?: string } | null)?.name;
  return errors.find((error) => error && named(error) !== 'AbortError') ?? errors[0];
}
