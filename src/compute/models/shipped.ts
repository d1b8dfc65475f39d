import type { CatalogueModel } from '../../../models/catalogue.ts';
import { decodeRow, shardBytes, type ModelFile, type VectorsManifest } from '../../../models/formats.ts';
import { parseFrequencies, type WordFrequencies } from '../../systems/frequencies.ts';
import type { Neighbour, WordRows, WordVectors } from '../../systems/encoders/types.ts';
import { remember } from '../../systems/taskState.ts';
import type { Progress } from '../../systems/types.ts';
import { download, type Fetch } from './download.ts';
import { nearestRows, type Int8Rows } from './neighbours.ts';

const SHARDS_AT_ONCE = 4;
/** Neighbours are looked for among this many words, the most frequent; rarer ones are names and misspellings. */
const WORDS_FOR_NEIGHBOURS = 50_000;
/** No numbers, no marks, no single letters. */
const PLAIN_WORD = /^\p{L}{2,}$/u;

/** Reads the manifest of a shipped model, which must be the revision of the catalogue. */
export async function readManifest<T>(
  { revision }: CatalogueModel,
  folder: string,
  fetcher: Fetch,
  signal?: AbortSignal,
): Promise<T> {
  const file = { url: `${folder}manifest.json`, sha256: revision, sizeBytes: null };
  return JSON.parse(new TextDecoder().decode(await download(file, fetcher, signal))) as T;
}

/** The shipped word vectors: a word index, and shards by frequency that are fetched when a word needs them. */
export async function shippedVectors(
  model: CatalogueModel,
  folder: string,
  fetcher: Fetch,
  report: Progress,
  signal?: AbortSignal,
): Promise<WordVectors> {
  const manifest = await readManifest<VectorsManifest>(model, folder, fetcher, signal);
  const { dimension, wordsPerShard } = manifest;
  const file = ({ name, sha256, sizeBytes }: ModelFile, stop?: AbortSignal): Promise<ArrayBuffer> =>
    download({ url: folder + name, sha256, sizeBytes }, fetcher, stop);
  report(0, manifest.index.sizeBytes, 'Fetching the word list', 'bytes');
  const list = new TextDecoder().decode(await file(manifest.index, signal)).split('\n');
  const rowOf = new Map<string, number>();
  list.forEach((word, row) => rowOf.set(word, row));
  const shards = new Map<number, Promise<ArrayBuffer>>();

  async function shardOf(shard: number, stop?: AbortSignal): Promise<{ bytes: ArrayBuffer; words: number }> {
    const words = Math.min(wordsPerShard, manifest.words - shard * wordsPerShard);
    const bytes = await remember(shards, shard, () => file(manifest.shards[shard]!, stop));
    if (bytes.byteLength !== shardBytes(words, dimension)) {
      throw new Error(`Shard ${shard} holds ${bytes.byteLength} bytes for ${words} words.`);
    }
    return { bytes, words };
  }

  async function rowsFor(
    vocabulary: readonly string[],
    onProgress: Progress,
    stop?: AbortSignal,
  ): Promise<WordRows> {
    const rows = new Float32Array(vocabulary.length * dimension);
    const known = new Uint8Array(vocabulary.length);
    // Kept: looking a word up among 400,000 takes longer than reading its row.
    const rowsOfWords = new Int32Array(vocabulary.length);
    const wanted = new Map<number, number[]>();
    vocabulary.forEach((word, id) => {
      const row = rowOf.get(word);
      if (row === undefined) return;
      known[id] = 1;
      rowsOfWords[id] = row;
      const shard = Math.floor(row / wordsPerShard);
      const ids = wanted.get(shard);
      if (ids) ids.push(id);
      else wanted.set(shard, [id]);
    });
    const queue = [...wanted];
    let doneBytes = 0;
    const totalBytes = queue.reduce((sum, [shard]) => sum + manifest.shards[shard]!.sizeBytes, 0);
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [shard, ids] = next;
        const { bytes, words } = await shardOf(shard, stop);
        for (const id of ids) {
          decodeRow(bytes, words, dimension, rowsOfWords[id]! % wordsPerShard, rows, id * dimension);
        }
        doneBytes += bytes.byteLength;
        onProgress(doneBytes, totalBytes, 'Fetching word vectors', 'bytes');
      }
    };
    const workers = Array.from({ length: SHARDS_AT_ONCE }, () =>
      work().catch((error: unknown) => {
        queue.length = 0;
        throw error;
      }),
    );
    // Nothing is left under way: what another call began now would share, and fail with, is over.
    await Promise.allSettled(workers);
    await Promise.all(workers);
    return { dimension, rows, known };
  }

  async function neighbours(
    word: string,
    count: number,
    onProgress: Progress,
    stop?: AbortSignal,
  ): Promise<Neighbour[]> {
    const own = await rowsFor([word], onProgress, stop);
    if (own.known[0] !== 1) return [];
    const first = manifest.shards.slice(0, Math.ceil(WORDS_FOR_NEIGHBOURS / wordsPerShard));
    const rows: Int8Rows[] = [];
    for (const shard of first.keys()) {
      onProgress(shard, first.length, 'Fetching the most frequent words');
      rows.push({ ...(await shardOf(shard, stop)), dimension });
    }
    const itself = rowOf.get(word);
    const isWanted = (row: number): boolean => row !== itself && PLAIN_WORD.test(list[row]!);
    return nearestRows(rows, own.rows, count, isWanted).map(({ row, similarity }) => ({
      word: list[row]!,
      similarity,
    }));
  }

  return { id: model.id, revision: model.revision, dimension, rowsFor, neighbours };
}

/** The shipped word counts. */
export async function shippedFrequencies(
  model: CatalogueModel,
  folder: string,
  fetcher: Fetch,
  signal?: AbortSignal,
): Promise<WordFrequencies & { revision: string }> {
  const { counts } = await readManifest<{ counts: ModelFile }>(model, folder, fetcher, signal);
  const bytes = await download(
    { url: folder + counts.name, sha256: counts.sha256, sizeBytes: counts.sizeBytes },
    fetcher,
    signal,
  );
  return { ...parseFrequencies(model.id, new TextDecoder().decode(bytes)), revision: model.revision };
}
