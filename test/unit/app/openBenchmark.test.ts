import { describe, expect, it } from 'vitest';
import { equalRows } from '../../../src/app/openBenchmark.ts';

describe('equalRows', () => {
  const rows = Int32Array.of(1, 5, 7);

  it.each([
    ['the same', rows, rows, true],
    ['a copy', rows, rows.slice(), true],
    ['none at all', null, null, true],
    ['none and some', null, rows, false],
    ['some and none', rows, null, false],
    ['an empty selection, which is no missing one', new Int32Array(0), null, false],
    ['the first of them', rows.slice(0, 2), rows, false],
    ['the first of them, the other way round', rows, rows.slice(0, 2), false],
    ['another in place of one', rows, Int32Array.of(1, 6, 7), false],
  ])('%s', (_, a, b, equal) => {
    expect(equalRows(a, b)).toBe(equal);
  });
});
