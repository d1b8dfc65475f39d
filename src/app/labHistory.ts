import type { EditKind } from '../edits/types.ts';

/** What made a row: the start, typing over a row, a word's neighbour among the vectors, or one of the edits. */
export type LabRowKind = 'start' | 'typed' | 'neighbour' | EditKind;

/** A pair on the bench, and how it came about. Rows are never changed in place. */
export interface LabRow {
  /** Counts up; a row keeps its number when others go. */
  id: number;
  /** The row that it was made from; null for the first. */
  parent: number | null;
  sentences: readonly [string, string];
  kind: LabRowKind;
  /** "negate “runs”"; empty where the kind says all. */
  label: string;
}

/** A pair of a benchmark that lies on the bench as the first row. */
export interface LabPair {
  benchmark: string;
  id: string;
  /** "test", "test/images": what is fitted on a part is fitted on this one, where it is open. */
  part: string;
  gold: number | null;
  scale: readonly [number, number];
  /** BCP 47, in the order of the sentences. */
  languages: readonly [string, string];
  /** The benchmark is a file of the person's own: no link holds a word of it. */
  isOwnFile: boolean;
}

/** Everything on the bench, in the order it was made. `rows` is never empty; the first is the start. */
export interface LabHistory {
  /** The benchmark pair that the first row is; null where it was typed. */
  pair: LabPair | null;
  rows: readonly LabRow[];
  /** Id of the row that is worked on. */
  present: number;
}

/** More rows than this are no table to read, so no edit is offered any more. */
export const MOST_ROWS = 60;

export function startHistory(
  sentences: readonly [string, string] = ['', ''],
  pair: LabPair | null = null,
): LabHistory {
  return { pair, rows: [{ id: 0, parent: null, sentences, kind: 'start', label: '' }], present: 0 };
}

export function rowOf({ rows }: LabHistory, id: number): LabRow {
  return rows.find((row) => row.id === id) ?? rows[0]!;
}

export function presentRow(history: LabHistory): LabRow {
  return rowOf(history, history.present);
}

export function isFull({ rows }: LabHistory): boolean {
  return rows.length >= MOST_ROWS;
}

/** A new row under the present one, which becomes the present. Equal sentences make no row: it is the same history. */
export function withRow(
  history: LabHistory,
  sentences: readonly [string, string],
  kind: Exclude<LabRowKind, 'start'>,
  label: string,
): LabHistory {
  if (isSame(presentRow(history).sentences, sentences)) return history;
  const id = nextId(history);
  const row: LabRow = { id, parent: history.present, sentences, kind, label };
  return { ...history, rows: [...history.rows, row], present: id };
}

/**
 * What typing makes of the history. A row that was typed and that nothing was made from is written over, and so is a
 * start that is no benchmark's pair; any other row stays as it is, and what is typed goes into a new one.
 */
export function withTyped(history: LabHistory, sentences: readonly [string, string]): LabHistory {
  const row = presentRow(history);
  if (isSame(row.sentences, sentences)) return history;
  const isOwn = row.kind === 'typed' || (row.kind === 'start' && history.pair === null);
  if (!isOwn || history.rows.some(({ parent }) => parent === row.id)) {
    return withRow(history, sentences, 'typed', '');
  }
  return {
    ...history,
    rows: history.rows.map((other) => (other === row ? { ...row, sentences } : other)),
  };
}

export function withPresent(history: LabHistory, id: number): LabHistory {
  return history.rows.some((row) => row.id === id) ? { ...history, present: id } : history;
}

/** Without a row; what was made from it now hangs on the row before it. The start can't be removed. */
export function withoutRow(history: LabHistory, id: number): LabHistory {
  const gone = history.rows.find((row) => row.id === id);
  if (!gone || gone.parent === null) return history;
  const rows = history.rows
    .filter((row) => row.id !== id)
    .map((row) => (row.parent === id ? { ...row, parent: gone.parent } : row));
  return { ...history, rows, present: history.present === id ? gone.parent : history.present };
}

function nextId({ rows }: LabHistory): number {
  let highest = 0;
  for (const { id } of rows) if (id > highest) highest = id;
  return highest + 1;
}

function isSame(a: readonly [string, string], b: readonly [string, string]): boolean {
  return a[0] === b[0] && a[1] === b[1];
}
