import type { Mapping } from './formats/columns.ts';
import type { Cell } from './formats/gold.ts';
import { readGold } from './formats/gold.ts';
import { splitLines } from './formats/lines.ts';
import type { Delimiter, Table, TableRow } from './formats/table.ts';
import { usualWidth } from './formats/table.ts';
import type { Scale } from './types.ts';

const SAMPLE_LINES = 300;

/** Names that people give to the columns; compared in lower case with blanks and hyphens as underscores. */
const NAMES: readonly (readonly [keyof Mapping, RegExp])[] = [
  [
    'sentence1',
    /^(sentence|sent|text|s|snippet|sts|question|example|string)_?(1|a|one)$|^(premise|#1_string)$/,
  ],
  [
    'sentence2',
    /^(sentence|sent|text|s|snippet|sts|question|example|string)_?(2|b|two)$|^(hypothesis|#2_string)$/,
  ],
  [
    'gold',
    /^(score|gold|gold_score|similarity|similarity_score|sim|label|relatedness|relatedness_score|rating|mean|quality|stars|human|human_score)$/,
  ],
  ['id', /^(id|pair_?id|idx|index|sid|pair|#)$/],
  ['genre', /^(genre|domain|category)$/],
  ['source', /^(source|dataset|file|filename|main_dataset)$/],
  ['year', /^(year)$/],
  ['split', /^(split|partition|fold)$/],
];

/** What to look for in the name: "Sentence 1" and "sentence-1" are "sentence_1". */
function plainName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

export function fieldByName(name: string): keyof Mapping | null {
  const plain = plainName(name);
  return NAMES.find(([, pattern]) => pattern.test(plain))?.[0] ?? null;
}

/** How regularly a delimiter cuts lines: the share of lines with the usual number of fields; 0 below two. */
function regularity(lines: readonly string[], delimiter: Delimiter, quoting: boolean): number {
  const rows: TableRow[] = lines.map((line, index) => {
    // Only to count: quoted stretches cannot delimit.
    const bare = quoting ? line.replace(/"(?:[^"]|"")*"/g, '') : line;
    return { line: index + 1, cells: bare.split(delimiter) };
  });
  const width = usualWidth(rows);
  if (width < 2) return 0;
  return rows.filter(({ cells }) => cells.length === width).length / rows.length;
}

/**
 * The delimiter by the regularity of the field counts, not by how often it occurs: sentences are full of
 * commas. A tab wins unless another is clearly more regular. null for a file of one column.
 */
export function guessDelimiter(text: string, quoted: boolean): Delimiter | null {
  const lines = splitLines(text.slice(0, 1_000_000))
    .filter((line) => line !== '')
    .slice(0, SAMPLE_LINES);
  if (lines.length === 0) return null;
  let best: Delimiter | null = null;
  let most = 0;
  for (const delimiter of ['\t', ';', ','] as const) {
    const share = regularity(lines, delimiter, quoted && delimiter !== '\t');
    const handicap = delimiter === '\t' ? 0.2 : 0;
    if (share > 0 && share + handicap > most) [best, most] = [delimiter, share + handicap];
  }
  return best;
}

function isNumeric(cell: Cell): boolean {
  return readGold(cell).kind === 'rated';
}

function isMissing(cell: Cell): boolean {
  const { kind } = readGold(cell);
  return kind === 'blank' || kind === 'absent';
}

interface ColumnFacts {
  numericShare: number;
  meanLength: number;
  min: number;
  max: number;
  integers: boolean;
}

function factsOf(rows: readonly TableRow[], column: number): ColumnFacts {
  const facts = { numericShare: 0, meanLength: 0, min: Infinity, max: -Infinity, integers: true };
  let filled = 0;
  let numeric = 0;
  for (const { cells } of rows) {
    const cell = cells[column] ?? null;
    facts.meanLength += String(cell ?? '').length / rows.length;
    if (isMissing(cell)) continue;
    filled++;
    const gold = readGold(cell);
    if (gold.kind !== 'rated') continue;
    numeric++;
    if (gold.value < facts.min) facts.min = gold.value;
    if (gold.value > facts.max) facts.max = gold.value;
    if (!Number.isInteger(gold.value)) facts.integers = false;
  }
  facts.numericShare = filled === 0 ? 0 : numeric / filled;
  return facts;
}

/** A header names a known field, or stands in words above a column of numbers. */
export function guessHeader(rows: readonly TableRow[]): boolean {
  const [first, ...rest] = rows.slice(0, SAMPLE_LINES);
  if (!first) return false;
  if (first.cells.some(isNumeric)) return false;
  if (first.cells.some((cell) => typeof cell === 'string' && fieldByName(cell) !== null)) return true;
  if (rest.length === 0) return false;
  return first.cells.some((cell, column) => !isMissing(cell) && factsOf(rest, column).numericShare >= 0.9);
}

/** A year or a row number is numeric too; no scale of similarity goes so far. */
const GOLD_LIMIT = 100;

/**
 * What the columns hold: by their names, else the two longest texts are the sentences, and the gold score is
 * the numeric column with fractions, or that with the smallest range. null where there are not two texts.
 */
export function guessMapping(table: Table): Mapping | null {
  const guess: Partial<Mapping> = {};
  table.columns?.forEach((name, column) => {
    const field = fieldByName(name);
    if (field !== null) guess[field] ??= column;
  });
  const rows = table.rows.slice(0, 5000);
  const width = Math.max(table.columns?.length ?? 0, usualWidth(rows));
  const taken = new Set(Object.values(guess));
  const facts = Array.from({ length: width }, (_, column) => ({ column, ...factsOf(rows, column) }));
  const free = facts.filter(({ column }) => !taken.has(column));
  if (guess.sentence1 === undefined || guess.sentence2 === undefined) {
    const texts = free
      .filter(({ numericShare, meanLength }) => numericShare < 0.5 && meanLength > 0)
      .sort((a, b) => b.meanLength - a.meanLength)
      .slice(0, guess.sentence1 === undefined && guess.sentence2 === undefined ? 2 : 1)
      .map(({ column }) => column)
      .sort((a, b) => a - b);
    for (const column of texts) {
      if (guess.sentence1 === undefined) guess.sentence1 = column;
      else guess.sentence2 ??= column;
    }
  }
  const { sentence1, sentence2 } = guess;
  if (sentence1 === undefined || sentence2 === undefined) return null;
  if (guess.gold === undefined) {
    const scores = free
      .filter((fact) => fact.column !== sentence1 && fact.column !== sentence2)
      .filter(({ numericShare, min, max }) => numericShare >= 0.9 && min >= -1 && max <= GOLD_LIMIT)
      .sort((a, b) => Number(a.integers) - Number(b.integers) || a.max - a.min - (b.max - b.min));
    // A file of pairs without a header keeps row numbers apart by their range: 0001, 0002, …
    if (scores[0]) guess.gold = scores[0].column;
  }
  return { ...guess, sentence1, sentence2 };
}

export interface GoldSummary {
  /** Of the numeric values other than -1 that stands for a withheld label; null where there are none. */
  min: number | null;
  max: number | null;
  numbers: number;
  blank: number;
  minusOnes: number;
  invalid: number;
}

export function summariseGold(cells: readonly Cell[]): GoldSummary {
  const summary: GoldSummary = { min: null, max: null, numbers: 0, blank: 0, minusOnes: 0, invalid: 0 };
  let otherNegative = false;
  for (const cell of cells) {
    const gold = readGold(cell);
    if (gold.kind === 'invalid') summary.invalid++;
    else if (gold.kind !== 'rated') summary.blank++;
    else if (gold.value === -1) summary.minusOnes++;
    else {
      summary.numbers++;
      if (gold.value < 0) otherNegative = true;
      if (summary.min === null || gold.value < summary.min) summary.min = gold.value;
      if (summary.max === null || gold.value > summary.max) summary.max = gold.value;
    }
  }
  if (otherNegative && summary.minusOnes > 0) {
    // Then -1 is a value like the others.
    summary.numbers += summary.minusOnes;
    summary.minusOnes = 0;
    if (summary.min! > -1) summary.min = -1;
    if (summary.max! < -1) summary.max = -1;
  }
  return summary;
}

/** The usual scale that the values fit best; null where none does. Data cannot prove a scale: ask. */
export function suggestScale({ min, max }: GoldSummary): Scale | null {
  if (min === null || max === null || min < 0 || max > 5) return null;
  if (max <= 1) return [0, 1];
  if (min >= 1 && max > 4) return [1, 5];
  return max <= 4 ? [0, 4] : [0, 5];
}
