import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMapped } from '../../../src/benchmarks/mapped.ts';
import { inspect, type InspectOptions } from '../../../src/benchmarks/userFile.ts';
import { failureOf, file, golds } from './helpers.ts';

const ROWS = ['A bird.\tA crow.', 'A jay.\tA wren.', 'A cod.\tA carp.'];
const HEADER = 's1\ts2';
const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** A table and its gold file, which belong together by their names. */
async function joined(table: readonly string[], gold: readonly string[], options: InspectOptions = {}) {
  const files = [file('birds.input.tsv', text(table)), file('birds.gs.tsv', text(gold))];
  const { sources, unusable } = await inspect(files, new Map([['birds.input.tsv', options]]));
  expect(unusable).toEqual([]);
  const source = sources[0]!;
  expect(source.choice.goldName).toBe('birds.gs.tsv');
  const read = async () => {
    const choices = { sources: [{ ...source.choice, scale: [0, 5] as const }] };
    return (await readMapped(files, { ...choices, languages: ['en', 'en'] })).parts[0]!;
  };
  return { source, read };
}

describe('a gold file of its own', () => {
  it.each([
    ['no header in either', ROWS, ['1', '2', '3']],
    ['a header in both', [HEADER, ...ROWS], ['score', '1', '2', '3']],
    ['a header above the pairs only', [HEADER, ...ROWS], ['1', '2', '3']],
    ['a header above the scores only', ROWS, ['score', '1', '2', '3']],
    ['a blank line in place of a header', [HEADER, ...ROWS], ['', '1', '2', '3']],
    ['blank lines after either', [HEADER, ...ROWS, '', ''], ['1', '2', '3', '']],
  ])('is joined to the right pairs with %s', async (_, table, gold) => {
    const { source, read } = await joined(table, gold);
    expect(source.joinedGold).toEqual({ name: 'birds.gs.tsv', preview: ['1', '2', '3'] });
    expect(source.gold).toMatchObject({ min: 1, max: 3, numbers: 3, blank: 0 });
    expect(source.warnings.join()).not.toMatch(/birds/);
    const part = await read();
    expect(part.pairs.map(({ sentence1, gold: score }) => [sentence1, score])).toEqual([
      ['A bird.', 1],
      ['A jay.', 2],
      ['A cod.', 3],
    ]);
  });

  it('keeps the first pair unrated where its score is blank, header or not', async () => {
    const { read } = await joined([HEADER, ...ROWS], ['', '2', '3']);
    expect(golds((await read()).pairs)).toEqual([null, 2, 3]);
  });

  it('stays aligned after a blank line in the table', async () => {
    const table = [HEADER, ROWS[0]!, '', ROWS[1]!, ROWS[2]!];
    const { source, read } = await joined(table, ['1', '5', '2', '3']);
    expect(source.joinedGold!.preview).toEqual(['1', '2', '3']);
    expect((await failureOf(read)).code).toBe('import-rejected');
  });

  it('is joined by row where quoted fields hold line breaks, and by line where the counts say so', async () => {
    const table = ['"A bird\nsings."\tA crow.', 'A jay.\tA wren.'];
    const byRow = await joined(table, ['1', '2'], { quoting: true });
    expect(byRow.source.joinedGold!.preview).toEqual(['1', '2']);
    const byLine = await joined(table, ['1', '', '2'], { quoting: true });
    expect(byLine.source.joinedGold!.preview).toEqual(['1', '2']);
  });

  it('that is shorter leaves the rest unrated, with a warning that has the counts', async () => {
    const { source, read } = await joined(ROWS, ['1', '2']);
    expect(source.warnings.join()).toMatch(
      /birds\.gs\.tsv has 2 lines, but birds\.input\.tsv has 3 rows of pairs in 3 lines.*names the columns/,
    );
    expect(golds((await read()).pairs)).toEqual([1, 2, null]);
  });

  it.each([
    ['longer', ROWS, ['1', '2', '3', '4'], /4 lines.*3 rows of pairs in 3 lines/],
    ['longer by the header', [HEADER, ...ROWS], ['1', '2', '3', '4'], /4 lines.*3 rows of pairs in 4 lines/],
    ['longer by a blank first line', ROWS, ['', '1', '2', '3'], /4 lines.*3 rows of pairs in 3 lines/],
    ['shorter below a blank', [HEADER, ...ROWS], ['', '2'], /2 lines.*3 rows of pairs in 4 lines/],
  ])('that is %s is not joined: a warning, then a failure', async (_, table, gold, counts) => {
    const { source, read } = await joined(table, gold);
    expect(source.warnings.join()).toMatch(counts);
    expect(source).toMatchObject({ gold: null, joinedGold: null });
    const failure = await failureOf(read);
    expect(failure.code).toBe('gold-mismatch');
    expect(failure.message).toMatch(counts);
  });

  it('is told which header to leave out by the person', async () => {
    const { source } = await joined([HEADER, ...ROWS], ['1', '2', '3'], { header: false });
    expect(source.warnings.join()).toMatch(/3 lines.*4 rows of pairs/);
  });

  it('names the line of the gold file where a score is rejected', async () => {
    const table = [HEADER, ...Array.from({ length: 40 }, (_, row) => `First ${row}.\tSecond ${row}.`)];
    const gold = Array.from({ length: 40 }, (_, row) => (row === 6 ? '9' : '2'));
    const { read } = await joined(table, gold);
    expect((await read()).report.rejected).toEqual([
      { file: 'birds.gs.tsv', line: 7, reason: 'the gold score 9 lies outside the scale 0 to 5' },
    ]);
  });

  it('is read in the encoding that was chosen for it', async () => {
    const bytes = Uint8Array.from('sc\xf6re\n1\n2\n3\n', (char) => char.charCodeAt(0));
    const files = [file('birds.input.tsv', text(ROWS)), file('birds.gs.tsv', bytes)];
    const alone = await inspect(files);
    expect(alone.unusable).toMatchObject([{ name: 'birds.gs.tsv', code: 'undecodable' }]);
    const { sources } = await inspect(
      files,
      new Map([['birds.gs.tsv', { encoding: 'windows-1252' as const }]]),
    );
    const choices = { sources: [{ ...sources[0]!.choice, scale: [0, 5] as const }] };
    const { parts } = await readMapped(files, { ...choices, languages: ['en', 'en'] });
    expect(golds(parts[0]!.pairs)).toEqual([1, 2, 3]);
  });

  it('is found by the counts of rows where the names say nothing', async () => {
    const files = [file('x.tsv', text([HEADER, ...ROWS])), file('y.txt', '4\n0.5\n1\n')];
    const { sources } = await inspect(files);
    expect(sources[0]!.joinedGold).toEqual({ name: 'y.txt', preview: ['4', '0.5', '1'] });
  });

  it('never gives a pair the score of another, whatever has a header', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.option(fc.integer({ min: 0, max: 5 })), { minLength: 2, maxLength: 12 }),
        fc.boolean(),
        fc.boolean(),
        async (scores, hasHeader, hasGoldHeader) => {
          fc.pre(scores.some((score) => score !== null));
          const rows = scores.map((_, row) => `First ${row}.\tSecond ${row}.`);
          const lines = scores.map((score) => (score === null ? '' : String(score)));
          const { read } = await joined(
            hasHeader ? [HEADER, ...rows] : rows,
            hasGoldHeader ? ['score', ...lines] : lines,
          );
          expect(golds((await read()).pairs)).toEqual(scores);
        },
      ),
    );
  });
});
