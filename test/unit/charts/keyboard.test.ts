import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveCursor, plotActionOf, readingOrder, type Move } from '../../../src/charts/keyboard.ts';

const gold = Float64Array.of(3, NaN, 1, 3, 0);
const order = readingOrder(gold);

describe('readingOrder', () => {
  it('sorts by gold, ties by pair, unrated last', () => {
    expect([...order.pairs]).toEqual([4, 2, 0, 3, 1]);
    expect([...order.ranks]).toEqual([2, 4, 1, 3, 0]);
  });

  it('is a permutation with its inverse, whatever the gold', () => {
    fc.assert(
      fc.property(fc.float64Array(), (values) => {
        const { pairs, ranks } = readingOrder(values);
        pairs.forEach((pair, rank) => expect(ranks[pair]).toBe(rank));
        expect(new Set(pairs).size).toBe(values.length);
      }),
    );
  });
});

describe('moveCursor', () => {
  const columns = [
    Float64Array.of(0.1, 0.2, NaN, 0.4, 0.5),
    Float64Array.of(1, 1, 1, NaN, 1),
    Float64Array.of(2, 2, 2, 2, 2),
  ];
  const from = (series: number, index: number, move: Move) =>
    moveCursor(columns, order, { series, index }, move);

  it('walks along gold and skips what has no score', () => {
    expect(from(0, 4, 'right')).toEqual({ series: 0, index: 0 });
    expect(from(0, 0, 'left')).toEqual({ series: 0, index: 4 });
    expect(from(1, 0, 'right')).toEqual({ series: 1, index: 1 });
  });

  it('stays at an end', () => {
    expect(from(0, 4, 'left')).toEqual({ series: 0, index: 4 });
    expect(from(0, 1, 'right')).toEqual({ series: 0, index: 1 });
    expect(from(0, 1, 'up')).toEqual({ series: 0, index: 1 });
    expect(from(2, 1, 'down')).toEqual({ series: 2, index: 1 });
  });

  it('changes the system on the same pair, past one without a score', () => {
    expect(from(0, 3, 'down')).toEqual({ series: 2, index: 3 });
    expect(from(2, 3, 'up')).toEqual({ series: 0, index: 3 });
  });

  it('jumps to the ends and by pages', () => {
    expect(from(0, 3, 'first')).toEqual({ series: 0, index: 4 });
    expect(from(0, 3, 'last')).toEqual({ series: 0, index: 1 });
    const many = readingOrder(Float64Array.from({ length: 100 }, (_, index) => index));
    const column = [new Float64Array(100)];
    expect(moveCursor(column, many, { series: 0, index: 10 }, 'pageRight')?.index).toBe(15);
    expect(moveCursor(column, many, { series: 0, index: 2 }, 'pageLeft')?.index).toBe(0);
  });

  it('starts at the selected pair, else at the lowest gold, else nowhere', () => {
    expect(moveCursor(columns, order, null, 'right', 3)).toEqual({ series: 0, index: 3 });
    expect(moveCursor(columns, order, null, 'right', 2)).toEqual({ series: 1, index: 2 });
    expect(moveCursor(columns, order, null, 'right')).toEqual({ series: 0, index: 4 });
    expect(moveCursor([Float64Array.of(NaN)], readingOrder(Float64Array.of(1)), null, 'right')).toBeNull();
    expect(moveCursor([], order, { series: 0, index: 1 }, 'left')).toBeNull();
  });
});

describe('plotActionOf', () => {
  it('knows its keys and no others', () => {
    expect(plotActionOf('ArrowUp')).toBe('up');
    expect(plotActionOf('a')).toBeNull();
    expect(plotActionOf('toString')).toBeNull();
  });
});
