import { describe, expect, it, vi } from 'vitest';
import type { BackendStarter } from '../../../src/compute/backends/choose.ts';
import { ScoringEngine } from '../../../src/compute/engine.ts';
import { Cancelled } from '../../../src/failure.ts';
import { plainSummer } from '../../../src/systems/encoders/plainSummer.ts';
import { parseSystem } from '../../../src/systems/registry.ts';
import { failureOf, fakeHost, held, inventedVector, noReport, taskOf, type Row } from '../support.ts';
import { tinyFrequencies, tinyVectors } from './tinyModel.ts';

const WORDS = ['the', 'cat', 'dog', 'bird', 'sleeps', 'sings', 'runs', 'a', 'never', 'ever'];
const glove = tinyVectors(
  'glove-6b-100d',
  Object.fromEntries(WORDS.map((word) => [word, inventedVector(word, 6)])),
  6,
);
const subtlex = tinyFrequencies('subtlex-us', 'the\t90\ncat\t4\ndog\t3\n');

vi.mock('../../../models/catalogue.ts', () => ({
  get MODELS() {
    return [glove.model, subtlex.model];
  },
}));

const SITE = 'https://page.test/sts/';
const FILES = Object.fromEntries([
  ...Object.entries(glove.site).map(([name, bytes]) => [`models/glove-6b-100d/${name}`, bytes] as const),
  ...Object.entries(subtlex.site).map(([name, bytes]) => [`models/subtlex-us/${name}`, bytes] as const),
]);
const SUBJECTS = ['The cat', 'The dog', 'A bird', 'The bird'];
const ROWS: Row[] = Array.from({ length: 12 }, (_, i) => [
  `${SUBJECTS[i % 4]} ${['sleeps', 'sings', 'runs'][i % 3]}.`,
  `${SUBJECTS[(i + 1) % 4]} never ${['runs', 'sleeps'][i % 2]}.`,
]);
const TASK = taskOf({ dev: ROWS, test: [...ROWS].reverse() });
const SYSTEMS = ['overlap-cosine', 'glove-sum', 'glove-idf', 'glove-weighted', 'sif', 'aligned'];
const spec = parseSystem;
const REQUEST = { part: 'test', pairs: [['The cat runs.', 'A dog ever runs.']] } as const;

/** An engine whose downloads wait for `open`; it counts the backends that were started. */
async function engineOn(open: Promise<void> = Promise.resolve()) {
  const host = fakeHost(SITE, FILES);
  const started: string[] = [];
  const starter: BackendStarter = {
    withoutWebGpu: async () => 'the browser offers no WebGPU',
    start: async (name) => (started.push(name), { ...plainSummer, backend: name }),
  };
  const engine = new ScoringEngine({
    fetch: async (url, init) => {
      await Promise.race([
        open,
        new Promise((_, reject) =>
          init.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
        ),
      ]);
      return host.fetch(url, init);
    },
    starter,
    libraries: {},
  });
  await engine.begin(SITE, 'auto');
  await engine.openTask(TASK);
  return { engine, asked: host.asked, started };
}

describe('ScoringEngine: a probe', () => {
  it.each(SYSTEMS)('%s: gives a pair of the task its score in the run', async (id) => {
    const { engine } = await engineOn();
    const { scores } = await engine.score(1, TASK.key, spec(id), noReport);
    const pairs = ROWS.map(([a, b]) => [a, b] as const).reverse();
    const probed = await engine.probe(2, TASK.key, spec(id), { part: 'test', pairs }, noReport);
    pairs.forEach((_, row) => {
      expect(probed.values[row]).toBeCloseTo(scores.values[ROWS.length + row]!, 6);
    });
    expect(probed.seconds).toBeGreaterThanOrEqual(0);
  });

  it('starts no backend, and fetches what its words need', async () => {
    const { engine, asked, started } = await engineOn();
    await engine.probe(1, TASK.key, spec('glove-sum'), { part: null, pairs: [['the', 'cat']] }, noReport);
    expect([...asked].sort()).toEqual(
      ['manifest.json', 'shard-0.bin', 'words.txt'].map((name) => `models/glove-6b-100d/${name}`),
    );
    expect(started).toEqual([]);
  });

  it('does not wait for the runs before it', async () => {
    const { engine } = await engineOn();
    await engine.probe(1, TASK.key, spec('sif'), REQUEST, noReport);
    const order: string[] = [];
    const runs = [2, 3].map((job) =>
      engine.score(job, TASK.key, spec('glove-idf'), noReport).then(() => order.push('run')),
    );
    const probed = engine.probe(4, TASK.key, spec('sif'), REQUEST, noReport).then(() => order.push('probe'));
    await Promise.all([...runs, probed]);
    expect(order.indexOf('probe')).toBeLessThan(2);
  });

  it('that is cancelled rejects at once; the model goes on loading, for a run that waits for it too', async () => {
    const gate = held<void>();
    const { engine, asked } = await engineOn(gate.promise);
    const probed = engine.probe(1, TASK.key, spec('glove-sum'), REQUEST, noReport);
    const run = engine.score(2, TASK.key, spec('glove-sum'), noReport);
    await engine.cancel(1);
    await expect(probed).rejects.toBeInstanceOf(Cancelled);
    gate.resolve();
    expect((await run).scores.reasons[0]).toBe(0);
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('outlives the cancel of a run that began to load its model', async () => {
    const gate = held<void>();
    const { engine } = await engineOn(gate.promise);
    const run = engine.score(1, TASK.key, spec('glove-sum'), noReport);
    const failed = expect(run).rejects.toBeInstanceOf(Cancelled);
    // Until the run has begun to fetch.
    await new Promise((resolve) => setTimeout(resolve, 5));
    const probed = engine.probe(2, TASK.key, spec('glove-sum'), REQUEST, noReport);
    await engine.cancel(1);
    await failed;
    gate.resolve();
    expect((await probed).reasons[0]).toBe(0);
  });

  it.each<[string, string, string]>([
    ['a task that is not open', 'other', 'no-task'],
    ['a part that is not there', TASK.key, 'no-such-part'],
  ])('on %s is a Failure', async (_, key, code) => {
    const { engine } = await engineOn();
    const request = { ...REQUEST, part: 'train' };
    const failure = await failureOf(() => engine.probe(1, key, spec('sif'), request, noReport));
    expect(failure.code).toBe(code);
    const matrix = await failureOf(() =>
      engine.matrix(1, key, spec('sif'), REQUEST.pairs[0], 'train', noReport),
    );
    expect(matrix.code).toBe(code);
  });

  it('of a transformer is refused: it is scored from embeddings', async () => {
    const { engine } = await engineOn();
    const failure = await failureOf(() =>
      engine.probe(1, TASK.key, spec('transformer:use-lite'), REQUEST, noReport),
    );
    expect(failure.code).toBe('not-lexical');
  });
});

describe('ScoringEngine: a matrix', () => {
  it('compares the tokens of a typed pair', async () => {
    const { engine } = await engineOn();
    const { tokens, similarity } = await engine.matrix(
      1,
      TASK.key,
      spec('glove-idf'),
      ['The cat', 'cat zxqv'],
      'test',
      noReport,
    );
    expect(tokens.map((side) => side.map(({ text }) => text))).toEqual([
      ['the', 'cat'],
      ['cat', 'zxqv'],
    ]);
    expect(similarity[2]).toBe(1);
    expect(similarity[3]).toBeNaN();
    expect(Math.abs(similarity[0]!)).toBeLessThan(1);
  });
});
