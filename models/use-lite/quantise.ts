import type { GraphWriter, Value } from './graph.ts';
import type { Precision } from './network.ts';
import type { Matrix } from './weights.ts';

/** int8 values of the matrix's shape and one scale a column, or a row: value = scale x int8. */
export interface Quantised {
  values: Int8Array;
  scales: Float32Array;
}

/** Symmetric: the scale is the largest magnitude / 127, so that the zero point is 0. */
export function quantise({ rows, columns, values }: Matrix, along: 'row' | 'column'): Quantised {
  const scales = new Float32Array(along === 'row' ? rows : columns);
  const scaleOf = (i: number) => (along === 'row' ? Math.floor(i / columns) : i % columns);
  for (let i = 0; i < values.length; i++) {
    const s = scaleOf(i);
    scales[s] = Math.max(scales[s]!, Math.abs(values[i]!));
  }
  for (let s = 0; s < scales.length; s++) scales[s] = scales[s]! / 127;
  const rounded = values.map((value, i) => {
    const scale = scales[scaleOf(i)]!;
    return scale === 0 ? 0 : Math.round(value / scale);
  });
  return { values: Int8Array.from(rounded), scales };
}

/**
 * The float matrix of quantised values. onnxruntime folds these two nodes into a constant as it loads the file;
 * DequantizeLinear, which says the same, it would compute anew for every batch.
 */
function dequantised(graph: GraphWriter, name: string, matrix: Matrix, along: 'row' | 'column'): Value {
  const { values, scales } = quantise(matrix, along);
  const stored = graph.constant(`${name}/int8`, values, [matrix.rows, matrix.columns]);
  const dims = along === 'row' ? [matrix.rows, 1] : [1, matrix.columns];
  return graph.node('Mul', name, [
    graph.node('Cast', `${name}/float`, [stored], { to: 1 }),
    graph.constant(`${name}/scales`, scales, dims),
  ]);
}

/** Weights in int8, arithmetic in float32: a quarter of the download, and no vector depends on its batch. */
export const INT8_WEIGHTS: Precision = {
  factor: (graph, name, matrix) => {
    const kernel = dequantised(graph, name, matrix, 'column');
    return (product, x) => graph.node('MatMul', product, [x, kernel]);
  },
  table: (graph, name, matrix) => dequantised(graph, name, matrix, 'row'),
};

/**
 * Dynamic quantisation as onnxruntime's quantize_dynamic does it, with a scale a column: the left side is rounded to
 * uint8 over the range that it has in the batch at hand, the product is one of integers.
 */
export const DYNAMIC_INT8: Precision = {
  factor: (graph, name, matrix) => {
    const { values, scales } = quantise(matrix, 'column');
    const kernel = graph.constant(name, values, [matrix.rows, matrix.columns]);
    const kernelZero = graph.constant(`${name}/zero`, new Int8Array(matrix.columns), [matrix.columns]);
    const kernelScales = graph.constant(`${name}/scales`, scales, [matrix.columns]);
    return (product, x) => {
      const left = [`${product}/rounded`, `${product}/scale`, `${product}/zero`] as const;
      graph.nodes('DynamicQuantizeLinear', `${product}/quantise`, [x], left);
      const [rounded, scale, zero] = left;
      const integers = graph.node('MatMulInteger', `${product}/integers`, [
        rounded,
        kernel,
        zero,
        kernelZero,
      ]);
      const bothScales = graph.node('Mul', `${product}/scales`, [scale, kernelScales]);
      const floats = graph.node('Cast', `${product}/float`, [integers], { to: 1 });
      return graph.node('Mul', product, [floats, bothScales]);
    };
  },
  table: (graph, name, matrix) => dequantised(graph, name, matrix, 'row'),
};
