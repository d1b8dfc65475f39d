import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fillBenchmarks } from '../../../scripts/benchmarks.ts';
import type { CatalogueEntry, CatalogueFile } from '../../../src/benchmarks/catalogue.ts';
import { fetchCatalogueFile, ownAddress } from '../../../src/benchmarks/fetch.ts';
import { sha256Hex } from '../../../src/benchmarks/hash.ts';
import { readCataloguePart, recognise } from '../../../src/benchmarks/importer.ts';
import { Cancelled } from '../../../src/failure.ts';
import { failureOf, file, golds, utf8 } from './helpers.ts';

const content = utf8('A cat naps.\tA cat sleeps.\n');

async function known(
  path: string,
  bytes: Uint8Array,
  role: CatalogueFile['role'],
  urls: string[] = [],
): Promise<CatalogueFile> {
  const addresses = urls.map((url) => {
    const [address, member] = url.split('#');
    return { url: address!, member: member ?? null };
  });
  return { path, sizeBytes: bytes.length, sha256: await sha256Hex(bytes), role, addresses };
}

type Answer = Uint8Array | number | Error;
function fakeFetch(answers: Record<string, Answer>) {
  return vi.fn(async (input: string | URL | Request) => {
    const answer = answers[String(input)] ?? new TypeError('fetch failed');
    if (answer instanceof Error) throw answer;
    if (typeof answer === 'number') return new Response('', { status: answer });
    return new Response(answer as Uint8Array<ArrayBuffer>);
  });
}

describe('fetchCatalogueFile', () => {
  const options = (answers: Record<string, Answer>) => ({
    fetch: fakeFetch(answers) as unknown as typeof fetch & ReturnType<typeof fakeFetch>,
    timeoutMs: 1000,
  });

  it('goes on to the next address after a status, a network failure and wrong bytes', async () => {
    const wanted = await known('a.txt', content, 'pairs', [
      'https://a/1',
      'https://b/2',
      'https://c/3',
      'https://d/4',
    ]);
    const answers = {
      'https://a/1': 404,
      'https://b/2': new TypeError('refused'),
      'https://c/3': utf8('other'),
      'https://d/4': content,
    };
    expect(await fetchCatalogueFile(wanted, wanted.addresses, options(answers))).toEqual(content);
  });

  it('never returns wrong bytes, nor a web page', async () => {
    const wanted = await known('a.txt', content, 'pairs', ['https://a/1']);
    const other = await failureOf(() =>
      fetchCatalogueFile(wanted, wanted.addresses, options({ 'https://a/1': utf8('other') })),
    );
    expect(other.code).toBe('wrong-file');
    expect(other.message).toMatch(/expected 26 bytes .* found 5 bytes/);
    const page = options({ 'https://a/1': utf8('<!doctype html><title>x</title>') });
    const failure = await failureOf(() => fetchCatalogueFile(wanted, wanted.addresses, page));
    expect(failure.message).toContain('got a web page from https://a/1');
  });

  it('takes a member out of an archive, fetched once for all its files', async () => {
    const archive = zipSync({ 'd/a.txt': content, 'd/b.txt': utf8('b') });
    const shared = { ...options({ 'https://a/z.zip': archive }), archives: new Map() };
    const first = await known('x/a.txt', content, 'pairs', ['https://a/z.zip#a.txt']);
    const second = await known('x/b.txt', utf8('b'), 'pairs', ['https://a/z.zip#b.txt']);
    expect(await fetchCatalogueFile(first, first.addresses, shared)).toEqual(content);
    expect(await fetchCatalogueFile(second, second.addresses, shared)).toEqual(utf8('b'));
    expect(shared.fetch).toHaveBeenCalledTimes(1);
  });

  it('does not try a host again that failed on the network', async () => {
    const shared = { ...options({}), unreachableHosts: new Set<string>() };
    const wanted = await known('a.txt', content, 'pairs', ['https://a/1', 'https://a/2', 'https://b/1']);
    const failure = await failureOf(() => fetchCatalogueFile(wanted, wanted.addresses, shared));
    expect(failure.code).toBe('unreachable');
    expect(shared.fetch.mock.calls.map(([url]) => url)).toEqual(['https://a/1', 'https://b/1']);
    await failureOf(() => fetchCatalogueFile(wanted, wanted.addresses, shared));
    expect(shared.fetch).toHaveBeenCalledTimes(2);
  });

  it('gives up after its time and stops when cancelled', async () => {
    const hanging = vi.fn(
      (_: unknown, init?: RequestInit) =>
        new Promise<Response>((_resolve, reject) => {
          init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error));
        }),
    );
    const wanted = await known('a.txt', content, 'pairs', ['https://a/1']);
    const fetchIt = hanging as unknown as typeof fetch;
    const failure = await failureOf(() =>
      fetchCatalogueFile(wanted, wanted.addresses, { fetch: fetchIt, timeoutMs: 10 }),
    );
    expect(failure.code).toBe('unreachable');
    const controller = new AbortController();
    const pending = fetchCatalogueFile(wanted, wanted.addresses, {
      fetch: fetchIt,
      timeoutMs: 60_000,
      signal: controller.signal,
    });
    controller.abort();
    await expect(pending).rejects.toBeInstanceOf(Cancelled);
  });

  it("knows the site's own address", async () => {
    expect(ownAddress(await known('x/a.txt', content, 'pairs'), '/base/').url).toBe(
      '/base/benchmarks/x/a.txt',
    );
  });
});

describe('readCataloguePart', () => {
  it('verifies each file and says which is missing or wrong', async () => {
    const gold = utf8('4.2\n');
    const files = [await known('toy/in.txt', content, 'input'), await known('toy/gs.txt', gold, 'gold')];
    const part = {
      split: 'test',
      set: null,
      languages: ['en', 'en'] as [string, string],
      format: 'semeval' as const,
      files,
      pairs: 1,
      rated: 1,
      meanGold: 4.2,
    };
    const entry: CatalogueEntry = {
      id: 'toy',
      title: 'Toy',
      scale: [0, 5],
      licence: '',
      citation: '',
      note: null,
      parts: [part],
      documents: [],
    };
    const have: Record<string, Uint8Array> = { 'toy/in.txt': content, 'toy/gs.txt': gold };
    const read = await readCataloguePart(entry, part, (path) => have[path]);
    expect(golds(read.pairs)).toEqual([4.2]);
    expect(read.pairs[0]!.id).toBe('toy/test/1');
    const missing = await failureOf(() =>
      readCataloguePart(entry, part, (path) => (path === 'toy/in.txt' ? content : undefined)),
    );
    expect(missing.message).toMatch(/toy\/gs\.txt, a file of toy test, is not here/);
    const wrong = await failureOf(() => readCataloguePart(entry, part, () => content));
    expect(wrong.message).toMatch(/not the published toy\/gs\.txt: expected 4 bytes.*found 26 bytes/);
  });

  it('recognises nothing in files it does not know', async () => {
    const found = await recognise([file('mine.tsv', content)]);
    expect(found).toMatchObject({ complete: [], incomplete: [], documents: [] });
    expect(found.unknown.map((unknown) => unknown.name)).toEqual(['mine.tsv']);
  });
});

describe('npm run benchmarks', () => {
  let targetDir = '';
  let dataDir = '';
  beforeEach(async () => {
    targetDir = await mkdtemp(join(tmpdir(), 'sts-target-'));
    dataDir = await mkdtemp(join(tmpdir(), 'sts-data-'));
  });
  afterEach(async () => {
    await rm(targetDir, { recursive: true });
    await rm(dataDir, { recursive: true });
  });

  it('goes on without a network, names both ways, and asks each host once', async () => {
    const lines: string[] = [];
    const refused = fakeFetch({});
    const summary = await fillBenchmarks({
      targetDir,
      dataDir: undefined,
      fetch: refused as unknown as typeof fetch,
      log: (line) => lines.push(line),
    });
    expect(summary).toMatchObject({ present: 0, mismatches: [] });
    expect(summary.problems).toHaveLength(summary.total);
    expect(refused).toHaveBeenCalledTimes(1);
    expect(lines.join('\n')).toMatch(/STS_DATA_DIR.*network/s);
    expect(await readdir(targetDir)).toEqual(['index.json']);
    expect(JSON.parse(await readFile(join(targetDir, 'index.json'), 'utf8'))).toEqual([]);
  });

  it('keeps no file whose bytes are wrong, and says so loudly', async () => {
    const path = 'sick/SICK_trial.txt';
    await mkdir(dirname(join(dataDir, path)), { recursive: true });
    await writeFile(join(dataDir, path), 'something else\n');
    const lines: string[] = [];
    const summary = await fillBenchmarks({
      targetDir,
      dataDir,
      fetch: fakeFetch({}) as unknown as typeof fetch,
      log: (line) => lines.push(line),
    });
    expect(summary.mismatches).toHaveLength(1);
    expect(lines.some((line) => line.startsWith('!! NOT KEPT') && line.includes(path))).toBe(true);
    await expect(readFile(join(targetDir, path))).rejects.toThrow();
  });

  it('replaces a damaged file only by a right one', async () => {
    const path = join(targetDir, 'sick/SICK_trial.txt');
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'half a fi');
    const options = { targetDir, dataDir: undefined, log: () => {} };
    const page = vi.fn(async () => new Response('<!doctype html>'));
    const summary = await fillBenchmarks({ ...options, fetch: page as unknown as typeof fetch });
    expect(summary.present).toBe(0);
    expect(summary.mismatches.length).toBeGreaterThan(90);
  });
});
