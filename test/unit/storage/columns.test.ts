import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SentencePair } from '../../../src/benchmarks/types.ts';
import { packPairs, unpackPairs } from '../../../src/storage/columns.ts';

const few = fc.constantFrom('', 'news', 'forums', 'été', '2017');
const pair: fc.Arbitrary<SentencePair> = fc.record(
  {
    id: fc.string(),
    sentence1: fc.string({ unit: 'grapheme' }),
    sentence2: fc.string(),
    gold: fc.option(fc.double({ noNaN: true })),
    languages: fc.tuple(few, few),
    genre: few,
    source: few,
    year: few,
    category: few,
    triple: few,
  },
  { requiredKeys: ['id', 'sentence1', 'sentence2', 'gold', 'languages'], noNullPrototype: true },
);

describe('packPairs', () => {
  it('gives back the same pairs, key for key, through a structured clone', () => {
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 30 }), (pairs) => {
        const back: SentencePair[] = [];
        unpackPairs(structuredClone(packPairs(pairs)), back);
        expect(back).toStrictEqual(pairs);
      }),
    );
  });

  it('keeps an unrated pair apart from one rated 0', () => {
    const common = { sentence1: 'a', sentence2: 'b', languages: ['en', 'en'] as [string, string] };
    const back: SentencePair[] = [];
    unpackPairs(
      packPairs([
        { id: '1', gold: null, ...common },
        { id: '2', gold: 0, ...common },
      ]),
      back,
    );
    expect(back.map(({ gold }) => gold)).toEqual([null, 0]);
  });
});
