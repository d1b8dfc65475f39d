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

/** Keys that do one thing, by their names in `KeyboardEvent.key`, and what that is. */
export interface KeyRow<Action> {
  keys: Record<string, Action>;
  what: string;
}

export type PlotAction = Move | 'pick' | 'leave' | 'zoomIn' | 'zoomOut' | 'resetZoom';

/** The keys of a scatter plot that has the focus. */
export const PLOT_KEYS: readonly KeyRow<PlotAction>[] = [
  {
    keys: { ArrowLeft: 'left', ArrowRight: 'right' },
    what: 'The point before or after, by human score',
  },
  { keys: { ArrowUp: 'up', ArrowDown: 'down' }, what: 'The same pair in the system before or after' },
  { keys: { Home: 'first', End: 'last' }, what: 'The first or the last point' },
  { keys: { PageUp: 'pageLeft', PageDown: 'pageRight' }, what: 'A twentieth of the points back or on' },
  { keys: { Enter: 'pick' }, what: 'Show the pair of the point' },
  { keys: { Escape: 'leave' }, what: 'Leave the point and drop the selection' },
  { keys: { '+': 'zoomIn', '=': 'zoomIn', '-': 'zoomOut' }, what: 'Zoom in or out' },
  { keys: { '0': 'resetZoom' }, what: 'Show the whole plot again' },
];
const PLOT_ACTIONS = new Map(PLOT_KEYS.flatMap(({ keys }) => Object.entries(keys)));

export function plotActionOf(key: string): PlotAction | null {
  return PLOT_ACTIONS.get(key) ?? null;
}

/** Rows down and columns to the right, for a heat map that has the focus. */
export const GRID_KEYS: KeyRow<readonly [number, number]> = {
  keys: { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] },
  what: 'The next cell in that direction',
};

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
