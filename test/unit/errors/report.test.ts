import { describe, expect, it } from 'vitest';
import { confusions, JUDGED_CATEGORIES, mistakes, truthOfContrastPair } from '../../../src/errors/report.ts';

const judged = [
  { id: 'a', truth: ['negation'], found: ['negation', 'length'] },
  { id: 'b', truth: ['negation', 'number'], found: ['number'] },
  { id: 'c', truth: [], found: ['negation'] },
  { id: 'd', truth: [], found: ['unknown words'] },
  { id: 'e', truth: ['entity'], found: ['number'] },
];

describe('confusions', () => {
  it('counts each category over all pairs', () => {
    const of = (category: string) => confusions(judged).find((row) => row.category === category)!;
    expect(of('negation')).toEqual({
      category: 'negation',
      n: 2,
      truePositives: 1,
      falsePositives: 1,
      falseNegatives: 1,
      precision: 0.5,
      recall: 0.5,
    });
    expect(of('number')).toMatchObject({ n: 1, truePositives: 1, falsePositives: 1, falseNegatives: 0 });
    expect(of('entity')).toMatchObject({ n: 1, truePositives: 0, precision: null, recall: 0 });
  });

  it('has no share where there is nothing to share', () => {
    for (const row of confusions([])) expect(row).toMatchObject({ n: 0, precision: null, recall: null });
    expect(confusions([]).map(({ category }) => category)).toEqual([...JUDGED_CATEGORIES]);
  });
});

describe('mistakes', () => {
  it('names what was missed and what was found in vain, and leaves out what is not judged', () => {
    expect(mistakes(judged)).toEqual([
      { id: 'b', missed: ['negation'], falseAlarms: [] },
      { id: 'c', missed: [], falseAlarms: ['negation'] },
      { id: 'e', missed: ['entity'], falseAlarms: ['number'] },
    ]);
  });
});

describe('truthOfContrastPair', () => {
  it('is the category of a contrast, and nothing for a paraphrase', () => {
    expect(truthOfContrastPair({ id: 'contrast/all/number-01/contrast', category: 'number' })).toEqual([
      'number',
    ]);
    expect(truthOfContrastPair({ id: 'contrast/all/number-01/paraphrase', category: 'number' })).toEqual([]);
    expect(truthOfContrastPair({ id: 'other/contrast' })).toEqual([]);
  });
});
