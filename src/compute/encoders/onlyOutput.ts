/*
 * The parts of the ONNX file format (onnx.proto3 of github.com/onnx/onnx) that are needed to leave nodes out of a
 * graph. Tensors are copied and never decoded. Numbers are those of the fields.
 */
const MODEL = { graph: 7, trainingInfo: 20, functions: 25 };
const GRAPH = {
  node: 1,
  initializer: 5,
  input: 11,
  output: 12,
  valueInfo: 13,
  quantizationAnnotation: 14,
  sparseInitializer: 15,
};
const NODE = { input: 1, output: 2, attribute: 5 };
const ATTRIBUTE = { graph: 6, graphs: 11 };
const TENSOR = { name: 8 };
const VALUE_INFO = { name: 1 };

/** One field of a message: all of it is [start, end), its content [content, end). */
interface Field {
  number: number;
  start: number;
  content: number;
  end: number;
}

/** A node by what it reads and gives. */
interface Node {
  inputs: string[];
  outputs: string[];
}

/** The bytes are not those of an ONNX file, or of one that this file can't take apart. */
class Unreadable extends Error {}

/** [value, offset after it]. Exact up to 2^53; lengths are far below. */
function readVarint(bytes: Uint8Array, offset: number, end: number): [number, number] {
  let value = 0;
  for (let i = 0; i < 10 && offset + i < end; i++) {
    const byte = bytes[offset + i]!;
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return [value, offset + i + 1];
  }
  throw new Unreadable();
}

/** Protocol Buffers, "Encoding": tag = number << 3 | wire type. */
function fieldsOf(bytes: Uint8Array, { content, end }: Pick<Field, 'content' | 'end'>): Field[] {
  const fields: Field[] = [];
  for (let start = content; start < end;) {
    const [tag, afterTag] = readVarint(bytes, start, end);
    const field = { number: Math.floor(tag / 8), start, content: afterTag, end: afterTag };
    switch (tag % 8) {
      case 0:
        field.end = readVarint(bytes, afterTag, end)[1];
        break;
      case 1:
        field.end += 8;
        break;
      case 2: {
        const [length, afterLength] = readVarint(bytes, afterTag, end);
        field.content = afterLength;
        field.end = afterLength + length;
        break;
      }
      case 5:
        field.end += 4;
        break;
      default:
        throw new Unreadable();
    }
    if (field.end > end) throw new Unreadable();
    fields.push(field);
    start = field.end;
  }
  return fields;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(bytes: Uint8Array, { content, end }: Field): string {
  return utf8.decode(bytes.subarray(content, end));
}

/** The string field of a message, "" where it has none; of several the last counts. */
function nameOf(bytes: Uint8Array, message: Field, number: number): string {
  const field = fieldsOf(bytes, message).findLast((other) => other.number === number);
  return field ? textOf(bytes, field) : '';
}

function graphOf(bytes: Uint8Array): Field {
  const model = fieldsOf(bytes, { content: 0, end: bytes.length });
  const graphs = model.filter(({ number }) => number === MODEL.graph);
  const strange = model.some(({ number }) => number === MODEL.functions || number === MODEL.trainingInfo);
  if (graphs.length !== 1 || strange) throw new Unreadable();
  return graphs[0]!;
}

function readNode(bytes: Uint8Array, message: Field): Node {
  const node: Node = { inputs: [], outputs: [] };
  for (const field of fieldsOf(bytes, message)) {
    if (field.number === NODE.input) node.inputs.push(textOf(bytes, field));
    else if (field.number === NODE.output) node.outputs.push(textOf(bytes, field));
    else if (field.number === NODE.attribute) {
      // A graph within the graph reads values of the outer one by name.
      const inner = fieldsOf(bytes, field).some(
        ({ number }) => number === ATTRIBUTE.graph || number === ATTRIBUTE.graphs,
      );
      if (inner) throw new Unreadable();
    }
  }
  return node;
}

/** The nodes that lead to a value, and the names of all values on the way, that one included. */
function leadingTo(
  nodes: ReadonlyMap<Field, Node>,
  output: string,
): { kept: Set<Node>; needed: Set<string> } {
  const giver = new Map<string, Node>();
  for (const node of nodes.values()) {
    for (const name of node.outputs) {
      // Optional outputs that are not wanted have no name.
      if (name === '') continue;
      if (giver.has(name)) throw new Unreadable();
      giver.set(name, node);
    }
  }
  const kept = new Set<Node>();
  const needed = new Set([output]);
  // A set goes on to what is added while it is walked.
  for (const name of needed) {
    const node = giver.get(name);
    if (!node || kept.has(node)) continue;
    kept.add(node);
    for (const input of node.inputs) if (input !== '') needed.add(input);
  }
  return { kept, needed };
}

/** The fields of a graph that `output` needs. */
function neededFields(bytes: Uint8Array, fields: readonly Field[], output: string): Field[] {
  const nodes = new Map<Field, Node>();
  for (const field of fields) {
    if (field.number === GRAPH.sparseInitializer || field.number === GRAPH.quantizationAnnotation) {
      throw new Unreadable();
    }
    if (field.number === GRAPH.node) nodes.set(field, readNode(bytes, field));
  }
  const { kept, needed } = leadingTo(nodes, output);
  const given = new Set(needed);
  for (const { outputs } of kept) for (const name of outputs) given.add(name);
  const dropped = new Set<string>();
  for (const field of fields) {
    if (field.number !== GRAPH.initializer) continue;
    const name = nameOf(bytes, field, TENSOR.name);
    if (!needed.has(name)) dropped.add(name);
  }
  return fields.filter((field) => {
    switch (field.number) {
      case GRAPH.node:
        return kept.has(nodes.get(field)!);
      case GRAPH.initializer:
        return !dropped.has(nameOf(bytes, field, TENSOR.name));
      case GRAPH.input:
        // Old files name initialisers among the inputs; without its value one would have to be fed.
        return !dropped.has(nameOf(bytes, field, VALUE_INFO.name));
      case GRAPH.output:
        return nameOf(bytes, field, VALUE_INFO.name) === output;
      case GRAPH.valueInfo:
        return given.has(nameOf(bytes, field, VALUE_INFO.name));
      default:
        return true;
    }
  });
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  for (; value > 0x7f; value = Math.floor(value / 128)) bytes.push((value % 128) | 0x80);
  return Uint8Array.of(...bytes, value);
}

function withGraph(bytes: Uint8Array, graph: Field, fields: readonly Field[]): Uint8Array {
  let length = 0;
  for (const { start, end } of fields) length += end - start;
  const head = [bytes.subarray(0, graph.start), varint(MODEL.graph * 8 + 2), varint(length)];
  const body = fields.map(({ start, end }) => bytes.subarray(start, end));
  const parts = [...head, ...body, bytes.subarray(graph.end)];
  let sizeBytes = 0;
  for (const part of parts) sizeBytes += part.length;
  const result = new Uint8Array(sizeBytes);
  let offset = 0;
  for (const part of parts) {
    result.set(part, offset);
    offset += part.length;
  }
  return result;
}

/** What `read` finds, or `otherwise` where the bytes can't be taken apart: the runtime says what is wrong with them. */
function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    // TextDecoder throws a TypeError where the text is not UTF-8.
    if (error instanceof Unreadable || error instanceof TypeError) return otherwise;
    throw error;
  }
}

/** The names of the outputs of an ONNX file, in its order; none where the bytes are not such a file. */
export function outputNames(model: Uint8Array): string[] {
  return attempt(
    () =>
      fieldsOf(model, graphOf(model))
        .filter(({ number }) => number === GRAPH.output)
        .map((field) => nameOf(model, field, VALUE_INFO.name)),
    [],
  );
}

/**
 * An ONNX file without the outputs, nodes and initialisers that do not lead to `output`. ONNX Runtime computes every
 * node of a graph, whichever outputs it is asked for. Inputs stay, even those that nothing reads any more.
 * @returns the same array where there is nothing to drop; where the file lacks the output; and where the bytes are no
 *   ONNX file or have graphs within the graph, functions, sparse initialisers or annotations, which refer to values
 *   in other ways
 */
export function onlyOutput(model: Uint8Array, output: string): Uint8Array {
  return attempt(() => {
    const graph = graphOf(model);
    const fields = fieldsOf(model, graph);
    if (!outputNames(model).includes(output)) return model;
    const kept = neededFields(model, fields, output);
    return kept.length === fields.length ? model : withGraph(model, graph, kept);
  }, model);
}
