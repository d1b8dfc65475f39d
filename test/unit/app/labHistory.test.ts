import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  presentRow,
  rowOf,
  startHistory,
  withoutRow,
  withPresent,
  withRow,
  withTyped,
  type LabHistory,
  type LabPair,
} from '../../../src/app/labHistory.ts';

const pair: LabPair = {
  benchmark: 'invented',
  id: 'invented/all/1',
  part: 'all',
  gold: 3,
  scale: [0, 5],
  languages: ['en', 'en'],
  isOwnFile: false,
};
const start = startHistory(['A dog runs.', 'A dog walks.'], pair);
const edited = withRow(start, ['A cat runs.', 'A dog walks.'], 'sister', '“dog” → “cat”');

describe('history of the lab', () => {
  it('puts an edit under the row it was made from and makes it the present one', () => {
    expect(edited.rows).toHaveLength(2);
    expect(presentRow(edited)).toMatchObject({ id: 1, parent: 0, kind: 'sister' });
    expect(withRow(edited, ['A cat runs.', 'A dog walks.'], 'drop', '')).toBe(edited);
  });

  it('typing never changes a benchmark’s pair, nor an edited row, nor a row that others were made from', () => {
    const typed = withTyped(start, ['A dog ran.', 'A dog walks.']);
    expect(rowOf(typed, 0)).toBe(start.rows[0]);
    expect(typed.pair).toBe(pair);
    expect(presentRow(typed)).toMatchObject({ kind: 'typed', parent: 0 });
    const more = withTyped(typed, ['A dog ran away.', 'A dog walks.']);
    expect(more.rows).toHaveLength(2);
    expect(presentRow(more).sentences[0]).toBe('A dog ran away.');
    const child = withRow(more, ['No dog ran away.', 'A dog walks.'], 'negate', '');
    const back = withTyped(withPresent(child, 1), ['A dog fled.', 'A dog walks.']);
    expect(back.rows).toHaveLength(4);
    expect(rowOf(back, 1).sentences[0]).toBe('A dog ran away.');
    expect(presentRow(back).parent).toBe(1);
    expect(presentRow(withTyped(edited, ['', ''])).parent).toBe(1);
  });

  it('typing on an empty bench writes the first row over', () => {
    const one = withTyped(startHistory(), ['H', '']);
    const two = withTyped(one, ['Hello', '']);
    expect(two.rows).toEqual([{ id: 0, parent: null, sentences: ['Hello', ''], kind: 'start', label: '' }]);
  });

  it('a removed row leaves what was made from it to the row before; the start stays', () => {
    const child = withRow(edited, ['A cat runs.', 'A cat walks.'], 'sister', '');
    const without = withoutRow(child, 1);
    expect(without.rows.map(({ id, parent }) => [id, parent])).toEqual([
      [0, null],
      [2, 0],
    ]);
    expect(without.present).toBe(2);
    expect(withoutRow(edited, 1).present).toBe(0);
    expect(withoutRow(edited, 0)).toBe(edited);
    expect(withoutRow(edited, 7)).toBe(edited);
  });

  it('stays a tree with one root, whatever is done to it', () => {
    const sentence = fc.constantFrom('', 'a', 'b', 'c');
    const step = fc.oneof(
      fc.record({ kind: fc.constant('row' as const), a: sentence, b: sentence }),
      fc.record({ kind: fc.constant('type' as const), a: sentence, b: sentence }),
      fc.record({ kind: fc.constant('choose' as const), id: fc.nat(8) }),
      fc.record({ kind: fc.constant('remove' as const), id: fc.nat(8) }),
    );
    fc.assert(
      fc.property(fc.boolean(), fc.array(step, { maxLength: 40 }), (isPair, steps) => {
        let history: LabHistory = startHistory(['a', 'b'], isPair ? pair : null);
        for (const done of steps) {
          if (done.kind === 'row') history = withRow(history, [done.a, done.b], 'drop', '');
          else if (done.kind === 'type') history = withTyped(history, [done.a, done.b]);
          else if (done.kind === 'choose') history = withPresent(history, done.id);
          else history = withoutRow(history, done.id);
          const ids = history.rows.map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids).toContain(history.present);
          history.rows.forEach(({ parent, kind }, place) => {
            expect(parent === null).toBe(place === 0);
            expect(kind === 'start').toBe(place === 0);
            if (parent !== null) expect(ids.indexOf(parent)).toBeLessThan(place);
            if (parent !== null) expect(ids).toContain(parent);
          });
          if (isPair) expect(history.rows[0]!.sentences).toEqual(['a', 'b']);
        }
      }),
    );
  });
});
