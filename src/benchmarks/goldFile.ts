import { Failure } from '../failure.ts';
import type { GoldCell } from './formats/columns.ts';
import { readGold } from './formats/gold.ts';
import { splitLines } from './formats/lines.ts';
import type { Table } from './formats/table.ts';
import { summariseGold } from './guess.ts';
import { counted } from './notes.ts';

/** A gold file of one score a line, joined to the table of its pairs. */
export interface JoinedGold {
  /** The score of a row of the table, by the line on which the row begins. */
  of: (line: number) => GoldCell;
  /** What to look at: set where the gold file ends before the table. */
  warning: string | null;
}

interface Join {
  of: (line: number) => GoldCell;
  isShort: boolean;
}

const isBlank = (gold: string | undefined): boolean => gold === undefined || gold.trim() === '';

/** Lines on which rows of data begin, those that were rejected already included. */
function dataLinesOf(table: Table): number[] {
  return [...table.rows, ...table.rejected].map(({ line }) => line).sort((a, b) => a - b);
}

/**
 * Which gold line belongs to which row. The counts decide, because each of the two files may have a header: a
 * score shifted by one row would give numbers that look right. null where the counts decide nothing.
 */
function join(golds: readonly string[], table: Table): Join | null {
  const dataLines = dataLinesOf(table);
  const ordinals = new Map(dataLines.map((line, ordinal) => [line, ordinal]));
  const rowCount = dataLines.length;
  const first = readGold(golds[0] ?? '');
  const isNamed = first.kind === 'invalid';
  const fits = (header: number): boolean =>
    golds.length - header >= rowCount && golds.slice(header + rowCount).every(isBlank);
  const byRow = (header: number): Join['of'] => {
    return (line) => {
      const index = header + ordinals.get(line)!;
      return { cell: golds[index] ?? null, line: index + 1 };
    };
  };
  // A line above the scores: of text, or blank where the table has a header too. A score is never dropped.
  const mayHaveHeader = isNamed || (table.columns !== null && first.kind !== 'rated');
  if (mayHaveHeader && fits(1)) return { of: byRow(1), isShort: false };
  if (fits(0)) return { of: byRow(0), isShort: false };
  const strayScore = golds.some((gold, index) => !isBlank(gold) && !ordinals.has(index + 1));
  if (golds.length === table.lineCount && !strayScore) {
    // Fields that hold line breaks: a row takes several lines, and its score stands on the first of them.
    return { of: (line) => ({ cell: golds[line - 1] ?? null, line }), isShort: false };
  }
  const header = isNamed ? 1 : 0;
  if (golds.length - header >= rowCount) return null;
  if (mayHaveHeader && !isNamed) return null;
  return { of: byRow(header), isShort: true };
}

function countsOf(golds: readonly string[], goldFile: string, table: Table): string {
  const rows = counted(dataLinesOf(table).length, 'row');
  const lines = counted(table.lineCount, 'line');
  return `${goldFile} has ${counted(golds.length, 'line')}, but ${table.file} has ${rows} of pairs in ${lines}`;
}

/**
 * Joins a person's gold file to its table: by row of data where the counts agree, a header in either file left
 * out; else by line where those counts agree. A shorter gold file leaves the rest unrated, with a warning.
 * @throws Failure `gold-mismatch` with both counts.
 */
export function joinGold(goldText: string, goldFile: string, table: Table): JoinedGold {
  const golds = splitLines(goldText);
  const joined = join(golds, table);
  if (!joined) {
    throw new Failure(
      'gold-mismatch',
      `${countsOf(golds, goldFile, table)}, so it cannot be told which score belongs to which pair.`,
      'Check that the files belong together, and whether the first line names the columns.',
    );
  }
  const header = table.columns === null ? ' If its first line names the columns, say so.' : '';
  const warning = joined.isShort
    ? `${countsOf(golds, goldFile, table)}: the pairs after the last score would be unrated.${header}`
    : null;
  return { of: joined.of, warning };
}

/** One number or nothing a line, below a header or not: what a gold file looks like. */
export function isGoldText(text: string): boolean {
  const golds = splitLines(text);
  const whole = summariseGold(golds);
  const { numbers, minusOnes, invalid } = whole.invalid > 0 ? summariseGold(golds.slice(1)) : whole;
  return numbers + minusOnes > 0 && invalid === 0;
}

/** "STS.input.images.txt" and "STS.gs.images.txt" are both "sts..images.txt". `name` is without folders. */
function withoutRole(name: string): string {
  const plain = name.toLowerCase();
  return plain.replace(/(?<![a-z])(inputs?|data|pairs|sentences|gs|golds?|scores?|labels?)(?![a-z])/g, '');
}

/** Of the tables that have no gold file yet, the one that a gold file belongs to: by name, else by counts. */
export function inputOf<Input extends { name: string; table: Table }>(
  gold: { name: string; text: string },
  free: readonly Input[],
): Input | null {
  const named = free.filter((input) => withoutRole(input.name) === withoutRole(gold.name));
  const golds = splitLines(gold.text);
  const fitting =
    named.length > 0 ? named : free.filter(({ table }) => join(golds, table)?.isShort === false);
  return fitting.length === 1 ? fitting[0]! : null;
}
