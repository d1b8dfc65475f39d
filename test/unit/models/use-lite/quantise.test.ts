import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantise } from '../../../../models/use-lite/quantise.ts';

const matrices = fc
  .record({ rows: fc.integer({ min: 1, max: 6 }), columns: fc.integer({ min: 1, max: 6 }) })
  .chain(({ rows, columns }) =>
    fc.record({
      rows: fc.constant(rows),
      columns: fc.constant(columns),
      values: fc.float32Array({
        minLength: rows * columns,
        maxLength: rows * columns,
        min: -100,
        max: 100,
        noNaN: true,
      }),
    }),
  );

describe('quantise', () => {
  it.each(['row', 'column'] as const)('is off by at most half the scale of its %s', (along) => {
    fc.assert(
      fc.property(matrices, (matrix) => {
        const { values, scales } = quantise(matrix, along);
        expect(scales.length).toBe(along === 'row' ? matrix.rows : matrix.columns);
        for (let r = 0; r < matrix.rows; r++) {
          for (let c = 0; c < matrix.columns; c++) {
            const scale = scales[along === 'row' ? r : c]!;
            const exact = matrix.values[r * matrix.columns + c]!;
            const found = scale * values[r * matrix.columns + c]!;
            // Half a scale, and the rounding of float32; below 1e-38 float32 has no full precision.
            expect(Math.abs(found - exact)).toBeLessThanOrEqual(scale * 0.501 + 1e-36);
          }
        }
      }),
    );
  });

  it('uses the whole range of each column, and keeps a zero column zero', () => {
    const { values, scales } = quantise(
      { rows: 2, columns: 3, values: new Float32Array([1, 0, -254, -0.4, 0, 127]) },
      'column',
    );
    expect([...values]).toEqual([127, 0, -127, -51, 0, 64]);
    expect([...scales]).toEqual([Math.fround(1 / 127), 0, 2]);
  });
});
