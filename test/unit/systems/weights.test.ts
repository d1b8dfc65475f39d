import { describe, expect, it } from 'vitest';
import { parseFrequencies } from '../../../src/systems/frequencies.ts';
import { fitGroups } from '../../../src/systems/groups.ts';
import { indexTokens, type TokenIndex } from '../../../src/systems/tokenIndex.ts';
import type { TaskSentences } from '../../../src/systems/types.ts';
import { documentFrequencies, inverseDocumentFrequencies, sifWeights } from '../../../src/systems/weights.ts';
import { taskOf } from '../support.ts';

const options = { tokeniser: 'words', lowerCase: true, punctuation: 'drop' } as const;
const task = taskOf({
  test: [
    ['the cat the cat', 'the dog'],
    ['the cat the cat', 'the bird'],
    ['the wolf', 'the dog', null],
  ],
});

function byWord(index: TokenIndex, values: ArrayLike<number>): Record<string, number> {
  return Object.fromEntries(index.vocabulary.map((word, id) => [word, values[id]!]));
}
const fitted = async (of: TaskSentences) =>
  [await indexTokens(of.sentences, options), fitGroups(of, 'part')[0]!] as const;

describe('document frequencies', () => {
  it('count a word once a sentence, and a sentence as often as it is fitted on', async () => {
    const [index, group] = await fitted(task);
    expect(byWord(index, documentFrequencies(index, group))).toEqual({
      the: 4,
      cat: 2,
      dog: 1,
      bird: 1,
      wolf: 0,
    });
  });

  it('kept for a group are those of the tokens asked about, and of no other tokenisation or group', async () => {
    const mixed = taskOf({ dev: [['The cat', 'the cat']], test: [['the dog', 'A dog']] });
    const [dev, test] = fitGroups(mixed, 'part');
    const lower = await indexTokens(mixed.sentences, options);
    const asWritten = await indexTokens(mixed.sentences, { ...options, lowerCase: false });
    for (let twice = 0; twice < 2; twice++) {
      expect(byWord(lower, documentFrequencies(lower, dev!))).toMatchObject({ the: 2, cat: 2, dog: 0 });
      expect(byWord(asWritten, documentFrequencies(asWritten, dev!))).toMatchObject({
        The: 1,
        the: 1,
        cat: 2,
      });
      expect(byWord(lower, documentFrequencies(lower, test!))).toMatchObject({ the: 1, cat: 0, dog: 2 });
    }
  });
});

describe('inverse document frequencies', () => {
  it('are ln(N / df): 0 for a word of every sentence, ln N where only unrated pairs have it', async () => {
    const [index, group] = await fitted(task);
    const idf = byWord(index, inverseDocumentFrequencies(index, group));
    expect(group.fittedSentences).toBe(4);
    expect(idf.the).toBe(0);
    expect(idf.cat).toBeCloseTo(Math.log(2), 6);
    expect(idf.dog).toBeCloseTo(Math.log(4), 6);
    expect(idf.wolf).toBeCloseTo(Math.log(4), 6);
  });

  it('are finite and never negative', async () => {
    const [index, group] = await fitted(
      taskOf({
        test: [
          ['a', 'a'],
          ['b a', 'c', null],
        ],
      }),
    );
    for (const weight of inverseDocumentFrequencies(index, group)) {
      expect(Number.isFinite(weight)).toBe(true);
      expect(weight).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('SIF weights', () => {
  it('case 15: a / (a + p); a word without a count weighs 1', async () => {
    const index = await indexTokens(['The zeppelin'], { ...options, lowerCase: false });
    const weights = byWord(index, sifWeights(index, parseFrequencies('t', 'the 0.05\n'), 1e-3));
    expect(weights.The).toBeCloseTo(1e-3 / (1e-3 + 0.05), 7);
    expect(weights.zeppelin).toBe(1);
  });

  it('fall as a word gets more frequent', async () => {
    const index = await indexTokens(['rare common'], options);
    const weights = byWord(index, sifWeights(index, parseFrequencies('t', 'common 9\nrare 1\n'), 0.5));
    expect(weights.common).toBeCloseTo(0.5 / 1.4, 6);
    expect(weights.rare).toBeCloseTo(0.5 / 0.6, 6);
  });
});
