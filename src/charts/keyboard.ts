import type { Hit } from './hitTest.ts';

/** The order in which the arrow keys visit pairs, and its inverse. */
export interface ReadingOrder {
  /** Rank -> pair. */
  pairs: Int32Array;
  /** Pair -> rank. */
  ranks: Int32Array;
}

/** By gold, lowest first; ties by pair index; unrated pairs last. */
export function readingOrder(gold: Float64Array): ReadingOrder {
  const pairs = Int32Array.from(gold, (_, index) => index);
  pairs.sort((a, b) => {
    const ga = gold[a]!;
    const gb = gold[b]!;
    if (Number.isNaN(ga) || Number.isNaN(gb))
      return Number(Number.isNaN(ga)) - Number(Number.isNaN(gb)) || a - b;
    return ga - gb || a - b;
  });
  const ranks = new Int32Array(pairs.length);
  pairs.forEach((pair, rank) => (ranks[pair] = rank));
  return { pairs, ranks };
}

export type Move = 'left' | 'right' | 'up' | 'down' | 'first' | 'last' | 'pageLeft' | 'pageRight';

const MOVES = new Map<string, Move>([
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['Home', 'first'],
  ['End', 'last'],
  ['PageUp', 'pageLeft'],
  ['PageDown', 'pageRight'],
]);

export function moveOf(key: string): Move | null {
  return MOVES.get(key) ?? null;
}

/**
 * Where a key leads. Left and right walk the reading order within a system, a page is a twentieth of it,
 * up and down go to the previous and next system on the same pair. Points without a score are skipped; at
 * an end the cursor stays. Without a cursor the walk starts at `start` (pair) or at the first point.
 */
export function moveCursor(
  columns: readonly Float64Array[],
  order: ReadingOrder,
  cursor: Hit | null,
  move: Move,
  start: number | null = null,
): Hit | null {
  if (!cursor || !columns[cursor.series]) return firstPoint(columns, order, start);
  if (move === 'up' || move === 'down') {
    const step = move === 'up' ? -1 : 1;
    for (let series = cursor.series + step; columns[series]; series += step) {
      if (Number.isFinite(columns[series]![cursor.index])) return { series, index: cursor.index };
    }
    return cursor;
  }
  const count = order.pairs.length;
  const page = Math.max(1, Math.round(count / 20));
  const rank = order.ranks[cursor.index]!;
  const forward = move === 'right' || move === 'pageRight' || move === 'first';
  const target = { left: rank - 1, right: rank + 1, pageLeft: rank - page, pageRight: rank + page };
  let from = move === 'first' ? 0 : move === 'last' ? count - 1 : target[move];
  from = Math.max(Math.min(from, count - 1), 0);
  const pair = scan(columns[cursor.series]!, order, from, forward ? 1 : -1);
  return pair === null ? cursor : { series: cursor.series, index: pair };
}

function scan(values: Float64Array, { pairs }: ReadingOrder, from: number, step: 1 | -1): number | null {
  for (let rank = from; rank >= 0 && rank < pairs.length; rank += step) {
    if (Number.isFinite(values[pairs[rank]!])) return pairs[rank]!;
  }
  return null;
}

function firstPoint(columns: readonly Float64Array[], order: ReadingOrder, start: number | null): Hit | null {
  for (let series = 0; start !== null && series < columns.length; series++) {
    if (Number.isFinite(columns[series]![start])) return { series, index: start };
  }
  for (let series = 0; series < columns.length; series++) {
    const index = scan(columns[series]!, order, 0, 1);
    if (index !== null) return { series, index };
  }
  return null;
}
