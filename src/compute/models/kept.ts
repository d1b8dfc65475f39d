import type { Fetch } from './download.ts';
import { countsAsFile } from './keys.ts';

/** Its first part is the same in every version, so that older ones can be found and deleted. */
const CACHE_PREFIX = 'sts-models-';
const MODEL_CACHES = {
  /** Whole files under their own addresses: shards of word vectors, the runtime. */
  files: `${CACHE_PREFIX}1`,
  /** Transformers, each file in parts: see place.ts. */
  transformers: `${CACHE_PREFIX}transformers-1`,
} as const;

/** What an entry says of its own size, so that counting costs no reading. */
export const SIZE_HEADER = 'x-sts-size';

/**
 * A fetch that keeps what it got in the browser's Cache Storage: a model that was loaded once is there without a
 * network. Storage that is refused, or full, changes nothing but that: the file is fetched again another time.
 */
export function keepingFetch(fetcher: typeof fetch, storage: CacheStorage | undefined): Fetch {
  const opened = openCache(storage, 'files');

  const keeping: Fetch = async (url, { signal, version }) => {
    const cache = await opened;
    const key = keyOf(url, version);
    const kept = await quietly(() => cache?.match(key));
    if (kept) return kept;
    const response = await fetcher(url, { signal: signal ?? null });
    if (cache && response.ok && !response.headers.get('content-type')?.includes('text/html')) {
      const copy = response.clone();
      await quietly(async () => {
        await cache.delete(key, { ignoreSearch: true });
        await cache.put(key, copy);
      });
    }
    return response;
  };
  keeping.forget = async (url, version) => {
    const cache = await opened;
    return (await quietly(() => cache?.delete(keyOf(url, version)))) ?? false;
  };
  return keeping;
}

/** How much is kept of the models, for the storage panel. */
export async function keptModels(
  storage: CacheStorage | undefined,
): Promise<{ files: number; sizeBytes: number }> {
  const kept = { files: 0, sizeBytes: 0 };
  for (const name of ['files', 'transformers'] as const) {
    for (const { url, response } of await entriesOf(await openCache(storage, name))) {
      if (name === 'files' || countsAsFile(url)) kept.files++;
      kept.sizeBytes += await sizeOf(response);
    }
  }
  return kept;
}

/** Deletes what is kept of the models; they are fetched again when a run needs them. */
export async function forgetModels(storage: CacheStorage | undefined): Promise<void> {
  for (const name of Object.values(MODEL_CACHES)) await quietly(() => storage?.delete(name));
}

export async function entriesOf(cache: Cache | undefined): Promise<{ url: string; response: Response }[]> {
  const entries = [];
  for (const { url } of (await quietly(() => cache?.keys())) ?? []) {
    const response = await quietly(() => cache?.match(url));
    if (response) entries.push({ url, response });
  }
  return entries;
}

export async function sizeOf(response: Response): Promise<number> {
  const stated = response.headers.get(SIZE_HEADER);
  return stated === null ? (await response.blob()).size : Number(stated);
}

/** Opens one of the two caches, and deletes those of older layouts. Undefined where storage is absent or refused. */
export async function openCache(
  storage: CacheStorage | undefined,
  which: keyof typeof MODEL_CACHES,
): Promise<Cache | undefined> {
  return quietly(async () => {
    if (!storage) return undefined;
    const current: readonly string[] = Object.values(MODEL_CACHES);
    for (const name of await storage.keys()) {
      if (name.startsWith(CACHE_PREFIX) && !current.includes(name)) await storage.delete(name);
    }
    return storage.open(MODEL_CACHES[which]);
  });
}

/** What the storage answers; nothing where it refuses. */
export async function quietly<T>(question: () => Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await question();
  } catch {
    return undefined;
  }
}

function keyOf(url: string, version = ''): string {
  return `${url}?v=${version.slice(0, 16)}`;
}
