import { describe, expect, it } from 'vitest';
import { emptyScores, missing } from '../../../src/systems/scores.ts';
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
    expect(MISSING_REASONS.slice(0, 5)).toEqual([
      'scored',
      'empty text',
      'no known word',
      'all weights are zero',
      'nothing left after removing the component',
    ]);
  });
});
