import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { averageRanks, denseLevels } from '../../../src/evaluation/ranks.ts';
import { naiveRanks } from './naive.ts';

describe('averageRanks', () => {
  it('shares the ranks of ties', () => {
    expect([...averageRanks([0, 0, 0, 5, 5])]).toEqual([2, 2, 2, 4.5, 4.5]);
    expect([...averageRanks([3, -1, 3, 2])]).toEqual([3.5, 1, 3.5, 2]);
    expect([...averageRanks([])]).toEqual([]);
  });

  it('treats -0 and 0 as equal', () => {
    expect([...averageRanks([0, -0, 1])]).toEqual([1.5, 1.5, 3]);
  });

  it('counts the smaller and half of the equal', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 40 }), (column) => {
        expect([...averageRanks(column)]).toEqual(naiveRanks(column));
      }),
    );
  });
});

describe('denseLevels', () => {
  it('names each value once and finds it again', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 30 }), (column) => {
        const { values, ofRow } = denseLevels(column);
        expect([...values]).toEqual([...new Set(column)].sort((a, b) => a - b).map((value) => value + 0));
        expect([...ofRow].map((level) => values[level])).toEqual(column.map((value) => value + 0));
      }),
    );
  });
});
