import { Cancelled } from '../failure.ts';
import type { Progress } from '../systems/types.ts';

/** How often shared work is begun anew: each time, someone else began and cancelled it meanwhile. */
const ATTEMPTS = 5;

/**
 * Work that a person waits for while they type: a cancel rejects at once, and what the work shares with others, such
 * as a model that is loading, goes on without it. Where another began the shared work and cancelled it, it is begun
 * anew.
 * @param work its reports are dropped after a cancel
 * @throws Cancelled, and what the work throws
 */
export function cancelledAtOnce<T>(
  report: Progress,
  signal: AbortSignal,
  work: (report: Progress) => Promise<T>,
): Promise<T> {
  const attempt = async (left: number): Promise<T> => {
    try {
      return await work((...step) => {
        if (!signal.aborted) report(...step);
      });
    } catch (error) {
      if (!(error instanceof Cancelled) || signal.aborted || left === 1) throw error;
      return attempt(left - 1);
    }
  };
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Cancelled());
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    attempt(ATTEMPTS)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}
