import { File } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textFromFile } from '../../../../src/compute/models/textFile.ts';
import { Cancelled } from '../../../../src/failure.ts';
import { failureOf, noReport } from '../../support.ts';

const fileOf = (content: string | Uint8Array<ArrayBuffer>, name = 'some text.txt') =>
  new File([content], name) as unknown as globalThis.File;

async function piecesOf(content: string): Promise<string[]> {
  const pieces: string[] = [];
  await (await textFromFile(fileOf(content), noReport)).read((piece) => pieces.push(piece), noReport);
  return pieces;
}

describe('a text file', () => {
  it('is read line by line, as often as one likes', async () => {
    const text = await textFromFile(fileOf('one\r\ntwo\n\nthree'), noReport);
    expect(text).toMatchObject({ lines: 4, sizeBytes: 15 });
    expect(text.id).toMatch(/^file:some_text\.txt#[0-9a-f]{12}$/);
    for (let time = 0; time < 2; time++) {
      const pieces: string[] = [];
      await text.read((piece) => pieces.push(piece), noReport);
      expect(pieces.map((piece) => piece.trim())).toEqual(['one', 'two', '', 'three']);
    }
  });

  it('its id follows from its content', async () => {
    const ids = await Promise.all(
      ['a', 'b'].map(async (text) => (await textFromFile(fileOf(text), noReport)).id),
    );
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('a very long line comes in stretches, cut at blanks', async () => {
    const line = 'words and more '.repeat(60_000);
    const pieces = await piecesOf(line);
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.join('')).toBe(line);
    for (const piece of pieces.slice(1)) expect(piece === '' || piece.startsWith(' ')).toBe(true);
  });

  it('loses nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (content) => {
        fc.pre(content.trim() !== '' && !content.includes('\0') && !content.startsWith('\ufeff'));
        const joined = (await piecesOf(content)).join('\n');
        expect(joined).toBe(content.replace(/\n$/, ''));
      }),
    );
  });

  it('what is no text is refused', async () => {
    expect((await failureOf(() => textFromFile(fileOf(Uint8Array.of(65, 255, 254)), noReport))).code).toBe(
      'bad-encoding',
    );
    expect((await failureOf(() => textFromFile(fileOf(' \n\n '), noReport))).code).toBe('no-text');
    const binary = await failureOf(() => textFromFile(fileOf('a\nb\0c\nd'), noReport));
    expect(binary.code).toBe('not-text');
    expect(binary.what).toContain('line 2');
    // A character that ends in the middle.
    expect((await failureOf(() => textFromFile(fileOf(Uint8Array.of(65, 195)), noReport))).code).toBe(
      'bad-encoding',
    );
  });

  it('can be stopped', async () => {
    const signal = AbortSignal.abort();
    await expect(textFromFile(fileOf('a'), noReport, signal)).rejects.toBeInstanceOf(Cancelled);
  });
});
