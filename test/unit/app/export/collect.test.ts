import { describe, expect, it } from 'vitest';
import { isBehind } from '../../../../src/app/export/collect.ts';

const selection = Int32Array.of(0, 2);
const groups = ['a', 'b', undefined, ''];
const rows = (...keys: (string | null)[]) => keys.map((key) => ({ key }));

describe('isBehind', () => {
  it('is false where the figures are of what is chosen', () => {
    expect(isBehind({ subset: null, seed: 1, facets: [] }, null, null, 1)).toBe(false);
    expect(isBehind({ subset: null, seed: 1, facets: rows('a', 'b', null) }, null, groups, 1)).toBe(false);
    expect(isBehind({ subset: selection, seed: 1, facets: rows('a', null) }, selection, groups, 1)).toBe(
      false,
    );
  });

  it('is true after another selection, seed or facet was chosen', () => {
    expect(isBehind({ subset: null, seed: 1, facets: [] }, selection, null, 1)).toBe(true);
    expect(isBehind({ subset: selection, seed: 1, facets: [] }, null, null, 1)).toBe(true);
    expect(isBehind({ subset: null, seed: 1, facets: [] }, null, null, 2)).toBe(true);
    expect(isBehind({ subset: null, seed: 1, facets: [] }, null, groups, 1)).toBe(true);
    expect(isBehind({ subset: null, seed: 1, facets: rows('a') }, null, null, 1)).toBe(true);
    expect(isBehind({ subset: null, seed: 1, facets: rows('a', 'c', null) }, null, groups, 1)).toBe(true);
  });
});
