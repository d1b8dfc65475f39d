import type { RejectedRow } from '../types.ts';
import type { Cell } from './gold.ts';
import { splitLines } from './lines.ts';
import type { Table, TableRow } from './table.ts';

/** JSON and parquet values as cells: what is neither text nor number is shown as JSON. */
export function toCell(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  return JSON.stringify(value) ?? null;
}

/** One JSON object a line (MTEB, and this project's contrast set). Columns are the keys, as first met. */
export function jsonlTable(text: string, file: string): Table {
  const lines = splitLines(text);
  const positions = new Map<string, number>();
  const rows: TableRow[] = [];
  const rejected: RejectedRow[] = [];
  lines.forEach((line, index) => {
    const reject = (reason: string) => rejected.push({ file, line: index + 1, reason });
    if (line.trim() === '') {
      if (index < lines.length - 1) reject('the line is blank');
      return;
    }
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (error) {
      reject(`not JSON: ${(error as Error).message}`);
      return;
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      reject('not a JSON object');
      return;
    }
    const cells: Cell[] = [];
    for (const [key, item] of Object.entries(value)) {
      if (!positions.has(key)) positions.set(key, positions.size);
      cells[positions.get(key)!] = toCell(item);
    }
    rows.push({ line: index + 1, cells });
  });
  const columns = [...positions.keys()];
  // A key that some line lacks, or that first appears later, is absent there: null, not a hole.
  for (const row of rows) row.cells = Array.from(columns, (_, column) => row.cells[column] ?? null);
  return { file, columns, rows, rejected, notes: [], lineCount: lines.length };
}
