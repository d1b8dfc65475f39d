import { decodeRow, type VectorsManifest } from '../../models/formats.ts';
import type { Neighbourhood } from './types.ts';

/**
 * Word vectors as `public/models` has them, as the word-sense rules ask for them.
 * @param ranks of lower-cased words by frequency, from 0: the lines of the index
 * @param shardOf a shard by its number, or null where it is not loaded. What is not loaded at first is taken to be
 *   missing: for more shards, make another neighbourhood.
 */
export function neighbourhoodOf(
  name: string,
  { dimension, wordsPerShard, words: count }: VectorsManifest,
  ranks: ReadonlyMap<string, number>,
  shardOf: (shard: number) => ArrayBuffer | null,
): Neighbourhood {
  return {
    name,
    dimension,
    rankOf: (word) => ranks.get(word) ?? null,
    read(rank, target) {
      const shard = Math.floor(rank / wordsPerShard);
      const bytes = rank < count ? shardOf(shard) : null;
      if (!bytes) return false;
      const rows = Math.min(wordsPerShard, count - shard * wordsPerShard);
      decodeRow(bytes, rows, dimension, rank % wordsPerShard, target, 0);
      return true;
    },
  };
}
