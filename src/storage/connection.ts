import { openDatabase } from './database.ts';
import type { PlaygroundDatabase } from './database.ts';
import type { InnerLayer } from './embeddings/held.ts';
import { createIndexedLayer } from './indexed.ts';
import { nameOf, refusal, unreachable } from './status.ts';
import type { MemoryReason } from './types.ts';

export interface ConnectionEvents {
  /** There is a database now; after `unavailable` this means later than expected. */
  opened(): void;
  /** There is none, for this session or until `opened`. */
  unavailable(reason: MemoryReason): void;
  /** Another tab has an older version open. */
  waiting(): void;
  /** Closed for another tab that changes the schema, or (null) deletes the database. Final. */
  superseded(newVersion: number | null): void;
}

export interface ConnectionOptions {
  databaseName: string;
  /** How long the browser may take to answer before the session goes on without it. */
  hangTimeoutMs: number;
  /** How long to wait for another tab before the session goes on without the database. */
  blockedTimeoutMs: number;
}

export interface Connection {
  /** Settles with the first answer: opened, refused or timed out. */
  ready: Promise<void>;
  /**
   * Does `work` on the database, once more on a new connection where the first one turns out to be lost.
   * Null where there is no database. Throws the `Failure` `storage-superseded`, or what `work` throws.
   */
  use<T>(work: (layer: InnerLayer) => Promise<T>): Promise<{ value: T } | null>;
  isOpen(): boolean;
  close(): void;
}

interface Link {
  layer: InnerLayer;
  database: PlaygroundDatabase;
}

/** Safari and Chromium end transactions with these when the connection breaks under them. */
const PERHAPS_LOST = ['AbortError', 'UnknownError'];
/** `transaction()` on a closed connection. */
const LOST = 'InvalidStateError';

/** Opens the database, and opens it again once when the browser ends the connection. */
export function keepConnection(options: ConnectionOptions, events: ConnectionEvents): Connection {
  /** One attempt for each connection that has served: a browser that keeps failing is not asked for ever. */
  let mayReopen = true;
  let isSuperseded = false;
  let isClosed = false;
  /** The link in use; two callers that see the same one break must not both replace it. */
  let active: Link | null = null;
  let current: Promise<Link | null> = connect(refusal);

  function connect(reasonOf: (error: unknown) => MemoryReason): Promise<Link | null> {
    return new Promise((resolve) => {
      let link: Link | null = null;
      let timer = setTimeout(() => giveUp('hang'), options.hangTimeoutMs);
      const giveUp = (reason: MemoryReason) => {
        clearTimeout(timer);
        events.unavailable(reason);
        resolve(null);
      };
      openDatabase(options.databaseName, {
        blocked() {
          clearTimeout(timer);
          timer = setTimeout(() => giveUp('blocked'), options.blockedTimeoutMs);
          events.waiting();
        },
        blocking(newVersion) {
          // Transactions under way are still committed; only then the other tab goes on.
          link?.database.close();
          isSuperseded = true;
          events.superseded(newVersion);
        },
        terminated: () => lose(link),
      }).then(
        (database) => {
          clearTimeout(timer);
          if (isClosed) {
            database.close();
            return resolve(null);
          }
          link = { database, layer: createIndexedLayer(database) };
          active = link;
          // After a timeout nobody waits for this promise any more: the late answer takes its place.
          current = Promise.resolve(link);
          resolve(link);
          events.opened();
        },
        (error: unknown) => giveUp(reasonOf(error)),
      );
    });
  }

  function lose(lost: Link | null): void {
    if (isSuperseded || isClosed || lost === null || lost !== active) return;
    lost.database.close();
    active = null;
    if (mayReopen) {
      mayReopen = false;
      current = connect(() => 'terminated');
    } else {
      current = Promise.resolve(null);
      events.unavailable('terminated');
    }
  }

  async function use<T>(work: (layer: InnerLayer) => Promise<T>): Promise<{ value: T } | null> {
    for (let attempt = 1; ; attempt++) {
      const link = await current;
      if (!link) return null;
      try {
        const value = await work(link.layer);
        mayReopen = true;
        return { value };
      } catch (error) {
        const name = nameOf(error);
        const isLost = name === LOST || (PERHAPS_LOST.includes(name) && (mayReopen || link !== active));
        if (isSuperseded && isLost) throw unreachable();
        if (!isLost || attempt === 2) throw error;
        lose(link);
      }
    }
  }

  return {
    ready: current.then(() => undefined),
    use,
    isOpen: () => active !== null && !isSuperseded && !isClosed,
    close() {
      isClosed = true;
      void current.then((link) => link?.database.close());
    },
  };
}
