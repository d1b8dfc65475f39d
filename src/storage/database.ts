import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';
import type { PairColumns } from './columns.ts';
import type { Run, StoredPart } from './types.ts';

export const SCHEMA_VERSION = 1;

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

/** Brings any older schema up to date, one version a step. A new version adds a case; it never edits one. */
function upgrade(database: PlaygroundDatabase, oldVersion: number): void {
  switch (oldVersion) {
    case 0: {
      database.createObjectStore('parts', { keyPath: 'key' });
      database.createObjectStore('pairs', { keyPath: ['part', 'index'] });
      const runs = database.createObjectStore('runs', { keyPath: 'key' });
      runs.createIndex('benchmark', 'provenance.benchmark');
      runs.createIndex('part', 'partKeys', { multiEntry: true });
      database.createObjectStore('settings', { keyPath: 'key' });
    }
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
