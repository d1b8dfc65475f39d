import { createSHA256 } from 'hash-wasm';
import { readVectorText, type VectorTextSummary } from '../../systems/encoders/vectorText.ts';
import type { WordRows, WordVectors } from '../../systems/encoders/types.ts';
import { parseFrequencies, type WordFrequencies } from '../../systems/frequencies.ts';
import { sha256Hex } from '../../benchmarks/hash.ts';
import { Failure } from '../../failure.ts';
import type { Progress } from '../../systems/types.ts';

/** Vectors of a user's own file, for as long as the page is open. The file itself is never copied. */
export interface FileVectors extends WordVectors {
  summary: VectorTextSummary;
}

/** An id that a system's id can hold: no comma, no parenthesis, and never the same for another content. */
export function fileModelId(name: string, sha256: string): string {
  return `file:${name.replace(/[^\p{L}\p{N}._-]+/gu, '_')}#${sha256.slice(0, 12)}`;
}

/**
 * Reads a vector file once for its dimension, its faults and its hash. `rowsFor` streams it again and keeps only
 * the words of the vocabulary.
 */
export async function vectorsFromFile(
  file: File,
  report: Progress,
  signal?: AbortSignal,
): Promise<FileVectors> {
  const hasher = await createSHA256();
  let read = 0;
  const summary = await readVectorText(chunksOf(file), {
    name: file.name,
    ...(signal && { signal }),
    onBytes: (bytes) => report((read += bytes), file.size, `Reading ${file.name}`, 'bytes'),
    onChunk: (chunk) => hasher.update(chunk),
  });
  const revision = hasher.digest('hex');

  async function rowsFor(
    vocabulary: readonly string[],
    onProgress: Progress,
    stop?: AbortSignal,
  ): Promise<WordRows> {
    const { dimension } = summary;
    const rows = new Float32Array(vocabulary.length * dimension);
    const known = new Uint8Array(vocabulary.length);
    const idOf = new Map(vocabulary.map((word, id) => [word, id]));
    let done = 0;
    const pass = await readVectorText(chunksOf(file), {
      name: file.name,
      ...(stop && { signal: stop }),
      wanted: (word) => idOf.has(word),
      keep: (word, vector) => {
        const id = idOf.get(word)!;
        rows.set(vector, id * dimension);
        known[id] = 1;
      },
      onBytes: (bytes) => onProgress((done += bytes), file.size, `Looking up words in ${file.name}`, 'bytes'),
    });
    const notes: string[] = [];
    if (pass.duplicates > 0) {
      notes.push(`${pass.duplicates} words stand more than once in ${file.name}; the first vector was used.`);
    }
    const first = pass.rejected[0];
    if (first) {
      notes.push(
        `${pass.rejectedCount} lines of ${file.name} were rejected; the first is ${first.line}: ${first.reason}.`,
      );
    }
    return { dimension, rows, known, notes };
  }

  return { id: fileModelId(file.name, revision), revision, dimension: summary.dimension, rowsFor, summary };
}

/** A table of word counts of the user's own. */
export async function frequenciesFromFile(file: File): Promise<WordFrequencies & { revision: string }> {
  const bytes = await file.arrayBuffer();
  const revision = await sha256Hex(new Uint8Array(bytes));
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Failure(
      'bad-encoding',
      `${file.name} is not UTF-8 text.`,
      'Save it as UTF-8 and drop it again.',
      { cause },
    );
  }
  const table = parseFrequencies(file.name, text);
  return { ...table, id: fileModelId(file.name, revision), revision };
}

/** The bytes of a file, piece by piece. */
export async function* chunksOf(file: File): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // Lets go of the file where the reading was cancelled half-way.
    await reader.cancel();
  }
}
