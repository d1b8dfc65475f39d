import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { order, type PairOrder } from '../../../src/app/pairOrder.ts';

const orders: PairOrder[] = ['worst', 'over', 'under', 'gold', 'file'];
const gold = Float64Array.of(5, 0, NaN, 2, 2, 3);
const residuals = Float64Array.of(-1, 3, NaN, 0.5, 0.5, -3);
const all = Int32Array.of(0, 1, 2, 3, 4, 5);

describe('order', () => {
  it.each<[PairOrder, number[]]>([
    ['worst', [1, 5, 0, 3, 4, 2]],
    ['over', [1, 3, 4, 0, 5, 2]],
    ['under', [5, 0, 3, 4, 1, 2]],
    ['gold', [0, 5, 3, 4, 1, 2]],
    ['file', [0, 1, 2, 3, 4, 5]],
  ])('%s first; missing last', (by, expected) => {
    expect([...order(all, by, gold, residuals)]).toEqual(expected);
    expect([...order(Int32Array.from([...all].reverse()), by, gold, residuals)]).toEqual(expected);
  });

  it('orders only the rows given, and leaves them as they are', () => {
    const rows = Int32Array.of(4, 2, 0, 3);
    expect([...order(rows, 'worst', gold, residuals)]).toEqual([0, 3, 4, 2]);
    expect([...rows]).toEqual([4, 2, 0, 3]);
    expect([...order(Int32Array.of(), 'worst', gold, residuals)]).toEqual([]);
  });

  it('without residuals keeps the order of the file, but knows gold', () => {
    for (const by of ['worst', 'over', 'under', 'file'] as const) {
      expect([...order(Int32Array.of(3, 0, 10, 2), by, new Float64Array(11), null)]).toEqual([0, 2, 3, 10]);
    }
    expect([...order(all, 'gold', gold, null)]).toEqual([0, 5, 3, 4, 1, 2]);
  });

  it('is a reordering by key and then by file, for any columns', () => {
    const number = fc.oneof(fc.double({ min: -5, max: 5, noNaN: true }), fc.constantFrom(NaN, 0, -0, 1));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(number, number), { maxLength: 40 }),
        fc.constantFrom(...orders),
        (pairs, by) => {
          const column = {
            gold: Float64Array.from(pairs, ([g]) => g),
            residuals: Float64Array.from(pairs, ([, r]) => r),
          };
          const rows = Int32Array.from(pairs, (_, row) => row);
          const sorted = order(rows, by, column.gold, column.residuals);
          expect([...sorted].sort((a, b) => a - b)).toEqual([...rows]);
          if (by === 'file') return;
          const values = by === 'gold' ? column.gold : column.residuals;
          for (let i = 1; i < sorted.length; i++) {
            const [before, after] = [values[sorted[i - 1]!]!, values[sorted[i]!]!];
            if (Number.isNaN(before)) expect(after).toBeNaN();
            else if (!Number.isNaN(after)) {
              const [first, second] =
                by === 'worst'
                  ? [-Math.abs(before), -Math.abs(after)]
                  : by === 'under'
                    ? [before, after]
                    : [-before, -after];
              expect(first).toBeLessThanOrEqual(second);
              if (first === second) expect(sorted[i - 1]).toBeLessThan(sorted[i]!);
            }
          }
        },
      ),
    );
  });

  it('takes more rows than a call has arguments', () => {
    const count = 300_000;
    const column = Float64Array.from({ length: count }, (_, row) => (row * 7919) % count);
    const sorted = order(
      Int32Array.from(column, (_, row) => row),
      'gold',
      column,
      null,
    );
    let wrong = 0;
    for (let i = 0; i < count; i++) if (column[sorted[i]!] !== count - 1 - i) wrong++;
    expect(wrong).toBe(0);
  });
});
