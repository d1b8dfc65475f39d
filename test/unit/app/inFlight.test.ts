import { describe, expect, it, vi } from 'vitest';
import { Activities, type Activity } from '../../../src/app/activities.svelte.ts';
import { shareWork, type WorkInFlight } from '../../../src/app/inFlight.ts';
import { Cancelled } from '../../../src/failure.ts';

/** A page in which pieces of work are asked for; each is settled by the test. */
function page() {
  const activities = new Activities();
  const inFlight: WorkInFlight<string> = new Map();
  const made: PromiseWithResolvers<string>[] = [];
  const over: PromiseWithResolvers<void>[] = [];
  const ask = (onActivity: (activity: Activity) => void = () => {}): Promise<string> =>
    shareWork(activities, inFlight, 'sif', 'Waiting', onActivity, () => {
      made.push(deferred());
      over.push(deferred());
      made.at(-1)!.promise.catch(() => over.at(made.length - 1)!.resolve());
      return { result: made.at(-1)!.promise, over: over.at(-1)!.promise };
    });
  return { activities, inFlight, made, over, ask };
}

function deferred<T>(): PromiseWithResolvers<T> {
  let settle: Omit<PromiseWithResolvers<T>, 'promise'>;
  const promise = new Promise<T>((resolve, reject) => (settle = { resolve, reject }));
  return { promise, ...settle! };
}

describe('shareWork', () => {
  it('does one piece of work for all who ask while it goes on, until nothing of it does', async () => {
    const { made, over, ask, inFlight, activities } = page();
    const [first, second] = [ask(), ask()];
    expect(activities.list.map(({ title }) => title)).toEqual(['Waiting']);
    made[0]!.resolve('done');
    expect(await Promise.all([first, second])).toEqual(['done', 'done']);
    // There is a result, and it is being stored.
    expect(await ask()).toBe('done');
    expect(made.length).toBe(1);
    over[0]!.resolve();
    await vi.waitFor(() => expect(inFlight.size).toBe(0));
    void ask();
    expect(made.length).toBe(2);
    expect(activities.list).toEqual([]);
  });

  it('is taken up by who waits where the other is cancelled, once for all of them', async () => {
    const { made, ask } = page();
    const first = ask();
    const waiting = [ask(), ask()];
    made[0]!.reject(new Cancelled());
    await expect(first).rejects.toBeInstanceOf(Cancelled);
    await vi.waitFor(() => expect(made.length).toBe(2));
    made[1]!.resolve('done');
    expect(await Promise.all(waiting)).toEqual(['done', 'done']);
    expect(made.length).toBe(2);
  });

  it('leaves the work alone where only who waits is cancelled', async () => {
    const { made, ask } = page();
    const first = ask();
    const second = ask((activity) => queueMicrotask(() => activity.cancel()));
    await expect(second).rejects.toBeInstanceOf(Cancelled);
    made[0]!.resolve('done');
    expect(await first).toBe('done');
    expect(made.length).toBe(1);
  });

  it('a failure is everybody’s, and the next who asks tries again', async () => {
    const { made, ask, inFlight } = page();
    const asked = [ask(), ask()];
    made[0]!.reject(new Error('no room'));
    for (const one of asked) await expect(one).rejects.toThrow('no room');
    await vi.waitFor(() => expect(inFlight.size).toBe(0));
    void ask();
    expect(made.length).toBe(2);
  });
});
