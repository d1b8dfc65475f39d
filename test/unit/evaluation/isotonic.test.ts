import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isotonicFit, readCurve } from '../../../src/evaluation/isotonic.ts';
import { tiedPairs } from './arbitrary.ts';

/** The minimax formula (Barlow et al. 1972, chapter 1), over distinct predictors. */
function minimax(x: readonly number[], y: readonly number[]): number[] {
  const levels = [...new Set(x)].sort((a, b) => a - b);
  const average = (from: number, to: number): number => {
    const inside = y.filter((_, row) => x[row]! >= levels[from]! && x[row]! <= levels[to]!);
    return inside.reduce((a, b) => a + b, 0) / inside.length;
  };
  return x.map((value) => {
    const at = levels.indexOf(value);
    let highest = -Infinity;
    for (let from = 0; from <= at; from++) {
      let lowest = Infinity;
      for (let to = at; to < levels.length; to++) lowest = Math.min(lowest, average(from, to));
      highest = Math.max(highest, lowest);
    }
    return highest;
  });
}

describe('isotonicFit', () => {
  it('gives the example of the pituitary fissure (Robertson, Wright and Dykstra 1988, 1.2.1; R’s isotone)', () => {
    const age = [8, 8, 8, 10, 10, 10, 12, 12, 12, 14, 14];
    const size = [21, 23.5, 23, 24, 21, 25, 21.5, 22, 19, 23.5, 25];
    const curve = isotonicFit(age, size);
    expect([...curve.from]).toEqual([8, 14]);
    expect([...curve.to]).toEqual([12, 14]);
    expect(curve.value[0]).toBeCloseTo(22.22222, 5);
    expect(curve.value[1]).toBe(24.25);
  });

  it('is the least-squares solution, whatever the order of rows', () => {
    fc.assert(
      fc.property(tiedPairs(2), ({ x, y }) => {
        const curve = isotonicFit(x, y);
        const expected = minimax(x, y);
        x.forEach((value, row) => expect(readCurve(curve, value)).toBeCloseTo(expected[row]!, 10));
        const turned = isotonicFit([...x].reverse(), [...y].reverse());
        expect([...turned.from]).toEqual([...curve.from]);
        turned.value.forEach((value, block) => expect(value).toBeCloseTo(curve.value[block]!, 10));
      }),
    );
  });

  it('depends on the order of predictors alone, not on their distances', () => {
    fc.assert(
      fc.property(tiedPairs(2), ({ x, y }) => {
        const [curve, cubed] = [
          isotonicFit(x, y),
          isotonicFit(
            x.map((value) => value ** 3),
            y,
          ),
        ];
        expect([...cubed.value]).toEqual([...curve.value]);
      }),
    );
  });

  it('is flat for a response that falls', () => {
    const curve = isotonicFit([1, 2, 3, 4], [4, 3, 2, 1]);
    expect([...curve.value]).toEqual([2.5]);
    expect(readCurve(curve, -7)).toBe(2.5);
  });

  it('refuses nothing and columns of different lengths', () => {
    expect(() => isotonicFit([], [])).toThrow(RangeError);
    expect(() => isotonicFit([1], [1, 2])).toThrow(RangeError);
  });
});

describe('readCurve', () => {
  const curve = isotonicFit([0, 1, 3, 4, 4], [1, 1, 2, 4, 6]);

  it('is level in a block, linear between blocks and level beyond the ends', () => {
    const readings = [-9, 0, 0.5, 1, 2, 3, 3.25, 4, 99].map((score) => readCurve(curve, score));
    expect(readings).toEqual([1, 1, 1, 1, 1.5, 2, 2.75, 5, 5]);
  });

  it('never falls and never leaves the range of the responses', () => {
    const score = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(score, fc.integer({ min: 0, max: 5 })), { minLength: 1, maxLength: 20 }),
        score,
        score,
        (rows, a, b) => {
          const y = rows.map(([, gold]) => gold);
          const fitted = isotonicFit(
            rows.map(([predictor]) => predictor),
            y,
          );
          const [low, high] = [readCurve(fitted, Math.min(a, b)), readCurve(fitted, Math.max(a, b))];
          expect(low).toBeLessThanOrEqual(high + 1e-12);
          expect(low).toBeGreaterThanOrEqual(y.reduce((one, other) => Math.min(one, other)) - 1e-12);
          expect(high).toBeLessThanOrEqual(y.reduce((one, other) => Math.max(one, other)) + 1e-12);
        },
      ),
    );
  });
});
