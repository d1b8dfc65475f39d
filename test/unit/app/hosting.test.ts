import { describe, expect, it, vi } from 'vitest';
import {
  describeOffline,
  isolate,
  whyOneThread,
  workerUrl,
  type Host,
  type Offline,
} from '../../../src/app/hosting.ts';

const SITE = 'https://example.org/somewhere/';
const WAIT_MS = 20;

interface Browser {
  /** Script of the worker that controls the page before. */
  controller?: string;
  /** A worker of the page that is active and does not control it. */
  active?: boolean;
  register?: 'takes over' | 'takes long' | 'rejects' | 'says nothing';
  session?: Map<string, string> | null;
}

function browser({ controller, active, register = 'takes over', session = new Map() }: Browser = {}) {
  const target = new EventTarget();
  const container = Object.assign(target, {
    controller: controller === undefined ? null : { scriptURL: controller },
    getRegistration: async () => (active ? { scope: SITE, active: {} } : undefined),
    register: vi.fn(async (url: string) => {
      if (register === 'rejects') throw new Error('denied');
      if (register === 'says nothing') return undefined;
      if (register === 'takes over') {
        setTimeout(() => {
          container.controller = { scriptURL: url };
          target.dispatchEvent(new Event('controllerchange'));
        });
      }
      return {};
    }),
  });
  const reload = vi.fn();
  const page = {};
  const host = {
    crossOriginIsolated: false,
    isSecureContext: true,
    navigator: { serviceWorker: container },
    location: { reload },
    top: page,
    self: page,
    sessionStorage: session && {
      getItem: (key: string) => session.get(key) ?? null,
      setItem: (key: string, value: string) => void session.set(key, value),
    },
  } as unknown as Host;
  return { host, container, reload };
}

describe('isolate', () => {
  it('starts the worker and loads the page again when it has taken over, once a session', async () => {
    const session = new Map<string, string>();
    const visit = browser({ session });
    expect(await isolate(SITE, visit.host, WAIT_MS)).toBe(true);
    expect(visit.container.register).toHaveBeenCalledWith(workerUrl(SITE), {
      scope: SITE,
      updateViaCache: 'none',
    });
    expect(visit.reload).toHaveBeenCalledOnce();
    // The reload did not help.
    const again = browser({ session });
    expect(await isolate(SITE, again.host, WAIT_MS)).toBe(false);
    expect(again.reload).not.toHaveBeenCalled();
  });

  it('is not stopped by the worker of another page of the same host', async () => {
    const { host, reload } = browser({ controller: 'https://example.org/sw.js' });
    expect(await isolate(SITE, host, WAIT_MS)).toBe(true);
    expect(reload).toHaveBeenCalledOnce();
  });

  it.each<[string, Browser, Partial<Record<keyof Host, unknown>>]>([
    ['the host isolates it', {}, { crossOriginIsolated: true }],
    ['the browser knows no isolation', {}, { crossOriginIsolated: undefined }],
    ['the page is in a frame', {}, { top: {} }],
    ['there are no service workers', {}, { navigator: {} }],
    ['the page came over plain http', {}, { isSecureContext: false }],
    ['the worker controls the page already', { controller: workerUrl(SITE) }, {}],
    ['the person reloaded past the worker', { active: true }, {}],
    ['there is no memory of a session', { session: null }, {}],
    ['the worker takes long', { register: 'takes long' }, {}],
    ['the browser refuses the worker', { register: 'rejects' }, {}],
    ['the browser refuses the worker without a word', { register: 'says nothing' }, {}],
  ])('does not load the page again where %s', async (_title, given, changes) => {
    const { host, reload } = browser(given);
    expect(await isolate(SITE, { ...host, ...changes } as Host, WAIT_MS)).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('what the page says of its host', () => {
  const none: Offline = { kind: 'none', reason: 'its service worker could not start (denied)' };

  it.each<[string | null, Browser, Partial<Record<keyof Host, unknown>>, Offline]>([
    [null, {}, { crossOriginIsolated: true }, { kind: 'kept' }],
    [
      'One thread: browsers allow more only over https or on localhost.',
      {},
      { isSecureContext: false },
      none,
    ],
    ['One thread: this browser can not isolate a page.', {}, { crossOriginIsolated: undefined }, none],
    ['One thread: the page is inside a page that is not isolated.', {}, { top: {} }, { kind: 'kept' }],
    [
      'One thread: this host sends no isolation headers, and this browser has no service workers here.',
      {},
      { navigator: {} },
      none,
    ],
    [
      'One thread: this host sends no isolation headers; reload the page once and it adds them itself.',
      { controller: workerUrl(SITE) },
      {},
      { kind: 'keeping' },
    ],
    [
      "One thread: this host sends no isolation headers, and the page can't add them: its service worker could not " +
        'start (denied).',
      {},
      {},
      none,
    ],
  ])('%s', (expected, given, changes, offline) => {
    expect(whyOneThread(SITE, offline, { ...browser(given).host, ...changes } as Host)).toBe(expected);
  });

  it('says whether the page works without a network, and why not', () => {
    expect(describeOffline({ kind: 'kept' })).toBe('The page is kept and works without a network.');
    expect(describeOffline(none)).toBe(
      'The page is not kept and needs its network: its service worker could not start (denied).',
    );
  });
});
