import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitGroups, groupOfPair } from '../../../src/systems/groups.ts';
import type { TaskSentences } from '../../../src/systems/types.ts';
import { failureOf, taskOf, type Row } from '../support.ts';

const row = fc.tuple(
  fc.constantFrom('a', 'b', 'c', 'd', ''),
  fc.constantFrom('a', 'b', 'e'),
  fc.constantFrom(null, 1),
);
const tasks: fc.Arbitrary<TaskSentences> = fc
  .dictionary(fc.constantFrom('train', 'dev', 'test', 'all'), fc.array(row, { maxLength: 8 }), { minKeys: 1 })
  .map((parts) => taskOf(parts));
const fits = fc.constantFrom('part' as const, 'all' as const);

describe('fitGroups', () => {
  const task = taskOf({
    dev: [
      ['one', 'two'],
      ['one', 'one', null],
    ],
    test: [
      ['one', 'three'],
      ['three', 'three'],
    ],
  });

  it('counts each sentence of a rated pair once a side, by part', () => {
    const [dev, test] = fitGroups(task, 'part');
    expect(dev).toMatchObject({ name: 'dev', fittedSentences: 2, rated: true });
    expect([...dev!.multiplicity]).toEqual([1, 1]);
    expect([...dev!.pairs]).toEqual([0, 1]);
    expect([...test!.multiplicity]).toEqual([1, 3]);
    expect(test!.fittedSentences).toBe(4);
  });

  it('or over everything together', () => {
    const [all, ...others] = fitGroups(task, 'all');
    expect(others).toEqual([]);
    expect(all!.name).toBe('all');
    const count = (text: string): number =>
      all!.multiplicity[all!.sentences.indexOf(task.sentences.indexOf(text))]!;
    expect([count('one'), count('two'), count('three')]).toEqual([2, 1, 3]);
  });

  it('fits on all pairs where nobody rated one', () => {
    const [only] = fitGroups(taskOf({ all: [['a', 'b', null]] }), 'part');
    expect(only).toMatchObject({ rated: false, fittedSentences: 2 });
  });

  it('has no group for a part without pairs', () => {
    expect(fitGroups(taskOf({ dev: [], test: [['a', 'b']] }), 'part').map((group) => group.name)).toEqual([
      'test',
    ]);
    expect(fitGroups(taskOf({ dev: [] }), 'all')).toEqual([]);
  });

  it('every pair is in exactly one group, with both its sentences, and the sums agree', () => {
    fc.assert(
      fc.property(tasks, fits, (any, fit) => {
        const groups = fitGroups(any, fit);
        const seen = new Uint8Array(any.first.length);
        for (const group of groups) {
          let sum = 0;
          for (const times of group.multiplicity) sum += times;
          expect(group.fittedSentences).toBe(sum);
          expect(sum).toBeGreaterThan(0);
          expect(new Set(group.sentences).size).toBe(group.sentences.length);
          expect(group.multiplicity.length).toBe(group.sentences.length);
          for (const pair of group.pairs) {
            seen[pair]!++;
            expect(group.sentences).toContain(any.first[pair]);
            expect(group.sentences).toContain(any.second[pair]);
            expect(groupOfPair(groups, pair)).toBe(group);
          }
        }
        expect(seen.every((times) => times === 1)).toBe(true);
      }),
    );
  });
});

describe('groupOfPair', () => {
  it('tells apart parts of one name, such as the test sets of two benchmarks', () => {
    const rows: Row[] = [['a', 'b']];
    const task = taskOf({ one: rows, two: rows });
    const groups = fitGroups({ ...task, parts: ['test', 'test'] }, 'part');
    expect(groupOfPair(groups, 1)).toBe(groups[1]);
  });

  it.each(['part', 'all'] as const)('has none for a pair that is not there (fit=%s)', async (fit) => {
    const groups = fitGroups(taskOf({ all: [['a', 'b']] }), fit);
    for (const pair of [-1, 1, NaN]) {
      expect((await failureOf(() => groupOfPair(groups, pair))).code).toBe('no-such-pair');
    }
  });
});
