import 'fake-indexeddb/auto';
import { IDBFactory, IDBObjectStore, forceCloseDatabase } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SCHEMA_VERSION } from '../../../src/storage/database.ts';
import { openStore } from '../../../src/storage/store.ts';
import type { StoreOptions } from '../../../src/storage/store.ts';
import type { StoreStatus } from '../../../src/storage/types.ts';
import {
  eventually,
  fillVersionOne,
  freshBrowser,
  makeHead,
  makePairs,
  makePart,
  makeRows,
  makeRun,
  openVersionOne,
  putSet,
  watchConnections,
} from './fixtures.ts';

const NAME = 'sts-playground';
const pairs = makePairs(3_000);
const part = makePart(pairs);
const smallPairs = makePairs(300);
const smallPart = makePart(smallPairs);

let statuses: StoreStatus[];
const kinds = () => statuses.map((status) => (status.kind === 'memory' ? status.reason : status.kind));
const open = (options: StoreOptions = {}) =>
  openStore({ storageManager: null, onStatus: (status) => statuses.push(status), ...options });
const forceClose = (database: unknown) =>
  forceCloseDatabase(database as Parameters<typeof forceCloseDatabase>[0]);

beforeEach(() => {
  statuses = [];
  freshBrowser();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('two tabs', () => {
  it('closes for a newer page, finishes its write, and asks for a reload', async () => {
    const store = await open();
    const run = await makeRun();
    await store.putPart(part, pairs);
    const other = makePart(pairs, { split: 'dev' });
    const writing = store.putPart(other, pairs);
    const blocked = vi.fn();
    const newer = await openDB(NAME, SCHEMA_VERSION + 1, { blocked });
    expect(blocked).not.toHaveBeenCalled();
    await writing;
    expect(store.status()).toMatchObject({
      kind: 'superseded',
      message: expect.stringMatching(/newer version of the page is open in another tab.*Reload/),
    });
    // Nothing stored is reported as absent; what is computed now is kept.
    for (const read of [
      () => store.listParts(),
      () => store.getPairs(part.key),
      () => store.deletePart(part.key),
    ]) {
      await expect(read()).rejects.toMatchObject({ name: 'Failure', code: 'storage-superseded' });
    }
    await store.putRun(run);
    expect(await store.getRun(run.key)).toEqual(run);
    expect(kinds()).toEqual(['persistent', 'superseded']);
    // Either whole in the database, or whole in memory.
    const chunks = await newer.count('pairs', IDBKeyRange.bound([other.key, 0], [other.key, Infinity]));
    if (chunks === 0) expect(await store.getPairs(other.key)).toEqual(pairs);
    else expect(chunks).toBe(2);
    newer.close();
  });

  it('says that it waits for an older page, and goes on when that is closed', async () => {
    const old = await openVersionOne(NAME);
    const run = await makeRun();
    await fillVersionOne(old, smallPart, smallPairs, run);
    const opening = open();
    await eventually(() => expect(kinds()).toEqual(['blocked']));
    expect(statuses[0]).toMatchObject({ message: expect.stringContaining('Waiting for another tab') });
    old.close();
    const store = await opening;
    expect(store.status()).toEqual({ kind: 'persistent' });
    expect(kinds()).toEqual(['blocked', 'persistent']);
    expect(await store.getPairs(smallPart.key)).toEqual(smallPairs);
    expect(await store.getRun(run.key)).toEqual(run);
  });

  it('goes on in memory while the older page stays, and moves to the database when it goes', async () => {
    const holding = await openVersionOne(NAME);
    const store = await open({ blockedTimeoutMs: 20 });
    expect(kinds()).toEqual(['blocked', 'blocked']);
    expect(store.status()).toMatchObject({ kind: 'memory', reason: 'blocked' });
    await store.putPart(part, pairs);
    const head = await makeHead();
    await putSet(store, head, 2);
    holding.close();
    await eventually(() => expect(store.status()).toEqual({ kind: 'persistent' }));
    expect(await store.usage()).toMatchObject({
      inMemoryBytes: 0,
      partsBytes: part.sizeBytes,
      embeddingsBytes: 6 * 4 * head.dimension,
    });
  });

  it('does not touch data of a newer page', async () => {
    (await openDB(NAME, 7)).close();
    const store = await open();
    expect(store.status()).toMatchObject({ kind: 'memory', reason: 'newer-version' });
  });

  it('keeps the batches of a set that it has only read, when a newer page comes', async () => {
    const earlier = await open();
    const head = await makeHead();
    await putSet(earlier, head, 1);
    earlier.close();
    const store = await open();
    await store.getEmbeddings(head.key);
    const newer = await openDB(NAME, SCHEMA_VERSION + 1);
    for (const batch of [0, 1, 2]) await store.putEmbeddingsBatch(head.key, batch, makeRows(head, batch));
    expect((await store.getEmbeddings(head.key))!.batches).toEqual([0, 1, 2].map((b) => makeRows(head, b)));
    newer.close();
  });

  it('keeps the batches of a set begun before a newer page came, and mixes nothing', async () => {
    const store = await open();
    const head = await makeHead();
    await putSet(store, head, 1);
    const newer = await openDB(NAME, SCHEMA_VERSION + 1);
    for (const batch of [1, 2]) await store.putEmbeddingsBatch(head.key, batch, makeRows(head, batch));
    expect(kinds()).toEqual(['persistent', 'superseded']);
    // The first batch is out of reach: that it is not stored would be wrong.
    await expect(store.getEmbeddings(head.key)).rejects.toMatchObject({ code: 'storage-superseded' });
    await store.putEmbeddingsBatch(head.key, 0, makeRows(head, 0));
    expect((await store.getEmbeddings(head.key))!.batches).toEqual([0, 1, 2].map((b) => makeRows(head, b)));
    expect(await newer.getAllKeys('embeddingsRows')).toEqual([[head.key, 0]]);
    newer.close();
  });
});

describe('a connection that the browser ends', () => {
  it('is opened again once, and the data is still there', async () => {
    const connections = watchConnections();
    const store = await open();
    await store.putPart(part, pairs);
    forceClose(connections[0]);
    expect(await store.getPairs(part.key)).toEqual(pairs);
    expect(connections).toHaveLength(2);
    expect(kinds()).toEqual(['persistent']);
    // It has served: it may be lost, and replaced, again.
    forceClose(connections[1]);
    expect(await store.getPairs(part.key)).toEqual(pairs);
    expect(connections).toHaveLength(3);
  });

  it.each(['InvalidStateError', 'UnknownError'])(
    'is opened once, not once a waiting caller (%s)',
    async (name) => {
      const connections = watchConnections();
      const store = await open();
      await store.putPart(part, pairs);
      const run = await makeRun();
      await store.putRun(run);
      vi.spyOn(connections[0]!, 'transaction').mockImplementation(() => {
        throw new DOMException('Connection to Indexed Database server lost.', name);
      });
      const reads = await Promise.all([store.listParts(), store.getPairs(part.key), store.listRuns()]);
      expect(reads).toEqual([[part], pairs, [run]]);
      expect(kinds()).toEqual(['persistent']);
      expect(connections).toHaveLength(2);
    },
  );

  it('gives way to memory when it ends again before it has served', async () => {
    const connections = watchConnections();
    const store = await open();
    forceClose(connections[0]);
    await eventually(() => expect(connections).toHaveLength(2));
    forceClose(connections[1]);
    await eventually(() => expect(kinds()).toEqual(['persistent', 'terminated']));
    await store.putPart(part, pairs);
    expect(await store.getPairs(part.key)).toEqual(pairs);
    expect(connections).toHaveLength(2);
  });

  it('gives way to memory when it cannot be opened again', async () => {
    const connections = watchConnections();
    const store = await open();
    await store.putPart(part, pairs);
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw new DOMException('gone', 'UnknownError');
    });
    forceClose(connections[0]);
    await eventually(() => expect(kinds()).toEqual(['persistent', 'terminated']));
    await expect(store.getPairs(part.key)).rejects.toMatchObject({ code: 'part-missing' });
    await store.putPart(part, pairs);
    expect(await store.getPairs(part.key)).toEqual(pairs);
  });

  it('keeps writes in memory, and reads going, where only writing is broken', async () => {
    const store = await open();
    await store.putPart(part, pairs);
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('disk', 'UnknownError');
    });
    const runs = [await makeRun({ system: 'a' }), await makeRun({ system: 'b' })];
    for (const run of runs) await store.putRun(run);
    expect(store.status()).toMatchObject({ kind: 'memory', reason: 'write-failed' });
    expect(await store.listRuns()).toHaveLength(2);
    expect(await store.getPairs(part.key)).toEqual(pairs);
  });
});
