import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Cancelled, Failure } from '../../../../src/failure.ts';
import { readVectorText, type VectorTextSummary } from '../../../../src/systems/encoders/vectorText.ts';
import { failureOf, utf8 } from '../../support.ts';

async function* pieces(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  let start = 0;
  for (const end of [...cuts, bytes.length]) {
    yield bytes.slice(start, end);
    start = end;
  }
}

interface Read {
  summary: VectorTextSummary;
  vectors: [string, number[]][];
}

async function read(content: string | Uint8Array, cuts: readonly number[] = []): Promise<Read> {
  const vectors: [string, number[]][] = [];
  const bytes = typeof content === 'string' ? utf8(content) : content;
  const summary = await readVectorText(pieces(bytes, cuts), {
    name: 'vectors.txt',
    keep: (word, vector) => vectors.push([word, [...vector]]),
  });
  return { summary, vectors };
}
const words = ({ vectors }: Read): string[] => vectors.map(([word]) => word);

const CASE_17 = '2 3\n. . . 0.1 0.2 0.3\ncat 1 0 0\ncat 0 1 0\ndog 1 2\n';

describe('readVectorText', () => {
  it('case 17: header, words with blanks, duplicates, short lines', async () => {
    const { summary, vectors } = await read(CASE_17);
    expect(summary).toEqual({
      dimension: 3,
      words: 3,
      rejected: [{ file: 'vectors.txt', line: 5, reason: 'fewer than 3 numbers behind the word' }],
      rejectedCount: 1,
      duplicates: 1,
      header: true,
    });
    expect(vectors.map(([word]) => word)).toEqual(['. . .', 'cat']);
    expect(vectors[0]![1]).toEqual([...Float32Array.of(0.1, 0.2, 0.3)]);
    expect(vectors[1]![1]).toEqual([1, 0, 0]);
  });

  it('takes a first line of numbers for a word where it declares no such dimension', async () => {
    const { summary, vectors } = await read('7 1 2 3\n8 4 5 6\n');
    expect(summary).toMatchObject({ header: false, dimension: 3, words: 2 });
    expect(vectors[0]).toEqual(['7', [1, 2, 3]]);
    const wrong = await read('2 5\ncat 1 2 3\ndog 4 5 6\n');
    expect(wrong.summary).toMatchObject({ header: false, dimension: 3, words: 2, rejectedCount: 1 });
    expect(wrong.summary.rejected[0]).toMatchObject({ line: 1 });
  });

  it('lets the majority of lines decide on the dimension', async () => {
    const short = await read('cat 1 2\ndog 1 2 3\nbird 4 5 6\n');
    expect(short.summary).toMatchObject({ dimension: 3, rejectedCount: 1 });
    expect(short.summary.rejected[0]!.line).toBe(1);
    // Words that end in numbers look longer than they are.
    const long = await read('route 66 1 2 3\ndog 1 2 3\nbird 4 5 6\n');
    expect(words(long)).toEqual(['route 66', 'dog', 'bird']);
  });

  it.each([
    ['CRLF', 'cat 1 2\r\n\r\ndog 3 4\r\n'],
    ['tabs', 'cat\t1\t2\ndog\t3\t4\n'],
    ['several blanks', '  cat   1  2\ndog \t 3   4\n'],
    ['blanks at the end', 'cat 1 2 \ndog 3 4\t\n'],
    ['no newline at the end', 'cat 1 2\ndog 3 4'],
    ['blank lines', '\ncat 1 2\n\n  \ndog 3 4\n\n'],
    ['a byte order mark', '\ufeffcat 1 2\ndog 3 4\n'],
    ['other spellings of numbers', 'cat 1.0e0 +2\ndog 3. 04\n'],
  ])('reads %s', async (_, text) => {
    const { vectors, summary } = await read(text);
    expect(vectors).toEqual([
      ['cat', [1, 2]],
      ['dog', [3, 4]],
    ]);
    expect(summary.rejected).toEqual([]);
  });

  it('keeps what is inside a word: letters of all scripts, no-break blanks', async () => {
    expect(words(await read('naïve 1 2\n猫 3 4\na\u00a0b 5 6\n'))).toEqual(['naïve', '猫', 'a\u00a0b']);
  });

  it.each([
    ['a field that is no number', 'dog 1 x', 'a field of the vector is not a number'],
    ['NaN', 'dog NaN 1', 'a field of the vector is not a number'],
    ['an infinite number', 'dog Infinity 1', 'a field of the vector is not a number'],
    ['a number past float32', 'dog 1e39 1', 'a field of the vector is not a number'],
    ['no word', '\t1 2', 'fewer than 2 numbers behind the word'],
    ['no word but blanks', ' \t 1 2', 'no word before the numbers'],
    ['too few numbers', 'dog 1', 'fewer than 2 numbers behind the word'],
  ])('rejects a line with %s, by number and reason', async (_, line, reason) => {
    const { summary, vectors } = await read(`cat 1 2\n${line}\nbird 3 4\n`);
    expect(summary.rejected).toEqual([{ file: 'vectors.txt', line: 2, reason }]);
    expect(summary.words).toBe(2);
    expect(vectors.map(([word]) => word)).toEqual(['cat', 'bird']);
  });

  it('rejects a word that is not UTF-8, and reads on', async () => {
    const bytes = Uint8Array.from([...utf8('cat 1 2\n'), 0x63, 0xe9, 0x20, ...utf8('3 4\nbird 5 6\n')]);
    const { summary, vectors } = await read(bytes);
    expect(summary.rejected).toEqual([
      { file: 'vectors.txt', line: 2, reason: 'the word is not valid UTF-8' },
    ]);
    expect(vectors.map(([word]) => word)).toEqual(['cat', 'bird']);
  });

  it('lists twenty rejected lines and counts all, also past the first 200 lines', async () => {
    const good = Array.from({ length: 300 }, (_, i) => `w${i} 1 2\n`).join('');
    const { summary } = await read(good + 'bad 1\n'.repeat(50));
    expect(summary).toMatchObject({ words: 300, rejectedCount: 50 });
    expect(summary.rejected.length).toBe(20);
    expect(summary.rejected[0]!.line).toBe(301);
  });

  it.each<[string, string | Uint8Array]>([
    ['an empty file', ''],
    ['blank lines', '\n\n \n'],
    ['a header alone', '400000 300\n'],
    ['a web page', '<!doctype html>\n<html>\n<body>\n<p>Not found: 404 1 2</p>\n</html>\n'],
    ['prose', 'Once upon a time.\nThere was a cat.\n'],
    ['sentence pairs', 'A cat sleeps.\tA cat naps.\t4.2\nA dog runs.\tA man sits.\t0.5\n'],
    ['words alone', 'cat\ndog\nbird\n'],
    ['UTF-16', Uint8Array.from([...'cat 1 2\ndog 3 4\n'].flatMap((c) => [c.charCodeAt(0), 0]))],
    [
      'the binary form',
      Uint8Array.from([
        ...utf8('3 4\n'),
        ...Uint8Array.from({ length: 5000 }, (_, i) => (i * 97 + 13) % 251),
      ]),
    ],
    ['one endless line', 'x'.repeat(100_001)],
  ])('refuses %s, and says which form is wanted', async (_, content) => {
    for (const keep of [true, false]) {
      const bytes = typeof content === 'string' ? utf8(content) : content;
      const failure = await failureOf(() =>
        readVectorText(pieces(bytes, []), { name: 'vectors.txt', ...(keep && { keep: () => {} }) }),
      );
      expect(failure.code).toBe('not-vectors');
      expect(failure.what).toContain('vectors.txt');
      expect(failure.nextStep).toContain('text');
    }
  });

  it('names the long line by its number', async () => {
    const failure = await failureOf(() => read(`cat 1 2\ndog 3 4\n${'x'.repeat(100_001)}`));
    expect(failure.what).toContain('line 3 is longer');
  });

  it('keeps only the words that are wanted, and counts all', async () => {
    const kept: string[] = [];
    const summary = await readVectorText(pieces(utf8(CASE_17), []), {
      name: 'v',
      wanted: (word) => word === 'cat',
      keep: (word) => kept.push(word),
    });
    expect(kept).toEqual(['cat']);
    expect(summary).toMatchObject({ words: 3, duplicates: 1 });
  });

  it('shows every byte once, for a hash and for progress', async () => {
    const bytes = utf8(CASE_17);
    const seen: number[] = [];
    let count = 0;
    await readVectorText(pieces(bytes, [1, 1, 9]), {
      name: 'v',
      onChunk: (chunk) => seen.push(...chunk),
      onBytes: (length) => (count += length),
    });
    expect(seen).toEqual([...bytes]);
    expect(count).toBe(bytes.length);
  });

  it('stops between chunks when it is cancelled', async () => {
    const controller = new AbortController();
    let bytes = 0;
    const reading = readVectorText(pieces(utf8(CASE_17), [5, 10, 15]), {
      name: 'v',
      signal: controller.signal,
      onBytes: (length) => {
        bytes += length;
        if (bytes === 10) controller.abort();
      },
    });
    await expect(reading).rejects.toBeInstanceOf(Cancelled);
    expect(bytes).toBe(10);
  });
});

describe('readVectorText: the chunks a file comes in change nothing', () => {
  const FILES = [
    CASE_17,
    'cat 1 2\r\n\r\nnaïve 3 4 \r\n猫 5 6\r\ndog x 1\r\n. . 7 8',
    '\ufeffcat\t1\t2\n\ncat\t3\t4\n',
    '<html>\n<body>\n',
  ];
  const outcome = async (bytes: Uint8Array, cuts: readonly number[]): Promise<unknown> => {
    try {
      return await read(bytes, cuts);
    } catch (error) {
      return (error as Failure).message;
    }
  };

  it.each(FILES)('cut at every byte: %j', async (text) => {
    const bytes = utf8(text);
    const whole = await outcome(bytes, []);
    for (let cut = 0; cut <= bytes.length; cut++) expect(await outcome(bytes, [cut])).toEqual(whole);
    const every = Array.from({ length: bytes.length }, (_, i) => i);
    expect(await outcome(bytes, every)).toEqual(whole);
  });

  it('cut anywhere, for any lines, also more of them than vote on the dimension', async () => {
    const line = fc.oneof(
      {
        weight: 6,
        arbitrary: fc
          .tuple(fc.constantFrom('cat', 'dog', 'é', '. .', '猫'), fc.integer(), fc.integer())
          .map((f) => f.join(' ')),
      },
      {
        weight: 2,
        arbitrary: fc.string({
          unit: fc.constantFrom(' ', '\t', '\r', '1', '-', 'x', 'é', '.'),
          maxLength: 12,
        }),
      },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 12 }),
        fc.constantFrom(1, 40),
        fc.array(fc.nat(), { maxLength: 6 }),
        fc.boolean(),
        async (lines, times, marks, newline) => {
          const text =
            Array.from({ length: times }, () => lines.join('\n')).join('\n') + (newline ? '\n' : '');
          const bytes = utf8(text);
          const cuts = marks.map((mark) => mark % (bytes.length + 1)).sort((a, b) => a - b);
          expect(await outcome(bytes, cuts)).toEqual(await outcome(bytes, []));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('a line that is too long is refused whatever the chunks', async () => {
    const bytes = utf8(`cat 1 2\n${'x'.repeat(100_001)}\ndog 3 4\n`);
    const whole = await outcome(bytes, []);
    expect(whole).toContain('line 2 is longer');
    expect(await outcome(bytes, [50_000])).toEqual(whole);
    expect(await outcome(bytes, [100_008])).toEqual(whole);
  });
});
