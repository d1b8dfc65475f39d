import { describe, expect, it } from 'vitest';
import { Activities } from '../../../src/app/activities.svelte.ts';
import { Categories, type CategoryTools } from '../../../src/app/categories.svelte.ts';
import type { OpenBenchmark } from '../../../src/app/comparison.svelte.ts';
import { firstState, readLink } from '../../../src/app/permalink.ts';
import type { OnEvent } from '../../../src/compute/protocol.ts';
import type { CategoryLabel } from '../../../src/errors/types.ts';
import { Failure } from '../../../src/failure.ts';
import { createMemoryLayer } from '../../../src/storage/memory.ts';
import { held } from '../support.ts';

const HASH = 'a'.repeat(64);
const MADE = { appVersion: '0.1.0', exportedAt: '2026-11-30T12:00:00.000Z' };
const negation: CategoryLabel = {
  category: 'negation',
  rule: 'negation/cue',
  because: '“not” denies “rains”.',
  spans: [{ sentence: 1, start: 3, end: 6 }],
};

/** Three invented pairs: one with a negation, one without a label, and one in Spanish. */
function benchmark(contentHash = HASH, task = 'task one', id = 'invented'): OpenBenchmark {
  const pair = (line: number, one: string, two: string, language = 'en') => ({
    id: `${id}/test/${line}`,
    sentence1: one,
    sentence2: two,
    gold: 2,
    languages: [language, language],
  });
  return {
    info: { id, title: id, scale: [0, 5], licence: '', citation: '' },
    parts: [{ key: `${id}/test`, contentHash }],
    pairs: [
      pair(1, 'It rains.', 'It does not rain.'),
      pair(2, 'A bell rings.', 'The bell is ringing.'),
      pair(3, 'Llueve.', 'No llueve.', 'es'),
    ],
    gold: Float64Array.of(2, 2, 2),
    task: { key: task, part: Int32Array.of(0, 0, 0), parts: ['test'] },
  } as unknown as OpenBenchmark;
}

function setUp(categorise: (job: number, onEvent: OnEvent, byVectors: boolean) => Promise<unknown>) {
  const calls: string[] = [];
  const service = {
    categorise: async (job: number, _: unknown, byVectors: boolean, onEvent: OnEvent) => {
      calls.push(byVectors ? 'categorise by vectors' : 'categorise');
      return {
        labels: await categorise(job, onEvent, byVectors),
        vocabulary: 'invented words',
        vectors: byVectors ? 'invented vectors' : null,
      };
    },
    cancel: async () => void calls.push('cancel'),
  };
  const comparison = { benchmark: benchmark() };
  const store = createMemoryLayer();
  const tools = {
    store,
    language: { call: (use: (given: typeof service) => unknown) => use(service) },
    activities: new Activities(),
    comparison,
  } as unknown as CategoryTools;
  return { categories: new Categories(tools), comparison, store, calls, tools };
}

const found = async () => [[negation], [], null];
const counts = (categories: Categories) =>
  Object.fromEntries([...categories.rows!].map(([row, { length }]) => [row, length]));

async function refusal(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
}

describe('Categories', () => {
  it('reads a task once; a pair that was not read is in no category and not among those without one', async () => {
    const { categories, calls } = setUp(found);
    expect(categories.labels).toBeNull();
    await Promise.all([categories.readOnce(), categories.read(), categories.readOnce()]);
    await categories.read();
    expect(calls).toEqual(['categorise']);
    expect(counts(categories)).toMatchObject({ negation: 1, number: 0, none: 1, all: 3 });
    expect(categories.unread).toBe(1);
    expect([categories.vocabulary, categories.vectors]).toEqual(['invented words', null]);
  });

  it('a correction counts at once, is kept as one setting, and is recalled; taken back, nothing is kept', async () => {
    const { categories, store, tools } = setUp(found);
    await categories.read();
    await categories.remove(0, categories.labels![0]!.labels[0]!);
    await categories.add(1, 'word sense');
    await categories.add(2, 'negation');
    expect(counts(categories)).toMatchObject({ negation: 1, 'word sense': 1, none: 1, all: 3 });
    expect(categories.corrected).toBe(3);
    expect(categories.correctedBy.get('negation')).toBe(2);
    expect(await store.getSetting('correction:invented/test/1')).toEqual({
      contentHash: HASH,
      added: [],
      removed: [{ category: 'negation', rule: 'negation/cue' }],
    });
    const later = new Categories(tools);
    await later.read();
    expect(counts(later)).toEqual(counts(categories));
    expect(later.corrected).toBe(3);
    await later.add(0, 'negation');
    expect(later.corrected).toBe(2);
    expect(await store.getSetting('correction:invented/test/1')).toBeNull();
  });

  it('a correction of other sentences under the same id is kept, not applied, and counted', async () => {
    const { categories, comparison } = setUp(found);
    await categories.read();
    await categories.add(1, 'number');
    comparison.benchmark = benchmark('b'.repeat(64), 'task two');
    await categories.read();
    expect(counts(categories)).toMatchObject({ number: 0, none: 1 });
    expect(categories.outdated).toBe(1);
    expect(categories.corrected).toBe(0);
    expect(categories.exported(MADE).pairs).toEqual([]);
    comparison.benchmark = benchmark();
    expect(counts(categories)).toMatchObject({ number: 1, none: 0 });
    expect(categories.outdated).toBe(0);
  });

  it('a failure is shown with its next step and may be tried again', async () => {
    let tries = 0;
    const { categories } = setUp(async () => {
      if (tries++ === 0) throw new Failure('no-lexicon', 'It is not there.', 'Fetch it.');
      return found();
    });
    await categories.readOnce();
    expect(categories.state).toEqual({ kind: 'failed', what: 'It is not there.', nextStep: 'Fetch it.' });
    await categories.readOnce();
    expect(tries).toBe(1);
    await categories.read();
    expect(categories.state.kind).toBe('read');
  });

  it('cancelled by the person it stays so; cancelled because another benchmark was opened it begins anew', async () => {
    const answers = [held<unknown>(), held<unknown>(), held<unknown>()];
    let asked = 0;
    const { categories, comparison, calls } = setUp(() => answers[asked++]!.promise);
    const first = categories.read();
    await expect.poll(() => categories.state).toMatchObject({ activity: {} });
    if (categories.state.kind === 'reading') categories.state.activity!.cancel();
    answers[0]!.resolve([[], [], null]);
    await first;
    expect(categories.state).toEqual({ kind: 'cancelled' });
    expect(calls).toEqual(['categorise', 'cancel']);
    await categories.readOnce();
    expect(asked).toBe(1);

    const second = categories.read();
    await expect.poll(() => asked).toBe(2);
    comparison.benchmark = benchmark(HASH, 'task two', 'another');
    const third = categories.readOnce();
    answers[1]!.resolve([[], [], null]);
    answers[2]!.resolve([[negation], [], null]);
    await Promise.all([second, third]);
    expect(counts(categories)).toMatchObject({ negation: 1 });
    comparison.benchmark = benchmark();
    expect(categories.state).toEqual({ kind: 'unread' });
  });
});

describe('Categories by word vectors', () => {
  const sense: CategoryLabel = { ...negation, category: 'word sense', rule: 'word sense/context by vectors' };
  const either = async (_job: number, _onEvent: OnEvent, byVectors: boolean) => [
    byVectors ? [negation, sense] : [negation],
    [],
    null,
  ];

  it('are another reading of the task, and going from one to the other and back reads nothing anew', async () => {
    const { categories, calls } = setUp(either);
    await categories.readOnce();
    const before = categories.labels;
    await categories.readBy(true);
    expect(counts(categories)).toMatchObject({ negation: 1, 'word sense': 1 });
    expect(categories.vectors).toBe('invented vectors');
    const back = categories.readBy(false);
    expect(categories.labels).toEqual(before);
    expect(categories.vectors).toBeNull();
    await back;
    await categories.readBy(true);
    expect(counts(categories)).toMatchObject({ 'word sense': 1 });
    expect(calls).toEqual(['categorise', 'categorise by vectors']);
  });

  it('are in the link, and a link without them is one without vectors', async () => {
    const { categories, calls } = setUp(either);
    categories.takeLink({ ...firstState(), ...readLink('#v=1&vectors=1') });
    expect(categories.linkFields()).toEqual({ vectors: true });
    await categories.readOnce();
    categories.takeLink(firstState());
    expect(categories.state.kind).toBe('unread');
    await categories.readOnce();
    expect(calls).toEqual(['categorise by vectors', 'categorise']);
    expect(categories.vectors).toBeNull();
  });

  it('that fail leave the labels without them as they were, one step away', async () => {
    const { categories } = setUp(async (_job, _onEvent, byVectors) => {
      if (byVectors) throw new Failure('file-missing', 'A shard is not there.', 'Fetch it.');
      return found();
    });
    await categories.read();
    await categories.readBy(true);
    expect(categories.state).toEqual({
      kind: 'failed',
      what: 'A shard is not there.',
      nextStep: 'Fetch it.',
    });
    expect(categories.labels).toBeNull();
    await categories.readBy(false);
    expect(counts(categories)).toMatchObject({ negation: 1 });
  });

  it('that are on their way are stopped by going back, and begin anew when asked for again', async () => {
    const answers = [held<unknown>(), held<unknown>()];
    let asked = 0;
    const { categories, calls } = setUp(async (_job, _onEvent, byVectors) =>
      byVectors ? answers[asked++]!.promise : found(),
    );
    await categories.read();
    const first = categories.readBy(true);
    await expect.poll(() => asked).toBe(1);
    await categories.readBy(false);
    expect(calls.at(-1)).toBe('cancel');
    expect(categories.state.kind).toBe('read');
    answers[0]!.resolve([[], [], null]);
    await first;
    const second = categories.readBy(true);
    await expect.poll(() => asked).toBe(2);
    answers[1]!.resolve([[negation, sense], [], null]);
    await second;
    expect(counts(categories)).toMatchObject({ 'word sense': 1 });
  });
});

describe('importing corrections', () => {
  async function exported() {
    const { categories } = setUp(found);
    await categories.read();
    await categories.add(1, 'number');
    await categories.remove(0, categories.labels![0]!.labels[0]!);
    return categories.exported(MADE);
  }

  it('takes a file that was exported, in place of corrections that are there', async () => {
    const file = await exported();
    expect(JSON.stringify(file)).not.toMatch(/rain|bell/i);
    const { categories } = setUp(found);
    await categories.read();
    await categories.add(1, 'length');
    expect(await categories.importFrom('mine.json', JSON.stringify(file))).toBe(
      'Corrections of 2 pairs imported, 1 of them in place of your own',
    );
    expect(counts(categories)).toMatchObject({ negation: 0, number: 1, length: 0, none: 1 });
    expect(categories.exported(MADE)).toEqual(file);
  });

  it('keeps those of parts that are not open, and says so', async () => {
    const file = await exported();
    file.parts.push({ key: 'invented/dev', contentHash: 'c'.repeat(64) });
    file.pairs.push({ id: 'invented/dev/7', added: ['entity'], removed: [] });
    const { categories, store } = setUp(found);
    await categories.read();
    expect(await categories.importFrom('mine.json', JSON.stringify(file))).toBe(
      'Corrections of 3 pairs imported, 1 of parts that are not open',
    );
    expect(await store.getSetting('correction:invented/dev/7')).toMatchObject({ added: ['entity'] });
  });

  it.each([
    [
      'of another benchmark',
      { benchmark: 'another' },
      /corrects the benchmark “another”; “invented” is open/,
    ],
    [
      'of another content',
      { parts: [{ key: 'invented/test', contentHash: 'b'.repeat(64) }] },
      /another content of invented\/test .*nothing was imported/,
    ],
    [
      'of a pair that is not there',
      { pairs: [{ id: 'invented/test/99', added: ['entity'], removed: [] }] },
      /corrects “invented\/test\/99”, and there is no such pair/,
    ],
  ])('refuses a file %s, and takes nothing of it', async (_, change, said) => {
    const { categories } = setUp(found);
    await categories.read();
    const failure = await refusal(
      categories.importFrom('mine.json', JSON.stringify({ ...(await exported()), ...change })),
    );
    expect(failure.message).toMatch(said);
    expect(categories.corrected).toBe(0);
  });
});
