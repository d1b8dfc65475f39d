import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importScores, ScoresRefused, type ScoreChoice } from '../../../src/systems/importedScores.ts';
import {
  PLAIN_NUMBERS,
  readScoreFile,
  type ScoreFile,
  type ScoreFileOptions,
} from '../../../src/systems/scoreFile.ts';
import { MISSING_REASONS } from '../../../src/systems/types.ts';

const read = (name: string, text: string, options?: ScoreFileOptions): Promise<ScoreFile> =>
  readScoreFile({ name, bytes: new TextEncoder().encode(text) }, options);

/** As many pairs as there are gold scores. */
const pairsOf = (gold: readonly number[], ids = gold.map((_, row) => `own/test/${row + 1}`)) => ({
  title: 'Own, test',
  ids,
  gold: Float64Array.from(gold),
});
const THREE = pairsOf([1, 5, 3]);

const choose = (file: ScoreFile, other: Partial<ScoreChoice> = {}): ScoreChoice => ({
  ...PLAIN_NUMBERS,
  absent: 'refuse',
  ids: null,
  columns: file.columns.flatMap(({ isScore }, column) => (isScore ? [column] : [])),
  ...other,
});

async function values(name: string, text: string, other: Partial<ScoreChoice> = {}, pairs = THREE) {
  const file = await read(name, text);
  return importScores(file, choose(file, other), pairs).map(({ scores }) => [...scores.values]);
}

async function refusal(
  name: string,
  text: string,
  other: Partial<ScoreChoice> = {},
  pairs = THREE,
): Promise<ScoresRefused> {
  const file = await read(name, text);
  try {
    importScores(file, choose(file, { columns: [file.columns.length - 1], ...other }), pairs);
  } catch (error) {
    if (error instanceof ScoresRefused) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}

describe('one score a line', () => {
  it('is read in the order of the pairs', async () => {
    expect(await values('a.txt', '0.5\n-1e-2\r\n3\n')).toEqual([[0.5, -0.01, 3]]);
  });

  it('may have a header, which is no score', async () => {
    const file = await read('a.txt', 'my system\n0.5\n0.25\n3\n');
    expect(file.header).toBe(true);
    expect(file.columns[0]!.name).toBe('my system');
    expect(await values('a.txt', 'my system\n0.5\n0.25\n3\n')).toEqual([[0.5, 0.25, 3]]);
  });

  it('names both counts where they differ', async () => {
    const refused = await refusal('a.txt', '0.5\n0.25\n');
    expect(refused.code).toBe('scores-mismatch');
    expect(refused.what).toMatch(/a\.txt has 2 rows .* Own, test has 3 pairs/);
  });

  it('says so where the count is that of the rated pairs', async () => {
    const refused = await refusal('a.txt', '0.5\n0.25\n', {}, pairsOf([1, NaN, 3, NaN]));
    expect(refused.what).toContain('4 pairs, 2 of them rated');
    expect(refused.nextStep).toContain('rated pairs only');
  });

  it('refuses a header that is a number by its count, not by a guess', async () => {
    expect((await refusal('a.txt', '2017\n0.5\n0.25\n3\n')).what).toContain('4 rows');
  });

  it.each([
    ['text', '0.5\nhigh\n3\n', 2, '“high” is not a number'],
    ['two numbers', '0.5\n0.5 0.7\n3\n', 2, 'not a number'],
    ['a missing line', '0.5\n\n3\n', 2, 'there is no score'],
    ['nan', '0.5\n0.7\nnan\n', 3, '“nan” is no score'],
    ['an infinite number', '0.5\n1e999\n3\n', 2, 'not a number'],
    ['a percent sign', '0.5\n85 %\n3\n', 2, '“85 %” has a percent sign'],
    ['a decimal comma', '0.5\n0,85\n3\n', 2, '“0,85” has a decimal comma'],
    ['a thousands separator', '0.5\n1,234.5\n3\n', 2, 'not a number'],
    ['a tab', '0.5\n0.1\t0.2\n3\n', 2, 'not a number'],
  ])('refuses %s by its line', async (_, text, line, reason) => {
    const refused = await refusal('a.txt', text);
    expect(refused.code).toBe('bad-scores');
    expect(refused.faults).toEqual([{ line, reason: expect.stringContaining(reason) as string }]);
    expect(refused.what).toContain(`a.txt, line ${line}:`);
  });

  it('does not take a column of decimal commas for two columns', async () => {
    const file = await read('a.csv', '0,5\n0,25\n3,1\n');
    expect(file.columns).toHaveLength(1);
    expect(file.columns[0]).toMatchObject({ commas: 3, numbers: 0 });
    expect((await refusal('a.csv', '0,5\n0,25\n3,1\n')).nextStep).toContain('decimal sign');
  });

  it('reads percent signs and decimal commas on request', async () => {
    expect(await values('a.txt', '85 %\n7%\n100 %\n', { percent: true })).toEqual([[0.85, 0.07, 1]]);
    expect(await values('a.txt', '0,5\n-1,25\n3\n', { comma: true })).toEqual([[0.5, -1.25, 3]]);
    expect(await values('a.txt', '12,5 %\n50 %\n0,1 %\n', { comma: true, percent: true })).toEqual([
      [0.125, 0.5, 0.001],
    ]);
  });

  it('refuses a mixture even on request', async () => {
    expect((await refusal('a.txt', '85 %\n7\n3 %\n', { percent: true })).faults[0]).toEqual({
      line: 2,
      reason: '“7” has no percent sign, and others have',
    });
    expect((await refusal('a.txt', '0,5\n0.25\n3\n', { comma: true })).faults[0]!.line).toBe(2);
  });

  it('leaves pairs out on request, with the reason and the count', async () => {
    const file = await read('a.txt', '0.5\n\nnan\n');
    const [column] = importScores(file, choose(file, { absent: 'skip' }), THREE);
    expect([...column!.scores.values]).toEqual([0.5, NaN, NaN]);
    expect([...column!.scores.reasons].map((reason) => MISSING_REASONS[reason])).toEqual([
      'scored',
      'no score in the file',
      'no score in the file',
    ]);
    expect(column!.notes).toEqual(['Pairs for which the file has no score: 2; they are left out.']);
  });

  it('lists every faulty line in order, the first fifty of them', async () => {
    const lines = Array.from({ length: 80 }, () => 'x');
    const refused = await refusal('a.txt', ['1', ...lines].join('\n'), {}, pairsOf(Array(81).fill(1)));
    expect(refused.faultCount).toBe(80);
    expect(refused.faults.map(({ line }) => line)).toEqual(Array.from({ length: 50 }, (_, l) => l + 2));
  });

  it('is refused where it is empty, an archive or a web page', async () => {
    await expect(read('a.txt', '\n\n')).rejects.toMatchObject({ code: 'no-scores' });
    await expect(read('a.txt', '')).rejects.toMatchObject({ code: 'no-scores' });
    await expect(read('a.zip', 'PK\u0003\u0004')).rejects.toMatchObject({ code: 'packed-scores' });
    await expect(read('a.txt', '<!doctype html><p>404')).rejects.toMatchObject({ code: 'web-page' });
  });

  it('says when the scores are the human ones', async () => {
    const file = await read('a.txt', '1\n5\n3\n');
    expect(importScores(file, choose(file), THREE)[0]!.notes).toEqual([
      'These scores are the human ones themselves: the column seems to be the gold.',
    ]);
  });

  it('comes back as it was written', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 2, maxLength: 30 }),
        async (scores) => {
          const text = scores.map(String).join('\n');
          const [column] = await values('a.txt', text, {}, pairsOf(scores.map(() => 1)));
          expect(column).toEqual(scores.map((score) => (Object.is(score, -0) ? 0 : score)).map((s) => s + 0));
        },
      ),
      { numRuns: 60 },
    ));
});

describe('a table', () => {
  const TABLE = 'pair_id\tfirst\tsecond\nown/test/3\t0.3\t30\nown/test/1\t0.1\t10\nown/test/2\t0.2\t20\n';

  it('gives a system for each chosen column, joined by id', async () => {
    const file = await read('runs.tsv', TABLE);
    expect(file.idColumn).toBe(0);
    expect(await values('runs.tsv', TABLE, { ids: 0 })).toEqual([
      [0.1, 0.2, 0.3],
      [10, 20, 30],
    ]);
  });

  it('joins by order where that is chosen', async () => {
    expect(await values('runs.tsv', TABLE, { columns: [1] })).toEqual([[0.3, 0.1, 0.2]]);
  });

  it('takes the number of the line for an id where it is unique', async () => {
    expect(await values('a.csv', 'id,s\n2,0.2\n3,0.3\n1,0.1\n', { ids: 0 })).toEqual([[0.1, 0.2, 0.3]]);
    const parts = pairsOf([1, 2], ['own/dev/1', 'own/test/1']);
    expect((await refusal('a.csv', 'id,s\n1,0.2\n1,0.3\n', { ids: 0 }, parts)).faults[0]!.reason).toContain(
      'no pair of Own, test has the id “1”',
    );
  });

  it('refuses ids that are not here, are missing or stand twice, by line', async () => {
    const text = 'id,s\nown/test/1,0.1\nown/test/9,0.2\nown/test/1,0.3\n,0.4\n';
    expect((await refusal('a.csv', text, { ids: 0 })).faults).toEqual([
      { line: 3, reason: 'no pair of Own, test has the id “own/test/9”' },
      { line: 4, reason: 'the id “own/test/1” stands in line 2 already' },
      { line: 5, reason: 'there is no id' },
    ]);
  });

  it('names both counts where ids are lacking, and leaves those pairs out on request', async () => {
    const text = 'id,s\nown/test/1,0.1\nown/test/3,0.3\n';
    const refused = await refusal('a.csv', text, { ids: 0 });
    expect(refused.what).toMatch(/scores for 2 pairs, but Own, test has 3: “own\/test\/2”/);
    expect(await values('a.csv', text, { ids: 0, absent: 'skip' })).toEqual([[0.1, NaN, 0.3]]);
  });

  it('names the column of a fault and refuses all columns', async () => {
    const text = 'id,good,bad\n1,0.1,0.1\n2,0.2,oops\n3,0.3,0.3\n';
    expect((await refusal('a.csv', text, { columns: [1, 2] })).faults).toEqual([
      { line: 3, reason: '“oops” is not a number, column “bad”' },
    ]);
  });

  it('reads semicolons with decimal commas, quotes and JSON lines', async () => {
    const semicolons = 'id;s\n1;0,1\n2;0,2\n3;0,3\n';
    expect(await values('a.csv', semicolons, { ids: 0, comma: true })).toEqual([[0.1, 0.2, 0.3]]);
    const quoted = 'sentence1,s\n"a, b",0.1\n"c ""d""",0.2\ne,0.3\n';
    expect(await values('a.csv', quoted)).toEqual([[0.1, 0.2, 0.3]]);
    expect(await values('a.jsonl', '{"s":0.1}\n{"s":0.2}\n{"s":"0.3"}\n')).toEqual([[0.1, 0.2, 0.3]]);
  });

  it('refuses a row that is none, and the column that is lacking in one', async () => {
    expect((await refusal('a.jsonl', '{"s":0.1}\n[]\n{"s":0.3}\n')).faults[0]).toMatchObject({ line: 2 });
    expect((await refusal('a.csv', 'id,s\n1,0.1\n2\n3,0.3\n')).faults[0]).toEqual({
      line: 3,
      reason: 'there is no score, column “s”',
    });
  });

  it('does not offer ids, sentences or human scores as scores of a system', async () => {
    const text = 'id,year,gold,sentence1,score\n1,2012,4.5,a b,0.1\n2,2013,2.5,c d,0.2\n';
    const file = await read('a.csv', text);
    expect(file.columns.filter(({ isScore }) => isScore).map(({ name }) => name)).toEqual(['score']);
  });

  it('takes a delimiter and a header as they are stated', async () => {
    const file = await read('a.csv', '1,2\n3,4\n', { delimiter: ',', header: true });
    expect(file.columns.map(({ name }) => name)).toEqual(['1', '2']);
    expect(file.table.rows).toHaveLength(1);
  });
});
