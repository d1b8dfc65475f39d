import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FACETS } from '../../../src/app/facets.ts';
import { readLink, VIEWS, writeLink, type LinkState } from '../../../src/app/permalink.ts';

// Text without lone surrogates: an address can't hold them.
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const states: fc.Arbitrary<LinkState> = fc.record({
  view: fc.constantFrom(...VIEWS.map(({ id }) => id)),
  benchmark: text,
  parts: fc.array(text, { maxLength: 4 }),
  systems: fc.array(text, { minLength: 1, maxLength: 4 }),
  facet: fc.constantFrom(null, ...FACETS.map(({ id }) => id)),
  pair: fc.option(text),
  lab: fc.option(text),
  seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
});
const state: LinkState = {
  view: 'compare',
  benchmark: 'stsbenchmark',
  parts: ['test'],
  systems: ['sif(a=1e-3,components=1)'],
  facet: 'genre',
  pair: 'stsbenchmark/test/7',
  lab: 'bench',
  seed: 17,
};
const link = writeLink(state);

describe('permalinks', () => {
  it('give back the very state', () => {
    fc.assert(
      fc.property(states, (any) => {
        const { facet, pair, lab, ...rest } = any;
        expect(readLink(writeLink(any))).toEqual({
          ...rest,
          ...(facet && { facet }),
          ...(pair && { pair }),
          ...(lab && { lab }),
        });
      }),
    );
  });

  it('survive the way through an address', () => {
    fc.assert(
      fc.property(states, (any) => {
        const { hash } = new URL(`https://page.test/sts/${writeLink(any)}`);
        expect(readLink(hash)).toEqual(readLink(writeLink(any)));
      }),
    );
  });

  it('no part means all parts; no system says nothing', () => {
    expect(readLink(writeLink({ ...state, parts: [] })).parts).toEqual([]);
    expect(readLink(writeLink({ ...state, systems: [] }))).not.toHaveProperty('systems');
  });

  it.each(['', '#', '#v=2&view=data', '#view=data', '#%E0%A4%A', '#=&&==&', '#v=01'])(
    '%j says nothing',
    (hash) => {
      expect(readLink(hash)).toEqual({});
    },
  );

  it.each<[string, keyof LinkState]>([
    [link.replace('view=compare', 'view=admin'), 'view'],
    [link.replace('by=genre', 'by=colour'), 'facet'],
    [link.replace('benchmark=stsbenchmark', 'benchmark='), 'benchmark'],
    [link.replace('seed=17', 'seed=-1'), 'seed'],
    [link.replace('seed=17', 'seed=1.5'), 'seed'],
    [link.replace('seed=17', 'seed=4294967296'), 'seed'],
    [link.replace('seed=17', 'seed=now'), 'seed'],
    [link.replace('seed=17', ''), 'seed'],
  ])('%s: an unknown value is absent, and the rest stays', (hash, field) => {
    const rest: Partial<LinkState> = { ...state };
    delete rest[field];
    expect(readLink(hash)).toEqual(rest);
  });

  it('ignores fields that it does not know', () => {
    expect(readLink(`${link}&sentence=Hello&__proto__=x`)).toEqual(state);
  });
});
