import type { Completed, ToWorker } from '../sw/messages.ts';
import {
  controllerOf,
  describeOffline,
  register,
  serviceWorkers,
  whyOneThread,
  type Host,
  type Offline,
} from './hosting.ts';

/** `waiting`: a new version is ready. `taken`: another tab has taken it; this one still runs the old one. */
export type Offer = 'waiting' | 'taken';
/** How far a reload has come: `asking` says first what it would end, `waits` until that is over. */
export type ReloadStage = 'no' | 'asking' | 'waits' | 'now';

/** Browsers look for a new version when a page is opened; a tab may stay open for days. */
const LOOK_EVERY_MS = 3_600_000;

/** The service worker of the page: what it keeps, and new versions, which are offered and never forced. */
export class Update {
  offer = $state<Offer | null>(null);
  stage = $state<ReloadStage>('no');
  offline = $state.raw<Offline>({ kind: 'starting' });
  private readonly siteUrl: string;
  private registration: ServiceWorkerRegistration | null = null;
  private lookedMs = performance.now();

  constructor(siteUrl: string) {
    this.siteUrl = siteUrl;
  }

  /**
   * Starts the worker.
   * @param entry address of the page's first script
   * @param quiet what it waits for: its work would take processors from the first view
   */
  async begin(
    entry: string,
    quiet: Promise<void>,
    from: Host & Pick<typeof globalThis, 'document'> = globalThis,
  ): Promise<void> {
    const container = serviceWorkers(from);
    if (typeof container === 'string') return this.without(container);
    let controller = controllerOf(container, this.siteUrl);
    container.addEventListener('controllerchange', () => {
      const before = controller;
      controller = controllerOf(container, this.siteUrl);
      if (this.stage === 'now') from.location!.reload();
      else if (!before) void this.complete(controller, entry);
      else if (controller && controller !== before) this.offer = 'taken';
    });
    await quiet;
    try {
      const registration = await register(container, this.siteUrl);
      if (!registration) return this.without('the browser refuses its service worker');
      this.registration = registration;
      this.watch(registration);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return this.without(`its service worker could not start (${message.replace(/[.\s]+$/, '')})`);
    }
    void this.complete(controller, entry);
    from.document.addEventListener('visibilitychange', () => {
      if (from.document.visibilityState === 'visible') this.look();
    });
  }

  private without(reason: string): void {
    this.offline = { kind: 'none', reason };
  }

  private watch(registration: ServiceWorkerRegistration): void {
    const offerWaiting = (): void => {
      if (registration.waiting && registration.active) this.offer = 'waiting';
    };
    const follow = (worker: ServiceWorker | null): void =>
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed') offerWaiting();
        // A first version that could not be had; one that follows another changes nothing.
        if (worker.state === 'redundant' && !registration.active) {
          this.without('its service worker could not start');
        }
      });
    registration.addEventListener('updatefound', () => follow(registration.installing));
    follow(registration.installing);
    offerWaiting();
  }

  /** Without a network nothing is found, which is no fault. */
  private look(): void {
    if (performance.now() - this.lookedMs < LOOK_EVERY_MS) return;
    this.lookedMs = performance.now();
    this.registration?.update().catch(() => {});
  }

  private async complete(worker: ServiceWorker | null, entry: string): Promise<void> {
    if (!worker) return;
    this.offline = { kind: 'keeping' };
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise<Completed>((resolve) => {
      port1.onmessage = (event: MessageEvent<Completed>) => resolve(event.data);
    });
    worker.postMessage({ type: 'complete', entry } satisfies ToWorker, [port2]);
    const { problem } = await answer;
    port1.close();
    this.offline = problem === null ? { kind: 'kept' } : { kind: 'none', reason: problem };
  }

  /** What the way the page is served leaves out, if anything, and whether it works without a network. */
  hosting(): string[] {
    const threads = whyOneThread(this.siteUrl, this.offline);
    return [...(threads === null ? [] : [threads]), describeOffline(this.offline)];
  }

  /** Takes the new version; first asks where something would be ended by it. */
  reload(endsSomething: boolean): void {
    if (endsSomething) this.stage = 'asking';
    else this.reloadNow();
  }

  reloadNow(): void {
    this.stage = 'now';
    const waiting = this.registration?.waiting;
    // The page is loaded again when the new version has taken over.
    if (waiting) waiting.postMessage({ type: 'take over' } satisfies ToWorker);
    else location.reload();
  }

  reloadWhenDone(): void {
    this.stage = 'waits';
  }

  /** Goes on with the version that runs; the next visit has the new one. */
  later(): void {
    this.offer = null;
    this.stage = 'no';
  }
}
