import { proxy } from 'comlink';
import { afterEach, describe, expect, it } from 'vitest';
import { canaryKey } from '../../../../src/compute/encoders/canary.ts';
import { embedFew, type Holder } from '../../../../src/compute/encoders/few.ts';
import type { RunningModel, Runtime } from '../../../../src/compute/encoders/runtime.ts';
import type { FewVectors } from '../../../../src/compute/encoders/types.ts';
import { keepErrorKinds } from '../../../../src/compute/errors.ts';
import { Cancelled } from '../../../../src/failure.ts';
import { TINY_DIMENSION, tinyEncoder } from '../../../fixtures/tinyEncoder.ts';
import { held, utf8 } from '../../support.ts';
import { Bench, CAPABLE, rowsOf, wantedOf } from './fakeEncoder.ts';
import { encoderOf, failureOf, loadedTiny, nodeRuntime, quiet, REQUEST, vectorsOf } from './support.ts';

keepErrorKinds();

const SENTENCES = ['a cat', 'The dog runs on the mat, a long mat.', 'sleeps', 'The cat sleeps on a mat.'];

const rowOf = ({ vectors }: FewVectors, row: number): Float32Array =>
  vectors.slice(row * TINY_DIMENSION, (row + 1) * TINY_DIMENSION);

/** A runtime whose batches wait for what `before` gives. */
function waiting(before: () => Promise<void>): Runtime {
  const runtime = nodeRuntime();
  return {
    ...runtime,
    start: async (...given) => {
      const model = await runtime.start(...given);
      const run: RunningModel['run'] = async (...batch) => {
        await before();
        return model.run(...batch);
      };
      return { ...model, run };
    },
  };
}

describe('Encoder.embed', () => {
  it.each([
    {},
    { pooling: 'cls' },
    { normalise: true, pooling: 'mean' },
    { prefix: 'query: ', maxTokens: 8 },
    { outputs: 'sentence' },
  ] as const)('gives the vectors of a run: %o', async (options) => {
    const encoder = await loadedTiny(options);
    const few = (await encoder.embed(5, REQUEST, SENTENCES))!;
    const rows = await vectorsOf(encoder, SENTENCES);
    rows.forEach((row, s) => {
      const own = rowOf(few, s);
      row.forEach((value, i) => expect(own[i]).toBeCloseTo(value, 6));
    });
    expect(few.facts).toEqual(await encoder.load(6, REQUEST, quiet));
  });

  it('keeps the order over many batches, and encodes equal sentences once', async () => {
    let rows = 0;
    const runtime = nodeRuntime();
    const counting: Runtime = {
      ...runtime,
      start: async (...given) => {
        const model = await runtime.start(...given);
        return {
          ...model,
          run: (feeds, output) => {
            rows += feeds['input_ids']!.dims[0]!;
            return model.run(feeds, output);
          },
        };
      },
    };
    const encoder = await loadedTiny({}, {}, { runtime: counting });
    const many = Array.from({ length: 100 }, (_, i) => `the ${'cat '.repeat((i * 7) % 11)}runs`);
    const few = (await encoder.embed(1, REQUEST, many))!;
    expect(rows).toBe(11);
    const alone = new Map<string, Float32Array>();
    for (const sentence of new Set(many)) {
      alone.set(sentence, rowOf((await encoder.embed(2, REQUEST, [sentence]))!, 0));
    }
    many.forEach((sentence, s) => {
      const own = rowOf(few, s);
      alone.get(sentence)!.forEach((value, i) => expect(own[i]).toBeCloseTo(value, 6));
    });
  });

  it('has a row of NaN for a sentence without a token, and no other', async () => {
    const encoder = await loadedTiny({ prefix: 'query: ' });
    const few = (await encoder.embed(1, REQUEST, ['', 'a cat', ' \t', ' \u200b ']))!;
    for (const row of [0, 2, 3]) expect(rowOf(few, row).every(Number.isNaN)).toBe(true);
    expect(rowOf(few, 1).some(Number.isNaN)).toBe(false);
    expect((await encoder.embed(2, REQUEST, []))!.vectors.length).toBe(0);
  });

  it('has a row of NaN for a blank sentence, though its tokeniser finds a token in a blank', async () => {
    const files = tinyEncoder();
    const tokeniser = JSON.parse(new TextDecoder().decode(files.get('tokenizer.json'))) as object;
    const keepingBlanks = { ...tokeniser, normalizer: null, pre_tokenizer: null };
    files.set('tokenizer.json', utf8(JSON.stringify(keepingBlanks)));
    const encoder = encoderOf(files);
    await encoder.load(1, REQUEST, quiet);
    expect([...(await encoder.tokenise(2, [' ', 'cat'], quiet)).tokens]).toEqual([3, 3]);
    const few = (await encoder.embed(3, REQUEST, [' ', 'cat']))!;
    expect(rowOf(few, 0).every(Number.isNaN)).toBe(true);
    expect(rowOf(few, 1).some(Number.isNaN)).toBe(false);
  });

  it('leaves alone what was tokenised, and the settings that it was tokenised with', async () => {
    const encoder = await loadedTiny();
    await encoder.tokenise(1, SENTENCES, quiet);
    const all = Int32Array.of(0, 1, 2, 3);
    const before = await encoder.encode(2, all);
    const other = (await encoder.embed(3, { ...REQUEST, prefix: 'query: ', pooling: 'cls' }, ['a dog']))!;
    expect(other.facts).toMatchObject({ prefix: 'query: ', pooling: 'cls' });
    expect(await encoder.encode(4, all)).toEqual(before);
    const prefixed = await loadedTiny({}, { prefix: 'query: ', pooling: 'cls' });
    expect(rowOf(other, 0)).toEqual((await vectorsOf(prefixed, ['a dog']))[0]);
  });

  it('gives nothing for a model that it does not hold, or an output that it was cut down from', async () => {
    expect(await encoderOf(tinyEncoder()).embed(1, REQUEST, ['a cat'])).toBeNull();
    const encoder = await loadedTiny({ outputs: 'both' }, { pooling: 'mean' });
    expect(await encoder.embed(1, { ...REQUEST, dtype: 'q8' }, ['a cat'])).toBeNull();
    expect(await encoder.embed(2, { ...REQUEST, device: 'webgpu' }, ['a cat'])).toBeNull();
    expect(await encoder.embed(3, { ...REQUEST, pooling: 'output' }, ['a cat'])).toBeNull();
    expect(await encoder.embed(4, { ...REQUEST, pooling: 'last' }, ['a cat'])).not.toBeNull();
  });

  it.each([NaN, 0])('fails as a run does where the model multiplies by %s', async (factor) => {
    const encoder = await loadedTiny({ factor });
    expect((await failureOf(encoder.embed(1, REQUEST, SENTENCES))).code).toBe('bad-rows');
  });

  it('drops an older call that has not begun; one that has begun is finished', async () => {
    const gate = held<void>();
    const encoder = await loadedTiny({}, {}, { runtime: waiting(() => gate.promise) });
    const begun = encoder.embed(1, REQUEST, ['a cat']);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const older = encoder.embed(2, REQUEST, ['a dog']);
    const otherSettings = encoder.embed(3, { ...REQUEST, prefix: 'query: ' }, ['a dog']);
    const newest = encoder.embed(4, REQUEST, ['a mat']);
    await expect(older).rejects.toBeInstanceOf(Cancelled);
    gate.resolve();
    for (const kept of [begun, otherSettings, newest]) {
      expect((await kept)!.vectors.length).toBe(TINY_DIMENSION);
    }
  });
});

const benches: Bench[] = [];
afterEach(() => {
  for (const bench of benches.splice(0)) bench.end();
});

/** Workers that hold a model, the first preferred. */
async function holding(
  devices: readonly Holder['request']['device'][],
  faults: Bench['faults'] = {},
): Promise<{ bench: Bench; holders: Holder[] }> {
  const bench = Object.assign(new Bench(), { faults });
  benches.push(bench);
  const holders: Holder[] = [];
  for (const device of devices) {
    const request = { ...wantedOf([]).request, device, threads: 4 };
    const { client } = bench.clientOf(device);
    await client.call((service) => service.load(1, request, proxy(quiet)));
    holders.push({ request, client });
  }
  return { bench, holders };
}

const { request: wanted } = wantedOf([]);
const never = new AbortController().signal;
const nothingPassed = async (): Promise<boolean> => false;

describe('embedFew', () => {
  it('asks the worker that holds the model at the precision', async () => {
    const { bench, holders } = await holding(['wasm']);
    const few = await embedFew(wanted, ['a', 'b'], holders, CAPABLE, nothingPassed, never);
    expect(few!.vectors).toEqual(rowsOf(['a', 'b'], 'wasm'));
    for (const other of [{ dtype: 'q8' as const }, { model: 'other' }]) {
      expect(
        await embedFew({ ...wanted, ...other }, ['a'], holders, CAPABLE, nothingPassed, never),
      ).toBeNull();
    }
    expect(bench.log.filter((entry) => entry.startsWith('embed'))).toEqual(['embed wasm']);
  });

  it('asks with the settings that are wanted, on the device and threads of the worker', async () => {
    const asked: unknown[] = [];
    const { holders } = await holding(['wasm'], { embed: (request) => void asked.push(request) });
    const prefixed = { ...wanted, prefix: 'query: ' };
    await embedFew(prefixed, ['a'], holders, CAPABLE, nothingPassed, never);
    expect(asked).toEqual([{ ...prefixed, device: 'wasm', threads: 4 }]);
  });

  it('takes no vectors of WebGPU before its canary has passed', async () => {
    const { bench, holders } = await holding(['webgpu', 'wasm']);
    const run = await bench.run(wantedOf(['a b'], 'webgpu'));
    expect(run.head.provenance.backend).toBe('webgpu');
    const passed = async (key: string): Promise<boolean> => bench.passed.has(key);
    const tested = await embedFew(wanted, ['a'], holders, CAPABLE, passed, never);
    expect(tested!.facts.device).toBe('webgpu');
    expect(bench.passed).toEqual(new Set([canaryKey(tested!.facts, CAPABLE)]));
    bench.passed.clear();
    // The run ended the worker that its canary was compared with.
    await holders[1]!.client.call((service) => service.load(2, holders[1]!.request, proxy(quiet)));
    const untested = await embedFew(wanted, ['a'], holders, CAPABLE, passed, never);
    expect(untested!.vectors).toEqual(rowsOf(['a'], 'wasm'));
    expect(await embedFew(wanted, ['a'], holders.slice(0, 1), CAPABLE, passed, never)).toBeNull();
  });

  it('passes on a cancel, and never ends a worker that a run may be using', async () => {
    const { bench, holders } = await holding(['wasm'], { embed: () => new Promise(() => {}) });
    const controller = new AbortController();
    const asked = embedFew(wanted, ['a'], holders, CAPABLE, nothingPassed, controller.signal);
    await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    await expect(asked).rejects.toBeInstanceOf(Cancelled);
    expect(bench.clientOf('wasm').ends).toEqual([]);
    await expect(
      embedFew(wanted, ['a'], holders, CAPABLE, nothingPassed, controller.signal),
    ).rejects.toBeInstanceOf(Cancelled);
  });
});
