import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoreLayer } from '../../../src/storage/types.ts';
import { freshBrowser, makePairs, makePart, makeRun } from './fixtures.ts';
import { layers } from './layers.ts';

describe.each(layers)('%s', (_name, open) => {
  let store: StoreLayer;
  beforeEach(async () => {
    freshBrowser();
    store = await open();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('gives the pairs back in order over several chunks, and tells the progress', async () => {
    const pairs = makePairs(4_501);
    await store.putPart(makePart(pairs), pairs);
    const progress: [number, number][] = [];
    const read = await store.getPairs('invented/test', (done, total) => progress.push([done, total]));
    expect(read).toEqual(pairs);
    expect(progress).toEqual([
      [2_000, 4_501],
      [4_000, 4_501],
      [4_501, 4_501],
    ]);
  });

  it('lets other work run between two chunks', async () => {
    const pairs = makePairs(6_000);
    await store.putPart(makePart(pairs), pairs);
    let turns = 0;
    let isReading = true;
    const count = () => {
      turns++;
      if (isReading) setImmediate(count);
    };
    const turnsAtChunk: number[] = [];
    setImmediate(count);
    await store.getPairs('invented/test', () => turnsAtChunk.push(turns));
    isReading = false;
    expect(turnsAtChunk).toHaveLength(3);
    expect(turnsAtChunk[1]!).toBeGreaterThan(turnsAtChunk[0]!);
    expect(turnsAtChunk[2]!).toBeGreaterThan(turnsAtChunk[1]!);
  });

  it('keeps an empty part, and lists parts by key', async () => {
    await store.putPart(makePart([], { split: 'train' }), []);
    await store.putPart(makePart(makePairs(3), { split: 'dev', set: 'images' }), makePairs(3));
    expect((await store.listParts()).map((part) => part.key)).toEqual([
      'invented/dev/images',
      'invented/train',
    ]);
    expect(await store.getPairs('invented/train')).toEqual([]);
  });

  it('replaces a longer version of a part without remains', async () => {
    const before = makePairs(4_001, 'kettle');
    const after = makePairs(10, 'whale');
    await store.putPart(makePart(before), before);
    await store.putPart(makePart(after), after);
    expect(await store.getPairs('invented/test')).toEqual(after);
    expect(await store.listParts()).toEqual([makePart(after)]);
  });

  it('never reads half of one version and half of another', async () => {
    const before = makePairs(6_000, 'kettle');
    const after = makePairs(6_000, 'whale');
    await store.putPart(makePart(before), before);
    let writing: Promise<void> | null = null;
    const read = await store.getPairs('invented/test', () => {
      writing ??= store.putPart(makePart(after), after);
    });
    await writing;
    expect(new Set(read.map((pair) => pair.sentence1.split(' ')[1]))).toEqual(new Set(['kettle']));
    expect(await store.getPairs('invented/test')).toEqual(after);
  });

  it('refuses pairs that do not agree with the part', async () => {
    const pairs = makePairs(5);
    const inconsistent = expect.objectContaining({ code: 'part-inconsistent' });
    await expect(store.putPart(makePart(pairs), pairs.slice(1))).rejects.toEqual(inconsistent);
    await expect(store.putPart(makePart(pairs, { counts: { pairs: 5, rated: 5 } }), pairs)).rejects.toEqual(
      inconsistent,
    );
    await expect(store.putPart({ ...makePart(pairs), key: 'other' }, pairs)).rejects.toEqual(inconsistent);
    expect(await store.listParts()).toEqual([]);
  });

  it('says which part is missing', async () => {
    await expect(store.getPairs('invented/test')).rejects.toMatchObject({
      code: 'part-missing',
      message: expect.stringContaining('invented/test'),
    });
  });

  it('keeps NaN, signs and typed arrays of a run', async () => {
    const run = await makeRun();
    run.scores.values[2] = -0;
    await store.putRun(run);
    const read = await store.getRun(run.key);
    expect(read).toStrictEqual(run);
    expect(read!.scores.values).toBeInstanceOf(Float64Array);
    expect(read!.scores.reasons).toBeInstanceOf(Uint8Array);
    expect(read!.scores.values[1]).toBeNaN();
    expect(Object.is(read!.scores.values[2], -0)).toBe(true);
    expect(await store.getRun('no such run')).toBeUndefined();
  });

  it('copies what goes in and what comes out', async () => {
    const run = await makeRun();
    await store.putRun(run);
    run.scores.values[0] = 9;
    (await store.getRun(run.key))!.scores.values[0] = 9;
    (await store.listRuns())[0]!.scores.values[0] = 9;
    expect((await store.getRun(run.key))!.scores.values[0]).toBe(0.25);

    const pairs = makePairs(2);
    await store.putPart(makePart(pairs), pairs);
    pairs[0]!.sentence1 = 'changed';
    (await store.getPairs('invented/test'))[0]!.sentence1 = 'changed';
    expect(await store.getPairs('invented/test')).toEqual(makePairs(2));
  });

  it('refuses a run whose scores could be misread', async () => {
    const inconsistent = expect.objectContaining({ code: 'run-inconsistent' });
    const short = await makeRun({ pairs: 5 });
    await expect(store.putRun(short)).rejects.toEqual(inconsistent);
    const unexplained = await makeRun();
    unexplained.scores.reasons[1] = 0;
    await expect(store.putRun(unexplained)).rejects.toEqual(inconsistent);
    const contradictory = await makeRun();
    contradictory.scores.values[1] = 0;
    await expect(store.putRun(contradictory)).rejects.toEqual(inconsistent);
    const foreign = { ...(await makeRun()), key: (await makeRun({ measure: 'dot' })).key };
    await expect(store.putRun(foreign)).rejects.toEqual(inconsistent);
    for (const tokenCounts of [
      { tokens: new Int32Array(8), unknown: new Int32Array(7), limit: 128 },
      { tokens: new Int32Array(4), unknown: new Int32Array(8), limit: null },
    ]) {
      await expect(store.putRun({ ...(await makeRun()), tokenCounts })).rejects.toEqual(inconsistent);
    }
    expect(await store.listRuns()).toEqual([]);
  });

  it('keeps the token counts of a run', async () => {
    const tokenCounts = {
      tokens: Int32Array.of(3, 200, 4, 4, 0, 7, 8, 9),
      unknown: Int32Array.of(0, 1, 0, 0, 0, 0, 2, 0),
      limit: 128,
    };
    const run = { ...(await makeRun()), tokenCounts };
    await store.putRun(run);
    expect(await store.getRun(run.key)).toStrictEqual(run);
    expect(await store.listRuns()).toStrictEqual([run]);
  });

  it('lists runs oldest first, of one benchmark if asked, and deletes one', async () => {
    const late = await makeRun({ system: 'a' }, '2026-02-02T00:00:00.000Z');
    const early = await makeRun({ system: 'b' }, '2026-01-01T00:00:00.000Z');
    const other = await makeRun({ benchmark: 'another' }, '2026-01-15T00:00:00.000Z');
    for (const run of [late, other, early]) await store.putRun(run);
    const keys = async (benchmark?: string) =>
      (await store.listRuns(benchmark === undefined ? {} : { benchmark })).map((run) => run.key);
    expect(await keys()).toEqual([early.key, other.key, late.key]);
    expect(await keys('invented')).toEqual([early.key, late.key]);
    expect(await keys('unknown')).toEqual([]);
    await store.deleteRun(early.key);
    expect(await keys()).toEqual([other.key, late.key]);
  });

  it('deletes a part with the runs that used it, and nothing else', async () => {
    const pairs = makePairs(2_500);
    await store.putPart(makePart(pairs), pairs);
    await store.putPart(makePart(pairs, { set: 'more' }), pairs);
    const own = await makeRun();
    const both = await makeRun({
      parts: [
        { key: 'invented/test/more', contentHash: 'x' },
        { key: 'invented/test', contentHash: 'aa' },
      ],
    });
    const other = await makeRun({ parts: [{ key: 'invented/test/more', contentHash: 'x' }] });
    for (const run of [own, both, other]) await store.putRun(run);
    expect(await store.runsOfPart('invented/test')).toEqual([own.key, both.key].sort());
    expect(await store.deletePart('invented/test')).toEqual({
      deletedRuns: [own.key, both.key].sort(),
      deletedEmbeddings: [],
    });
    expect((await store.listRuns()).map((run) => run.key)).toEqual([other.key]);
    expect((await store.listParts()).map((part) => part.key)).toEqual(['invented/test/more']);
    await expect(store.getPairs('invented/test')).rejects.toMatchObject({ code: 'part-missing' });
    expect(await store.getPairs('invented/test/more')).toEqual(pairs);
    expect(await store.deletePart('invented/test')).toEqual({ deletedRuns: [], deletedEmbeddings: [] });
  });

  it('keeps settings, false and null among them', async () => {
    await store.putSetting('theme', 'dark');
    await store.putSetting('asked', false);
    await store.putSetting('corrections', { 'invented/test/3': ['negation'] });
    await store.putSetting('asked', null);
    expect(await store.getSetting<string>('theme')).toBe('dark');
    expect(await store.getSetting<boolean>('asked')).toBeNull();
    expect(await store.getSetting('corrections')).toEqual({ 'invented/test/3': ['negation'] });
    expect(await store.getSetting('never put')).toBeUndefined();
    await store.putSetting('themes', 2);
    expect([...(await store.listSettings('theme'))]).toEqual([
      ['theme', 'dark'],
      ['themes', 2],
    ]);
    expect((await store.listSettings('Theme')).size).toBe(0);
  });

  it('knows its size, and is empty after a wipe', async () => {
    const pairs = makePairs(100);
    await store.putPart(makePart(pairs), pairs);
    await store.putRun(await makeRun());
    await store.putSetting('theme', 'dark');
    const { partsBytes, runsBytes, settingsBytes } = await store.sizes();
    expect(partsBytes).toBe(makePart(pairs).sizeBytes);
    expect(runsBytes).toBeGreaterThan(4 * 9);
    expect(settingsBytes).toBe('themedark'.length);
    await store.wipe();
    expect(await store.sizes()).toEqual({
      partsBytes: 0,
      runsBytes: 0,
      embeddingsBytes: 0,
      settingsBytes: 0,
    });
    expect(await store.listParts()).toEqual([]);
    expect(await store.listRuns()).toEqual([]);
    await expect(store.getPairs('invented/test')).rejects.toMatchObject({ code: 'part-missing' });
  });
});
