import 'fake-indexeddb/auto';
import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../src/storage/database.ts';
import { createIndexedLayer } from '../../../src/storage/indexed.ts';
import { openStore } from '../../../src/storage/store.ts';
import type { PlaygroundStore, StoreStatus } from '../../../src/storage/types.ts';
import {
  allRows,
  freshBrowser,
  limitRoom,
  makeHead,
  makePairs,
  makePart,
  makeRows,
  makeRun,
  putSet,
  sameRows,
} from './fixtures.ts';
import type { QuotaStyle } from './fixtures.ts';
import { quiet } from './layers.ts';

const NAME = 'sts-playground';

let statuses: StoreStatus[];
const kinds = () => statuses.map((status) => (status.kind === 'memory' ? status.reason : status.kind));
const open = () =>
  openStore({ storageManager: null, onStatus: (status) => statuses.push(status), databaseName: NAME });
const otherTab = async () => createIndexedLayer(await openDatabase(NAME, quiet));
const wholeLayout = { rows: 1_000, perBatch: 100 };

beforeEach(() => {
  statuses = [];
  freshBrowser();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Where the rows are, whatever the store says. */
async function batchesOnDisk(key: string): Promise<number[]> {
  const database = await openDatabase(NAME, quiet);
  const records = await database.getAll('embeddingsRows', IDBKeyRange.bound([key, 0], [key, Infinity]));
  const counted = (await database.get('embeddingsHeld', key))?.held ?? [];
  database.close();
  const batches = records.map(({ batch }) => batch);
  // What is counted is what is there.
  expect([...counted].flatMap((one, batch) => (one === 1 ? [batch] : []))).toEqual(batches);
  return batches;
}

async function expectWhole(store: PlaygroundStore, head: Awaited<ReturnType<typeof makeHead>>) {
  const read = (await store.getEmbeddings(head.key))!;
  expect(read.head).toEqual(head);
  expect(sameRows(read.batches, allRows(head))).toBe(true);
  expect(await store.listEmbeddings()).toMatchObject([
    { key: head.key, batchesStored: head.offsets.length - 1, rowsStored: head.order.length },
  ]);
}

describe.each<QuotaStyle>(['put throws', 'commit fails'])('embeddings on a full disk (%s)', (style) => {
  it('keeps earlier batches on the disk, later ones in memory, and writes nothing by halves', async () => {
    const store = await open();
    const head = await makeHead({ dimension: 100 }, wholeLayout);
    await putSet(store, head, 3);
    // Room for one batch and a half, and for what is counted beside it.
    const room = limitRoom(60_500, style);
    for (let batch = 3; batch < 10; batch++)
      await store.putEmbeddingsBatch(head.key, batch, makeRows(head, batch));
    expect(kinds()).toEqual(['persistent', 'quota']);
    await expectWhole(store, head);
    expect((await store.usage()).inMemoryBytes).toBe(6 * 100 * 100 * 4);
    expect((await store.usage()).embeddingsBytes).toBe(1_000 * 100 * 4);
    expect(await batchesOnDisk(head.key)).toEqual([0, 1, 2, 3]);

    // The next visit goes on where the disk was full.
    room.leftBytes = Infinity;
    store.close();
    const next = await open();
    expect(await next.listEmbeddings()).toMatchObject([{ batchesStored: 4, rowsStored: 400 }]);
    const read = (await next.getEmbeddings(head.key))!;
    expect(sameRows(read.batches, [...allRows(head).slice(0, 4), ...Array(6).fill(null)])).toBe(true);
    for (let batch = 4; batch < 10; batch++)
      await next.putEmbeddingsBatch(head.key, batch, makeRows(head, batch));
    await expectWhole(next, head);
  });

  it('writes nothing of a batch where only the count beside it finds no room', async () => {
    const store = await open();
    const head = await makeHead({ dimension: 100 }, wholeLayout);
    await putSet(store, head, 1);
    limitRoom(100 * 100 * 4 + 100, style);
    await store.putEmbeddingsBatch(head.key, 1, makeRows(head, 1));
    expect(kinds()).toEqual(['persistent', 'quota']);
    expect(await batchesOnDisk(head.key)).toEqual([0]);
    const { batches } = (await store.getEmbeddings(head.key))!;
    expect(sameRows(batches.slice(0, 2), allRows(head).slice(0, 2))).toBe(true);
  });

  it('keeps a batch of a set that another session began', async () => {
    const head = await makeHead();
    await putSet(await open(), head, 1);
    const store = await open();
    limitRoom(0, style);
    await store.putEmbeddingsBatch(head.key, 1, makeRows(head, 1));
    expect((await store.getEmbeddings(head.key))!.batches).toEqual([...allRows(head).slice(0, 2), null]);
  });

  it('keeps a head in memory, and puts it before the first batch that finds room', async () => {
    const store = await open();
    const head = await makeHead();
    const room = limitRoom(0, style);
    await putSet(store, head, 2);
    expect(await batchesOnDisk(head.key)).toEqual([]);
    expect(kinds()).toEqual(['persistent', 'quota']);
    room.leftBytes = Infinity;
    await store.putEmbeddingsBatch(head.key, 2, makeRows(head, 2));
    expect(await batchesOnDisk(head.key)).toEqual([2]);
    await expectWhole(store, head);
    // The rest moves with the next deletion.
    await store.deleteRun('none');
    expect(await batchesOnDisk(head.key)).toEqual([0, 1, 2]);
    expect(kinds()).toEqual(['persistent', 'quota', 'persistent']);
    await expectWhole(store, head);
    expect(await store.usage()).toMatchObject({ inMemoryBytes: 0, embeddingsBytes: 7 * 4 * 4 });
  });

  it('moves embeddings last of all, as far as there is room', async () => {
    const store = await open();
    const head = await makeHead({ dimension: 100 }, wholeLayout);
    const pairs = makePairs(20);
    const room = limitRoom(0, style);
    await putSet(store, head);
    await store.putSetting('theme', 'dark');
    await store.putRun(await makeRun());
    await store.putPart(makePart(pairs), pairs);
    const puts = vi.mocked(IDBObjectStore.prototype.put).mock;
    puts.contexts.length = 0;
    room.leftBytes = 200_000;
    await store.deleteRun('none');
    const names = puts.contexts.map((objectStore) => (objectStore as IDBObjectStore).name);
    expect(names.slice(0, 7)).toEqual([
      'settings',
      'runs',
      'pairs',
      'parts',
      'embeddings',
      'embeddingsHeld',
      'embeddingsRows',
    ]);
    expect(store.status()).toMatchObject({ reason: 'quota' });
    expect(await batchesOnDisk(head.key)).toEqual([0, 1, 2, 3]);
    await expectWhole(store, head);

    room.leftBytes = Infinity;
    await store.deleteRun('none');
    expect(store.status()).toEqual({ kind: 'persistent' });
    expect(await batchesOnDisk(head.key)).toHaveLength(10);
    await expectWhole(store, head);
  });

  it('shows no gap while batches move', async () => {
    const store = await open();
    const head = await makeHead();
    const room = limitRoom(0, style);
    await putSet(store, head);
    room.leftBytes = Infinity;
    let isMoving = true;
    const moving = store.deleteRun('none').then(() => (isMoving = false));
    let reads = 0;
    while (isMoving) {
      await expectWhole(store, head);
      reads++;
    }
    await moving;
    expect(reads).toBeGreaterThan(1);
    expect(await batchesOnDisk(head.key)).toEqual([0, 1, 2]);
  });

  it('deletes a set from disk and memory alike, and no late batch brings half of it back', async () => {
    const store = await open();
    const head = await makeHead();
    await putSet(store, head, 1);
    const room = limitRoom(0, style);
    await store.putEmbeddingsBatch(head.key, 1, makeRows(head, 1));
    const deleting = store.deleteEmbeddings(head.key);
    const late = store.putEmbeddingsBatch(head.key, 2, makeRows(head, 2));
    await expect(late).rejects.toMatchObject({ code: 'embeddings-missing' });
    await deleting;
    room.leftBytes = Infinity;
    expect(await store.listEmbeddings()).toEqual([]);
    expect(await batchesOnDisk(head.key)).toEqual([]);
    expect(kinds().at(-1)).toBe('persistent');
  });

  it('deletes the embeddings of a part wherever the two are kept', async () => {
    const store = await open();
    const pairs = makePairs(5);
    const onDisk = makePart(pairs, { contentHash: 'aa' });
    const inMemory = makePart(pairs, { contentHash: 'bb', split: 'dev' });
    const [a, b] = [await makeHead({ taskKey: 'test@aa' }), await makeHead({ taskKey: 'dev@bb' })];
    await store.putPart(onDisk, pairs);
    await putSet(store, b);
    const room = limitRoom(0, style);
    await store.putPart(inMemory, pairs);
    await putSet(store, a);
    expect((await store.deletePart(onDisk.key)).deletedEmbeddings).toEqual([a.key]);
    expect((await store.deletePart(inMemory.key)).deletedEmbeddings).toEqual([b.key]);
    room.leftBytes = Infinity;
    expect(await store.listEmbeddings()).toEqual([]);
    expect(await store.listParts()).toEqual([]);
  });
});

it('lists embeddings without reading a row', async () => {
  const layer = await otherTab();
  await putSet(layer, await makeHead());
  const reads = (['get', 'getAll', 'openCursor'] as const).map((name) =>
    vi.spyOn(IDBObjectStore.prototype, name),
  );
  expect(await layer.listEmbeddings()).toMatchObject([{ rowsStored: 7 }]);
  expect((await layer.sizes()).embeddingsBytes).toBe(7 * 4 * 4);
  const stores = reads.flatMap(({ mock }) =>
    mock.contexts.map((context) => (context as IDBObjectStore).name),
  );
  expect(stores).toContain('embeddings');
  expect(stores).not.toContain('embeddingsRows');
});

describe('embeddings in two tabs', () => {
  it('does not bring back a set that the other tab deleted', async () => {
    const store = await open();
    const head = await makeHead();
    await putSet(store, head, 2);
    await (await otherTab()).deleteEmbeddings(head.key);
    await expect(store.putEmbeddingsBatch(head.key, 2, makeRows(head, 2))).rejects.toMatchObject({
      code: 'embeddings-missing',
    });
    expect(await store.getEmbeddings(head.key)).toBeUndefined();
    expect(await batchesOnDisk(head.key)).toEqual([]);
  });

  it('never mixes batches in memory with those of a head that has other rows', async () => {
    const store = await open();
    const head = await makeHead();
    const other = { ...head, order: head.order.slice().reverse() };
    const room = limitRoom(0, 'put throws');
    await putSet(store, head, 2);
    room.leftBytes = Infinity;
    await putSet(await otherTab(), other);
    expect(await store.getEmbeddings(head.key)).toEqual({
      head,
      batches: [...allRows(head).slice(0, 2), null],
    });
    expect(await store.listEmbeddings()).toMatchObject([{ batchesStored: 2, order: head.order }]);
    const put = store.putEmbeddingsBatch(head.key, 2, makeRows(head, 2));
    await expect(put).rejects.toMatchObject({ code: 'embeddings-inconsistent' });
    await store.deleteRun('none');
    expect((await (await otherTab()).getEmbeddings(head.key))!.head).toEqual(other);
  });

  it('puts the batches of both tabs into one set', async () => {
    const stores = [await open(), await open()];
    const head = await makeHead({}, { rows: 12, perBatch: 1 });
    await Promise.all(stores.map((store) => store.putEmbeddingsHead(head)));
    await Promise.all(
      allRows(head).map((rows, batch) => stores[batch % 2]!.putEmbeddingsBatch(head.key, batch, rows)),
    );
    for (const store of stores) await expectWhole(store, head);
  });
});
