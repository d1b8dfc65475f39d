import { describe, expect, it } from 'vitest';
import { pairTokenCounts, sentenceTokenCounts } from '../../../src/systems/tokenCounts.ts';
import { indexTokens } from '../../../src/systems/tokenIndex.ts';
import { failureOf } from '../support.ts';

describe('token counts', () => {
  it('stand side by side for the two sentences of a pair', () => {
    const counts = pairTokenCounts(
      Int32Array.of(0, 2),
      Int32Array.of(1, 0),
      Int32Array.of(5, 130, 0),
      Int32Array.of(1, 7, 0),
      128,
    );
    expect(counts).toEqual({
      tokens: Int32Array.of(5, 130, 0, 5),
      unknown: Int32Array.of(1, 7, 0, 1),
      limit: 128,
    });
  });

  it.each([
    [Int32Array.of(0), Int32Array.of(0, 1), Int32Array.of(1, 1), Int32Array.of(0, 0)],
    [Int32Array.of(0), Int32Array.of(1), Int32Array.of(1, 1), Int32Array.of(0)],
    [Int32Array.of(0), Int32Array.of(2), Int32Array.of(1, 1), Int32Array.of(0, 0)],
    [Int32Array.of(-1), Int32Array.of(1), Int32Array.of(1, 1), Int32Array.of(0, 0)],
  ])('are refused where the columns do not fit (%#)', async (first, second, tokens, unknown) => {
    const failure = await failureOf(() => pairTokenCounts(first, second, tokens, unknown, null));
    expect(failure.code).toBe('counts-inconsistent');
  });

  it('of an index count every token of a sentence, repeats included', async () => {
    const index = await indexTokens(['a b a', '', 'c'], {
      tokeniser: 'words',
      lowerCase: true,
      punctuation: 'drop',
    });
    expect(index.vocabulary).toEqual(['a', 'b', 'c']);
    expect(sentenceTokenCounts(index, Uint8Array.of(0, 1, 0))).toEqual({
      tokens: Int32Array.of(3, 0, 1),
      unknown: Int32Array.of(2, 0, 1),
    });
    expect(sentenceTokenCounts(index, null).unknown).toEqual(Int32Array.of(0, 0, 0));
  });
});
