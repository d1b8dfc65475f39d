import 'fake-indexeddb/auto';
import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../src/storage/database.ts';
import type { PlaygroundDatabase } from '../../../src/storage/database.ts';
import { createIndexedLayer } from '../../../src/storage/indexed.ts';
import { freshBrowser, limitRoom, makePairs, makePart } from './fixtures.ts';
import type { QuotaStyle } from './fixtures.ts';

const quiet = { blocked() {}, blocking() {}, terminated() {} };
const before = makePairs(4_100, 'kettle');
const after = makePairs(6_100, 'whale');

describe('a write that fails in the middle', () => {
  let database: PlaygroundDatabase;
  beforeEach(async () => {
    freshBrowser();
    database = await openDatabase('atomic', quiet);
    await createIndexedLayer(database).putPart(makePart(before), before);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  async function expectEarlierVersionWhole(): Promise<void> {
    const layer = createIndexedLayer(database);
    expect(await layer.listParts()).toEqual([makePart(before)]);
    expect(await layer.getPairs('invented/test')).toEqual(before);
    expect(await database.count('pairs')).toBe(3);
  }

  it.each<QuotaStyle>(['put throws', 'commit fails'])(
    'leaves the earlier version whole (%s)',
    async (style) => {
      limitRoom(500_000, style);
      const layer = createIndexedLayer(database);
      // Without this the room might have ended before the first chunk, and nothing would be tested.
      const puts = vi.mocked(IDBObjectStore.prototype.put).mock;
      await expect(layer.putPart(makePart(after), after)).rejects.toMatchObject({
        name: 'QuotaExceededError',
      });
      expect(puts.calls.length).toBeGreaterThan(1);
      vi.restoreAllMocks();
      await expectEarlierVersionWhole();
    },
  );

  it('leaves the earlier version whole where a later pair cannot be copied', async () => {
    const broken = structuredClone(after);
    Object.assign(broken[5_000]!, { genre: () => 'a function' });
    await expect(createIndexedLayer(database).putPart(makePart(after), broken)).rejects.toMatchObject({
      name: 'DataCloneError',
    });
    await expectEarlierVersionWhole();
  });

  it('leaves no chunk of a longer version behind', async () => {
    await createIndexedLayer(database).putPart(makePart(makePairs(10)), makePairs(10));
    expect(await database.count('pairs')).toBe(1);
  });

  it('refuses to read a part with a lost chunk', async () => {
    await database.delete('pairs', ['invented/test', 1]);
    await expect(createIndexedLayer(database).getPairs('invented/test')).rejects.toMatchObject({
      code: 'part-damaged',
      message: expect.stringContaining('2000 of its 4100 pairs'),
    });
  });
});
