import { Cancelled, Failure } from '../failure.ts';
import type { MemoryReason, StoreStatus } from './types.ts';

/** What the origin uses and may use, in bytes, by the browser's own estimate. */
export interface Allowance {
  usedBytes: number | null;
  allowedBytes: number | null;
}

const KEPT_UNTIL_CLOSED = 'What you do now is kept in memory until the tab closes.';

const REASONS: Record<MemoryReason, string> = {
  absent: 'This browser has no IndexedDB here.',
  refused: 'The browser refuses to store data, as in private mode or with site data disabled.',
  'newer-version': 'The stored data was written by a newer version of the page; reload to get it.',
  hang: "The browser's storage does not answer; it is used as soon as it does.",
  blocked: 'Another tab has an older version of the page open; close it to get at the stored data.',
  terminated: 'The browser ended the connection to the stored data; reload to get it back.',
  quota:
    'There is no room left in the storage; delete a benchmark or the models in the Data view to make some.',
  'write-failed': 'The browser could not write to its storage.',
};

/** Decimal megabytes, as browsers show them. */
function megabytes(sizeBytes: number): string {
  return `${(sizeBytes / 1e6).toFixed(sizeBytes < 1e7 ? 1 : 0)} MB`;
}

export function inMemory(reason: MemoryReason, { usedBytes, allowedBytes }: Allowance): StoreStatus {
  const figures =
    usedBytes === null || allowedBytes === null
      ? ''
      : ` ${megabytes(usedBytes)} of ${megabytes(allowedBytes)} are used.`;
  const message = `${REASONS[reason]}${reason === 'quota' ? figures : ''} ${KEPT_UNTIL_CLOSED}`;
  return { kind: 'memory', reason, message, usedBytes, allowedBytes };
}

export const PERSISTENT: StoreStatus = { kind: 'persistent' };

export const WAITING: StoreStatus = {
  kind: 'blocked',
  message: 'Waiting for another tab that has an older version of the page open. Close that tab.',
};

export function superseded(newVersion: number | null): StoreStatus {
  const why =
    newVersion === null
      ? 'The stored data is being deleted in another tab.'
      : 'A newer version of the page is open in another tab.';
  return {
    kind: 'superseded',
    message: `${why} Reload this tab; what was stored before is kept, what is computed from now on is not.`,
  };
}

/** For reads and deletions, which cannot be done in memory instead. */
export function unreachable(): Failure {
  return new Failure(
    'storage-superseded',
    'The stored data is closed in this tab, because another tab needed to change it.',
    'Reload this tab.',
  );
}

/** What a name of a browser's opening error says about the reason. */
export function refusal(error: unknown): MemoryReason {
  if (globalThis.indexedDB === undefined) return 'absent';
  return nameOf(error) === 'VersionError' ? 'newer-version' : 'refused';
}

export function nameOf(error: unknown): string {
  return (error as { name?: string } | null)?.name ?? 'unknown error';
}

/**
 * A `Failure` passes, and so does the `Cancelled` of a caller who stops a read from its progress callback;
 * anything else becomes a `Failure` with itself as the cause.
 */
export function asFailure(error: unknown, doing: string): Error {
  if (error instanceof Failure || error instanceof Cancelled) return error;
  if (nameOf(error) === 'DataCloneError')
    return new Failure(
      'storage-not-storable',
      `Could not ${doing}: it contains something that cannot be copied.`,
      'Report this: it is a fault of the page.',
      { cause: error },
    );
  return new Failure(
    'storage-failed',
    `Could not ${doing} (${nameOf(error)}).`,
    'Reload the page; if it comes back, delete the site data in the browser.',
    { cause: error },
  );
}
