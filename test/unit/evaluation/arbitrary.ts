import * as fc from 'fast-check';

export interface Pairs {
  x: number[];
  y: number[];
}

const varies = (column: readonly number[]): boolean => column.some((value) => value !== column[0]);

/** Two columns of small integers and halves, with many ties; neither constant. */
export const tiedPairs = (minLength: number, maxLength = 30): fc.Arbitrary<Pairs> =>
  fc
    .array(fc.tuple(fc.integer({ min: -4, max: 4 }), fc.integer({ min: 0, max: 6 })), {
      minLength,
      maxLength,
    })
    .map((rows) => ({ x: rows.map(([a]) => a / 2), y: rows.map(([, b]) => b) }))
    .filter(({ x, y }) => varies(x) && varies(y));

export function permuted<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) =>
    permuted(items.filter((_, i) => i !== at)).map((rest) => [item, ...rest]),
  );
}
