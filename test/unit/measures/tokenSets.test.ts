import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  informationOf,
  probabilitiesOf,
  TOKEN_MEASURES,
  TOKEN_MEASURE_IDS,
  tokenMeasureOf,
  tokenSimilarity,
  type SparseRows,
} from '../../../src/measures/tokenSets.ts';
import { failureOf } from '../support.ts';

/** Rows written out in full, zeros included. */
function sparse(rows: readonly (readonly number[])[]): SparseRows {
  const offsets = [0];
  const ids: number[] = [];
  const values: number[] = [];
  for (const row of rows) {
    row.forEach((value, id) => {
      if (value === 0) return;
      ids.push(id);
      values.push(value);
    });
    offsets.push(ids.length);
  }
  return { offsets: Int32Array.from(offsets), ids: Int32Array.from(ids), values: Float64Array.from(values) };
}

const DENSE = [
  [2, 1, 0, 0],
  [1, 0, 2, 0],
  [0, 0, 0, 3],
  [0, 0, 0, 0],
  [4, 2, 0, 0],
];
const ROWS = sparse(DENSE);
const between = (id: (typeof TOKEN_MEASURE_IDS)[number], a: number, b: number, rows = ROWS): number =>
  tokenSimilarity(id, rows, a, b);

describe('token measures, by hand', () => {
  it('cosine is of the counts', () => {
    expect(between('cosine', 0, 1)).toBeCloseTo(2 / 5, 14);
    expect(between('cosine', 0, 4)).toBe(1);
  });

  it('Jaccard and Dice are of the sets of contexts', () => {
    expect(between('jaccard', 0, 1)).toBe(1 / 3);
    expect(between('dice', 0, 1)).toBe(2 / 4);
    expect(between('jaccard', 0, 4)).toBe(1);
  });

  it('min/max sums the smaller and the larger values', () => {
    // min: 1 + 0 + 0; max: 2 + 1 + 2.
    expect(between('minmax-mi', 0, 1)).toBe(1 / 5);
    expect(between('minmax-mi', 0, 4)).toBe(1 / 2);
  });

  it('Jensen-Shannon is 1 minus the divergence in bits', () => {
    // p = (2/3, 1/3, 0), q = (1/3, 0, 2/3), m = (1/2, 1/6, 1/3).
    const kl = (p: number[], m: number[]): number =>
      p.reduce((sum, x, i) => (x === 0 ? sum : sum + x * Math.log2(x / m[i]!)), 0);
    const m = [1 / 2, 1 / 6, 1 / 3];
    const expected = 1 - (kl([2 / 3, 1 / 3, 0], m) + kl([1 / 3, 0, 2 / 3], m)) / 2;
    expect(between('jsd', 0, 1, probabilitiesOf(ROWS))).toBeCloseTo(expected, 14);
    expect(between('jsd', 0, 4, probabilitiesOf(ROWS))).toBe(1);
  });

  it.each(TOKEN_MEASURE_IDS)('%s is 0 where no context is shared, and not defined for an empty row', (id) => {
    const rows = id === 'jsd' ? probabilitiesOf(ROWS) : ROWS;
    expect(between(id, 0, 2, rows)).toBe(0);
    expect(between(id, 0, 3, rows)).toBeNaN();
    expect(between(id, 3, 3, rows)).toBeNaN();
  });
});

const row = fc.array(fc.nat(9), { minLength: 6, maxLength: 6 });

describe('token measures, of any rows', () => {
  it.each(TOKEN_MEASURES)(
    '$id is symmetric to the bit, in [0, 1], and 1 for a row with itself',
    ({ id, values }) => {
      fc.assert(
        fc.property(row, row, (x, y) => {
          const counts = sparse([x, y, x]);
          const totals = Float64Array.from(x, (value, i) => value * 2 + y[i]! + 1);
          const rows =
            values === 'information'
              ? informationOf(counts, totals)
              : values === 'probabilities'
                ? probabilitiesOf(counts)
                : counts;
          const score = tokenSimilarity(id, rows, 0, 1);
          expect(tokenSimilarity(id, rows, 1, 0)).toBe(score);
          const own = tokenSimilarity(id, rows, 0, 2);
          if (rows.offsets[1]! > rows.offsets[0]!) expect(own).toBe(1);
          else expect(own).toBeNaN();
          if (!Number.isNaN(score)) {
            expect(score).toBeGreaterThanOrEqual(0);
            expect(score).toBeLessThanOrEqual(1);
          }
        }),
      );
    },
  );
});

describe('values', () => {
  it('probabilities add up to 1 in each row', () => {
    const { values } = probabilitiesOf(
      sparse([
        [1, 3],
        [0, 5],
      ]),
    );
    expect([...values]).toEqual([0.25, 0.75, 1]);
  });

  it('information is ln P(context | word) / P(context), where it is above 0', () => {
    const counts = sparse([
      [3, 1],
      [1, 1],
    ]);
    const { offsets, ids, values } = informationOf(counts, Float64Array.of(4, 4));
    expect([...offsets]).toEqual([0, 1, 1]);
    expect([...ids]).toEqual([0]);
    expect(values[0]).toBeCloseTo(Math.log(3 / 4 / (4 / 8)), 14);
  });

  it('measures are found by their ids', async () => {
    for (const id of TOKEN_MEASURE_IDS) expect(tokenMeasureOf(id).id).toBe(id);
    expect((await failureOf(() => tokenMeasureOf('lin'))).nextStep).toContain('minmax-mi');
  });
});
