import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gather, usable } from '../../../src/evaluation/usable.ts';

const names = ['scored', 'empty text', 'no known word'];

describe('usable', () => {
  it('counts every pair it leaves out, with the reason', () => {
    const scores = Float64Array.of(0.1, NaN, NaN, NaN, Infinity, 0, 0.7, 0.2);
    const gold = Float64Array.of(1, 2, 3, NaN, 4, 5, NaN, Infinity);
    const reasons = Uint8Array.of(0, 2, 0, 2, 0, 1, 0, 0);
    expect(usable({ scores, gold, reasons, reasonNames: names })).toEqual({
      used: Int32Array.of(0),
      skipped: [
        { reason: 'unrated', count: 2 },
        { reason: 'empty text', count: 1 },
        { reason: 'gold score is not a finite number', count: 1 },
        { reason: 'no known word', count: 1 },
        { reason: 'no score', count: 1 },
        { reason: 'score is not a finite number', count: 1 },
      ],
    });
  });

  it('names a reason it has no name for', () => {
    const input = { scores: Float64Array.of(NaN), gold: Float64Array.of(1), reasons: Uint8Array.of(7) };
    expect(usable(input).skipped).toEqual([{ reason: 'no score (reason 7)', count: 1 }]);
  });

  it('looks only at the subset, in its order', () => {
    const scores = Float64Array.of(1, NaN, 3, 4);
    const { used, skipped } = usable({
      scores,
      gold: scores.slice().fill(2),
      subset: Int32Array.of(3, 1, 0),
    });
    expect([...used]).toEqual([3, 0]);
    expect([...gather(scores, used)]).toEqual([4, 1]);
    expect(skipped).toEqual([{ reason: 'no score', count: 1 }]);
  });

  it('refuses columns that do not belong together', () => {
    const two = new Float64Array(2);
    expect(() => usable({ scores: two, gold: new Float64Array(3) })).toThrow('2 scores for 3 gold scores');
    expect(() => usable({ scores: two, gold: two, reasons: new Uint8Array(1) })).toThrow('1 reasons for 2');
    expect(() => usable({ scores: two, gold: two, subset: Int32Array.of(2) })).toThrow('no row 2');
    expect(() => usable({ scores: two, gold: two, subset: Int32Array.of(-1) })).toThrow('no row -1');
    expect(() => usable({ scores: two, gold: two, subset: Int32Array.of(1, 1) })).toThrow('row 1 is twice');
  });

  it('adds up: used and skipped are all', () => {
    const number = fc.constantFrom(NaN, Infinity, 0, 1, 2.5);
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number, fc.integer({ min: 0, max: 3 }))), (rows) => {
        const { used, skipped } = usable({
          scores: Float64Array.from(rows, ([score]) => score),
          gold: Float64Array.from(rows, ([, gold]) => gold),
          reasons: Uint8Array.from(rows, ([, , reason]) => reason),
          reasonNames: names,
        });
        expect(skipped.reduce((sum, { count }) => sum + count, used.length)).toBe(rows.length);
      }),
    );
  });
});
