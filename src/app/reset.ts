import { forgetModels } from '../compute/models/kept.ts';
import { DEFAULT_TIMEOUT_SECONDS } from './codes.svelte.ts';
import type { Playground } from './playground.svelte.ts';

/** Tabs of one origin share what is kept. */
const CHANNEL = 'sts-playground';
const DELETED = 'data deleted';
/** Work that does not stop by then is ended with the page. */
const STOP_TIMEOUT_MS = 3_000;

/**
 * Settings and choices as on a first visit: theme, backend, hub, time limit of own code, keys, and all that a link says
 * (systems with their parameters, seed, filters, what is open). Benchmarks, runs, models, embeddings, corrections, own
 * code and own lessons stay. The view stays too.
 * @throws what the storage throws
 */
export async function resetSettings(playground: Playground): Promise<void> {
  const { encoders, codes, view } = playground;
  await playground.setTheme('system');
  if (playground.backend === null) await playground.preferBackend('auto');
  else await playground.useBackend('auto');
  if (encoders.hubUrl !== '') await encoders.useHub('');
  await codes.allow(DEFAULT_TIMEOUT_SECONDS);
  await playground.help.setCharacterKeys(true);
  await playground.goTo({ view });
}

/**
 * Deletes all that the page keeps in this browser, tells other tabs, and begins again as on a first visit. The service
 * worker keeps the page's own files.
 * @throws what the storage throws; what was not deleted is still there
 */
export async function deleteAllData({ store, activities }: Playground): Promise<void> {
  for (const activity of activities.list) activity.cancel();
  const started = performance.now();
  while (activities.list.length > 0 && performance.now() - started < STOP_TIMEOUT_MS) {
    await new Promise((go) => setTimeout(go, 20));
  }
  await forgetModels(globalThis.caches);
  await store.wipe();
  tellDeleted();
  // An address without "#": a link would bring choices back.
  location.assign(location.pathname);
}

function tellDeleted(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(DELETED);
  channel.close();
}

/** Calls back when another tab has deleted everything. */
export function onDeletedElsewhere(callback: () => void): void {
  if (typeof BroadcastChannel === 'undefined') return;
  new BroadcastChannel(CHANNEL).addEventListener('message', ({ data }) => {
    if (data === DELETED) callback();
  });
}
