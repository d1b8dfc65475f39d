import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFrequencies, probability } from '../../../src/systems/frequencies.ts';
import { failureOf } from '../support.ts';

const counts = (text: string): [string, number][] => [...parseFrequencies('t', text).counts];

describe('parseFrequencies', () => {
  it.each([
    ['tabs', 'the\t50\ncat\t3\n'],
    ['blanks', 'the 50\ncat   3'],
    ['commas', 'the,50\ncat,3\n'],
    ['commas and blanks', 'the, 50\ncat, 3\n'],
    ['semicolons', 'the;50\ncat;3\n'],
    ['quotes', '"the",50\n"cat",3\n'],
    ['CRLF', 'the 50\r\ncat 3\r\n'],
    ['a byte order mark', '\ufeffthe 50\ncat 3\n'],
    ['a header', 'Word\tCount\nthe\t50\ncat\t3\n'],
    ['blank lines', '\nthe 50\n\n  \ncat 3\n\n'],
  ])('reads %s', (_, text) => {
    expect(counts(text)).toEqual([
      ['the', 50],
      ['cat', 3],
    ]);
    expect(parseFrequencies('t', text).total).toBe(53);
  });

  it('adds up forms that differ only in case, and finds them in any case', () => {
    const table = parseFrequencies('t', 'The 30\nthe 50\nTHE 20\ncat 100\n');
    expect([...table.counts]).toEqual([
      ['the', 100],
      ['cat', 100],
    ]);
    expect(probability(table, 'tHe')).toBe(0.5);
  });

  it('keeps words that are marks or hold blanks or digits', () => {
    expect(counts(',\t50\nnew york\t7\n3\t9\n')).toEqual([
      [',', 50],
      ['new york', 7],
      ['3', 9],
    ]);
    expect(counts(', 50\n10,000 7\nnew york 9\n')).toEqual([
      [',', 50],
      ['10,000', 7],
      ['new york', 9],
    ]);
    expect(counts(',,50\n"a""b",7\n')).toEqual([
      [',', 50],
      ['a"b', 7],
    ]);
  });

  it('takes whole numbers as counts and small fractions as probabilities', () => {
    const probabilities = parseFrequencies('t', 'the 0.05\na 0.02\n');
    expect(probabilities.total).toBe(1);
    expect(probability(probabilities, 'the')).toBe(0.05);
    const shares = parseFrequencies('t', 'the 1\n');
    expect(probability(shares, 'the')).toBe(1);
    const perMillion = parseFrequencies('t', 'the 0.9\na 0.6\n');
    expect(probability(perMillion, 'the')).toBeCloseTo(0.6, 15);
  });

  it('case 15: a word without a count has probability 0', () => {
    expect(probability(parseFrequencies('t', 'the 0.05\n'), 'zeppelin')).toBe(0);
  });

  it.each([
    ['down by one', 'the 400000\nof 399999\nand 399998\na 399997\n'],
    ['up by one', 'the 1\nof 2\nand 3\n'],
    ['with a header', 'word rank\nthe 0001\nof 2\nand 3\n'],
  ])('case 15: refuses ranks %s', async (_, text) => {
    const failure = await failureOf(() => parseFrequencies('my.txt', text));
    expect(failure.code).toBe('ranks-not-counts');
    expect(failure.message).toContain('my.txt');
    expect(failure.nextStep).toContain('how often');
  });

  it('does not take two neighbours, equal counts or steps of two for ranks', () => {
    for (const text of [
      'the 5\nof 4\n',
      'the 5\nof 5\nand 5\n',
      'the 9\nof 7\nand 5\n',
      'the 9\nof 8\nand 6\n',
    ]) {
      expect(counts(text).length).toBeGreaterThan(1);
    }
  });

  it.each([
    ['zero', 'of 0'],
    ['negative', 'of -3'],
    ['NaN', 'of NaN'],
    ['infinite', 'of Infinity'],
    ['no number', 'of'],
    ['no word', '\t12'],
    ['two words', 'of the'],
    ['two counts, with tabs', 'of\t590439\t8382'],
    ['two counts, with blanks', 'of 590439 8382'],
    ['two counts, with commas', 'of,590439,8382'],
    ['separators of thousands, with a tab', 'of\t590,439'],
    ['separators of thousands, with a blank', 'of 590,439'],
  ])('refuses a line with %s and names it', async (_, line) => {
    const failure = await failureOf(() => parseFrequencies('my.txt', `the\t50\n${line}\nand\t7\n`));
    expect(failure.code).toBe('bad-frequencies');
    expect(failure.message).toContain('my.txt: 1 of 3 lines');
    expect(failure.message).toContain(`line 2: "${line.trim()}"`);
  });

  it('lists three bad lines and counts the others', async () => {
    const failure = await failureOf(() => parseFrequencies('t', 'a 1\n' + 'b 0\n'.repeat(5)));
    expect(failure.what).toMatch(/5 of 6 lines .*line 2.*line 3.*line 4.* and 2 more/);
  });

  it('does not read a table of many columns as words nobody uses', async () => {
    const table = 'Word\tFREQcount\tCDcount\nthe\t1501908\t8388\nto\t1156570\t8383\n';
    expect((await failureOf(() => parseFrequencies('t', table))).code).toBe('bad-frequencies');
  });

  it.each(['', '\n\n', 'word\tcount\n'])('refuses a table without a word: %j', async (text) => {
    expect((await failureOf(() => parseFrequencies('t', text))).what).toContain('holds no word');
  });

  it('probabilities of all words add up to 1, whatever the counts', () => {
    const word = fc.stringMatching(/^[a-z]{1,6}$/);
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(word, fc.integer({ min: 2, max: 1e6 })), {
          minLength: 1,
          selector: ([w]) => w,
        }),
        (rows) => {
          fc.pre(rows.length < 3 || rows[0]![1] !== rows[1]![1] + 1);
          fc.pre(rows.length < 3 || rows[0]![1] !== rows[1]![1] - 1);
          const table = parseFrequencies('t', rows.map(([w, n]) => `${w}\t${n}`).join('\n'));
          let sum = 0;
          for (const [w] of rows) sum += probability(table, w);
          expect(sum).toBeCloseTo(1, 9);
        },
      ),
    );
  });
});
