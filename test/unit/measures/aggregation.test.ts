import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregate, AGGREGATION_IDS, aggregationOf } from '../../../src/measures/aggregation.ts';
import { failureOf } from '../support.ts';

// Two tokens against three.
const SIMILARITY = Float64Array.of(0.9, 0.8, 0.1, 0.7, 0.2, 0.4);

describe('aggregation, by hand', () => {
  it('arithmetic: the mean of the best, from either side', () => {
    // Rows: 0.9, 0.7; columns: 0.9, 0.8, 0.4.
    expect(aggregate('arithmetic', SIMILARITY, 2, 3)).toBeCloseTo((1.6 / 2 + 2.1 / 3) / 2, 14);
  });

  it('geometric: the same best, multiplied', () => {
    const expected = (Math.sqrt(0.9 * 0.7) + Math.cbrt(0.9 * 0.8 * 0.4)) / 2;
    expect(aggregate('geometric', SIMILARITY, 2, 3)).toBeCloseTo(expected, 14);
  });

  it('linking: each token once, the most similar pair first', () => {
    // 0.9 takes the first of each; of what is left, 0.4 is the best.
    expect(aggregate('linking', SIMILARITY, 2, 3)).toBeCloseTo((1.3 / 2 + 1.3 / 3) / 2, 14);
  });

  it('a token that can not be compared, or is opposed to all, counts 0', () => {
    const similarity = Float64Array.of(1, NaN, NaN, -0.5);
    expect(aggregate('arithmetic', similarity, 2, 2)).toBe(0.5);
    expect(aggregate('linking', similarity, 2, 2)).toBe(0.5);
    expect(aggregate('geometric', similarity, 2, 2)).toBe(0);
  });

  it.each(AGGREGATION_IDS)('%s: a phrase without tokens has no similarity', (id) => {
    expect(aggregate(id, new Float64Array(), 0, 3)).toBeNaN();
    expect(() => aggregate(id, SIMILARITY, 2, 2)).toThrow(RangeError);
  });

  it('is found by its id', async () => {
    for (const id of AGGREGATION_IDS) expect(aggregationOf(id).id).toBe(id);
    expect((await failureOf(() => aggregationOf('median'))).code).toBe('unknown-aggregation');
  });
});

const matrix = fc
  .record({ rows: fc.integer({ min: 1, max: 6 }), columns: fc.integer({ min: 1, max: 6 }) })
  .chain(({ rows, columns }) =>
    fc.record({
      rows: fc.constant(rows),
      columns: fc.constant(columns),
      // Few values, so that there are ties.
      values: fc.array(fc.constantFrom(NaN, -1, 0, 0.25, 0.5, 1), {
        minLength: rows * columns,
        maxLength: rows * columns,
      }),
    }),
  );

describe('aggregation, of any similarities', () => {
  it.each(AGGREGATION_IDS)('%s does not depend on the order of the phrases, and lies in [0, 1]', (id) => {
    fc.assert(
      fc.property(matrix, ({ rows, columns, values }) => {
        const turned = Float64Array.from(
          values,
          (_, at) => values[(at % rows) * columns + Math.floor(at / rows)]!,
        );
        const score = aggregate(id, Float64Array.from(values), rows, columns);
        expect(aggregate(id, turned, columns, rows)).toBeCloseTo(score, 12);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }),
    );
  });

  it.each(AGGREGATION_IDS)('%s is 1 where each token has its equal in place', (id) => {
    for (const n of [1, 3, 7]) {
      const same = Float64Array.from({ length: n * n }, (_, at) => (at % (n + 1) === 0 ? 1 : 0.5));
      expect(aggregate(id, same, n, n)).toBe(1);
    }
  });

  it('geometric is never above arithmetic, linking neither', () => {
    fc.assert(
      fc.property(matrix, ({ rows, columns, values }) => {
        const arithmetic = aggregate('arithmetic', Float64Array.from(values), rows, columns);
        for (const id of ['geometric', 'linking'] as const) {
          expect(aggregate(id, Float64Array.from(values), rows, columns)).toBeLessThanOrEqual(
            arithmetic + 1e-12,
          );
        }
      }),
    );
  });
});
