import { describe, expect, it } from 'vitest';
import { baseFormsOf, candidateBaseForms } from '../../../src/language/morphy.ts';

describe('candidateBaseForms', () => {
  it.each([
    ['churches', 'noun', [], ['churches', 'churche', 'church']],
    ['stories', 'noun', [], ['stories', 'storie', 'story']],
    ['firemen', 'noun', [], ['firemen', 'fireman']],
    ['wolves', 'noun', ['wolf'], ['wolves', 'wolf', 'wolve']],
    ['boss', 'noun', [], ['boss']],
    ['as', 'noun', [], ['as']],
    ['hoping', 'verb', [], ['hoping', 'hope', 'hop']],
    ['carried', 'verb', ['carry'], ['carried', 'carry', 'carrie', 'carri']],
    ['widest', 'adjective', [], ['widest', 'wid', 'wide']],
    ['quickly', 'adverb', [], ['quickly']],
    ['s', 'verb', [], ['s']],
    ['', 'noun', [], ['']],
  ] as const)('%s as %s', (form, as, irregular, expected) => {
    expect(candidateBaseForms(form, as, irregular)).toEqual(expected);
  });
});

describe('baseFormsOf', () => {
  const counts = new Map([
    ['saw', 1],
    ['see', 600],
    ['hope', 5],
    ['hop', 5],
  ]);
  const of = (form: string, irregular: string[] = []) =>
    baseFormsOf(
      form,
      'verb',
      irregular,
      (word) => counts.has(word),
      (word) => counts.get(word)!,
    );

  it('keeps words only, the most frequent first', () => {
    expect(of('saw', ['see'])).toEqual(['see', 'saw']);
    expect(of('sawing')).toEqual(['saw']);
    expect(of('zxq')).toEqual([]);
  });

  it('goes by the order of the rules where frequency says nothing', () => {
    expect(of('hoping')).toEqual(['hope', 'hop']);
  });
});
