import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { onnx as Onnx } from 'onnx-proto';
import { MODELS } from '../../../../models/catalogue.ts';
import { buildUseLite } from '../../../../models/use-lite/build.ts';
import { GraphWriter } from '../../../../models/use-lite/graph.ts';

const { onnx } = createRequire(import.meta.url)('onnx-proto') as { onnx: typeof Onnx };

it('use-lite comes out as the revision of the catalogue, whatever was built before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'use-lite-'));
  try {
    expect(buildUseLite(folder)).toBe(MODELS.find(({ id }) => id === 'use-lite')!.revision);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('a graph is written as opset 17, with its constants once and in little-endian order', () => {
  const graph = new GraphWriter();
  const x = graph.input('x', ['batch', 2]);
  graph.node('Cast', 'float', [x], { to: 1 });
  graph.node('Mul', 'y', ['float', graph.number(1.5)]);
  graph.node('Sub', 'z', ['y', graph.number(1.5)]);
  graph.integers([-2, 300]);
  graph.constant('signed', new Int8Array([-1, 127]), [2]);
  graph.output('z', ['batch', 2]);
  const model = onnx.ModelProto.decode(graph.finish('small'));
  expect(model.opsetImport.map(({ domain, version }) => [domain, Number(version)])).toEqual([['', 17]]);
  expect(model.graph!.node!.map(({ opType, output }) => [opType, output])).toEqual([
    ['Cast', ['float']],
    ['Mul', ['y']],
    ['Sub', ['z']],
  ]);
  const constants = model.graph!.initializer!.map(({ name, rawData }) => [name, [...rawData!]]);
  expect(constants).toEqual([
    ['float_1.5', [0, 0, 0xc0, 0x3f]],
    ['int64_-2_300', [0xfe, 255, 255, 255, 255, 255, 255, 255, 0x2c, 1, 0, 0, 0, 0, 0, 0]],
    ['signed', [255, 127]],
  ]);
});
