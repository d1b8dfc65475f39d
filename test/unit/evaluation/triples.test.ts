import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findEntry } from '../../../src/benchmarks/catalogue.ts';
import { readCataloguePart } from '../../../src/benchmarks/importer.ts';
import { wilson } from '../../../src/evaluation/proportions.ts';
import { findTriples, tripleOutcome, tripleScore } from '../../../src/evaluation/triples.ts';
import type { Triple, TriplePair } from '../../../src/evaluation/triples.ts';

const pair = (triple: string, role: string, category?: string): TriplePair => ({
  id: `contrast/all/${triple}/${role}`,
  triple,
  ...(category === undefined ? {} : { category }),
});

describe('findTriples', () => {
  it('joins the two pairs of a triple, in any order of rows', () => {
    const pairs = [
      pair('number-01', 'contrast', 'number'),
      pair('entity-01', 'paraphrase', 'entity'),
      pair('number-01', 'paraphrase', 'number'),
      pair('entity-01', 'contrast', 'entity'),
    ];
    expect(findTriples(pairs)).toEqual({
      triples: [
        { triple: 'number-01', category: 'number', paraphrase: 2, contrast: 0 },
        { triple: 'entity-01', category: 'entity', paraphrase: 1, contrast: 3 },
      ],
      incomplete: [],
      pairsOutside: 0,
    });
  });

  it('names every triple that is not whole, and counts pairs outside', () => {
    const pairs = [
      pair('a', 'paraphrase', 'number'),
      pair('b', 'contrast', 'number'),
      pair('c', 'paraphrase', 'number'),
      pair('c', 'contrast', 'number'),
      pair('c', 'contrast', 'number'),
      pair('d', 'paraphrase', 'number'),
      pair('d', 'contrast', 'entity'),
      pair('e', 'paraphrase'),
      pair('e', 'contrast'),
      pair('f', 'paraphrase', 'number'),
      pair('f', 'contrast', 'number'),
      pair('f', 'anchor', 'number'),
      { id: 'stsbenchmark/dev/1' },
    ];
    expect(findTriples(pairs)).toEqual({
      triples: [],
      incomplete: [
        { triple: 'a', reason: 'no contrast' },
        { triple: 'b', reason: 'no paraphrase' },
        { triple: 'c', reason: '2 pairs with the role contrast' },
        { triple: 'd', reason: 'several categories: number, entity' },
        { triple: 'e', reason: 'no category' },
        { triple: 'f', reason: 'an unknown role in contrast/all/f/anchor' },
      ],
      pairsOutside: 1,
    });
  });

  it('finds every triple of the set that the page ships', async () => {
    const bytes = readFileSync(new URL('../../../public/benchmarks/contrast.jsonl', import.meta.url));
    const entry = findEntry('contrast');
    const { pairs } = await readCataloguePart(entry, entry.parts[0]!, () => bytes);
    const { triples, incomplete, pairsOutside } = findTriples(pairs);
    expect(incomplete).toEqual([]);
    expect(pairsOutside).toBe(0);
    expect(triples.length).toBe(pairs.length / 2);
    expect(triples.length).toBeGreaterThan(0);
  });
});

/** Rows 2t and 2t + 1 are paraphrase and contrast of triple t. */
const triplesOf = (...categories: string[]): Triple[] =>
  categories.map((category, t) => ({ triple: `t${t}`, category, paraphrase: 2 * t, contrast: 2 * t + 1 }));

describe('tripleOutcome', () => {
  const [triple] = triplesOf('number');
  const outcome = (a: number, b: number): unknown =>
    tripleOutcome(triple!, { scores: Float64Array.of(a, b) });

  it('counts the last bits of single precision as a tie, and no more', () => {
    expect(outcome(Math.fround(0.9), Math.fround(0.9) + 6e-8)).toEqual({ outcome: 'tied' });
    expect(outcome(0.9, 0.9 - 2e-6)).toEqual({ outcome: 'right' });
    expect(outcome(0.9, 0.9 + 2e-6)).toEqual({ outcome: 'wrong' });
    expect(outcome(1.7e308, -1.7e308)).toEqual({ outcome: 'right' });
  });

  it('has none, with a reason, where a score is missing', () => {
    expect(outcome(NaN, 0.3)).toEqual({ outcome: null, reason: 'no score' });
    expect(outcome(0.3, Infinity)).toEqual({ outcome: null, reason: 'score is not a finite number' });
    const filled = {
      scores: Float64Array.of(0, 0.5),
      reasons: Uint8Array.of(1, 0),
      reasonNames: ['scored', 'no known word'],
    };
    expect(tripleOutcome(triple!, filled)).toEqual({ outcome: null, reason: 'no known word' });
    expect(() => tripleOutcome(triple!, { scores: Float64Array.of(1) })).toThrow(RangeError);
  });
});

describe('tripleScore', () => {
  it('is the share of right triples, ties by half, with Wilson’s interval, over all and by category', () => {
    const triples = triplesOf('number', 'entity', 'number', 'number', 'entity');
    const scores = Float64Array.of(0.9, 0.1, 0.2, 0.8, 0.5, 0.5, NaN, 0.5, 0.7, 0.6);
    const { all, categories } = tripleScore(triples, { scores });
    expect(all).toEqual({
      share: { value: 2.5 / 4 },
      interval: wilson(2.5, 4),
      right: 2,
      tied: 1,
      wrong: 1,
      n: 4,
      skipped: [{ reason: 'no score', count: 1 }],
    });
    expect(categories.map(({ category, share, n }) => [category, share, n])).toEqual([
      ['number', { value: 0.75 }, 2],
      ['entity', { value: 0.5 }, 2],
    ]);
  });

  it('is not defined where no triple has both scores', () => {
    const run = {
      scores: Float64Array.of(NaN, NaN),
      reasons: Uint8Array.of(1, 2),
      reasonNames: ['scored', 'empty text', 'no known word'],
    };
    expect(tripleScore(triplesOf('number'), run).all).toMatchObject({
      share: { value: null, reason: 'no triples' },
      interval: { low: null, reason: 'no triples' },
      n: 0,
      skipped: [{ reason: 'empty text and no known word', count: 1 }],
    });
    expect(tripleScore([], run)).toMatchObject({ all: { n: 0, skipped: [] }, categories: [] });
  });

  it('adds up, and turns into its complement when the roles are exchanged', () => {
    const score = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 0, max: 4 }) }, fc.constant(NaN));
    const drawn = fc.array(fc.tuple(score, score, fc.constantFrom('number', 'entity')), { maxLength: 30 });
    fc.assert(
      fc.property(drawn, (rows) => {
        const triples = triplesOf(...rows.map(([, , category]) => category));
        const run = { scores: Float64Array.from(rows.flatMap(([a, b]) => [a, b])) };
        const { all, categories } = tripleScore(triples, run);
        const skipped = all.skipped.reduce((sum, { count }) => sum + count, 0);
        expect(all.n + skipped).toBe(rows.length);
        expect(categories.reduce((sum, { right }) => sum + right, 0)).toBe(all.right);
        const exchanged = triples.map((triple) => ({
          ...triple,
          paraphrase: triple.contrast,
          contrast: triple.paraphrase,
        }));
        const other = tripleScore(exchanged, run).all;
        expect([other.right, other.tied, other.wrong]).toEqual([all.wrong, all.tied, all.right]);
        if (all.share.value !== null) expect(other.share.value).toBeCloseTo(1 - all.share.value, 12);
      }),
    );
  });
});
