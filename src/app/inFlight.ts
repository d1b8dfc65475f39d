import { Cancelled } from '../failure.ts';
import type { Activities, Activity } from './activities.svelte.ts';

/** Work that this page is doing, by name: who asks for the same waits for it. */
export type WorkInFlight<T> = Map<string, Promise<T>>;

export interface Work<T> {
  result: Promise<T>;
  /** Settles when nothing of it goes on, which may be after there is a result. */
  over: Promise<unknown>;
}

/**
 * The result of work that is under way in this page already, else of `make`. Who waits can be cancelled alone; and
 * where the other is cancelled, the work is taken up here.
 * @param waiting said while it waits: "Waiting for the same run"
 */
export async function shareWork<T>(
  activities: Pick<Activities, 'show'>,
  inFlight: WorkInFlight<T>,
  name: string,
  waiting: string,
  onActivity: (activity: Activity) => void,
  make: () => Work<T>,
): Promise<T> {
  for (let here = inFlight.get(name); here; here = inFlight.get(name)) {
    const other = here;
    let isCancelled = false;
    try {
      return await activities.show(waiting, ({ activity, signal }) => {
        onActivity(activity);
        signal.addEventListener('abort', () => (isCancelled = true), { once: true });
        return unlessAborted(other, signal);
      });
    } catch (error) {
      if (isCancelled || !(error instanceof Cancelled)) throw error;
      if (inFlight.get(name) === other) inFlight.delete(name);
    }
  }
  const { result, over } = make();
  inFlight.set(name, result);
  const forget = (): void => {
    if (inFlight.get(name) === result) inFlight.delete(name);
  };
  over.then(forget, forget);
  return result;
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Cancelled()), { once: true });
    work.then(resolve, reject);
  });
}
