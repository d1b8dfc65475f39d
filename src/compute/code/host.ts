import { tokenTexts } from '../../text/tokenise.ts';
import type { CodeReply, CodeRequest, GivenWords } from './messages.ts';
import { FaultError, faultOf, quote } from './place.ts';

export const INITIAL_BATCH = 128;
const MOST_A_BATCH = 4096;

/** What the user's functions get; it persists between calls, so they may keep things in it. */
export interface CodeParams {
  batchSize: number;
  tokenise: (sentence: string) => string[];
  wordVectors: ReadonlyMap<string, Float32Array>;
  dimension: number;
  [own: string]: unknown;
}

/** The user's module. */
export interface CodeModule {
  prepare?: unknown;
  batcher?: unknown;
  similarity?: unknown;
}

type UserFunction = (...values: unknown[]) => unknown;

/** Runs the user's functions and checks what they give. The worker in the sandbox only wires it. */
export class CodeHost {
  private readonly load: (source: string) => Promise<{ module: CodeModule; address: string }>;
  private module: CodeModule = {};
  private address = '';
  private params: CodeParams | null = null;

  /** @param load evaluates the source as a module; `address` is what stacks call it. Throws `FaultError` where it can't */
  constructor(load: (source: string) => Promise<{ module: CodeModule; address: string }>) {
    this.load = load;
  }

  async answer(request: CodeRequest): Promise<CodeReply> {
    try {
      switch (request.kind) {
        case 'load':
          return await this.begin(request.source, request.words);
        case 'prepare':
          return await this.prepare(request.sentences);
        case 'batch':
          return await this.batch(request.first, request.sentences);
        case 'compare':
          return this.compare(request.left, request.right, request.dimension);
        case 'ping':
          return { kind: 'pong', number: request.number };
      }
    } catch (error) {
      if (error instanceof FaultError) return { kind: 'failed', fault: error.fault };
      return { kind: 'failed', fault: faultOf(error, 'The code', this.address) };
    }
  }

  private async begin(source: string, words: GivenWords | null): Promise<CodeReply> {
    const { module, address } = await this.load(source);
    if (typeof module.batcher !== 'function') {
      throw new FaultError(
        'The code exports no function “batcher”, which gives the vectors of a batch of sentences.',
      );
    }
    for (const name of ['prepare', 'similarity'] as const) {
      if (module[name] !== undefined && typeof module[name] !== 'function') {
        throw new FaultError(`“${name}” is exported, but is no function.`);
      }
    }
    this.module = module;
    this.address = address;
    this.params = paramsOf(words);
    return { kind: 'loaded', comparesItself: module.similarity !== undefined };
  }

  private async prepare(sentences: readonly string[]): Promise<CodeReply> {
    const params = this.params!;
    if (this.module.prepare !== undefined) await this.call('prepare', params, [...sentences]);
    const { batchSize } = params;
    if (!Number.isInteger(batchSize) || batchSize < 1 || batchSize > MOST_A_BATCH) {
      throw new FaultError(
        `params.batchSize is ${String(batchSize)}; it takes a whole number from 1 to ${MOST_A_BATCH}.`,
      );
    }
    return { kind: 'prepared', batchSize };
  }

  private async batch(first: number, sentences: readonly string[]): Promise<CodeReply> {
    const given = await this.call('batcher', this.params!, [...sentences]);
    return { kind: 'rows', ...flatRows(given, first, sentences) };
  }

  private compare(left: Float32Array, right: Float32Array, dimension: number): CodeReply {
    const values = new Float64Array(left.length / dimension);
    for (let pair = 0; pair < values.length; pair++) {
      const [start, end] = [pair * dimension, (pair + 1) * dimension];
      let value: unknown;
      try {
        value = (this.module.similarity as UserFunction)(left.slice(start, end), right.slice(start, end));
      } catch (error) {
        throw thrown(error, 'similarity', this.address);
      }
      if (value instanceof Promise)
        throw new FaultError('similarity gave a promise; it has to give a number at once.');
      if (typeof value !== 'number')
        throw new FaultError(`similarity gave ${kindOf(value)} instead of a number.`);
      values[pair] = value;
    }
    return { kind: 'compared', values };
  }

  private async call(name: 'prepare' | 'batcher', ...values: unknown[]): Promise<unknown> {
    try {
      return await (this.module[name] as UserFunction)(...values);
    } catch (error) {
      throw thrown(error, name, this.address);
    }
  }
}

function thrown(error: unknown, doing: string, address: string): FaultError {
  const { what, place } = faultOf(error, doing, address);
  return new FaultError(what, place);
}

function paramsOf(given: GivenWords | null): CodeParams {
  const tokenise = (sentence: string): string[] => [
    ...tokenTexts(String(sentence), { tokeniser: 'words', lowerCase: true, punctuation: 'drop' }),
  ];
  const base = { batchSize: INITIAL_BATCH, tokenise };
  if (given) {
    const { words, rows, dimension } = given;
    const wordVectors = new Map(
      words.map((word, row) => [word, rows.subarray(row * dimension, (row + 1) * dimension)]),
    );
    return { ...base, wordVectors, dimension };
  }
  const absent = (): never => {
    throw new Error(
      'The word vectors are only fetched for code in which “params.wordVectors” is written out.',
    );
  };
  return Object.defineProperties(base, {
    wordVectors: { get: absent, enumerable: false, configurable: true },
    dimension: { get: absent, enumerable: false, configurable: true },
  }) as CodeParams;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (value instanceof Promise) return 'a promise';
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return 'an array';
  return typeof value === 'string' ? 'a text' : `a value of type ${typeof value}`;
}

function isRow(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

/** Rows of numbers as one column of float32, all of one length and finite. */
function flatRows(
  given: unknown,
  first: number,
  sentences: readonly string[],
): { rows: Float32Array; dimension: number } {
  if (!Array.isArray(given))
    throw new FaultError(`batcher gave ${kindOf(given)} instead of an array of rows.`);
  if (given.length !== sentences.length) {
    throw new FaultError(`batcher gave ${given.length} rows for ${sentences.length} sentences.`);
  }
  const name = (row: number): string => `sentence ${first + row + 1}, ${quote(sentences[row]!)}`;
  const dimension = isRow(given[0]) ? given[0].length : 0;
  const rows = new Float32Array(given.length * dimension);
  for (let row = 0; row < given.length; row++) {
    const values: unknown = given[row];
    if (!isRow(values))
      throw new FaultError(`batcher gave ${kindOf(values)} instead of a row of numbers for ${name(row)}.`);
    if (values.length === 0) throw new FaultError(`batcher gave an empty row for ${name(row)}.`);
    if (values.length !== dimension) {
      throw new FaultError(
        `batcher gave ${values.length} numbers for ${name(row)}, and ${dimension} for the first sentence of the batch.`,
      );
    }
    for (let at = 0; at < dimension; at++) {
      const value = values[at];
      if (typeof value !== 'number') {
        throw new FaultError(
          `batcher gave ${kindOf(value)} instead of a number, place ${at + 1} of the row of ${name(row)}.`,
        );
      }
      rows[row * dimension + at] = value;
      // After the conversion: what is too large for 32 bits is infinite there.
      if (!Number.isFinite(rows[row * dimension + at])) {
        throw new FaultError(`batcher gave ${value}, place ${at + 1} of the row of ${name(row)}.`);
      }
    }
  }
  return { rows, dimension };
}
