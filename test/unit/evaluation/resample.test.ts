import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kendall, pearson, spearman } from '../../../src/evaluation/correlation.ts';
import { jackknife } from '../../../src/evaluation/jackknife.ts';
import { presort, weightedCorrelations } from '../../../src/evaluation/resample.ts';
import { tiedPairs } from './arbitrary.ts';
import type { Pairs } from './arbitrary.ts';

const direct = { pearson, spearman, kendall };
const names = ['pearson', 'spearman', 'kendall'] as const;

/** Rows in the order of `presort`, found again by the values: rows with equal values are interchangeable. */
function sortedRows({ x, y }: Pairs): { x: number[]; y: number[] } {
  const { major, minor } = presort(x, y);
  const swapped = new Set(x).size < new Set(y).size;
  const first = [...major.level].map((level) => major.values[level]!);
  const second = [...minor.level].map((level) => minor.values[level]!);
  return swapped ? { x: second, y: first } : { x: first, y: second };
}

describe('presort', () => {
  it('keeps the pairs together', () => {
    fc.assert(
      fc.property(tiedPairs(3), ({ x, y }) => {
        const sorted = sortedRows({ x, y });
        const named = (a: readonly number[], b: readonly number[]) =>
          a.map((value, i) => `${value},${b[i]}`).sort();
        expect(named(sorted.x, sorted.y)).toEqual(named(x, y).map((pair) => pair.replace('-0,', '0,')));
      }),
    );
  });

  it('refuses columns without a correlation', () => {
    expect(() => presort([1, 1, 1], [1, 2, 3])).toThrow('all predictions equal');
  });
});

describe('weightedCorrelations', () => {
  it('equals the correlations of the expanded sample, also where these are not defined', () => {
    fc.assert(
      fc.property(
        tiedPairs(3, 20).chain((pairs) =>
          fc.tuple(
            fc.constant(pairs),
            fc.array(fc.integer({ min: 0, max: 3 }), {
              minLength: pairs.x.length,
              maxLength: pairs.x.length,
            }),
          ),
        ),
        ([pairs, weights]) => {
          const sorted = sortedRows(pairs);
          const x = sorted.x.flatMap((value, i) => new Array<number>(weights[i]!).fill(value));
          const y = sorted.y.flatMap((value, i) => new Array<number>(weights[i]!).fill(value));
          fc.pre(x.length >= 3);
          const correlationsOf = weightedCorrelations(presort(pairs.x, pairs.y));
          // Once for nothing: what the first call leaves behind must not reach the second.
          correlationsOf(new Uint32Array(pairs.x.length).fill(1));
          const weighted = correlationsOf(Uint32Array.from(weights));
          for (const name of names) {
            const { value } = direct[name](x, y);
            if (value === null) expect(weighted).toBeNull();
            else expect(weighted?.[name]).toBeCloseTo(value, 12);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('keeps its digits where a resample leaves a huge outlier out', () => {
    const x = [1, 2, 3, 4, 1e9];
    const y = [2, 1, 4, 3, 5];
    const weighted = weightedCorrelations(presort(x, y))(Uint32Array.of(1, 1, 1, 1, 0));
    expect(weighted?.pearson).toBeCloseTo(0.6, 6);
  });
});

describe('jackknife', () => {
  it('equals the correlations without each pair', () => {
    fc.assert(
      fc.property(tiedPairs(4, 16), (pairs) => {
        const { x, y } = sortedRows(pairs);
        const without = jackknife(presort(pairs.x, pairs.y));
        const rows = x.map((_, i) => [x.filter((_, j) => j !== i), y.filter((_, j) => j !== i)] as const);
        if (rows.some(([a, b]) => pearson(a, b).value === null)) {
          expect(without).toBeNull();
          return;
        }
        for (const name of names) {
          rows.forEach(([a, b], i) => expect(without?.[name][i]).toBeCloseTo(direct[name](a, b).value!, 11));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('keeps its digits where one pair holds nearly all of the variance', () => {
    const x = [1, 2, 3, 4, 1e7];
    const y = [2, 1, 4, 3, 5];
    expect(jackknife(presort(x, y))?.pearson[4]).toBeCloseTo(0.6, 6);
  });

  it('needs 4 pairs', () => {
    expect(() => jackknife(presort([1, 2, 3], [1, 2, 4]))).toThrow(RangeError);
  });
});
