import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { CatalogueModel } from '../../../../models/catalogue.ts';
import { shippedFrequencies, shippedVectors } from '../../../../src/compute/models/shipped.ts';
import type { Fetch } from '../../../../src/compute/models/download.ts';
import { Cancelled } from '../../../../src/failure.ts';
import { failureOf, fakeHost, noReport, utf8, webPage, type Site } from '../../support.ts';
import { tinyFrequencies, tinyVectors } from '../tinyModel.ts';

const FOLDER = 'https://page.test/models/tiny/';
const vectors = tinyVectors('tiny', { a: [1, -1], b: [0, 2], c: [0.5, 0.25], d: [3, 0], e: [0, 0] }, 2);

const open = (site: Site, model: CatalogueModel = vectors.model) => {
  const host = fakeHost(FOLDER, site);
  return { ...host, vectors: shippedVectors(model, FOLDER, host.fetch, noReport) };
};

describe('shippedVectors', () => {
  it('gives the rows of known words, and zeros for others', async () => {
    const shipped = await open(vectors.site).vectors;
    const { dimension, rows, known } = await shipped.rowsFor(['d', 'x', 'a', 'c', 'A', ''], noReport);
    expect(dimension).toBe(2);
    expect([...known]).toEqual([1, 0, 1, 1, 0, 0]);
    [3, 0, 0, 0, 1, -1, 0.5, 0.25, 0, 0, 0, 0].forEach((value, k) => expect(rows[k]).toBeCloseTo(value, 2));
    expect(shipped).toMatchObject({ id: 'tiny', revision: vectors.model.revision, dimension: 2 });
  });

  it('fetches the shards that hold a word asked for, each once, and no other', async () => {
    const host = open(vectors.site);
    const shipped = await host.vectors;
    expect(host.asked).toEqual(['manifest.json', 'words.txt']);
    await shipped.rowsFor(['c', 'nothing'], noReport);
    expect(host.asked.slice(2)).toEqual(['shard-1.bin']);
    await Promise.all([shipped.rowsFor(['d', 'a'], noReport), shipped.rowsFor(['b', 'c'], noReport)]);
    expect(host.asked.slice(3)).toEqual(['shard-0.bin']);
    const { known } = await shipped.rowsFor(['e'], noReport);
    expect(host.asked.slice(4)).toEqual(['shard-2.bin']);
    expect([...known]).toEqual([1]);
    expect([...(await shipped.rowsFor([], noReport)).rows]).toEqual([]);
  });

  it('reports bytes up to all that it needs', async () => {
    const shipped = await open(vectors.site).vectors;
    const reports: number[][] = [];
    await shipped.rowsFor(['a', 'c', 'e'], (done, total) => reports.push([done, total]));
    expect(reports.length).toBe(3);
    expect(reports.at(-1)![0]).toBe(reports.at(-1)![1]);
  });

  it('works again after a shard that failed', async () => {
    const site: Record<string, Site[string]> = { ...vectors.site, 'shard-0.bin': 503 };
    const host = open(site);
    const shipped = await host.vectors;
    expect((await failureOf(() => shipped.rowsFor(['a', 'c'], noReport))).code).toBe('file-missing');
    site['shard-0.bin'] = vectors.site['shard-0.bin']!;
    const { rows } = await shipped.rowsFor(['a', 'c'], noReport);
    expect(rows[0]).toBeCloseTo(1, 2);
    expect(rows[2]).toBeCloseTo(0.5, 2);
    expect(host.asked.filter((path) => path === 'shard-1.bin').length).toBe(1);
  });

  it('leaves nothing under way behind a failure, so that the next call shares no failing download', async () => {
    const words = Object.fromEntries(Array.from({ length: 12 }, (_, k) => [`w${k}`, [k, 1]]));
    const many = tinyVectors('many', words, 2);
    const host = fakeHost(FOLDER, many.site);
    let isBroken = true;
    const held: (() => void)[] = [];
    const fetcher: Fetch = async (url, init) => {
      if (!isBroken || !url.includes('shard-')) return host.fetch(url, init);
      if (url.includes('shard-0')) return webPage();
      await new Promise<void>((resolve) => held.push(resolve));
      return webPage();
    };
    const shipped = await shippedVectors(many.model, FOLDER, fetcher, noReport);
    let isOver = false;
    const failed = failureOf(() => shipped.rowsFor(Object.keys(words), noReport)).finally(() => {
      isOver = true;
    });
    await vi.waitFor(() => expect(held.length).toBe(3));
    await new Promise((resolve) => setTimeout(resolve));
    expect(isOver).toBe(false);
    held.forEach((release) => release());
    expect((await failed).code).toBe('web-page');
    // Four at once, and after the first failure no other is asked for.
    expect(held.length).toBe(3);
    isBroken = false;
    expect([...(await shipped.rowsFor(Object.keys(words), noReport)).known]).toEqual(Array(12).fill(1));
  });

  it.each<[string, Site, string]>([
    ['a web page as manifest (case 11)', { ...vectors.site, 'manifest.json': webPage() }, 'web-page'],
    ['no manifest', { ...vectors.site, 'manifest.json': 404 }, 'file-missing'],
    [
      'a manifest of another revision',
      { ...vectors.site, 'manifest.json': utf8('{"dimension":2}') },
      'wrong-content',
    ],
    ['an empty manifest', { ...vectors.site, 'manifest.json': utf8('') }, 'wrong-content'],
    ['a web page as word list', { ...vectors.site, 'words.txt': webPage() }, 'web-page'],
    ['another word list', { ...vectors.site, 'words.txt': utf8('e\nd\nc\nb\na') }, 'wrong-content'],
  ])('refuses %s', async (_, site, code) => {
    const failure = await failureOf(() => open(site).vectors);
    expect(failure.code).toBe(code);
    expect(failure.message).toContain(FOLDER);
    expect(failure.nextStep).toContain('npm run models');
  });

  it('refuses a shard that was altered by one bit', async () => {
    const altered = vectors.site['shard-0.bin']!.slice();
    altered[altered.length - 1]! ^= 1;
    const shipped = await open({ ...vectors.site, 'shard-0.bin': altered }).vectors;
    expect((await failureOf(() => shipped.rowsFor(['a'], noReport))).code).toBe('wrong-content');
  });

  it('a network that fails at the first request is a Failure with its cause', async () => {
    const cause = new TypeError('fetch failed');
    const failure = await failureOf(() =>
      shippedVectors(vectors.model, FOLDER, () => Promise.reject(cause), noReport),
    );
    expect(failure).toMatchObject({ code: 'download-failed', cause });
  });

  it.each(['manifest.json', 'words.txt', 'shard-0.bin'])(
    'a cancel while %s is on its way is Cancelled',
    async (path) => {
      const controller = new AbortController();
      const host = fakeHost(FOLDER, vectors.site);
      const fetcher: Fetch = (url, init) => {
        if (url.endsWith(path)) controller.abort();
        return host.fetch(url, init);
      };
      const { signal } = controller;
      const loading = shippedVectors(vectors.model, FOLDER, fetcher, noReport, signal).then((shipped) =>
        shipped.rowsFor(['a'], noReport, signal),
      );
      await expect(loading).rejects.toBeInstanceOf(Cancelled);
    },
  );
});

describe('shippedFrequencies', () => {
  const { model, site } = tinyFrequencies('counts', 'the\t6\ncat\t2');

  it('reads the counts, with the revision of the manifest', async () => {
    const table = await shippedFrequencies(model, FOLDER, fakeHost(FOLDER, site).fetch);
    expect(table).toMatchObject({ id: 'counts', total: 8, revision: model.revision });
    expect(table.counts.get('cat')).toBe(2);
    expect(table.revision).toBe(createHash('sha256').update(site['manifest.json']!).digest('hex'));
  });

  it('refuses counts that are not those of the manifest', async () => {
    const other = fakeHost(FOLDER, { ...site, 'counts.tsv': utf8('the\t6\ncat\t3') });
    expect((await failureOf(() => shippedFrequencies(model, FOLDER, other.fetch))).code).toBe(
      'wrong-content',
    );
  });
});
