import { describe, expect, it } from 'vitest';
import { emptyScores, missing, missingAsZero } from '../../../src/systems/scores.ts';
import { MISSING_REASONS } from '../../../src/systems/types.ts';
import { taskOf } from '../support.ts';

describe('missing scores', () => {
  it('are NaN until they are set, never 0', () => {
    expect([...emptyScores(2).values]).toEqual([NaN, NaN]);
  });

  it('carry their reason; a blank sentence is named as such, whatever else is wrong', () => {
    const task = taskOf({
      test: [
        ['a', 'b'],
        ['', 'b'],
        ['a', '\u3000\n'],
      ],
    });
    const scores = emptyScores(3);
    scores.values.fill(0.5);
    for (const pair of [0, 1, 2]) missing(scores, pair, task, 'all weights are zero');
    expect([...scores.values]).toEqual([NaN, NaN, NaN]);
    expect([...scores.reasons].map((code) => MISSING_REASONS[code])).toEqual([
      'all weights are zero',
      'empty text',
      'empty text',
    ]);
  });

  it('keep their numbers: stored runs hold them', () => {
    expect(MISSING_REASONS).toEqual([
      'scored',
      'empty text',
      'no known word',
      'all weights are zero',
      'nothing left after removing the component',
      'no token',
      'measure not defined',
      'no score in the file',
    ]);
  });
});

describe('missingAsZero (case 12: an explicit option)', () => {
  it('turns missing scores into 0 and says how many and why', () => {
    const result = missingAsZero({
      scores: { values: Float64Array.of(0.5, NaN, NaN, NaN), reasons: Uint8Array.of(0, 2, 1, 2) },
      fittedOn: 'nothing',
      notes: ['before'],
      tokens: 9,
      unknownTokens: 3,
    });
    expect([...result.scores.values]).toEqual([0.5, 0, 0, 0]);
    expect([...result.scores.reasons]).toEqual([0, 0, 0, 0]);
    expect(result.notes).toEqual([
      'before',
      'Pairs without a score that count as 0: 2, no known word.',
      'Pairs without a score that count as 0: 1, empty text.',
    ]);
  });

  it('adds no note where nothing is missing', () => {
    const scores = { values: Float64Array.of(0.5), reasons: Uint8Array.of(0) };
    expect(missingAsZero({ scores, fittedOn: '', notes: [], tokens: 1, unknownTokens: 0 }).notes).toEqual([]);
  });
});
