import type { Fetch } from './download.ts';

/** Its first part is the same in every version, so that older ones can be found and deleted. */
const CACHE_PREFIX = 'sts-models-';
const CACHE_NAME = `${CACHE_PREFIX}1`;

/**
 * A fetch that keeps what it got in the browser's Cache Storage: a model that was loaded once is there without a
 * network. Storage that is refused, or full, changes nothing but that: the file is fetched again another time.
 */
export function keepingFetch(fetcher: typeof fetch, storage: CacheStorage | undefined): Fetch {
  const opened = openCache(storage);

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
  const cache = await openCache(storage);
  const kept = { files: 0, sizeBytes: 0 };
  for (const request of (await quietly(() => cache?.keys())) ?? []) {
    const response = await quietly(() => cache?.match(request));
    kept.files++;
    kept.sizeBytes += (await response?.blob())?.size ?? 0;
  }
  return kept;
}

/** Deletes what is kept of the models; they are fetched again when a run needs them. */
export async function forgetModels(storage: CacheStorage | undefined): Promise<void> {
  await quietly(() => storage?.delete(CACHE_NAME));
}

function keyOf(url: string, version = ''): string {
  return `${url}?v=${version.slice(0, 16)}`;
}

async function openCache(storage: CacheStorage | undefined): Promise<Cache | undefined> {
  return quietly(async () => {
    if (!storage) return undefined;
    for (const name of await storage.keys()) {
      if (name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME) await storage.delete(name);
    }
    return storage.open(CACHE_NAME);
  });
}

/** What the storage answers; nothing where it refuses. */
async function quietly<T>(question: () => Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await question();
  } catch {
    return undefined;
  }
}
