import { describe, expect, it } from 'vitest';
import { labExamples } from '../../../src/app/labExamples.ts';
import type { SentencePair } from '../../../src/benchmarks/types.ts';
import { makeTask } from '../../../src/systems/task.ts';

const pairs: SentencePair[] = ['negation', 'word order'].flatMap((category) =>
  ['paraphrase', 'contrast'].map((role) => ({
    id: `contrast/all/${category}/${role}`,
    sentence1: `One ${category}.`,
    sentence2: `Two ${role}.`,
    gold: 2,
    category,
    languages: ['en', 'en'] as [string, string],
  })),
);
const info = { id: 'contrast', title: '', scale: [0, 5] as const, licence: '', citation: '' };

describe('labExamples', () => {
  it('takes contrasts of the stored set, and invented pairs for what it does not have', () => {
    const task = makeTask([{ name: 'all', contentHash: 'x', pairs }]);
    const examples = labExamples({ info, pairs, task });
    expect(examples.map(({ title, pair }) => [title, pair?.id ?? null])).toEqual([
      ['word order', 'contrast/all/word order/contrast'],
      ['negation', 'contrast/all/negation/contrast'],
      ['semantic blending', null],
    ]);
    expect(examples[0]).toMatchObject({
      sentences: ['One word order.', 'Two contrast.'],
      pair: { part: 'all', gold: 2, isOwnFile: false },
    });
  });

  it('has three pairs where nothing is stored, each of two sentences that differ', () => {
    const examples = labExamples(null);
    expect(examples).toHaveLength(3);
    for (const { pair, sentences } of examples) {
      expect(pair).toBeNull();
      expect(sentences[0]).not.toBe(sentences[1]);
    }
  });
});
