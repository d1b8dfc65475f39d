import { counted } from '../benchmarks/notes.ts';
import { Failure } from '../failure.ts';
import { emptyScores } from './scores.ts';
import { readScoreCell, shown, type NumberForm, type ScoreFile } from './scoreFile.ts';
import { MISSING_REASONS, type Scores } from './types.ts';

/** Which columns of a file are scores, and which score belongs to which pair. */
export interface ScoreChoice extends NumberForm {
  /** Columns (0-based) of scores; each becomes a system. */
  columns: readonly number[];
  /** The column of ids that joins rows to pairs; null joins them by their order. */
  ids: number | null;
  /** What becomes of a pair for which the file has no number: all is refused, or the pair is left out and counted. */
  absent: 'refuse' | 'skip';
}

/** The pairs that the scores are of. */
export interface ScoredPairs {
  /** "STS Benchmark, test": for what is said of them. */
  title: string;
  ids: readonly string[];
  /** NaN where nobody rated the pair. */
  gold: Float64Array;
}

export interface ImportedColumn {
  /** Index of the column. */
  column: number;
  scores: Scores;
  notes: string[];
}

/** A line of the file that stands in the way. */
export interface ScoreFault {
  /** 1-based; in parquet the row. */
  line: number;
  reason: string;
}

const LISTED = 50;

/** Scores that were refused as a whole: nothing of the file was taken. */
export class ScoresRefused extends Failure {
  /** The first of them, in order of lines. */
  readonly faults: readonly ScoreFault[];
  readonly faultCount: number;

  constructor(code: string, what: string, nextStep: string, faults: readonly ScoreFault[] = []) {
    super(code, what, nextStep);
    this.name = 'ScoresRefused';
    this.faults = faults.slice(0, LISTED);
    this.faultCount = faults.length;
  }
}

/**
 * The scores of the pairs in each chosen column. All or nothing: a line that is no row, a cell that is no number, an
 * id that is not here or stands twice refuses the whole file.
 * @throws ScoresRefused `scores-mismatch` where the counts differ (both are named), `bad-scores` with the faults by line
 */
export function importScores(file: ScoreFile, choice: ScoreChoice, pairs: ScoredPairs): ImportedColumn[] {
  if (choice.columns.length === 0) {
    throw new ScoresRefused('no-column', 'No column of scores is chosen.', 'Choose at least one.');
  }
  refuseCounts(file, choice, pairs);
  const faults: ScoreFault[] = file.table.rejected.map(({ line, reason }) => ({ line, reason }));
  const rowOf = choice.ids === null ? byOrder(file) : byId(file, choice.ids, choice, pairs, faults);
  const imported = choice.columns.map((column) => columnScores(file, column, choice, pairs, rowOf, faults));
  if (faults.length > 0) throw refused(file, faults);
  return imported;
}

function refuseCounts(file: ScoreFile, { ids }: ScoreChoice, { ids: pairs, title, gold }: ScoredPairs): void {
  const { rows, rejected } = file.table;
  const count = rows.length + rejected.length;
  if (ids !== null || count === pairs.length) return;
  let rated = 0;
  for (const value of gold) if (!Number.isNaN(value)) rated++;
  const header = file.header ? 'below its header' : 'without a header';
  const near =
    count === rated
      ? 'It may hold the rated pairs only'
      : Math.abs(count - pairs.length) === 1
        ? 'Check whether the first line is a header'
        : 'Open the benchmark, or the part of it, that was scored';
  throw new ScoresRefused(
    'scores-mismatch',
    `${file.name} has ${counted(count, 'row')} of scores ${header}, but ${title} has ${counted(pairs.length, 'pair')}${rated < pairs.length ? `, ${rated} of them rated` : ''}.`,
    `${near}; a column of ids joins scores to pairs whatever their order.`,
  );
}

/** Row of the table -> pair; rows that have none are faults already. */
function byOrder({ table }: ScoreFile): Int32Array {
  return Int32Array.from(table.rows, (_, row) => row);
}

/** Ids as written, or what stands behind the last slash where that is unique too: the number of the line. */
function idsOf(pairs: readonly string[], wanted: ReadonlySet<string>): Map<string, number> {
  const whole = new Map(pairs.map((id, row) => [id, row]));
  const tails = new Map(pairs.map((id, row) => [id.slice(id.lastIndexOf('/') + 1), row]));
  const found = (of: ReadonlyMap<string, number>): number => {
    let count = 0;
    for (const id of wanted) if (of.has(id)) count++;
    return count;
  };
  return tails.size === pairs.length && found(tails) > found(whole) ? tails : whole;
}

function byId(
  { table, name }: ScoreFile,
  column: number,
  { absent }: ScoreChoice,
  { ids, title }: ScoredPairs,
  faults: ScoreFault[],
): Int32Array {
  const texts = table.rows.map(({ cells }) => String(cells[column] ?? '').trim());
  const known = idsOf(ids, new Set(texts));
  const lineOf = new Map<number, number>();
  const rowOf = Int32Array.from(texts, (id, row) => {
    const { line } = table.rows[row]!;
    const pair = known.get(id);
    if (pair === undefined) {
      const reason = id === '' ? 'there is no id' : `no pair of ${title} has the id ${shown(id)}`;
      faults.push({ line, reason });
      return -1;
    }
    const before = lineOf.get(pair);
    if (before !== undefined) {
      faults.push({ line, reason: `the id ${shown(id)} stands in line ${before} already` });
      return -1;
    }
    lineOf.set(pair, line);
    return pair;
  });
  if (faults.length === 0 && lineOf.size < ids.length && absent === 'refuse') {
    const first = ids.find((_, pair) => !lineOf.has(pair))!;
    throw new ScoresRefused(
      'scores-mismatch',
      `${name} has scores for ${counted(lineOf.size, 'pair')}, but ${title} has ${ids.length}: ${shown(first)} is the first that is not in the file.`,
      'Add them, or leave pairs without a score out.',
    );
  }
  return rowOf;
}

function columnScores(
  { table, columns }: ScoreFile,
  column: number,
  { percent, comma, absent }: ScoreChoice,
  { ids, gold }: ScoredPairs,
  rowOf: Int32Array,
  faults: ScoreFault[],
): ImportedColumn {
  const scores = emptyScores(ids.length);
  scores.reasons.fill(MISSING_REASONS.indexOf('no score in the file'));
  const where = columns.length > 1 ? `, column ${shown(columns[column]!.name)}` : '';
  table.rows.forEach(({ line, cells }, row) => {
    const fault = (reason: string): void => void faults.push({ line, reason: `${reason}${where}` });
    const cell = readScoreCell(cells[column]);
    const text = cells[column] ?? '';
    if (cell.kind === 'fault') return fault(cell.reason);
    if (cell.kind === 'absent') {
      if (absent === 'refuse') fault(cell.text === '' ? 'there is no score' : `${shown(text)} is no score`);
      return;
    }
    if (cell.hasPercent && !percent) return fault(`${shown(text)} has a percent sign`);
    if (percent && !cell.hasPercent) return fault(`${shown(text)} has no percent sign, and others have`);
    if (cell.hasComma && !comma) return fault(`${shown(text)} has a decimal comma`);
    if (comma && cell.hasPoint) return fault(`${shown(text)} has a point, and others have a decimal comma`);
    const pair = rowOf[row]!;
    if (pair < 0) return;
    scores.values[pair] = cell.value;
    scores.reasons[pair] = 0;
  });
  let missing = 0;
  let equal = 0;
  let rated = 0;
  for (const [pair, value] of scores.values.entries()) {
    if (Number.isNaN(value)) missing++;
    if (Number.isNaN(gold[pair]!)) continue;
    rated++;
    if (value === gold[pair]) equal++;
  }
  const notes: string[] = [];
  if (missing > 0) notes.push(`Pairs for which the file has no score: ${missing}; they are left out.`);
  if (rated > 2 && equal === rated) {
    notes.push('These scores are the human ones themselves: the column seems to be the gold.');
  }
  return { column, scores, notes };
}

function refused(file: ScoreFile, faults: ScoreFault[]): ScoresRefused {
  faults.sort((a, b) => a.line - b.line);
  const first = faults[0]!;
  const more = faults.length > 1 ? ` (and ${counted(faults.length - 1, 'more fault')})` : '';
  const only = (pattern: RegExp): boolean => faults.every(({ reason }) => pattern.test(reason));
  const nextStep = only(/” has a percent sign/)
    ? 'If every score is a percentage, choose to read percent signs as hundredths.'
    : only(/” has a decimal comma/)
      ? 'If the comma is the decimal sign, choose to read it so.'
      : only(/is no score|there is no score/)
        ? 'Add the scores, or choose to leave those pairs out.'
        : 'Mend these lines and choose the file again; nothing was imported.';
  return new ScoresRefused(
    'bad-scores',
    `${file.name}, line ${first.line}: ${first.reason}${more}.`,
    nextStep,
    faults,
  );
}
