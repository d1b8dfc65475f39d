import { describe, expect, it } from 'vitest';
import { countPassing, describeMark, marksOf, marksOfPieces, passes } from '../../../src/app/pairMarks.ts';
import type { Run } from '../../../src/storage/types.ts';

/** Three pairs: one whole, one with a cut second sentence, one without a score and with unknown tokens. */
function run(limit: number | null): Run {
  return {
    scores: { values: Float64Array.of(0.5, 0.7, NaN), reasons: Uint8Array.of(0, 0, 1) },
    tokenCounts: {
      tokens: Int32Array.of(4, 8, 8, 30, 5, 0),
      unknown: Int32Array.of(0, 0, 0, 0, 2, 0),
      limit,
    },
  } as unknown as Run;
}

describe('case 29: marks of a pair', () => {
  it('name the sentence that was cut, with how much of it was seen', () => {
    expect(marksOf(run(8), 0)).toEqual([]);
    expect(marksOf(run(8), 1)).toEqual([{ sentence: 2, tokens: 30, unknown: 0, cutAt: 8 }]);
    expect(marksOf(run(8), 2)).toEqual([{ sentence: 1, tokens: 5, unknown: 2, cutAt: null }]);
  });

  it('a system without a limit cuts nothing; one that counts nothing has no marks', () => {
    expect(marksOf(run(null), 1)).toEqual([]);
    const uncounted = run(8);
    delete uncounted.tokenCounts;
    expect(marksOf(uncounted, 1)).toEqual([]);
    expect(passes(uncounted, 'cut', 1)).toBe(false);
  });

  it('come from the tokens themselves where a pair was typed', () => {
    const piece = (known: boolean, cut = false) => ({ text: 'x', known, cut });
    const marks = marksOfPieces([
      [piece(true), piece(true)],
      [piece(true), piece(false), piece(true, true)],
    ]);
    expect(marks).toEqual([{ sentence: 2, tokens: 3, unknown: 1, cutAt: 2 }]);
    expect(describeMark(marks[0]!)).toBe('sentence 2: cut at 2 of 3 tokens, 1 unknown token of 3');
    expect(marksOfPieces([[], []])).toEqual([]);
  });

  it('filters keep the pairs that they name', () => {
    const kept = (filter: Parameters<typeof passes>[1]): number[] =>
      [0, 1, 2].filter((pair) => passes(run(8), filter, pair));
    expect(kept('all')).toEqual([0, 1, 2]);
    expect(kept('cut')).toEqual([1]);
    expect(kept('unknown')).toEqual([2]);
    expect(kept('missing')).toEqual([2]);
    expect(countPassing(run(8), 'cut')).toBe(1);
    expect(countPassing(run(7), 'cut')).toBe(2);
  });
});
