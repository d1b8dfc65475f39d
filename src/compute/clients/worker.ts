import { proxy, wrap, type Remote } from 'comlink';
import { Cancelled, Failure } from '../../failure.ts';
import { keepErrorKinds } from '../errors.ts';
import type { JobEvent } from '../protocol.ts';

keepErrorKinds();

interface Live<Service> {
  worker: Worker;
  service: Remote<Service>;
  begun: Promise<void>;
  fail: (reason: Error) => void;
  failed: Promise<never>;
}

/**
 * A worker and its service. A worker that can't start, or that dies, rejects every call that waits on it
 * (comlink alone would leave them waiting for ever); the next call starts a new one.
 */
export class WorkerClient<Service> {
  private readonly start: () => Worker;
  private readonly what: string;
  private readonly begin: (service: Remote<Service>) => Promise<void>;
  private live: Live<Service> | null = null;
  /** Called when a worker ended, by itself or not: tasks and models that it held are gone. */
  onEnd: () => void = () => {};

  /** @param begin the first call to a new worker; the others wait for it */
  constructor(what: string, start: () => Worker, begin: (service: Remote<Service>) => Promise<void>) {
    this.what = what;
    this.start = start;
    this.begin = begin;
  }

  async call<T>(use: (service: Remote<Service>) => Promise<T>): Promise<T> {
    const { service, begun, failed } = (this.live ??= this.open());
    return Promise.race([begun.then(() => use(service)), failed]);
  }

  /** Ends the worker at once; waiting calls reject with the reason, and what it held is gone. */
  end(reason: Error = new Cancelled(this.what)): void {
    const { live } = this;
    this.live = null;
    live?.worker.terminate();
    live?.fail(reason);
    if (live) this.onEnd();
  }

  private open(): Live<Service> {
    const worker = this.start();
    let fail: (reason: Error) => void = () => {};
    const failed = new Promise<never>((_, reject) => (fail = reject));
    failed.catch(() => {});
    const die = (detail: string): void => {
      // Ended on purpose, or dead already: an event that comes late says nothing new.
      if (this.live?.worker !== worker) return;
      const reason = new Failure(
        'worker-died',
        `${this.what} stopped${detail ? ` (${detail})` : ''}.`,
        'Try again; if it happens twice, reload the page. What was stored is kept.',
      );
      this.live = null;
      worker.terminate();
      fail(reason);
      this.onEnd();
    };
    worker.addEventListener('error', (event) => die(event.message ?? ''));
    worker.addEventListener('messageerror', () => die('a message could not be read'));
    const service = wrap<Service>(worker);
    const begun = this.begin(service);
    begun.catch(() => {});
    return { worker, service, begun, fail, failed };
  }
}

let lastJob = 0;

export function nextJob(): number {
  return ++lastJob;
}

/** A callback as a worker can call it. */
export function eventSink(onEvent: (event: JobEvent) => void): (event: JobEvent) => void {
  return proxy(onEvent);
}
