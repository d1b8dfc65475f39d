import { describe, expect, it } from 'vitest';
import { auditPart, sharedPairs } from '../../../src/benchmarks/audit.ts';
import {
  breakdown,
  differencesFromPublished,
  publishedBreakdown,
} from '../../../src/benchmarks/composition.ts';
import type { BenchmarkPart, SentencePair } from '../../../src/benchmarks/types.ts';

function part(split: string, rows: [string, string, number | null][]): BenchmarkPart {
  const pairs = rows.map(([sentence1, sentence2, gold], index): SentencePair => ({
    id: `toy/${split}/${index + 1}`,
    sentence1,
    sentence2,
    gold,
    languages: ['en', 'en'],
  }));
  const report = { files: [], read: rows.length, rated: rows.length, unrated: 0, rejected: [], notes: [] };
  return { benchmark: 'toy', split, set: null, pairs, report };
}

describe('auditPart', () => {
  it('counts repeats in the same and in either order, and conflicts of the rated', () => {
    const audit = auditPart(
      part('test', [
        ['a', 'b', 1],
        ['b', 'a', 2],
        ['a', 'b', 3],
        ['c', 'd', 1],
        ['c', 'd', null],
        ['ab', 'c', 1],
        ['a', 'bc', 1],
      ]),
    );
    expect(audit).toMatchObject({
      pairs: 7,
      rated: 6,
      repeated: { count: 2, first: 'toy/test/3' },
      repeatedGroups: 2,
      repeatedEitherOrder: { count: 3, first: 'toy/test/2' },
      conflictingGold: { count: 1, first: 'toy/test/1' },
    });
  });

  it.each([
    ['identicalSentences', 'same', 'same'],
    ['emptyText', 'x', ' \u00a0'],
    ['controlCharacters', 'it\u0012s', 'x'],
    ['controlCharacters', '\u0093quoted\u0094', 'x'],
    ['replacementCharacters', 'x', 'caf\ufffd'],
    ['mojibake', 'cafÃ©', 'x'],
    ['mojibake', 'itâ€™s', 'x'],
    ['mojibake', 'x', 'lumiÃšre'],
    ['htmlEntities', 'salt &amp; pepper', 'x'],
    ['notNfc', 'cafe\u0301', 'x'],
    ['edgeBlanks', 'x ', 'y'],
  ] as const)('finds %s', (finding, sentence1, sentence2) => {
    const audit = auditPart(
      part('test', [
        ['fine', 'text', 1],
        [sentence1, sentence2, 1],
      ]),
    );
    expect(audit[finding]).toEqual({ count: 1, first: 'toy/test/2' });
  });

  it('suspects nothing in well-encoded text of many languages', () => {
    const audit = auditPart(
      part('test', [
        ['São Tomé, à côté, où', 'Ærø, “così” – já', 1],
        ['Zażółć gęślą; R&D;', 'Größe ß Âge', 1],
      ]),
    );
    expect(audit).toMatchObject({ mojibake: { count: 0, first: null }, controlCharacters: { count: 0 } });
  });
});

describe('sharedPairs', () => {
  it('counts pairs of the later part that stand in the earlier, in either order', () => {
    const parts = [
      part('train', [['a', 'b', 1]]),
      part('dev', [['x', 'y', 1]]),
      part('test', [
        ['b', 'a', 1],
        ['a', 'b', 2],
        ['q', 'r', 1],
      ]),
    ];
    expect(sharedPairs(parts)).toEqual([
      { part: 'test', alsoIn: 'train', count: 2, sameOrder: 1, first: 'toy/test/1' },
    ]);
  });
});

describe('breakdown', () => {
  it('counts genres and sources by split and differs from the published table for other data', () => {
    const toy = part('dev', [
      ['a', 'b', 1],
      ['c', 'd', 1],
    ]);
    toy.pairs[0]!.genre = 'news';
    toy.pairs[0]!.source = 'MSRpar';
    const found = breakdown([toy]);
    expect(found).toEqual({
      genres: { news: { dev: 1 }, '(none)': { dev: 1 } },
      sources: { MSRpar: { dev: 1 }, '(none)': { dev: 1 } },
    });
    expect(differencesFromPublished(found, ['dev'])).toContainEqual({
      table: 'genres',
      name: 'news',
      split: 'dev',
      published: 500,
      found: 1,
      misprint: null,
    });
    expect(differencesFromPublished(publishedBreakdown, ['train', 'dev', 'test'])).toEqual([]);
  });
});
