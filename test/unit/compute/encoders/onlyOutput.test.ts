import { createRequire } from 'node:module';
import fc from 'fast-check';
import type { onnx as Onnx } from 'onnx-proto';
import * as ort from 'onnxruntime-web';
import { beforeAll, describe, expect, it } from 'vitest';
import { onlyOutput, outputNames } from '../../../../src/compute/encoders/onlyOutput.ts';
import { built, loadTokenizer, notBuilt, readBuilt } from '../../models/use-lite/files.ts';
import { SENTENCES } from '../../models/use-lite/sentences.ts';

const { onnx } = createRequire(import.meta.url)('onnx-proto') as { onnx: typeof Onnx };
const FLOAT = onnx.TensorProto.DataType.FLOAT;
const PATIENCE_MS = 240_000;

function info(name: string): Onnx.IValueInfoProto {
  return { name, type: { tensorType: { elemType: FLOAT, shape: { dim: [{ dimValue: 2 }] } } } };
}

function constant(name: string, values: [number, number]): Onnx.ITensorProto {
  return { name, dataType: FLOAT, dims: [2], rawData: new Uint8Array(new Float32Array(values).buffer) };
}

function node(
  opType: string,
  input: string[],
  output: string[],
  attribute: Onnx.IAttributeProto[] = [],
): Onnx.INodeProto {
  return { opType, name: output.join(), input, output, attribute };
}

function encode(graph: Onnx.IGraphProto, model: Onnx.IModelProto = {}): Uint8Array {
  return onnx.ModelProto.encode({
    irVersion: 8,
    opsetImport: [{ domain: '', version: 17 }],
    graph: { name: 'small', ...graph },
    ...model,
  }).finish();
}

/** Two outputs that share their first node; each has a constant of its own. */
function forked(more: Onnx.IGraphProto = {}): Onnx.IGraphProto {
  return {
    input: [info('x')],
    initializer: [constant('both', [1, 2]), constant('left only', [3, 4]), constant('right ü', [5, 6])],
    node: [
      node('Mul', ['x', 'both'], ['shared']),
      node('Add', ['shared', 'left only'], ['left']),
      node('Sub', ['shared', 'right ü'], ['middle']),
      // An input and an output that are optional and absent have no name.
      node('Clip', ['middle', '', ''], ['right']),
    ],
    valueInfo: ['shared', 'middle'].map(info),
    output: ['left', 'right'].map(info),
    ...more,
  };
}

function namesIn(bytes: Uint8Array): Record<string, string[]> {
  const { graph } = onnx.ModelProto.decode(bytes);
  const names = (values: { name?: string | null }[] | null | undefined) =>
    (values ?? []).map(({ name }) => name!);
  return {
    nodes: names(graph!.node),
    initialisers: names(graph!.initializer),
    inputs: names(graph!.input),
    values: names(graph!.valueInfo),
    outputs: names(graph!.output),
  };
}

async function run(model: Uint8Array, output: string): Promise<number[]> {
  const session = await ort.InferenceSession.create(model, { executionProviders: ['wasm'] });
  try {
    const x = new ort.Tensor('float32', new Float32Array([0.75, -3]), [2]);
    return [...((await session.run({ x }, [output]))[output]!.data as Float32Array)];
  } finally {
    await session.release();
  }
}

beforeAll(() => {
  ort.env.wasm.numThreads = 1;
});

describe('onlyOutput', () => {
  it('keeps what leads to the output, in its order, and nothing else', () => {
    const model = encode(forked());
    expect(namesIn(onlyOutput(model, 'left'))).toEqual({
      nodes: ['shared', 'left'],
      initialisers: ['both', 'left only'],
      inputs: ['x'],
      values: ['shared'],
      outputs: ['left'],
    });
    expect(namesIn(onlyOutput(model, 'right'))).toEqual({
      nodes: ['shared', 'middle', 'right'],
      initialisers: ['both', 'right ü'],
      inputs: ['x'],
      values: ['shared', 'middle'],
      outputs: ['right'],
    });
  });

  it('gives a file that the runtime runs to the same numbers', async () => {
    const model = encode(forked());
    expect(await run(onlyOutput(model, 'left'), 'left')).toEqual([3.75, -2]);
    expect(await run(onlyOutput(model, 'right'), 'right')).toEqual([-4.25, -12]);
    await expect(run(onlyOutput(model, 'right'), 'left')).rejects.toThrow();
  });

  it('leaves the rest of the file as it is, before and behind the graph', () => {
    const rest = { producerName: 'someone', metadataProps: [{ key: 'a', value: 'b' }], docString: 'words' };
    const model = encode(forked(), rest);
    const found = onnx.ModelProto.decode(onlyOutput(model, 'left'));
    expect(found).toMatchObject(rest);
    const again = { ...onnx.ModelProto.decode(model), graph: found.graph! };
    expect([...onlyOutput(model, 'left')]).toEqual([...onnx.ModelProto.encode(again).finish()]);
  });

  it('does not change the array that it is given', () => {
    const model = encode(forked());
    const before = model.slice();
    onlyOutput(model, 'left');
    expect(model).toEqual(before);
  });

  it('keeps a node whole of which one output is wanted, and one that gives two outputs of the graph', () => {
    const model = encode({
      input: [info('x')],
      node: [
        node('Split', ['x'], ['first', 'second'], [{ name: 'axis', i: 0, type: 2 }]),
        node('Neg', ['second'], ['minus']),
        node('Abs', ['first'], ['size']),
      ],
      output: ['first', 'minus', 'size'].map(info),
    });
    expect(namesIn(onlyOutput(model, 'minus'))).toMatchObject({
      nodes: ['first,second', 'minus'],
      outputs: ['minus'],
    });
    expect(namesIn(onlyOutput(model, 'first'))).toMatchObject({ nodes: ['first,second'] });
  });

  it('does not take absent outputs of two nodes, which have no name, for one value', () => {
    const dropouts = [node('Dropout', ['x'], ['left', '']), node('Dropout', ['left'], ['right', ''])];
    const model = encode({ input: [info('x')], node: dropouts, output: ['left', 'right'].map(info) });
    expect(namesIn(onlyOutput(model, 'left'))).toMatchObject({ nodes: ['left,'], outputs: ['left'] });
  });

  it('takes an initialiser that it drops from the inputs too, and leaves inputs that nothing reads', () => {
    const input = ['x', 'token_type_ids', 'both', 'left only'].map(info);
    const found = onlyOutput(encode(forked({ input })), 'right');
    expect(namesIn(found).inputs).toEqual(['x', 'token_type_ids', 'both']);
  });

  it('keeps an initialiser that is itself the output', () => {
    const output = ['both', 'left'].map(info);
    expect(namesIn(onlyOutput(encode(forked({ output })), 'both'))).toEqual({
      nodes: [],
      initialisers: ['both'],
      inputs: ['x'],
      values: [],
      outputs: ['both'],
    });
  });

  it('gives the same array where there is nothing to drop, or no such output', () => {
    const once = onlyOutput(encode(forked()), 'left');
    expect(onlyOutput(once, 'left')).toBe(once);
    const model = encode(forked());
    for (const name of ['shared', 'x', 'LEFT', '']) expect(onlyOutput(model, name)).toBe(model);
  });

  const inner: Onnx.IGraphProto = { name: 'inner', node: [node('Neg', ['shared'], ['inside'])] };
  const withAttribute = (attribute: Onnx.IAttributeProto) =>
    forked({ node: [...forked().node!, node('Thing', ['x'], ['z'], [attribute])] });
  it.each<[string, Uint8Array]>([
    ['a graph in an attribute', encode(withAttribute({ name: 'then_branch', type: 5, g: inner }))],
    ['graphs in an attribute', encode(withAttribute({ name: 'branches', type: 10, graphs: [inner] }))],
    ['a sparse initialiser', encode(forked({ sparseInitializer: [{ values: constant('s', [1, 2]) }] }))],
    ['an annotation', encode(forked({ quantizationAnnotation: [{ tensorName: 'left only' }] }))],
    ['training', encode(forked(), { trainingInfo: [{ algorithm: { name: 'descent' } }] })],
    // onnx-proto is older than functions: field 25, length 0.
    ['a function', Uint8Array.of(...encode(forked()), 0xca, 0x01, 0)],
    ['two graphs, which a reader joins', Uint8Array.of(...encode(forked()), ...encode(forked()))],
    ['one value given twice', encode(forked({ node: [...forked().node!, node('Neg', ['x'], ['left'])] }))],
    ['a name that is not UTF-8', encode(forked()).map((byte) => (byte === 0xc3 ? 0xff : byte))],
    ['no graph', encode({}, { graph: null })],
    ['nothing', new Uint8Array()],
    ['text', new TextEncoder().encode('version https://git-lfs.github.com/spec/v1')],
  ])('gives %s back unchanged', (_, model) => {
    expect(onlyOutput(model, 'left')).toBe(model);
  });

  it('does not mind other attributes', () => {
    const model = encode(withAttribute({ name: 'alpha', type: 1, f: 0.5 }));
    expect(namesIn(onlyOutput(model, 'left')).nodes).toEqual(['shared', 'left']);
  });

  it('gives a file back unchanged that is cut off, and no file or damage makes it throw', () => {
    const model = encode(forked());
    for (let length = 0; length < model.length; length++) {
      const cut = model.subarray(0, length);
      // Behind the graph a cut may fall between two fields, and nothing is missing but the opset.
      const { graph } = attempt(() => onnx.ModelProto.decode(cut));
      if (!graph) expect(onlyOutput(cut, 'left')).toBe(cut);
    }
    fc.assert(
      fc.property(fc.nat(model.length - 1), fc.nat(255), fc.uint8Array(), (at, byte, junk) => {
        const damaged = model.slice();
        damaged[at] = byte;
        onlyOutput(damaged, 'left');
        outputNames(damaged);
        expect(onlyOutput(junk, 'left')).toBe(junk);
        expect(outputNames(junk)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('any graph: every output alone is what it was, and only its ancestors are left', async () => {
    const operators = ['Add', 'Sub', 'Mul', 'Max'];
    const graphs = fc.record({
      constants: fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })), {
        minLength: 1,
        maxLength: 4,
      }),
      nodes: fc.array(fc.tuple(fc.nat(3), fc.nat(), fc.nat()), { minLength: 1, maxLength: 8 }),
      outputs: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(graphs, async ({ constants, nodes, outputs }) => {
        const values = ['x', ...constants.map((_, i) => `c${i}`)];
        const leads = new Map<string, Set<string>>();
        const written = nodes.map(([operator, a, b], i) => {
          const inputs = [values[a % values.length]!, values[b % values.length]!];
          values.push(`n${i}`);
          leads.set(`n${i}`, new Set([`n${i}`, ...inputs.flatMap((name) => [...(leads.get(name) ?? [])])]));
          return node(operators[operator]!, inputs, [`n${i}`]);
        });
        const names = [...new Set(outputs.map((output) => `n${output % nodes.length}`))];
        const model = encode({
          input: [info('x')],
          initializer: constants.map((pair, i) => constant(`c${i}`, pair)),
          node: written,
          output: names.map(info),
        });
        expect(outputNames(model)).toEqual(names);
        for (const name of names) {
          const only = onlyOutput(model, name);
          expect(outputNames(only)).toEqual([name]);
          expect(new Set(namesIn(only).nodes)).toEqual(leads.get(name));
          expect(await run(only, name)).toEqual(await run(model, name));
        }
      }),
      { numRuns: 30 },
    );
  });
});

function attempt(decode: () => Onnx.ModelProto): { graph?: Onnx.IGraphProto | null } {
  try {
    return decode();
  } catch {
    return {};
  }
}

describe('outputNames', () => {
  it('lists the outputs in order', () => {
    expect(outputNames(encode(forked()))).toEqual(['left', 'right']);
    expect(outputNames(new Uint8Array([1, 2, 3]))).toEqual([]);
  });
});

describe.skipIf(!built)(`onlyOutput of use-lite${notBuilt}`, { timeout: PATIENCE_MS }, () => {
  it.each(['model', 'model_quantized', 'model_int8w'])('%s: the same vectors, bit for bit', async (name) => {
    const whole = readBuilt(`onnx/${name}.onnx`);
    expect(outputNames(whole)).toEqual(['last_hidden_state', 'sentence_embedding']);
    const only = onlyOutput(whole, 'sentence_embedding');
    expect(outputNames(only)).toEqual(['sentence_embedding']);
    const left = new Set(namesIn(only).nodes);
    expect(namesIn(whole).nodes!.filter((node) => !left.has(node))).toContain('layer_1/out/contract');
    const tokenise = loadTokenizer();
    const rows = SENTENCES.map((text) => tokenise(text)).filter(({ length }) => length > 0 && length < 30);
    const tokens = rows.reduce((longest, row) => Math.max(longest, row.length), 1);
    const ids = rows.flatMap((row) => Array.from({ length: tokens }, (_, t) => BigInt(row[t] ?? 8000)));
    const mask = rows.flatMap((row) => Array.from({ length: tokens }, (_, t) => (t < row.length ? 1n : 0n)));
    const vectors = async (bytes: Uint8Array) => {
      const session = await ort.InferenceSession.create(bytes, { executionProviders: ['wasm'] });
      const tensor = (values: bigint[]) =>
        new ort.Tensor('int64', BigInt64Array.from(values), [rows.length, tokens]);
      const found = await session.run({ input_ids: tensor(ids), attention_mask: tensor(mask) });
      await session.release();
      return found;
    };
    const found = await vectors(only);
    expect(Object.keys(found)).toEqual(['sentence_embedding']);
    expect(found.sentence_embedding!.data.length).toBe(512 * rows.length);
    expect(found.sentence_embedding!.data).toEqual((await vectors(whole)).sentence_embedding!.data);
  });
});
