import { describe, expect, it } from 'vitest';
import { CANARY_SENTENCES, compareCanary } from '../../../../src/compute/encoders/canary.ts';
import type { RunningModel, Runtime } from '../../../../src/compute/encoders/runtime.ts';
import type { JobEvent } from '../../../../src/compute/protocol.ts';
import { Cancelled, Failure } from '../../../../src/failure.ts';
import { TINY_DIMENSION, TINY_POSITIONS, tinyEncoder } from '../../../fixtures/tinyEncoder.ts';
import {
  encoderOf,
  failureOf,
  filesFrom,
  loadedTiny,
  nodeRuntime,
  quiet,
  REQUEST,
  vectorsOf,
} from './support.ts';

const SENTENCES = ['a cat', 'The dog runs on the mat, a long mat.', 'sleeps', 'The cat sleeps on a mat.'];
const LONG = 'the cat runs on a mat '.repeat(20);

function largestDifference(a: Float32Array, b: Float32Array): number {
  expect(a.length).toBe(b.length);
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i]! - b[i]!));
  return largest;
}

describe('loading', () => {
  it('says what the encoder is and who says so', async () => {
    const encoder = encoderOf(
      tinyEncoder({ pooling: 'cls', normalise: true, prefix: 'query: ', maxTokens: 12 }),
    );
    const facts = await encoder.load(1, REQUEST, quiet);
    expect(facts).toMatchObject({
      model: 'tiny',
      origin: 'folder',
      dimension: TINY_DIMENSION,
      pooling: 'cls',
      poolingFrom: '1_Pooling/config.json',
      normalise: true,
      prefix: 'query: ',
      maxTokens: 12,
      maxTokensFrom: 'sentence_bert_config.json',
      tokeniser: 'WordPiece, 67 pieces',
      dtype: 'fp32',
      device: 'wasm',
      threads: 1,
    });
    expect(facts.revision).toMatch(/^[0-9a-f]{64}$/);
    expect(facts.sizeBytes).toBe(tinyEncoder({}).get('onnx/model.onnx')!.length);
  });

  it('gives the same facts at once for an equal request, and reads nothing twice', async () => {
    let opened = 0;
    const files = tinyEncoder();
    const encoder = encoderOf(files, {
      openFiles: async () => {
        opened++;
        return filesFrom(files);
      },
    });
    const [first, second] = await Promise.all([
      encoder.load(1, REQUEST, quiet),
      encoder.load(2, { ...REQUEST }, quiet),
    ]);
    expect(second).toBe(first);
    const other = await encoder.load(3, { ...REQUEST, pooling: 'last' }, quiet);
    expect(other.pooling).toBe('last');
    expect(opened).toBe(1);
    await expect(encoder.load(4, { ...REQUEST, model: 'other' }, quiet)).rejects.toThrow(
      'needs a worker of its own',
    );
  });

  it('reads weights that lie beside the graph, and those of the precision that is asked for', async () => {
    const sentences = ['the cat', 'a dog'];
    const plain = await vectorsOf(await loadedTiny(), sentences);
    const files = tinyEncoder({ externalData: true, dtypes: ['q8'] });
    const encoder = encoderOf(files);
    const facts = await encoder.load(1, { ...REQUEST, dtype: 'q8' }, quiet);
    expect(facts.sizeBytes).toBe(
      files.get('onnx/model_quantized.onnx')!.length + files.get('onnx/model_quantized.onnx_data')!.length,
    );
    const found = await vectorsOf(encoder, sentences);
    expect(largestDifference(found[1]!, plain[1]!)).toBe(0);
  });

  it('names the precisions that a model has where it lacks the wanted one', async () => {
    const encoder = encoderOf(tinyEncoder({ dtypes: ['q8', 'int8w'] }));
    const failure = await failureOf(encoder.load(1, REQUEST, quiet));
    expect(failure.code).toBe('file-missing');
    expect(failure.nextStep).toContain('q8, int8w');
    // The worker is not spoilt by it.
    expect((await encoder.load(2, { ...REQUEST, dtype: 'q8' }, quiet)).dtype).toBe('q8');
  });

  it('refuses a decoder by its configuration, before its weights are read', async () => {
    const files = filesFrom(tinyEncoder({ notAnEncoder: 'config' }));
    const encoder = encoderOf(new Map(), { openFiles: async () => files });
    const failure = await failureOf(encoder.load(1, REQUEST, quiet));
    expect(failure.code).toBe('not-an-encoder');
    expect(failure.what).toContain('GPT2LMHeadModel');
    expect(files.opened).toEqual(['config.json']);
  });

  it('prepares the runtime while the tokeniser is read, and tells what it lacks before weights are fetched', async () => {
    const order: string[] = [];
    const noted = (files: ReturnType<typeof filesFrom>): ReturnType<typeof filesFrom> => ({
      ...files,
      readJson: <T>(path: string) => {
        order.push(path);
        return files.readJson<T>(path);
      },
    });
    const lacking: Runtime = {
      ...nodeRuntime(),
      prepare: async () => {
        order.push('runtime');
        throw new Failure('no-half-floats', 'This device has none.', 'Choose another.');
      },
    };
    const files = filesFrom(tinyEncoder());
    const encoder = encoderOf(new Map(), { runtime: lacking, openFiles: async () => noted(files) });
    expect((await failureOf(encoder.load(1, REQUEST, quiet))).code).toBe('no-half-floats');
    expect(files.opened).not.toContain('onnx/model.onnx');
    expect(order.indexOf('runtime')).toBeLessThan(order.indexOf('tokenizer.json'));

    // Where both are refused, the tokeniser is told, and the other is no error that nobody handles.
    const without = tinyEncoder();
    without.delete('tokenizer.json');
    const both = encoderOf(without, { runtime: lacking });
    expect((await failureOf(both.load(1, REQUEST, quiet))).what).toContain('tokenizer.json');
  });

  it.each([
    [{ notAnEncoder: 'inputs' }, 'pixel_values'],
    [{ outputs: 'logits' }, 'logits'],
  ] as const)('refuses a graph that is no encoder: %o', async (options, named) => {
    const failure = await failureOf(encoderOf(tinyEncoder(options)).load(1, REQUEST, quiet));
    expect(failure.code).toBe('not-an-encoder');
    expect(failure.what).toContain(named);
  });

  it.each(['config.json', 'tokenizer.json'])('names a missing %s', async (path) => {
    const files = tinyEncoder();
    files.delete(path);
    const failure = await failureOf(encoderOf(files).load(1, REQUEST, quiet));
    expect(failure.code).toBe('file-missing');
    expect(failure.what).toContain(path);
  });

  it('refuses weights beyond what a browser can hold before they are fetched', async () => {
    const files = filesFrom(tinyEncoder());
    const encoder = encoderOf(new Map(), {
      openFiles: async () => ({ ...files, sizeBytes: async () => 2.6e9 }),
    });
    const failure = await failureOf(encoder.load(1, REQUEST, quiet));
    expect(failure.code).toBe('model-too-large');
    expect(failure.what).toContain('2,600 MB');
    expect(files.opened).not.toContain('onnx/model.onnx');
  });

  it.each([
    [new RangeError('Array buffer allocation failed'), 'model-too-large'],
    [new Error("Can't create a session. ERROR_CODE: 6, ERROR_MESSAGE: std::bad_alloc"), 'model-too-large'],
    [143262880, 'model-too-large'],
    [new Error('Failed to load model because protobuf parsing failed.'), 'model-unusable'],
  ])('explains a model that does not start: %s', async (thrown, code) => {
    const runtime: Runtime = { ...nodeRuntime(), start: () => Promise.reject(thrown) };
    const failure = await failureOf(encoderOf(tinyEncoder(), { runtime }).load(1, REQUEST, quiet));
    expect(failure.code).toBe(code);
    expect(failure.nextStep).not.toBe('');
  });

  it('stops where it is cancelled', async () => {
    const files = filesFrom(tinyEncoder());
    const encoder = encoderOf(new Map(), {
      openFiles: async () => {
        await encoder.cancel(7);
        return files;
      },
    });
    await expect(encoder.load(7, REQUEST, quiet)).rejects.toBeInstanceOf(Cancelled);
    expect((await encoder.load(8, REQUEST, quiet)).dimension).toBe(TINY_DIMENSION);
  });
});

describe('encoding', () => {
  it.each([
    { pooling: 'mean' },
    { pooling: 'cls' },
    { pooling: 'lasttoken' },
    { pooling: 'lasttoken', paddingSide: 'left' },
    { pooling: 'mean', paddingSide: 'left', tokenTypes: true },
    { outputs: 'sentence' },
  ] as const)('gives a sentence the same vector alone and in a batch: %o', async (options) => {
    const encoder = await loadedTiny(options);
    const alone = await vectorsOf(encoder, SENTENCES, 1);
    const together = await vectorsOf(encoder, SENTENCES);
    alone.forEach((vector, s) => expect(largestDifference(vector, together[s]!)).toBeLessThan(1e-6));
    expect(largestDifference(together[0]!, together[1]!)).toBeGreaterThan(0.01);
  });

  it('pools each in its own way', async () => {
    const found = new Map<string, Float32Array>();
    for (const pooling of ['mean', 'cls', 'last', 'output'] as const) {
      const encoder = await loadedTiny({ outputs: 'both' }, { pooling });
      found.set(pooling, (await vectorsOf(encoder, ['the cat runs']))[0]!);
    }
    const vectors = [...found.values()];
    for (let a = 0; a < vectors.length; a++) {
      for (let b = 0; b < a; b++) expect(largestDifference(vectors[a]!, vectors[b]!)).toBeGreaterThan(0.01);
    }
  });

  it('scales to length 1 where the model says so, or the person', async () => {
    const lengthOf = (vector: Float32Array): number => Math.hypot(...vector);
    const [stated] = await vectorsOf(await loadedTiny({ pooling: 'mean', normalise: true }), ['a cat']);
    expect(lengthOf(stated!)).toBeCloseTo(1, 6);
    const [unstated] = await vectorsOf(await loadedTiny(), ['a cat']);
    expect(Math.abs(lengthOf(unstated!) - 1)).toBeGreaterThan(0.1);
    const [byHand] = await vectorsOf(await loadedTiny({}, { normalise: 'yes' }), ['a cat']);
    expect(lengthOf(byHand!)).toBeCloseTo(1, 6);
  });

  it('puts the prefix before every sentence', async () => {
    const prefixed = await vectorsOf(await loadedTiny({ prefix: 'query: ' }), ['the cat']);
    const plain = await loadedTiny();
    expect(largestDifference(prefixed[0]!, (await vectorsOf(plain, ['query: the cat']))[0]!)).toBe(0);
    expect(largestDifference(prefixed[0]!, (await vectorsOf(plain, ['the cat']))[0]!)).toBeGreaterThan(0.01);
    const without = await loadedTiny({ prefix: 'query: ' }, { prefix: '' });
    expect(largestDifference(prefixed[0]!, (await vectorsOf(without, ['the cat']))[0]!)).toBeGreaterThan(
      0.01,
    );
  });

  it('cuts a long sentence at the limit, so that what stands behind it changes nothing', async () => {
    const encoder = await loadedTiny();
    const counts = await encoder.tokenise(1, [LONG, `${LONG} dog`, 'a cat'], quiet);
    expect([...counts.tokens]).toEqual([122, 123, 4]);
    const [first, second] = await vectorsOf(encoder, [LONG, `${LONG} dog`]);
    expect(largestDifference(first!, second!)).toBe(0);
    const facts = await encoder.load(1, REQUEST, quiet);
    expect(facts.maxTokens).toBe(TINY_POSITIONS);
  });

  it.each([
    [NaN, 'not finite'],
    [0, 'all zero'],
  ])('gives no vector where the model multiplies by %s', async (factor, reason) => {
    const encoder = await loadedTiny({ factor });
    const failure = await failureOf(vectorsOf(encoder, SENTENCES));
    expect(failure.code).toBe('bad-rows');
    expect(failure.what).toContain(reason);
  });

  it('refuses a sentence without tokens instead of dividing by their number', async () => {
    const encoder = await loadedTiny();
    const counts = await encoder.tokenise(1, ['a cat', '', ' \u200b '], quiet);
    expect([...counts.tokens]).toEqual([4, 0, 0]);
    await expect(encoder.encode(2, Int32Array.of(0, 1))).rejects.toThrow('no tokens');
    expect((await encoder.encode(3, Int32Array.of(0))).length).toBe(TINY_DIMENSION);
  });

  it('runs calls one after another, and a cancelled one that waits never starts', async () => {
    let running = 0;
    let most = 0;
    const runtime = watched(nodeRuntime(), async (run) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      const result = await run();
      running--;
      return result;
    });
    const encoder = await loadedTiny({}, {}, { runtime });
    await encoder.tokenise(1, SENTENCES, quiet);
    const calls = [0, 1, 2, 3].map((s) => encoder.encode(10 + s, Int32Array.of(s)));
    await encoder.cancel(12);
    const settled = await Promise.allSettled(calls);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(most).toBe(1);
  });

  it('asks for a task and a model before it encodes', async () => {
    expect((await failureOf(encoderOf(tinyEncoder()).tokenise(1, ['a'], quiet))).code).toBe('no-model');
    const encoder = await loadedTiny();
    expect((await failureOf(encoder.encode(1, Int32Array.of(0)))).code).toBe('no-task');
    await encoder.tokenise(1, ['a cat'], quiet);
    await encoder.load(2, { ...REQUEST, prefix: 'query: ' }, quiet);
    // What was kept was tokenised with another prefix.
    expect((await failureOf(encoder.encode(3, Int32Array.of(0)))).code).toBe('no-task');
  });
});

describe('a device that goes away', () => {
  it('fails the batch that was running and all after it', async () => {
    let lose: (why: string) => void = () => {};
    const lost = new Promise<string>((resolve) => (lose = resolve));
    let batch = 0;
    const runtime = watched(
      nodeRuntime(),
      async (run) => {
        if (++batch === 2) lose('the driver was reset');
        return batch === 2 ? new Promise(() => {}) : run();
      },
      lost,
    );
    const encoder = await loadedTiny({}, { device: 'webgpu' }, { runtime });
    await encoder.tokenise(1, SENTENCES, quiet);
    await encoder.encode(2, Int32Array.of(0));
    const failure = await failureOf(encoder.encode(3, Int32Array.of(1)));
    expect(failure.code).toBe('device-lost');
    expect(failure.what).toContain('the driver was reset');
    expect((await failureOf(encoder.encode(4, Int32Array.of(2)))).code).toBe('device-lost');
    expect(batch).toBe(2);
  });

  it('is seen in what the runtime throws', async () => {
    const runtime = watched(nodeRuntime(), () =>
      Promise.reject(new Error('[WebGPU] Device was lost: reset')),
    );
    const encoder = await loadedTiny({}, { device: 'webgpu' }, { runtime });
    expect((await failureOf(vectorsOf(encoder, SENTENCES))).code).toBe('device-lost');
  });
});

describe('the canary', () => {
  it('is one batch, and leaves what was tokenised alone', async () => {
    const encoder = await loadedTiny({ prefix: 'query: ' });
    await encoder.tokenise(1, ['a cat', 'a dog'], quiet);
    const found = await encoder.canary(2);
    expect(found.length).toBe(CANARY_SENTENCES.length * TINY_DIMENSION);
    expect(compareCanary(found, await encoder.canary(3), TINY_DIMENSION)).toBeNull();
    expect((await encoder.encode(4, Int32Array.of(0, 1))).length).toBe(2 * TINY_DIMENSION);
  });
});

it('reports in sentences what it tokenises', async () => {
  const encoder = await loadedTiny();
  const events: JobEvent[] = [];
  await encoder.tokenise(1, SENTENCES, (event) => events.push(event));
  expect(events.at(-1)).toEqual({
    kind: 'progress',
    what: 'Tokenising',
    done: 4,
    total: 4,
    unit: 'sentences',
  });
});

it('hands on the folder that is dropped and the places to look in', async () => {
  const seen: unknown[] = [];
  const encoder = encoderOf(tinyEncoder(), {
    adoptFolder: async (model, files) => {
      seen.push(model, ...files.map(({ path }) => path));
      return { notKept: 'no room' };
    },
    openFiles: async (model, place) => {
      seen.push(model, place);
      return filesFrom(tinyEncoder(), model);
    },
  });
  await encoder.begin('https://site.example/', { hubUrl: 'https://hub.example' });
  await encoder.adopt(1, 'folder:mine', [{ path: 'config.json', file: new Blob(['{}']) }], quiet);
  await encoder.load(2, { ...REQUEST, model: 'folder:mine' }, quiet);
  expect(seen).toEqual([
    'folder:mine',
    'config.json',
    'folder:mine',
    { siteUrl: 'https://site.example/', hubUrl: 'https://hub.example' },
  ]);
});

/** A runtime whose batches go through `around`. */
function watched(
  runtime: Runtime,
  around: (run: () => ReturnType<RunningModel['run']>) => Promise<unknown>,
  lost?: Promise<string>,
): Runtime {
  return {
    ...runtime,
    start: async (weights, demand, prepared) => {
      const model = await runtime.start(weights, { ...demand, device: 'wasm' }, prepared);
      return {
        ...model,
        lost: lost ?? model.lost,
        run: (feeds, output) => around(() => model.run(feeds, output)) as ReturnType<RunningModel['run']>,
      };
    },
  };
}
