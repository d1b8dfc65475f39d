import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  startHistory,
  withPresent,
  withRow,
  type LabHistory,
  type LabPair,
} from '../../../src/app/labHistory.ts';
import { historyOf, MOST_LINK_CHARACTERS, readLabLink, writeLabLink } from '../../../src/app/labLink.ts';
import { EDIT_KINDS } from '../../../src/edits/types.ts';

const pair: LabPair = {
  benchmark: 'sick',
  id: 'sick/test/12',
  part: 'test',
  gold: 3,
  scale: [1, 5],
  languages: ['en', 'en'],
  isOwnFile: false,
};
const sentences: [string, string] = ['Benchmark words here.', 'Other benchmark words.'];

const textOf = (history: LabHistory): string => {
  const link = writeLabLink(history);
  if (link.kind !== 'link') throw new Error(`No link: ${link.kind}.`);
  return link.text;
};
const plain = (text: string): string => Buffer.from(text, 'base64url').toString('utf8');
const back = (text: string): LabHistory => {
  const link = readLabLink(text)!;
  return historyOf(link, link.pair === null ? null : { pair, sentences });
};

// Short: a grapheme can be dozens of characters, and a link too long is another case.
const sentence = fc.string({ maxLength: 3, unit: 'grapheme' });
const histories = fc
  .record({
    start: fc.tuple(sentence, sentence),
    isPair: fc.boolean(),
    steps: fc.array(
      fc.record({
        from: fc.nat(6),
        kind: fc.constantFrom('typed' as const, 'neighbour' as const, ...EDIT_KINDS),
        label: fc.string({ maxLength: 20, unit: 'grapheme-ascii' }),
        sentences: fc.tuple(sentence, sentence),
      }),
      { maxLength: 6 },
    ),
    present: fc.nat(6),
  })
  .map(({ start, isPair, steps, present }) => {
    let history = isPair ? startHistory(sentences, pair) : startHistory(start);
    for (const step of steps) {
      history = withRow(withPresent(history, step.from), step.sentences, step.kind, step.label);
    }
    return withPresent(history, present);
  });

describe('link of the lab', () => {
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

  it('brings back sentences, edits and the chosen row, in characters that an address holds', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const link = writeLabLink(history);
        if (link.kind === 'none') {
          expect(history.rows).toHaveLength(1);
          return;
        }
        if (link.kind !== 'link') throw new Error(link.kind);
        expect(link.text).toMatch(/^[\w-]+$/);
        expect(back(link.text)).toEqual(history);
      }),
    );
  });

  it('holds no word of a benchmark’s pair, but those of the rows that were edited', () => {
    const edited = withRow(startHistory(sentences, pair), [sentences[0], 'Changed.'], 'drop', 'drop “x”');
    const text = plain(textOf(edited));
    expect(text).toContain(pair.id);
    expect(text).toContain('Changed.');
    for (const word of sentences.flatMap((own) => own.split(' '))) expect(text).not.toContain(word);
  });

  it('holds nothing but the id where the pair is of a file of the person’s own', () => {
    const own: LabPair = { ...pair, benchmark: 'file:mine#12', id: 'file:mine#12/all/3', isOwnFile: true };
    const edited = withRow(startHistory(sentences, own), ['Secret.', 'Words.'], 'typed', '“secret”');
    const link = writeLabLink(edited);
    expect(link).toMatchObject({ kind: 'link', isPrivate: true });
    expect(JSON.parse(plain(textOf(edited)))).toEqual({ v: 1, pair: own.id });
  });

  it('is none where the id would name a split out of a column of the person’s file', () => {
    const id = 'file:mine#12/A sentence of the file./3';
    const own: LabPair = {
      ...pair,
      benchmark: 'file:mine#12',
      id,
      part: 'A sentence of the file.',
      isOwnFile: true,
    };
    expect(writeLabLink(startHistory(sentences, own))).toEqual({ kind: 'none' });
  });

  it('of earlier versions may be longer than those that are written', () => {
    const long = encode({ v: 1, start: ['a'.repeat(3_500), 'b'] });
    expect(long.length).toBeGreaterThan(MOST_LINK_CHARACTERS);
    expect(readLabLink(long)?.start).toEqual(['a'.repeat(3_500), 'b']);
  });

  it('says how long it is where it is too long', () => {
    const long = writeLabLink(startHistory(['word '.repeat(2_000), '']));
    expect(long).toMatchObject({ kind: 'too-long' });
    expect(long.kind === 'too-long' && long.characters).toBeGreaterThan(MOST_LINK_CHARACTERS);
  });

  it('an empty bench has none', () => {
    expect(writeLabLink(startHistory())).toEqual({ kind: 'none' });
  });

  it.each([
    ['nothing', ''],
    ['no base64', '%%%'],
    ['no JSON', Buffer.from('{').toString('base64url')],
    ['no text', Buffer.from([0xff, 0xfe]).toString('base64url')],
    ['another version', encode({ v: 2, start: ['a', 'b'] })],
    ['no start', encode({ v: 1 })],
    ['a start of one sentence', encode({ v: 1, start: ['a'] })],
    ['null', encode(null)],
    ['more than a link may have', encode({ v: 1, start: ['a'.repeat(6_000), 'b'] })],
  ])('%s is no link', (_, text) => {
    expect(readLabLink(text)).toBeNull();
  });

  it('leaves out rows that it does not understand, and what was made from them', () => {
    const link = readLabLink(
      encode({
        v: 1,
        start: ['a', 'b'],
        novelty: true,
        rows: [
          [0, 'transmogrify', '', 'c', null],
          [1, 'drop', '', 'd', null],
          [0, 'drop', '', 'e', null],
          [9, 'drop', '', 'f', null],
          [3, 'typed', 5, null, 'g'],
          'row',
          [0, 'drop', '', 7, null],
        ],
        at: 5,
      }),
    );
    const history = historyOf(link!, null);
    expect(history.rows.map((row) => row.sentences)).toEqual([
      ['a', 'b'],
      ['e', 'b'],
      ['e', 'g'],
    ]);
    expect(history.present).toBe(2);
  });

  it('never throws, whatever stands in the address', () => {
    fc.assert(fc.property(fc.string(), (text) => void readLabLink(text)));
    fc.assert(
      fc.property(fc.json(), (json) => {
        const link = readLabLink(Buffer.from(json).toString('base64url'));
        if (link) historyOf(link, null);
      }),
    );
  });
});
