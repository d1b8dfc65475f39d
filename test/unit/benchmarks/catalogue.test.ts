import { readFileSync } from 'node:fs';
import type { SentencePair } from '../../../src/benchmarks/types.ts';
import { describe, expect, it } from 'vitest';
import { catalogue, findEntry, findParts, partName } from '../../../src/benchmarks/catalogue.ts';
import { readCataloguePart } from '../../../src/benchmarks/importer.ts';
import { balanced, failureOf } from './helpers.ts';

describe('findEntry and findParts', () => {
  it.each([
    ['sts2014-test', { set: 'images' }, ['test/images']],
    ['sts2017', { set: 'track5.en-en' }, ['test/track5.en-en']],
    ['sts2017', { set: 'track4a.es-en' }, ['test/track4a.es-en']],
    ['sick', { split: 'test' }, ['test']],
    ['stsbenchmark', { split: 'test' }, ['test']],
    ['stsb-multi-mt', { set: 'de' }, ['dev/de', 'test/de']],
    ['stsb-multi-mt', { split: 'test', set: 'zh' }, ['test/zh']],
    ['stscompanion', {}, ['all/mt', 'all/other']],
    [
      'sts2012-test',
      { split: 'test' },
      ['test/MSRpar', 'test/MSRvid', 'test/SMTeuroparl', 'test/OnWN', 'test/SMTnews'],
    ],
  ])('finds in %s what %j asks for', (id, wanted, keys) => {
    expect(findParts(findEntry(id), wanted).map(partName)).toEqual(keys);
  });

  it('lists what there is where nothing matches', async () => {
    const failure = await failureOf(() => findParts(findEntry('sick'), { split: 'dev', set: 'x' }));
    expect(failure.message).toBe(
      'Benchmark sick has no split "dev" with set "x". It has: train, trial, test.',
    );
    expect((await failureOf(() => findEntry('stsb'))).message).toMatch(/"stsb".*stsbenchmark/);
  });
});

describe('the catalogue', () => {
  it('has unique parts and files, and open addresses of pinned files only', () => {
    const paths: string[] = [];
    for (const entry of catalogue) {
      const keys = entry.parts.map(partName);
      expect(new Set(keys).size).toBe(keys.length);
      for (const file of entry.parts.flatMap((part) => part.files)) {
        paths.push(file.path);
        for (const { url } of file.addresses)
          expect(url).toMatch(/^https:\/\/raw\.githubusercontent\.com\/[\w-]+\/[\w-]+\/[0-9a-f]{40}\//);
      }
    }
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('knows the order of columns, which is not always that of the name', () => {
    const languages = Object.fromEntries(
      findEntry('sts2017').parts.map((part) => [part.set, part.languages.join()]),
    );
    expect(languages).toMatchObject({
      'track2.ar-en': 'en,ar',
      'track4a.es-en': 'es,en',
      'track4b.es-en': 'en,es',
      'track6.tr-en': 'en,tr',
    });
  });
});

describe("this project's contrast set", () => {
  it('is read whole: triples of one paraphrase and one contrast in one category', async () => {
    const entry = findEntry('contrast');
    const url = new URL('../../../public/benchmarks/contrast.jsonl', import.meta.url);
    const part = await readCataloguePart(entry, entry.parts[0]!, () => readFileSync(url));
    expect(balanced(part.report)).toBe(true);
    expect(part.report).toMatchObject({ unrated: 0, rejected: [] });
    const triples = new Map<string, typeof part.pairs>();
    for (const pair of part.pairs) triples.set(pair.triple!, [...(triples.get(pair.triple!) ?? []), pair]);
    for (const pairs of triples.values()) {
      expect(pairs.map((pair) => pair.source).sort()).toEqual(['contrast', 'paraphrase']);
      expect(new Set(pairs.map((pair) => pair.category)).size).toBe(1);
    }
    expect(triples.size * 2).toBe(part.pairs.length);
    expect(part.pairs[0]!.id).toMatch(/^contrast\/all\/\D/);
    const sizes = new Map<string, number>();
    for (const pairs of triples.values()) {
      const [{ category, sentence1 }, other] = pairs as [SentencePair, SentencePair];
      sizes.set(category!, (sizes.get(category!) ?? 0) + 1);
      expect(other.sentence1).toBe(sentence1);
      const gold = (role: string): number => pairs.find(({ source }) => source === role)!.gold!;
      expect(gold('paraphrase')).toBeGreaterThan(gold('contrast'));
    }
    expect(sizes.size).toBe(9);
    for (const size of sizes.values()) expect(size).toBeGreaterThanOrEqual(20);
    const texts = part.pairs.map(({ sentence2 }) => sentence2.toLowerCase());
    expect(new Set(texts).size).toBe(texts.length);
  });
});
