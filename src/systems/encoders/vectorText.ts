import { Failure, throwIfAborted } from '../../failure.ts';
import type { RejectedRow } from '../../benchmarks/types.ts';

/** What a pass over a text file of word vectors found. */
export interface VectorTextSummary {
  dimension: number;
  /** Lines with a usable vector. */
  words: number;
  /** The first rejected lines; `rejectedCount` counts them all. */
  rejected: RejectedRow[];
  rejectedCount: number;
  /** Wanted words that stand more than once in the file; the first is kept. */
  duplicates: number;
  /** "400000 300" in the first line, as word2vec writes it. */
  header: boolean;
}

export interface VectorTextOptions {
  name: string;
  /** Called for the first usable line of a word that `wanted` accepts. */
  wanted?: (word: string) => boolean;
  keep?: (word: string, vector: Float32Array) => void;
  onBytes?: (bytes: number) => void;
  /** Sees every chunk before it is read, for a hash of the file. */
  onChunk?: (chunk: Uint8Array) => void;
  signal?: AbortSignal;
}

const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const TAB = 9;
/** Lines that vote on the dimension. */
const SAMPLE_LINES = 200;
const LISTED = 20;
/** Nothing that is a line of a vector file is longer: 4,096 dimensions of 24 characters. */
const MAX_LINE_BYTES = 100_000;
const TEXT_FORM =
  'Give the text form of the vectors (.txt or .vec, a word and its numbers a line), not the binary one.';

/**
 * Streams a GloVe or word2vec text file: a word and its numbers a line, separated by blanks. The dimension is the
 * majority's among the first 200 lines; the last `dimension` fields of a line are the vector and all before them
 * is the word, so a word with blanks inside is read whole. Memory does not grow with the file.
 * @throws Failure where the file is not such a text, or no line is usable; Cancelled
 */
export async function readVectorText(
  chunks: AsyncIterable<Uint8Array>,
  options: VectorTextOptions,
): Promise<VectorTextSummary> {
  const reader = new VectorTextReader(options);
  for await (const chunk of chunks) {
    throwIfAborted(options.signal, 'Reading word vectors');
    options.onChunk?.(chunk);
    reader.add(chunk);
    options.onBytes?.(chunk.length);
  }
  return reader.end();
}

class VectorTextReader {
  private readonly options: VectorTextOptions;
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private readonly seen = new Set<string>();
  private readonly summary: VectorTextSummary = {
    dimension: 0,
    words: 0,
    rejected: [],
    rejectedCount: 0,
    duplicates: 0,
    header: false,
  };
  private rest: Uint8Array = new Uint8Array(0);
  private line = 0;
  /** Lines held back until the dimension is known. */
  private sample: Uint8Array[] | null = [];

  constructor(options: VectorTextOptions) {
    this.options = options;
  }

  add(chunk: Uint8Array): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const piece = chunk.subarray(start, end);
      this.take(this.rest.length > 0 ? concat(this.rest, piece) : piece);
      this.rest = new Uint8Array(0);
      start = end + 1;
    }
    this.rest = concat(this.rest, chunk.subarray(start));
    this.refuseLongLine(this.rest);
  }

  end(): VectorTextSummary {
    if (this.rest.length > 0) this.take(this.rest);
    this.settle();
    if (this.summary.words === 0) {
      const first = this.summary.rejected[0];
      throw new Failure(
        'not-vectors',
        `${this.options.name} holds no word vector${first ? ` (line ${first.line}: ${first.reason})` : ''}.`,
        TEXT_FORM,
      );
    }
    return this.summary;
  }

  private refuseLongLine(line: Uint8Array): void {
    if (line.length <= MAX_LINE_BYTES) return;
    throw new Failure(
      'not-vectors',
      `${this.options.name}: line ${this.line + (this.sample?.length ?? 0) + 1} is longer than ${MAX_LINE_BYTES} bytes, so this is no text file of word vectors.`,
      TEXT_FORM,
    );
  }

  private take(bytes: Uint8Array): void {
    this.refuseLongLine(bytes);
    const line = bytes.at(-1) === RETURN ? bytes.subarray(0, -1) : bytes;
    if (this.sample) {
      this.sample.push(line.slice());
      if (this.sample.length === SAMPLE_LINES) this.settle();
    } else this.read(line);
  }

  /** Decides on the dimension, then reads the lines that were held back. */
  private settle(): void {
    const held = this.sample;
    if (!held) return;
    this.sample = null;
    const votes = new Map<number, number>();
    held.forEach((line) => {
      const numbers = trailingFields(line);
      if (numbers > 1) votes.set(numbers, (votes.get(numbers) ?? 0) + 1);
    });
    let most = 0;
    for (const [dimension, count] of votes) {
      if (count > most || (count === most && dimension < this.summary.dimension)) {
        most = count;
        this.summary.dimension = dimension;
      }
    }
    if (most === 0 && held.length > 0) {
      throw new Failure(
        'not-vectors',
        `${this.options.name} holds no word vector: none of its first ${held.length} lines ends in numbers.`,
        TEXT_FORM,
      );
    }
    const header = held[0] ? /^\s*(\d+)\s+(\d+)\s*$/.exec(latin(held[0])) : null;
    const declares = header !== null && Number(header[2]) === this.summary.dimension;
    this.summary.header = declares;
    held.forEach((line, i) => {
      if (i === 0 && declares) this.line++;
      else this.read(line);
    });
  }

  private read(line: Uint8Array): void {
    this.line++;
    if (line.length === 0 || trimEnd(line).length === 0) return;
    const { dimension } = this.summary;
    const cut = startOfNumbers(line, dimension);
    if (cut <= 0) return this.reject(`fewer than ${dimension} numbers behind the word`);
    let word: string;
    try {
      word = this.decoder.decode(line.subarray(0, cut)).replace(/^[ \t]+|[ \t]+$/g, '');
    } catch {
      return this.reject('the word is not valid UTF-8');
    }
    if (word === '') return this.reject('no word before the numbers');
    const { wanted, keep } = this.options;
    // Parsing the numbers is most of the work, so only the words that are kept pay for it.
    if (!keep || (wanted && !wanted(word))) {
      this.summary.words++;
      return;
    }
    const vector = parseNumbers(line.subarray(cut + 1), dimension);
    if (!vector) return this.reject('a field of the vector is not a number');
    this.summary.words++;
    if (this.seen.has(word)) this.summary.duplicates++;
    else {
      this.seen.add(word);
      keep(word, vector);
    }
  }

  private reject(reason: string): void {
    this.summary.rejectedCount++;
    if (this.summary.rejected.length < LISTED) {
      this.summary.rejected.push({ file: this.options.name, line: this.line, reason });
    }
  }
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}

const isBlank = (byte: number | undefined): boolean => byte === SPACE || byte === TAB;

function trimEnd(line: Uint8Array): Uint8Array {
  let end = line.length;
  while (end > 0 && isBlank(line[end - 1])) end--;
  return line.subarray(0, end);
}

/** How many fields at the end of a line look like numbers. */
function trailingFields(line: Uint8Array): number {
  const fields = latin(trimEnd(line)).split(/[ \t]+/);
  let numbers = 0;
  while (numbers < fields.length - 1 && isNumber(fields[fields.length - 1 - numbers]!)) numbers++;
  return numbers;
}

/** The place of the blank before the last `dimension` fields, or -1. */
function startOfNumbers(whole: Uint8Array, dimension: number): number {
  const line = trimEnd(whole);
  let at = line.length;
  for (let fields = 0; fields < dimension; fields++) {
    at--;
    while (at >= 0 && !isBlank(line[at])) at--;
    if (at < 0) return -1;
    if (fields < dimension - 1) while (at > 0 && isBlank(line[at - 1])) at--;
  }
  return at;
}

function parseNumbers(bytes: Uint8Array, dimension: number): Float32Array | null {
  const fields = latin(trimEnd(bytes)).split(/[ \t]+/);
  if (fields.length !== dimension) return null;
  const vector = new Float32Array(dimension);
  for (let i = 0; i < dimension; i++) {
    if (!isNumber(fields[i]!)) return null;
    vector[i] = Number(fields[i]);
    // Past 3.4e38 a float32 is infinite, and one such number would make every sum with it so.
    if (!Number.isFinite(vector[i])) return null;
  }
  return vector;
}

function isNumber(field: string): boolean {
  return field !== '' && Number.isFinite(Number(field));
}

/** Numbers are ASCII, so decoding byte by byte is right for them. */
function latin(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i++) text += String.fromCharCode(bytes[i]!);
  return text;
}
