import { gzipSync, zipSync } from 'fflate';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { fieldByName, guessDelimiter } from '../../../src/benchmarks/guess.ts';
import { readMapped, userBenchmarkId } from '../../../src/benchmarks/mapped.ts';
import type { NamedBytes, Scale } from '../../../src/benchmarks/types.ts';
import { inspect } from '../../../src/benchmarks/userFile.ts';
import { balanced, failureOf, file, golds, noteCount, unusableOf } from './helpers.ts';

async function importFiles(files: NamedBytes[], scale: Scale = [0, 5]) {
  const { sources } = await inspect(files);
  const choices = sources.map((source) => ({ ...source.choice, scale }));
  const { info, parts } = await readMapped(files, { sources: choices, languages: ['en', 'en'] });
  for (const part of parts) expect(balanced(part.report)).toBe(true);
  return { sources, info, parts };
}

const stsbLike = [
  'main-news\tMSRpar\t2012test\t0001\t4.400\tA cat, tired, naps on the mat.\tThe cat sleeps.',
  'main-news\tMSRpar\t2012test\t0002\t1.5\tRain, rain, rain.\tSnow fell, and more of it, all day.',
  'main-news\tMSRpar\t2012test\t0003\t0\tNobody, ever, knew.\tA door creaks in the wind.\tCC BY\tMore',
];

describe('guesses', () => {
  it('takes the delimiter that cuts lines regularly, not the one that is frequent', () => {
    expect(guessDelimiter(stsbLike.join('\n'), true)).toBe('\t');
    expect(guessDelimiter('a;b, c, d;1\ne;f;2\ng, h;i;3\n', false)).toBe(';');
    expect(guessDelimiter('s1,s2,score\n"x; y","z; w",1\nq,r,2\n', true)).toBe(',');
    expect(guessDelimiter('3.5\n\n1\n', false)).toBeNull();
    expect(guessDelimiter('', false)).toBeNull();
  });

  it.each([
    ['sentence1', 'sentence1'],
    ['Sentence A', 'sentence1'],
    ['s2', 'sentence2'],
    ['sentence_B', 'sentence2'],
    ['#1 String', 'sentence1'],
    ['relatedness_score', 'gold'],
    ['label', 'gold'],
    ['pair_ID', 'id'],
    ['comment', null],
  ])('knows %s as %s', (name, field) => {
    expect(fieldByName(name)).toBe(field);
  });

  it('finds the columns of a file without a header', async () => {
    const { sources } = await inspect([file('mine.csv', stsbLike.join('\n'))]);
    expect(sources[0]!.choice).toMatchObject({
      delimiter: '\t',
      quoting: false,
      header: false,
      mapping: { sentence1: 5, sentence2: 6, gold: 4 },
    });
    expect(sources[0]!.columns[0]).toEqual({
      name: 'column 1',
      samples: ['main-news', 'main-news', 'main-news'],
    });
    expect(sources[0]!.preview).toHaveLength(3);
  });

  it('sees a header of unknown names above numbers, and none above text', async () => {
    const named = await inspect([file('a.tsv', 'eins\tzwei\tWert\nx y\tz w\t3\nq r\ts t\t4\n')]);
    expect(named.sources[0]!.choice).toMatchObject({
      header: true,
      mapping: { sentence1: 0, sentence2: 1, gold: 2 },
    });
    const bare = await inspect([file('b.tsv', 'A cat naps.\tA door creaks.\nx y\tz w\n')]);
    expect(bare.sources[0]!.choice.header).toBe(false);
    expect(bare.sources[0]!.warnings.join()).toMatch(/all pairs would be unrated/);
  });

  it('shows at most ten rows', async () => {
    const rows = Array.from({ length: 25 }, (_, index) => `First ${index}.\tSecond ${index}.\t3`);
    const { sources } = await inspect([file('a.tsv', rows.join('\n'))]);
    expect(sources[0]!.preview).toHaveLength(10);
    expect(sources[0]!.rowCount).toBe(25);
  });

  it('refuses a file without two texts', async () => {
    expect((await unusableOf(file('a.tsv', '1\t2\n3\t4\n'))).code).toBe('no-sentences');
    expect((await unusableOf(file('a.tsv', ''))).code).toBe('no-sentences');
    expect((await unusableOf(file('gs.txt', '1\n2\n'))).code).toBe('gold-alone');
  });
});

describe('readMapped', () => {
  it('names the benchmark after the file, makes a part of each split, and ids of the lines', async () => {
    const text =
      'split,id,s1,s2,score\ntrain,a,One.,Two.,1\ntest,b,Three.,Four.,2\ntrain,c,Five.,Six.,\n,d,Seven.,Eight.,3\n';
    const { info, parts } = await importFiles([file('my pairs.csv', text)]);
    expect(info).toMatchObject({ title: 'my pairs.csv', scale: [0, 5] });
    expect(info.id).toMatch(/^file:my pairs#[0-9a-f]{8}$/);
    expect(parts.map((part) => [part.split, part.set, golds(part.pairs)])).toEqual([
      ['train', null, [1, null]],
      ['test', null, [2]],
      ['all', null, [3]],
    ]);
    expect(parts[0]!.pairs.map((pair) => pair.id)).toEqual([`${info.id}/train/a`, `${info.id}/train/c`]);
  });

  it('names rows by line where the id column repeats itself, and says so', async () => {
    const text = 'id\ts1\ts2\tscore\n7\ta b\tc\t1\n7\td e\tf\t2\n';
    const { info, parts } = await importFiles([file('x.tsv', text)]);
    expect(parts[0]!.pairs.map((pair) => pair.id)).toEqual([`${info.id}/all/2`, `${info.id}/all/3`]);
    expect(noteCount(parts[0]!.report, 'id column')).toBe(2);
  });

  it('keeps and counts repeated pairs', async () => {
    const { parts } = await importFiles([file('x.tsv', 's1\ts2\tscore\na\tb\t1\na\tb\t2\nb\ta\t2\n')]);
    expect(parts[0]!.pairs).toHaveLength(3);
    expect(parts[0]!.report.notes).toContainEqual(expect.objectContaining({ count: 1, firstLine: 3 }));
  });

  it('rejects what is no number, and names a decimal comma', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => `First ${index}.\tSecond ${index}.\t3`);
    const text = ['s1\ts2\tscore', 'a\tb\t4,4', 'c\td\tn/a', 'e\tf\tInfinity', ...rows].join('\n');
    const { parts } = await importFiles([file('x.tsv', text)]);
    expect(parts[0]!.report.rejected).toEqual([
      { file: 'x.tsv', line: 2, reason: 'the gold score "4,4" has a decimal comma: write 4.4' },
      { file: 'x.tsv', line: 3, reason: 'the gold score "n/a" is not a number' },
      { file: 'x.tsv', line: 4, reason: 'the gold score "Infinity" is not a number' },
    ]);
  });

  it('puts input and gold files together by name', async () => {
    const files = [
      file('STS.input.birds.txt', 'A bird.\tA crow.\nA jay.\tA wren.\n'),
      file('STS.gs.birds.txt', '3\n\n'),
      file('STS.input.fish.txt', 'A cod.\tA carp.\nAn eel.\tA hake.\n'),
      file('STS.gs.fish.txt', '1\n2\n'),
    ];
    const { sources, parts } = await importFiles(files);
    expect(sources.map((source) => source.choice.goldName)).toEqual(['STS.gs.birds.txt', 'STS.gs.fish.txt']);
    expect(parts.map((part) => [part.split, part.set, golds(part.pairs)])).toEqual([
      ['all', 'STS.input.birds', [3, null]],
      ['all', 'STS.input.fish', [1, 2]],
    ]);
  });

  it('puts them together by line counts where the names say nothing', async () => {
    const files = [file('x.txt', 'A bird.\tA crow.\nA jay.\tA wren.\n'), file('y.txt', '4\n0.5\n')];
    const { parts } = await importFiles(files);
    expect(golds(parts[0]!.pairs)).toEqual([4, 0.5]);
    const wrong = await inspect([files[0]!, file('y.txt', '4\n0.5\n1\n')]);
    expect(wrong.sources[0]!.choice.goldName).toBeNull();
    expect(wrong.unusable[0]!.name).toBe('y.txt');
  });

  it('makes splits of several files by their names, without sets', async () => {
    const files = ['train', 'validation', 'test'].map((name) =>
      file(`${name}.tsv`, `${name} a\t${name} b\t3\nx y\tz\t1\n`),
    );
    const { parts } = await importFiles(files);
    expect(parts.map((part) => [part.split, part.set])).toEqual([
      ['train', null],
      ['dev', null],
      ['test', null],
    ]);
  });

  it('gives other content of the same name another id, and the same content the same', async () => {
    const content = new TextEncoder().encode('a b\tc d\t1\ne f\tg h\t2\n');
    const first = await importFiles([file('x.tsv', content)]);
    const again = await importFiles([file('deeper.zip', zipSync({ 'x.tsv': content }))]);
    const other = await importFiles([file('x.tsv', 'a b\tc d\t1\ne f\tg h\t3\n')]);
    expect(again.info.id).toBe(first.info.id);
    expect(other.info.id).not.toBe(first.info.id);
    expect(other.info.title).toBe(first.info.title);
    for (const pair of other.parts[0]!.pairs) expect(pair.id.startsWith(`${other.info.id}/all/`)).toBe(true);
  });

  it('gives the same two files one id, whichever comes first', async () => {
    const [dev, test] = ['dev', 'test'].map((name) => file(`pairs.zip/${name}.tsv`, `${name} a\tb c\t1\n`));
    const ids = async (files: NamedBytes[]) => (await importFiles(files)).info.id.split('#')[1];
    expect(await ids([dev!, test!])).toBe(await ids([test!, dev!]));
  });

  it('refuses sources on different scales as one benchmark, and scores without a scale', async () => {
    const files = [
      file('dev.tsv', 'a b\tc d\t4.5\ne f\tg\t0\n'),
      file('test.tsv', 'h i\tj k\t0.5\nl m\tn\t1\n'),
    ];
    const { sources } = await inspect(files);
    const choices = sources.map(({ choice }) => choice);
    expect(choices.map(({ scale }) => scale)).toEqual([
      [0, 5],
      [0, 1],
    ]);
    const read = (changed: { scale: Scale | null }) =>
      readMapped(files, { sources: [choices[0]!, { ...choices[1]!, ...changed }], languages: ['en', 'en'] });
    const different = await failureOf(() => read({ scale: [0, 1] }));
    expect(different.code).toBe('different-scales');
    expect(different.message).toMatch(/dev\.tsv.*0 to 5.*test\.tsv.*0 to 1.*one at a time/);
    expect((await failureOf(() => read({ scale: null }))).code).toBe('no-scale');
    expect((await read({ scale: [0, 5] })).info.scale).toEqual([0, 5]);
  });

  it('refuses a mapping that uses a column twice', async () => {
    const files = [file('x.tsv', 'a b\tc d\t1\n')];
    const { sources } = await inspect(
      files,
      new Map([['x.tsv', { mapping: { sentence1: 0, sentence2: 0 } }]]),
    );
    const choices = { sources: [sources[0]!.choice] };
    expect((await failureOf(() => readMapped(files, { ...choices, languages: ['en', 'en'] }))).code).toBe(
      'bad-mapping',
    );
  });

  it.each([
    ['data.zip/dir/pairs.jsonl', 'file:pairs'],
    ['pairs.v2.csv.gz', 'file:pairs.v2'],
    ['.hidden', 'file:.hidden'],
    ['pairs', 'file:pairs'],
  ])('calls %s %s, with digits of its content', async (name, id) => {
    // The digits of SHA-256 of nothing, by any other program.
    expect(await userBenchmarkId(name, [])).toBe(`${id}#e3b0c442`);
  });
});

describe('several files', () => {
  const good = file('good.tsv', 'A café.\tA bar.\t3\nx y\tz\t1\n');
  const latin = file(
    'old.tsv',
    Uint8Array.from('A caf\xe9.\tA bar.\t2\nx y\tz\t5\n', (c) => c.charCodeAt(0)),
  );

  it('of which some are of no use do not sink the others', async () => {
    const notes = file('notes.txt', 'Nothing\nto see\n');
    const broken = file('broken.zip', Uint8Array.of(0x50, 0x4b, 3, 4, 1, 2, 3));
    const { sources, unusable } = await inspect([notes, latin, broken, good]);
    expect(sources.map(({ choice }) => choice.name)).toEqual(['good.tsv']);
    expect(Object.fromEntries(unusable.map(({ name, code }) => [name, code]))).toEqual({
      'notes.txt': 'no-sentences',
      'old.tsv': 'undecodable',
      'broken.zip': 'archive-damaged',
    });
  });

  it('have options of their own', async () => {
    const swapped = { sentence1: 1, sentence2: 0, gold: 2 };
    const { sources, unusable } = await inspect(
      [good, latin],
      new Map([
        ['old.tsv', { encoding: 'windows-1252' as const }],
        ['good.tsv', { mapping: swapped }],
      ]),
    );
    expect(unusable).toEqual([]);
    expect(sources.map(({ choice }) => [choice.encoding, choice.mapping.sentence1])).toEqual([
      ['utf-8', 1],
      ['windows-1252', 0],
    ]);
    expect(sources[1]!.preview[0]![0]).toBe('A café.');
  });

  it('of one name are not taken for one another', async () => {
    const { sources, unusable } = await inspect([good, { ...latin, name: 'good.tsv' }]);
    expect(sources).toHaveLength(1);
    expect(unusable).toMatchObject([{ name: 'good.tsv', code: 'equal-names' }]);
  });
});

describe('numbers of warnings', () => {
  it.each([
    [[0, 2, 4, -1], '1 gold score is -1, which stands for "no public label": it counts as unrated.'],
    [[0, -1, 4, -1], '2 gold scores are -1, which stand for "no public label": they count as unrated.'],
    [[0, 2, 4, 'many'], '1 gold score is not a number.'],
    [[0, 2, 'few', 'many'], '2 gold scores are not numbers.'],
  ])('%j: %s', async (golds, warning) => {
    const rows = golds.map((gold, index) => `${gold}\tFirst ${index}.\tSecond ${index}.`);
    const { sources } = await inspect([file('x.tsv', `score\ts1\ts2\n${rows.join('\n')}\n`)]);
    expect(sources[0]!.warnings).toContain(warning);
  });
});

describe('MTEB JSON lines', () => {
  const row = (sid: string, score: unknown, split = 'test') =>
    JSON.stringify({
      split,
      genre: 'toy',
      dataset: 'made-up',
      year: '2020',
      sid,
      score,
      sentence1: `One ${sid}.`,
      sentence2: `Two ${sid}.`,
    });

  it('are read from .jsonl.gz with all fields', async () => {
    const lines = [row('1', 3.8), row('2', null), row('3', '2.5')].join('\n');
    const { parts, sources } = await importFiles([
      file('test.jsonl.gz', gzipSync(new TextEncoder().encode(lines))),
    ]);
    expect(sources[0]!.choice).toMatchObject({ name: 'test.jsonl', format: 'jsonl' });
    expect(golds(parts[0]!.pairs)).toEqual([3.8, null, 2.5]);
    expect(parts[0]!.pairs[0]).toMatchObject({
      genre: 'toy',
      source: 'made-up',
      year: '2020',
      id: expect.stringMatching(/^file:test#[0-9a-f]{8}\/test\/1$/) as string,
    });
  });

  it('rejects lines that are no JSON object or lack a sentence', async () => {
    const good = Array.from({ length: 60 }, (_, index) => row(String(index), 1));
    const text = [...good, '{"sentence1": "cut', '[1]', '{"sentence1":"a","score":1}'].join('\n');
    const { parts } = await importFiles([file('x.jsonl', text)]);
    expect(parts[0]!.report.rejected.map((entry) => entry.line)).toEqual([61, 62, 63]);
    expect(parts[0]!.report.rejected[2]!.reason).toBe('there is no sentence2');
    expect(parts[0]!.report).toMatchObject({ read: 63, rated: 60 });
  });

  it('keeps files apart that share a split', async () => {
    const zip = zipSync({
      'a.jsonl': new TextEncoder().encode(row('1', 1)),
      'b.jsonl': new TextEncoder().encode(row('1', 2)),
    });
    const { parts } = await importFiles([file('both.zip', zip)]);
    expect(parts.map((part) => [part.split, part.set])).toEqual([
      ['test', 'a'],
      ['test', 'b'],
    ]);
  });
});

describe('parquet', () => {
  const write = (
    score: number[],
    type: 'DOUBLE' | 'FLOAT',
    name: string,
    extra: { name: string; data: unknown[] }[] = [],
  ) =>
    new Uint8Array(
      parquetWriteBuffer({
        columnData: [
          { name: 'sentence1', data: score.map((_, index) => `Eins "${index}",\n`), type: 'STRING' as const },
          { name: 'sentence2', data: score.map((_, index) => `Zwei ${index} é`), type: 'STRING' as const },
          { name, data: score, type },
          ...(extra as never[]),
        ],
      }),
    );

  it('reads sentence-transformers/stsb, with scores 0-1', async () => {
    const bytes = write([0, 0.76, 1], 'DOUBLE', 'score');
    const { parts, sources } = await importFiles([file('validation.parquet', bytes)], [0, 1]);
    expect(sources[0]).toMatchObject({ suggestedScale: [0, 1], choice: { format: 'parquet', split: 'dev' } });
    expect(golds(parts[0]!.pairs)).toEqual([0, 0.76, 1]);
    expect(parts[0]!.pairs[1]).toMatchObject({ sentence1: 'Eins "1",\n', sentence2: 'Zwei 1 é' });
  });

  it('reads GLUE, whose test labels are -1 and whose idx is 32-bit', async () => {
    const idx = { name: 'idx', data: [0, 1, 2], type: 'INT32' };
    const { parts } = await importFiles([file('test.parquet', write([-1, -1, -1], 'FLOAT', 'label', [idx]))]);
    expect(parts[0]!.report).toMatchObject({ rated: 0, unrated: 3 });
    expect(noteCount(parts[0]!.report, 'no public labels')).toBe(3);
    expect(parts[0]!.pairs[2]!.id).toMatch(/\/test\/2$/);
  });

  it('takes NaN for a missing score', async () => {
    const { parts } = await importFiles([file('x.parquet', write([NaN, 2], 'DOUBLE', 'score'))]);
    expect(golds(parts[0]!.pairs)).toEqual([null, 2]);
  });

  it('names a damaged file', async () => {
    const bytes = write([1, 2, 3], 'DOUBLE', 'score');
    const refused = await unusableOf(file('cut.parquet', bytes.subarray(0, bytes.length - 20)));
    expect(refused.code).toBe('unreadable');
    expect(refused.what).toContain('cut.parquet');
  });
});
