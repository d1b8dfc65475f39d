import { createHash } from 'node:crypto';
import type { ModelSources } from '../../../../src/compute/models/sources.ts';
import { utf8 } from '../../support.ts';

export interface KeptEntry {
  bytes: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

/** Cache Storage as far as it is used. `quotaBytes` is what all entries together may hold. */
export function fakeCaches(options: { quotaBytes?: number } = {}): {
  caches: CacheStorage;
  entries: Map<string, Map<string, KeptEntry>>;
  /** All keys of all caches that contain a text. */
  keys(part?: string): string[];
} {
  const entries = new Map<string, Map<string, KeptEntry>>();
  const without = (url: string): string => url.split('?')[0]!;
  const used = (): number => {
    let bytes = 0;
    for (const files of entries.values()) for (const entry of files.values()) bytes += entry.bytes.length;
    return bytes;
  };
  const caches = {
    keys: async () => [...entries.keys()],
    delete: async (name: string) => entries.delete(name),
    async open(name: string) {
      const files = entries.get(name) ?? new Map<string, KeptEntry>();
      entries.set(name, files);
      return {
        keys: async () => [...files.keys()].map((url) => ({ url })),
        async match(key: string) {
          const entry = files.get(key);
          return entry && new Response(entry.bytes.slice(), { headers: entry.headers });
        },
        async put(key: string, response: Response) {
          const bytes = new Uint8Array(await response.arrayBuffer());
          if (used() + bytes.length > (options.quotaBytes ?? Infinity)) {
            throw new DOMException('full', 'QuotaExceededError');
          }
          files.set(key, { bytes, headers: Object.fromEntries(response.headers) });
        },
        async delete(key: string, how?: { ignoreSearch?: boolean }) {
          const found = [...files.keys()].filter((k) =>
            how?.ignoreSearch ? without(k) === without(key) : k === key,
          );
          for (const k of found) files.delete(k);
          return found.length > 0;
        },
      };
    },
  };
  return {
    caches: caches as unknown as CacheStorage,
    entries,
    keys: (part = '') =>
      [...entries.values()].flatMap((files) => [...files.keys()]).filter((key) => key.includes(part)),
  };
}

/** What a host has at an address, and how it behaves. */
export interface Served {
  bytes: Uint8Array<ArrayBuffer>;
  type?: string;
  status?: number;
  etag?: string;
  headers?: Record<string, string>;
  ignoresRange?: boolean;
  noLength?: boolean;
  noHead?: boolean;
  /** Stops after so many bytes of a body: as if it were the end, with an error, or never going on. */
  cut?: { after: number; how: 'end' | 'error' | 'hang' };
}

export interface Asked {
  url: string;
  method: string;
  range: string | null;
  ifRange: string | null;
}

export interface FakeWeb {
  fetch: typeof fetch;
  asked: Asked[];
  served: Map<string, Served>;
  offline: boolean;
}

const CHUNK_BYTES = 700_001;

/** Hosts in memory, with ranges and interruptions. */
export function fakeWeb(): FakeWeb {
  const web: FakeWeb = { asked: [], served: new Map(), offline: false, fetch: serve };

  async function serve(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = String(input);
    const asked = new Headers(init.headers);
    const method = init.method ?? 'GET';
    web.asked.push({ url, method, range: asked.get('range'), ifRange: asked.get('if-range') });
    init.signal?.throwIfAborted();
    if (web.offline) throw new TypeError('Failed to fetch');
    const found = web.served.get(url);
    if (!found) return new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain' } });
    if (method === 'HEAD' && found.noHead) return new Response(null, { status: 405 });
    if (found.status) return new Response('no', { status: found.status });
    const headers = new Headers({
      'content-type': found.type ?? 'application/octet-stream',
      ...found.headers,
    });
    if (found.etag) headers.set('etag', found.etag);
    const from = Number(/^bytes=(\d+)-$/.exec(asked.get('range') ?? '')?.[1] ?? 0);
    const ifRange = asked.get('if-range');
    const isPart = asked.has('range') && !found.ignoresRange && (!ifRange || ifRange === found.etag);
    if (isPart && from >= found.bytes.length) return new Response(null, { status: 416 });
    const body = found.bytes.subarray(isPart ? from : 0);
    if (isPart) headers.set('content-range', `bytes ${from}-${found.bytes.length - 1}/${found.bytes.length}`);
    if (!found.noLength) headers.set('content-length', String(body.length));
    if (method === 'HEAD') return new Response(null, { headers });
    return new Response(stream(body, found.cut), { status: isPart ? 206 : 200, headers });
  }
  return web;
}

function stream(body: Uint8Array<ArrayBuffer>, cut: Served['cut']): ReadableStream<Uint8Array> {
  const end = cut ? Math.min(cut.after, body.length) : body.length;
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < end) {
        controller.enqueue(body.slice(at, Math.min(end, at + CHUNK_BYTES)));
        at += CHUNK_BYTES;
        return undefined;
      }
      if (cut?.how === 'hang') return new Promise(() => {});
      if (cut?.how === 'error') controller.error(new TypeError('network error'));
      else controller.close();
      return undefined;
    },
  });
}

export const SITE = 'https://page.test/sts/';
export const HUB = 'https://hub.test';
export const COMMIT = '0123456789abcdef0123456789abcdef01234567';
export const MODEL = 'someone/tiny-encoder';
export const WEIGHTS = 'onnx/model.onnx';

export const json = (value: unknown): Uint8Array<ArrayBuffer> => utf8(JSON.stringify(value));

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function gitSha1(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** Compares many bytes; `toEqual` takes minutes for that. */
export function isSame(found: ArrayBuffer, wanted: Uint8Array): boolean {
  return Buffer.compare(new Uint8Array(found), wanted) === 0;
}

/** Bytes that differ at every place, the same in every run. */
export function manyBytes(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let state = seed;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

/** Puts a model on a fake hub: weights as large files with a sha256, the rest as git has it. */
export function putOnHub(
  web: FakeWeb,
  files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>,
  model = MODEL,
): void {
  const tree = Object.entries(files).map(([path, bytes]) => ({
    type: 'file',
    path,
    size: bytes.length,
    oid: gitSha1(bytes),
    ...(path.includes('.onnx') && { lfs: { oid: sha256(bytes), size: bytes.length, pointerSize: 130 } }),
  }));
  const api = `${HUB}/api/models/${model}`;
  const asJson = (value: unknown): Served => ({
    bytes: json(value),
    type: 'application/json; charset=utf-8',
  });
  web.served.set(api, asJson({ id: model, sha: COMMIT }));
  web.served.set(
    `${api}/tree/${COMMIT}?recursive=true`,
    asJson([{ type: 'directory', path: 'onnx', size: 0, oid: '' }, ...tree]),
  );
  for (const [path, bytes] of Object.entries(files)) web.served.set(hubUrl(path, model), { bytes });
}

export function hubUrl(path: string, model = MODEL): string {
  return `${HUB}/${model}/resolve/${COMMIT}/${path}`;
}

/** Sources of a model without shipped ones, as a worker would have them. */
export function sourcesOf(web: FakeWeb, caches: CacheStorage | undefined): ModelSources {
  return { siteUrl: SITE, hubUrl: HUB, fetch: web.fetch, caches, shipped: [] };
}
