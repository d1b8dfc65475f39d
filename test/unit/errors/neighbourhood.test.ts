import { describe, expect, it } from 'vitest';
import { encodeShard, type VectorsManifest } from '../../../models/formats.ts';
import { likeness, meaningsOf } from '../../../src/errors/meaning.ts';
import { neighbourhoodOf } from '../../../src/errors/neighbourhood.ts';
import type { Lexicon } from '../../../src/language/types.ts';

const words = ['the', 'oak', 'elm', 'tin'];
const rows = [
  [1, 1, 1],
  [1, 0, 0],
  [0.5, 0.25, 0],
  [0, 0, -2],
];
const ranksOf = (list: readonly string[]) => new Map(list.map((word, rank) => [word, rank]));
const file = { name: 'file', sizeBytes: 0, sha256: '' };
const manifest: VectorsManifest = {
  dimension: 3,
  words: 4,
  wordsPerShard: 3,
  index: file,
  shards: [file, file],
};
const shards = [encodeShard(rows.slice(0, 3), 3).buffer, encodeShard(rows.slice(3), 3).buffer];
const lexicon = { kinds: () => [] } as unknown as Lexicon;

describe('neighbourhoodOf', () => {
  it('reads the rows of a shard, the last of which is shorter', () => {
    const vectors = neighbourhoodOf('tiny', manifest, ranksOf(words), (shard) => shards[shard]!);
    const target = new Float32Array(3);
    words.forEach((word, rank) => {
      expect(vectors.rankOf(word)).toBe(rank);
      expect(vectors.read(rank, target)).toBe(true);
      rows[rank]!.forEach((value, i) => expect(target[i]).toBeCloseTo(value, 1));
    });
  });

  it('has nothing for words that it lacks, ranks past the end and shards that are not loaded', () => {
    const vectors = neighbourhoodOf('tiny', manifest, ranksOf(words), (shard) =>
      shard === 0 ? shards[0]! : null,
    );
    const target = new Float32Array(3);
    expect(vectors.rankOf('ash')).toBeNull();
    expect(vectors.read(4, target)).toBe(false);
    expect(vectors.read(3, target)).toBe(false);
    expect([...target]).toEqual([0, 0, 0]);
  });
});

describe('meaningsOf', () => {
  const vectors = neighbourhoodOf('tiny', manifest, ranksOf(words), (shard) => shards[shard]!);
  const meanings = meaningsOf(vectors, lexicon);

  it('gives vectors of unit length, and null for what has none', () => {
    expect(likeness(meanings.of('oak'), meanings.of('oak'))).toBeCloseTo(1, 5);
    expect(meanings.of('ash')).toBeNull();
    expect(likeness(meanings.of('ash'), meanings.of('oak'))).toBe(0);
    expect(meanings.together(['ash'])).toBeNull();
  });

  it('puts what is alike nearer together', () => {
    const [oak, elm, tin] = ['oak', 'elm', 'tin'].map((word) => meanings.of(word));
    expect(likeness(oak!, elm!)).toBeGreaterThan(likeness(oak!, tin!));
  });

  it('counts rare words more, and the most frequent not at all', () => {
    // All four are among the most frequent here.
    expect(meanings.together(words)).toBeNull();
    const more = [...Array.from({ length: 100 }, (_, i) => `word${i}`), 'oak', 'tin'];
    const many: VectorsManifest = { ...manifest, words: more.length, wordsPerShard: more.length };
    const shard = encodeShard(
      more.map((word) => (word === 'oak' ? [1, 0, 0] : word === 'tin' ? [0, 0, -2] : [0, 1, 0])),
      3,
    ).buffer;
    const wide = meaningsOf(
      neighbourhoodOf('wide', many, ranksOf(more), () => shard),
      lexicon,
    );
    const sum = wide.together(['word1', 'oak']);
    expect(likeness(sum, wide.of('oak'))).toBeCloseTo(1, 5);
  });

  it('reads a sense without the word itself, with its kind', () => {
    const kind = { id: 2, words: ['tin'], gloss: [] };
    const withKind = meaningsOf(
      neighbourhoodOf('kinds', manifest, ranksOf(words), (shard) => shards[shard]!),
      { kinds: () => [kind] } as unknown as Lexicon,
    );
    expect(withKind.ofSense('oak', { id: 1, words: ['oak'], gloss: [] })).toBeNull();
    const far = ['a', ...Array.from({ length: 60 }, (_, i) => `w${i}`), 'oak', 'tin'];
    const all: VectorsManifest = { ...manifest, words: far.length, wordsPerShard: far.length };
    const shard = encodeShard(
      far.map((word) => (word === 'oak' ? [1, 0, 0] : word === 'tin' ? [0, 0, -2] : [0, 1, 0])),
      3,
    ).buffer;
    const meanings = meaningsOf(
      neighbourhoodOf('far', all, ranksOf(far), () => shard),
      {
        kinds: () => [kind],
      } as unknown as Lexicon,
    );
    const sense = meanings.ofSense('oak', { id: 1, words: ['oak'], gloss: [] });
    expect(likeness(sense, meanings.of('tin'))).toBeCloseTo(1, 5);
  });
});
