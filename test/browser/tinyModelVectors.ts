import { TINY_DIMENSION, TINY_VOCABULARY } from '../fixtures/tinyEncoder.ts';

/** How the tiny model is to be read. */
export interface TinyReading {
  pooling: 'mean' | 'cls';
  prefix?: string;
  /** Special tokens included. */
  maxTokens?: number;
}

/** The weights as test/fixtures/tinyEncoder.ts defines them. */
const weight = (index: number, seed: number, size: number): number =>
  Math.fround(size * Math.sin((index + 1) * 12.9898 + seed * 78.233));
const at = (row: number, column: number): number => row * TINY_DIMENSION + column;
const columns = Array.from({ length: TINY_DIMENSION }, (_, column) => column);

/** Greedy pieces of the longest match (WordPiece), of lower-case words and single marks. */
export function tinyTokens(text: string): number[] {
  const words = text.toLowerCase().match(/[a-z0-9]+|[^\sa-z0-9]/g) ?? [];
  const content = words.flatMap((word) => {
    const ids: number[] = [];
    for (let start = 0; start < word.length;) {
      let end = word.length;
      let id = -1;
      for (; end > start && id < 0; end--) {
        id = TINY_VOCABULARY.indexOf((start === 0 ? '' : '##') + word.slice(start, end));
      }
      if (id < 0) return [TINY_VOCABULARY.indexOf('[UNK]')];
      ids.push(id);
      start = end + 1;
    }
    return ids;
  });
  return [TINY_VOCABULARY.indexOf('[CLS]'), ...content, TINY_VOCABULARY.indexOf('[SEP]')];
}

/** The vector of a sentence, computed from the definition of the tiny model in double precision. */
export function tinyVector(
  sentence: string,
  { pooling, prefix = '', maxTokens = 40 }: TinyReading,
): number[] {
  let ids = tinyTokens(prefix + sentence);
  if (ids.length > maxTokens) ids = [...ids.slice(0, maxTokens - 1), ids.at(-1)!];
  const summed = ids.map((id, position) =>
    columns.map((d) => weight(at(id, d), 1, 1) + weight(at(position, d), 2, 0.3)),
  );
  const context = columns.map((d) => summed.reduce((sum, row) => sum + row[d]!, 0) / ids.length);
  const states = summed.map((row) =>
    columns.map((d) =>
      Math.tanh(columns.reduce((sum, k) => sum + (row[k]! + context[k]!) * weight(at(k, d), 3, 0.5), 0)),
    ),
  );
  if (pooling === 'cls') return states[0]!;
  return columns.map((d) => states.reduce((sum, row) => sum + row[d]!, 0) / ids.length);
}

export function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((sum, value, d) => sum + value * y[d]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

/** What the page must score pairs with the tiny model, by cosine. */
export function tinyScores(
  pairs: readonly (readonly [unknown, string, string])[],
  reading: TinyReading,
): number[] {
  return pairs.map(([, first, second]) => cosine(tinyVector(first, reading), tinyVector(second, reading)));
}
