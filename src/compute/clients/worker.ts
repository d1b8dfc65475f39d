import { proxy, wrap, type Remote } from 'comlink';
import { Cancelled, Failure } from '../../failure.ts';
import { keepErrorKinds } from '../errors.ts';
import type { OnEvent } from '../protocol.ts';

keepErrorKinds();

interface Live<Service> {
  worker: Worker;
  service: Remote<Service>;
  begun: Promise<void>;
  /** What rejects each call that waits. No race with one promise of the failure: that would hold on to every result. */
  waiting: Set<(reason: Error) => void>;
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
    const { service, begun, waiting } = (this.live ??= this.open());
    return new Promise((resolve, reject) => {
      waiting.add(reject);
      begun
        .then(() => use(service))
        .then(resolve, reject)
        .finally(() => waiting.delete(reject));
    });
  }

  /** Ends the worker at once; waiting calls reject with the reason, and what it held is gone. */
  end(reason: Error = new Cancelled(this.what)): void {
    const { live } = this;
    this.live = null;
    live?.worker.terminate();
    if (!live) return;
    for (const reject of live.waiting) reject(reason);
    this.onEnd();
  }

  private open(): Live<Service> {
    const worker = this.start();
    const waiting: Live<Service>['waiting'] = new Set();
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
      for (const reject of waiting) reject(reason);
      this.onEnd();
    };
    worker.addEventListener('error', (event) => die(event.message ?? ''));
    worker.addEventListener('messageerror', () => die('a message could not be read'));
    const service = wrap<Service>(worker);
    const begun = this.begin(service);
    begun.catch(() => {});
    return { worker, service, begun, waiting };
  }
}

let lastJob = 0;

/** A worker that doesn't answer to a cancel in this time is ended. */
const CANCEL_GRACE_MS = 3_000;

interface Cancellable {
  cancel(job: number): Promise<void>;
}

/**
 * One job of a worker's service that a signal cancels. A worker that does not stop in time is ended: what it held is
 * gone, and its other jobs are told why.
 * @throws what the job throws; `Cancelled` once the signal is aborted, whatever the job says
 */
export async function callJob<Service extends Cancellable, T>(
  title: string,
  client: WorkerClient<Service>,
  use: (service: Remote<Service>, job: number, onEvent: OnEvent) => Promise<T>,
  onEvent: OnEvent,
  signal: AbortSignal,
): Promise<T> {
  if (signal.aborted) throw new Cancelled(title);
  const job = ++lastJob;
  let grace: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    // The proxy's type loses `cancel` behind the generic, so it is named again.
    client.call((service) => (service as unknown as Cancellable).cancel(job)).catch(() => {});
    grace = setTimeout(() => client.end(stuck(title)), CANCEL_GRACE_MS);
  };
  signal.addEventListener('abort', stop);
  try {
    const value = await client.call((service) => use(service, job, proxy(onEvent)));
    // A cancel that came too late for the job is still what the person wants.
    if (signal.aborted) throw new Cancelled(title);
    return value;
  } catch (error) {
    // What a job that was stopped half-way fails with, such as a fetch's AbortError or the end of its worker, is no
    // fault to show.
    throw signal.aborted ? new Cancelled(title) : error;
  } finally {
    clearTimeout(grace);
    signal.removeEventListener('abort', stop);
  }
}

/** What the jobs are told that went down with one that did not stop. */
function stuck(title: string): Failure {
  return new Failure(
    'worker-ended',
    `The worker was ended because “${title}” did not stop.`,
    'Start this again: nothing stored was lost.',
  );
}
