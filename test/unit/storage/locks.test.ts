import { describe, expect, it } from 'vitest';
import { withRunLock } from '../../../src/storage/locks.ts';

/** Web Locks, as far as `ifAvailable` goes; two tabs share one. */
function createLocks(): Pick<LockManager, 'request'> {
  const held = new Set<string>();
  const request = async (name: string, options: LockOptions, work: (lock: Lock | null) => unknown) => {
    expect(options).toEqual({ ifAvailable: true });
    if (held.has(name)) return work(null);
    held.add(name);
    try {
      return await work({ name, mode: 'exclusive' });
    } finally {
      held.delete(name);
    }
  };
  return { request: request as LockManager['request'] };
}

describe('withRunLock', () => {
  it('lets one tab work on a run, tells the other, and frees the run afterwards', async () => {
    const locks = createLocks();
    let finish = (_value: number) => {};
    const first = withRunLock('k', () => new Promise<number>((resolve) => (finish = resolve)), locks);
    let calls = 0;
    const work = async () => ++calls;
    expect(await withRunLock('k', work, locks)).toEqual({ acquired: false });
    expect(calls).toBe(0);
    expect(await withRunLock('another run', work, locks)).toEqual({ acquired: true, locked: true, value: 1 });
    finish(7);
    expect(await first).toEqual({ acquired: true, locked: true, value: 7 });
    expect(await withRunLock('k', work, locks)).toEqual({ acquired: true, locked: true, value: 2 });
  });

  it('frees the run when the work fails, and passes the failure on', async () => {
    const locks = createLocks();
    let calls = 0;
    const work = () => {
      calls++;
      return Promise.reject(new Error('lost the device'));
    };
    await expect(withRunLock('k', work, locks)).rejects.toThrow('lost the device');
    expect(calls).toBe(1);
    expect(await withRunLock('k', async (locked) => locked, locks)).toMatchObject({
      acquired: true,
      value: true,
    });
  });

  it('works without a lock, and says so, where there is no API or it is refused', async () => {
    const unlocked = { acquired: true, locked: false, value: false };
    expect(await withRunLock('k', async (locked) => locked, null)).toEqual(unlocked);
    const refused = {
      request: () => Promise.reject(new DOMException('sandboxed', 'SecurityError')),
    } as unknown as Pick<LockManager, 'request'>;
    expect(await withRunLock('k', async (locked) => locked, refused)).toEqual(unlocked);
  });
});
