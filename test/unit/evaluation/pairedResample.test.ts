import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pearson, spearman } from '../../../src/evaluation/correlation.ts';
import { pairedResampler } from '../../../src/evaluation/pairedResample.ts';

const varies = (column: readonly number[]): boolean => column.some((value) => value !== column[0]);

/** Rows of gold and two systems, small integers and halves with many ties, in the order of the resampler's places. */
const sortedRows = fc
  .array(
    fc.tuple(
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: -3, max: 3 }).map((halves) => halves / 2),
      fc.integer({ min: -20, max: 20 }),
    ),
    { minLength: 3, maxLength: 25 },
  )
  .map((rows) => rows.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]))
  .filter((rows) => [0, 1, 2].every((at) => varies(rows.map((row) => row[at]!))));

const columnsOf = (rows: readonly (readonly number[])[]): number[][] =>
  [0, 1, 2].map((at) => rows.map((row) => row[at]!));

describe('pairedResampler', () => {
  it('gives the correlations of the expanded sample, re-ranked', () => {
    const weighted = sortedRows.chain((rows) =>
      fc.tuple(
        fc.constant(rows),
        fc.array(fc.nat(rows.length - 1), { minLength: rows.length, maxLength: rows.length }),
      ),
    );
    fc.assert(
      fc.property(weighted, ([rows, draws]) => {
        const [gold, a, b] = columnsOf(rows);
        const weights = new Float64Array(rows.length);
        for (const draw of draws) weights[draw]!++;
        const found = pairedResampler(gold!, [a!, b!])(weights);
        const [drawnGold, ...drawn] = columnsOf(draws.map((draw) => rows[draw]!));
        drawn.forEach((column, system) => {
          for (const [name, measure] of [
            ['pearson', pearson],
            ['spearman', spearman],
          ] as const) {
            const { value } = measure(column, drawnGold!);
            if (value === null) expect(found[name][system]).toBeNaN();
            else expect(found[name][system]).toBeCloseTo(value, 10);
          }
        });
      }),
      { numRuns: 300 },
    );
  });

  it('keeps its digits where a resample misses the outlier that set the scale', () => {
    const gold = [0, 1, 2, 3, 4, 5];
    const system = [0.1, 0.3, 0.2, 0.5, 0.4, 1e6];
    const others = Float64Array.of(1, 2, 1, 1, 1, 0);
    const expanded = [0, 1, 1, 2, 3, 4];
    const expected = pearson(
      expanded.map((row) => system[row]!),
      expanded.map((row) => gold[row]!),
    );
    expect(pairedResampler(gold, [system])(others).pearson[0]).toBeCloseTo(expected.value!, 8);
  });

  it('calls rounding noise around one value constant, as the correlations do', () => {
    const gold = [0, 1, 2, 3, 4, 5];
    // The mean of the whole lies amid the noise, so that neither hides it from the other.
    const system = [1 - 1e-12, 1, 1 + 1e-12, 1, 0.5, 1.5];
    const resample = pairedResampler(gold, [system]);
    expect(resample(Float64Array.of(2, 2, 1, 1, 0, 0)).pearson[0]).toBeNaN();
    expect(resample(Float64Array.of(2, 2, 1, 1, 0, 0)).spearman[0]).toBeNaN();
    expect(resample(Float64Array.of(1, 1, 1, 1, 1, 1)).pearson[0]).not.toBeNaN();
  });
});
