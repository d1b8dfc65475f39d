import { describe as group, expect, it } from 'vitest';
import { bandLabels, describe, shorten, summarise } from '../../../src/charts/summary.ts';

group('summarise', () => {
  const gold = Float64Array.of(0, 1, 5, NaN, 4.5, 2);
  const values = Float64Array.of(0.1, 0.3, 0.9, 0.5, NaN, 0.4);
  const summary = summarise('a', values, gold, [0, 5]);

  it('counts every pair once', () => {
    const { plotted, unrated, missing } = summary;
    expect({ plotted, unrated, missing }).toEqual({ plotted: 4, unrated: 1, missing: 1 });
  });

  it('means the scores of each fifth, the top of the scale in the last, NaN where there are none', () => {
    expect([...summary.means]).toEqual([0.1, 0.3, 0.4, NaN, 0.9]);
    expect(bandLabels([0, 5])).toEqual(['0–1', '1–2', '2–3', '3–4', '4–5']);
  });

  it('is told in one sentence a system', () => {
    expect(describe([summary], 'human score', 'score')).toBe(
      'Scatter plot of score against human score. a: 4 rated pairs (1 unrated, 1 without a score).',
    );
    expect(describe([], 'x', 'y')).toContain('no system');
  });
});

group('shorten', () => {
  it('keeps what fits and cuts the rest at a word', () => {
    expect(shorten('a short one', 20)).toBe('a short one');
    expect(shorten('the heron waits by the pond', 20)).toBe('the heron waits by…');
    expect(shorten('x'.repeat(30), 20)).toBe(`${'x'.repeat(19)}…`);
  });

  it('never cuts a code point in two', () => {
    expect(shorten('😀'.repeat(30), 20)).toBe(`${'😀'.repeat(19)}…`);
  });
});
