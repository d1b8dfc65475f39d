import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSystem } from '../../../src/systems/create.ts';
import { asWordWeights } from '../../../src/systems/encoders/tokenWeights.ts';
import { probePairs } from '../../../src/systems/probe.ts';
import { defaultSpec, lexicalSpec, parseSystem } from '../../../src/systems/registry.ts';
import { makeTask } from '../../../src/systems/task.ts';
import { indexTokens } from '../../../src/systems/tokenIndex.ts';
import {
  classifyTokens,
  classWeights,
  isEnglish,
  WORD_CLASSES,
  type Tagger,
} from '../../../src/systems/wordClasses.ts';
import {
  handVectors,
  inventedVector,
  lastLetterTagger,
  noReport,
  stateOf,
  taskOf,
  vectorsFrom,
  type Row,
} from '../support.ts';

const lexical = (id: string) => lexicalSpec(parseSystem(id));
const options = { tokeniser: 'words', lowerCase: true, punctuation: 'drop' } as const;

async function classesOf(sentence: string, tagger: Tagger): Promise<string[]> {
  const task = taskOf({ test: [[sentence, sentence]] });
  const index = await indexTokens(task.sentences, options);
  return Array.from(await classifyTokens(task, index, options, tagger), (c) => WORD_CLASSES[c]!);
}

const ROWS: Row[] = [
  ['Kate sews a dress', 'a dress is sewn', 3],
  ['sews Kate', 'Kate sews', 4],
  ['trees grow tall', 'the tall tree', 2],
];

describe('classes of tokens', () => {
  it('are those of the tagged word that a token shares most with', async () => {
    const tagger: Tagger = () => [
      { start: 0, end: 2, wordClass: 'verb' },
      { start: 2, end: 5, wordClass: 'other' },
      { start: 6, end: 9, wordClass: 'noun' },
    ];
    // One token of three letters more in the second span; one token on a span; one on none.
    expect(await classesOf("can't owl by", tagger)).toEqual(['other', 'noun', 'other']);
  });

  it('of equals, the first', async () => {
    const tagger: Tagger = () => [
      { start: 0, end: 2, wordClass: 'adjective' },
      { start: 2, end: 4, wordClass: 'noun' },
    ];
    expect(await classesOf('abcd', tagger)).toEqual(['adjective']);
  });

  it('belong to the place, not to the word', async () => {
    expect(await classesOf('tree tree', lastLetterTagger)).toEqual(['other', 'noun']);
  });

  it('languages', () => {
    expect([undefined, 'en', 'en-GB', 'und', 'es', 'ent'].map(isEnglish)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('a weight for each token', () => {
  it('gives the sums of a plain loop', async () => {
    const sentence = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(sentence, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (lines, weighed) => {
          const sentences = lines.map((line) => line.join(' '));
          const index = await indexTokens(sentences, options);
          const vectors = vectorsFrom('v', 3, (word) => (word === 'd' ? null : inventedVector(word, 3)));
          const words = await vectors.rowsFor(index.vocabulary, () => {});
          const ofToken = Uint8Array.from(index.ids, (_, t) => t % 3);
          const weights = weighed ? Float32Array.from(index.vocabulary, (_, id) => id + 0.5) : null;
          const classes = { ofToken, weights: Float64Array.of(1, 0.5, 2) };
          const made = asWordWeights({ index, words, weights, classes });
          for (let t = 0; t < index.ids.length; t++) {
            const word = index.ids[t]!;
            const id = made.index.ids[t]!;
            expect([...made.words.rows.subarray(id * 3, id * 3 + 3)]).toEqual([
              ...words.rows.subarray(word * 3, word * 3 + 3),
            ]);
            expect(made.words.known[id]).toBe(words.known[word]);
            expect(made.weights![id]).toBe(classes.weights[t % 3]! * (weights ? weights[word]! : 1));
          }
          expect(made.index.offsets).toBe(index.offsets);
        },
      ),
    );
  });

  it('without classes nothing is copied', async () => {
    const index = await indexTokens(['a b'], options);
    const words = { dimension: 1, rows: Float32Array.of(1, 2), known: Uint8Array.of(1, 1) };
    const made = asWordWeights({ index, words, weights: null, classes: null });
    expect(made.index).toBe(index);
    expect(made.words).toBe(words);
    expect(made.weights).toBeNull();
  });
});

describe('glove-weighted', () => {
  const vectors = handVectors({ kate: [1, 0, 0], sews: [0, 1, 0], tree: [0, 0, 1] }, 3);
  const score = async (id: string, rows: readonly Row[]) =>
    (await createSystem(lexical(id), stateOf(taskOf({ test: rows }), { vectors })).score(noReport)).scores
      .values;

  it('weighs a word by its tag in its sentence', async () => {
    // First words are "other"; then "sews" is a verb and "kate" a noun: (3, 2) against (5, 3).
    const values = await score('glove-weighted(noun=5,verb=2,other=3)', [['kate sews', 'sews kate']]);
    expect(values[0]).toBeCloseTo((3 * 5 + 2 * 3) / Math.sqrt((9 + 4) * (25 + 9)), 6);
  });

  it('with equal weights is the plain sum, and times IDF the IDF sum', async () => {
    const even = 'noun=2,verb=2,adjective=2,adverb=2,other=2';
    for (const [one, other] of [
      [`glove-weighted(${even})`, 'glove-sum'],
      [`glove-weighted(weighting=pos-idf,${even})`, 'glove-idf'],
    ] as const) {
      const state = stateOf(taskOf({ test: ROWS }));
      const first = await createSystem(lexical(one), state).score(noReport);
      const second = await createSystem(lexical(other), state).score(noReport);
      first.scores.values.forEach((value, pair) => expect(value).toBeCloseTo(second.scores.values[pair]!, 5));
      expect(first.fittedOn).toBe(second.fittedOn);
    }
  });

  it('information content is -ln p(word); an uncounted word weighs as the rarest', async () => {
    // the 900, a 500, is 300, on 100 of 1,800.
    const system = createSystem(
      lexical('glove-weighted(weighting=ic)'),
      stateOf(taskOf({ test: [['The tree is', 'on']] })),
    );
    const [first, second] = await system.explain(0);
    const ic = (count: number): number => Math.log(1800 / count);
    [ic(900), ic(100), ic(300)].forEach((weight, t) => expect(first[t]!.weight).toBeCloseTo(weight, 6));
    expect(second[0]!.weight).toBeCloseTo(ic(100), 6);
    expect((await system.score(noReport)).notes).toEqual([
      'Words without a count that weigh as the rarest counted one: 1 of 4.',
    ]);
  });

  it('explains the weight of each token', async () => {
    const state = stateOf(taskOf({ test: ROWS }), { vectors });
    const id = 'glove-weighted(noun=5,verb=2,other=3)';
    const [first] = await createSystem(lexical(id), state).explain(1);
    expect(first.map(({ text, weight }) => [text, weight])).toEqual([
      ['sews', 3],
      ['kate', 5],
    ]);
    const idf = await createSystem(lexical('glove-idf'), state).explain(1);
    const both = await createSystem(
      lexical('glove-weighted(weighting=pos-idf,noun=5,verb=2,other=3)'),
      state,
    ).explain(1);
    both[0].forEach(({ weight }, t) => expect(weight).toBeCloseTo(idf[0][t]!.weight * first[t]!.weight, 5));
  });

  it('a sentence in another language keeps its plain weights, and that is said', async () => {
    const task = makeTask([
      {
        name: 'test',
        contentHash: '',
        pairs: [
          { id: '1', sentence1: 'kate sews', sentence2: 'sews kate', gold: 1, languages: ['en', 'es'] },
        ],
      },
    ]);
    const system = createSystem(lexical('glove-weighted(noun=5,verb=2,other=3)'), stateOf(task, { vectors }));
    const [first, second] = await system.explain(0);
    expect([...first, ...second].map(({ weight }) => weight)).toEqual([3, 2, 1, 1]);
    expect((await system.score(noReport)).notes).toEqual([
      'Parts of speech are read in English only: in 1 of 2 sentences (es) every word counts as 1 in place of a part of speech.',
    ]);
  });

  it('a word with weight 0 in all places leaves nothing, and the reason is the weights', async () => {
    const { scores } = await createSystem(
      lexical('glove-weighted(noun=0,verb=0,other=0)'),
      stateOf(taskOf({ test: [['kate sews', 'tree']] }), { vectors }),
    ).score(noReport);
    expect(scores.values[0]).toBeNaN();
    expect(scores.reasons[0]).toBe(3);
  });

  it.each(['pos', 'pos-idf', 'ic'])(
    '%s: a pair of the task gets its score in the run when it is probed',
    async (weighting) => {
      const state = stateOf(taskOf({ dev: ROWS.slice(1), test: ROWS }));
      const spec = lexical(`glove-weighted(weighting=${weighting})`);
      const { scores } = await createSystem(spec, state).score(noReport);
      const pairs = ROWS.map(([a, b]) => [a, b] as const);
      const probed = await probePairs(spec, state, { part: 'test', pairs }, noReport);
      probed.values.forEach((value, pair) => expect(value).toBeCloseTo(scores.values[2 + pair]!, 6));
    },
  );

  it('a probe of a part in another language is read as that part is', async () => {
    const task = makeTask([
      {
        name: 'test',
        contentHash: '',
        pairs: [{ id: '1', sentence1: 'kate sews', sentence2: 'tree', gold: 1, languages: ['es', 'es'] }],
      },
    ]);
    const probed = await probePairs(
      lexical('glove-weighted'),
      stateOf(task, { vectors }),
      { part: 'test', pairs: [['kate sews', 'a tree']] },
      noReport,
    );
    expect(probed.notes.join()).toContain('2 of 2 sentences (es)');
  });

  it('the weights of the parameters stand in the order of the classes', () => {
    expect([...classWeights(defaultSpec('glove-weighted').parameters)]).toEqual([1, 1, 1, 0.75, 0.25, 1]);
  });
});
