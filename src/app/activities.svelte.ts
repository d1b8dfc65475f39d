import type { Remote } from 'comlink';
import { callJob, type WorkerClient } from '../compute/clients/worker.ts';
import type { JobEvent, OnEvent } from '../compute/protocol.ts';
import type { Progress, ProgressUnit } from '../systems/types.ts';

/** Something that takes a while, as the page shows it. */
export class Activity {
  readonly title: string;
  what = $state('');
  done = $state(0);
  total = $state(0);
  /** What `done` and `total` count; null for plain pieces. */
  unit = $state<ProgressUnit | null>(null);
  /** Jobs that go first. */
  ahead = $state(0);
  cancelling = $state(false);
  private readonly stop: () => void;
  private stepStartedMs = performance.now();
  /** What was done when the step began: a run that is taken up again does not start at 0. */
  private stepStartedAt = 0;
  private nowMs = $state(performance.now());
  /** Units a second of the present step, null until there is something to go by. */
  readonly rate = $derived.by(() => {
    const seconds = (this.nowMs - this.stepStartedMs) / 1000;
    const done = this.done - this.stepStartedAt;
    return seconds > 0.3 && done > 0 ? done / seconds : null;
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
    if (event.what !== this.what) {
      this.stepStartedMs = this.nowMs;
      this.stepStartedAt = event.done;
    }
    this.what = event.what;
    this.done = event.done;
    this.total = event.total;
    this.unit = event.unit ?? null;
  }
}

/** What a piece of work gets to tell of itself, and to hear when it is to stop. */
export interface Going {
  activity: Activity;
  report: Progress;
  onEvent: OnEvent;
  signal: AbortSignal;
}

const LOOK_EVERY_MS = 200;

/** All that is going on, newest last. */
export class Activities {
  list = $state.raw<readonly Activity[]>([]);

  /** Shows a piece of work while it lasts. @throws what the work throws; `Cancelled` after a cancel */
  async show<T>(title: string, work: (going: Going) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const activity = new Activity(title, () => controller.abort());
    const onEvent: OnEvent = (event) => activity.take(event);
    this.list = [...this.list, activity];
    try {
      return await work({
        activity,
        onEvent,
        report: (done, total, what, unit) =>
          onEvent({ kind: 'progress', done, total, what, ...(unit && { unit }) }),
        signal: controller.signal,
      });
    } finally {
      this.list = this.list.filter((other) => other !== activity);
    }
  }

  /** Runs one job in a worker and shows it while it lasts. */
  run<Service extends { cancel(job: number): Promise<void> }, T>(
    title: string,
    client: WorkerClient<Service>,
    use: (service: Remote<Service>, job: number, onEvent: OnEvent) => Promise<T>,
    onActivity: (activity: Activity) => void = () => {},
  ): Promise<T> {
    return this.show(title, ({ activity, onEvent, signal }) => {
      onActivity(activity);
      return callJob(title, client, use, onEvent, signal);
    });
  }

  /** The same for work that the page does itself, piece by piece. */
  runHere<T>(title: string, work: (report: Progress, signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.show(title, ({ report, signal }) => work(report, signal));
  }

  /** Resolves once nothing has been going on for `quietMs`; after `mostMs` whatever goes on. */
  async quiet(quietMs = 1_000, mostMs = 10_000): Promise<void> {
    let quiet = 0;
    for (let waited = 0; quiet < quietMs && waited < mostMs; waited += LOOK_EVERY_MS) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      quiet = this.list.length === 0 ? quiet + LOOK_EVERY_MS : 0;
    }
  }
}
