import { describe, expect, it } from 'vitest';
import { Cancelled } from '../../../src/failure.ts';
import { indexTokens } from '../../../src/systems/tokenIndex.ts';
import { tokenise } from '../../../src/text/tokenise.ts';

const options = { tokeniser: 'words', lowerCase: true, punctuation: 'drop' } as const;

describe('indexTokens', () => {
  it('gives each sentence its tokens back', async () => {
    const sentences = ['The cat, the dog.', '', '...', 'A cat'];
    const { vocabulary, ids, offsets } = await indexTokens(sentences, options);
    expect(vocabulary).toEqual(['the', 'cat', 'dog', 'a']);
    expect([...offsets]).toEqual([0, 4, 4, 4, 6]);
    sentences.forEach((sentence, s) => {
      const words = [...ids.subarray(offsets[s], offsets[s + 1])].map((id) => vocabulary[id]);
      expect(words).toEqual(tokenise(sentence, options).map((token) => token.text));
    });
  });

  it('grows past its first guess of 14 tokens a sentence', async () => {
    const long = Array.from({ length: 300 }, (_, i) => `w${i}`).join(' ');
    const { ids, vocabulary } = await indexTokens([long, long], options);
    expect(ids.length).toBe(600);
    expect(vocabulary.length).toBe(300);
    expect(ids[599]).toBe(299);
  });

  it('takes words that are names of object properties for words', async () => {
    const { vocabulary } = await indexTokens(['constructor __proto__ toString'], {
      ...options,
      tokeniser: 'whitespace',
    });
    expect(vocabulary).toEqual(['constructor', '__proto__', 'tostring']);
  });

  it('of no sentences is empty', async () => {
    expect(await indexTokens([], options)).toEqual({
      vocabulary: [],
      ids: new Int32Array(),
      offsets: new Int32Array(1),
    });
  });

  it('reports, and stops when it is cancelled half-way', async () => {
    const sentences = Array.from({ length: 25_000 }, (_, i) => `sentence ${i}`);
    const controller = new AbortController();
    const reports: number[] = [];
    const indexing = indexTokens(
      sentences,
      options,
      (done, total) => {
        expect(total).toBe(25_000);
        reports.push(done);
        controller.abort();
      },
      controller.signal,
    );
    await expect(indexing).rejects.toBeInstanceOf(Cancelled);
    expect(reports).toEqual([10_000]);
  });
});
