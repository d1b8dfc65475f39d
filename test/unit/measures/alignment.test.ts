import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignTokens } from '../../../src/measures/alignment.ts';

const cells = (rows: readonly (readonly number[])[]): Float64Array => Float64Array.from(rows.flat());
const placesOf = (rows: readonly (readonly number[])[], threshold: number): [number, number][] =>
  alignTokens(cells(rows), rows.length, rows[0]!.length, threshold).map(({ row, column }) => [row, column]);

describe('competitive linking', () => {
  it('takes the best cell first, and its row and column out', () => {
    const rows = [
      [0.9, 0.8],
      [0.85, 0.1],
    ];
    // The best sum would be the other diagonal; the best cell comes first all the same.
    expect(placesOf(rows, 0)).toEqual([
      [0, 0],
      [1, 1],
    ]);
    expect(alignTokens(cells(rows), 2, 2, 0.5)).toEqual([{ row: 0, column: 0, similarity: 0.9 }]);
  });

  it('links above the threshold, not at it', () => {
    expect(placesOf([[0.5]], 0.5)).toEqual([]);
    expect(placesOf([[0.5]], 0.49)).toEqual([[0, 0]]);
  });

  it('gives a word that stands twice to the nearer one', () => {
    // "the dog sees the cat" and "the cat": the first "the" is as like as the second.
    const rows = [
      [1, 0],
      [0, 0],
      [0, 0],
      [1, 0],
      [0, 1],
    ];
    expect(placesOf(rows, 0)).toEqual([
      [0, 0],
      [4, 1],
    ]);
    // "cat the" has it at the end, so that the second is nearer.
    expect(
      placesOf(
        [
          [0, 1],
          [0, 0],
          [0, 0],
          [0, 1],
          [0, 0],
        ],
        0,
      ),
    ).toEqual([[3, 1]]);
    expect(
      placesOf(
        [
          [1, 1],
          [1, 1],
        ],
        0,
      ),
    ).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  it('never links what can not be compared, and takes empty sentences', () => {
    expect(placesOf([[NaN, NaN]], -Infinity)).toEqual([]);
    expect(alignTokens(new Float64Array(0), 0, 3, 0)).toEqual([]);
    expect(() => alignTokens(new Float64Array(5), 2, 3, 0)).toThrow(RangeError);
  });
});

/** Few distinct values, so that there are ties. */
const matrix = fc
  .record({ rows: fc.integer({ min: 1, max: 7 }), columns: fc.integer({ min: 1, max: 7 }) })
  .chain(({ rows, columns }) =>
    fc.record({
      rows: fc.constant(rows),
      columns: fc.constant(columns),
      values: fc
        .array(fc.constantFrom(NaN, -0.5, 0, 0.25, 0.5, 0.75, 1), {
          minLength: rows * columns,
          maxLength: rows * columns,
        })
        .map((values) => Float64Array.from(values)),
    }),
  );

describe('an alignment', () => {
  it('is one to one, stable, and leaves no cell above both of its rivals', () => {
    fc.assert(
      fc.property(matrix, ({ rows, columns, values }) => {
        const links = alignTokens(values, rows, columns, 0.1);
        const byRow = new Map(links.map((link) => [link.row, link.similarity]));
        const byColumn = new Map(links.map((link) => [link.column, link.similarity]));
        expect(byRow.size).toBe(links.length);
        expect(byColumn.size).toBe(links.length);
        for (const { row, column, similarity } of links) {
          expect(similarity).toBe(values[row * columns + column]);
          expect(similarity).toBeGreaterThan(0.1);
        }
        for (let cell = 0; cell < values.length; cell++) {
          if (!(values[cell]! > 0.1)) continue;
          const rival = Math.max(
            byRow.get(Math.floor(cell / columns)) ?? 0,
            byColumn.get(cell % columns) ?? 0,
          );
          expect(rival).toBeGreaterThanOrEqual(values[cell]!);
        }
      }),
    );
  });

  it('is the same from the other side', () => {
    fc.assert(
      fc.property(matrix, ({ rows, columns, values }) => {
        const turned = values.map((_, cell) => values[(cell % rows) * columns + Math.floor(cell / rows)]!);
        const back = alignTokens(turned, columns, rows, 0.1)
          .map(({ row, column, similarity }) => ({ row: column, column: row, similarity }))
          .sort((a, b) => a.row - b.row);
        expect(back).toEqual(alignTokens(values, rows, columns, 0.1));
      }),
    );
  });
});
