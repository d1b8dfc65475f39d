import type { Completed, ToWorker } from './messages.ts';
import { openShell, type ShellFile } from './shell.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: ShellFile[] };

const { scope } = self.registration;
const shell = openShell({
  files: self.__WB_MANIFEST,
  scope,
  caches: self.caches,
  fetch: (...args) => self.fetch(...args),
});

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const answer = shell.answer(event.request);
  if (answer) event.respondWith(answer);
});
self.addEventListener('message', (event) => {
  const message = event.data as ToWorker;
  if (message.type === 'take over') event.waitUntil(self.skipWaiting());
  else event.waitUntil(complete(message.entry, event.ports[0]));
});

async function install(): Promise<void> {
  // The first visit to a host without headers waits for nothing but this worker, to be isolated: files come after.
  if (self.registration.active || (await shell.hostIsolates())) await shell.complete();
}

async function complete(entry: string, port: MessagePort | undefined): Promise<void> {
  let problem: string | null = null;
  try {
    await shell.complete();
    if (shell.has(entry) && (await isAlone())) await shell.tidy();
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  port?.postMessage({ problem } satisfies Completed);
}

/** Whether no other tab, and no version that waits, may need files of another build. */
async function isAlone(): Promise<boolean> {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const { waiting, installing } = self.registration;
  return tabs.filter(({ url }) => url.startsWith(scope)).length <= 1 && !waiting && !installing;
}
