import { beforeEach, expect, it } from 'vitest';
import { download } from '../../../../src/compute/models/download.ts';
import { forgetModels, keepingFetch, keptModels } from '../../../../src/compute/models/kept.ts';
import { forgetKeptModel, listKeptModels } from '../../../../src/compute/models/keptModels.ts';
import { adoptFolder, openModelFiles } from '../../../../src/compute/models/open.ts';
import { failureOf } from '../../support.ts';
import {
  fakeCaches,
  fakeWeb,
  hubUrl,
  json,
  manyBytes,
  MODEL,
  putOnHub,
  sha256,
  SITE,
  sourcesOf,
  WEIGHTS,
} from './fakes.ts';

const weights = manyBytes(5_000_000);
const config = json({ model_type: 'bert' });
const shard = manyBytes(1000);
let web = fakeWeb();
let kept = fakeCaches();

beforeEach(async () => {
  web = fakeWeb();
  kept = fakeCaches();
  putOnHub(web, { 'config.json': config, [WEIGHTS]: weights });
  const url = `${SITE}models/glove/shard-000.bin`;
  web.served.set(url, { bytes: shard });
  await download({ url, sha256: sha256(shard), sizeBytes: null }, keepingFetch(web.fetch, kept.caches));
  const files = await openModelFiles(MODEL, sourcesOf(web, kept.caches));
  await files.read('config.json');
  await files.read(WEIGHTS);
});

const list = () => listKeptModels(kept.caches);

it('lists what is kept of each model', async () => {
  const [transformer, vectors] = await list();
  expect(transformer).toMatchObject({ model: MODEL, origin: 'hub', files: 2, complete: true });
  expect(transformer!.sizeBytes).toBeGreaterThan(weights.length + config.length);
  expect(transformer!.sizeBytes).toBeLessThan(weights.length + config.length + 2000);
  expect(vectors).toEqual({ model: 'glove', origin: 'site', files: 1, sizeBytes: 1000, complete: true });
  const all = await keptModels(kept.caches);
  expect(all).toEqual({ files: 3, sizeBytes: transformer!.sizeBytes + 1000 });
});

it('says that a model is not complete while a file that was asked for is missing', async () => {
  putOnHub(web, { 'config.json': config, [WEIGHTS]: weights }, 'someone/second');
  web.served.set(hubUrl(WEIGHTS, 'someone/second'), { bytes: weights, cut: { after: 100, how: 'end' } });
  const files = await openModelFiles('someone/second', sourcesOf(web, kept.caches));
  expect((await list()).map(({ model }) => model)).not.toContain('someone/second');
  await failureOf(() => files.read(WEIGHTS));
  expect((await list()).find(({ model }) => model === 'someone/second')).toMatchObject({
    files: 0,
    complete: false,
  });
  web.served.set(hubUrl(WEIGHTS, 'someone/second'), { bytes: weights });
  await files.read(WEIGHTS);
  expect((await list()).find(({ model }) => model === 'someone/second')).toMatchObject({
    files: 1,
    complete: true,
  });
});

it('forgets one model and leaves the others', async () => {
  const folder = { 'config.json': config, 'tokenizer.json': config, [WEIGHTS]: weights };
  await adoptFolder(
    'folder:mine',
    Object.entries(folder).map(([path, bytes]) => ({ path, file: new Blob([bytes]) })),
    { caches: kept.caches },
  );
  expect((await list()).map(({ model }) => model).sort()).toEqual(['folder:mine', 'glove', MODEL].sort());
  await forgetKeptModel(kept.caches, MODEL);
  expect((await list()).map(({ model }) => model).sort()).toEqual(['folder:mine', 'glove']);
  await forgetKeptModel(kept.caches, 'glove');
  expect((await list()).map(({ model }) => model)).toEqual(['folder:mine']);
  await forgetKeptModel(kept.caches, 'folder:mine');
  expect(kept.keys()).toEqual([]);
  web.asked.length = 0;
  await (await openModelFiles(MODEL, sourcesOf(web, kept.caches))).read('config.json');
  expect(web.asked.map(({ url }) => url)).toContain(hubUrl('config.json'));
});

it('forgets all of them, and caches of older layouts, but nobody else’s', async () => {
  kept.entries.set('sts-models-transformers-0', new Map());
  kept.entries.set('somebody-else', new Map());
  await list();
  expect([...kept.entries.keys()].sort()).toEqual([
    'somebody-else',
    'sts-models-1',
    'sts-models-transformers-1',
  ]);
  await forgetModels(kept.caches);
  expect([...kept.entries.keys()]).toEqual(['somebody-else']);
});

it('lists nothing where storage is absent or refused', async () => {
  const refused = { keys: () => Promise.reject(new DOMException('no', 'SecurityError')) };
  expect(await listKeptModels(undefined)).toEqual([]);
  expect(await listKeptModels(refused as unknown as CacheStorage)).toEqual([]);
});
