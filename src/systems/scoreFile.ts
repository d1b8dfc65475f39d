import { containerOf } from '../benchmarks/formats/archive.ts';
import { decode, refuseWebPage } from '../benchmarks/formats/decode.ts';
import type { Cell } from '../benchmarks/formats/gold.ts';
import { jsonlTable } from '../benchmarks/formats/jsonl.ts';
import { splitLines } from '../benchmarks/formats/lines.ts';
import { parquetTable } from '../benchmarks/formats/parquet.ts';
import { delimitedTable, usualWidth, type Delimiter, type Table } from '../benchmarks/formats/table.ts';
import { fieldByName, guessDelimiter } from '../benchmarks/guess.ts';
import { sha256Hex } from '../benchmarks/hash.ts';
import type { NamedBytes } from '../benchmarks/types.ts';
import { Failure } from '../failure.ts';

/** How to read a file of scores, where a person says otherwise than is guessed. */
export interface ScoreFileOptions {
  /** Null: one column. */
  delimiter?: Delimiter | null;
  header?: boolean;
}

/** Which spellings of numbers a person wants read. Neither is guessed: "0,85" might be two columns, "85" no percentage. */
export interface NumberForm {
  /** "85 %" is 0.85, and every score has to have its sign. */
  percent: boolean;
  /** "0,85" is 0.85, and no score may have a point. */
  comma: boolean;
}

export const PLAIN_NUMBERS: NumberForm = { percent: false, comma: false };

/** A file of scores before anyone has said which column is what. */
export interface ScoreFile {
  name: string;
  /** Of the file, in hex. */
  sha256: string;
  format: 'delimited' | 'jsonl' | 'parquet';
  /** Null where the file has one column, or the format none. */
  delimiter: Delimiter | null;
  header: boolean;
  table: Table;
  columns: ScoreColumn[];
  /** Column whose header names an id; null where none does. */
  idColumn: number | null;
}

export interface ScoreColumn {
  name: string;
  /** Cells that are plain numbers, with a percent sign, with a decimal comma, without a score, or anything else. */
  numbers: number;
  percents: number;
  commas: number;
  absent: number;
  others: number;
  /** Whether it may hold a system's scores: mostly numbers of some spelling, and no id or year by its name. */
  isScore: boolean;
}

export type ScoreCell =
  | { kind: 'number'; value: number; hasPercent: boolean; hasComma: boolean; hasPoint: boolean }
  /** Blank, or a word for "none" such as nan. */
  | { kind: 'absent'; text: string }
  | { kind: 'fault'; reason: string };

const NUMBER = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?$/;
const NONE = /^(?:|[+-]?nan|na|n\/a|none|null|missing|-|\?)$/i;
/** Names of what people said, which is no system's score. */
const HUMAN = /^(?:gold|gold_?score|human|human_?score|rating|label|stars)$/i;
const NO_SCORE = new Set(['id', 'year', 'split', 'source', 'genre', 'sentence1', 'sentence2']);

/** A cell as it stands, whatever spelling is wanted. */
export function readScoreCell(cell: Cell | undefined): ScoreCell {
  if (cell === null || cell === undefined) return { kind: 'absent', text: '' };
  if (typeof cell === 'number') {
    if (Number.isNaN(cell)) return { kind: 'absent', text: 'NaN' };
    return Number.isFinite(cell)
      ? { kind: 'number', value: cell, hasPercent: false, hasComma: false, hasPoint: false }
      : { kind: 'fault', reason: 'the score is infinite' };
  }
  const text = cell.trim();
  if (NONE.test(text)) return { kind: 'absent', text };
  const bare = text.endsWith('%') ? text.slice(0, -1).trimEnd() : text;
  const value = Number(bare.replace(',', '.'));
  if (!NUMBER.test(bare) || !Number.isFinite(value)) {
    return { kind: 'fault', reason: `${shown(cell)} is not a number` };
  }
  const hasPercent = bare !== text;
  return {
    kind: 'number',
    value: hasPercent ? value / 100 : value,
    hasPercent,
    hasComma: bare.includes(','),
    hasPoint: bare.includes('.'),
  };
}

/** A cell in quotes, cut where it is long. */
export function shown(cell: Cell): string {
  const text = String(cell);
  return `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;
}

/** The delimiter; a column of decimal commas is one column, not two of whole numbers. */
function delimiterOf(text: string, name: string): Delimiter | null {
  const lines = splitLines(text).filter((line) => line.trim() !== '');
  const scores = lines.filter((line) => readScoreCell(line).kind === 'number').length;
  if (scores > 0 && scores >= 0.9 * lines.length) return null;
  return guessDelimiter(text, /\.csv$/i.test(name));
}

function isHeader({ rows }: Table): boolean {
  const [first, ...rest] = rows.slice(0, 300);
  if (!first || first.cells.some((cell) => readScoreCell(cell).kind === 'number')) return false;
  if (first.cells.some((cell) => typeof cell === 'string' && fieldByName(cell) !== null)) return true;
  // Words above numbers. Without rows below nothing can be told, and a score is never dropped.
  return first.cells.some(
    (cell, column) =>
      readScoreCell(cell).kind === 'fault' &&
      rest.length > 0 &&
      rest.filter(({ cells }) => readScoreCell(cells[column]).kind === 'number').length >= 0.5 * rest.length,
  );
}

/**
 * Reads a file of scores: one a line, or a table (comma, semicolon or tab; JSON lines; parquet) with columns of them.
 * Nothing is dropped here but blank lines at the end.
 * @throws Failure of the readers (`undecodable`, `web-page`, `unclosed-quote`, ...); `no-scores` for an empty file
 */
export async function readScoreFile(file: NamedBytes, options: ScoreFileOptions = {}): Promise<ScoreFile> {
  const { name, bytes } = file;
  refuseWebPage(bytes, name, 'a file of scores');
  const container = containerOf(bytes);
  if (container === 'zip' || container === 'gzip' || container === 'tar') {
    throw new Failure('packed-scores', `${name} is an archive.`, 'Unpack it and choose the file of scores.');
  }
  const sheet = container === 'parquet' ? await parquet(file) : delimitedOrJson(file, options);
  const { table } = sheet;
  if (table.rows.length + table.rejected.length === 0) {
    throw new Failure(
      'no-scores',
      `${name} holds no score.`,
      'Choose a file with one score a line, or a table.',
    );
  }
  const width = Math.max(table.columns?.length ?? 0, usualWidth(table.rows));
  const columns = Array.from({ length: width }, (_, column) => columnOf(table, column));
  const ids = columns.findIndex(({ name: title }) => fieldByName(title) === 'id');
  return { name, sha256: await sha256Hex(bytes), ...sheet, columns, idColumn: ids < 0 ? null : ids };
}

type Sheet = Pick<ScoreFile, 'format' | 'delimiter' | 'header' | 'table'>;

async function parquet({ bytes, name }: NamedBytes): Promise<Sheet> {
  return { format: 'parquet', delimiter: null, header: true, table: await parquetTable(bytes, name) };
}

function delimitedOrJson({ bytes, name }: NamedBytes, options: ScoreFileOptions): Sheet {
  const { text } = decode(bytes, name);
  if (/\.(?:jsonl|ndjson|json)$/i.test(name) || /^\s*\{/.test(text)) {
    return { format: 'jsonl', delimiter: null, header: true, table: jsonlTable(text, name) };
  }
  const delimiter = options.delimiter === undefined ? delimiterOf(text, name) : options.delimiter;
  // As in the project's other files: quotes are syntax in a .csv that is not separated by tabs.
  const quoting = /\.csv$/i.test(name) && delimiter !== null && delimiter !== '\t';
  const read = (header: boolean): Table =>
    delimiter === null
      ? singleColumn(text, name, header)
      : delimitedTable(text, name, { delimiter, quoting, header });
  const header = options.header ?? isHeader(read(false));
  return { format: 'delimited', delimiter, header, table: read(header) };
}

/** Each line is one cell. A blank line inside is a pair without a score, not a line that is no row. */
function singleColumn(text: string, file: string, header: boolean): Table {
  const table = delimitedTable(text, file, { delimiter: '\t', quoting: false, header });
  const whole = (cells: readonly Cell[]): Cell[] => [cells.join('\t')];
  const rows = table.rows.map(({ line, cells }) => ({ line, cells: whole(cells) }));
  for (const { line } of table.rejected) rows.push({ line, cells: [''] });
  rows.sort((a, b) => a.line - b.line);
  return { ...table, columns: table.columns && whole(table.columns).map(String), rows, rejected: [] };
}

function columnOf(table: Table, column: number): ScoreColumn {
  const name = table.columns?.[column]?.trim() || `column ${column + 1}`;
  const of: ScoreColumn = { name, numbers: 0, percents: 0, commas: 0, absent: 0, others: 0, isScore: false };
  for (const { cells } of table.rows) {
    const cell = readScoreCell(cells[column]);
    if (cell.kind === 'absent') of.absent++;
    else if (cell.kind === 'fault') of.others++;
    else if (cell.hasPercent) of.percents++;
    else if (cell.hasComma) of.commas++;
    else of.numbers++;
  }
  const numeric = of.numbers + of.percents + of.commas;
  const field = table.columns === null ? null : fieldByName(name);
  of.isScore =
    numeric > 0 && numeric >= 0.5 * (numeric + of.others) && !HUMAN.test(name) && !NO_SCORE.has(field ?? '');
  return of;
}
