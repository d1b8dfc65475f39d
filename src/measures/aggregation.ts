import { Failure } from '../failure.ts';
import { alignTokens } from './alignment.ts';

export const AGGREGATION_IDS = ['geometric', 'arithmetic', 'linking'] as const;
export type AggregationId = (typeof AGGREGATION_IDS)[number];

/** How the similarities of tokens become one of their phrases, as the page explains it. */
export interface Aggregation {
  id: AggregationId;
  title: string;
  formula: string;
}

export const AGGREGATIONS: readonly Aggregation[] = [
  {
    id: 'geometric',
    title: 'geometric mean',
    formula:
      "the geometric mean over the tokens of a sentence of each one's best similarity in the other sentence: a single token without any counterpart makes it 0",
  },
  {
    id: 'arithmetic',
    title: 'arithmetic mean',
    formula:
      "the arithmetic mean over the tokens of a sentence of each one's best similarity in the other sentence: several may have the same counterpart",
  },
  {
    id: 'linking',
    title: 'competitive linking',
    formula:
      'tokens are linked one to one, the most similar first; the mean over the tokens of a sentence, 0 for one without a link',
  },
];

/** @throws Failure `unknown-aggregation` */
export function aggregationOf(id: string): Aggregation {
  const aggregation = AGGREGATIONS.find((candidate) => candidate.id === id);
  if (aggregation) return aggregation;
  throw new Failure(
    'unknown-aggregation',
    `There is no aggregation "${id}".`,
    `Choose ${AGGREGATION_IDS.join(', ')}.`,
  );
}

/**
 * The similarity of two phrases from those of their tokens: the three aggregations that Tumuluru, Lo and Wu (2012)
 * compare. Each is a mean over the tokens of one phrase, so it has a direction; the two directions are averaged. Of a
 * token counts its best similarity in the other phrase (or, linked, that of its link: Melamed 2000, section 5.1), and
 * nothing below 0; one that can't be compared (NaN) counts 0. A geometric mean with a 0 in it is 0: nothing is
 * smoothed.
 * @param similarity row-major, rows x columns
 * @returns in [0, 1] where the similarities are at most 1; NaN where a phrase has no token
 * @throws RangeError where the matrix is not rows x columns
 */
export function aggregate(
  aggregation: AggregationId,
  similarity: Float64Array,
  rows: number,
  columns: number,
): number {
  if (similarity.length !== rows * columns) {
    throw new RangeError(`${similarity.length} similarities are no ${rows} x ${columns}.`);
  }
  if (rows === 0 || columns === 0) return NaN;
  if (aggregation === 'linking') {
    let linked = 0;
    for (const link of alignTokens(similarity, rows, columns, 0)) linked += link.similarity;
    return (linked / rows + linked / columns) / 2;
  }
  const bestOfRow = new Float64Array(rows);
  const bestOfColumn = new Float64Array(columns);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const value = similarity[row * columns + column]!;
      if (value > bestOfRow[row]!) bestOfRow[row] = value;
      if (value > bestOfColumn[column]!) bestOfColumn[column] = value;
    }
  }
  const mean = aggregation === 'geometric' ? geometricMean : arithmeticMean;
  return (mean(bestOfRow) + mean(bestOfColumn)) / 2;
}

function arithmeticMean(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

function geometricMean(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += Math.log(value);
  return Math.exp(sum / values.length);
}
