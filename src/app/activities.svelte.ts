import type { Remote } from 'comlink';
import { eventSink, nextJob, type WorkerClient } from '../compute/clients/worker.ts';
import type { JobEvent, OnEvent } from '../compute/protocol.ts';
import { Cancelled, Failure } from '../failure.ts';
import type { Progress } from '../systems/types.ts';

/** A worker that doesn't answer to a cancel in this time is ended. */
const CANCEL_GRACE_MS = 3_000;

/** Something that takes a while, as the page shows it. */
export class Activity {
  readonly title: string;
  what = $state('');
  done = $state(0);
  total = $state(0);
  /** What `done` and `total` count; null for plain pieces. */
  unit = $state<'bytes' | null>(null);
  /** Jobs that go first. */
  ahead = $state(0);
  cancelling = $state(false);
  private readonly stop: () => void;
  private stepStartedMs = performance.now();
  private nowMs = $state(performance.now());
  /** Units a second of the present step, null until there is something to go by. */
  readonly rate = $derived.by(() => {
    const seconds = (this.nowMs - this.stepStartedMs) / 1000;
    return seconds > 0.3 && this.done > 0 ? this.done / seconds : null;
  });
  readonly remainingSeconds = $derived(
    this.rate === null || this.total === 0 ? null : (this.total - this.done) / this.rate,
  );

  constructor(title: string, stop: () => void) {
    this.title = title;
    this.stop = stop;
  }

  cancel(): void {
    this.cancelling = true;
    this.stop();
  }

  take(event: JobEvent): void {
    if (event.kind === 'waiting') {
      this.ahead = event.ahead;
      return;
    }
    this.ahead = 0;
    this.nowMs = performance.now();
    if (event.what !== this.what) this.stepStartedMs = this.nowMs;
    this.what = event.what;
    this.done = event.done;
    this.total = event.total;
    this.unit = event.unit ?? null;
  }
}

/** All that is going on, newest last. */
export class Activities {
  list = $state.raw<readonly Activity[]>([]);

  /**
   * Runs a job in a worker and shows it while it lasts.
   * @throws what the job throws; `Cancelled` after a cancel
   */
  async run<Service extends { cancel(job: number): Promise<void> }, T>(
    title: string,
    client: WorkerClient<Service>,
    use: (service: Remote<Service>, job: number, onEvent: OnEvent) => Promise<T>,
    onEvent: (activity: Activity) => void = () => {},
  ): Promise<T> {
    const job = nextJob();
    let over = false;
    const activity = new Activity(title, () => {
      // The proxy's type loses `cancel` behind the generic, so it is named again.
      void client.call((service) =>
        (service as unknown as { cancel(job: number): Promise<void> }).cancel(job),
      );
      setTimeout(() => {
        if (!over) client.end(stuck(title));
      }, CANCEL_GRACE_MS);
    });
    this.list = [...this.list, activity];
    onEvent(activity);
    try {
      const value = await client.call((service) =>
        use(
          service,
          job,
          eventSink((event) => activity.take(event)),
        ),
      );
      // A cancel that came too late for the job is still what the person wants.
      if (activity.cancelling) throw new Cancelled(title);
      return value;
    } catch (error) {
      // What a job that was stopped half-way fails with, such as a fetch's AbortError or the end of its worker, is no
      // fault to show.
      throw activity.cancelling ? new Cancelled(title) : error;
    } finally {
      over = true;
      this.list = this.list.filter((other) => other !== activity);
    }
  }

  /** The same for work that the page does itself, piece by piece. */
  async runHere<T>(title: string, work: (report: Progress, signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const activity = new Activity(title, () => controller.abort());
    this.list = [...this.list, activity];
    try {
      return await work(
        (done, total, what, unit) =>
          activity.take({ kind: 'progress', done, total, what, ...(unit && { unit }) }),
        controller.signal,
      );
    } finally {
      this.list = this.list.filter((other) => other !== activity);
    }
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
