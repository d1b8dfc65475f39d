import { describe, expect, it } from 'vitest';
import { CodeHost, type CodeModule } from '../../../../src/compute/code/host.ts';
import type { CodeReply, GivenWords } from '../../../../src/compute/code/messages.ts';

/** They are what the editor shows, so they are plain JavaScript. */
const example = (name: string): Promise<CodeModule> =>
  import(`../../../../src/app/codeExamples/${name}.js`) as Promise<CodeModule>;

const ADDRESS = 'blob:own';

async function hostOf(module: CodeModule, words: GivenWords | null = null): Promise<CodeHost> {
  const host = new CodeHost(async () => ({ module, address: ADDRESS }));
  expect(await host.answer({ kind: 'load', source: '', words })).toMatchObject({ kind: 'loaded' });
  return host;
}

const failed = (reply: CodeReply): string => {
  if (reply.kind !== 'failed') throw new Error(`It answered ${reply.kind}.`);
  return reply.fault.what;
};

const batch = async (batcher: unknown, sentences = ['one cat', 'two dogs']): Promise<CodeReply> =>
  (await hostOf({ batcher })).answer({ kind: 'batch', first: 128, sentences });

describe('CodeHost', () => {
  it('gives rows as one column of float32', async () => {
    const reply = await batch(async (_: unknown, given: string[]) => given.map((text) => [text.length, 1.5]));
    expect(reply).toEqual({ kind: 'rows', rows: Float32Array.of(7, 1.5, 8, 1.5), dimension: 2 });
    expect(await batch(() => [Float32Array.of(1), Float64Array.of(2)])).toMatchObject({
      rows: Float32Array.of(1, 2),
    });
  });

  it.each([
    ['too few rows', () => [[1]], 'batcher gave 1 rows for 2 sentences.'],
    ['too many rows', () => [[1], [1], [1]], 'batcher gave 3 rows for 2 sentences.'],
    ['no array', () => 'x', 'batcher gave a text instead of an array of rows.'],
    ['nothing', () => undefined, 'batcher gave nothing instead of an array of rows.'],
    [
      'NaN',
      () => [
        [1, 1],
        [1, NaN],
      ],
      'batcher gave NaN, place 2 of the row of sentence 130, “two dogs”.',
    ],
    [
      'too large a number',
      () => [[1e39], [1]],
      'batcher gave 1e+39, place 1 of the row of sentence 129, “one cat”.',
    ],
    [
      'text in a row',
      () => [['1'], [1]],
      'batcher gave a text instead of a number, place 1 of the row of sentence 129',
    ],
    [
      'rows of two lengths',
      () => [[1, 2], [1]],
      'batcher gave 1 numbers for sentence 130, “two dogs”, and 2',
    ],
    ['an empty row', () => [[], []], 'batcher gave an empty row for sentence 129'],
    [
      'promises for rows',
      () => [Promise.resolve([1]), [1]],
      'a promise instead of a row of numbers for sentence 129',
    ],
    ['a hole', () => [[1], null], 'batcher gave null instead of a row of numbers for sentence 130'],
  ])('tells of %s', async (_, batcher, what) => {
    expect(failed(await batch(batcher))).toContain(what);
  });

  it('tells of what is thrown, whatever it is', async () => {
    const throwing = (thrown: unknown) => batch(() => Promise.reject(thrown as Error));
    expect(failed(await throwing(new TypeError('no such word')))).toBe(
      'batcher threw: TypeError: no such word.',
    );
    expect(failed(await throwing('plain text'))).toBe('batcher threw: plain text.');
    expect(failed(await throwing(undefined))).toBe('batcher threw: undefined.');
    const endless: Record<string, unknown> = {};
    endless.self = endless;
    expect(failed(await throwing(endless))).toBe('batcher threw: something that has no text.');
    expect(failed(await throwing('x'.repeat(9999))).length).toBeLessThan(450);
  });

  it('names the line of the source from the stack', async () => {
    const error = new Error('oh');
    error.stack = `Error: oh\n    at helper (${ADDRESS}:7:3)\n    at Module.batcher (${ADDRESS}:12:5)`;
    const reply = await batch(() => Promise.reject(error));
    expect(reply).toEqual({
      kind: 'failed',
      fault: { what: 'batcher threw at line 7: Error: oh.', place: { line: 7, column: 3 } },
    });
  });

  it('asks for a batcher, and for functions', async () => {
    const load = (module: CodeModule) =>
      new CodeHost(async () => ({ module, address: ADDRESS })).answer({
        kind: 'load',
        source: '',
        words: null,
      });
    expect(failed(await load({}))).toContain('exports no function “batcher”');
    expect(failed(await load({ batcher: () => [], prepare: 3 }))).toBe(
      '“prepare” is exported, but is no function.',
    );
  });

  it('keeps params between the calls and takes the batch size from them', async () => {
    const host = await hostOf({
      prepare: (params: Record<string, unknown>, sentences: string[]) => {
        params.seen = sentences.length;
        params.batchSize = 7;
      },
      batcher: (params: Record<string, unknown>, given: string[]) => given.map(() => [params.seen]),
    });
    expect(await host.answer({ kind: 'prepare', sentences: ['a', 'b', 'c'] })).toEqual({
      kind: 'prepared',
      batchSize: 7,
    });
    expect(await host.answer({ kind: 'batch', first: 0, sentences: ['a'] })).toMatchObject({
      rows: Float32Array.of(3),
    });
    const wrong = await hostOf({
      batcher: () => [],
      prepare: (p: Record<string, unknown>) => (p.batchSize = 0),
    });
    expect(failed(await wrong.answer({ kind: 'prepare', sentences: [] }))).toContain('params.batchSize is 0');
  });

  it('says why word vectors are not there', async () => {
    const host = await hostOf({ batcher: (params: Record<string, unknown>) => [params['word' + 'Vectors']] });
    expect(failed(await host.answer({ kind: 'batch', first: 0, sentences: ['a'] }))).toContain('written out');
  });

  it('compares with the code’s own similarity', async () => {
    const sum = (u: Float32Array, v: Float32Array): number => u[0]! + v[1]!;
    const request = {
      kind: 'compare',
      left: Float32Array.of(1, 2, 3, 4),
      right: Float32Array.of(10, 20, 30, 40),
      dimension: 2,
    } as const;
    const host = await hostOf({ batcher: () => [], similarity: sum });
    expect(await host.answer(request)).toEqual({ kind: 'compared', values: Float64Array.of(21, 43) });
    for (const [similarity, what] of [
      [async () => 1, 'similarity gave a promise'],
      [() => '1', 'similarity gave a text instead of a number'],
      [
        () => {
          throw new Error('oh');
        },
        'similarity threw: Error: oh.',
      ],
    ] as const) {
      expect(failed(await (await hostOf({ batcher: () => [], similarity })).answer(request))).toContain(what);
    }
  });
});

describe('the examples', () => {
  const sentences = ['The red cat sat.', 'A cat, a red one.', 'xyzzy'];
  const words = {
    words: ['red', 'cat'],
    rows: Float32Array.of(1, 2, 3, 6),
    dimension: 2,
  };
  const rowsOf = async (module: CodeModule, given: GivenWords | null) => {
    const host = await hostOf(module, given);
    const prepared = await host.answer({ kind: 'prepare', sentences });
    expect(prepared).toMatchObject({ kind: 'prepared' });
    const reply = await host.answer({ kind: 'batch', first: 0, sentences });
    if (reply.kind !== 'rows') throw new Error(failed(reply));
    return Array.from(sentences, (_, s) => [
      ...reply.rows.slice(s * reply.dimension, (s + 1) * reply.dimension),
    ]);
  };

  it('average the known words, and know nothing of a sentence without one', async () => {
    expect(await rowsOf(await example('average'), words)).toEqual([
      [2, 4],
      [2, 4],
      [0, 0],
    ]);
  });

  it('weigh a word by ln(N / df)', async () => {
    const rows = await rowsOf(await example('tfidf'), null);
    const weights = rows.map((row) => row.filter((value) => value !== 0).sort((a, b) => a - b));
    const [idf1, idf2] = [Math.fround(Math.log(3)), Math.fround(Math.log(3 / 2))];
    expect(weights[0]).toEqual([idf2, idf2, idf1, idf1]);
    expect(weights[2]).toEqual([idf1]);
  });

  it('count runs of three characters', async () => {
    const ngrams = await example('ngrams');
    const similarity = ngrams.similarity as (u: Float32Array, v: Float32Array) => number;
    const rows = await rowsOf(ngrams, null);
    expect(rows.map((row) => row.reduce((sum, value) => sum + value, 0))).toEqual([15, 15, 5]);
    const [u, v] = [Float32Array.from(rows[0]!), Float32Array.from(rows[1]!)];
    expect(similarity(u, u)).toBe(1);
    expect(similarity(u, v)).toBeGreaterThan(0.2);
    expect(similarity(u, v)).toBeLessThan(1);
  });
});
