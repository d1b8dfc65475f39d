import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SCHEMA_VERSION, openDatabase } from '../../../src/storage/database.ts';
import { createIndexedLayer } from '../../../src/storage/indexed.ts';
import {
  allRows,
  fillVersionOne,
  freshBrowser,
  makeHead,
  makePairs,
  makePart,
  makeRun,
  openVersionOne,
  putSet,
} from './fixtures.ts';
import { quiet } from './layers.ts';

beforeEach(freshBrowser);
afterEach(() => {
  vi.unstubAllGlobals();
});

it('keeps what version 1 of the schema stored, and takes embeddings', async () => {
  const pairs = makePairs(300);
  const part = makePart(pairs);
  const run = await makeRun();
  const old = await openVersionOne('upgraded');
  await fillVersionOne(old, part, pairs, run);
  old.close();

  const database = await openDatabase('upgraded', quiet);
  expect(database.version).toBe(SCHEMA_VERSION);
  const layer = createIndexedLayer(database);
  expect(await layer.listParts()).toEqual([part]);
  expect(await layer.getPairs(part.key)).toEqual(pairs);
  expect(await layer.listRuns({ benchmark: 'invented' })).toEqual([run]);
  expect(await layer.runsOfPart(part.key)).toEqual([run.key]);
  expect(await layer.getSetting('theme')).toBe('dark');
  expect(await layer.listEmbeddings()).toEqual([]);
  const head = await makeHead();
  await putSet(layer, head);
  expect(await layer.getEmbeddings(head.key)).toEqual({ head, batches: allRows(head) });
});

it('gives an upgraded database the same schema as a new one', async () => {
  (await openVersionOne('upgraded')).close();
  const schemaOf = async (name: string) => {
    const database = await openDatabase(name, quiet);
    const transaction = database.transaction([...database.objectStoreNames]);
    return [...database.objectStoreNames].map((store) => {
      const { keyPath, indexNames } = transaction.objectStore(store);
      return { store, keyPath, indexes: [...indexNames] };
    });
  };
  expect(await schemaOf('upgraded')).toEqual(await schemaOf('new'));
});
