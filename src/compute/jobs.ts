import { Cancelled } from '../failure.ts';
import type { Progress } from '../systems/types.ts';
import type { OnEvent } from './protocol.ts';

const REPORT_EVERY_MS = 100;

/**
 * One job at a time, in the order of arrival. A job that waits says how many are ahead; a job that is cancelled
 * while it waits never starts, and rejects at once: else its caller would take it for hung while another job runs.
 */
export class JobQueue {
  private readonly running = new Map<number, AbortController>();
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  run<T>(
    job: number,
    onEvent: OnEvent,
    work: (report: Progress, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController();
    this.running.set(job, controller);
    if (this.waiting > 0) onEvent({ kind: 'waiting', ahead: this.waiting });
    this.waiting++;
    const leave = (): void => {
      this.waiting--;
      this.running.delete(job);
    };
    let started = false;
    const dropped = new Promise<never>((_, reject) => {
      controller.signal.addEventListener('abort', () => {
        if (started) return;
        leave();
        reject(new Cancelled());
      });
    });
    const turn = this.last.then(async () => {
      if (controller.signal.aborted) throw new Cancelled();
      started = true;
      try {
        return await work(throttled(onEvent), controller.signal);
      } finally {
        leave();
      }
    });
    this.last = turn.catch(() => {});
    return Promise.race([turn, dropped]);
  }

  /** A job that does not wait for the others, for what a person waits for at the screen. */
  async beside<T>(
    job: number,
    onEvent: OnEvent,
    work: (report: Progress, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController();
    this.running.set(job, controller);
    try {
      return await work(throttled(onEvent), controller.signal);
    } finally {
      this.running.delete(job);
    }
  }

  cancel(job: number): void {
    this.running.get(job)?.abort();
  }
}

/**
 * Passes on the first, the last and at most ten reports a second between them. One that was held back is passed on
 * when none follows it: work that stalls shows how far it came.
 */
export function throttled(onEvent: OnEvent, now: () => number = () => performance.now()): Progress {
  let last = -Infinity;
  let lastWhat = '';
  let held: ReturnType<typeof setTimeout> | undefined;
  return (done, total, what, unit) => {
    clearTimeout(held);
    const send = (): void => {
      last = now();
      lastWhat = what;
      onEvent({ kind: 'progress', what, done, total, ...(unit && { unit }) });
    };
    if (now() - last >= REPORT_EVERY_MS || done >= total || what !== lastWhat) send();
    else held = setTimeout(send, REPORT_EVERY_MS);
  };
}
