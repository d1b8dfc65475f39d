import { beforeEach, describe, expect, it } from 'vitest';
import type { FolderFile } from '../../../../src/compute/encoders/types.ts';
import { adoptFolder, folderModelId, openModelFiles } from '../../../../src/compute/models/open.ts';
import { PART_BYTES } from '../../../../src/compute/models/partWriter.ts';
import { Cancelled } from '../../../../src/failure.ts';
import { failureOf, utf8 } from '../../support.ts';
import { fakeCaches, fakeWeb, isSame, json, manyBytes, sha256, sourcesOf, WEIGHTS } from './fakes.ts';

const weights = manyBytes(PART_BYTES + 12345, 3);
const config = json({ model_type: 'bert' });
const web = fakeWeb();
let kept: ReturnType<typeof fakeCaches>;
beforeEach(() => void (kept = fakeCaches()));

const filesOf = (files: Record<string, Uint8Array<ArrayBuffer>>): FolderFile[] =>
  Object.entries(files).map(([path, bytes]) => ({ path, file: new Blob([bytes]) }));
const whole = { 'config.json': config, 'tokenizer.json': json({ version: '1.0' }), [WEIGHTS]: weights };
const under = (prefix: string, separator = '/'): FolderFile[] =>
  filesOf(
    Object.fromEntries(
      Object.entries(whole).map(([path, bytes]) => [prefix + path.replaceAll('/', separator), bytes]),
    ),
  );
const open = (model: string) => openModelFiles(model, sourcesOf(web, kept.caches));

describe('a dropped folder', () => {
  it.each([
    ['as it is', under('')],
    ['inside another folder', under('my-model/')],
    ['inside two', under('cache/snapshots/')],
    ['with backslashes', under('my-model\\', '\\')],
    [
      'with hidden files and a pooling configuration',
      [...under('my-model/'), ...filesOf({ 'my-model/.DS_Store': utf8('x'), '__MACOSX/a.json': utf8('x') })],
    ],
    [
      'with its weights beside config.json',
      filesOf({ 'config.json': config, 'tokenizer.json': json({}), 'model.onnx': weights }),
    ],
  ])('is kept and read again %s', async (_, files) => {
    expect(await adoptFolder('folder:my-model', files, { caches: kept.caches })).toEqual({ notKept: null });
    const opened = await open('folder:my-model');
    expect(opened).toMatchObject({ model: 'folder:my-model', origin: 'folder', originDetail: null });
    expect(await opened.has('modules.json')).toBe(false);
    expect(await opened.sizeBytes(WEIGHTS)).toBe(weights.length);
    expect(await opened.readJson('config.json')).toEqual({ model_type: 'bert' });
    expect(isSame(await opened.read(WEIGHTS), weights)).toBe(true);
    const lines = [`config.json ${sha256(config)}`, `${WEIGHTS} ${sha256(weights)}`];
    expect(await opened.revision()).toBe(sha256(utf8(lines.join('\n'))));
    expect(web.asked).toEqual([]);
  });

  it('finds the model’s own config.json, not that of its pooling', async () => {
    const files = [
      ...under('m/'),
      ...filesOf({ 'm/1_Pooling/config.json': json({ pooling_mode_mean_tokens: true }) }),
    ];
    await adoptFolder('folder:m', files, { caches: kept.caches });
    const opened = await open('folder:m');
    expect(await opened.readJson('1_Pooling/config.json')).toEqual({ pooling_mode_mean_tokens: true });
    expect(await opened.readJson('config.json')).toEqual({ model_type: 'bert' });
  });

  it('leaves out what the page can not use', async () => {
    const files = [...under('m/'), ...filesOf({ 'm/model.safetensors': weights, 'm/README.md': utf8('x') })];
    await adoptFolder('folder:m', files, { caches: kept.caches });
    expect(kept.keys('safetensors')).toEqual([]);
    expect(kept.keys('README')).toEqual([]);
  });

  it.each([
    ['config.json', ['config.json']],
    ['tokenizer.json', ['tokenizer.json']],
    [WEIGHTS, ['onnx/model.onnx']],
  ])('without %s is refused, and what is needed is listed', async (lacking, named) => {
    const files = under('m/').filter(({ path }) => path !== `m/${lacking}`);
    const failure = await failureOf(() => adoptFolder('folder:m', files, { caches: kept.caches }));
    expect(failure.code).toBe('incomplete-folder');
    for (const path of named) expect(failure.what).toContain(path);
    expect(kept.keys()).toEqual([]);
  });

  it('of PyTorch is refused with the way to convert it', async () => {
    const files = filesOf({
      'm/config.json': config,
      'm/tokenizer.json': json({}),
      'm/model.safetensors': weights,
    });
    const failure = await failureOf(() => adoptFolder('folder:m', files, { caches: kept.caches }));
    expect(failure.nextStep).toContain('optimum-cli');
  });

  it.each([
    ['JSON that is none', { 'config.json': utf8('{') }, 'not-json'],
    ['a web page', { 'tokenizer.json': utf8('<!DOCTYPE html>') }, 'web-page'],
    [
      'a Git LFS pointer',
      { [WEIGHTS]: utf8('version https://git-lfs.github.com/spec/v1\n') },
      'wrong-content',
    ],
  ])('with %s is refused', async (_, wrong, code) => {
    const failure = await failureOf(() =>
      adoptFolder('folder:m', filesOf({ ...whole, ...wrong }), { caches: kept.caches }),
    );
    expect(failure.code).toBe(code);
    expect(kept.keys()).toEqual([]);
  });

  it('replaces an older one of the same name once it is whole, and not before', async () => {
    await adoptFolder('folder:m', under(''), { caches: kept.caches });
    const newer = { ...whole, [WEIGHTS]: manyBytes(2 * PART_BYTES, 5) };
    const stop = new AbortController();
    const adopting = adoptFolder(
      'folder:m',
      filesOf(newer),
      { caches: kept.caches },
      () => stop.abort(),
      stop.signal,
    );
    await expect(adopting).rejects.toBeInstanceOf(Cancelled);
    expect(isSame(await (await open('folder:m')).read(WEIGHTS), weights)).toBe(true);
    await adoptFolder('folder:m', filesOf(newer), { caches: kept.caches });
    expect(isSame(await (await open('folder:m')).read(WEIGHTS), newer[WEIGHTS]!)).toBe(true);
    expect(kept.keys('/folder-1/')).toEqual([]);
  });

  it('that does not fit is read from the disk until the worker ends, and nothing half is kept', async () => {
    kept = fakeCaches({ quotaBytes: PART_BYTES + 400 });
    const { notKept } = await adoptFolder('folder:big', under('big/'), { caches: kept.caches });
    expect(notKept).toMatch(/full/);
    expect(kept.keys()).toEqual([]);
    const opened = await open('folder:big');
    expect(isSame(await opened.read(WEIGHTS), weights)).toBe(true);
    expect(opened.notKept()).toMatch(/full/);
    expect(await opened.revision()).toBe(sha256(utf8(`${WEIGHTS} ${sha256(weights)}`)));
  });

  it('that was never dropped here is asked for', async () => {
    const failure = await failureOf(() => open('folder:elsewhere'));
    expect(failure.code).toBe('no-such-folder');
    expect(failure.nextStep).toContain('elsewhere');
  });

  it('whose copy has spoilt is asked for again', async () => {
    await adoptFolder('folder:m', under(''), { caches: kept.caches });
    for (const files of kept.entries.values()) {
      for (const [key, entry] of files) if (key.includes('/part/')) entry.bytes[0]! ^= 1;
    }
    const failure = await failureOf(async () => (await open('folder:m')).read(WEIGHTS));
    expect(failure.nextStep).toMatch(/drop/i);
  });

  it('has an id that a system can hold', async () => {
    expect(folderModelId('My model (v2), final')).toBe('folder:My_model_v2_final');
    const failure = await failureOf(() => adoptFolder('folder:a b', under(''), { caches: kept.caches }));
    expect(failure.code).toBe('bad-model-id');
  });
});
