import type { CatalogueModel } from '../../models/catalogue.ts';
import type { ModelFile, VectorsManifest } from '../../models/formats.ts';
import { neighbourhoodOf } from '../errors/neighbourhood.ts';
import type { Neighbourhood } from '../errors/types.ts';
import { readLexicon } from '../language/lexicon.ts';
import { LEXICON_FILES, type LexiconFiles, type LexiconManifest } from '../language/tables.ts';
import type { Lexicon } from '../language/types.ts';
import type { Progress } from '../systems/types.ts';
import { download, type Fetch } from './models/download.ts';
import { readManifest } from './models/shipped.ts';

/**
 * The shipped lexicon.
 * @throws Failure of `download` where a file can't be fetched or is not the one expected
 */
export async function shippedLexicon(
  model: CatalogueModel,
  folder: string,
  fetcher: Fetch,
  report: Progress,
): Promise<Lexicon> {
  const { files } = await readManifest<LexiconManifest>(model, folder, fetcher);
  let totalBytes = 0;
  for (const { sizeBytes } of files) totalBytes += sizeBytes;
  let doneBytes = 0;
  const tell = (): void => report(doneBytes, totalBytes, `Fetching ${model.title}`, 'bytes');
  tell();
  const bytesOf = async (key: keyof LexiconFiles): Promise<Uint8Array> => {
    const file = files.find(({ name }) => name === LEXICON_FILES[key]);
    // The manifest is the catalogue's, by its hash: one that names no such file was built by other code than this.
    if (!file) throw new Error(`The manifest of ${model.id} names no ${LEXICON_FILES[key]}.`);
    const bytes = await fetchFile(file, folder, fetcher);
    doneBytes += file.sizeBytes;
    tell();
    return bytes;
  };
  const textOf = async (key: keyof LexiconFiles): Promise<string> =>
    new TextDecoder().decode(await bytesOf(key));
  const [words, synsets, relations, glosses, glossWords, irregular] = await Promise.all([
    textOf('words'),
    bytesOf('synsets'),
    bytesOf('relations'),
    bytesOf('glosses'),
    textOf('glossWords'),
    textOf('irregular'),
  ]);
  return readLexicon({ words, synsets, relations, glosses, glossWords, irregular });
}

/** The words that shipped word vectors have, without their vectors. */
export interface WordList {
  manifest: VectorsManifest;
  /** Lower-cased word -> its rank by frequency, from 0: its row. */
  ranks: ReadonlyMap<string, number>;
}

/** @throws Failure of `download` */
export async function shippedWordList(
  model: CatalogueModel,
  folder: string,
  fetcher: Fetch,
): Promise<WordList> {
  const manifest = await readManifest<VectorsManifest>(model, folder, fetcher);
  const bytes = await fetchFile(manifest.index, folder, fetcher);
  const ranks = new Map<string, number>();
  new TextDecoder()
    .decode(bytes)
    .split('\n')
    .forEach((word, rank) => ranks.set(word, rank));
  return { manifest, ranks };
}

const SHARDS_AT_ONCE = 4;

/**
 * All of the shipped word vectors, for the rules of word sense. None is left out: with half of the words the rules
 * would find less and nobody would know.
 * @throws Failure of `download` where a shard can't be fetched or is not the one expected; Cancelled
 */
export async function shippedNeighbourhood(
  model: CatalogueModel,
  { manifest, ranks }: WordList,
  folder: string,
  fetcher: Fetch,
  report: Progress,
  signal: AbortSignal,
): Promise<Neighbourhood> {
  let totalBytes = 0;
  for (const { sizeBytes } of manifest.shards) totalBytes += sizeBytes;
  let doneBytes = 0;
  const tell = (): void => report(doneBytes, totalBytes, `Fetching ${model.title}`, 'bytes');
  tell();
  const shards = new Map<number, ArrayBuffer>();
  const queue = [...manifest.shards.entries()];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [place, { name, sha256, sizeBytes }] = next;
      try {
        shards.set(place, await download({ url: folder + name, sha256, sizeBytes }, fetcher, signal));
      } catch (error) {
        queue.length = 0;
        throw error;
      }
      doneBytes += sizeBytes;
      tell();
    }
  };
  const workers = Array.from({ length: SHARDS_AT_ONCE }, work);
  // Nothing is left under way: what another job began now would share, and fail with, is over.
  await Promise.allSettled(workers);
  await Promise.all(workers);
  return neighbourhoodOf(model.title, manifest, ranks, (shard) => shards.get(shard) ?? null);
}

async function fetchFile(
  { name, sha256, sizeBytes }: ModelFile,
  folder: string,
  fetcher: Fetch,
): Promise<Uint8Array> {
  return new Uint8Array(await download({ url: folder + name, sha256, sizeBytes }, fetcher));
}
