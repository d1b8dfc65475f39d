import { parse } from 'csv-parse/browser/esm/sync';
import { Failure } from '../../failure.ts';
import { Tally } from '../notes.ts';
import type { ImportNote, RejectedRow } from '../types.ts';
import type { Cell } from './gold.ts';
import { splitLines } from './lines.ts';

export type Delimiter = '\t' | ',' | ';';

export interface TableRow {
  /** 1-based line of the file on which the row begins; in parquet the 1-based row. */
  line: number;
  cells: Cell[];
}

/** Any format of rows and columns, before anyone has said what the columns mean. */
export interface Table {
  file: string;
  /** Names from the header or the schema; null where the file names none. */
  columns: string[] | null;
  rows: TableRow[];
  rejected: RejectedRow[];
  notes: ImportNote[];
  /** Lines of the file, blank ones and the header included. */
  lineCount: number;
}

export interface DelimitedOptions {
  delimiter: Delimiter;
  /** RFC 4180: a field may be put in double quotes and then hold delimiters, line breaks and "". */
  quoting: boolean;
  header: boolean;
}

const TRAILING = 'Blank lines at the end of the file were left out.';
export const LINE_BREAK_IN_FIELD = 'A quoted field holds a line break.';

/** Quote characters are ordinary here: the only right reading of every TSV of this field. */
function plainRows(text: string, delimiter: Delimiter): { rows: TableRow[]; lineCount: number } {
  const lines = splitLines(text);
  const rows = lines.map((line, index) => ({ line: index + 1, cells: line.split(delimiter) as Cell[] }));
  return { rows, lineCount: lines.length };
}

function quotedRows(
  text: string,
  delimiter: Delimiter,
  file: string,
): { rows: TableRow[]; lineCount: number } {
  try {
    const records = parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      relax_quotes: true,
    });
    const rows: TableRow[] = [];
    let line = 1;
    for (const record of records) {
      rows.push({ line, cells: record });
      // The parser's own count takes a lone CR for a line, which no other tool does.
      line++;
      for (const cell of record) for (const char of cell) if (char === '\n') line++;
    }
    return { rows, lineCount: splitLines(text).length };
  } catch (cause) {
    // A quote that is never closed is reported at the end of the file; the person needs its beginning.
    const line = unclosedQuoteLine(text, delimiter);
    throw new Failure(
      'unclosed-quote',
      `${file}, line ${line}: a field begins with a quote that is never closed.`,
      'Import it again with quoting off, where a quote is an ordinary character.',
      { cause },
    );
  }
}

function unclosedQuoteLine(text: string, delimiter: Delimiter): number {
  let open = false;
  let opened = 1;
  let line = 1;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    const before = at === 0 ? '\n' : text[at - 1]!;
    if (char === '\n') line++;
    else if (char === '"' && !open && (before === delimiter || before === '\n')) {
      open = true;
      opened = line;
    } else if (char === '"' && open) {
      if (text[at + 1] === '"') at++;
      else if ([delimiter, '\r', '\n', undefined].includes(text[at + 1])) open = false;
    }
  }
  return opened;
}

function isBlank(row: TableRow): boolean {
  return row.cells.length === 1 && row.cells[0] === '';
}

/**
 * Rows of a delimited text. Blank lines at the end are left out with a note; one in the middle is rejected.
 * Nothing is trimmed.
 * @throws Failure `unclosed-quote`.
 */
export function delimitedTable(text: string, file: string, options: DelimitedOptions): Table {
  const { delimiter, quoting, header } = options;
  const { rows, lineCount } = quoting ? quotedRows(text, delimiter, file) : plainRows(text, delimiter);
  const notes = new Tally();
  while (rows.length > 0 && isBlank(rows[rows.length - 1]!)) notes.add(TRAILING, rows.pop()!.line);
  const columns = header ? (rows.shift()?.cells.map(String) ?? null) : null;
  const kept: TableRow[] = [];
  const rejected: RejectedRow[] = [];
  for (const row of rows) {
    if (isBlank(row)) {
      rejected.push({ file, line: row.line, reason: 'the line is blank' });
      continue;
    }
    if (quoting && row.cells.some((cell) => typeof cell === 'string' && cell.includes('\n'))) {
      notes.add(LINE_BREAK_IN_FIELD, row.line);
    }
    kept.push(row);
  }
  return { file, columns, rows: kept, rejected, notes: notes.list(), lineCount };
}

/** Number of cells that most rows have; the larger number where two are equally frequent. 0 without rows. */
export function usualWidth(rows: readonly TableRow[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  let width = 0;
  let most = 0;
  for (const [candidate, count] of counts) {
    if (count > most || (count === most && candidate > width)) [width, most] = [candidate, count];
  }
  return width;
}
