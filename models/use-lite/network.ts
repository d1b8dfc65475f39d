import { GraphWriter, type Value } from './graph.ts';
import type { Dense, Layer, Matrix, Network, Norm } from './weights.ts';

/** Tokens beyond this are dropped, as the TF.js graph does (ClipToMaxLength). */
export const MAX_TOKENS = 128;
const HEADS = 4;
const EPSILON = 1e-6;
const PADDING_BIAS = -1e9;

/** How a precision stores the matrices and multiplies with them. */
export interface Precision {
  /** x · matrix; `name` is unique in the graph. */
  multiply(graph: GraphWriter, name: string, x: Value, matrix: Matrix): Value;
  /** The table as a float value to gather rows from. */
  table(graph: GraphWriter, name: string, matrix: Matrix): Value;
}

function vector(graph: GraphWriter, name: string, values: Float32Array): Value {
  return graph.constant(name, values, [values.length]);
}

function dense(
  graph: GraphWriter,
  precision: Precision,
  name: string,
  x: Value,
  { kernel, bias }: Dense,
): Value {
  const product = precision.multiply(graph, `${name}/product`, x, kernel);
  return graph.node('Add', name, [product, vector(graph, `${name}/bias`, bias)]);
}

function layerNorm(graph: GraphWriter, name: string, x: Value, { scale, bias }: Norm): Value {
  const inputs = [x, vector(graph, `${name}/scale`, scale), vector(graph, `${name}/bias`, bias)];
  return graph.node('LayerNormalization', name, inputs, { axis: -1, epsilon: { float: EPSILON } });
}

/**
 * The timing signal of every position, [MAX_TOKENS, 256]: sin and cos of position x inverse timescale. Computed by
 * the runtime, since the last bit of Math.sin differs between versions of Node and the file must not.
 */
function timingSignal(graph: GraphWriter, inverseTimescales: Float32Array): Value {
  const positions = Float32Array.from({ length: MAX_TOKENS }, (_, position) => position);
  const angles = graph.node('Mul', 'timing/angles', [
    graph.constant('timing/positions', positions, [MAX_TOKENS, 1]),
    graph.constant('timing/inverse_timescales', inverseTimescales, [1, inverseTimescales.length]),
  ]);
  const waves = [graph.node('Sin', 'timing/sines', [angles]), graph.node('Cos', 'timing/cosines', [angles])];
  return graph.node('Concat', 'timing', waves, { axis: 1 });
}

/** Multi-head attention of x over itself, before the output projection: [batch, tokens, width]. */
function attention(
  graph: GraphWriter,
  precision: Precision,
  name: string,
  x: Value,
  paddingBias: Value,
  { queriesKeysValues }: Layer,
): Value {
  const width = queriesKeysValues.kernel.columns / 3;
  const joined = dense(graph, precision, `${name}/qkv`, x, queriesKeysValues);
  const split = ['queries', 'keys', 'values'].map((part) => `${name}/${part}`);
  graph.nodes('Split', `${name}/split`, [joined, graph.integers([width, width, width])], split, { axis: -1 });
  const [queries, keys, values] = split.map((part, i) => {
    const heads = graph.node('Reshape', `${part}/heads`, [
      part,
      graph.integers([0, 0, HEADS, width / HEADS]),
    ]);
    // Keys are turned for the product: [batch, heads, size, tokens].
    return graph.node('Transpose', `${part}/turned`, [heads], {
      perm: i === 1 ? [0, 2, 3, 1] : [0, 2, 1, 3],
    });
  }) as [Value, Value, Value];
  const scale = graph.number(Math.fround((width / HEADS) ** -0.5));
  const scaled = graph.node('Mul', `${name}/scaled`, [queries, scale]);
  const products = graph.node('MatMul', `${name}/products`, [scaled, keys]);
  const biased = graph.node('Add', `${name}/biased`, [products, paddingBias]);
  const weights = graph.node('Softmax', `${name}/weights`, [biased], { axis: -1 });
  const means = graph.node('MatMul', `${name}/means`, [weights, values]);
  const tokensFirst = graph.node('Transpose', `${name}/tokens_first`, [means], { perm: [0, 2, 1, 3] });
  return graph.node('Reshape', `${name}/combined`, [tokensFirst, graph.integers([0, 0, width])]);
}

function transformerLayer(
  graph: GraphWriter,
  precision: Precision,
  name: string,
  x: Value,
  paddingBias: Value,
  layer: Layer,
): Value {
  const normed = layerNorm(graph, `${name}/attention_norm`, x, layer.attentionNorm);
  const attended = attention(graph, precision, `${name}/attention`, normed, paddingBias, layer);
  const output = dense(graph, precision, `${name}/output`, attended, layer.output);
  // The residual branches off before the norm.
  const residual =
    layer.residual === null ? x : dense(graph, precision, `${name}/residual`, x, layer.residual);
  const middle = graph.node('Add', `${name}/attended`, [output, residual]);
  const normedMiddle = layerNorm(graph, `${name}/feed_forward_norm`, middle, layer.feedForwardNorm);
  const expanded = dense(graph, precision, `${name}/expand`, normedMiddle, layer.expand);
  const positive = graph.node('Relu', `${name}/relu`, [expanded]);
  const contracted = dense(graph, precision, `${name}/contract`, positive, layer.contract);
  return graph.node('Add', `${name}/out`, [contracted, middle]);
}

/**
 * The network as an ONNX file. Inputs `input_ids` and `attention_mask`, [batch, tokens], int64, padded on the right;
 * outputs `last_hidden_state`, [batch, tokens up to 128, 512], and `sentence_embedding`, [batch, 512], of length 1.
 * Follows the TF.js graph operation by operation; a row without any token gives a vector too, and not NaN.
 */
export function buildNetwork(network: Network, precision: Precision): Uint8Array {
  const graph = new GraphWriter();
  const clip = (name: string, input: Value) =>
    graph.node('Slice', name, [
      input,
      graph.integers([0]),
      graph.integers([MAX_TOKENS]),
      graph.integers([1]),
    ]);
  const ids = clip('ids', graph.input('input_ids', ['batch', 'tokens']));
  const maskIntegers = clip('mask/integers', graph.input('attention_mask', ['batch', 'tokens']));
  const mask = graph.node('Cast', 'mask', [maskIntegers], { to: 1 });
  const maskColumn = graph.node('Unsqueeze', 'mask/column', [mask, graph.integers([2])]);
  const padding = graph.node('Sub', 'padding', [graph.number(1), mask]);
  const paddingBias = graph.node('Unsqueeze', 'padding/bias', [
    graph.node('Mul', 'padding/scaled', [padding, graph.number(PADDING_BIAS)]),
    graph.integers([1, 2]),
  ]);

  const table = precision.table(graph, 'embeddings', network.embeddings);
  const embedded = graph.node('Gather', 'embedded', [table, ids], { axis: 0 });
  const tokens = graph.node('Shape', 'tokens', [ids], { start: 1, end: 2 });
  const timing = graph.node('Slice', 'timing/used', [
    timingSignal(graph, network.inverseTimescales),
    graph.integers([0]),
    tokens,
    graph.integers([0]),
  ]);
  // The graph adds the embedding to itself with the timing signal; padding stays zero.
  const timed = graph.node('Add', 'timed', [embedded, timing]);
  const doubled = graph.node('Add', 'doubled', [embedded, timed]);
  let hidden = graph.node('Mul', 'input', [doubled, maskColumn]);
  network.layers.forEach((layer, i) => {
    hidden = transformerLayer(graph, precision, `layer_${i}`, hidden, paddingBias, layer);
  });

  // There is no norm after the last layer.
  graph.node('Identity', 'last_hidden_state', [hidden]);
  graph.output('last_hidden_state', ['batch', 'clipped_tokens', 512]);

  const masked = graph.node('Mul', 'masked', [hidden, maskColumn]);
  const sum = graph.node('ReduceSum', 'sum', [masked, graph.integers([1])], { keepdims: 0 });
  const counted = graph.node('ReduceSum', 'counted', [mask, graph.integers([1])], { keepdims: 1 });
  const count = graph.node('Max', 'count', [counted, graph.number(1)]);
  const mean = graph.node('Div', 'mean', [sum, count]);
  const sentence = graph.node('Tanh', 'sentence', [
    dense(graph, precision, 'sentence/dense', mean, network.sentence),
  ]);
  const squares = graph.node('ReduceSum', 'sentence/squares', [
    graph.node('Mul', 'sentence/squared', [sentence, sentence]),
    graph.integers([1]),
  ]);
  const length = graph.node('Sqrt', 'sentence/length', [
    graph.node('Max', 'sentence/bounded', [squares, graph.number(1e-12)]),
  ]);
  graph.node('Div', 'sentence_embedding', [sentence, length]);
  graph.output('sentence_embedding', ['batch', 512]);
  return graph.finish('universal-sentence-encoder-lite');
}

/** Plain float32. */
export const FP32: Precision = {
  multiply: (graph, name, x, { rows, columns, values }) =>
    graph.node('MatMul', name, [x, graph.constant(`${name}/kernel`, values, [rows, columns])]),
  table: (graph, name, { rows, columns, values }) => graph.constant(name, values, [rows, columns]),
};
