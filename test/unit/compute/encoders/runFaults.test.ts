import { afterEach, describe, expect, it } from 'vitest';
import { keepErrorKinds } from '../../../../src/compute/errors.ts';
import { Failure } from '../../../../src/failure.ts';
import { failureOf } from '../../support.ts';
import {
  badRows,
  Bench,
  CAPABLE,
  deviceLost,
  DIMENSION,
  expectRightRows,
  keptOf,
  rowsOf,
  SOME,
  sentencesOf,
  TWENTY,
  vectorOf,
  wantedOf,
  workerDies,
  type EncodeCall,
} from './fakeEncoder.ts';

keepErrorKinds();

const benches: Bench[] = [];
afterEach(() => {
  for (const bench of benches.splice(0)) bench.end();
});

function bench(faults: Bench['faults'] = {}, changes: Partial<Bench> = {}): Bench {
  const made = Object.assign(new Bench(), { faults }, changes);
  benches.push(made);
  return made;
}

describe('case 33: a batch that fails', () => {
  const ways: [string, (call: EncodeCall) => void | Promise<void>, string][] = [
    ['device lost', deviceLost, 'The GPU went away'],
    ['all-zero rows', badRows, 'Row 1 of 64 is all zero'],
    ['a worker that dies', workerDies, 'The test worker stopped (out of memory)'],
    [
      'a Failure of the runtime',
      () => {
        throw new Failure('encoding-failed', 'tiny failed on it: mapAsync.', 'Try again.');
      },
      'tiny failed on it: mapAsync',
    ],
    [
      'an error of the runtime',
      () => {
        throw new Error('mapAsync failed');
      },
      'mapAsync failed',
    ],
  ];

  it.each(ways)(
    '%s from batch 7 of 20 on: 1 to 6 stay, one more try, then all of it on wasm',
    async (_, fail, why) => {
      const here = bench({
        encode: (call) => {
          if (call.device === 'webgpu' && call.nth >= 7) return fail(call);
        },
      });
      const encoded = await here.run(wantedOf(TWENTY));
      const onGpu = here.calls.filter(({ device }) => device === 'webgpu');
      expect(onGpu.length).toBe(8);
      expect(onGpu[7]!.sentences).toEqual(onGpu[6]!.sentences);
      // The second try had a worker of its own, and that one was ended too.
      expect(here.clientOf('webgpu').workers.map(({ terminated }) => terminated)).toEqual([1, 1]);
      expect(onGpu[7]!.worker).not.toBe(onGpu[6]!.worker);
      const gpuSet = here.setOf('webgpu');
      expect(keptOf(gpuSet.batches)).toEqual([1, 2, 3, 4, 5, 6]);
      for (let b = 0; b < 6; b++) expect(gpuSet.batches[b]).toEqual(rowsOf(onGpu[b]!.sentences, 'webgpu'));
      // No row of the two is mixed: all of them are those of wasm, under a key of their own.
      expect(encoded.head.provenance).toMatchObject({ backend: 'wasm', dtype: 'fp32' });
      expect(encoded.head.key).not.toBe(gpuSet.head.key);
      expectRightRows(encoded, TWENTY);
      expect(encoded.computed).toBe(20 * 64);
      const note =
        `webgpu was given up: batch 7 of 20 failed twice (${why}). ` +
        'Every sentence was encoded on wasm instead, at the same dtype.';
      expect(encoded.notes).toEqual([note]);
      expect(here.setOf('wasm').head.notes).toEqual([note]);
      expect(encoded.head.backendReason).toBe(
        'chosen automatically: the browser offers WebGPU; ' +
          `webgpu was given up: batch 7 of 20 failed twice (${why})`,
      );
      expect(new Set(here.requests.map(({ dtype }) => dtype))).toEqual(new Set(['fp32']));
    },
  );

  it.each(ways)('%s once: a fresh worker makes it good, and a note says so', async (_, fail, why) => {
    const here = bench({
      encode: (call) => {
        if (call.nth === 7) return fail(call);
      },
    });
    const encoded = await here.run(wantedOf(TWENTY, 'wasm'));
    expectRightRows(encoded, TWENTY);
    expect(encoded.notes).toEqual([`Batch 7 failed once (${why}) and was encoded on a fresh worker.`]);
    expect(here.log).toEqual(['load wasm', 'tokenise wasm', 'load wasm', 'tokenise wasm']);
    expect(here.calls.length).toBe(21);
    expect(here.clientOf('wasm').workers.map(({ terminated }) => terminated)).toEqual([1, 0]);
  });

  it.each([
    ['wasm', 'Choose a smaller model or precision', /^tiny can't run here: wasm was given up: batch 7 of 20/],
    [
      'auto',
      'Choose a smaller model or precision',
      /webgpu was given up: .*; wasm was given up: batch 7 of 20/,
    ],
    ['webgpu', 'Choose a smaller model or precision', /webgpu was given up: .*; wasm was given up: batch 7/],
  ] as const)('wasm that fails twice, %s: a Failure with the next step', async (preference, next, what) => {
    const here = bench({
      encode: (call) => {
        if (call.nth >= 7) badRows();
      },
    });
    const failure = await failureOf(() => here.run(wantedOf(TWENTY, preference)));
    expect(failure.code).toBe('no-backend');
    expect(failure.what).toMatch(what);
    expect(failure.nextStep).toContain(next);
    expect(keptOf(here.setOf('wasm').batches)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('chosen by hand, a run under way is rescued on wasm, and says so', async () => {
    const here = bench({
      encode: (call) => {
        if (call.device === 'webgpu' && call.nth >= 2) deviceLost();
      },
    });
    const encoded = await here.run(wantedOf(SOME, 'webgpu'));
    expect(encoded.head.provenance.backend).toBe('wasm');
    expect(encoded.head.backendReason).toMatch(/^chosen by hand; webgpu was given up: batch 2 of 3/);
    expect(encoded.notes.length).toBe(1);
    expectRightRows(encoded, SOME);
  });

  it('another model on the fresh worker is not used for the rest', async () => {
    const here = bench({
      encode: (call) => {
        if (call.nth !== 2) return;
        here.revision = 'r2';
        badRows();
      },
    });
    const failure = await failureOf(() => here.run(wantedOf(SOME, 'wasm')));
    expect(failure.what).toContain('the model changed meanwhile');
    expect(here.calls.length).toBe(2);
  });

  it('a model that turns out to be no encoder is not tried again', async () => {
    const here = bench({
      encode: () => {
        throw new Failure('not-an-encoder', 'It gives 3 numbers.', 'Choose another.');
      },
    });
    for (const preference of ['auto', 'wasm'] as const) {
      expect((await failureOf(() => here.run(wantedOf(SOME, preference)))).code).toBe('not-an-encoder');
    }
    expect(here.calls.length).toBe(2);
  });

  it('a file that is gone at the second try is named, and is no reason for another backend', async () => {
    const here = bench({
      load: (_, nth) => {
        if (nth === 2) throw new Failure('file-missing', 'onnx/model.onnx is missing.', 'Connect.');
      },
      encode: ({ device }) => {
        if (device === 'webgpu') deviceLost();
      },
    });
    here.passed.add('r1|fp32|mean|acme turbo|test|{"runtime":"1.0.0"}');
    const failure = await failureOf(() => here.run(wantedOf(SOME)));
    expect(failure.code).toBe('file-missing');
    expect(here.requests.map(({ device }) => device)).toEqual(['webgpu']);
  });
});

describe('the start of a backend', () => {
  const rotated = (device: string, rows: Float32Array): Float32Array =>
    device === 'webgpu' ? rows.map((_, i) => rows[i - (i % DIMENSION) + ((i + 1) % DIMENSION)]!) : rows;

  it('the canary is asked once a model, precision and adapter', async () => {
    const here = bench();
    const canaries = (): number => here.log.filter((entry) => entry.startsWith('canary')).length;
    const first = await here.run(wantedOf(SOME));
    expect(first.head.provenance.backend).toBe('webgpu');
    expectRightRows(first, SOME);
    expect(here.log).toEqual(['load webgpu', 'canary webgpu', 'load wasm', 'canary wasm', 'tokenise webgpu']);
    // The judge's memory is freed.
    expect(here.clientOf('wasm').workers.map(({ terminated }) => terminated)).toEqual([1]);
    await here.run(wantedOf(sentencesOf(10)));
    expect(canaries()).toBe(2);
    const { request } = wantedOf(SOME);
    await here.run(wantedOf(SOME, 'auto', { request: { ...request, dtype: 'q8' } }));
    expect(canaries()).toBe(4);
    here.capabilities = { ...CAPABLE, adapter: 'other' };
    await here.run(wantedOf(SOME));
    expect(canaries()).toBe(6);
    here.revision = 'r2';
    await here.run(wantedOf(SOME));
    expect(canaries()).toBe(8);
  });

  it.each<[string, Bench['faults'], RegExp]>([
    ['rotated rows', { canary: rotated }, /^it computes other vectors than WebAssembly \(.*cosine/],
    [
      'a zero row',
      {
        canary: (device, rows) => (device === 'webgpu' ? rows.fill(0, 0, DIMENSION) : rows),
      },
      /^it computes other vectors than WebAssembly \(sentence 1 of 8/,
    ],
    [
      'a device that is lost at once',
      { load: ({ device }) => (device === 'webgpu' ? deviceLost() : undefined) },
      /^The GPU went away$/,
    ],
    [
      'a runtime that does not start',
      {
        load: ({ device }) => {
          if (device === 'webgpu') throw new Error('No available adapters.');
        },
      },
      /^No available adapters$/,
    ],
    [
      'a model that WebGPU can not compute',
      {
        load: ({ device }) => {
          if (device === 'webgpu') throw new Failure('model-unusable', 'It does not start.', 'Choose.');
        },
      },
      /^It does not start$/,
    ],
    [
      'a model that WebAssembly can not judge',
      { load: ({ device }, nth) => (device === 'wasm' && nth === 1 ? badRows() : undefined) },
      /^it can't be compared with WebAssembly \(Row 1/,
    ],
  ])('%s: automatic goes to wasm and says why, by hand fails', async (_, faults, reason) => {
    const here = bench(faults);
    const encoded = await here.run(wantedOf(SOME));
    expect(encoded.head.provenance.backend).toBe('wasm');
    expectRightRows(encoded, SOME);
    const prefix = 'chosen automatically: the browser offers WebGPU; webgpu was given up: ';
    expect(encoded.head.backendReason.slice(0, prefix.length)).toBe(prefix);
    const told = encoded.head.backendReason.slice(prefix.length);
    expect(told).toMatch(reason);
    expect(encoded.notes).toEqual([
      `webgpu was given up: ${told}. Every sentence was encoded on wasm instead, at the same dtype.`,
    ]);
    expect(here.passed.size).toBe(0);
    // A refused model is not left in memory.
    expect(here.clientOf('webgpu').workers.map(({ terminated }) => terminated)).toEqual([1]);
    expect(here.calls.some(({ device }) => device === 'webgpu')).toBe(false);

    const byHand = bench(faults);
    const failure = await failureOf(() => byHand.run(wantedOf(SOME, 'webgpu')));
    expect(failure.code).toBe('no-backend');
    expect(failure.what).toContain(told);
    expect(failure.nextStep).toBe('Choose "automatic" or "WebAssembly" as the backend.');
    expect(byHand.calls).toEqual([]);
    for (const device of ['webgpu', 'wasm'] as const)
      for (const { terminated } of byHand.clientOf(device).workers) expect(terminated).toBe(1);
  });

  it.each(['file-missing', 'not-an-encoder', 'download-failed'])(
    '%s is the same on every backend: not tried again, not anywhere else',
    async (code) => {
      for (const preference of ['auto', 'webgpu', 'wasm'] as const) {
        const here = bench({
          load: () => {
            throw new Failure(code, 'What happened.', 'What to do.');
          },
        });
        const failure = await failureOf(() => here.run(wantedOf(SOME, preference)));
        expect(failure).toMatchObject({ code, what: 'What happened.', nextStep: 'What to do.' });
        expect(here.log.length).toBe(1);
        expect(here.requests.length).toBe(1);
      }
    },
  );

  it('wasm that does not start says why itself', async () => {
    const here = bench({
      load: () => {
        throw new Failure('model-too-large', '2 GB do not fit.', 'Choose q8.');
      },
    });
    for (const preference of ['auto', 'wasm'] as const)
      expect((await failureOf(() => here.run(wantedOf(SOME, preference)))).code).toBe('model-too-large');
  });

  it('case 34: without WebGPU, no worker is started for it', async () => {
    const here = bench({}, { capabilities: { ...CAPABLE, withoutWebGpu: 'the browser offers no WebGPU' } });
    const encoded = await here.run(wantedOf(SOME));
    expect(encoded.head.backendReason).toBe(
      'chosen automatically: WebAssembly, 4 threads; the browser offers no WebGPU',
    );
    expect(encoded.notes).toEqual([]);
    expect(here.requests.map(({ device }) => device)).toEqual(['wasm']);
  });
});

it('the two backends of these tests differ by so little that the canary passes, and yet in every row', () => {
  for (const sentence of SOME) expect(vectorOf(sentence, 'wasm')).not.toEqual(vectorOf(sentence, 'webgpu'));
});
