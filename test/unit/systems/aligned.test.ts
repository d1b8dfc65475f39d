import { describe, expect, it } from 'vitest';
import { AGGREGATION_IDS } from '../../../src/measures/aggregation.ts';
import { TOKEN_MEASURE_IDS } from '../../../src/measures/tokenSets.ts';
import { createSystem } from '../../../src/systems/create.ts';
import { probeMatrix, probePairs } from '../../../src/systems/probe.ts';
import { lexicalSpec, parseSystem } from '../../../src/systems/registry.ts';
import { MISSING_REASONS } from '../../../src/systems/types.ts';
import {
  failureOf,
  handVectors,
  loadTask,
  mirror,
  noReport,
  stateOf,
  taskOf,
  textOf,
  withoutMirror,
  type Row,
} from '../support.ts';

const lexical = (id: string) => lexicalSpec(parseSystem(id));
const ALL = TOKEN_MEASURE_IDS.flatMap((tokens) => AGGREGATION_IDS.map((how) => `aligned:${tokens}:${how}`));

// "cup" and "mug" keep the same company; "owl" another.
const ROWS: Row[] = [
  ['she fills the cup with tea', 'she fills the mug with tea', 4],
  ['he washes the cup at home', 'he washes the mug at home', 4],
  ['an owl hunts by night', 'an owl sleeps by day', 2],
  ['she fills the cup', 'an owl hunts by night', 0],
  ['she fills the cup', 'she fills the cup', 5],
];

describe('aligned', () => {
  it.each(ALL)('%s: equal sentences score 1, and none scores outside [0, 1]', async (id) => {
    const { scores } = await createSystem(lexical(id), stateOf(taskOf({ test: ROWS }))).score(noReport);
    expect(scores.values[4]).toBe(1);
    expect(scores.values[0]).toBeGreaterThan(scores.values[3]!);
    for (const value of scores.values) {
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1);
    }
  });

  it.each(ALL)('%s: the order of the sentences changes no score', async (id) => {
    const turned = ROWS.map(([a, b, gold]): Row => [b, a, gold!]);
    const there = await createSystem(lexical(id), stateOf(taskOf({ test: ROWS }))).score(noReport);
    const back = await createSystem(lexical(id), stateOf(taskOf({ test: turned }))).score(noReport);
    there.scores.values.forEach((value, pair) => expect(back.scores.values[pair]).toBeCloseTo(value, 12));
  });

  it('Jaccard and the arithmetic mean, by hand', async () => {
    // Contexts within 1: a {b}, b {a, c}, c {b}, d {e}, e {d}.
    const task = taskOf({
      test: [
        ['a b c', 'd e'],
        ['a', 'c'],
        ['a', 'b'],
      ],
    });
    const { scores, fittedOn } = await createSystem(
      lexical('aligned:jaccard:arithmetic(window=1)'),
      stateOf(task),
    ).score(noReport);
    expect([...scores.values]).toEqual([0, 1, 0]);
    expect(fittedOn).toBe('contexts within 1 tokens on the 5 sentences of test');
  });

  it('a wider window finds more in common', async () => {
    const task = taskOf({
      test: [
        ['a b c', 'd e'],
        ['a', 'b'],
      ],
    });
    const score = async (window: number) =>
      (
        await createSystem(lexical(`aligned:jaccard:linking(window=${window})`), stateOf(task)).score(
          noReport,
        )
      ).scores.values[1];
    expect(await score(1)).toBe(0);
    // a {b, c}, b {a, c}
    expect(await score(2)).toBe(1 / 3);
  });

  it('counts on rated pairs only, each sentence once', async () => {
    const rated = taskOf({
      test: [
        ['a b', 'a b'],
        ['c d', 'a b'],
      ],
    });
    const more = taskOf({
      test: [
        ['a b', 'a b'],
        ['c d', 'a b'],
        ['a d', 'b c', null],
      ],
    });
    const id = lexical('aligned:cosine:arithmetic');
    const [first, second] = await Promise.all(
      [rated, more].map((task) => createSystem(id, stateOf(task)).score(noReport)),
    );
    expect(second!.fittedOn).toBe(first!.fittedOn);
    expect([...second!.scores.values.subarray(0, 2)]).toEqual([...first!.scores.values]);
  });

  it('says why a pair has no score', async () => {
    const task = taskOf({
      test: [
        ['a b', 'a b'],
        ['a b', '!'],
        ['a b', 'alone'],
        ['a b', ' '],
      ],
    });
    const { scores, unknownTokens } = await createSystem(lexical('aligned'), stateOf(task)).score(noReport);
    expect(Array.from(scores.reasons, (reason) => MISSING_REASONS[reason])).toEqual([
      'scored',
      'no token',
      'no known word',
      'empty text',
    ]);
    expect([...scores.values].slice(1)).toEqual([NaN, NaN, NaN]);
    expect(unknownTokens).toBe(1);
  });

  it('an unknown token is like itself and like nothing else', async () => {
    const vectors = handVectors({ a: [1, 0], b: [0, 1] }, 2);
    const task = taskOf({
      test: [
        ['a zz', 'a zz'],
        ['a zz', 'a qq'],
        ['a zz', 'a b'],
      ],
    });
    const score = async (how: string) =>
      createSystem(lexical(`aligned:cosine:${how}(context=glove)`), stateOf(task, { vectors })).score(
        noReport,
      );
    expect([...(await score('arithmetic')).scores.values]).toEqual([1, 0.5, 0.5]);
    const { scores, notes } = await score('geometric');
    expect([...scores.values]).toEqual([1, 0, 0]);
    expect(notes.join()).toContain('is like none of the other: 2.');
    expect((await score('linking')).notes).toEqual([]);
  });

  it('the matrix shows the token measure itself', async () => {
    const vectors = handVectors({ a: [1, 0], b: [-1, 0] }, 2);
    const system = createSystem(
      lexical('aligned:cosine:linking(context=glove)'),
      stateOf(taskOf({ test: [['a b', 'a zz']] }), { vectors }),
    );
    const { tokens, similarity } = await system.matrix(0);
    expect([...similarity]).toEqual([1, NaN, -1, NaN]);
    expect(tokens[1].map(({ text, known }) => [text, known])).toEqual([
      ['a', true],
      ['zz', false],
    ]);
    expect(await system.explain(0)).toEqual(tokens);
    // Opposed words count 0, not less.
    expect((await system.score(noReport)).scores.values[0]).toBe(0.5);
  });

  it('word vectors go with the cosine only', async () => {
    for (const tokens of ['jaccard', 'dice', 'minmax-mi', 'jsd']) {
      const failure = await failureOf(() => parseSystem(`aligned:${tokens}:linking(context=glove)`));
      expect(failure.code).toBe('bad-parameter');
    }
    expect(parseSystem('aligned:cosine(context=glove)').parameters.aggregation).toBe('linking');
  });

  it('a text of the own takes the place of the sentences', async () => {
    const text = textOf('file:t.txt#1', ['cup of tea', 'mug of tea', 'owl by night']);
    const task = taskOf({
      test: [
        ['cup', 'mug'],
        ['cup', 'owl'],
      ],
    });
    const state = stateOf(task, { texts: { [text.id]: text } });
    const spec = lexical(`aligned:jaccard:linking(context=${text.id})`);
    const { scores, fittedOn } = await createSystem(spec, state).score(noReport);
    expect([...scores.values]).toEqual([1, 0]);
    expect(fittedOn).toContain(text.id);
    const probed = await probePairs(
      spec,
      state,
      {
        part: 'test',
        pairs: [
          ['cup', 'mug'],
          ['cup', 'night'],
        ],
      },
      noReport,
    );
    expect(probed.values[0]).toBe(1);
    // "night" stands in the text, but in no sentence of the task.
    expect(probed.values[1]).toBeNaN();
    expect(probed.notes.join()).toContain('Words that no open sentence has');
  });

  it('counts once for all measures and aggregations', async () => {
    let reads = 0;
    const text = textOf('file:t.txt#1', ['a b c']);
    const counting = {
      ...text,
      read: (...given: Parameters<typeof text.read>) => (reads++, text.read(...given)),
    };
    const state = stateOf(taskOf({ test: [['a b', 'b c']] }), { texts: { [text.id]: counting } });
    for (const id of ALL) {
      await createSystem(lexical(`${id}(context=${text.id})`), state).score(noReport);
    }
    expect(reads).toBe(2);
  });
});

describe('aligned, probed', () => {
  it.each([...ALL, 'aligned:cosine:linking(context=glove)'])(
    '%s: a pair of the task gets its score in the run',
    async (id) => {
      const task = taskOf({ dev: ROWS.slice(0, 2), test: ROWS });
      const state = stateOf(task);
      const { scores } = await createSystem(lexical(id), state).score(noReport);
      const pairs = ROWS.map(([a, b]) => [a, b] as const);
      const probed = await probePairs(lexical(id), state, { part: 'test', pairs }, noReport);
      expect([...probed.values]).toEqual([...scores.values.subarray(2)]);
    },
  );

  it('a word that the task does not have is unknown', async () => {
    const { tokens, similarity } = await probeMatrix(
      lexical('aligned'),
      stateOf(taskOf({ test: ROWS })),
      ['the kettle', 'the cup'],
      'test',
      noReport,
    );
    expect(tokens[0].map(({ known }) => known)).toEqual([true, false]);
    expect([...similarity.subarray(2)]).toEqual([NaN, NaN]);
  });
});

describe.skipIf(!mirror)(`aligned on the STS Benchmark${withoutMirror}`, () => {
  it('is a plausible similarity: better than chance, and measures in their order', async () => {
    const { task, gold } = await loadTask('stsbenchmark', { split: 'dev' });
    const state = stateOf(task);
    const { scores } = await createSystem(lexical('aligned:minmax-mi:geometric'), state).score(noReport);
    const mean = (wanted: (gold: number) => boolean): number => {
      let [sum, n] = [0, 0];
      gold.forEach((value, pair) => {
        if (!wanted(value) || Number.isNaN(scores.values[pair]!)) return;
        sum += scores.values[pair]!;
        n++;
      });
      return sum / n;
    };
    expect(mean((value) => value >= 4)).toBeGreaterThan(mean((value) => value >= 2 && value < 3) + 0.1);
    expect(mean((value) => value >= 2 && value < 3)).toBeGreaterThan(mean((value) => value < 1) + 0.05);
  });
});
