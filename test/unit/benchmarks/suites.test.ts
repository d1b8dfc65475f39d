import { describe, expect, it } from 'vitest';
import { findEntry, partName } from '../../../src/benchmarks/catalogue.ts';
import { setKey, SUITES, suiteOfParts, whyNoAverage, type Suite } from '../../../src/benchmarks/suites.ts';

const suite = (id: string): Suite => SUITES.find((candidate) => candidate.id === id)!;

describe('SUITES', () => {
  it('name parts that the catalogue has, each once in a suite, with the pairs that people rated', () => {
    for (const { sets } of SUITES) {
      expect(sets.length).toBeGreaterThan(1);
      expect(new Set(sets.map(setKey)).size).toBe(sets.length);
      for (const { benchmark, part, rated } of sets) {
        const known = findEntry(benchmark).parts.find((candidate) => partName(candidate) === part);
        expect(known, `${benchmark} ${part}`).toBeDefined();
        expect(rated).toBe(known!.rated);
      }
    }
  });

  it('have the sets of the shared tasks', () => {
    const sizes = Object.fromEntries(SUITES.map(({ id, sets }) => [id, sets.length]));
    expect(sizes).toEqual({
      stsbenchmark: 3,
      english: 26,
      'sts2012-2016': 24,
      sts2012: 5,
      sts2013: 3,
      sts2014: 6,
      sts2015: 5,
      sts2016: 5,
      sts2017: 7,
      sick: 3,
      'stsb-multi-mt-dev': 11,
      'stsb-multi-mt-test': 11,
    });
  });

  it('say which set nobody can get, wherever its year is', () => {
    for (const id of ['english', 'sts2012-2016', 'sts2013']) {
      expect(suite(id).unavailable.map(({ group, title }) => `${group} ${title}`)).toEqual(['STS 2013 SMT']);
    }
    expect(suite('sts2014').unavailable).toEqual([]);
  });

  it('call the seven tracks by their numbers', () => {
    const titles = suite('sts2017').sets.map(({ title }) => title);
    expect(titles).toContain('track 4b, es-en, machine translation');
    expect(titles.map((title) => /^track (\w+),/.exec(title)![1])).toEqual([
      '1',
      '2',
      '3',
      '4a',
      '4b',
      '5',
      '6',
    ]);
  });
});

describe('whyNoAverage', () => {
  it('keeps dev and test apart', () => {
    expect(whyNoAverage(suite('stsbenchmark').sets)).toContain('train, dev, test');
    expect(whyNoAverage(suite('english').sets)).toBeNull();
  });

  it('holds for the parts of an own file too', () => {
    const facts = (split: string, set: string | null) => ({
      split,
      set,
      languages: ['en', 'en'] as const,
      rated: null,
    });
    const own = suiteOfParts('own', 'Mine', [facts('test', 'a'), facts('test', 'b/c')]);
    expect(own.sets.map(({ part, title }) => [part, title])).toEqual([
      ['test/a', 'test/a'],
      ['test/b/c', 'test/b/c'],
    ]);
    expect(whyNoAverage(own.sets)).toBeNull();
    expect(
      whyNoAverage(suiteOfParts('own', 'Mine', [facts('dev', 'a'), facts('test', 'a')]).sets),
    ).not.toBeNull();
  });
});
