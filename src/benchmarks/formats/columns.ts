import { Failure } from '../../failure.ts';
import { counted, Tally } from '../notes.ts';
import type { RejectedRow } from '../types.ts';
import type { Cell } from './gold.ts';
import type { Row, Rows } from './part.ts';
import type { Table } from './table.ts';

/** Which column (0-based) holds what. */
export interface Mapping {
  sentence1: number;
  sentence2: number;
  gold?: number;
  id?: number;
  genre?: number;
  source?: number;
  year?: number;
  category?: number;
  triple?: number;
  split?: number;
}
export type MappedField = keyof Mapping;

export const MAPPED_FIELDS = [
  'sentence1',
  'sentence2',
  'gold',
  'id',
  'genre',
  'source',
  'year',
  'category',
  'triple',
  'split',
] as const satisfies readonly MappedField[];

const DETAILS = ['id', 'genre', 'source', 'year', 'category', 'triple'] as const;

/** A score in a gold file, and the 1-based line of that file on which it stands. */
export interface GoldCell {
  cell: Cell;
  line: number;
}

export interface MapOptions {
  /** Rows must have at least so many cells; by default what the mapping needs. */
  width?: number;
  /** What to make of cells beyond `width`: note them, or reject the row (an unquoted comma in a sentence). */
  surplus: 'note' | 'reject';
  /** What the note says of them. */
  surplusNote?: string;
  /** Gold from a second file, by the row's line. Takes the place of a gold column. */
  goldOf?: (line: number) => GoldCell;
}

export interface SplitRow extends Row {
  split?: string;
}

/** Reads the cells of a table by their meaning. Rows with too few columns, or without a sentence, are rejected. */
export function mapRows(table: Table, mapping: Mapping, options: MapOptions): Rows & { rows: SplitRow[] } {
  let needed = 0;
  for (const field of MAPPED_FIELDS) {
    const column = mapping[field];
    if (column !== undefined && column + 1 > needed) needed = column + 1;
  }
  const width = options.width ?? needed;
  const rows: SplitRow[] = [];
  const rejected: RejectedRow[] = [...table.rejected];
  const notes = new Tally();
  for (const { line, cells } of table.rows) {
    const reject = (reason: string) => rejected.push({ file: table.file, line, reason });
    if (cells.length < width) {
      reject(`${counted(cells.length, 'column')} instead of ${width}`);
      continue;
    }
    if (cells.length > width) {
      if (options.surplus === 'reject') {
        const found = counted(cells.length, 'column');
        reject(`${found} instead of ${width}: a delimiter inside a sentence needs quotes`);
        continue;
      }
      notes.add(
        options.surplusNote ?? `The row has more than ${counted(width, 'column')}; the rest is ignored.`,
        line,
      );
    }
    const first = cells[mapping.sentence1] ?? null;
    const second = cells[mapping.sentence2] ?? null;
    if (first === null || second === null) {
      reject(`there is no ${first === null ? 'sentence1' : 'sentence2'}`);
      continue;
    }
    const ownGold = mapping.gold === undefined ? null : (cells[mapping.gold] ?? null);
    const { cell: gold, line: goldLine } = options.goldOf?.(line) ?? { cell: ownGold, line };
    const row: SplitRow = { line, goldLine, sentence1: String(first), sentence2: String(second), gold };
    for (const field of DETAILS) {
      const cell = mapping[field] === undefined ? null : (cells[mapping[field]] ?? null);
      if (cell !== null) row[field] = String(cell);
    }
    if (mapping.split !== undefined) row.split = String(cells[mapping.split] ?? '');
    rows.push(row);
  }
  return { rows, rejected, notes: [...table.notes, ...notes.list()] };
}

/**
 * A mapping by the names of a header.
 * @throws Failure `missing-column` naming the column and what the header has.
 */
export function mappingByName(
  table: Table,
  names: Partial<Record<MappedField, string>> & { sentence1: string; sentence2: string },
): Mapping {
  const header = table.columns ?? [];
  const entries = Object.entries(names).map(([field, name]) => {
    const column = header.indexOf(name);
    if (column < 0) {
      throw new Failure(
        'missing-column',
        `${table.file} has no column "${name}"; its header is: ${header.join(', ')}.`,
        'Import it as your own file, where columns can be chosen.',
      );
    }
    return [field, column];
  });
  return Object.fromEntries(entries) as Mapping;
}
