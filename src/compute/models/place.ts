import { openCache, quietly, SIZE_HEADER } from './kept.ts';

/** What an entry says about itself; kept as headers. */
export type Facts = Record<string, string | null>;

export interface Entry {
  facts: Headers;
  bytes(): Promise<ArrayBuffer>;
}

/** Where entries are kept: Cache Storage, or memory for as long as the worker lives. */
export interface Place {
  /** Whether entries outlive the worker. */
  lasting: boolean;
  get(key: string): Promise<Entry | undefined>;
  /** @throws what the storage throws where it is full or refuses */
  put(key: string, bytes: Uint8Array, facts?: Facts): Promise<void>;
  delete(key: string): Promise<void>;
  /** Keys that start with `prefix`. */
  keys(prefix: string): Promise<string[]>;
}

/** One for the worker: what one encoder fetched, the next one has. */
const inMemory = memoryPlace();

export async function openPlace(storage: CacheStorage | undefined): Promise<Place> {
  const cache = await openCache(storage, 'transformers');
  return cache ? cachePlace(cache) : inMemory;
}

function cachePlace(cache: Cache): Place {
  return {
    lasting: true,
    async get(key) {
      const response = await quietly(() => cache.match(key));
      return response && { facts: response.headers, bytes: () => response.arrayBuffer() };
    },
    async put(key, bytes, facts = {}) {
      await cache.put(key, new Response(ownBytes(bytes), { headers: headersOf(bytes, facts) }));
    },
    async delete(key) {
      await quietly(() => cache.delete(key));
    },
    async keys(prefix) {
      const requests = (await quietly(() => cache.keys())) ?? [];
      return requests.map(({ url }) => url).filter((url) => url.startsWith(prefix));
    },
  };
}

export function memoryPlace(): Place {
  const entries = new Map<string, { facts: Headers; kept: ArrayBuffer }>();
  return {
    lasting: false,
    async get(key) {
      const found = entries.get(key);
      return found && { facts: found.facts, bytes: async () => found.kept.slice(0) };
    },
    async put(key, bytes, facts = {}) {
      entries.set(key, { facts: headersOf(bytes, facts), kept: ownBytes(bytes).buffer });
    },
    async delete(key) {
      entries.delete(key);
    },
    async keys(prefix) {
      return [...entries.keys()].filter((key) => key.startsWith(prefix));
    },
  };
}

/** A copy: parts are windows on a buffer that the reader of the file owns, and may transfer. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

function headersOf(bytes: Uint8Array, facts: Facts): Headers {
  const headers = new Headers({ [SIZE_HEADER]: String(bytes.length) });
  for (const [name, value] of Object.entries(facts)) if (value !== null) headers.set(name, value);
  return headers;
}
