import { beforeEach, describe, expect, it } from 'vitest';
import { openModelFiles } from '../../../../src/compute/models/open.ts';
import { PART_BYTES } from '../../../../src/compute/models/partWriter.ts';
import { failureOf, utf8 } from '../../support.ts';
import {
  fakeCaches,
  fakeWeb,
  isSame,
  json,
  manyBytes,
  sha256,
  SITE,
  sourcesOf,
  WEIGHTS,
  type FakeWeb,
} from './fakes.ts';

const config = json({ model_type: 'bert' });
const weights = manyBytes(PART_BYTES + 900_000, 7);

let web: FakeWeb;
let kept: ReturnType<typeof fakeCaches>;
beforeEach(() => {
  web = fakeWeb();
  kept = fakeCaches();
});

describe('a shipped model', () => {
  const folder = `${SITE}models/use-lite/`;
  const manifest = json({
    files: [
      { name: 'config.json', sizeBytes: config.length, sha256: sha256(config) },
      { name: WEIGHTS, sizeBytes: weights.length, sha256: sha256(weights) },
    ],
  });
  const shipped = [{ id: 'use-lite', revision: sha256(manifest) }];
  const open = () => openModelFiles('use-lite', { ...sourcesOf(web, kept.caches), shipped });

  beforeEach(() => {
    web.served.set(`${folder}manifest.json`, { bytes: manifest });
    web.served.set(`${folder}config.json`, { bytes: config });
    web.served.set(folder + WEIGHTS, { bytes: weights, etag: '"w1"' });
  });

  it('is what its manifest says, and works without a network after one visit', async () => {
    const files = await open();
    expect(files).toMatchObject({ origin: 'site', originDetail: null });
    expect(await files.has('onnx/model_quantized.onnx')).toBe(false);
    expect(await files.sizeBytes(WEIGHTS)).toBe(weights.length);
    expect(isSame(await files.read(WEIGHTS), weights)).toBe(true);
    expect(await files.revision()).toBe(sha256(utf8(`${WEIGHTS} ${sha256(weights)}`)));
    web.offline = true;
    expect(isSame(await (await open()).read(WEIGHTS), weights)).toBe(true);
    expect((await failureOf(async () => (await open()).read('config.json'))).code).toBe('download-failed');
  });

  it('goes on from where a download broke off, by the word of its own host', async () => {
    web.served.set(folder + WEIGHTS, {
      bytes: weights,
      etag: '"w1"',
      cut: { after: PART_BYTES + 3, how: 'error' },
    });
    await failureOf(async () => (await open()).read(WEIGHTS));
    web.served.set(folder + WEIGHTS, { bytes: weights, etag: '"w1"' });
    expect(isSame(await (await open()).read(WEIGHTS), weights)).toBe(true);
    expect(web.asked.at(-1)).toMatchObject({ range: `bytes=${PART_BYTES + 3}-`, ifRange: '"w1"' });
  });

  it('of another revision replaces what is kept', async () => {
    await (await open()).read(WEIGHTS);
    const newer = manyBytes(5000, 9);
    const other = json({ files: [{ name: WEIGHTS, sizeBytes: newer.length, sha256: sha256(newer) }] });
    web.served.set(`${folder}manifest.json`, { bytes: other });
    web.served.set(folder + WEIGHTS, { bytes: newer });
    const sources = {
      ...sourcesOf(web, kept.caches),
      shipped: [{ id: 'use-lite', revision: sha256(other) }],
    };
    expect(isSame(await (await openModelFiles('use-lite', sources)).read(WEIGHTS), newer)).toBe(true);
    expect(kept.keys(shipped[0]!.revision)).toEqual([]);
  });

  it('is refused where the manifest is another one, or names no files', async () => {
    web.served.set(`${folder}manifest.json`, { bytes: utf8('{"files": []}') });
    expect((await failureOf(open)).code).toBe('wrong-content');
    const vectors = json({ words: 3, shards: [] });
    web.served.set(`${folder}manifest.json`, { bytes: vectors });
    const sources = {
      ...sourcesOf(web, kept.caches),
      shipped: [{ id: 'use-lite', revision: sha256(vectors) }],
    };
    expect((await failureOf(() => openModelFiles('use-lite', sources))).code).toBe('not-an-encoder');
  });

  it('is not served: the message says what its host must do', async () => {
    web.served.delete(`${folder}manifest.json`);
    const failure = await failureOf(open);
    expect(failure.code).toBe('file-missing');
    expect(failure.nextStep).toContain('npm run models');
  });
});

describe('a folder that the host put under models/', () => {
  const folder = `${SITE}models/my-model/`;
  const open = () => openModelFiles('my-model', sourcesOf(web, kept.caches));
  const page = { bytes: utf8('<!doctype html><title>STS Playground</title>'), type: 'text/html' };

  beforeEach(() => {
    web.served.set(`${folder}config.json`, { bytes: config, etag: 'W/"c1"', type: 'application/json' });
    web.served.set(folder + WEIGHTS, { bytes: weights, etag: 'W/"w1"' });
    web.served.set(`${folder}modules.json`, page);
  });

  it('is probed by name; a web page in place of a file is no file', async () => {
    const files = await open();
    expect(files.origin).toBe('site');
    expect(await files.has('modules.json')).toBe(false);
    expect(await files.has('tokenizer.json')).toBe(false);
    expect(await files.readJson('modules.json')).toBeNull();
    expect(await files.readJson('config.json')).toEqual({ model_type: 'bert' });
    expect(await files.sizeBytes(WEIGHTS)).toBe(weights.length);
    expect(isSame(await files.read(WEIGHTS), weights)).toBe(true);
    expect(
      web.asked.filter(({ url, method }) => url.endsWith('modules.json') && method === 'HEAD'),
    ).toHaveLength(1);
    for (const path of ['../secret.json', '/config.json', 'a//b', './config.json']) {
      expect(await files.has(path)).toBe(false);
    }
  });

  it('works without a network: what was there is read, what was not is known not to be', async () => {
    const first = await open();
    await first.readJson('config.json');
    await first.has('modules.json');
    await first.read(WEIGHTS);
    web.offline = true;
    const files = await open();
    expect(await files.readJson('config.json')).toEqual({ model_type: 'bert' });
    expect(await files.has('modules.json')).toBe(false);
    expect(isSame(await files.read(WEIGHTS), weights)).toBe(true);
    // Never asked about: to say "no" here could change the pooling.
    expect((await failureOf(() => files.has('1_Pooling/config.json'))).code).toBe('download-failed');
  });

  it('is fetched again only where its host has changed it', async () => {
    await (await open()).read(WEIGHTS);
    const gets = (): number =>
      web.asked.filter(({ url, method }) => url.endsWith(WEIGHTS) && method === 'GET').length;
    await (await open()).read(WEIGHTS);
    expect(gets()).toBe(1);
    const newer = manyBytes(weights.length, 8);
    web.served.set(folder + WEIGHTS, { bytes: newer, etag: '"w2"' });
    expect(isSame(await (await open()).read(WEIGHTS), newer)).toBe(true);
    expect(gets()).toBe(2);
  });

  it('is fetched again where its host says nothing to tell by', async () => {
    web.served.set(`${folder}config.json`, { bytes: config });
    await (await open()).read('config.json');
    web.served.set(`${folder}config.json`, { bytes: json({ model_type: 'mpnt' }) });
    expect(await (await open()).readJson('config.json')).toEqual({ model_type: 'mpnt' });
  });

  it('does not join parts that only a weak ETag connects', async () => {
    web.served.set(folder + WEIGHTS, {
      bytes: weights,
      etag: 'W/"w1"',
      cut: { after: PART_BYTES, how: 'end' },
    });
    expect((await failureOf(async () => (await open()).read(WEIGHTS))).code).toBe('wrong-size');
    web.served.set(folder + WEIGHTS, { bytes: weights, etag: 'W/"w1"' });
    expect(isSame(await (await open()).read(WEIGHTS), weights)).toBe(true);
    expect(web.asked.every(({ range }) => range === null)).toBe(true);
  });

  it('is on a host without HEAD, or that states no length', async () => {
    for (const path of ['config.json', WEIGHTS]) {
      const url = folder + path;
      web.served.set(url, { ...web.served.get(url)!, noHead: true, noLength: true });
    }
    const files = await open();
    expect(await files.sizeBytes(WEIGHTS)).toBeNull();
    expect(isSame(await files.read(WEIGHTS), weights)).toBe(true);
  });

  it.each([
    ['broken JSON', utf8('{"model_type": '), 'not-json'],
    ['a web page with no type', page.bytes, 'web-page'],
    [
      'a Git LFS pointer',
      utf8('version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n'),
      'wrong-content',
    ],
  ])('holds %s', async (_, bytes, code) => {
    web.served.set(`${folder}config.json`, { bytes, etag: '"x"' });
    const failure = await failureOf(async () => (await open()).readJson('config.json'));
    expect(failure.code).toBe(code);
    expect(failure.message).toContain('config.json');
    expect(kept.keys('/file/')).toEqual([]);
  });

  it('goes before the hub, which is not asked', async () => {
    await open();
    expect(web.asked.every(({ url }) => url.startsWith(SITE))).toBe(true);
  });
});
