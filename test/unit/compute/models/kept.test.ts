import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { download } from '../../../../src/compute/models/download.ts';
import { keepingFetch } from '../../../../src/compute/models/kept.ts';
import { failureOf, utf8 } from '../../support.ts';

const bytes = utf8('one two three');
const wanted = {
  url: 'https://page.test/models/x/shard.bin',
  sha256: createHash('sha256').update(bytes).digest('hex'),
  sizeBytes: bytes.length,
};

/** Cache Storage as far as it is used: keys are addresses with their query. */
function fakeStorage(entries = new Map<string, Map<string, Uint8Array>>()) {
  const without = (url: string): string => url.split('?')[0]!;
  const storage = {
    keys: async () => [...entries.keys()],
    delete: async (name: string) => entries.delete(name),
    async open(name: string) {
      const files = entries.get(name) ?? new Map<string, Uint8Array>();
      entries.set(name, files);
      return {
        match: async (key: string) => (files.has(key) ? new Response(files.get(key)!.slice()) : undefined),
        put: async (key: string, response: Response) =>
          void files.set(key, new Uint8Array(await response.arrayBuffer())),
        async delete(key: string, options?: { ignoreSearch?: boolean }) {
          const found = [...files.keys()].filter((k) =>
            options?.ignoreSearch ? without(k) === without(key) : k === key,
          );
          for (const k of found) files.delete(k);
          return found.length > 0;
        },
      };
    },
  };
  return { entries, storage: storage as unknown as CacheStorage };
}

function host(answers: (() => Response)[]) {
  let asked = 0;
  const fetcher = async (): Promise<Response> => answers[Math.min(asked++, answers.length - 1)]!();
  return { fetcher: fetcher as unknown as typeof fetch, asked: () => asked };
}

const right = (): Response => new Response(bytes.slice());

describe('keepingFetch', () => {
  it('asks the host once, then works without it', async () => {
    const { storage } = fakeStorage();
    const { fetcher, asked } = host([
      right,
      () => {
        throw new TypeError('offline');
      },
    ]);
    await download(wanted, keepingFetch(fetcher, storage));
    const again = await download(wanted, keepingFetch(fetcher, storage));
    expect(new Uint8Array(again)).toEqual(bytes);
    expect(asked()).toBe(1);
  });

  it('fetches anew what has spoilt, and keeps the right bytes (case 11)', async () => {
    const { storage, entries } = fakeStorage();
    const { fetcher, asked } = host([right]);
    await download(wanted, keepingFetch(fetcher, storage));
    const files = [...entries.values()][0]!;
    for (const key of files.keys()) files.set(key, utf8('<html>'));
    expect(new Uint8Array(await download(wanted, keepingFetch(fetcher, storage)))).toEqual(bytes);
    expect(asked()).toBe(2);
    expect([...files.values()]).toEqual([bytes]);
  });

  it('keeps nothing that is not the file', async () => {
    const { storage, entries } = fakeStorage();
    const { fetcher } = host([() => new Response('another file')]);
    expect((await failureOf(() => download(wanted, keepingFetch(fetcher, storage)))).code).toBe('wrong-size');
    expect([...entries.values()].flatMap((files) => [...files.keys()])).toEqual([]);
  });

  it('replaces an older version of a file, and deletes caches of older layouts but nobody else', async () => {
    const { storage, entries } = fakeStorage(
      new Map([
        ['sts-models-0', new Map()],
        ['somebody-else', new Map()],
      ]),
    );
    const { fetcher } = host([right]);
    const keeping = keepingFetch(fetcher, storage);
    await keeping(wanted.url, { version: 'older' });
    await download(wanted, keeping);
    expect([...entries.keys()].sort()).toEqual(['somebody-else', 'sts-models-1']);
    expect([...entries.get('sts-models-1')!.keys()]).toEqual([
      `${wanted.url}?v=${wanted.sha256.slice(0, 16)}`,
    ]);
  });

  it.each([
    ['absent', undefined],
    [
      'refused',
      { keys: () => Promise.reject(new DOMException('no', 'SecurityError')) } as unknown as CacheStorage,
    ],
    [
      'full',
      {
        keys: async () => [],
        open: async () => ({
          match: async () => undefined,
          delete: async () => false,
          put: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
        }),
      } as unknown as CacheStorage,
    ],
  ])('works all the same where the storage is %s (case 36)', async (_, storage) => {
    const { fetcher, asked } = host([right]);
    const keeping = keepingFetch(fetcher, storage);
    await download(wanted, keeping);
    expect(new Uint8Array(await download(wanted, keeping))).toEqual(bytes);
    expect(asked()).toBe(2);
  });
});
