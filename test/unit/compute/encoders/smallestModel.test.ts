import * as ort from 'onnxruntime-web';
import { describe, expect, it } from 'vitest';
import { GraphWriter } from '../../../../models/use-lite/graph.ts';
import { smallestModel } from '../../../../src/compute/encoders/smallestModel.ts';

describe('smallestModel', () => {
  it('is the file that casts x to y, and ONNX Runtime runs it', async () => {
    const graph = new GraphWriter();
    graph.input('x', ['n']);
    graph.node('Cast', 'y', ['x'], { to: 1 });
    graph.output('y', ['n']);
    expect(smallestModel()).toEqual(Uint8Array.from(graph.finish('tiny')));
    ort.env.wasm.numThreads = 1;
    const session = await ort.InferenceSession.create(smallestModel(), { executionProviders: ['wasm'] });
    const { y } = await session.run({ x: new ort.Tensor('int64', BigInt64Array.of(1n, 5n), [2]) });
    expect(Array.from(y!.data as Float32Array)).toEqual([1, 5]);
    await session.release();
  });
});
