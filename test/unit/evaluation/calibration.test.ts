import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crossFitted, readOnGold } from '../../../src/evaluation/calibration.ts';
import type { GoldReading } from '../../../src/evaluation/calibration.ts';
import { below, seeded } from '../../../src/evaluation/random.ts';
import { residuals } from '../../../src/evaluation/scale.ts';
import { usable } from '../../../src/evaluation/usable.ts';

const all = (count: number): Int32Array => Int32Array.from({ length: count }, (_, row) => row);

/** Gold in fifths of a point, and scores that follow it (slope 1), oppose it (-1) or ignore it (0), with noise. */
function run(size: number, slope: number, seed: number): { scores: Float64Array; gold: Float64Array } {
  const random = seeded(seed);
  const gold = Float64Array.from({ length: size }, () => below(random, 26) / 5);
  const scores = gold.map((rating) => slope * Math.sqrt(rating) + below(random, 1000) / 1000);
  return { scores, gold };
}

function defined(reading: GoldReading): GoldReading & { residuals: Float64Array } {
  if (reading.residuals === null) throw new Error(reading.reason);
  return reading;
}

const meanSquare = (errors: Float64Array): number =>
  errors.reduce((sum, e) => sum + e * e, 0) / errors.length;

describe('crossFitted', () => {
  it('keeps each pair’s gold score out of its own prediction', () => {
    const { scores, gold } = run(60, 1, 5);
    const before = crossFitted(scores, gold, all(60), { seed: 1 });
    if (before.predicted === null) throw new Error(before.reason);
    for (let row = 0; row < 60; row++) {
      const changed = Float64Array.from(gold);
      changed[row] = gold[row]! > 2.5 ? 0 : 5;
      const after = crossFitted(scores, changed, all(60), { seed: 1 });
      if (after.predicted === null) throw new Error(after.reason);
      expect(after.predicted[row]).toBe(before.predicted[row]);
      expect([...after.predicted]).not.toEqual([...before.predicted]);
    }
  });

  it('fits every row once, within the range of gold, the same for the same seed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 80 }), fc.nat({ max: 1000 }), (size, seed) => {
        const { scores, gold } = run(size, 1, seed);
        const [once, again] = [0, 1].map(() => crossFitted(scores, gold, all(size), { seed }));
        if (once!.predicted === null || again!.predicted === null) throw new Error('not defined');
        for (const value of once!.predicted) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(5);
        }
        expect([...again!.predicted]).toEqual([...once!.predicted]);
      }),
      { numRuns: 30 },
    );
  });

  it('does not change by a rising transformation of the scores at places where pairs tie', () => {
    // Scores on a grid on which all folds have rows: each row is read at a fitted predictor.
    const gold = Float64Array.from({ length: 200 }, (_, row) => (row * 7) % 6);
    const scores = gold.map((rating, row) => rating + (row % 3));
    const plain = crossFitted(scores, gold, all(200), { seed: 3 });
    const cubed = crossFitted(
      scores.map((score) => score ** 3),
      gold,
      all(200),
      { seed: 3 },
    );
    expect(cubed).toEqual(plain);
  });

  it('splits differently by another seed', () => {
    const { scores, gold } = run(80, 1, 2);
    const [a, b] = [1, 2].map((seed) => crossFitted(scores, gold, all(80), { seed }));
    expect(a).not.toEqual(b);
  });

  it('is not defined for few pairs and where no correlation is', () => {
    const { scores, gold } = run(40, 1, 1);
    expect(crossFitted(scores, gold, all(19), { seed: 1 })).toEqual({
      predicted: null,
      reason: 'fewer than 20 pairs (19) to fit 10 curves on',
    });
    expect(crossFitted(scores, gold, all(19), { seed: 1, folds: 5 })).toMatchObject({ predicted: null });
    expect(crossFitted(scores, gold, all(20), { seed: 1, folds: 5 }).predicted).not.toBeNull();
    expect(crossFitted(scores, gold, all(29), { seed: 1, folds: 15 })).toMatchObject({ predicted: null });
    expect(crossFitted(scores, gold, all(30), { seed: 1, folds: 15 }).predicted).not.toBeNull();
    expect(crossFitted(new Float64Array(40).fill(2), gold, all(40), { seed: 1 })).toEqual({
      predicted: null,
      reason: 'all predictions equal',
    });
    for (const folds of [1, 2.5, NaN]) {
      expect(() => crossFitted(scores, gold, all(40), { seed: 1, folds })).toThrow(RangeError);
    }
  });
});

describe('readOnGold', () => {
  it('by min-max gives the residuals of the rescaling, and the predictions with them', () => {
    const scores = Float64Array.of(0, 0.5, 1, 7, 0.2);
    const gold = Float64Array.of(1, 2, 5, NaN, 1);
    const { used } = usable({ scores, gold });
    const reading = defined(readOnGold(scores, gold, [0, 5], used, 'min-max', 0));
    expect([...reading.predicted]).toEqual([0, 2.5, 5, NaN, 1]);
    expect(reading.residuals).toEqual(residuals(scores, gold, [0, 5], used));
    expect(reading.note).toBeNull();
    const constant = new Float64Array(5).fill(3);
    expect(readOnGold(constant, gold, [0, 5], used, 'min-max', 0)).toEqual({
      residuals: null,
      reason: 'all predictions equal',
    });
  });

  it('by isotonic regression leaves NaN where the pair is not used', () => {
    const { scores, gold } = run(50, 1, 3);
    scores[4] = NaN;
    gold[7] = NaN;
    const { used } = usable({ scores, gold });
    const reading = defined(readOnGold(scores, gold, [0, 5], used, 'isotonic', 1));
    reading.residuals.forEach((residual, row) => {
      expect(Number.isNaN(residual)).toBe(row === 4 || row === 7);
      if (!Number.isNaN(residual)) expect(residual).toBe(reading.predicted[row]! - gold[row]!);
    });
    expect(reading.note).toBeNull();
  });

  it('reads a bent scale with smaller errors than min-max does', () => {
    const { gold } = run(400, 1, 4);
    const scores = gold.map((rating, row) => rating ** 4 + (row % 5));
    const [straight, bent] = (['min-max', 'isotonic'] as const).map((method) =>
      defined(readOnGold(scores, gold, [0, 5], all(400), method, 1)),
    );
    expect(meanSquare(bent!.residuals)).toBeLessThan(meanSquare(straight!.residuals) / 10);
  });

  it('says so where the scores fall as gold rises, or do not rise with it', () => {
    const opposed = run(300, -1, 6);
    const reading = defined(readOnGold(opposed.scores, opposed.gold, [0, 5], all(300), 'isotonic', 1));
    expect(reading.note).toMatch(/^The scores fall as gold rises \(Spearman -0\.\d\d\)/);
    // Strictly opposed: a straight line at the mean of the other folds.
    const gold = Float64Array.from(all(40));
    const flat = defined(
      readOnGold(
        gold.map((g) => -g),
        gold,
        [0, 40],
        all(40),
        'isotonic',
        1,
      ),
    );
    expect(flat.note).toBe(
      'The scores fall as gold rises (Spearman -1.00), and an isotonic curve may only rise: ' +
        '10 of 10 curves are flat and read every pair as the mean gold score.',
    );
    const mean = 19.5;
    for (const value of flat.predicted) expect(Math.abs(value - mean)).toBeLessThan(3);
  });
});
