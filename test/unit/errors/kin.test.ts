import { describe, expect, it } from 'vitest';
import { kinOf } from '../../../src/errors/kin.ts';
import { builtLexicon, isBuilt, withoutLexicon } from '../language/builtWordnet.ts';

const ranksOf = (word: string, other: string) =>
  kinOf(builtLexicon(), word, other, 'noun')
    .filter(({ sisters }) => !sisters)
    .map(({ rank }) => rank);

describe.skipIf(!isBuilt)(`kinOf${withoutLexicon}`, () => {
  it('finds the senses in which another word is a synonym', () => {
    expect(kinOf(builtLexicon(), 'flat', 'apartment', 'noun')).toEqual([
      { rank: 6, steps: 0, sisters: false },
    ]);
  });

  it('finds the senses of which another word is a kind, or that are a kind of it', () => {
    expect(ranksOf('mouse', 'rodent')).toEqual([0]);
    expect(ranksOf('rodent', 'mouse')).toEqual([0]);
  });

  it('tells sisters from these', () => {
    const [first] = kinOf(builtLexicon(), 'guitar', 'banjo', 'noun');
    expect(first).toEqual({ rank: 0, steps: 2, sisters: true });
  });

  it('finds nothing for words of other kinds, or that are not there', () => {
    expect(kinOf(builtLexicon(), 'guitar', 'gravity', 'noun')).toEqual([]);
    expect(kinOf(builtLexicon(), 'guitar', 'zzyzx', 'noun')).toEqual([]);
    expect(kinOf(builtLexicon(), 'zzyzx', 'guitar', 'noun')).toEqual([]);
  });
});
