import { File } from 'node:buffer';
import { describe, expect, it, vi } from 'vitest';
import type { BackendStarter } from '../../../src/compute/backends/choose.ts';
import { ScoringEngine } from '../../../src/compute/engine.ts';
import type { JobEvent } from '../../../src/compute/protocol.ts';
import { Cancelled, Failure } from '../../../src/failure.ts';
import { plainSummer } from '../../../src/systems/encoders/plainSummer.ts';
import type { SegmentSummer } from '../../../src/systems/encoders/types.ts';
import { parseSystem } from '../../../src/systems/registry.ts';
import { failureOf, fakeHost, inventedVector, noReport, taskOf, type Row, type Site } from '../support.ts';
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
const FILES: Site = Object.fromEntries([
  ...Object.entries(glove.site).map(([name, bytes]) => [`models/glove-6b-100d/${name}`, bytes] as const),
  ...Object.entries(subtlex.site).map(([name, bytes]) => [`models/subtlex-us/${name}`, bytes] as const),
]);
const LIBRARIES = { 'a-library': '1.2.3' };

const ROWS: Row[] = [
  ['The cat sleeps.', 'The dog sleeps.'],
  ['A bird sings.', 'The cat runs.'],
  ['The cat', 'the cat'],
  ['zxqv', 'The dog runs.'],
];
const TASK = taskOf({ test: ROWS });
const OTHER = taskOf({ dev: [...ROWS].reverse() });
const spec = parseSystem;

const wasmOnly: BackendStarter = {
  withoutWebGpu: async () => 'the browser offers no WebGPU',
  start: async (name) => ({ ...plainSummer, backend: name }),
};

async function engineOn(site: Site = FILES, starter: BackendStarter = wasmOnly) {
  const host = fakeHost(SITE, site);
  const engine = new ScoringEngine({
    fetch: (url, init) => host.fetch(url, init),
    starter,
    libraries: LIBRARIES,
    taggerLibraries: { 'a-tagger': '4.5' },
  });
  await engine.begin(SITE, 'auto');
  await engine.openTask(TASK);
  return { engine, asked: host.asked };
}

describe('ScoringEngine: a score', () => {
  it('comes with the facts of what made it', async () => {
    const { engine } = await engineOn();
    const outcome = await engine.score(1, TASK.key, spec('sif(components=0)'), noReport);
    expect(outcome.facts).toEqual({
      model: { id: 'glove-6b-100d', revision: glove.model.revision },
      frequencies: { id: 'subtlex-us', sha256: subtlex.model.revision },
      backend: 'wasm',
      backendReason: 'chosen automatically: no webgpu, the browser offers no WebGPU',
      dtype: 'int8 rows, float32 sums',
      libraries: LIBRARIES,
    });
    expect(outcome.scores.values[2]).toBe(1);
    expect(outcome.scores.values[3]).toBeNaN();
    expect(outcome.seconds).toBeGreaterThanOrEqual(0);
  });

  it('names the tagger and the frequencies only where they are used', async () => {
    const { engine } = await engineOn();
    const factsOf = (id: string) => engine.facts(1, spec(id), noReport);
    expect(await factsOf('glove-weighted')).toMatchObject({
      frequencies: null,
      libraries: { ...LIBRARIES, 'a-tagger': '4.5' },
    });
    const ic = await factsOf('glove-weighted(weighting=ic)');
    expect(ic.frequencies?.id).toBe('subtlex-us');
    expect(ic.libraries).toEqual(LIBRARIES);
    const { scores } = await engine.score(2, TASK.key, spec('glove-weighted'), noReport);
    expect(scores.values[2]).toBe(1);
  });

  it('of an aligner names what its contexts come from, and starts no backend', async () => {
    let started = 0;
    const { engine } = await engineOn(FILES, { ...wasmOnly, start: async () => (started++, plainSummer) });
    const text = new File(
      ['the cat sleeps\nthe dog sleeps\na bird sings\n'],
      'own.txt',
    ) as unknown as globalThis.File;
    const added = await engine.addModel(1, 'text', text, noReport);
    expect(added).toMatchObject({ kind: 'text', summary: '3 lines of text' });
    const run = async (id: string) => (await engine.score(2, TASK.key, spec(id), noReport)).facts;
    expect((await run('aligned')).model).toBeNull();
    expect((await run(`aligned(context=${added.id})`)).model?.id).toBe(added.id);
    expect((await run('aligned:cosine(context=glove)')).model).toEqual({
      id: 'glove-6b-100d',
      revision: glove.model.revision,
    });
    expect((await run('aligned')).backend).toBe('none');
    expect(started).toBe(0);
    const gone = await failureOf(() =>
      engine.score(3, TASK.key, spec('aligned(context=file:gone.txt#1)'), noReport),
    );
    expect(gone.what).toContain('There is no text "file:gone.txt#1" here');
  });

  it('facts before the run are the facts of the run', async () => {
    const { engine } = await engineOn();
    for (const id of ['overlap-cosine', 'glove-sum', 'sif', 'aligned', 'glove-weighted']) {
      const before = await engine.facts(1, spec(id), noReport);
      expect((await engine.score(2, TASK.key, spec(id), noReport)).facts).toEqual(before);
    }
  });

  it('counting words starts no backend and fetches nothing', async () => {
    let started = 0;
    const { engine, asked } = await engineOn(FILES, {
      ...wasmOnly,
      start: async () => (started++, plainSummer),
    });
    const { facts } = await engine.score(1, TASK.key, spec('overlap-cosine'), noReport);
    expect(facts).toMatchObject({
      model: null,
      frequencies: null,
      backend: 'none',
      dtype: 'none',
      libraries: {},
    });
    expect(started).toBe(0);
    expect(asked).toEqual([]);
  });

  it('case 42: fetches from its own site only, what the words need, and nothing twice', async () => {
    const { engine, asked } = await engineOn();
    await engine.score(1, TASK.key, spec('glove-sum'), noReport);
    expect([...asked].sort()).toEqual(
      ['manifest.json', 'shard-0.bin', 'shard-1.bin', 'shard-2.bin', 'shard-3.bin', 'words.txt'].map(
        (name) => `models/glove-6b-100d/${name}`,
      ),
    );
    const first = asked.length;
    await engine.score(2, TASK.key, spec('glove-idf'), noReport);
    expect(asked.length).toBe(first);
    await engine.score(3, TASK.key, spec('sif'), noReport);
    expect(asked.slice(first)).toEqual(['models/subtlex-us/manifest.json', 'models/subtlex-us/counts.tsv']);
  });
});

describe('ScoringEngine: case 32, two calls at once', () => {
  it('are queued, and their results do not cross', async () => {
    let inside = 0;
    let most = 0;
    const slow: SegmentSummer = {
      backend: 'wasm',
      async table(words, weights) {
        const table = await plainSummer.table(words, weights);
        return {
          ...table,
          async sums(segments) {
            most = Math.max(most, ++inside);
            await new Promise((resolve) => setTimeout(resolve, 2));
            inside--;
            return table.sums(segments);
          },
        };
      },
    };
    const { engine } = await engineOn(FILES, { ...wasmOnly, start: async () => slow });
    await engine.openTask(OTHER);
    const calls = ['glove-sum', 'glove-idf', 'sif(components=0)', 'overlap-cosine', 'glove-sum'].flatMap(
      (id) => [[TASK.key, id] as const, [OTHER.key, id] as const],
    );
    const events: JobEvent[][] = calls.map(() => []);
    const together = await Promise.all(
      calls.map(([task, id], i) => engine.score(i, task, spec(id), (event) => events[i]!.push(event))),
    );
    expect(most).toBe(1);
    events.slice(1).forEach((own, i) => expect(own[0]).toEqual({ kind: 'waiting', ahead: i + 1 }));
    const alone = await engineOn();
    await alone.engine.openTask(OTHER);
    for (const [i, [task, id]] of calls.entries()) {
      const expected = await alone.engine.score(i, task, spec(id), noReport);
      expect(together[i]!.scores).toEqual(expected.scores);
    }
  });

  it('says at once that it does not hold a task, whatever runs before', async () => {
    const { engine } = await engineOn();
    let isOver = false;
    const first = engine.score(1, TASK.key, spec('glove-sum'), noReport).then(() => (isOver = true));
    const score = await failureOf(() => engine.score(2, 'other', spec('glove-sum'), noReport));
    const rows = await failureOf(() => engine.wordRows(3, 'other', noReport));
    expect([score.code, rows.code, isOver]).toEqual(['no-task', 'no-task', false]);
    await first;
  });

  it('a task that is opened twice is kept, one that is closed is gone', async () => {
    const { engine, asked } = await engineOn();
    await engine.score(1, TASK.key, spec('glove-sum'), noReport);
    await engine.openTask(TASK);
    await engine.closeTask(TASK.key);
    const failure = await failureOf(() => engine.score(2, TASK.key, spec('glove-sum'), noReport));
    expect(failure.code).toBe('no-task');
    expect((await failureOf(() => engine.explain(90, TASK.key, spec('glove-sum'), 0, noReport))).code).toBe(
      'no-task',
    );
    expect(asked.length).toBeGreaterThan(0);
  });
});

describe('ScoringEngine: cancel', () => {
  it('ends a running job with Cancelled; the next one works', async () => {
    const { engine } = await engineOn();
    const scoring = engine.score(1, TASK.key, spec('glove-sum'), () => void engine.cancel(1));
    await expect(scoring).rejects.toBeInstanceOf(Cancelled);
    const { scores } = await engine.score(2, TASK.key, spec('glove-sum'), noReport);
    expect(scores.values[2]).toBe(1);
  });

  it('ends a waiting job and leaves the running one alone', async () => {
    const { engine } = await engineOn();
    const first = engine.score(1, TASK.key, spec('glove-sum'), noReport);
    const second = engine.score(2, TASK.key, spec('sif'), noReport);
    await engine.cancel(2);
    await expect(second).rejects.toBeInstanceOf(Cancelled);
    expect((await first).scores.values[2]).toBe(1);
  });
});

describe('ScoringEngine: models', () => {
  it.each([
    ['glove-sum(vectors=word2vec)', 'no word vectors "word2vec"', 'Choose glove-6b-100d'],
    ['glove-sum(vectors=subtlex-us)', 'no word vectors "subtlex-us"', 'Choose glove-6b-100d'],
    ['glove-sum(vectors=file:mine.txt#0123)', 'no word vectors', 'drop the file again'],
    ['sif(frequencies=zipf)', 'no word frequencies "zipf"', 'Choose subtlex-us'],
  ])('%s is a Failure that says what there is', async (id, what, next) => {
    const { engine } = await engineOn();
    const failure = await failureOf(() => engine.score(1, TASK.key, spec(id), noReport));
    expect(failure.code).toBe('unknown-model');
    expect(failure.what).toContain(what);
    expect(failure.nextStep).toContain(next);
  });

  it.each([
    'models/glove-6b-100d/manifest.json',
    'models/glove-6b-100d/words.txt',
    'models/glove-6b-100d/shard-1.bin',
    'models/subtlex-us/counts.tsv',
  ])('works after %s failed once', async (path) => {
    const site: Record<string, Site[string]> = { ...FILES, [path]: 503 };
    const { engine } = await engineOn(site);
    expect((await failureOf(() => engine.score(1, TASK.key, spec('sif'), noReport))).code).toBe(
      'file-missing',
    );
    site[path] = FILES[path]!;
    expect((await engine.score(2, TASK.key, spec('sif'), noReport)).scores.values[2]).toBe(1);
  });

  it('takes models from files, and scores with them', async () => {
    const { engine, asked } = await engineOn();
    const file = (name: string, text: string) => new File([text], name) as unknown as globalThis.File;
    const vectors = await engine.addModel(
      1,
      'vectors',
      file('own.txt', 'cat 1 0\nthe 3 4\ndog x 1\nbird 2\nrun 1 1\n'),
      noReport,
    );
    const counts = await engine.addModel(2, 'frequencies', file('own.tsv', 'the 9\ncat 1\n'), noReport);
    expect(vectors.summary).toBe(
      '4 words, 2 dimensions; 1 lines rejected, the first is 4: fewer than 2 numbers behind the word',
    );
    expect(counts).toMatchObject({ kind: 'frequencies', summary: '2 words' });
    const system = spec(`sif(vectors=${vectors.id},frequencies=${counts.id},components=0,a=0.1)`);
    const { facts, scores, notes } = await engine.score(3, TASK.key, system, noReport);
    expect(facts).toMatchObject({
      model: { id: vectors.id },
      frequencies: { id: counts.id },
      dtype: 'float32',
    });
    expect(scores.values[2]).toBe(1);
    expect(notes).toEqual([
      '2 lines of own.txt were rejected; the first is 3: a field of the vector is not a number.',
    ]);
    expect(asked).toEqual([]);
  });
});

describe('ScoringEngine: backends', () => {
  it('one that is chosen by hand and does not work leaves the one before', async () => {
    const { engine } = await engineOn();
    expect(await engine.useBackend(91, 'cpu', noReport)).toMatchObject({
      backend: 'cpu',
      why: 'chosen by hand',
    });
    expect((await failureOf(() => engine.useBackend(91, 'webgpu', noReport))).code).toBe('no-backend');
    expect((await engine.score(1, TASK.key, spec('glove-sum'), noReport)).facts.backend).toBe('cpu');
  });

  it('is started once for many runs', async () => {
    const started: string[] = [];
    const { engine } = await engineOn(FILES, {
      ...wasmOnly,
      start: async (name) => (started.push(name), { ...plainSummer, backend: name }),
    });
    await Promise.all([1, 2, 3].map((job) => engine.score(job, TASK.key, spec('glove-sum'), noReport)));
    await engine.useBackend(91, 'auto', noReport);
    expect(started).toEqual(['wasm']);
  });

  it('case 33: one that breaks gives no score, and the next run goes to another, visibly', async () => {
    let broken = false;
    const starter: BackendStarter = {
      withoutWebGpu: async () => null,
      async start(name) {
        if (name !== 'webgpu') return { ...plainSummer, backend: name };
        return {
          backend: name,
          async table(words, weights) {
            const table = await plainSummer.table(words, weights);
            return {
              ...table,
              sums: async (segments) =>
                broken
                  ? new Float32Array((segments.offsets.length - 1) * words.dimension)
                  : table.sums(segments),
            };
          },
        };
      },
    };
    const { engine } = await engineOn(FILES, starter);
    const before = await engine.score(1, TASK.key, spec('glove-sum'), noReport);
    expect(before.facts.backend).toBe('webgpu');
    broken = true;
    const failure = await failureOf(() => engine.score(2, TASK.key, spec('glove-sum'), noReport));
    expect(failure.code).toBe('backend-failed');
    const after = await engine.score(3, TASK.key, spec('glove-sum'), noReport);
    expect(after.facts.backend).toBe('wasm');
    expect(after.facts.backendReason).toMatch(/no webgpu, it computes wrong sums here/);
    expect(after.scores).toEqual(before.scores);
  });

  it('any other failure keeps the backend', async () => {
    const started: string[] = [];
    const { engine } = await engineOn(FILES, {
      ...wasmOnly,
      start: async (name) => (started.push(name), { ...plainSummer, backend: name }),
    });
    await engine
      .score(1, TASK.key, spec('glove-sum'), () => void engine.cancel(1))
      .catch((error: unknown) => {
        expect(error).not.toBeInstanceOf(Failure);
      });
    await engine.score(2, TASK.key, spec('glove-sum'), noReport);
    expect(started).toEqual(['wasm']);
  });
});

describe('ScoringEngine: explain', () => {
  it('gives tokens, places and weights, also while a run is on', async () => {
    const { engine } = await engineOn();
    const scoring = engine.score(1, TASK.key, spec('glove-idf'), noReport);
    const [first, second] = await engine.explain(90, TASK.key, spec('glove-idf'), 3, noReport);
    expect(first).toEqual([
      { text: 'zxqv', start: 0, end: 4, known: false, weight: expect.closeTo(Math.log(8)) as number },
    ]);
    expect(second.map(({ text, known }) => [text, known])).toEqual([
      ['the', true],
      ['dog', true],
      ['runs', true],
    ]);
    await scoring;
  });

  it('a pair that is not there is a Failure', async () => {
    const { engine } = await engineOn();
    expect((await failureOf(() => engine.explain(90, TASK.key, spec('glove-idf'), 99, noReport))).code).toBe(
      'no-such-pair',
    );
  });
});
