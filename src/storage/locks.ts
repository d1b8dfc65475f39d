export type RunLockResult<T> =
  /** `locked` is false where the browser has no locks: another tab may be computing the same run. */
  { acquired: true; locked: boolean; value: T } | { acquired: false };

const browserLocks = (): Pick<LockManager, 'request'> | null => globalThis.navigator?.locks ?? null;

/**
 * Does `work` while no other tab, and no other call in this one, works on the same run. Where somebody
 * already does, `work` is not called: the caller tells the person, or waits for the other's result.
 * The lock ends with `work`, or with the tab. What `work` throws is thrown here.
 * Without the Web Locks API (plain http, old browsers) `work` is done all the same.
 */
export async function withRunLock<T>(
  runKey: string,
  work: (locked: boolean) => Promise<T>,
  locks = browserLocks(),
): Promise<RunLockResult<T>> {
  if (!locks) return { acquired: true, locked: false, value: await work(false) };
  let started = false;
  try {
    return await locks.request(
      `sts-playground/run/${runKey}`,
      { ifAvailable: true },
      async (lock): Promise<RunLockResult<T>> => {
        if (!lock) return { acquired: false };
        started = true;
        return { acquired: true, locked: true, value: await work(true) };
      },
    );
  } catch (error) {
    // A sandboxed frame has the API but is refused its use. A run is worth more than its lock.
    if (started) throw error;
    return { acquired: true, locked: false, value: await work(false) };
  }
}
