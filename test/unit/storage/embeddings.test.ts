import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EmbeddingsHead, StoreLayer } from '../../../src/storage/types.ts';
import {
  allRows,
  freshBrowser,
  makeEncoder,
  makeHead,
  makePairs,
  makePart,
  makeRows,
  makeRun,
  putSet,
  sameRows,
} from './fixtures.ts';
import { layers } from './layers.ts';

const big = { dimension: 1_000 };
const bigger = { dimension: 1_000, taskKey: 'train@bb' };
const sixMegabytes = { rows: 1_500, perBatch: 50 };
const inconsistent = expect.objectContaining({ name: 'Failure', code: 'embeddings-inconsistent' });
const missing = expect.objectContaining({ name: 'Failure', code: 'embeddings-missing' });

describe.each(layers)('embeddings in %s', (_name, open) => {
  let store: StoreLayer;
  beforeEach(async () => {
    freshBrowser();
    store = await open();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('gives a whole set back, value for value', async () => {
    const head = await makeHead();
    await putSet(store, head);
    const signed = makeRows(head, 1);
    signed[0] = -0;
    await store.putEmbeddingsBatch(head.key, 1, signed);
    const read = (await store.getEmbeddings(head.key))!;
    expect(read.head).toStrictEqual(head);
    expect(read.batches).toStrictEqual([makeRows(head, 0), signed, makeRows(head, 2)]);
    expect(Object.is(read.batches[1]![0], -0)).toBe(true);
    expect(await store.listEmbeddings()).toStrictEqual([
      { ...head, batchesStored: 3, rowsStored: 7, sizeBytes: 7 * 4 * 4 },
    ]);
  });

  it('lists and reads an interrupted set as what it is', async () => {
    const head = await makeHead();
    await store.putEmbeddingsHead(head);
    expect(await store.listEmbeddings()).toEqual([
      { ...head, batchesStored: 0, rowsStored: 0, sizeBytes: 0 },
    ]);
    expect((await store.getEmbeddings(head.key))!.batches).toEqual([null, null, null]);
    await store.putEmbeddingsBatch(head.key, 2, makeRows(head, 2));
    await store.putEmbeddingsBatch(head.key, 0, makeRows(head, 0));
    await store.putEmbeddingsBatch(head.key, 0, makeRows(head, 0));
    expect(await store.listEmbeddings()).toEqual([
      { ...head, batchesStored: 2, rowsStored: 4, sizeBytes: 4 * 4 * 4 },
    ]);
    expect((await store.getEmbeddings(head.key))!.batches).toEqual([
      makeRows(head, 0),
      null,
      makeRows(head, 2),
    ]);
  });

  it('knows no set that was never begun, and keeps one without rows', async () => {
    expect(await store.getEmbeddings('nothing')).toBeUndefined();
    expect(await store.listEmbeddings()).toEqual([]);
    const empty = await makeHead({}, { rows: 0 });
    await store.putEmbeddingsHead(empty);
    expect(await store.getEmbeddings(empty.key)).toEqual({ head: empty, batches: [] });
  });

  it('copies what goes in, from a view too, and what comes out', async () => {
    const head = await makeHead();
    await store.putEmbeddingsHead(head);
    const order = head.order.slice();
    head.order.fill(0);
    const all = new Float32Array(7 * 4).fill(0.5);
    const view = all.subarray(3 * 4, 6 * 4);
    await store.putEmbeddingsBatch(head.key, 1, view);
    all.fill(9);
    const first = (await store.getEmbeddings(head.key))!;
    expect(first.batches[1]!.buffer.byteLength).toBe(3 * 4 * 4);
    first.batches[1]!.fill(8);
    first.head.order.fill(1);
    (await store.listEmbeddings())[0]!.order.fill(1);
    const second = (await store.getEmbeddings(head.key))!;
    expect(second.batches[1]).toEqual(new Float32Array(3 * 4).fill(0.5));
    expect(second.head.order).toEqual(order);
  });

  it('goes on with a set of the same key, and lets its head stay', async () => {
    const head = await makeHead();
    await putSet(store, head, 2);
    await store.putEmbeddingsHead({ ...head, threads: 4, createdAt: '2026-05-05T00:00:00.000Z' });
    await store.putEmbeddingsBatch(head.key, 2, makeRows(head, 2));
    expect(await store.getEmbeddings(head.key)).toEqual({ head, batches: allRows(head) });
  });

  it('refuses a head of the same key with other rows', async () => {
    const head = await makeHead();
    await putSet(store, head, 1);
    const others = [
      { ...head, order: head.order.slice().reverse() },
      { ...head, offsets: Int32Array.of(0, 2, 7) },
      { ...head, dimension: 2 },
      { ...head, tokens: head.tokens.map((count) => count + 1) },
      { ...head, unknown: head.unknown.map(() => 1) },
    ];
    for (const other of others) await expect(store.putEmbeddingsHead(other)).rejects.toEqual(inconsistent);
    expect(await store.getEmbeddings(head.key)).toEqual({ head, batches: [makeRows(head, 0), null, null] });
  });

  it('refuses a head that does not fit together', async () => {
    const head = await makeHead();
    const wrong: Partial<EmbeddingsHead>[] = [
      { key: 'another' },
      { taskKey: 'test@ab' },
      { dimension: 0 },
      { dimension: 1.5 },
      { sentences: 9 },
      { tokens: head.tokens.slice(1) },
      { unknown: head.unknown.slice(1) },
      { order: Int32Array.of(0, 1, 2, 3, 4, 5, 8) },
      { order: Int32Array.of(0, 1, 2, 3, 4, 5, -1) },
      { order: Int32Array.of(0, 1, 2, 3, 4, 5, 5) },
      { offsets: Int32Array.of() },
      { offsets: Int32Array.of(1, 3, 7) },
      { offsets: Int32Array.of(0, 3, 6) },
      { offsets: Int32Array.of(0, 3, 3, 7) },
      { offsets: Int32Array.of(0, 8, 7) },
    ];
    for (const change of wrong)
      await expect(store.putEmbeddingsHead({ ...head, ...change })).rejects.toEqual(inconsistent);
    expect(await store.listEmbeddings()).toEqual([]);
  });

  it('refuses a batch that is not one of the set', async () => {
    const head = await makeHead();
    await expect(store.putEmbeddingsBatch(head.key, 0, makeRows(head, 0))).rejects.toEqual(missing);
    await store.putEmbeddingsHead(head);
    const full = makeRows(head, 0);
    const wrong: [number, Float32Array][] = [
      [3, full],
      [-1, full],
      [0.5, full],
      [0, full.slice(1)],
      [2, full],
      [0, full.map((value, index) => (index === 11 ? NaN : value))],
      [0, full.map((value, index) => (index === 5 ? -Infinity : value))],
    ];
    for (const [batch, rows] of wrong)
      await expect(store.putEmbeddingsBatch(head.key, batch, rows)).rejects.toEqual(inconsistent);
    expect(await store.getEmbeddings(head.key)).toEqual({ head, batches: [null, null, null] });
    expect(await store.listEmbeddings()).toMatchObject([{ batchesStored: 0, rowsStored: 0 }]);
  });

  it('deletes one set with its rows, and takes no late batch of it', async () => {
    const gone = await makeHead();
    const stays = await makeHead({ provenance: makeEncoder({ dtype: 'q8' }) });
    for (const head of [gone, stays]) await putSet(store, head);
    await store.deleteEmbeddings(gone.key);
    await store.deleteEmbeddings('nothing');
    expect(await store.getEmbeddings(gone.key)).toBeUndefined();
    await expect(store.putEmbeddingsBatch(gone.key, 0, makeRows(gone, 0))).rejects.toEqual(missing);
    expect((await store.listEmbeddings()).map(({ key }) => key)).toEqual([stays.key]);
    expect((await store.getEmbeddings(stays.key))!.batches).toEqual(allRows(stays));
    await store.putEmbeddingsHead(gone);
    expect((await store.getEmbeddings(gone.key))!.batches).toEqual([null, null, null]);
  });

  it('lists the newest first', async () => {
    const dated = (taskKey: string, day: number) =>
      makeHead({ taskKey, createdAt: `2026-02-0${day}T00:00:00.000Z` });
    const heads = [await dated('a', 2), await dated('b', 3), await dated('c', 1), await dated('d', 3)];
    for (const head of heads) await store.putEmbeddingsHead(head);
    const [a, b, c, d] = heads.map(({ key }) => key);
    expect((await store.listEmbeddings()).map(({ key }) => key)).toEqual([...[b!, d!].sort(), a, c]);
  });

  it('deletes a part with the embeddings of every task that had its content', async () => {
    const pairs = makePairs(5);
    await store.putPart(makePart(pairs, { contentHash: 'aa' }), pairs);
    const own = await makeHead({ taskKey: 'test@aa' });
    const both = await makeHead({ taskKey: 'dev@bb|test@aa' });
    const others = [await makeHead({ taskKey: 'test@aab' }), await makeHead({ taskKey: 'aa@bb' })];
    const run = await makeRun();
    for (const head of [own, both, ...others]) await putSet(store, head);
    await store.putRun(run);
    expect(await store.deletePart('invented/test')).toEqual({
      deletedRuns: [run.key],
      deletedEmbeddings: [own.key, both.key].sort(),
    });
    expect((await store.listEmbeddings()).map(({ key }) => key).sort()).toEqual(
      others.map(({ key }) => key).sort(),
    );
    expect(await store.getEmbeddings(own.key)).toBeUndefined();
    expect((await store.getEmbeddings(others[0]!.key))!.batches).toEqual(allRows(others[0]!));
  });

  it('counts the bytes of rows, and wipes them', async () => {
    await putSet(store, await makeHead());
    await putSet(store, await makeHead({ taskKey: 'dev@bb' }), 1);
    expect((await store.sizes()).embeddingsBytes).toBe((7 + 3) * 4 * 4);
    await store.wipe();
    expect((await store.sizes()).embeddingsBytes).toBe(0);
    expect(await store.listEmbeddings()).toEqual([]);
    const head = await makeHead();
    expect(await store.getEmbeddings(head.key)).toBeUndefined();
    await store.putEmbeddingsHead(head);
    expect((await store.getEmbeddings(head.key))!.batches).toEqual([null, null, null]);
  });

  it('lets other work run while it reads', async () => {
    // A megabyte of rows is read at a time.
    const sets = [await makeHead(big, { rows: 250, perBatch: 50 }), await makeHead(bigger, sixMegabytes)];
    const turns: number[] = [];
    for (const head of sets) {
      await putSet(store, head);
      let isReading = true;
      let turn = 0;
      const count = () => {
        turn++;
        if (isReading) setImmediate(count);
      };
      setImmediate(count);
      const read = await store.getEmbeddings(head.key);
      isReading = false;
      turns.push(turn);
      expect(sameRows(read!.batches, allRows(head))).toBe(true);
    }
    expect(turns[1]! - turns[0]!).toBeGreaterThanOrEqual(5);
  });

  it('never reads half of one set and half of another of the same key', async () => {
    const head = await makeHead(bigger, sixMegabytes);
    await putSet(store, head);
    const reading = store.getEmbeddings(head.key);
    const replacing = (async () => {
      await store.deleteEmbeddings(head.key);
      await store.putEmbeddingsHead(head);
      for (let batch = 29; batch >= 0; batch--)
        await store.putEmbeddingsBatch(head.key, batch, makeRows(head, batch, 1e6));
    })();
    const read = await reading;
    await replacing;
    expect(sameRows(read!.batches, allRows(head))).toBe(true);
    expect((await store.getEmbeddings(head.key))!.batches[0]![0]).toBe(makeRows(head, 0, 1e6)[0]);
  });

  it('never reads a batch without one that was put before it', async () => {
    const head = await makeHead(bigger, sixMegabytes);
    await putSet(store, head);
    const reading = store.getEmbeddings(head.key);
    await store.putEmbeddingsBatch(head.key, 0, makeRows(head, 0, 1e6));
    await store.putEmbeddingsBatch(head.key, 29, makeRows(head, 29, 1e6));
    const { batches } = (await reading)!;
    if (batches[29]![0] === makeRows(head, 29, 1e6)[0])
      expect(batches[0]![0]).toBe(makeRows(head, 0, 1e6)[0]);
    else expect(batches[29]![0]).toBe(makeRows(head, 29)[0]);
  });

  it('keeps sets apart, whatever the order in which their batches are put', async () => {
    const heads = [
      await makeHead({ taskKey: 'a@1' }, { rows: 9, perBatch: 2 }),
      await makeHead({ taskKey: 'b@2', dimension: 3 }, { rows: 5, perBatch: 1 }),
    ];
    const puts = heads.flatMap((head, set) =>
      allRows(head).map((_, batch) => ({ head, batch, salt: 1_000 * set })),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(puts),
        fc.shuffledSubarray(puts),
        fc.boolean(),
        async (before, after, isDeleted) => {
          for (const head of heads) {
            await store.deleteEmbeddings(head.key);
            await store.putEmbeddingsHead(head);
          }
          const put = ({ head, batch, salt }: (typeof puts)[number]) =>
            store.putEmbeddingsBatch(head.key, batch, makeRows(head, batch, salt));
          await Promise.all(before.map(put));
          if (isDeleted) {
            await store.deleteEmbeddings(heads[0]!.key);
            await store.putEmbeddingsHead(heads[0]!);
          }
          await Promise.all(after.map(put));
          for (const [set, head] of heads.entries()) {
            const made = [...(isDeleted && set === 0 ? [] : before), ...after];
            const expected = allRows(head).map((_, batch) =>
              made.some((one) => one.head === head && one.batch === batch)
                ? makeRows(head, batch, 1_000 * set)
                : null,
            );
            expect((await store.getEmbeddings(head.key))!.batches).toEqual(expected);
            const listed = (await store.listEmbeddings()).find(({ key }) => key === head.key)!;
            const floats = expected.reduce((sum, rows) => sum + (rows?.length ?? 0), 0);
            expect(listed.batchesStored).toBe(expected.filter((rows) => rows !== null).length);
            expect(listed.rowsStored * head.dimension).toBe(floats);
            expect(listed.sizeBytes).toBe(4 * floats);
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});
