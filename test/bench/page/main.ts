/**
 * What the product is measured against, in the same browser: the bare segment sum on wasm and a plain loop over
 * the same vectors, and wink-nlp averaging its embeddings over the same sentences.
 */
import winkNLP from 'wink-nlp';
import winkModel from 'wink-eng-lite-web-model';
import { MODELS } from '../../../models/catalogue.ts';
import { startBackend } from '../../../src/compute/backends/tensors.ts';
import { shippedVectors } from '../../../src/compute/models/shipped.ts';
import type { SegmentSummer, Segments, WordRows } from '../../../src/systems/encoders/types.ts';
import { indexTokens, type TokenIndex } from '../../../src/systems/tokenIndex.ts';

const now = (): number => performance.now();
const quiet = (): void => {};

let prepared: { index: TokenIndex; words: WordRows; segments: Segments } | null = null;

/** Tokens and word rows of some sentences. */
async function prepare(siteUrl: string, sentences: readonly string[]): Promise<void> {
  const index = await indexTokens(sentences, { tokeniser: 'words', lowerCase: true, punctuation: 'drop' });
  const model = MODELS.find(({ id }) => id === 'glove-6b-100d')!;
  const vectors = await shippedVectors(model, `${siteUrl}models/${model.id}/`, fetch.bind(globalThis), quiet);
  const words = await vectors.rowsFor(index.vocabulary, quiet);
  const ids: number[] = [];
  const offsets = new Int32Array(sentences.length + 1);
  for (let s = 0; s < sentences.length; s++) {
    for (let t = index.offsets[s]!; t < index.offsets[s + 1]!; t++) {
      if (words.known[index.ids[t]!] === 1) ids.push(index.ids[t]!);
    }
    offsets[s + 1] = ids.length;
  }
  prepared = { index, words, segments: { ids: Int32Array.from(ids), offsets } };
}

/** The plain loop in single precision: what one would write without TF.js. */
function plainLoop({ rows, dimension }: WordRows, { ids, offsets }: Segments): Float32Array {
  const sums = new Float32Array((offsets.length - 1) * dimension);
  for (let s = 0; s < offsets.length - 1; s++) {
    const at = s * dimension;
    for (let t = offsets[s]!; t < offsets[s + 1]!; t++) {
      const row = ids[t]! * dimension;
      for (let i = 0; i < dimension; i++) sums[at + i]! += rows[row + i]!;
    }
  }
  return sums;
}

/** Milliseconds of one segment sum with the table already on the backend, and of the plain loop. */
async function kernels(backend: 'wasm' | 'cpu', rounds: number): Promise<{ sum: number[]; loop: number[] }> {
  const { words, segments } = prepared!;
  const summer: SegmentSummer = await startBackend(backend);
  const table = await summer.table(words, null);
  const times = { sum: [] as number[], loop: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    const t0 = now();
    const sums = await table.sums(segments);
    const t1 = now();
    const looped = plainLoop(words, segments);
    const t2 = now();
    if (Math.abs(sums[0]! - looped[0]!) > 1e-3) throw new Error('The two do not compute the same.');
    // The first round warms both up.
    if (round > 0) {
      times.sum.push(t1 - t0);
      times.loop.push(t2 - t1);
    }
  }
  table.dispose();
  return times;
}

let nlp: ReturnType<typeof winkNLP> | null = null;

async function loadWink(embeddingsUrl: string): Promise<void> {
  const embeddings = (await (await fetch(embeddingsUrl)).json()) as Parameters<typeof winkNLP>[2];
  // The pipe that the readme of the embeddings uses: tokens and sentence boundaries, none of the costly steps.
  nlp = winkNLP(winkModel, ['sbd'], embeddings);
}

/** Milliseconds of reading and averaging every sentence, and of the cosine of each pair. */
function wink(sentences: readonly string[], first: Int32Array, second: Int32Array): number {
  const { its, as } = nlp!;
  const started = now();
  const vectors = sentences.map((sentence) => nlp!.readDoc(sentence).tokens().out(its.value, as.vector));
  let sum = 0;
  for (let pair = 0; pair < first.length; pair++) {
    const a = vectors[first[pair]!] as number[];
    const b = vectors[second[pair]!] as number[];
    let dot = 0;
    for (let i = 0; i < 100; i++) dot += a[i]! * b[i]!;
    sum += dot / (a[100]! * b[100]!);
  }
  if (Number.isNaN(sum) && first.length === 0) throw new Error('No pair.');
  return now() - started;
}

Object.assign(globalThis, { bench: { prepare, kernels, loadWink, wink } });
