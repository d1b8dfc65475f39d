import { createRequire } from 'node:module';
import type { onnx as Onnx } from 'onnx-proto';

// A CommonJS package whose names Node cannot see from outside.
const { onnx } = createRequire(import.meta.url)('onnx-proto') as { onnx: typeof Onnx };

const OPSET = 17;
/** Of the file format itself; the one that came with opset 17. */
const IR_VERSION = 8;

/** The name of a value in the graph: an input, a constant or the output of a node. */
export type Value = string;

type Attribute = number | readonly number[] | { float: number };
type Side = number | string;

const { DataType } = onnx.TensorProto;

/** Little-endian bytes of numbers, as `raw_data` wants them, on whatever machine this runs. */
function rawBytes(values: Float32Array | Int8Array | readonly number[]): { type: number; bytes: Uint8Array } {
  if (values instanceof Int8Array) {
    return { type: DataType.INT8, bytes: new Uint8Array(values.buffer, values.byteOffset, values.length) };
  }
  const isFloat = values instanceof Float32Array;
  const bytes = new Uint8Array(values.length * (isFloat ? 4 : 8));
  const view = new DataView(bytes.buffer);
  values.forEach((value, i) => {
    if (isFloat) view.setFloat32(4 * i, value, true);
    else view.setBigInt64(8 * i, BigInt(value), true);
  });
  return { type: isFloat ? DataType.FLOAT : DataType.INT64, bytes };
}

function attribute(name: string, value: Attribute): Onnx.IAttributeProto {
  const { AttributeType } = onnx.AttributeProto;
  if (typeof value === 'number') return { name, type: AttributeType.INT, i: value };
  if ('float' in value) return { name, type: AttributeType.FLOAT, f: value.float };
  return { name, type: AttributeType.INTS, ints: [...value] };
}

function valueInfo(name: Value, elemType: number, dims: readonly Side[]): Onnx.IValueInfoProto {
  const dim = dims.map((side) => (typeof side === 'number' ? { dimValue: side } : { dimParam: side }));
  return { name, type: { tensorType: { elemType, shape: { dim } } } };
}

/** Writes an ONNX graph node by node. The same calls give the same bytes. */
export class GraphWriter {
  readonly #nodes: Onnx.INodeProto[] = [];
  readonly #constants = new Map<Value, Onnx.ITensorProto>();
  readonly #inputs: Onnx.IValueInfoProto[] = [];
  readonly #outputs: Onnx.IValueInfoProto[] = [];

  /** An input of int64. */
  input(name: Value, dims: readonly Side[]): Value {
    this.#inputs.push(valueInfo(name, DataType.INT64, dims));
    return name;
  }

  /** Declares a float value of the graph as an output. */
  output(name: Value, dims: readonly Side[]): void {
    this.#outputs.push(valueInfo(name, DataType.FLOAT, dims));
  }

  /** Float32Array gives float, Int8Array int8, a plain array int64. The same name twice is one constant. */
  constant(
    name: Value,
    values: Float32Array | Int8Array | readonly number[],
    dims: readonly number[],
  ): Value {
    const { type, bytes } = rawBytes(values);
    this.#constants.set(name, { name, dataType: type, dims: [...dims], rawData: bytes });
    return name;
  }

  /** A vector of int64: a shape, or axes. */
  integers(values: readonly number[]): Value {
    return this.constant(`int64_${values.join('_')}`, values, [values.length]);
  }

  number(value: number): Value {
    return this.constant(`float_${value}`, new Float32Array([value]), []);
  }

  /** A node with one output, which has the node's name. */
  node(
    operator: string,
    name: Value,
    inputs: readonly Value[],
    attributes: Record<string, Attribute> = {},
  ): Value {
    this.nodes(operator, name, inputs, [name], attributes);
    return name;
  }

  /** A node with the outputs that are named. */
  nodes(
    operator: string,
    name: string,
    inputs: readonly Value[],
    outputs: readonly Value[],
    attributes: Record<string, Attribute> = {},
  ): void {
    this.#nodes.push({
      opType: operator,
      name,
      input: [...inputs],
      output: [...outputs],
      attribute: Object.entries(attributes).map(([key, value]) => attribute(key, value)),
    });
  }

  /** The bytes of the .onnx file. */
  finish(graphName: string): Uint8Array {
    const model: Onnx.IModelProto = {
      irVersion: IR_VERSION,
      producerName: 'sts-playground',
      opsetImport: [{ domain: '', version: OPSET }],
      graph: {
        name: graphName,
        node: this.#nodes,
        initializer: [...this.#constants.values()],
        input: this.#inputs,
        output: this.#outputs,
      },
    };
    return onnx.ModelProto.encode(model).finish();
  }
}
