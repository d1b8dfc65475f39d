import type { SentencePair } from '../benchmarks/types.ts';

/** Ways to break a result down. */
export const FACETS = [
  { id: 'part', title: 'split or set' },
  { id: 'genre', title: 'genre' },
  { id: 'source', title: 'source' },
  { id: 'year', title: 'year' },
  { id: 'category', title: 'category' },
] as const;

export type FacetId = (typeof FACETS)[number]['id'];

/** The value of a facet for each pair. */
export function facetKeys(
  facet: FacetId,
  pairs: readonly SentencePair[],
  partOf: (pair: number) => string,
): (string | undefined)[] {
  if (facet === 'part') return pairs.map((_, index) => partOf(index));
  return pairs.map((pair) => pair[facet]);
}

/** The facets in which these pairs differ: to break down by anything else says nothing. */
export function usefulFacets(pairs: readonly SentencePair[], parts: number): FacetId[] {
  return FACETS.map(({ id }) => id).filter((id) => {
    if (id === 'part') return parts > 1;
    const first = pairs[0]?.[id];
    return pairs.some((pair) => pair[id] !== first);
  });
}
