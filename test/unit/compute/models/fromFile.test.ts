import { File } from 'node:buffer';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fileModelId,
  frequenciesFromFile,
  vectorsFromFile,
} from '../../../../src/compute/models/fromFile.ts';
import { Cancelled } from '../../../../src/failure.ts';
import { failureOf, noReport, utf8 } from '../../support.ts';

const file = (name: string, content: string | Uint8Array): globalThis.File =>
  new File([content], name) as unknown as globalThis.File;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const TEXT = '4 3\n. . . 0.1 0.2 0.3\ncat 1 0 0\ncat 0 1 0\ndog 1 2\nbird 0 x 1\nowl 0 0 1\n';

describe('vectorsFromFile', () => {
  it('reads once for the facts, and again for the words of a vocabulary', async () => {
    const vectors = await vectorsFromFile(file('my vectors.txt', TEXT), noReport);
    expect(vectors.revision).toBe(sha256(TEXT));
    expect(vectors.id).toBe(`file:my_vectors.txt#${sha256(TEXT).slice(0, 12)}`);
    expect(vectors).toMatchObject({ dimension: 3, summary: { header: true } });
    const { rows, known } = await vectors.rowsFor(['owl', 'unheard', 'cat', '. . .'], noReport);
    expect([...known]).toEqual([1, 0, 1, 1]);
    expect([...rows.subarray(0, 9)]).toEqual([0, 0, 1, 0, 0, 0, 1, 0, 0]);
    expect(rows[9]).toBe(Math.fround(0.1));
  });

  it('case 17: says beside the number which lines were passed over', async () => {
    const vectors = await vectorsFromFile(file('v.txt', TEXT), noReport);
    const { notes, known } = await vectors.rowsFor(['cat', 'bird'], noReport);
    expect([...known]).toEqual([1, 0]);
    expect(notes).toEqual([
      '1 words stand more than once in v.txt; the first vector was used.',
      '2 lines of v.txt were rejected; the first is 5: fewer than 3 numbers behind the word.',
    ]);
    const clean = await vectorsFromFile(file('v.txt', 'cat 1 2\n'), noReport);
    expect((await clean.rowsFor(['cat'], noReport)).notes).toEqual([]);
  });

  it('reports bytes up to the size of the file', async () => {
    const given = file('v.txt', TEXT);
    const reports: number[][] = [];
    const vectors = await vectorsFromFile(given, (done, total) => reports.push([done, total]));
    expect(reports.at(-1)).toEqual([given.size, given.size]);
    reports.length = 0;
    await vectors.rowsFor(['cat'], (done, total) => reports.push([done, total]));
    expect(reports.at(-1)).toEqual([given.size, given.size]);
  });

  it('case 11: a web page is refused, by name', async () => {
    const failure = await failureOf(() =>
      vectorsFromFile(file('v.txt', '<!doctype html>\n<p>Not found</p>\n'), noReport),
    );
    expect(failure.code).toBe('not-vectors');
    expect(failure.what).toContain('v.txt');
  });

  it('a cancel lets go of the file', async () => {
    const controller = new AbortController();
    controller.abort();
    let cancelled = false;
    const stream = new ReadableStream({
      pull: (sink) => sink.enqueue(utf8('cat 1 2\n')),
      cancel: () => {
        cancelled = true;
      },
    });
    const endless = { name: 'v.txt', size: 1e12, stream: () => stream } as unknown as globalThis.File;
    await expect(vectorsFromFile(endless, noReport, controller.signal)).rejects.toBeInstanceOf(Cancelled);
    expect(cancelled).toBe(true);
  });
});

describe('fileModelId', () => {
  it('fits into the id of a system, whatever the name, and differs with the content', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(fileModelId(name, '0123456789abcdef')).toMatch(/^file:[^\s(),=]*#0123456789ab$/u);
      }),
    );
    expect(fileModelId('a.txt', '1'.repeat(64))).not.toBe(fileModelId('a.txt', '2'.repeat(64)));
  });
});

describe('frequenciesFromFile', () => {
  it('reads counts, under an id that holds their hash', async () => {
    const text = 'the\t6\ncat\t2\n';
    const table = await frequenciesFromFile(file('counts.tsv', text));
    expect(table).toMatchObject({
      total: 8,
      revision: sha256(text),
      id: `file:counts.tsv#${sha256(text).slice(0, 12)}`,
    });
  });

  it('case 15: refuses ranks, by the name of the file', async () => {
    const failure = await failureOf(() => frequenciesFromFile(file('ranks.tsv', 'the 3\nof 2\nand 1\n')));
    expect(failure.code).toBe('ranks-not-counts');
    expect(failure.what).toContain('ranks.tsv');
  });

  it('case 8: refuses bytes that are not UTF-8, instead of words that nobody wrote', async () => {
    const failure = await failureOf(() =>
      frequenciesFromFile(file('latin.txt', Uint8Array.of(0x63, 0xe9, 0x20, 0x35))),
    );
    expect(failure.code).toBe('bad-encoding');
    expect(failure.what).toContain('latin.txt');
  });
});
