import { entriesOf, openCache, quietly, sizeOf } from './kept.ts';
import { modelPrefix, parseKey, type EntryName } from './keys.ts';
import { isWhole, readRecord } from './records.ts';
import type { ModelRecord } from './sources.ts';

export interface KeptModel {
  model: string;
  origin: ModelRecord['origin'];
  /** Whole ones. */
  files: number;
  /** Of all that is kept, parts of unfinished downloads among it. */
  sizeBytes: number;
  /** Whether it works without a network: nothing that was asked for is missing. */
  complete: boolean;
}

/** What is kept of each model, the largest first: transformers, word vectors, and files of the runtime. */
export async function listKeptModels(storage: CacheStorage | undefined): Promise<KeptModel[]> {
  const models = [...(await keptTransformers(storage)), ...(await keptFolders(storage))];
  return models.sort((a, b) => b.sizeBytes - a.sizeBytes || (a.model < b.model ? -1 : 1));
}

/** Deletes what is kept of one model of the list; it is fetched, or dropped, again when it is needed. */
export async function forgetKeptModel(storage: CacheStorage | undefined, model: string): Promise<void> {
  const transformers = await openCache(storage, 'transformers');
  for (const { url } of (await quietly(() => transformers?.keys())) ?? []) {
    if (url.startsWith(modelPrefix(model))) await quietly(() => transformers?.delete(url));
  }
  const files = await openCache(storage, 'files');
  for (const { url } of (await quietly(() => files?.keys())) ?? []) {
    if (folderName(url) === model) await quietly(() => files?.delete(url));
  }
}

async function keptTransformers(storage: CacheStorage | undefined): Promise<KeptModel[]> {
  const found = new Map<string, { record: ModelRecord | null; names: EntryName[]; sizeBytes: number }>();
  for (const { url, response } of await entriesOf(await openCache(storage, 'transformers'))) {
    const name = parseKey(url);
    if (!name) continue;
    const kept = found.get(name.model) ?? { record: null, names: [], sizeBytes: 0 };
    found.set(name.model, kept);
    kept.sizeBytes += await sizeOf(response);
    if (name.kind === 'record') kept.record = readRecord(await response.arrayBuffer());
    else kept.names.push(name);
  }
  const models: KeptModel[] = [];
  for (const [model, { record, names, sizeBytes }] of found) {
    // A model that was looked up but never fetched is not kept.
    if (!names.some(({ kind }) => kind === 'file' || kind === 'part')) continue;
    const files = names.filter(({ kind }) => kind === 'file').length;
    const current = names.filter(({ revision }) => revision === record?.revision);
    models.push({ model, origin: record?.origin ?? 'site', files, sizeBytes, complete: isWhole(current) });
  }
  return models;
}

/** Files that are kept whole under their own address. Shards are fetched when a word needs them: none is missing. */
async function keptFolders(storage: CacheStorage | undefined): Promise<KeptModel[]> {
  const models = new Map<string, KeptModel>();
  for (const { url, response } of await entriesOf(await openCache(storage, 'files'))) {
    const model = folderName(url);
    const kept = models.get(model) ?? { model, origin: 'site', files: 0, sizeBytes: 0, complete: true };
    models.set(model, kept);
    kept.files++;
    kept.sizeBytes += await sizeOf(response);
  }
  return [...models.values()];
}

/** "glove-6b-100d" of ".../models/glove-6b-100d/words.txt"; the file's own name where it is of no model. */
function folderName(url: string): string {
  const { pathname } = new URL(url);
  const name = /\/models\/(.+)\/[^/]+$/.exec(pathname)?.[1] ?? pathname.slice(pathname.lastIndexOf('/') + 1);
  return decodeURIComponent(name);
}
