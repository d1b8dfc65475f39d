import { describe, expect, it } from 'vitest';
import { highlighted, isBuilt, labelsOf, withoutLexicon } from './reader.ts';

const vocabulary = {
  name: 'the word list',
  has: (word: string) => !['glorfed', 'wibbel', 'quonkian', 'zorblatt', 'a', '42'].includes(word),
};

describe.skipIf(!isBuilt)(`length and unknown words${withoutLexicon}`, () => {
  it('is long where it has twice the words and six more', () => {
    const categories = (first: string, second: string) =>
      labelsOf(first, second).map(({ category }) => category);
    const six = 'Rain fell on the quiet valley.';
    expect(categories(six, 'Rain fell on the quiet valley while two goats slept under it.')).toContain(
      'length',
    );
    expect(categories(six, 'Rain fell on the quiet valley while goats slept under it.')).not.toContain(
      'length',
    );
    expect(categories('Rain fell.', 'Rain fell on the valley again.')).not.toContain('length');
  });

  it('names the words that have no vector, and shows where they are', () => {
    const pair = ['The wibbel glorfed a 42 mat.', 'The dog saw a mat.'] as const;
    const label = labelsOf(...pair, vocabulary).find(({ category }) => category === 'unknown words')!;
    expect(label.because).toBe('the word list has no vector for “wibbel”, “glorfed”.');
    expect(highlighted(label, pair, 0)).toEqual(['wibbel', 'glorfed']);
    expect(highlighted(label, pair, 1)).toEqual([]);
  });

  it('counts no name that both sentences have, but a name that one has', () => {
    const unknown = (first: string, second: string) =>
      labelsOf(first, second, vocabulary).some(({ category }) => category === 'unknown words');
    expect(unknown('We met Zorblatt.', 'They met Zorblatt.')).toBe(false);
    expect(unknown('We met Zorblatt.', 'They met Hugo.')).toBe(true);
    expect(unknown('We wibbel here.', 'They wibbel here.')).toBe(true);
  });

  it('says nothing of unknown words where the vectors are not known', () => {
    expect(labelsOf('The wibbel sat.', 'The wibbel stood.').map(({ category }) => category)).not.toContain(
      'unknown words',
    );
  });
});
