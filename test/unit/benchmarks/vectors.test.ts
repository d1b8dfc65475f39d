import { describe, expect, it } from 'vitest';
import { refuseVectors, SNIFF_BYTES } from '../../../src/benchmarks/formats/vectors.ts';
import { failureOf, unusableOf, utf8 } from './helpers.ts';

const numbers = (count: number): string =>
  Array.from({ length: count }, (_, at) => ((at % 7) / 3 - 1).toFixed(5)).join(' ');
const vectors = (words: readonly string[], dimensions: number): string =>
  words.map((word) => `${word} ${numbers(dimensions)}\n`).join('');

describe('refuseVectors', () => {
  it.each([
    ['GloVe', vectors(['the', ',', '1', 'of'], 50)],
    ['words with a blank in them', vectors(['. . .', 'at name@domain.com', 'the'], 300)],
    ['word2vec, with its first line', `3 25\n${vectors(['the', 'of', 'and'], 25)}`],
    ['Windows line ends', vectors(['the', 'of'], 50).replaceAll('\n', '\r\n')],
    ['one line', `the ${numbers(50)}`],
    ['a last line that is cut off', vectors(['the', 'of'], 50) + 'and 0.1 0.'],
  ])('knows %s', async (_, text) => {
    const failure = await failureOf(() => refuseVectors(utf8(text), 'glove.txt'));
    expect(failure.code).toBe('looks-like-vectors');
    expect(failure.message).toMatch(/glove\.txt.*Parameters.*"Use a GloVe or word2vec text file"/);
  });

  it.each([
    ['pairs', 'A cat naps.\tA door creaks.\t3.5\nx y\tz\t1\n'],
    ['a gold file', '1\n2\n3\n'],
    ['pairs in which one ends in many numbers', `a\tb\nc\td\ne\t${numbers(30)}\n`],
    ['a few numbers', vectors(['the', 'of'], 19)],
    ['nothing', ''],
    ['only the first line of word2vec', '400000 50\n'],
  ])('lets %s pass', (_, text) => {
    expect(() => refuseVectors(utf8(text).subarray(0, SNIFF_BYTES), 'x')).not.toThrow();
  });

  it('holds for a member of an archive too', async () => {
    const refused = await unusableOf({
      name: 'glove.zip/glove.txt',
      bytes: utf8(vectors(['the', 'of'], 50)),
    });
    expect(refused.code).toBe('looks-like-vectors');
  });
});
