import 'fake-indexeddb/auto';
import { IDBFactory, IDBObjectStore, IDBOpenDBRequest } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Cancelled } from '../../../src/failure.ts';
import { openStore } from '../../../src/storage/store.ts';
import type { StoreOptions } from '../../../src/storage/store.ts';
import type { StoreStatus } from '../../../src/storage/types.ts';
import {
  eventually,
  allRows,
  freshBrowser,
  limitRoom,
  makeHead,
  makePairs,
  makePart,
  makeRun,
  putSet,
} from './fixtures.ts';
import type { QuotaStyle } from './fixtures.ts';

const NAME = 'sts-playground';
const pairs = makePairs(3_000);
const part = makePart(pairs);

let statuses: StoreStatus[];
const kinds = () => statuses.map((status) => (status.kind === 'memory' ? status.reason : status.kind));
const open = (options: StoreOptions = {}) =>
  openStore({ storageManager: null, onStatus: (status) => statuses.push(status), ...options });

beforeEach(() => {
  statuses = [];
  freshBrowser();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('openStore', () => {
  it('keeps data from one visit to the next', async () => {
    const first = await open();
    const run = await makeRun();
    await first.putPart(part, pairs);
    await first.putRun(run);
    first.close();
    const second = await open();
    expect(await second.getPairs(part.key)).toEqual(pairs);
    expect(await second.getRun(run.key)).toEqual(run);
    expect(second.status()).toEqual({ kind: 'persistent' });
    expect(kinds()).toEqual(['persistent', 'persistent']);
  });

  it('lets a read be cancelled from its progress callback', async () => {
    const store = await open();
    await store.putPart(part, pairs);
    const cancel = () => {
      throw new Cancelled('The read');
    };
    await expect(store.getPairs(part.key, cancel)).rejects.toBeInstanceOf(Cancelled);
    expect(await store.getPairs(part.key)).toEqual(pairs);
    expect(kinds()).toEqual(['persistent']);
  });

  it('asks the browser for its figures and its promise, and does without', async () => {
    const storageManager = {
      estimate: async () => ({ usage: 5, quota: 9 }),
      persisted: async () => false,
      persist: async () => true,
    };
    const store = await open({ storageManager });
    await store.putPart(part, pairs);
    expect(await store.usage()).toEqual({
      partsBytes: part.sizeBytes,
      runsBytes: 0,
      embeddingsBytes: 0,
      settingsBytes: 0,
      inMemoryBytes: 0,
      usedBytes: 5,
      allowedBytes: 9,
      persisted: false,
    });
    expect(await store.persist()).toBe(true);
    const refusing = await open({ storageManager: { estimate: () => Promise.reject(new TypeError('no')) } });
    expect(await refusing.usage()).toMatchObject({ usedBytes: null, allowedBytes: null, persisted: null });
    expect(await refusing.persist()).toBeNull();
  });

  it('turns whatever a read meets into a Failure', async () => {
    const store = await open();
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('bad sector', 'DataError');
    });
    await expect(store.listParts()).rejects.toMatchObject({
      name: 'Failure',
      code: 'storage-failed',
      cause: { name: 'DataError' },
    });
  });

  it('says that something cannot be copied, and does not blame the storage', async () => {
    const store = await open();
    await expect(store.putSetting('f', () => 1)).rejects.toMatchObject({ code: 'storage-not-storable' });
    expect(kinds()).toEqual(['persistent']);
  });
});

describe('a browser that refuses IndexedDB', () => {
  const throwing = (name: string) => ({
    open() {
      throw new DOMException('no', name);
    },
  });
  const rejecting = () => {
    const factory = new IDBFactory();
    factory.open(NAME, 7);
    return {
      open(name: string, version: number) {
        const request = factory.open(name, version);
        const error = new DOMException('A mutation operation was attempted.', 'InvalidStateError');
        return Object.defineProperty(request, 'error', { get: () => error, set() {} });
      },
    };
  };
  it.each([
    ['is missing', undefined, 'absent'],
    ['throws a SecurityError', throwing('SecurityError'), 'refused'],
    ['throws an InvalidStateError', throwing('InvalidStateError'), 'refused'],
    ['rejects with InvalidStateError', rejecting(), 'refused'],
    ['never answers', { open: () => new IDBOpenDBRequest() }, 'hang'],
  ])('works in memory where it %s', async (_what, factory, reason) => {
    vi.stubGlobal('indexedDB', factory);
    const store = await open({ hangTimeoutMs: reason === 'hang' ? 20 : 60_000 });
    expect(kinds()).toEqual([reason]);
    expect(store.status()).toMatchObject({
      message: expect.stringContaining('kept in memory until the tab closes'),
    });
    await store.putPart(part, pairs);
    expect(await store.getPairs(part.key)).toEqual(pairs);
    expect(await store.usage()).toMatchObject({ partsBytes: part.sizeBytes, inMemoryBytes: part.sizeBytes });
    expect(kinds()).toEqual([reason]);
  });

  it('takes in a database that opens late, with what was kept meanwhile', async () => {
    // A deletion that waits for a deaf tab holds up every later request, without a word.
    const deaf = await openDB(NAME, 1);
    indexedDB.deleteDatabase(NAME);
    const store = await open({ hangTimeoutMs: 20 });
    const run = await makeRun();
    await store.putPart(part, pairs);
    await store.putRun(run);
    await store.putSetting('theme', 'dark');
    expect(kinds()).toEqual(['hang']);
    deaf.close();
    await eventually(() => expect(kinds()).toEqual(['hang', 'persistent']));
    expect(await store.usage()).toMatchObject({ inMemoryBytes: 0 });
    store.close();

    const next = await open();
    expect(await next.getPairs(part.key)).toEqual(pairs);
    expect(await next.getRun(run.key)).toEqual(run);
    expect(await next.getSetting('theme')).toBe('dark');
  });
});

it('takes in a database that opens late with nothing but embeddings kept meanwhile', async () => {
  const deaf = await openDB(NAME, 1);
  indexedDB.deleteDatabase(NAME);
  const store = await open({ hangTimeoutMs: 20 });
  const head = await makeHead();
  await putSet(store, head, 2);
  deaf.close();
  await eventually(() => expect(kinds()).toEqual(['hang', 'persistent']));
  expect(await store.usage()).toMatchObject({ inMemoryBytes: 0 });
  store.close();
  const read = await (await open()).getEmbeddings(head.key);
  expect(read).toEqual({ head, batches: [...allRows(head).slice(0, 2), null] });
});

describe.each<QuotaStyle>(['put throws', 'commit fails'])('a full disk (%s)', (style) => {
  const figures = { usage: 29_000_000, quota: 30_000_000 };
  const storageManager = { estimate: async () => figures };

  it('keeps the new in memory and loses nothing of the old', async () => {
    const store = await open({ storageManager });
    const oldRun = await makeRun({ system: 'old' });
    await store.putPart(part, pairs);
    await store.putRun(oldRun);

    const newPairs = makePairs(5_000, 'whale');
    const newPart = makePart(newPairs);
    const newRun = await makeRun({ system: 'new' });
    const room = limitRoom(approximatelyOneChunk, style);
    await store.putPart(newPart, newPairs);
    await store.putRun(newRun);
    expect(store.status()).toMatchObject({
      kind: 'memory',
      reason: 'quota',
      usedBytes: 29_000_000,
      allowedBytes: 30_000_000,
      message: expect.stringContaining('29 MB of 30 MB are used'),
    });
    expect(kinds()).toEqual(['persistent', 'quota']);
    expect(await store.getPairs(part.key)).toEqual(newPairs);
    expect(await store.listParts()).toEqual([newPart]);
    expect(await store.getRun(newRun.key)).toEqual(newRun);
    expect((await store.listRuns()).map((run) => run.key)).toEqual([oldRun.key, newRun.key].sort());
    expect((await store.usage()).inMemoryBytes).toBeGreaterThan(newPart.sizeBytes);

    // The next visit finds the old, whole, and nothing of the new.
    room.leftBytes = Infinity;
    store.close();
    const next = await open();
    expect(await next.getPairs(part.key)).toEqual(pairs);
    expect(await next.listParts()).toEqual([part]);
    expect((await next.listRuns()).map((run) => run.key)).toEqual([oldRun.key]);
  });

  it('moves what is in memory to the disk once something was deleted', async () => {
    const store = await open({ storageManager });
    await store.putPart(part, pairs);
    const room = limitRoom(0, style);
    const other = makePart(pairs, { split: 'dev' });
    const run = await makeRun({ parts: [{ key: other.key, contentHash: 'x' }] });
    await store.putPart(other, pairs);
    await store.putRun(run);
    await store.putSetting('theme', 'dark');
    await store.deletePart('invented/nothing');
    expect(store.status()).toMatchObject({ reason: 'quota' });

    room.leftBytes = Infinity;
    await store.deletePart(part.key);
    expect(kinds()).toEqual(['persistent', 'quota', 'persistent']);
    expect(await store.usage()).toMatchObject({ inMemoryBytes: 0 });
    store.close();
    const next = await open();
    expect(await next.getPairs(other.key)).toEqual(pairs);
    expect(await next.listParts()).toEqual([other]);
    expect(await next.getRun(run.key)).toEqual(run);
    expect(await next.getSetting('theme')).toBe('dark');
  });

  it('forgets the copy in memory when a later write of the same thing finds room', async () => {
    const store = await open();
    const room = limitRoom(0, style);
    await store.putSetting('theme', 'dark');
    expect(await store.getSetting('theme')).toBe('dark');
    room.leftBytes = Infinity;
    await store.putSetting('theme', 'light');
    expect(await store.getSetting('theme')).toBe('light');
    expect(kinds()).toEqual(['persistent', 'quota', 'persistent']);
  });

  it('does not write what was in memory over what is newer', async () => {
    const store = await open();
    const room = limitRoom(0, style);
    await store.putSetting('theme', 'dark');
    room.leftBytes = Infinity;
    await Promise.all([store.deleteRun('none'), store.putSetting('theme', 'light')]);
    expect(await store.getSetting('theme')).toBe('light');
    store.close();
    expect(await (await open()).getSetting('theme')).toBe('light');
  });

  it('deletes from memory and disk alike', async () => {
    const store = await open();
    await store.putPart(part, pairs);
    const oldRun = await makeRun({ system: 'old' });
    await store.putRun(oldRun);
    const room = limitRoom(0, style);
    const newRun = await makeRun({ system: 'new' });
    await store.putRun(newRun);
    expect(await store.runsOfPart(part.key)).toEqual([oldRun.key, newRun.key].sort());
    room.leftBytes = Infinity;
    expect(await store.deletePart(part.key)).toMatchObject({
      deletedRuns: [oldRun.key, newRun.key].sort(),
    });
    expect(await store.listRuns()).toEqual([]);
  });
});

/** Between one and two chunks of 2,000 pairs: the write fails after something has been written. */
const approximatelyOneChunk = 400_000;
