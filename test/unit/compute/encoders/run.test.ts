import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { keepErrorKinds } from '../../../../src/compute/errors.ts';
import { Cancelled, Failure } from '../../../../src/failure.ts';
import { failureOf, held } from '../../support.ts';
import {
  badRows,
  Bench,
  DIMENSION,
  expectRightRows,
  keptOf,
  SOME,
  sentencesOf,
  TWENTY,
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

describe('encodeTask', () => {
  it('gives every sentence its own row, whatever the order of the batches', async () => {
    const here = bench();
    const encoded = await here.run(wantedOf(SOME, 'wasm'));
    expectRightRows(encoded, SOME);
    expect(Array.from(encoded.head.order).sort((a, b) => a - b)).toEqual([...SOME.keys()]);
    expect(encoded.head.order).not.toEqual(Int32Array.from(SOME.keys()));
    expect(encoded).toMatchObject({ computed: SOME.length, notes: [] });
    expect(here.calls.length).toBe(3);
    expect(here.progress).toEqual([0, 64, 128, 192].map((done) => [done, 192]));
  });

  it('names everything that the vectors depend on, and is kept under it', async () => {
    const here = bench();
    const { head } = await here.run(wantedOf(['a b', 'zzz c'], 'wasm'));
    expect(head).toMatchObject({
      provenance: {
        encoder: 'transformer:tiny(dtype=fp32)',
        model: { id: 'tiny', revision: 'r1' },
        tokeniser: 'words',
        backend: 'wasm',
        dtype: 'fp32',
        pooling: 'mean (test)',
        normalise: true,
        prefix: '',
        maxTokens: 128,
        libraries: { runtime: '1.0.0' },
        encoderVersion: '1',
      },
      taskKey: 'task of 2',
      title: 'Invented',
      dimension: DIMENSION,
      sentences: 2,
      tokens: Int32Array.of(4, 4),
      unknown: Int32Array.of(0, 1),
      backendReason: 'chosen by hand: WebAssembly, 4 threads',
      threads: 4,
    });
    here.revision = 'r2';
    const other = await here.run(wantedOf(['a b', 'zzz c'], 'wasm'));
    expect(other.head.key).not.toBe(head.key);
    expect(other.computed).toBe(2);
  });

  it('case 10: blank sentences, and those without a token, have no row and never reach the model', async () => {
    const here = bench();
    const sentences = ['', 'one two', '   ', '!', '\t\n', 'three'];
    const encoded = await here.run(wantedOf(sentences, 'wasm'));
    expect(Array.from(encoded.head.order)).toEqual([5, 1]);
    expect(Array.from(encoded.head.tokens)).toEqual([0, 4, 0, 0, 0, 3]);
    expect(here.calls.map((call) => call.sentences)).toEqual([['three', 'one two']]);
    expectRightRows(encoded, sentences);
  });

  it('case 10: a task of blank sentences has no rows, and is no failure', async () => {
    const here = bench();
    const encoded = await here.run(wantedOf(['', ' '], 'wasm'));
    expect(encoded).toMatchObject({ batches: [], computed: 0 });
    expect(here.calls).toEqual([]);
  });

  it('WebGPU has one thread, WebAssembly as many as the page may have', async () => {
    const here = bench();
    await here.run(wantedOf(['a'], 'webgpu'));
    await here.run(wantedOf(['a'], 'wasm'));
    expect(here.requests.map(({ device, threads }) => `${device} ${threads}`)).toEqual([
      'webgpu 1',
      'wasm 4',
      'wasm 4',
    ]);
    expect(here.readied).toEqual(['tiny webgpu', 'tiny wasm', 'tiny wasm']);
  });

  it.each([
    ['too few rows', { rows: (_: EncodeCall, rows: Float32Array) => rows.slice(DIMENSION) }, 'no-backend'],
    [
      'too few token counts',
      { tokens: ({ tokens, unknown }) => ({ tokens: tokens.slice(1), unknown }) },
      null,
    ],
  ] satisfies [string, Bench['faults'], string | null][])('%s are never used', async (_, faults, code) => {
    const here = bench(faults);
    const run = here.run(wantedOf(SOME, 'wasm'));
    await expect(run).rejects.toThrow(/came back for/);
    if (code) expect((await failureOf(() => run)).code).toBe(code);
    for (const { batches } of here.sets.values()) expect(keptOf(batches)).toEqual([]);
  });

  it('kept rows of another shape are refused, not shifted', async () => {
    const here = bench();
    await here.run(wantedOf(SOME, 'wasm'));
    here.setOf('wasm').batches[1] = new Float32Array(63 * DIMENSION);
    const failure = await failureOf(() => here.run(wantedOf(SOME, 'wasm')));
    expect(failure.code).toBe('embeddings-inconsistent');
    expect(failure.what).toContain('Batch 2 has 378 numbers instead of 64 x 6');
  });
});

describe('case 40: a run that is taken up again', () => {
  it('does not encode what is kept', async () => {
    const here = bench();
    const whole = await here.run(wantedOf(TWENTY, 'wasm'));
    const again = await here.run(wantedOf(TWENTY, 'wasm'));
    expect(here.calls.length).toBe(20);
    expect(again).toEqual({ ...whole, computed: 0, seconds: again.seconds });
    here.setOf('wasm').batches[4] = null;
    here.progress.length = 0;
    const third = await here.run(wantedOf(TWENTY, 'wasm'));
    expect(here.calls.length).toBe(21);
    expect(here.calls[20]!.sentences).toEqual(here.calls[4]!.sentences);
    expect(third).toMatchObject({ batches: whole.batches, computed: 64 });
    expect(here.progress).toEqual([
      [1216, 1280],
      [1280, 1280],
    ]);
  });

  it('a cancel takes effect within one batch and leaves what was kept', async () => {
    const controller = new AbortController();
    const here = bench({
      encode: ({ nth }) => {
        if (nth !== 5) return;
        controller.abort();
        return new Promise(() => {});
      },
    });
    await expect(here.run(wantedOf(TWENTY, 'wasm'), controller.signal)).rejects.toBeInstanceOf(Cancelled);
    expect(here.calls.length).toBe(5);
    expect(keptOf(here.setOf('wasm').batches)).toEqual([1, 2, 3, 4]);
    expect(here.clientOf('wasm').ends).toEqual([]);
    const rest = await here.run(wantedOf(TWENTY, 'wasm'));
    expect(rest.computed).toBe(16 * 64);
    expect(here.calls.length).toBe(5 + 16);
    expectRightRows(rest, TWENTY);
  });

  it.each(['before the first call', 'while the model loads', 'while the last batch is kept'])(
    'a cancel %s',
    async (when) => {
      const controller = new AbortController();
      const here = bench({
        load: () => {
          if (when !== 'while the model loads') return;
          controller.abort();
          return new Promise(() => {});
        },
        put: (_, batch) => {
          if (when === 'while the last batch is kept' && batch === 2) controller.abort();
        },
      });
      if (when === 'before the first call') controller.abort();
      await expect(here.run(wantedOf(SOME), controller.signal)).rejects.toBeInstanceOf(Cancelled);
      // Never taken for a fault of WebGPU.
      expect(here.requests.filter(({ device }) => device === 'wasm').length).toBe(
        when === 'while the last batch is kept' ? 1 : 0,
      );
    },
  );

  it('a cancel during the second try is a cancel too', async () => {
    const controller = new AbortController();
    const here = bench({
      encode: ({ nth }) => {
        if (nth < 2) return;
        if (nth === 2) badRows();
        controller.abort();
        return new Promise(() => {});
      },
    });
    await expect(here.run(wantedOf(SOME, 'wasm'), controller.signal)).rejects.toBeInstanceOf(Cancelled);
    expect(here.calls.length).toBe(3);
    expect(keptOf(here.setOf('wasm').batches)).toEqual([1]);
  });

  it('is over when its last batch is kept, not before', async () => {
    const written = held<void>();
    const isLast = held<void>();
    const here = bench({
      put: (_, batch) => {
        if (batch !== 2) return;
        isLast.resolve();
        return written.promise;
      },
    });
    let isOver = false;
    const run = here.run(wantedOf(SOME, 'wasm')).finally(() => (isOver = true));
    await isLast.promise;
    // A call on the same channel takes longer than a run that waits for nothing.
    await here.clientOf('wasm').client.call((service) => service.pieces(0, []));
    expect(isOver).toBe(false);
    written.resolve();
    await run;
    expect(keptOf(here.setOf('wasm').batches)).toEqual([1, 2, 3]);
  });

  it('a last batch that can not be kept is a failure of the run', async () => {
    const here = bench({
      put: (_, batch) => (batch === 2 ? Promise.reject(new Error('disk full')) : undefined),
    });
    await expect(here.run(wantedOf(SOME, 'wasm'))).rejects.toThrow('disk full');
    expect(keptOf(here.setOf('wasm').batches)).toEqual([1, 2]);
  });

  it('a model that the person unloads meanwhile cancels the run', async () => {
    const here = bench({
      encode: ({ nth }) => {
        if (nth !== 2) return;
        here.clientOf('wasm').client.end();
        return new Promise(() => {});
      },
    });
    await expect(here.run(wantedOf(SOME, 'wasm'))).rejects.toBeInstanceOf(Cancelled);
    expect(keptOf(here.setOf('wasm').batches)).toEqual([1]);
  });

  it('a worker that is ended between two batches is started and prepared again', async () => {
    const here = bench({
      put: (_, batch) => {
        if (batch === 0) here.clientOf('wasm').client.end();
      },
    });
    const encoded = await here.run(wantedOf(SOME, 'wasm'));
    expectRightRows(encoded, SOME);
    expect(here.calls.length).toBe(3);
  });

  it('a shelf that fails ends the run with its reason; what was kept stays', async () => {
    const here = bench({
      put: (_, batch) => {
        if (batch === 7) throw new Failure('embeddings-inconsistent', 'No such set.', 'Run it again.');
      },
    });
    const failure = await failureOf(() => here.run(wantedOf(TWENTY, 'wasm')));
    expect(failure.what).toBe('No such set.');
    expect(keptOf(here.setOf('wasm').batches)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    // One more may have been computed while that one was written.
    expect(here.calls.length).toBe(9);
    expect(here.clientOf('wasm').ends).toEqual([]);
    here.faults = {};
    const rest = await here.run(wantedOf(TWENTY, 'wasm'));
    expect(rest.computed).toBe(13 * 64);
    expectRightRows(rest, TWENTY);
  });

  it('has the rows of an uninterrupted run, whatever stops it and how often', async () => {
    const sentences = sentencesOf(5 * 64 + 10);
    const whole = await bench().run(wantedOf(sentences, 'wasm'));
    const stop = fc.record({
      /** Which of the calls after the last stop. */
      after: fc.integer({ min: 1, max: 5 }),
      how: fc.constantFrom('cancel', 'put', 'dies', 'throws', 'bad rows', 'unload'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(stop, { maxLength: 5 }), async (stops) => {
        const here = bench();
        for (const { after, how } of stops) {
          const controller = new AbortController();
          const from = here.calls.length;
          const isTurn = (): boolean => here.calls.length === from + after;
          here.faults = {
            put: () => {
              if (how === 'put' && isTurn()) throw new Error('disk full');
            },
            encode: (call) => {
              if (!isTurn()) return;
              if (how === 'throws') throw new Error('no memory');
              if (how === 'bad rows') badRows();
              if (how === 'dies') return workerDies(call);
              if (how === 'cancel') controller.abort();
              else if (how === 'unload') here.clientOf('wasm').client.end();
              else return;
              return new Promise(() => {});
            },
          };
          await here.run(wantedOf(sentences, 'wasm'), controller.signal).catch(() => {});
        }
        here.faults = {};
        const keptBefore = keptOf(here.sets.size ? here.setOf('wasm').batches : []).length;
        const before = here.calls.length;
        const last = await here.run(wantedOf(sentences, 'wasm'));
        expect(last.batches).toEqual(whole.batches);
        expect(last.head.key).toBe(whole.head.key);
        expect(here.calls.length - before).toBe(6 - keptBefore);
        here.end();
      }),
      { numRuns: 40 },
    );
  });
});
