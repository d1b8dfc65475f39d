/** The cases of "cases that go wrong elsewhere" that concern loading data: 1-5, 8, 10, 11. */
import { describe, expect, it } from 'vitest';
import { decode, refuseWebPage } from '../../../src/benchmarks/formats/decode.ts';
import { makePart } from '../../../src/benchmarks/formats/part.ts';
import { readSemeval, readStsb } from '../../../src/benchmarks/formats/published.ts';
import { readMapped } from '../../../src/benchmarks/mapped.ts';
import type { NamedBytes, Scale } from '../../../src/benchmarks/types.ts';
import type { InspectOptions } from '../../../src/benchmarks/userFile.ts';
import { inspect } from '../../../src/benchmarks/userFile.ts';
import { balanced, context, failureOf, file, golds, noteCount, unusableOf, utf8 } from './helpers.ts';

async function importAs(files: NamedBytes[], options: InspectOptions = {}, scale: Scale = [0, 5]) {
  const { sources } = await inspect(files, new Map([[files[0]!.name, options]]));
  const choices = { sources: sources.map((source) => ({ ...source.choice, scale })) };
  const result = await readMapped(files, { ...choices, languages: ['en', 'en'] });
  for (const part of result.parts) expect(balanced(part.report)).toBe(true);
  return { ...result, sources, part: result.parts[0]! };
}

describe('case 1: a lone quote is an ordinary character in a TSV', () => {
  const rows = [
    '4.0\t"Stop there, she said.\tShe told us to stop.',
    '1.5\tA cat naps.\tA door creaks.',
    '3.2\tHe said "yes".\tHe agreed.',
  ];
  const text = `${rows.join('\n')}\n`;

  for (const name of ['quotes.tsv', 'quotes.txt', 'quotes.csv']) {
    it(`keeps all three pairs and the quotes of ${name}`, async () => {
      const { part, sources } = await importAs([file(name, text)]);
      expect(sources[0]!.choice.quoting).toBe(false);
      expect(golds(part.pairs)).toEqual([4, 1.5, 3.2]);
      expect(part.pairs[0]!.sentence1).toBe('"Stop there, she said.');
      expect(part.pairs[2]!.sentence1).toBe('He said "yes".');
    });
  }

  it('keeps them in the STS-B reader as well, wherever the quote stands', () => {
    const line = (first: string, second: string) =>
      `main-news\tMSRpar\t2012test\t0001\t3.5\t${first}\t${second}`;
    const lines = [line('"Open', 'never closed'), line('a "b" c', '"'), line('plain', 'text"')];
    const { pairs } = makePart(readStsb(lines.join('\n'), 'toy.csv'), context);
    expect(pairs.map((pair) => [pair.sentence1, pair.sentence2])).toEqual([
      ['"Open', 'never closed'],
      ['a "b" c', '"'],
      ['plain', 'text"'],
    ]);
  });

  it('is on for a comma-separated .csv, and a line break inside a field is announced', async () => {
    const csv = 'score,s1,s2\n4,"Stop, she said.","Line one\nline two"\n2,A cat naps.,A door creaks.\n';
    const { part, sources } = await importAs([file('quoted.csv', csv)]);
    expect(sources[0]!.choice).toMatchObject({ quoting: true, delimiter: ',' });
    expect(part.pairs[0]).toMatchObject({ sentence1: 'Stop, she said.', sentence2: 'Line one\nline two' });
    expect(part.pairs[1]!.id).toMatch(/^file:quoted#[0-9a-f]{8}\/all\/4$/);
    expect(sources[0]!.warnings.join()).toMatch(/line break: 1 \(first at line 2\)/);
    expect(sources[0]!.warnings.join()).toMatch(/quoting on the file has 3 rows, with quoting off 4/);
  });

  it('warns when quoting, asked for, would swallow rows', async () => {
    const text = '4\t"Stop there.\tHalt.\n3\tOne.\tTwo.\n2\tThree.\tFour."\n1\tFive.\tSix.\n';
    const { sources } = await inspect(
      [file('swallow.tsv', text)],
      new Map([['swallow.tsv', { quoting: true }]]),
    );
    expect(sources[0]!.warnings.join()).toMatch(/quoting on the file has 2 rows, with quoting off 4/);
    expect(sources[0]!.warnings.join()).toMatch(/line break/);
  });

  it('falls back to no quoting where a quote is never closed, and names the line', async () => {
    const csv = '4,"Stop there she said.,She told us to stop.\n1,A cat naps.,A door creaks.\n';
    const { part, sources } = await importAs([file('open.csv', csv)]);
    expect(part.pairs).toHaveLength(2);
    expect(sources[0]!.choice.quoting).toBe(false);
    expect(sources[0]!.warnings[0]).toMatch(/open\.csv, line 1: .*never closed.*turned off/);
    const refused = await unusableOf(file('open.csv', csv), { quoting: true });
    expect(refused.code).toBe('unclosed-quote');
  });
});

describe('case 2: more or fewer fields than the header', () => {
  const header = 'genre\tfile\tyear\tid\tscore\ts1\ts2';
  const row = (id: number, extra = '') =>
    `news\tmade-up\t2012\t${id}\t3.5\tFirst ${id}.\tSecond ${id}.${extra}`;
  const good = Array.from({ length: 30 }, (_, index) => row(index));

  it('ignores an extra trailing column with a note, and lists a short row with line and reason', async () => {
    const text = [header, row(98, '\tCC BY'), 'news\tmade-up\t2012\t99\t3.5\tOnly one.', ...good].join('\n');
    const { part } = await importAs([file('toy.tsv', text)]);
    expect(part.report).toMatchObject({ read: 32, rated: 31, unrated: 0 });
    expect(part.report.rejected).toEqual([{ file: 'toy.tsv', line: 3, reason: '6 columns instead of 7' }]);
    expect(noteCount(part.report, 'more than 7 columns')).toBe(1);
  });

  it('stops when more than 5 % of the rows are rejected, unless the loss is accepted', async () => {
    const short = 'news\tmade-up\t2012\t99\t3.5\tOnly one.';
    const files = [file('toy.tsv', [header, short, short, ...good].join('\n'))];
    const { sources } = await inspect(files);
    const choices = { sources: [{ ...sources[0]!.choice, scale: [0, 5] as Scale }] };
    const failure = await failureOf(() => readMapped(files, { ...choices, languages: ['en', 'en'] }));
    expect(failure.code).toBe('import-rejected');
    expect(failure.message).toMatch(/2 of 32 rows.*toy\.tsv, line 2: 6 columns instead of 7/);
    const accepted = await readMapped(files, { ...choices, languages: ['en', 'en'], acceptRejected: true });
    expect(accepted.parts[0]!.report).toMatchObject({ read: 32, rated: 30 });
    expect(accepted.parts[0]!.report.rejected).toHaveLength(2);
  });

  it('stops when no row is left, whatever was accepted', async () => {
    const files = [file('toy.tsv', `${header}\nnews\tmade-up\n`)];
    const mapping = { sentence1: 5, sentence2: 6, gold: 4 };
    const { sources } = await inspect(files, new Map([['toy.tsv', { mapping }]]));
    const choices = { sources: [sources[0]!.choice], acceptRejected: true };
    const failure = await failureOf(() => readMapped(files, { ...choices, languages: ['en', 'en'] }));
    expect(failure.message).toMatch(/no row could be read.*line 2/);
  });

  it('rejects a row that an unquoted comma would have shifted', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => `3,First ${index}.,Second ${index}.`);
    const text = ['score,s1,s2', '4,Hello, there,Hi there', ...rows].join('\n');
    const { part } = await importAs([file('toy.csv', text)]);
    expect(part.report.rejected[0]).toMatchObject({ line: 2, reason: expect.stringMatching(/4 columns/) });
    expect(part.pairs).toHaveLength(40);
  });
});

describe('case 3: blank gold scores', () => {
  const input = ['a\tb', 'c\td', 'e\tf', 'g\th', 'i\tj'].join('\n');

  it('leaves the pair unrated; nothing becomes 0', () => {
    const part = makePart(readSemeval(input, 'in.txt', '3.0\n\n1.2\n\n5', 'gs.txt'), context);
    expect(golds(part.pairs)).toEqual([3, null, 1.2, null, 5]);
    expect(part.report).toMatchObject({ read: 5, rated: 3, unrated: 2, rejected: [] });
    expect(noteCount(part.report, 'blank')).toBe(2);
  });

  it('keeps blank last lines of a gold file apart from its end', () => {
    const part = makePart(readSemeval(input, 'in.txt', '3.0\n\n1.2\n\n\n', 'gs.txt'), context);
    expect(golds(part.pairs)).toEqual([3, null, 1.2, null, null]);
  });

  it('counts input beyond the gold file as unrated', () => {
    const part = makePart(readSemeval(input, 'in.txt', '3.0\n2\n', 'gs.txt'), context);
    expect(part.report).toMatchObject({ rated: 2, unrated: 3 });
  });

  it('refuses gold that is longer than its input, with both counts', async () => {
    const failure = await failureOf(() => readSemeval(input, 'in.txt', '1\n2\n3\n4\n5\n0\n', 'gs.txt'));
    expect(failure.code).toBe('gold-too-long');
    expect(failure.message).toMatch(/gs\.txt has 6 lines, but in\.txt has only 5/);
  });

  it('refuses a score beside a blank last line of the input', async () => {
    const failure = await failureOf(() =>
      readSemeval(`${input}\n\n`, 'in.txt', '1\n2\n3\n4\n5\n0\n', 'gs.txt'),
    );
    expect(failure.code).toBe('gold-too-long');
  });

  it('stays aligned after a line that is rejected', () => {
    const broken = makePart(readSemeval('a\tb\nno tab\ne\tf', 'in.txt', '1\n2\n3', 'gs.txt'), context);
    expect(broken.pairs.map((pair) => [pair.sentence1, pair.gold])).toEqual([
      ['a', 1],
      ['e', 3],
    ]);
    expect(broken.report.rejected).toEqual([{ file: 'in.txt', line: 2, reason: '1 column instead of 2' }]);
  });

  it('holds for a blank cell in a table of one file', async () => {
    const { part } = await importAs([file('toy.tsv', 'score\ts1\ts2\n\ta\tb\n0\tc\td\n  \te\tf\n')]);
    expect(golds(part.pairs)).toEqual([null, 0, null]);
  });
});

describe('case 4: hidden test labels stored as -1', () => {
  const table = (scores: number[]) =>
    ['score\ts1\ts2', ...scores.map((score, index) => `${score}\tFirst ${index}.\tSecond ${index}.`)].join(
      '\n',
    );

  it('counts -1 in a 0-5 column as unrated and announces it', async () => {
    const { part, sources } = await importAs([file('toy.tsv', table([0, 1, 2, 3, 4, -1, -1]))]);
    expect(golds(part.pairs)).toEqual([0, 1, 2, 3, 4, null, null]);
    expect(part.report).toMatchObject({ rated: 5, unrated: 2 });
    expect(noteCount(part.report, 'no public label')).toBe(2);
    expect(sources[0]!.warnings.join()).toMatch(/2 gold scores are -1/);
    expect(sources[0]!.gold).toMatchObject({ min: 0, max: 4, minusOnes: 2 });
  });

  it('says that a split has no public labels where all are -1', async () => {
    const { part } = await importAs([file('toy.tsv', table([-1, -1, -1]))]);
    expect(part.report).toMatchObject({ rated: 0, unrated: 3 });
    expect(noteCount(part.report, 'This split has no public labels')).toBe(3);
  });

  it('takes -1 as a score on a scale that reaches it, and as an error beside other negatives', async () => {
    const files = [file('toy.tsv', table([-1, 0.5, 1]))];
    expect(golds((await importAs(files, {}, [-1, 1])).part.pairs)).toEqual([-1, 0.5, 1]);
    const many = Array.from({ length: 60 }, () => 2);
    const { part } = await importAs([file('toy.tsv', table([-1, -0.5, ...many]))]);
    expect(part.report.rejected.map((row) => row.reason)).toEqual([
      'the gold score -1 lies outside the scale 0 to 5',
      'the gold score -0.5 lies outside the scale 0 to 5',
    ]);
  });
});

describe('case 5: the score scale is not 0-5', () => {
  const suggest = async (scores: number[]) => {
    const rows = scores.map((score, index) => `${score}\tFirst ${index}.\tSecond ${index}.`);
    const { sources } = await inspect([file('toy.tsv', `score\ts1\ts2\n${rows.join('\n')}\n`)]);
    return sources[0]!;
  };

  it.each([
    [
      [1, 2.5, 4.9],
      [1, 5],
      [1, 4.9],
    ],
    [
      [0, 0.25, 1],
      [0, 1],
      [0, 1],
    ],
    [
      [0, 2.2, 4],
      [0, 4],
      [0, 4],
    ],
    [
      [0, 2.2, 4.8],
      [0, 5],
      [0, 4.8],
    ],
  ])('suggests a scale for %j and shows the range', async (scores, scale, [min, max]) => {
    const source = await suggest(scores);
    expect(source.suggestedScale).toEqual(scale);
    expect(source.gold).toMatchObject({ min, max });
    expect(source.warnings.join()).toMatch(/alike or different cannot be seen/);
  });

  it('suggests nothing beyond the usual scales, and asks', async () => {
    const source = await suggest([10, 55, 99]);
    expect(source.suggestedScale).toBeNull();
    expect(source.warnings.join()).toMatch(/state the scale/);
  });

  it('never rescales', async () => {
    const files = [file('toy.tsv', 'score\ts1\ts2\n0.25\ta\tb\n1\tc\td\n')];
    expect(golds((await importAs(files, {}, [0, 1])).part.pairs)).toEqual([0.25, 1]);
  });

  it('rejects a score outside the scale of the benchmark', () => {
    const part = makePart(readSemeval('a\tb\nc\td', 'in.txt', '3\n5.5', 'gs.txt'), {
      ...context,
      goldFile: 'gs.txt',
    });
    expect(part.report.rejected).toEqual([
      { file: 'gs.txt', line: 2, reason: 'the gold score 5.5 lies outside the scale 0 to 5' },
    ]);
  });
});

describe('case 8: BOM, CRLF, encodings', () => {
  const text = 'score,s1,s2\r\n4,Café there,Hi there\r\n';
  const utf16 = (littleEndian: boolean, value: string) => {
    const bytes = new Uint8Array(value.length * 2);
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < value.length; at++) view.setUint16(at * 2, value.charCodeAt(at), littleEndian);
    return bytes;
  };
  const latin = Uint8Array.from(text, (char) => char.charCodeAt(0));

  it.each([
    ['UTF-8 with a BOM', utf8(`\ufeff${text}`), 'utf-8'],
    ['UTF-16LE with a BOM', utf16(true, `\ufeff${text}`), 'utf-16le'],
    ['UTF-16BE with a BOM', utf16(false, `\ufeff${text}`), 'utf-16be'],
  ])('reads %s', async (_, bytes, encoding) => {
    const { part, sources } = await importAs([file('toy.csv', bytes)]);
    expect(sources[0]).toMatchObject({ bom: true, choice: { encoding, header: true } });
    expect(sources[0]!.columns.map((column) => column.name)).toEqual(['score', 's1', 's2']);
    expect(part.pairs[0]).toMatchObject({ gold: 4, sentence1: 'Café there', sentence2: 'Hi there' });
  });

  it('refuses Windows-1252, naming byte, line and the likely encoding; and reads it when told', async () => {
    const refused = await unusableOf(file('toy.csv', latin));
    expect(refused.code).toBe('undecodable');
    expect(refused.what).toMatch(/toy\.csv is not UTF-8 at byte 18 \(0xE9, line 2\).*Windows-1252/);
    const { part } = await importAs([file('toy.csv', latin)], { encoding: 'windows-1252' });
    expect(part.pairs[0]!.sentence1).toBe('Café there');
  });

  it('refuses UTF-16 without a BOM, which would be valid UTF-8 full of zeros', async () => {
    for (const [little, name] of [
      [true, 'UTF-16LE'],
      [false, 'UTF-16BE'],
    ] as const) {
      const failure = await failureOf(() => decode(utf16(little, text), 'toy.csv'));
      expect(failure.message).toContain(`probably ${name}`);
    }
    expect(decode(utf16(true, text), 'toy.csv', 'utf-16le').text).toBe(text);
  });

  it('strips a BOM at the start only, and keeps a CR inside a line', async () => {
    const { part } = await importAs([file('toy.tsv', '\ufeff4\ta\rb\t\ufeffc\r\n3\td\te\r\n')]);
    expect(part.pairs[0]).toMatchObject({ gold: 4, sentence1: 'a\rb', sentence2: '\ufeffc' });
    expect(part.pairs[1]!.sentence2).toBe('e');
  });

  it('refuses half a character at the end', async () => {
    const failure = await failureOf(() => decode(utf8('café').slice(0, 4), 'toy.txt'));
    expect(failure.code).toBe('undecodable');
    expect((await failureOf(() => decode(Uint8Array.of(0xff, 0xfe, 0x41), 'toy.txt'))).code).toBe(
      'undecodable',
    );
  });
});

describe('case 10: empty or blank text', () => {
  it.each(['', '   ', '\u00a0'])('keeps the pair with %j and counts it', (blank) => {
    const text = `3\t${blank}\tA man cooks.`.replace('3\t', '');
    const part = makePart(readSemeval(`${text}\nx\ty`, 'in.txt', '3\n1', 'gs.txt'), context);
    expect(part.pairs[0]).toMatchObject({ sentence1: blank, gold: 3 });
    expect(part.report.rated).toBe(2);
    expect(noteCount(part.report, 'empty or blank')).toBe(1);
  });
});

describe('case 11: a web page in place of data', () => {
  it.each([
    '<!DOCTYPE html><html>',
    '\n  <html lang="en">',
    '<?xml version="1.0"?>\n<!doctype html>',
    '\ufeff<HEAD>',
  ])('recognises %j', async (start) => {
    const refused = await unusableOf(file('sts-test.csv', `${start}<body>a\tb\tc</body>`));
    expect(refused.code).toBe('web-page');
    expect(refused.what).toMatch(/Expected a table.*got a web page from sts-test\.csv/);
  });

  it('does not take a sentence about markup for one', () => {
    expect(() => refuseWebPage(utf8('4\t<html> is a tag.\tSo is <b>.'), 'toy', 'data')).not.toThrow();
  });
});
