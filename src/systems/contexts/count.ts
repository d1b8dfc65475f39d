import { Failure } from '../../failure.ts';
import { PairCounts } from './pairCounts.ts';
import type { ContextCounts } from './types.ts';

/** Words that count as contexts: the most frequent of the text. */
export const MOST_CONTEXTS = 5_000;
/** Different words of a text that are counted at once, to find the most frequent. */
const MOST_WORDS = 1_000_000;

/** Reads all of a text; the tokens of one sentence or line at a time, in order. May be called again. */
export type TextPass = (onTokens: (tokens: readonly string[]) => void, doing: string) => Promise<void>;

export interface CountOptions {
  /** Words that get a row. */
  vocabulary: readonly string[];
  /** Tokens on either side. */
  window: number;
  /** What is read, in words. */
  countedOn: string;
  mostContexts?: number;
  mostWords?: number;
  mostSlots?: number;
}

/**
 * Counts how often words stand within `window` tokens of others, in two passes over a text: one for the most frequent
 * words, which are the contexts, and one for the counts. A window ends with its sentence or line. Memory is bounded by
 * the vocabulary and the contexts, not by the text; what that cost is in `notes`.
 * @throws Failure `no-contexts` where no two tokens stand together; what the pass throws
 */
export async function countContexts(pass: TextPass, options: CountOptions): Promise<ContextCounts> {
  const { vocabulary, window, countedOn, mostContexts = MOST_CONTEXTS, mostWords = MOST_WORDS } = options;
  const notes: string[] = [];
  const contexts = await frequentWords(pass, mostContexts, mostWords);
  const idOf = new Map(vocabulary.map((word, id) => [word, id]));
  const contextOf = new Map(contexts.map((word, id) => [word, id]));
  const pairs = new PairCounts(Math.max(1, contexts.length), options.mostSlots);
  const contextTotals = new Float64Array(contexts.length);
  let rowIds = new Int32Array(64);
  let contextIds = new Int32Array(64);
  await pass((tokens) => {
    const { length } = tokens;
    if (length > rowIds.length) {
      rowIds = new Int32Array(2 * length);
      contextIds = new Int32Array(2 * length);
    }
    for (let t = 0; t < length; t++) {
      rowIds[t] = idOf.get(tokens[t]!) ?? -1;
      contextIds[t] = contextOf.get(tokens[t]!) ?? -1;
    }
    for (let t = 0; t < length; t++) {
      const from = t < window ? 0 : t - window;
      const to = t + window < length ? t + window : length - 1;
      if (contextIds[t] !== -1) contextTotals[contextIds[t]!]! += to - from;
      const row = rowIds[t]!;
      if (row === -1) continue;
      for (let other = from; other <= to; other++) {
        if (other !== t && contextIds[other] !== -1) pairs.add(row, contextIds[other]!);
      }
    }
  }, 'Counting contexts');
  const rows = pairs.rows(vocabulary.length);
  if (rows.ids.length === 0) {
    throw new Failure(
      'no-contexts',
      `No word of the sentences stands beside another in ${countedOn}.`,
      'Count the contexts on other text: choose it under "Contexts from".',
    );
  }
  if (pairs.undercount > 0) {
    notes.push(
      `There are more pairs of word and context than are kept: a count may be too low by up to ${pairs.undercount}.`,
    );
  }
  return { idOf, rows, contextTotals, countedOn, notes };
}

/**
 * The most frequent words, of equals the one that was met first. Where there are too many different words, the rarest
 * are forgotten on the way, which never touches a word that is more frequent than all the forgetting together.
 */
async function frequentWords(pass: TextPass, most: number, mostWords: number): Promise<string[]> {
  const counts = new Map<string, number>();
  let rare = 0;
  await pass((tokens) => {
    for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
    while (counts.size > mostWords) {
      rare++;
      for (const [word, count] of counts) if (count <= rare) counts.delete(word);
    }
  }, 'Counting words');
  // The sort is stable, and a map keeps its order.
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, most)
    .map(([word]) => word);
}
