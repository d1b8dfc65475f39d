import { GraphWriter, type Value } from './graph.ts';
import type { Dense, Layer, Matrix, Network, Norm } from './weights.ts';

/** Tokens beyond this are dropped, as the TF.js graph does (ClipToMaxLength). */
export const MAX_TOKENS = 128;
const HEADS = 4;
const EPSILON = 1e-6;
const PADDING_BIAS = -1e9;

/** Adds what a matrix or a layer makes of x; `name` is unique in the graph. */
export type Applied = (name: string, x: Value) => Value;

/** How a precision stores the matrices and multiplies with them. */
export interface Precision {
  /** Stores the matrix once, for any number of products x · matrix. */
  factor(graph: GraphWriter, name: string, matrix: Matrix): Applied;
  /** The table as a float value to gather rows from. */
  table(graph: GraphWriter, name: string, matrix: Matrix): Value;
}

function vector(graph: GraphWriter, name: string, values: Float32Array): Value {
  return graph.constant(name, values, [values.length]);
}

/** Stores a layer once, for any number of uses. */
function dense(graph: GraphWriter, precision: Precision, name: string, { kernel, bias }: Dense): Applied {
  const times = precision.factor(graph, `${name}/kernel`, kernel);
  const shift = vector(graph, `${name}/bias`, bias);
  return (use, x) => graph.node('Add', use, [times(`${use}/product`, x), shift]);
}

function denseOf(graph: GraphWriter, precision: Precision, name: string, x: Value, layer: Dense): Value {
  return dense(graph, precision, name, layer)(name, x);
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
  const joined = denseOf(graph, precision, `${name}/qkv`, x, queriesKeysValues);
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

/** A layer of the transformer up to its last product: its output is contract(expanded) + attended. */
interface Unfinished {
  /** After attention and its residual: [batch, tokens, 512]. */
  attended: Value;
  /** After the ReLU: [batch, tokens, 1536]. */
  expanded: Value;
  contract: Applied;
}

function transformerLayer(
  graph: GraphWriter,
  precision: Precision,
  name: string,
  x: Value,
  paddingBias: Value,
  layer: Layer,
): Unfinished {
  const normed = layerNorm(graph, `${name}/attention_norm`, x, layer.attentionNorm);
  const combined = attention(graph, precision, `${name}/attention`, normed, paddingBias, layer);
  const output = denseOf(graph, precision, `${name}/output`, combined, layer.output);
  // The residual branches off before the norm.
  const residual =
    layer.residual === null ? x : denseOf(graph, precision, `${name}/residual`, x, layer.residual);
  const attended = graph.node('Add', `${name}/attended`, [output, residual]);
  const normedMiddle = layerNorm(graph, `${name}/feed_forward_norm`, attended, layer.feedForwardNorm);
  const expanded = denseOf(graph, precision, `${name}/expand`, normedMiddle, layer.expand);
  return {
    attended,
    expanded: graph.node('Relu', `${name}/relu`, [expanded]),
    contract: dense(graph, precision, `${name}/contract`, layer.contract),
  };
}

function finished(graph: GraphWriter, name: string, { attended, expanded, contract }: Unfinished): Value {
  return graph.node('Add', name, [contract(`${name}/contract`, expanded), attended]);
}

/**
 * The mean of the hidden states over the tokens, [batch, 512]: that of `finished`, without it. The last product is
 * linear, so that the mean can be taken before it, which spares one product a token.
 * @param shares 1 / number of tokens at each token and 0 at padding, [batch, tokens]
 * @param counted number of tokens, [batch, 1]
 */
function meanState(
  graph: GraphWriter,
  { attended, expanded, contract }: Unfinished,
  shares: Value,
  counted: Value,
): Value {
  const row = graph.node('Unsqueeze', 'shares/row', [shares, graph.integers([1])]);
  const mean = (name: string, x: Value) =>
    graph.node('Squeeze', name, [graph.node('MatMul', `${name}/product`, [row, x]), graph.integers([1])]);
  const sum = graph.node('Add', 'mean/sum', [
    contract('mean/contract', mean('mean/expanded', expanded)),
    mean('mean/attended', attended),
  ]);
  // The mean of no token is 0, without the bias.
  return graph.node('Mul', 'mean', [sum, graph.node('Min', 'any', [counted, graph.number(1)])]);
}

/**
 * The network as an ONNX file. Inputs `input_ids` and `attention_mask`, [batch, tokens], int64, padded on the right;
 * outputs `last_hidden_state`, [batch, tokens up to 128, 512], and `sentence_embedding`, [batch, 512], of length 1.
 * Follows the TF.js graph operation by operation up to the last product, which `sentence_embedding` takes of the mean;
 * a row without any token gives a vector too, and not NaN. Both outputs are computed, whichever is asked for.
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
  const layers = network.layers.map((layer, i) => {
    const unfinished = transformerLayer(graph, precision, `layer_${i}`, hidden, paddingBias, layer);
    hidden = finished(graph, `layer_${i}/out`, unfinished);
    return unfinished;
  });

  // There is no norm after the last layer.
  graph.node('Identity', 'last_hidden_state', [hidden]);
  graph.output('last_hidden_state', ['batch', 'clipped_tokens', 512]);

  const counted = graph.node('ReduceSum', 'counted', [mask, graph.integers([1])], { keepdims: 1 });
  const shares = graph.node('Div', 'shares', [mask, graph.node('Max', 'count', [counted, graph.number(1)])]);
  const mean = meanState(graph, layers.at(-1)!, shares, counted);
  const sentence = graph.node('Tanh', 'sentence', [
    denseOf(graph, precision, 'sentence/dense', mean, network.sentence),
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
  factor: (graph, name, { rows, columns, values }) => {
    const kernel = graph.constant(name, values, [rows, columns]);
    return (product, x) => graph.node('MatMul', product, [x, kernel]);
  },
  table: (graph, name, { rows, columns, values }) => graph.constant(name, values, [rows, columns]),
};
