/**
 * What the product is measured against, in the same browser: use-lite one sentence at a time through transformers.js,
 * and the TF.js graph that it was converted from, in batches. Both on wasm, with everything at its defaults that does
 * not have to be said.
 */
import { getThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import plainWasm from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm?url';
import simdWasm from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url';
import threadedWasm from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-threaded-simd.wasm?url';
import { loadGraphModel, type GraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import { AutoModel, AutoTokenizer, env } from '@xenova/transformers';
import ortGlue from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url';
import ortWasm from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url';
import { ReferenceTokenizer } from '../../unit/models/use-lite/reference.ts';

/** Vectors row-major, sentences x 512, in the order of the sentences. */
export interface Encoding {
  milliseconds: number;
  vectors: Float32Array;
}

type Encode = (sentences: readonly string[]) => Promise<Encoding>;

const DIMENSION = 512;
const BATCH_SENTENCES = 64;

/** The files that transformers.js asks a CDN for, from here; its model from here too. */
async function startTransformers(modelsPath: string): Promise<Encode> {
  const here = (path: string): string => new URL(path, document.baseURI).href;
  env.allowLocalModels = true;
  env.localModelPath = modelsPath;
  env.backends.onnx.wasm!.wasmPaths = { mjs: here(ortGlue), wasm: here(ortWasm) };
  const tokenizer = await AutoTokenizer.from_pretrained('use-lite');
  const model = await AutoModel.from_pretrained('use-lite', { dtype: 'fp32', device: 'wasm' });
  return async (sentences) => {
    const vectors = new Float32Array(sentences.length * DIMENSION);
    const started = performance.now();
    for (const [s, sentence] of sentences.entries()) {
      const { sentence_embedding } = (await model(await tokenizer(sentence))) as {
        sentence_embedding: { data: Float32Array };
      };
      vectors.set(sentence_embedding.data, s * DIMENSION);
    }
    return { milliseconds: performance.now() - started, vectors };
  };
}

async function startGraph(folder: string): Promise<Encode> {
  setWasmPaths({
    'tfjs-backend-wasm.wasm': plainWasm,
    'tfjs-backend-wasm-simd.wasm': simdWasm,
    'tfjs-backend-wasm-threaded-simd.wasm': threadedWasm,
  });
  if (!(await tf.setBackend('wasm'))) throw new Error('TF.js could not start its wasm backend.');
  const graph = await loadGraphModel(`${folder}model.json`);
  const vocabulary = (await (await fetch(`${folder}vocab.json`)).json()) as [string, number | null][];
  const tokenizer = new ReferenceTokenizer(vocabulary);
  return async (sentences) => {
    const vectors = new Float32Array(sentences.length * DIMENSION);
    const started = performance.now();
    for (let start = 0; start < sentences.length; start += BATCH_SENTENCES) {
      const rows = sentences
        .slice(start, start + BATCH_SENTENCES)
        .map((sentence) => tokenizer.encode(sentence));
      vectors.set(await encodeBatch(graph, rows), start * DIMENSION);
    }
    return { milliseconds: performance.now() - started, vectors };
  };
}

async function encodeBatch(graph: GraphModel, rows: readonly number[][]): Promise<Float32Array> {
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
}

let started: { transformers: Encode; graph: Encode } | null = null;

/** Loads both. @returns threads that each has, by its library's own count */
async function start(
  modelsPath: string,
  graphFolder: string,
): Promise<{ transformers: number; graph: number }> {
  if (!crossOriginIsolated) throw new Error('The page of the baselines is not cross-origin isolated.');
  started = {
    transformers: await startTransformers(modelsPath),
    graph: await startGraph(graphFolder),
  };
  return { transformers: env.backends.onnx.wasm!.numThreads!, graph: getThreadsCount() };
}

function encode(baseline: 'transformers' | 'graph', sentences: readonly string[]): Promise<Encoding> {
  return started![baseline](sentences);
}

Object.assign(globalThis, { bench: { start, encode } });
