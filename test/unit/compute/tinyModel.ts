import { createHash } from 'node:crypto';
import type { CatalogueModel } from '../../../models/catalogue.ts';
import { encodeShard, type ModelFile, type VectorsManifest } from '../../../models/formats.ts';
import { utf8 } from '../support.ts';

/** A model as `public/models` would hold it, in memory: its entry of the catalogue and its files. */
export interface TinyModel {
  model: CatalogueModel;
  site: Readonly<Record<string, Uint8Array<ArrayBuffer>>>;
}

const WORDS_PER_SHARD = 2;

function modelFile(name: string, bytes: Uint8Array): ModelFile {
  return { name, sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function tiny(
  id: string,
  kind: CatalogueModel['kind'],
  manifest: object,
  files: TinyModel['site'],
): TinyModel {
  const bytes = utf8(JSON.stringify(manifest));
  return {
    model: {
      id,
      kind,
      title: id,
      source: 'invented',
      licence: 'none',
      citation: 'none',
      revision: modelFile('manifest.json', bytes).sha256,
      sizeBytes: bytes.length,
    },
    site: { 'manifest.json': bytes, ...files },
  };
}

/** Word vectors in shards of two words, in the order of `table`. */
export function tinyVectors(
  id: string,
  table: Readonly<Record<string, readonly number[]>>,
  dimension: number,
): TinyModel {
  const words = Object.keys(table);
  const files: Record<string, Uint8Array<ArrayBuffer>> = { 'words.txt': utf8(words.join('\n')) };
  const shards: ModelFile[] = [];
  for (let start = 0; start < words.length; start += WORDS_PER_SHARD) {
    const rows = words.slice(start, start + WORDS_PER_SHARD).map((word) => table[word]!);
    const name = `shard-${shards.length}.bin`;
    files[name] = encodeShard(rows, dimension);
    shards.push(modelFile(name, files[name]));
  }
  const manifest: VectorsManifest = {
    dimension,
    words: words.length,
    index: modelFile('words.txt', files['words.txt']!),
    wordsPerShard: WORDS_PER_SHARD,
    shards,
  };
  return tiny(id, 'vectors', manifest, files);
}

export function tinyFrequencies(id: string, table: string): TinyModel {
  const bytes = utf8(table);
  return tiny(id, 'frequencies', { counts: modelFile('counts.tsv', bytes) }, { 'counts.tsv': bytes });
}
