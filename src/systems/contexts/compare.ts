import {
  informationOf,
  isEmpty,
  probabilitiesOf,
  tokenMeasureOf,
  tokenSimilarity,
  type SparseRows,
  type TokenMeasure,
} from '../../measures/tokenSets.ts';
import type { TokenIndex } from '../tokenIndex.ts';
import type { ContextCounts } from './types.ts';

/** Pairs of words whose similarity is kept: frequent words meet again and again, and have the longest rows. */
const MOST_KEPT = 2 ** 20;

/**
 * Compares the words of an index by their contexts.
 * @returns `known`: 1 where a word has contexts that the measure can use; `compare`: see `tokenSimilarity`, but a word
 * with itself is 1 even where nothing is known of it
 * @throws Failure `unknown-measure`
 */
export function compareContexts(
  contexts: ContextCounts,
  { vocabulary }: Pick<TokenIndex, 'vocabulary'>,
  measureId: string,
): { known: Uint8Array; compare: (a: number, b: number) => number } {
  const measure = tokenMeasureOf(measureId);
  const rows = rowsFor(contexts, measure.values);
  const rowOf = Int32Array.from(vocabulary, (word) => contexts.idOf.get(word) ?? -1);
  const known = Uint8Array.from(rowOf, (row) => (row === -1 || isEmpty(rows, row) ? 0 : 1));
  const kept = new Map<number, number>();
  const compare = (a: number, b: number): number => {
    if (a === b) return 1;
    if (known[a] === 0 || known[b] === 0) return NaN;
    const key = a < b ? a * vocabulary.length + b : b * vocabulary.length + a;
    let value = kept.get(key);
    if (value === undefined) {
      value = tokenSimilarity(measure.id, rows, rowOf[a]!, rowOf[b]!);
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(key, value);
    }
    return value;
  };
  return { known, compare };
}

const derived = new WeakMap<ContextCounts, Map<TokenMeasure['values'], SparseRows>>();

function rowsFor(contexts: ContextCounts, values: TokenMeasure['values']): SparseRows {
  let made = derived.get(contexts);
  if (!made) derived.set(contexts, (made = new Map<TokenMeasure['values'], SparseRows>()));
  let rows = made.get(values);
  if (!rows) {
    rows =
      values === 'information'
        ? informationOf(contexts.rows, contexts.contextTotals)
        : values === 'probabilities'
          ? probabilitiesOf(contexts.rows)
          : contexts.rows;
    made.set(values, rows);
  }
  return rows;
}
