import { describe, expect, it } from 'vitest';
import { Activities } from '../../../src/app/activities.svelte.ts';
import { ROWS } from '../../../src/app/categories.svelte.ts';
import { labelsOf } from '../../../src/app/corrections.ts';
import { ErrorAnalysis, type ErrorTools } from '../../../src/app/errorAnalysis.svelte.ts';
import type { SystemEntry } from '../../../src/app/systemEntry.svelte.ts';
import { Desk } from '../../../src/compute/desk.ts';
import type { ErrorTable } from '../../../src/compute/protocol.ts';
import { held } from '../support.ts';

const PAIRS = 40;
/** Rows of the invented benchmark that count as negation. */
const NEGATED = Array.from({ length: 15 }, (_, place) => 2 * place);
const gold = Float64Array.from({ length: PAIRS }, (_, row) => (row * 7) % 6);

function entry(uid: number, score: (row: number) => number, key = `run ${uid}`): SystemEntry {
  const values = gold.map((_, row) => score(row));
  return {
    uid,
    label: `system ${uid}`,
    run: { key, scores: { values, reasons: new Uint8Array(PAIRS) } },
  } as never;
}

function setUp() {
  const systems = [entry(1, (row) => gold[row]! / 5), entry(2, (row) => ((row * 11) % 13) / 12)];
  const comparison = {
    benchmark: { info: { scale: [0, 5] }, gold, task: { key: 'task one' }, pairs: Array.from(gold) },
    systems,
    seed: 1,
    selection: null as Int32Array | null,
    select: async (rows: Int32Array | null) => void (comparison.selection = rows),
  };
  const labels = Array.from(gold, (_, row) =>
    labelsOf(
      NEGATED.includes(row) ? [{ category: 'negation', rule: 'negation/cue', because: '', spans: [] }] : [],
      undefined,
    ),
  );
  const rows = new Map(
    ROWS.map((row) => [
      row,
      Int32Array.from(
        [...gold.keys()].filter(
          (pair) =>
            row === 'all' ||
            (row === 'negation' && NEGATED.includes(pair)) ||
            (row === 'none' && !NEGATED.includes(pair)),
        ),
      ),
    ]),
  );
  const desk = new Desk(fetch);
  const service = {
    errorTable: (request: never) => desk.errorTable(request),
    sideBySide: (a: Float64Array, b: Float64Array) => desk.sideBySide(a, b),
    intervals: (...args: Parameters<Desk['intervals']>) => {
      asked.push(args[1].subset!.length);
      return desk.intervals(...args);
    },
    cancel: (job: number) => desk.cancel(job),
  };
  const asked: number[] = [];
  const categories = { labels, rows };
  const activities = new Activities();
  const tools = {
    comparison,
    categories,
    activities,
    desk: { call: (use: (given: typeof service) => unknown) => use(service) },
  } as unknown as ErrorTools;
  return { errors: new ErrorAnalysis(tools), comparison, categories, service, asked, activities };
}

describe('ErrorAnalysis', () => {
  it('has a table of each system that ran, and none of numbers that are no longer its own', async () => {
    const { errors, comparison } = setUp();
    expect(errors.shown).toBeNull();
    await errors.update();
    const [perfect, other] = comparison.systems;
    expect(errors.summaryOf(perfect!, 'negation')).toMatchObject({
      n: NEGATED.length,
      meanError: { value: 0 },
    });
    expect(errors.summaryOf(perfect!, 'all')!.n).toBe(PAIRS);
    expect(errors.summaryOf(perfect!, 'number')).toMatchObject({ n: 0 });
    // Run anew with another outcome, before the table is made again.
    comparison.systems = [perfect!, entry(2, (row) => row, 'another run')];
    expect(errors.summaryOf(comparison.systems[1]!, 'all')).toBeNull();
    expect(errors.summaryOf(perfect!, 'all')).not.toBeNull();
    comparison.benchmark = { ...comparison.benchmark, task: { key: 'task two' } };
    expect(errors.shown).toBeNull();
    expect(errors.summaryOf(other!, 'all')).toBeNull();
  });

  it('drops a table that comes after a newer question', async () => {
    const { errors, service } = setUp();
    const [slow, fast] = [held<ErrorTable>(), held<ErrorTable>()];
    const answers = [slow, fast];
    const real = service.errorTable;
    const requests: { reading: string }[] = [];
    service.errorTable = (request: never) => {
      requests.push(request);
      return answers[requests.length - 1]!.promise;
    };
    const first = errors.update();
    errors.reading = 'isotonic';
    const second = errors.update();
    fast.resolve(await real(requests[1] as never));
    await second;
    slow.resolve(await real(requests[0] as never));
    await first;
    expect(errors.shown!.reading).toBe('isotonic');
  });

  it('computes intervals of what is shown only: of the open cell, or of all correlations', async () => {
    const { errors, comparison, asked } = setUp();
    await errors.update();
    await errors.fill();
    expect(asked).toEqual([]);
    const [first] = comparison.systems;
    errors.cell = { row: 'negation', uid: first!.uid };
    await errors.fill();
    expect(asked).toEqual([NEGATED.length]);
    expect(errors.intervalOf(first!, 'negation')).not.toBeNull();
    errors.measure = 'pearson';
    await errors.fill();
    // Two systems, all rows, without the one that was there; most categories have no pair.
    expect(asked).toHaveLength(2 * ROWS.length);
    const interval = errors.intervalOf(comparison.systems[1]!, 'all')!;
    expect(interval.low).not.toBeNull();
    expect(errors.intervalOf(first!, 'number')).toEqual({ low: null, reason: expect.any(String) });
    // Another seed makes other intervals.
    comparison.seed = 2;
    expect(errors.intervalOf(comparison.systems[1]!, 'all')).toBeNull();
  });

  it('after a correction only the intervals of its rows are computed anew', async () => {
    const { errors, categories, asked } = setUp();
    errors.measure = 'pearson';
    await errors.update();
    await errors.fill();
    asked.length = 0;
    categories.rows = new Map(categories.rows).set('number', Int32Array.of(...Array(12).keys()));
    await errors.update();
    await errors.fill();
    expect(asked).toEqual([12, 12]);
  });

  it('stops where the person cancels, and goes on where they ask for it', async () => {
    const { errors, asked, activities } = setUp();
    errors.measure = 'pearson';
    await errors.update();
    const filling = errors.fill();
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    activities.list[0]!.cancel();
    await filling;
    expect(errors.intervalsStopped).toBe(true);
    expect(errors.wanted).toEqual([]);
    const before = asked.length;
    expect(before).toBeLessThan(2 * ROWS.length);
    errors.intervalsStopped = false;
    await errors.fill();
    expect(errors.wanted).toEqual([]);
    expect(asked.length).toBeGreaterThan(before);
  });

  it('sets two different systems side by side, whichever are chosen', async () => {
    const { errors } = setUp();
    await errors.update();
    await errors.updateBeside();
    const uids = () => errors.pair!.map(({ entry: { uid } }) => uid);
    expect(uids()).toEqual([1, 2]);
    // The first is right everywhere.
    expect(errors.beside!.onlyB).toHaveLength(0);
    expect(errors.beside!.both.length + errors.beside!.onlyA.length).toBe(PAIRS);
    errors.put('first', 2);
    expect(uids()).toEqual([2, 1]);
    expect(errors.beside).toBeNull();
    await errors.updateBeside();
    expect(errors.beside!.onlyA).toHaveLength(0);
    errors.put('second', 2);
    expect(uids()).toEqual([1, 2]);
    errors.put('second', 2);
    expect(uids()).toEqual([1, 2]);
    // One that is gone leaves its place to another.
    errors.first = 7;
    expect(uids()).toEqual([1, 2]);
  });

  it('opens pairs as the selection and gives back what was selected before', async () => {
    const { errors, comparison } = setUp();
    const before = Int32Array.of(3, 4);
    comparison.selection = before;
    const rows = Int32Array.of(0, 2);
    await errors.open({ rows, title: '2 pairs', uid: 1, order: 'over' });
    expect(comparison.selection).toBe(rows);
    await errors.close();
    expect(comparison.selection).toBe(before);
    // A selection that was made meanwhile is the person's own.
    await errors.open({ rows, title: '2 pairs', uid: 1, order: 'over' });
    const own = (comparison.selection = Int32Array.of(9));
    await errors.close();
    expect(comparison.selection).toBe(own);
  });

  it('has nothing to show without gold or without a run, and asks for nothing', async () => {
    const { errors, comparison, service } = setUp();
    let asked = 0;
    const real = service.errorTable;
    service.errorTable = (request: never) => {
      asked++;
      return real(request);
    };
    comparison.benchmark = { ...comparison.benchmark, gold: gold.map(() => NaN) };
    await errors.update();
    expect(errors.rated).toBe(false);
    comparison.benchmark = { ...comparison.benchmark, gold };
    comparison.systems = [];
    await errors.update();
    expect(errors.pair).toBeNull();
    expect(asked).toBe(0);
  });
});
