import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstInvalidUtf8 } from '../../../src/benchmarks/formats/decode.ts';
import { jsonlTable } from '../../../src/benchmarks/formats/jsonl.ts';
import { makePart } from '../../../src/benchmarks/formats/part.ts';
import {
  readCompanion,
  readQuotedCsv,
  readSemeval,
  readStsb,
} from '../../../src/benchmarks/formats/published.ts';
import { delimitedTable } from '../../../src/benchmarks/formats/table.ts';
import { contentHash } from '../../../src/benchmarks/hash.ts';
import { balanced, context, utf8 } from './helpers.ts';

/** Any characters but lone surrogates, which no decoded text holds; those that break things more often. */
const anyText = fc.string({
  unit: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...'"\',;\t\r\n \u0000\ufeff\u2028&é') },
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 20,
});
const field = anyText.map((text) => text.replace(/[\t\n]/g, ' ').replace(/\r+$/, ''));

describe('what is written comes back', () => {
  it('through the lines of a TSV', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(field, field), { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        (rows, crlf) => {
          const end = crlf ? '\r\n' : '\n';
          const text = rows.map(([a, b]) => `g\tf\t2012\t1\t2.5\t${a}\t${b}${end}`).join('');
          const { pairs, report } = makePart(readStsb(text, 'toy'), context);
          expect(pairs.map((pair) => [pair.sentence1, pair.sentence2])).toEqual(rows);
          expect(report.rejected).toEqual([]);
        },
      ),
    );
  });

  it('through quoted CSV, line breaks and all, each row at its line', () => {
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyText, anyText), { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        (rows, crlf) => {
          const end = crlf ? '\r\n' : '\n';
          let line = 1;
          const lines = rows.map(([a, b]) => {
            const start = line;
            line += 1 + `${a}${b}`.split('\n').length - 1;
            return start;
          });
          const text = rows.map(([a, b]) => `${quote(a)},${quote(b)},2.5${end}`).join('');
          const table = readQuotedCsv(text, 'toy');
          expect(table.rows.map((row) => [row.sentence1, row.sentence2])).toEqual(rows);
          expect(table.rows.map((row) => row.line)).toEqual(lines);
        },
      ),
    );
  });

  it('through JSON lines', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyText, anyText), { minLength: 1, maxLength: 8 }), (rows) => {
        const text = rows.map(([a, b]) => JSON.stringify({ sentence1: a, sentence2: b })).join('\n');
        expect(jsonlTable(text, 'toy').rows.map((row) => row.cells)).toEqual(rows);
      }),
    );
  });
});

describe('nothing is lost without being counted', () => {
  const messy = fc.string({
    unit: fc.oneof(
      fc.constantFrom(...'\t\t\t\n\n\r"01-., a'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 120,
  });

  it('read = rated + unrated + rejected, and every line that is not a blank end is read', () => {
    fc.assert(
      fc.property(messy, messy, (text, gold) => {
        const lines = text.split('\n').findLastIndex((line) => !/^\r?$/.test(line)) + 1;
        for (const read of [readStsb, readCompanion]) {
          const part = makePart(read(text, 'toy'), context);
          expect(balanced(part.report)).toBe(true);
          expect(part.pairs).toHaveLength(part.report.rated + part.report.unrated);
          expect(part.report.read).toBe(lines);
        }
        let rows;
        try {
          rows = readSemeval(text, 'in', gold, 'gs');
        } catch {
          return;
        }
        expect(balanced(makePart(rows, context).report)).toBe(true);
      }),
    );
  });

  it('no gold becomes a number that the file does not say', () => {
    const cell = fc.oneof(
      messy.map((text) => text.replace(/[\t\n\r]/g, '')),
      fc.constantFrom('', ' ', '0', '4.40', '4,4', '-1', '1e0', '0x1', 'NaN'),
    );
    fc.assert(
      fc.property(cell, (score) => {
        const { pairs, report } = makePart(readSemeval('a\tb', 'in', `${score}\n`, 'gs'), context);
        if (report.rated === 1) expect(pairs[0]!.gold).toBe(parseFloat(score));
        if (score.trim() === '') expect(pairs[0]!.gold).toBeNull();
      }),
    );
  });
});

describe('strict UTF-8', () => {
  const platformAccepts = (sample: Uint8Array): boolean => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(sample);
      return true;
    } catch {
      return false;
    }
  };

  it('agrees with the platform on every lead and second byte', () => {
    const wrong: string[] = [];
    for (let lead = 0x7f; lead <= 0xff; lead++) {
      for (let second = 0x7f; second <= 0xc0; second++) {
        for (let tail = 0; tail <= 3; tail++) {
          const sample = Uint8Array.of(lead, second, ...Array.from({ length: tail }, () => 0x80));
          if (firstInvalidUtf8(sample) < 0 !== platformAccepts(sample)) wrong.push(sample.join());
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('agrees with the platform on what is valid', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 12 }),
      fc
        .array(
          fc.constantFrom(
            0x41,
            0x80,
            0x8f,
            0x90,
            0x9f,
            0xa0,
            0xbf,
            0xc0,
            0xc2,
            0xe0,
            0xed,
            0xef,
            0xf0,
            0xf4,
            0xf5,
          ),
          { maxLength: 6 },
        )
        .map((list) => Uint8Array.from(list)),
      anyText.map(utf8),
    );
    fc.assert(
      fc.property(bytes, (sample) => {
        const offset = firstInvalidUtf8(sample);
        expect(offset < 0).toBe(platformAccepts(sample));
        if (offset > 0) expect(firstInvalidUtf8(sample.subarray(0, offset))).toBe(-1);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('plain delimited text', () => {
  it('never joins or splits lines', () => {
    fc.assert(
      fc.property(fc.array(field, { minLength: 1 }), (lines) => {
        const text = `${lines.join('\n')}\nend`;
        const { rows, rejected } = delimitedTable(text, 'toy', {
          delimiter: '\t',
          quoting: false,
          header: false,
        });
        expect(rows.length + rejected.length).toBe(lines.length + 1);
      }),
    );
  });
});

describe('contentHash', () => {
  const pair = {
    sentence1: 'a',
    sentence2: 'b',
    gold: 1 as number | null,
    id: 'x',
    languages: ['en', 'en'] as [string, string],
  };

  it('depends on texts, gold and order, and on nothing else', async () => {
    const base = await contentHash([pair, { ...pair, gold: null }]);
    expect(base).toMatch(/^[0-9a-f]{64}$/);
    expect(
      await contentHash([
        { ...pair, id: 'y', genre: 'news' },
        { ...pair, gold: null },
      ]),
    ).toBe(base);
    const others = [
      [{ ...pair, gold: null }, pair],
      [pair, { ...pair, gold: 0 }],
      [
        { ...pair, sentence1: 'b', sentence2: 'a' },
        { ...pair, gold: null },
      ],
      [
        { ...pair, sentence1: 'a","b', sentence2: '' },
        { ...pair, gold: null },
      ],
      [
        { ...pair, sentence1: 'ab', sentence2: '' },
        { ...pair, gold: null },
      ],
      [pair],
    ];
    const hashes = await Promise.all(others.map(contentHash));
    expect(new Set([base, ...hashes]).size).toBe(others.length + 1);
  });

  it('is the same where crypto.subtle is absent (plain http)', async () => {
    const expected = await contentHash([pair]);
    const { crypto } = globalThis;
    Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true });
    try {
      expect(await contentHash([pair])).toBe(expected);
    } finally {
      Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true });
    }
  });
});
