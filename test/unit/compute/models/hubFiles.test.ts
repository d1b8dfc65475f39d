import { beforeEach, describe, expect, it } from 'vitest';
import { openModelFiles } from '../../../../src/compute/models/open.ts';
import { PART_BYTES } from '../../../../src/compute/models/partWriter.ts';
import { Cancelled } from '../../../../src/failure.ts';
import { failureOf, utf8 } from '../../support.ts';
import {
  fakeCaches,
  fakeWeb,
  HUB,
  hubUrl,
  isSame,
  json,
  manyBytes,
  MODEL,
  putOnHub,
  sha256,
  SITE,
  sourcesOf,
  WEIGHTS,
  type FakeWeb,
} from './fakes.ts';

const config = json({ model_type: 'bert' });
const weights = manyBytes(2 * PART_BYTES + 1_000_000);
const address = hubUrl(WEIGHTS);

let web: FakeWeb;
let kept: ReturnType<typeof fakeCaches>;

beforeEach(() => {
  web = fakeWeb();
  kept = fakeCaches();
  putOnHub(web, { 'config.json': config, 'tokenizer.json': json({}), [WEIGHTS]: weights });
});

const open = () => openModelFiles(MODEL, sourcesOf(web, kept.caches));
const serveWeights = (how: Partial<import('./fakes.ts').Served>): void =>
  void web.served.set(address, { bytes: weights, ...how });
const askedFor = (url: string) => web.asked.filter((asked) => asked.url === url);

describe('a model of the hub', () => {
  it('is pinned to a commit; reads, and says what was read', async () => {
    const files = await open();
    expect(files).toMatchObject({
      model: MODEL,
      origin: 'hub',
      originDetail: expect.stringMatching(/^commit 01234567[0-9a-f]* of http/) as string,
    });
    expect(await files.has(WEIGHTS)).toBe(true);
    expect(await files.has('onnx/model_fp16.onnx')).toBe(false);
    expect(await files.sizeBytes(WEIGHTS)).toBe(weights.length);
    expect(askedFor(address)).toEqual([]);
    expect(await files.readJson('config.json')).toEqual({ model_type: 'bert' });
    expect(await files.readJson('modules.json')).toBeNull();
    expect(isSame(await files.read(WEIGHTS), weights)).toBe(true);
    const lines = [`config.json ${sha256(config)}`, `${WEIGHTS} ${sha256(weights)}`];
    expect(await files.revision()).toBe(sha256(utf8(lines.join('\n'))));
    expect(files.notKept()).toBeNull();
  });

  it('works without a network on the next visit, with the bytes of the same commit', async () => {
    const first = await open();
    await first.read('config.json');
    await first.read(WEIGHTS);
    web.offline = true;
    web.asked.length = 0;
    const second = await open();
    expect(second.originDetail).toMatch(/^commit 01234567/);
    expect(isSame(await second.read(WEIGHTS), weights)).toBe(true);
    expect(await second.readJson('config.json')).toEqual({ model_type: 'bert' });
    expect(await second.revision()).toBe(await first.revision());
    expect(web.asked).toEqual([]);
  });

  it('reports bytes', async () => {
    const reports: unknown[][] = [];
    await (await open()).read(WEIGHTS, (...report) => reports.push(report));
    expect(reports[0]).toEqual([0, weights.length, `Fetching ${WEIGHTS}`, 'bytes']);
    expect(reports.at(-1)).toEqual([weights.length, weights.length, `Fetching ${WEIGHTS}`, 'bytes']);
    expect(reports.length).toBeGreaterThan(5);
  });

  it('follows the pages of a long list at its own address', async () => {
    const tree = [...web.served.keys()].find((url) => url.includes('/tree/'))!;
    const [, ...entries] = JSON.parse(new TextDecoder().decode(web.served.get(tree)!.bytes)) as unknown[];
    web.served.set(tree, {
      bytes: json(entries.slice(0, 1)),
      headers: { link: '<https://elsewhere.test/api/next?cursor=2>; rel="next"' },
    });
    web.served.set(`${HUB}/api/next?cursor=2`, { bytes: json(entries.slice(1)) });
    expect(await (await open()).has(WEIGHTS)).toBe(true);
  });
});

describe('a download that breaks off', () => {
  const cuts = [0, 1_000_000, PART_BYTES, PART_BYTES + 1, 2 * PART_BYTES, weights.length - 1];
  for (const how of ['end', 'error'] as const) {
    it.each(cuts)(`goes on from where it stopped (${how} after %i bytes)`, async (after) => {
      serveWeights({ cut: { after, how } });
      const failure = await failureOf(async () => (await open()).read(WEIGHTS));
      expect(failure.code).toBe('wrong-size');
      expect(failure.message).toContain(
        `${(after / 1e6).toFixed(1)} MB of ${(weights.length / 1e6).toFixed(1)} MB`,
      );
      expect(failure.nextStep).toMatch(/try again/i);
      expect(kept.keys('/file/')).toEqual([]);
      serveWeights({});
      expect(isSame(await (await open()).read(WEIGHTS), weights)).toBe(true);
      expect(askedFor(address).at(-1)!.range).toBe(after === 0 ? null : `bytes=${after}-`);
      // Across origins the header would need a permission that the hub does not give.
      expect(askedFor(address).at(-1)!.ifRange).toBeNull();
    });
  }

  it('goes on after a second break, and is right after the third attempt', async () => {
    for (const after of [PART_BYTES + 7, 2_500_000]) {
      serveWeights({ cut: { after, how: 'error' } });
      await failureOf(async () => (await open()).read(WEIGHTS));
    }
    serveWeights({});
    expect(isSame(await (await open()).read(WEIGHTS), weights)).toBe(true);
    expect(askedFor(address).at(-1)!.range).toBe(`bytes=${PART_BYTES + 7 + 2_500_000}-`);
    web.offline = true;
    expect(isSame(await (await open()).read(WEIGHTS), weights)).toBe(true);
  });

  it('starts again where the server ignores the range', async () => {
    serveWeights({ cut: { after: PART_BYTES + 5, how: 'end' } });
    await failureOf(async () => (await open()).read(WEIGHTS));
    serveWeights({ ignoresRange: true });
    expect(isSame(await (await open()).read(WEIGHTS), weights)).toBe(true);
  });

  it('starts again where the file has another ETag by now', async () => {
    serveWeights({ etag: '"old"', cut: { after: PART_BYTES + 5, how: 'end' } });
    await failureOf(async () => (await open()).read(WEIGHTS));
    serveWeights({ etag: '"new"' });
    expect(isSame(await (await open()).read(WEIGHTS), weights)).toBe(true);
    expect(askedFor(address).map(({ range }) => range)).toEqual([null, `bytes=${PART_BYTES + 5}-`, null]);
  });

  it('starts again where what arrived before was not the file', async () => {
    const wrong = weights.slice();
    wrong[3]! ^= 1;
    serveWeights({ bytes: wrong, cut: { after: PART_BYTES, how: 'end' } });
    await failureOf(async () => (await open()).read(WEIGHTS));
    serveWeights({});
    expect(isSame(await (await open()).read(WEIGHTS), weights)).toBe(true);
  });

  it('starts again where a kept part has spoilt', async () => {
    serveWeights({ cut: { after: 2 * PART_BYTES, how: 'end' } });
    await failureOf(async () => (await open()).read(WEIGHTS));
    for (const files of kept.entries.values()) {
      for (const [key, entry] of files) if (key.endsWith('?from=0')) entry.bytes = entry.bytes.slice(1);
    }
    serveWeights({});
    expect(isSame(await (await open()).read(WEIGHTS), weights)).toBe(true);
  });

  it('needs no network where all had arrived but the page was closed before it was checked', async () => {
    await (await open()).read(WEIGHTS);
    for (const files of kept.entries.values()) {
      for (const key of files.keys()) if (key.includes('/file/')) files.delete(key);
    }
    web.asked.length = 0;
    expect(isSame(await (await open()).read(WEIGHTS), weights)).toBe(true);
    expect(askedFor(address)).toEqual([]);
  });
});

describe('a wrong file', () => {
  it('is refused and not kept where a byte is altered', async () => {
    const wrong = weights.slice();
    wrong[weights.length - 1]! ^= 1;
    serveWeights({ bytes: wrong });
    const failure = await failureOf(async () => (await open()).read(WEIGHTS));
    expect(failure.code).toBe('wrong-content');
    expect(kept.keys('model.onnx').filter((key) => !key.includes('/wanted/'))).toEqual([]);
  });

  it('is refused where it is longer', async () => {
    serveWeights({ bytes: manyBytes(weights.length + 5), noLength: true });
    expect((await failureOf(async () => (await open()).read(WEIGHTS))).code).toBe('wrong-size');
    expect(kept.keys('/part/')).toEqual([]);
  });

  it('is refused by git’s own hash where it is small', async () => {
    web.served.set(hubUrl('config.json'), { bytes: json({ model_type: 'gpt2' }) });
    expect((await failureOf(async () => (await open()).read('config.json'))).code).toBe('wrong-content');
  });

  it.each([
    ['by its type', { type: 'text/html; charset=utf-8' }],
    ['by its first characters', {}],
  ])('is told from a web page %s', async (_, how) => {
    web.served.set(hubUrl('config.json'), { bytes: utf8('<!DOCTYPE html><title>Sign in</title>'), ...how });
    const failure = await failureOf(async () => (await open()).readJson('config.json'));
    expect(failure.code).toBe('web-page');
    expect(failure.message).toContain(hubUrl('config.json'));
  });

  it('is fetched anew where what was kept has spoilt (case 11)', async () => {
    await (await open()).read('config.json');
    for (const files of kept.entries.values()) {
      for (const [key, entry] of files) {
        if (key.includes('/part/')) entry.bytes = utf8('<html>').slice(0, entry.bytes.length);
        if (key.includes('/part/')) entry.headers['x-sts-size'] = String(entry.bytes.length);
      }
    }
    expect(await (await open()).readJson('config.json')).toEqual({ model_type: 'bert' });
    expect(askedFor(hubUrl('config.json'))).toHaveLength(2);
  });

  it('is not there: the message lists the weights that are', async () => {
    const failure = await failureOf(async () => (await open()).read('onnx/model_q4.onnx'));
    expect(failure.code).toBe('file-missing');
    expect(failure.nextStep).toContain(WEIGHTS);
  });
});

describe('cancelling', () => {
  it('acts at once, keeps what arrived, and the next read goes on', async () => {
    serveWeights({ cut: { after: PART_BYTES + 9, how: 'hang' } });
    const files = await open();
    const stop = new AbortController();
    const reading = files.read(WEIGHTS, (done) => void (done > PART_BYTES + 8 && stop.abort()), stop.signal);
    await expect(reading).rejects.toBeInstanceOf(Cancelled);
    serveWeights({});
    expect(isSame(await files.read(WEIGHTS), weights)).toBe(true);
    expect(askedFor(address).at(-1)!.range).toBe(`bytes=${PART_BYTES + 9}-`);
  });

  it('is heard before anything is asked', async () => {
    const files = await open();
    web.asked.length = 0;
    await expect(files.read(WEIGHTS, undefined, AbortSignal.abort())).rejects.toBeInstanceOf(Cancelled);
    expect(web.asked).toEqual([]);
  });

  it('of one reader does not stop the other', async () => {
    const files = await open();
    const stop = new AbortController();
    const first = files.read(WEIGHTS, () => stop.abort(), stop.signal);
    const second = files.read(WEIGHTS);
    await expect(first).rejects.toBeInstanceOf(Cancelled);
    expect(isSame(await second, weights)).toBe(true);
    expect(askedFor(address)).toHaveLength(1);
  });
});

it('two reads of one file share one download, and each gets bytes of its own', async () => {
  const files = await open();
  const [a, b] = await Promise.all([files.read(WEIGHTS), files.read(WEIGHTS)]);
  expect(askedFor(address)).toHaveLength(1);
  expect(a).not.toBe(b);
  expect(sha256(new Uint8Array(a))).toBe(sha256(new Uint8Array(b)));
});

describe('storage that is full or absent (case 36)', () => {
  it('does not stop a download, leaves no half file, and says so', async () => {
    kept = fakeCaches({ quotaBytes: PART_BYTES + 3_000_000 });
    const files = await open();
    expect(isSame(await files.read(WEIGHTS), weights)).toBe(true);
    expect(files.notKept()).toMatch(/full/);
    expect(kept.keys('model.onnx')).toEqual([]);
    const again = await open();
    expect(await again.readJson('config.json')).toEqual({ model_type: 'bert' });
    expect(again.notKept()).toBeNull();
    expect(isSame(await again.read(WEIGHTS), weights)).toBe(true);
    expect(askedFor(address)).toHaveLength(2);
  });

  it('leaves nothing of a download that broke off after the storage was full', async () => {
    kept = fakeCaches({ quotaBytes: PART_BYTES + 3_000_000 });
    serveWeights({ cut: { after: 2 * PART_BYTES + 10, how: 'error' } });
    await failureOf(async () => (await open()).read(WEIGHTS));
    expect(kept.keys('/part/')).toEqual([]);
  });

  it('works from memory where there is none', async () => {
    putOnHub(web, { 'config.json': config, [WEIGHTS]: weights }, 'someone/in-memory');
    const openIt = () => openModelFiles('someone/in-memory', sourcesOf(web, undefined));
    const url = hubUrl(WEIGHTS, 'someone/in-memory');
    web.served.set(url, { bytes: weights, cut: { after: 3_000_000, how: 'error' } });
    await failureOf(async () => (await openIt()).read(WEIGHTS));
    web.served.set(url, { bytes: weights });
    const files = await openIt();
    expect(isSame(await files.read(WEIGHTS), weights)).toBe(true);
    expect(files.notKept()).not.toBeNull();
    expect(askedFor(url).at(-1)!.range).toBe('bytes=3000000-');
    await (await openIt()).read(WEIGHTS);
    expect(askedFor(url)).toHaveLength(2);
  });
});

describe('a model that can not be had', () => {
  const api = `${HUB}/api/models/${MODEL}`;

  it.each([
    [404, 'no-such-model'],
    [401, 'model-not-public'],
    [403, 'model-not-public'],
    [503, 'hub-unreachable'],
    [429, 'hub-unreachable'],
  ])('HTTP %i of the list is %s', async (status, code) => {
    web.served.set(api, { bytes: utf8(''), status });
    const failure = await failureOf(open);
    expect(failure.code).toBe(code);
    expect(failure.message).toContain(MODEL);
  });

  it('is gated: the list is public, the files are not', async () => {
    serveWeights({ status: 401 });
    expect((await failureOf(async () => (await open()).read(WEIGHTS))).code).toBe('model-not-public');
  });

  it('is out of reach: the message names the two other ways', async () => {
    web.offline = true;
    const failure = await failureOf(open);
    expect(failure.code).toBe('hub-unreachable');
    expect(failure.message).toContain(`public/models/${MODEL}`);
    expect(failure.message).toMatch(/drop the folder/);
  });

  it('is out of reach half-way: the same', async () => {
    const files = await open();
    web.offline = true;
    expect((await failureOf(() => files.read(WEIGHTS))).code).toBe('hub-unreachable');
  });

  it('is then taken from the site’s folder, if its host puts it there', async () => {
    const files = await open();
    await files.read('config.json');
    web.offline = true;
    await failureOf(() => files.read(WEIGHTS));
    web.offline = false;
    const own = `${SITE}models/${MODEL}/`;
    web.served.set(`${own}config.json`, { bytes: config, etag: '"c"' });
    web.served.set(`${own}${WEIGHTS}`, { bytes: weights, etag: '"w"' });
    const again = await open();
    expect(again.origin).toBe('site');
    expect(isSame(await again.read(WEIGHTS), weights)).toBe(true);
  });

  it('is taken from the site’s folder too where only another precision was kept', async () => {
    const q8 = 'onnx/model_quantized.onnx';
    putOnHub(web, { 'config.json': config, [WEIGHTS]: weights, [q8]: config });
    const files = await open();
    await files.read(WEIGHTS);
    web.offline = true;
    await failureOf(() => files.read(q8));
    web.offline = false;
    for (const path of ['config.json', q8]) {
      web.served.set(`${SITE}models/${MODEL}/${path}`, { bytes: config, etag: '"c"' });
    }
    expect((await open()).origin).toBe('site');
  });

  it('is asked of the public hub where no other is named', async () => {
    await failureOf(() => openModelFiles(MODEL, { ...sourcesOf(web, kept.caches), hubUrl: null }));
    expect(web.asked.at(-1)!.url).toBe(`https://huggingface.co/api/models/${MODEL}`);
  });

  it.each([
    ['a web page', utf8('<!doctype html>'), 'text/html'],
    ['JSON of another kind', json({ hello: 1 }), 'application/json'],
  ])('is answered with %s', async (_, bytes, type) => {
    web.served.set(api, { bytes, type });
    expect((await failureOf(open)).code).toBe('web-page');
  });

  it.each(['..', '../etc', 'a/../b', 'a/b/c', 'a b', 'a/', '', 'https://x.test/y', 'a/b?c'])(
    'has an id that is none: "%s"',
    async (id) => {
      const failure = await failureOf(() => openModelFiles(id, sourcesOf(web, kept.caches)));
      expect(failure.code).toBe('bad-model-id');
      expect(web.asked).toEqual([]);
    },
  );
});
