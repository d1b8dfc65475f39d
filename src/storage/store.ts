import { Failure } from '../failure.ts';
import { byAge } from './checks.ts';
import { keepConnection } from './connection.ts';
import type { ConnectionOptions } from './connection.ts';
import type { InnerLayer } from './embeddings/held.ts';
import { layeredEmbeddings } from './embeddings/layered.ts';
import { createMemoryLayer } from './memory.ts';
import { PERSISTENT, WAITING, asFailure, inMemory, nameOf, superseded } from './status.ts';
import type { Allowance } from './status.ts';
import type { PlaygroundStore, Run, StoredPart, StoredSizes, StoreStatus } from './types.ts';

export interface StoreOptions extends Partial<ConnectionOptions> {
  /** Told of every change. After a `persistent` that follows another status, lists may hold more than before. */
  onStatus?: (status: StoreStatus) => void;
  /** `navigator.storage`; null where there is none. */
  storageManager?: Partial<Pick<StorageManager, 'estimate' | 'persist' | 'persisted'>> | null;
}

/**
 * Opens the store; never rejects. Resolves with the browser's first answer, at the latest after
 * `hangTimeoutMs` (5 s), or `blockedTimeoutMs` (10 s) where another tab has an older version open.
 *
 * Two layers: the database, and over it what could not be written there and is kept in memory. Without a
 * database the session goes on in memory alone. Whenever there may be room again (something was deleted, or
 * the database opened late) what is in memory is moved to the database.
 */
export async function openStore(options: StoreOptions = {}): Promise<PlaygroundStore> {
  const { onStatus, storageManager = globalThis.navigator?.storage ?? null } = options;
  const memory = createMemoryLayer();

  let status: StoreStatus = WAITING;
  let isTold = false;
  function setStatus(next: StoreStatus): void {
    if (isTold && JSON.stringify(next) === JSON.stringify(status)) return;
    isTold = true;
    status = next;
    onStatus?.(next);
  }

  const connection = keepConnection(
    {
      databaseName: options.databaseName ?? 'sts-playground',
      hangTimeoutMs: options.hangTimeoutMs ?? 5_000,
      blockedTimeoutMs: options.blockedTimeoutMs ?? 10_000,
    },
    {
      opened() {
        if (memory.isEmpty()) setStatus(PERSISTENT);
        else void inTurn(moveToDatabase);
      },
      unavailable: (reason) => setStatus(inMemory(reason, { usedBytes: null, allowedBytes: null })),
      waiting: () => setStatus(WAITING),
      superseded: (newVersion) => setStatus(superseded(newVersion)),
    },
  );

  /** Writes go one after another, so that a late fall into memory never hides a newer write that found room. */
  let lastTurn: Promise<unknown> = Promise.resolve();
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = lastTurn.then(work);
    lastTurn = turn.catch(() => undefined);
    return turn;
  }

  async function allowance(): Promise<Allowance> {
    const estimate = await quietly(() => storageManager?.estimate?.());
    return { usedBytes: estimate?.usage ?? null, allowedBytes: estimate?.quota ?? null };
  }

  /** Tells why a write did not reach the database. `superseded` has been told by the event. */
  async function tellWriteFailure(error: unknown): Promise<void> {
    if (error instanceof Failure) return;
    const reason = nameOf(error) === 'QuotaExceededError' ? 'quota' : 'write-failed';
    const figures = await allowance();
    if (connection.isOpen()) setStatus(inMemory(reason, figures));
  }

  async function moveToDatabase(): Promise<void> {
    try {
      // What is small and took time to compute goes first.
      for (const [key, value] of [...memory.settings()]) {
        if (!(await connection.use((layer) => layer.putSetting(key, value)))) return;
        memory.forget('setting', key);
      }
      for (const run of await memory.listRuns()) {
        if (!(await connection.use((layer) => layer.putRun(run)))) return;
        memory.forget('run', run.key);
      }
      for (const part of await memory.listParts()) {
        const pairs = await memory.getPairs(part.key);
        if (!(await connection.use((layer) => layer.putPart(part, pairs)))) return;
        memory.forget('part', part.key);
      }
      // What is largest goes last.
      for (const [key, { head, batches }] of [...memory.embeddings.sets()]) {
        if (!(await connection.use((layer) => layer.putEmbeddingsHead(head)))) return;
        for (const [batch, rows] of [...batches]) {
          if (!(await connection.use((layer) => layer.putEmbeddingsBatch(key, batch, rows)))) return;
          memory.embeddings.forget(key, batch);
        }
        memory.embeddings.forget(key, null);
      }
    } catch (error) {
      return tellWriteFailure(error);
    }
    if (connection.isOpen()) setStatus(PERSISTENT);
  }

  /** Writes to the database and forgets what is older in memory, or, where that cannot be, writes to memory. */
  function write(
    doing: string,
    work: (layer: InnerLayer) => Promise<void>,
    forget: () => void,
    inMemory: () => Promise<void> = () => work(memory),
  ): Promise<void> {
    return inTurn(async () => {
      let failure: unknown = null;
      try {
        if (await connection.use(work)) {
          forget();
          if (memory.isEmpty() && connection.isOpen()) setStatus(PERSISTENT);
          return;
        }
      } catch (error) {
        const isOurs = error instanceof Failure && error.code !== 'storage-superseded';
        if (isOurs || nameOf(error) === 'DataCloneError') throw asFailure(error, doing);
        failure = error;
      }
      await inMemory().catch((error: unknown) => {
        throw asFailure(error, doing);
      });
      if (failure !== null) await tellWriteFailure(failure);
    });
  }

  /** What the database says; `otherwise` where there is none. */
  async function ask<T>(doing: string, work: (layer: InnerLayer) => Promise<T>, otherwise: T): Promise<T> {
    try {
      const answer = await connection.use(work);
      return answer ? answer.value : otherwise;
    } catch (error) {
      throw asFailure(error, doing);
    }
  }

  /** Deletes from the database, then from memory, so that a failure leaves both; then uses the room. */
  function remove<T>(doing: string, work: (layer: InnerLayer) => Promise<T>, nothing: T): Promise<[T, T]> {
    return inTurn(async () => {
      const stored = await ask(doing, work, nothing);
      const kept = await work(memory);
      await moveToDatabase();
      return [stored, kept];
    });
  }

  const embeddings = layeredEmbeddings({ memory, write, ask, remove });

  await connection.ready;
  return {
    status: () => status,

    putPart: (part, pairs) =>
      write(
        `store the part "${part.key}"`,
        (layer) => layer.putPart(part, pairs),
        () => memory.forget('part', part.key),
      ),
    async listParts() {
      const parts = new Map<string, StoredPart>();
      for (const part of await ask('list the parts', (layer) => layer.listParts(), []))
        parts.set(part.key, part);
      for (const part of await memory.listParts()) parts.set(part.key, part);
      return [...parts.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
    },
    async getPairs(key, onProgress) {
      if (memory.hasPart(key)) return memory.getPairs(key, onProgress);
      const pairs = await ask(`read the part "${key}"`, (layer) => layer.getPairs(key, onProgress), null);
      return pairs ?? memory.getPairs(key, onProgress);
    },
    async runsOfPart(key) {
      const stored = await ask('list the runs', (layer) => layer.runsOfPart(key), []);
      return union(stored, await memory.runsOfPart(key));
    },
    async deletePart(key) {
      const nothing = { deletedRuns: [] as string[], deletedEmbeddings: [] as string[] };
      const doing = `delete the part "${key}"`;
      // The part may be in one layer and embeddings of it in the other.
      const parts = [...(await memory.listParts()), ...(await ask(doing, (layer) => layer.listParts(), []))];
      const contents = parts.filter((part) => part.key === key).map((part) => part.contentHash);
      const [stored, kept] = await remove(doing, (layer) => layer.deletePart(key, contents), nothing);
      const deletedEmbeddings = union(stored.deletedEmbeddings, kept.deletedEmbeddings);
      embeddings.forgetHeads(deletedEmbeddings);
      return { deletedRuns: union(stored.deletedRuns, kept.deletedRuns), deletedEmbeddings };
    },

    putRun: (run) =>
      write(
        `store the run of ${run.provenance.system}`,
        (layer) => layer.putRun(run),
        () => memory.forget('run', run.key),
      ),
    async getRun(key) {
      const kept = await memory.getRun(key);
      return kept ?? ask('read a run', (layer) => layer.getRun(key), undefined);
    },
    async listRuns(filter) {
      const runs = new Map<string, Run>();
      for (const run of await ask('list the runs', (layer) => layer.listRuns(filter), []))
        runs.set(run.key, run);
      for (const run of await memory.listRuns(filter)) runs.set(run.key, run);
      return [...runs.values()].sort(byAge);
    },
    async deleteRun(key) {
      await remove('delete a run', (layer) => layer.deleteRun(key), undefined);
    },

    ...embeddings.calls,

    async getSetting<T>(key: string) {
      if (memory.hasSetting(key)) return memory.getSetting<T>(key);
      return ask(`read the setting "${key}"`, (layer) => layer.getSetting<T>(key), undefined);
    },
    async listSettings(prefix) {
      const nothing = new Map<string, unknown>();
      const stored = await ask('list settings', (layer) => layer.listSettings(prefix), nothing);
      return new Map(
        [...stored, ...(await memory.listSettings(prefix))].sort(([a], [b]) => (a < b ? -1 : 1)),
      );
    },
    putSetting: (key, value) =>
      write(
        `store the setting "${key}"`,
        (layer) => layer.putSetting(key, value),
        () => memory.forget('setting', key),
      ),

    sizes,
    async usage() {
      const kept = await memory.sizes();
      const persisted = (await quietly(() => storageManager?.persisted?.())) ?? null;
      return {
        ...(await sizes()),
        inMemoryBytes: kept.partsBytes + kept.runsBytes + kept.embeddingsBytes + kept.settingsBytes,
        ...(await allowance()),
        persisted,
      };
    },
    persist: async () => (await quietly(() => storageManager?.persist?.())) ?? null,
    async wipe() {
      await remove('delete everything', (layer) => layer.wipe(), undefined);
      embeddings.forgetHeads();
    },
    close: () => connection.close(),
  };

  async function sizes(): Promise<StoredSizes> {
    const none = { partsBytes: 0, runsBytes: 0, embeddingsBytes: 0, settingsBytes: 0 };
    const stored = await ask('measure what is stored', (layer) => layer.sizes(), none);
    const kept = await memory.sizes();
    return {
      partsBytes: stored.partsBytes + kept.partsBytes,
      runsBytes: stored.runsBytes + kept.runsBytes,
      embeddingsBytes: stored.embeddingsBytes + kept.embeddingsBytes,
      settingsBytes: stored.settingsBytes + kept.settingsBytes,
    };
  }
}

function union(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])].sort();
}

/** What the browser answers; undefined where it has no such question, or refuses it. */
async function quietly<T>(question: () => Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await question();
  } catch {
    return undefined;
  }
}
