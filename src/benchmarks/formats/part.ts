import { Failure } from '../../failure.ts';
import { Tally } from '../notes.ts';
import type { BenchmarkPart, ImportNote, ImportReport, RejectedRow, Scale, SentencePair } from '../types.ts';
import type { Cell } from './gold.ts';
import { hidesLabels, readGold } from './gold.ts';

/** A row with its meaning, before its gold score is judged. Texts are as published. */
export interface Row {
  line: number;
  /** Line of the gold score, in the gold file where there is one. */
  goldLine: number;
  sentence1: string;
  sentence2: string;
  gold: Cell;
  /** The file's own id of the row. */
  id?: string;
  genre?: string;
  source?: string;
  year?: string;
  category?: string;
  triple?: string;
}

export interface Rows {
  rows: Row[];
  rejected: RejectedRow[];
  notes: ImportNote[];
}

export interface PartContext {
  benchmark: string;
  split: string;
  set: string | null;
  languages: [string, string];
  scale: Scale;
  /** Every file that was read, the one with the sentences first. */
  files: string[];
  /** The file that a rejected gold score is in; by default the first. */
  goldFile?: string;
  /** What to say of rows without a gold value. */
  absentGold?: string;
}

/** More than this share of rejected rows means that the file was misread. */
export const MAX_REJECTED_SHARE = 0.05;
const REJECTED_SHOWN = 5;

const EMPTY = 'A sentence is empty or blank: systems give the pair no score.';
const NO_LABELS = 'This split has no public labels: every gold score is -1.';
const HIDDEN = 'The gold score is -1, which stands for "no public label": the pair counts as unrated.';
const BLANK = 'The gold score is blank: the pair is unrated.';
const ABSENT = 'There is no gold score: the pair is unrated.';
const REPEATED = 'The same two sentences stood, in this order, in an earlier row; both rows are kept.';
const ID_REPEATED = 'The id column is blank or repeats itself, so rows are named by their line.';

/** Whether the rows' own ids can name the pairs: all there and all different. */
function idsUsable(rows: readonly Row[]): boolean {
  const ids = new Set<string>();
  for (const { id } of rows) {
    if (id === undefined || id === '') return false;
    ids.add(id);
  }
  return ids.size === rows.length;
}

function toPair(row: Row, name: string, gold: number | null, languages: [string, string]): SentencePair {
  const { sentence1, sentence2, genre, source, year, category, triple } = row;
  return {
    id: name,
    sentence1,
    sentence2,
    gold,
    ...(genre !== undefined && { genre }),
    ...(source !== undefined && { source }),
    ...(year !== undefined && { year }),
    ...(category !== undefined && { category }),
    ...(triple !== undefined && { triple }),
    languages: [...languages],
  };
}

/**
 * Judges the gold scores of rows and makes them a part. Blank, absent and withheld (-1) scores leave the pair
 * unrated; a score that is no number or lies outside the scale rejects the row.
 */
export function makePart(input: Rows, context: PartContext): BenchmarkPart {
  const { benchmark, split, set, languages, scale, files } = context;
  const goldFile = context.goldFile ?? files[0]!;
  const golds = input.rows.map((row) => readGold(row.gold));
  const hidden = hidesLabels(golds, scale);
  const hasIds = input.rows.some((row) => row.id !== undefined);
  const byId = hasIds && idsUsable(input.rows);
  const prefix = set === null ? `${benchmark}/${split}` : `${benchmark}/${split}/${set}`;
  const notes = new Tally();
  const rejected = [...input.rejected];
  const pairs: SentencePair[] = [];
  const seen = new Set<string>();
  let rated = 0;
  let withheld = 0;
  let firstWithheld = 0;
  input.rows.forEach((row, index) => {
    const { line, goldLine } = row;
    const gold = golds[index]!;
    let value: number | null = null;
    if (gold.kind === 'invalid') {
      rejected.push({ file: goldFile, line: goldLine, reason: gold.reason });
      return;
    } else if (gold.kind === 'blank') notes.add(BLANK, line);
    else if (gold.kind === 'absent') notes.add(context.absentGold ?? ABSENT, line);
    else if (hidden && gold.value === -1) {
      if (withheld++ === 0) firstWithheld = line;
    } else if (gold.value < scale[0] || gold.value > scale[1]) {
      const reason = `the gold score ${gold.value} lies outside the scale ${scale[0]} to ${scale[1]}`;
      rejected.push({ file: goldFile, line: goldLine, reason });
      return;
    } else {
      value = gold.value;
      rated++;
    }
    if (!/\S/.test(row.sentence1) || !/\S/.test(row.sentence2)) notes.add(EMPTY, line);
    const content = `${row.sentence1.length}:${row.sentence1}${row.sentence2}`;
    if (seen.has(content)) notes.add(REPEATED, line);
    seen.add(content);
    pairs.push(toPair(row, `${prefix}/${byId ? row.id! : line}`, value, languages));
  });
  const list = [...input.notes, ...notes.list()];
  if (withheld > 0) {
    const text = withheld === pairs.length ? NO_LABELS : HIDDEN;
    list.push({ text, count: withheld, firstLine: firstWithheld });
  }
  if (hasIds && !byId) list.push({ text: ID_REPEATED, count: input.rows.length });
  const read = input.rows.length + input.rejected.length;
  const report: ImportReport = { files, read, rated, unrated: pairs.length - rated, rejected, notes: list };
  return { benchmark, split, set, pairs, report };
}

/**
 * Refuses an import that lost too much. Nothing at all is always refused.
 * @throws Failure `import-rejected`, which lists the first rejected rows.
 */
export function refuseIfRejected(reports: readonly ImportReport[], acceptRejected = false): void {
  let read = 0;
  const rejected: RejectedRow[] = [];
  const files = new Set<string>();
  for (const report of reports) {
    read += report.read;
    for (const row of report.rejected) rejected.push(row);
    for (const file of report.files) files.add(file);
  }
  const names = [...files].join(', ');
  const shown = rejected
    .slice(0, REJECTED_SHOWN)
    .map((row) => `${row.file}, line ${row.line}: ${row.reason}`);
  if (rejected.length > shown.length) shown.push(`and ${rejected.length - shown.length} more`);
  const list = shown.length > 0 ? ` ${shown.join('; ')}.` : '';
  const next = 'Check the delimiter, the quoting and the columns.';
  if (read === rejected.length) {
    throw new Failure('import-rejected', `${names}: no row could be read.${list}`, next);
  }
  if (!acceptRejected && rejected.length > read * MAX_REJECTED_SHARE) {
    const what = `${names}: ${rejected.length} of ${read} rows ${rejected.length === 1 ? 'was' : 'were'} rejected.${list}`;
    throw new Failure('import-rejected', what, `${next} Or accept the loss and import the rest.`);
  }
}
