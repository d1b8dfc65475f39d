import { vi } from 'vitest';
import { openDatabase } from '../../../src/storage/database.ts';
import { createIndexedLayer } from '../../../src/storage/indexed.ts';
import { createMemoryLayer } from '../../../src/storage/memory.ts';
import { openStore } from '../../../src/storage/store.ts';
import type { StoreLayer } from '../../../src/storage/types.ts';

export const quiet = { blocked() {}, blocking() {}, terminated() {} };

/** Every way of keeping things: all of them must pass the same tests. Wants fake-indexeddb, and `vi.unstubAllGlobals` after each test. */
export const layers: [string, () => Promise<StoreLayer>][] = [
  ['the IndexedDB layer', async () => createIndexedLayer(await openDatabase('contract', quiet))],
  ['the memory layer', async () => createMemoryLayer()],
  ['the store on a database', () => openStore({ databaseName: 'contract', storageManager: null })],
  [
    'the store without a database',
    () => {
      vi.stubGlobal('indexedDB', undefined);
      return openStore({ storageManager: null });
    },
  ],
];
