import { describe, expect, it } from 'vitest';
import { facetKeys, FACETS, usefulFacets } from '../../../src/app/facets.ts';
import type { SentencePair } from '../../../src/benchmarks/types.ts';

const pair = (more: Partial<SentencePair>): SentencePair => ({
  id: 'invented/1',
  sentence1: 'A lamp.',
  sentence2: 'A light.',
  gold: 1,
  languages: ['en', 'en'],
  ...more,
});
const pairs = [
  pair({ genre: 'news', year: '2012' }),
  pair({ genre: 'news', year: '2013', source: 'wire' }),
  pair({ genre: 'news', category: 'negation' }),
];

describe('facets', () => {
  it('give the value of each pair, or nothing', () => {
    expect(facetKeys('genre', pairs, () => 'test')).toEqual(['news', 'news', 'news']);
    expect(facetKeys('year', pairs, () => 'test')).toEqual(['2012', '2013', undefined]);
    expect(facetKeys('category', pairs, () => 'test')).toEqual([undefined, undefined, 'negation']);
    expect(facetKeys('part', pairs, (row) => `set ${row}`)).toEqual(['set 0', 'set 1', 'set 2']);
  });

  it('are useful where pairs differ in them, those without a value included', () => {
    expect(usefulFacets(pairs, 1)).toEqual(['source', 'year', 'category']);
    expect(usefulFacets(pairs, 2)).toEqual(['part', 'source', 'year', 'category']);
    expect(usefulFacets(pairs.slice(0, 1), 1)).toEqual([]);
    expect(usefulFacets([], 0)).toEqual([]);
  });

  it('have a title each', () => {
    expect(new Set(FACETS.map(({ title }) => title)).size).toBe(FACETS.length);
  });
});
