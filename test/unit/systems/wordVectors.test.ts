import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/evaluation/breakdown.ts';
import { Cancelled } from '../../../src/failure.ts';
import { createSystem } from '../../../src/systems/create.ts';
import type { WordVectors } from '../../../src/systems/encoders/types.ts';
import { parseFrequencies } from '../../../src/systems/frequencies.ts';
import { lexicalSpec, parseSystem, type LexicalSpec } from '../../../src/systems/registry.ts';
import { MISSING_REASONS, type ScoreResult, type TaskSentences } from '../../../src/systems/types.ts';
import { handVectors, noReport, stateOf, taskOf, type Row, type StateOptions } from '../support.ts';

const lexical = (id: string): LexicalSpec => lexicalSpec(parseSystem(id));

const run = (system: string, task: TaskSentences, options?: StateOptions): Promise<ScoreResult> =>
  createSystem(lexical(system), stateOf(task, options)).score(noReport);
const reasonsOf = ({ scores }: ScoreResult): string[] =>
  [...scores.reasons].map((code) => MISSING_REASONS[code]!);

const NOUNS = ['cat', 'dog', 'bird', 'boat', 'tree', 'stone', 'river', 'lamp', 'road', 'child'];
const VERBS = ['sees', 'follows', 'draws', 'leaves', 'finds', 'hears', 'guards'];
/** 40 pairs of invented sentences, no two alike. */
const ROWS: Row[] = Array.from({ length: 40 }, (_, i) => [
  `The ${NOUNS[i % 10]} ${VERBS[i % 7]} a ${NOUNS[(i * 3 + 1) % 10]}.`,
  `A ${NOUNS[(i + (i % 3)) % 10]} ${VERBS[(i + 1) % 7]} the ${NOUNS[(i * 3 + 1) % 10]} on the ${NOUNS[(i * 7) % 10]}.`,
]);
const SYSTEMS = ['glove-sum', 'glove-idf', 'sif', 'sif(components=3)'];

describe('word vectors: scores by hand', () => {
  const vectors = handVectors({ a: [1, 0], b: [0, 1], the: [3, 4] }, 2);

  it('glove-sum is the cosine of the two sums', async () => {
    const task = taskOf({
      test: [
        ['a', 'b'],
        ['a b', 'a'],
        ['the', 'a'],
        ['a a a', 'a'],
        ['The', 'the'],
      ],
    });
    const { scores } = await run('glove-sum', task, { vectors });
    expect(scores.values[0]).toBe(0);
    expect(scores.values[1]).toBeCloseTo(Math.SQRT1_2, 12);
    expect(scores.values[2]).toBeCloseTo(0.6, 12);
    expect([...scores.values.subarray(3)]).toEqual([1, 1]);
  });

  it('glove-idf weights each word by ln(N / df)', async () => {
    const task = taskOf({
      test: [
        ['a b', 'a'],
        ['b', 'the'],
      ],
    });
    const { scores, fittedOn } = await run('glove-idf', task, { vectors });
    // N = 4; df(a) = df(b) = 2, df(the) = 1: the two words of the first pair weigh the same.
    expect(scores.values[0]).toBeCloseTo(Math.SQRT1_2, 6);
    expect(fittedOn).toBe('IDF on the 4 sentences of test');
    const skewed = taskOf({
      test: [
        ['a b', 'a'],
        ['b', 'b'],
      ],
    });
    const [a, b] = [Math.log(4 / 2), Math.log(4 / 3)];
    const { scores: others } = await run('glove-idf', skewed, { vectors });
    expect(others.values[0]).toBeCloseTo(a / Math.hypot(a, b), 6);
  });

  it('sif without components is the cosine of sums weighted by a / (a + p)', async () => {
    const frequencies = parseFrequencies('t', 'a 0.1\n');
    const { scores, fittedOn, notes } = await run(
      'sif(a=0.1,components=0)',
      taskOf({ test: [['a b', 'a']] }),
      {
        vectors,
        frequencies,
      },
    );
    expect(scores.values[0]).toBeCloseTo(0.5 / Math.hypot(0.5, 1), 6);
    expect(fittedOn).toBe('nothing');
    expect(notes).toEqual([]);
  });

  it('sif averages over all tokens before it takes the component', async () => {
    // Nine pairs along b, one with three words of which one is known: its length is a third, not 1. With
    // [1, 0] / 3 instead of [1, 0] the second moment weighs that direction 9 times less.
    const rows: Row[] = [
      ...Array.from({ length: 2 }, (): Row => ['b', 'b']),
      ...Array.from({ length: 8 }, (): Row => ['a x y', 'a x y']),
    ];
    const { scores } = await run('sif', taskOf({ test: rows }), {
      vectors,
      frequencies: parseFrequencies('t', 'zzz 1\n'),
    });
    // The component is b: 4 x 1 against 16 / 9.
    expect(scores.values[0]).toBeNaN();
    expect(scores.values[9]).toBe(1);
  });

  it('counts tokens and those without a vector, each distinct sentence once', async () => {
    const { tokens, unknownTokens, tokenCounts } = await run(
      'glove-sum',
      taskOf({
        test: [
          ['a x', 'x y'],
          ['a x', 'b'],
        ],
      }),
      { vectors },
    );
    expect([tokens, unknownTokens]).toEqual([5, 3]);
    expect(tokenCounts).toEqual({
      tokens: Int32Array.of(2, 2, 2, 1),
      unknown: Int32Array.of(1, 2, 1, 0),
      limit: null,
    });
  });
});

describe('word vectors: missing scores', () => {
  it('case 12: unknown words are missing with their reason, and the rest keep their correlation', async () => {
    const angles: [string, number][] = [
      ['ninety', 0.9],
      ['sixty', 0.6],
      ['thirty', 0.3],
      ['ten', 0.1],
    ];
    const table = Object.fromEntries(
      angles.map(([word, cosine]) => [word, [cosine, Math.sqrt(1 - cosine * cosine)]]),
    );
    const vectors = handVectors({ ...table, one: [1, 0] }, 2);
    const rows: Row[] = [
      ['qwzx vbnk', 'one', 5],
      ...angles.map(([word], i): Row => ['one', word, [4.5, 3, 1, 0][i]!]),
    ];
    const result = await run('glove-sum', taskOf({ test: rows }), { vectors });
    expect(result.scores.values[0]).toBeNaN();
    expect(reasonsOf(result)).toEqual(['no known word', 'scored', 'scored', 'scored', 'scored']);
    const { correlations } = evaluate({
      scores: result.scores.values,
      reasons: result.scores.reasons,
      reasonNames: MISSING_REASONS,
      gold: Float64Array.of(5, 4.5, 3, 1, 0),
      scale: [0, 5],
    });
    expect(correlations.spearman.estimate.value).toBeCloseTo(1, 12);
    expect(correlations.used).toBe(4);
    expect(correlations.skipped).toEqual([{ reason: 'no known word', count: 1 }]);
  });

  it.each(SYSTEMS)(
    'case 10: %s has no score for an empty or blank text, and the others keep theirs',
    async (system) => {
      const blank: Row[] = [
        ['', 'The cat sees a dog.'],
        ['The cat sees a dog.', ' \t'],
        ['', ''],
      ];
      const result = await run(system, taskOf({ test: [...ROWS, ...blank, ['...', 'The cat.']] }));
      expect(reasonsOf(result).slice(40)).toEqual([
        'empty text',
        'empty text',
        'empty text',
        'no known word',
      ]);
      expect([...result.scores.values.subarray(40)]).toEqual([NaN, NaN, NaN, NaN]);
      for (const value of result.scores.values.subarray(0, 40)) expect(Number.isFinite(value)).toBe(true);
    },
  );

  it('where all words stand in all sentences, IDF leaves nothing', async () => {
    const result = await run(
      'glove-idf',
      taskOf({
        test: [
          ['cat dog', 'dog cat'],
          ['cat dog', 'cat dog'],
        ],
      }),
    );
    expect(reasonsOf(result)).toEqual(['all weights are zero', 'all weights are zero']);
  });

  it('case 13: what is nothing but the component is missing, not -1 or rounding noise', async () => {
    const vectors = handVectors({ x: [1, 0], y: [0, 1] }, 2);
    const rows: Row[] = [...Array.from({ length: 9 }, (): Row => ['x', 'x x']), ['y', 'y y'], ['x y', 'x']];
    const result = await run('sif', taskOf({ test: rows }), {
      vectors,
      frequencies: parseFrequencies('t', 'zzz 1\n'),
    });
    const reasons = reasonsOf(result);
    // The lone "x y" turns the component a little away from x, so only sums along it vanish.
    expect(reasons.slice(9)).toEqual(['scored', 'scored']);
    const pure = await run('sif', taskOf({ test: rows.slice(0, 10) }), {
      vectors,
      frequencies: parseFrequencies('t', 'zzz 1\n'),
    });
    expect(reasonsOf(pure)).toEqual([
      ...Array(9).fill('nothing left after removing the component'),
      'scored',
    ]);
    expect(pure.scores.values[9]).toBe(1);
    expect(pure.fittedOn).toBe('principal component on the 20 sentences of test');
  });
});

describe('case 13: SIF on a tiny corpus', () => {
  it.each<[string, Row, number]>([
    ['two sentences', ['A bird sings at dawn.', 'At dawn a bird is singing.'], 2],
    ['one sentence twice', ['A bird sings at dawn.', 'A bird sings at dawn.'], 2],
  ])('%s: nothing is removed, and it says so', async (_, row, count) => {
    const task = taskOf({ box: [row] });
    const result = await run('sif', task);
    const plain = await run('sif(components=0)', task);
    expect(result.scores).toEqual(plain.scores);
    expect(result.scores.values[0]).toBeGreaterThan(0);
    expect(result.notes).toEqual([
      `No component was removed for box: its ${count} sentences are fewer than 20.`,
    ]);
    expect(result.fittedOn).toBe('nothing');
  });

  it('only the small part goes without', async () => {
    const result = await run('sif', taskOf({ big: ROWS, small: ROWS.slice(0, 3) }));
    expect(result.fittedOn).toBe('principal component on the 80 sentences of big');
    expect(result.notes.length).toBe(1);
    expect(result.notes[0]).toContain('small');
  });
});

describe('case 14: the same sentence, the same vector', () => {
  const forward = taskOf({ test: ROWS });

  it.each(SYSTEMS)('%s: order of the file and side of the pair change no score', async (system) => {
    const { scores } = await run(system, forward);
    const reversed = await run(system, taskOf({ test: [...ROWS].reverse() }));
    const swapped = await run(system, taskOf({ test: ROWS.map(([a, b]): Row => [b, a]) }));
    for (let pair = 0; pair < ROWS.length; pair++) {
      expect(reversed.scores.values[ROWS.length - 1 - pair]).toBeCloseTo(scores.values[pair]!, 9);
      expect(swapped.scores.values[pair]).toBeCloseTo(scores.values[pair]!, 9);
    }
    expect(new Set(scores.values).size).toBeGreaterThan(30);
  });

  it.each(['glove-idf', 'sif'])('%s with fit=part scores each part as it would alone', async (system) => {
    const parts = { dev: ROWS.slice(0, 15), test: ROWS.slice(15) };
    const together = await run(system, taskOf(parts));
    const dev = await run(system, taskOf({ dev: parts.dev }));
    const test = await run(system, taskOf({ test: parts.test }));
    expect([...together.scores.values]).toEqual([...dev.scores.values, ...test.scores.values]);
    const all = await run(`${system}(fit=all)`, taskOf(parts));
    expect([...all.scores.values]).not.toEqual([...together.scores.values]);
    expect(all.fittedOn).toContain('80 sentences of all');
  });

  it('unrated pairs are scored but not fitted on', async () => {
    const extra: Row[] = [
      ['cat cat cat', 'cat dog', null],
      ['zebra', 'cat', null],
    ];
    for (const system of ['glove-idf', 'sif']) {
      const without = await run(system, forward);
      const unrated = await run(system, taskOf({ test: [...ROWS, ...extra] }));
      expect([...unrated.scores.values.subarray(0, 40)]).toEqual([...without.scores.values]);
      expect(Number.isFinite(unrated.scores.values[40])).toBe(true);
      expect(unrated.fittedOn).toBe(without.fittedOn);
    }
  });
});

describe('word vectors: one task, many runs', () => {
  it('looks words up once, also for two runs at once', async () => {
    let lookUps = 0;
    const hand = handVectors({ cat: [1, 2], dog: [2, 1] }, 2);
    const vectors: WordVectors = { ...hand, rowsFor: (...given) => (lookUps++, hand.rowsFor(...given)) };
    const state = stateOf(taskOf({ test: ROWS }), { vectors });
    const [first, second] = await Promise.all(
      ['glove-sum', 'glove-idf'].map((id) => createSystem(lexical(id), state).score(noReport)),
    );
    expect(lookUps).toBe(1);
    expect(first!.scores.values).not.toEqual(second!.scores.values);
    await createSystem(lexical('sif'), state).score(noReport);
    expect(lookUps).toBe(1);
    await createSystem(lexical('sif(tokeniser=treebank)'), state).score(noReport);
    expect(lookUps).toBe(2);
  });

  it('passes on what the vectors say of themselves', async () => {
    const hand = handVectors({ cat: [1, 2] }, 2);
    const vectors: WordVectors = {
      ...hand,
      rowsFor: async (...given) => ({ ...(await hand.rowsFor(...given)), notes: ['2 lines were rejected.'] }),
    };
    expect((await run('glove-sum', taskOf({ test: [['cat', 'cat']] }), { vectors })).notes).toEqual([
      '2 lines were rejected.',
    ]);
  });

  it('reports up to the end, and stops when it is cancelled', async () => {
    const reports: [number, number][] = [];
    await createSystem(lexical('glove-idf'), stateOf(taskOf({ dev: ROWS, test: ROWS }))).score(
      (done, total) => reports.push([done, total]),
    );
    expect(reports.at(-1)![0]).toBe(reports.at(-1)![1]);
    const controller = new AbortController();
    controller.abort();
    const system = createSystem(lexical('sif'), stateOf(taskOf({ test: ROWS })));
    await expect(system.score(noReport, controller.signal)).rejects.toBeInstanceOf(Cancelled);
  });
});

describe('word vectors: explain', () => {
  it('case 18: shows what was looked up, where it stands, and what it weighs', async () => {
    const vectors = handVectors({ cat: [1, 0], the: [0, 1] }, 2);
    const task = taskOf({
      test: [
        ['The cat', 'A CAT!'],
        ['the cat', 'the'],
      ],
    });
    const [first, second] = await createSystem(lexical('glove-idf'), stateOf(task, { vectors })).explain(0);
    expect(first.map(({ text, start, end, known }) => [text, start, end, known])).toEqual([
      ['the', 0, 3, true],
      ['cat', 4, 7, true],
    ]);
    expect(second.map(({ text, known }) => [text, known])).toEqual([
      ['a', false],
      ['cat', true],
    ]);
    expect(first[1]!.weight).toBeCloseTo(Math.log(4 / 3), 6);
    expect(second[0]!.weight).toBeCloseTo(Math.log(4), 6);
  });

  it('gives the weights of the part that the pair is in', async () => {
    const task = taskOf({
      dev: [['cat', 'dog']],
      test: [
        ['cat', 'cat'],
        ['cat', 'dog'],
      ],
    });
    const system = createSystem(lexical('glove-idf'), stateOf(task));
    expect((await system.explain(0))[0][0]!.weight).toBeCloseTo(Math.log(2), 6);
    expect((await system.explain(2))[0][0]!.weight).toBeCloseTo(Math.log(4 / 3), 6);
  });

  it('glove-sum weighs every token 1; sif by its frequency', async () => {
    const task = taskOf({ test: [['the cat', 'cat']] });
    const weights = async (id: string) =>
      (await createSystem(lexical(id), stateOf(task)).explain(0))[0].map(({ weight }) => weight);
    expect(await weights('glove-sum')).toEqual([1, 1]);
    const [the, cat] = await weights('sif(a=0.5)');
    expect(the).toBeCloseTo(0.5 / (0.5 + 900 / 1800), 6);
    expect(cat).toBe(1);
  });
});
