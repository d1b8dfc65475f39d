import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { download } from '../../../../src/compute/models/download.ts';
import { keepingFetch } from '../../../../src/compute/models/kept.ts';
import { failureOf, utf8 } from '../../support.ts';
import { fakeCaches } from './fakes.ts';

const bytes = utf8('one two three');
const wanted = {
  url: 'https://page.test/models/x/shard.bin',
  sha256: createHash('sha256').update(bytes).digest('hex'),
  sizeBytes: bytes.length,
};

function host(answers: (() => Response)[]) {
  let asked = 0;
  const fetcher = async (): Promise<Response> => answers[Math.min(asked++, answers.length - 1)]!();
  return { fetcher: fetcher as unknown as typeof fetch, asked: () => asked };
}

const right = (): Response => new Response(bytes.slice());

describe('keepingFetch', () => {
  it('asks the host once, then works without it', async () => {
    const { caches } = fakeCaches();
    const { fetcher, asked } = host([
      right,
      () => {
        throw new TypeError('offline');
      },
    ]);
    await download(wanted, keepingFetch(fetcher, caches));
    const again = await download(wanted, keepingFetch(fetcher, caches));
    expect(new Uint8Array(again)).toEqual(bytes);
    expect(asked()).toBe(1);
  });

  it('fetches anew what has spoilt, and keeps the right bytes (case 11)', async () => {
    const { caches, entries } = fakeCaches();
    const { fetcher, asked } = host([right]);
    await download(wanted, keepingFetch(fetcher, caches));
    const files = [...entries.values()][0]!;
    for (const entry of files.values()) entry.bytes = utf8('<html>');
    expect(new Uint8Array(await download(wanted, keepingFetch(fetcher, caches)))).toEqual(bytes);
    expect(asked()).toBe(2);
    expect([...files.values()].map((entry) => entry.bytes)).toEqual([bytes]);
  });

  it('keeps nothing that is not the file', async () => {
    const { caches, entries } = fakeCaches();
    const { fetcher } = host([() => new Response('another file')]);
    expect((await failureOf(() => download(wanted, keepingFetch(fetcher, caches)))).code).toBe('wrong-size');
    expect([...entries.values()].flatMap((files) => [...files.keys()])).toEqual([]);
  });

  it('replaces an older version of a file, and deletes caches of older layouts but nobody else', async () => {
    const { caches, entries } = fakeCaches();
    for (const name of ['sts-models-0', 'somebody-else']) entries.set(name, new Map());
    const { fetcher } = host([right]);
    const keeping = keepingFetch(fetcher, caches);
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
