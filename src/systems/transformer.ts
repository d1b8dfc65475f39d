import { Failure } from '../failure.ts';
import { isZeroRow, measureOf, similarity, type MeasureId } from '../measures/vectors.ts';
import { checkMissing } from './parameters.ts';
import type { SystemSpec } from './registry.ts';
import { emptyScores, missingAsZero } from './scores.ts';
import type { EmbeddingsHead } from './encoders/embeddings.ts';
import { MISSING_REASONS, type MissingReason, type ScoreResult, type TaskSentences } from './types.ts';

/** Precisions that a model's weights come in, by the names of transformers.js; `int8w` is our own (see models/use-lite). */
export const DTYPES = ['fp32', 'fp16', 'q8', 'int8', 'uint8', 'q4', 'q4f16', 'bnb4', 'int8w'] as const;
export type Dtype = (typeof DTYPES)[number];

/** Embeddings of a task's sentences, and how its pairs are to be scored with them. */
export interface EmbeddingScores {
  /** Row-major, rows x dimension, in one piece or more. */
  rows: Float32Array | readonly Float32Array[];
  dimension: number;
  /** Sentence -> its row; -1 where it has none, because the tokeniser found nothing in it. */
  rowOf: Int32Array;
  /** Pair -> sentence. */
  first: Int32Array;
  second: Int32Array;
  /** Sentence -> 1 where its text is blank. */
  blank: Uint8Array;
  measure: MeasureId;
  missing: 'skip' | 'zero';
}

/**
 * One score a pair, NaN with a reason where there is none. The notes count what was made 0 on request.
 * @throws Failure `embeddings-inconsistent` where the columns do not fit together; `bad-parameter` where missing
 * scores would become those of equal sentences
 */
export function scoreEmbeddings(request: EmbeddingScores): Pick<ScoreResult, 'scores' | 'notes'> {
  const { dimension, rowOf, first, second, blank, measure } = request;
  const rows = joined(request.rows);
  checkMissing('transformer', measure, request.missing);
  checkShapes({ ...request, rows });
  const scores = emptyScores(first.length);
  // No encoder gives a zero vector: such a row is what a failed read-back looks like, and distances would score it.
  const hasDirection = new Uint8Array(rows.length / dimension);
  for (let row = 0; row < hasDirection.length; row++) {
    hasDirection[row] = isZeroRow(rows, dimension, row) ? 0 : 1;
  }
  for (let pair = 0; pair < first.length; pair++) {
    const [a, b] = [first[pair]!, second[pair]!];
    const [rowA, rowB] = [rowOf[a]!, rowOf[b]!];
    let reason: MissingReason = 'scored';
    if (blank[a] === 1 || blank[b] === 1) reason = 'empty text';
    else if (rowA === -1 || rowB === -1) reason = 'no token';
    else if (hasDirection[rowA] === 0 || hasDirection[rowB] === 0) reason = 'measure not defined';
    else {
      const score = similarity(measure, rows, dimension, rowA, rowB);
      if (Number.isNaN(score)) reason = 'measure not defined';
      else scores.values[pair] = score;
    }
    scores.reasons[pair] = MISSING_REASONS.indexOf(reason);
  }
  const result = { scores, notes: [] };
  return request.missing === 'zero' ? missingAsZero(result) : result;
}

/**
 * Scores of pairs of a few sentences by a transformer's spec, from vectors that are kept nowhere.
 * @param vectors row-major, sentences x dimension; a row of NaN is a sentence in which the tokeniser found nothing
 * @param pairs indices of sentences
 * @throws as `scoreEmbeddings`
 */
export function scoresOfVectors(
  vectors: Float32Array,
  dimension: number,
  sentences: readonly string[],
  pairs: readonly (readonly [number, number])[],
  { parameters }: SystemSpec,
): Pick<ScoreResult, 'scores' | 'notes'> {
  if (vectors.length !== sentences.length * dimension) {
    throw inconsistent(`${vectors.length} numbers are no ${sentences.length} rows of ${dimension}`);
  }
  return scoreEmbeddings({
    rows: vectors,
    dimension,
    rowOf: Int32Array.from(sentences, (_, s) => (Number.isNaN(vectors[s * dimension]) ? -1 : s)),
    first: Int32Array.from(pairs, ([a]) => a),
    second: Int32Array.from(pairs, ([, b]) => b),
    blank: blankOnes(sentences),
    measure: measureOf(String(parameters.measure)).id,
    missing: parameters.missing === 'zero' ? 'zero' : 'skip',
  });
}

/** What scoring needs of a task and of the set of embeddings that was made of its sentences. */
export function embeddingColumns(
  { sentences, first, second }: Pick<TaskSentences, 'sentences' | 'first' | 'second'>,
  { order, dimension }: Pick<EmbeddingsHead, 'order' | 'dimension'>,
): Pick<EmbeddingScores, 'dimension' | 'rowOf' | 'first' | 'second' | 'blank'> {
  const rowOf = new Int32Array(sentences.length).fill(-1);
  for (const [row, sentence] of order.entries()) rowOf[sentence] = row;
  return { dimension, rowOf, first, second, blank: blankOnes(sentences) };
}

function blankOnes(sentences: readonly string[]): Uint8Array {
  return Uint8Array.from(sentences, (sentence) => (sentence.trim() === '' ? 1 : 0));
}

function joined(pieces: EmbeddingScores['rows']): Float32Array {
  if (pieces instanceof Float32Array) return pieces;
  const rows = new Float32Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    rows.set(piece, at);
    at += piece.length;
  }
  return rows;
}

function checkShapes({
  rows,
  dimension,
  rowOf,
  first,
  second,
  blank,
}: EmbeddingScores & { rows: Float32Array }): void {
  const count = rows.length / dimension;
  if (!Number.isInteger(dimension) || dimension < 1 || !Number.isInteger(count)) {
    throw inconsistent(`${rows.length} numbers are no rows of ${dimension}`);
  }
  if (blank.length !== rowOf.length) {
    throw inconsistent(`${rowOf.length} sentences have rows, but ${blank.length} were looked at`);
  }
  if (first.length !== second.length) {
    throw inconsistent(`there are ${first.length} first sentences and ${second.length} second ones`);
  }
  for (const row of rowOf) {
    if (row < -1 || row >= count) throw inconsistent(`there is no row ${row} among ${count}`);
  }
  for (const side of [first, second]) {
    for (const sentence of side) {
      if (sentence < 0 || sentence >= rowOf.length) {
        throw inconsistent(`there is no sentence ${sentence} among ${rowOf.length}`);
      }
    }
  }
}

function inconsistent(fault: string): Failure {
  return new Failure(
    'embeddings-inconsistent',
    `The embeddings do not fit the pairs: ${fault}.`,
    'Delete the kept embeddings in the Data view, then run the system again.',
  );
}
