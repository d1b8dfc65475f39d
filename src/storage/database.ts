import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';
import type { PairColumns } from './columns.ts';
import type { HeldBatches } from './embeddings/held.ts';
import type { EmbeddingsHead, Run, StoredPart } from './types.ts';

export const SCHEMA_VERSION = 2;

export interface PlaygroundSchema extends DBSchema {
  parts: { key: string; value: StoredPart };
  /** The pairs of a part, `PAIRS_PER_CHUNK` a record, so that no read has to deserialise all of them at once. */
  pairs: { key: [string, number]; value: { part: string; index: number; columns: PairColumns } };
  runs: {
    key: string;
    /** `partKeys` repeats the keys of the provenance, because an index cannot look into an array of objects. */
    value: Run & { partKeys: string[] };
    indexes: { benchmark: string; part: string };
  };
  settings: { key: string; value: { key: string; value: unknown } };
  embeddings: { key: string; value: EmbeddingsHead };
  /**
   * What must be known of a set at every write and every listing, in a record a hundred times smaller than the
   * head. Written in the same transactions as the head and the batches.
   */
  embeddingsHeld: { key: string; value: HeldBatches };
  /** The rows of a set, a batch a record. */
  embeddingsRows: { key: [string, number]; value: { key: string; batch: number; rows: Float32Array } };
}

export type PlaygroundDatabase = IDBPDatabase<PlaygroundSchema>;

export interface DatabaseEvents {
  /** Another tab holds an older version open: opening waits for it. */
  blocked(): void;
  /** Another tab wants a newer version, or (null) to delete the database; it waits until this one closes. */
  blocking(newVersion: number | null): void;
  /** The browser ended the connection: site data was deleted, or the disk failed. */
  terminated(): void;
}

/** Brings any older schema up to date, one version a step. A new version adds a step; it never edits one. */
function upgrade(database: PlaygroundDatabase, oldVersion: number): void {
  if (oldVersion < 1) {
    database.createObjectStore('parts', { keyPath: 'key' });
    database.createObjectStore('pairs', { keyPath: ['part', 'index'] });
    const runs = database.createObjectStore('runs', { keyPath: 'key' });
    runs.createIndex('benchmark', 'provenance.benchmark');
    runs.createIndex('part', 'partKeys', { multiEntry: true });
    database.createObjectStore('settings', { keyPath: 'key' });
  }
  if (oldVersion < 2) {
    database.createObjectStore('embeddings', { keyPath: 'key' });
    database.createObjectStore('embeddingsHeld', { keyPath: 'key' });
    database.createObjectStore('embeddingsRows', { keyPath: ['key', 'batch'] });
  }
}

/** Rejects with whatever the browser says, a missing `indexedDB` included; may never settle (case "hang"). */
export async function openDatabase(name: string, events: DatabaseEvents): Promise<PlaygroundDatabase> {
  return openDB<PlaygroundSchema>(name, SCHEMA_VERSION, {
    upgrade,
    blocked: () => events.blocked(),
    blocking: (_current, newVersion) => events.blocking(newVersion),
    terminated: () => events.terminated(),
  });
}
