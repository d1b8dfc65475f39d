/** The parts of the browser that say how the page is served; injected in tests. */
export type Host = Partial<
  Pick<
    typeof globalThis,
    'crossOriginIsolated' | 'isSecureContext' | 'navigator' | 'sessionStorage' | 'location'
  >
> & { top?: unknown; self?: unknown };

const TRIED = 'sts-isolation-tried';
/** A worker that is not there by then comes too late: the page starts as it is. */
const WAIT_MS = 2000;

export const workerUrl = (siteUrl: string): string => `${siteUrl}sw.js`;

/** The browser's service workers. @returns a string where there are none: why */
export function serviceWorkers(from: Host): ServiceWorkerContainer | string {
  if (from.isSecureContext === false) return 'browsers allow it only over https or on localhost';
  try {
    return from.navigator?.serviceWorker ?? 'this browser has no service workers here';
  } catch {
    return 'the browser refuses service workers here';
  }
}

/** The worker of this page, where it has one: a page further up the same host may have its own. */
export function controllerOf(container: ServiceWorkerContainer, siteUrl: string): ServiceWorker | null {
  return container.controller?.scriptURL === workerUrl(siteUrl) ? container.controller : null;
}

/**
 * On a host that sends no headers of isolation, starts the service worker that adds them and loads the page again, once
 * a session. To be called before the page begins anything, so that nothing is lost.
 * @returns whether the page is being loaded again
 */
export async function isolate(siteUrl: string, from: Host = globalThis, waitMs = WAIT_MS): Promise<boolean> {
  // Undefined where the browser knows no isolation. Of a page in a frame, the page around it decides.
  if (from.crossOriginIsolated !== false || from.top !== from.self) return false;
  const container = serviceWorkers(from);
  if (typeof container === 'string' || controllerOf(container, siteUrl) || !firstTry(from)) return false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), waitMs);
  });
  const taken = await Promise.race([takenOver(container, siteUrl), tooLate]).catch(() => false);
  clearTimeout(timer);
  if (taken) from.location!.reload();
  return taken;
}

/** Starts the worker. @returns true as soon as it controls the page; false where it will not by itself */
async function takenOver(container: ServiceWorkerContainer, siteUrl: string): Promise<boolean> {
  const known = await container.getRegistration(siteUrl);
  // It is there and does not control the page: a reload past all caches, which is what the person wanted.
  if (known?.scope === siteUrl && known.active) return false;
  const taken = new Promise<true>((resolve) => {
    container.addEventListener('controllerchange', () => {
      if (controllerOf(container, siteUrl)) resolve(true);
    });
  });
  // Some browsers and extensions refuse without a word.
  const registration: ServiceWorkerRegistration | undefined = await register(container, siteUrl);
  return registration !== undefined && taken;
}

export function register(
  container: ServiceWorkerContainer,
  siteUrl: string,
): Promise<ServiceWorkerRegistration | undefined> {
  return container.register(workerUrl(siteUrl), { scope: siteUrl, updateViaCache: 'none' });
}

/** Without a memory of what was tried, a page could be loaded for ever. */
function firstTry(from: Host): boolean {
  try {
    const { sessionStorage } = from;
    if (!sessionStorage || sessionStorage.getItem(TRIED) !== null) return false;
    sessionStorage.setItem(TRIED, 'yes');
    return sessionStorage.getItem(TRIED) !== null;
  } catch {
    return false;
  }
}

/** Whether the page works without a network. */
export type Offline =
  { kind: 'starting' } | { kind: 'keeping' } | { kind: 'kept' } | { kind: 'none'; reason: string };

/** Why WebAssembly has one thread; null where the page is isolated. */
export function whyOneThread(siteUrl: string, offline: Offline, from: Host = globalThis): string | null {
  if (from.crossOriginIsolated) return null;
  if (from.isSecureContext === false) {
    return 'One thread: browsers allow more only over https or on localhost.';
  }
  if (from.crossOriginIsolated === undefined) return 'One thread: this browser can not isolate a page.';
  if (from.top !== from.self) return 'One thread: the page is inside a page that is not isolated.';
  const host = 'One thread: this host sends no isolation headers';
  const container = serviceWorkers(from);
  if (typeof container === 'string') return `${host}, and ${container}.`;
  if (controllerOf(container, siteUrl)) return `${host}; reload the page once and it adds them itself.`;
  if (offline.kind === 'none') return `${host}, and the page can't add them: ${offline.reason}.`;
  return `${host}; the page can add them after a reload.`;
}

/** For the chip and for a report. */
export function describeOffline(offline: Offline): string {
  switch (offline.kind) {
    case 'starting':
      return 'What the page needs without a network is not kept yet.';
    case 'keeping':
      return 'What the page needs without a network is being kept.';
    case 'kept':
      return 'The page is kept and works without a network.';
    case 'none':
      return `The page is not kept and needs its network: ${offline.reason}.`;
  }
}
