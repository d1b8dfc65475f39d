import { describe, expect, it } from 'vitest';
import { canGoTogether, makeCloud, makeDraws } from '../../../../src/app/lessons/made.ts';

const LARGE = 20_000;

describe('made-up scores', () => {
  it.each([-0.5, 0, 0.3, 0.8])('have the correlation that they are made with: %d', (correlation) => {
    const { pearson } = makeCloud(correlation, LARGE, 'straight', 3);
    // Four standard errors.
    expect(Math.abs(pearson.value! - correlation)).toBeLessThan(
      (4 * (1 - correlation ** 2)) / Math.sqrt(LARGE),
    );
  });

  it('are on a line at a correlation of 1, and the same for the same seed only', () => {
    expect(makeCloud(1, 50, 'straight', 1).pearson.value).toBeCloseTo(1, 12);
    expect(makeCloud(0.5, 50, 'straight', 1)).toEqual(makeCloud(0.5, 50, 'straight', 1));
    expect(makeCloud(0.5, 50, 'straight', 1).people).not.toEqual(makeCloud(0.5, 50, 'straight', 2).people);
  });

  it('keep their ranks when they are bent, while Pearson’s r falls', () => {
    const straight = makeCloud(0.9, 200, 'straight', 1);
    const bent = makeCloud(0.9, 200, 'curved', 1);
    expect(bent.spearman.value).toBeCloseTo(straight.spearman.value!, 12);
    expect(bent.pearson.value!).toBeLessThan(straight.pearson.value! - 0.1);
  });

  it('gain a Pearson’s r from one outlier, and less of a Spearman’s', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const straight = makeCloud(0, 30, 'straight', seed);
      const outlier = makeCloud(0, 30, 'outlier', seed);
      const gain = outlier.pearson.value! - straight.pearson.value!;
      expect(gain).toBeGreaterThan(0.2);
      expect(outlier.spearman.value! - straight.spearman.value!).toBeLessThan(gain / 2);
    }
  });
});

describe('made-up systems', () => {
  const truth = { first: 0.8, second: 0.77, between: 0.85 };

  it('have their true correlations where there are pairs enough', () => {
    const [draw] = makeDraws(truth, LARGE, 1, 5);
    expect(Math.abs(draw!.first - truth.first)).toBeLessThan(0.02);
    expect(Math.abs(draw!.second - truth.second)).toBeLessThan(0.02);
  });

  it('have intervals that hold the true difference about 19 times of 20', () => {
    const draws = makeDraws(truth, 200, 400, 1);
    const holding = draws.filter(
      ({ interval }) => interval.low !== null && interval.low <= 0.03 && interval.high >= 0.03,
    );
    // 380 expected; five standard deviations of the count.
    expect(Math.abs(holding.length - 380)).toBeLessThan(22);
  });

  it('look the wrong way round less often with more pairs: what the lesson says', () => {
    const wrong = (pairs: number): number =>
      makeDraws(truth, pairs, 20, 1).filter(({ first, second }) => second > first).length;
    expect(wrong(25)).toBeGreaterThan(2);
    expect(wrong(1379)).toBeLessThan(2);
  });

  it('can have some correlations together, and not others', () => {
    expect(canGoTogether(truth)).toBe(true);
    expect(canGoTogether({ first: 0.9, second: 0.9, between: 0 })).toBe(false);
    expect(canGoTogether({ first: 1, second: 0.5, between: 0.5 })).toBe(false);
  });
});
