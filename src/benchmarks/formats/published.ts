import { Failure } from '../../failure.ts';
import { counted, Tally } from '../notes.ts';
import { mapRows, mappingByName, type GoldCell } from './columns.ts';
import { jsonlTable } from './jsonl.ts';
import { splitLines } from './lines.ts';
import type { Rows } from './part.ts';
import type { Table } from './table.ts';
import { delimitedTable } from './table.ts';

/** Every TSV of the shared tasks: tabs, no header, quotes are ordinary characters. */
const PLAIN_TSV = { delimiter: '\t', quoting: false, header: false } as const;
const LICENCE_COLUMNS = 'Columns after sentence2 (licence or source of the text) are not part of the pair.';

/** The three splits spell the genres differently (train `main-forum`, dev and test `main-forums`). */
const GENRES: Record<string, string> = {
  'main-news': 'news',
  'main-captions': 'captions',
  'main-forum': 'forums',
  'main-forums': 'forums',
};

/** STS Benchmark: genre, file, year, id, score, sentence1, sentence2 [, licences]. Its readme forgets the id. */
export function readStsb(text: string, file: string): Rows {
  const columns = { genre: 0, source: 1, year: 2, gold: 4, sentence1: 5, sentence2: 6 };
  const options = { width: 7, surplus: 'note', surplusNote: LICENCE_COLUMNS } as const;
  const { rows, rejected, notes } = mapRows(delimitedTable(text, file, PLAIN_TSV), columns, options);
  const renamed = new Tally();
  for (const row of rows) {
    const genre = GENRES[row.genre!];
    if (genre === undefined) continue;
    renamed.add(`The genre "${row.genre}" is called "${genre}" here, so that the splits agree.`, row.line);
    row.genre = genre;
  }
  return { rows, rejected, notes: [...notes, ...renamed.list()] };
}

/** STS Benchmark companion: as STS-B, without a genre. */
export function readCompanion(text: string, file: string): Rows {
  const columns = { source: 0, year: 1, gold: 3, sentence1: 4, sentence2: 5 };
  const options = { width: 6, surplus: 'note', surplusNote: LICENCE_COLUMNS } as const;
  return mapRows(delimitedTable(text, file, PLAIN_TSV), columns, options);
}

/**
 * The gold scores of a published input file, which has no header, line by line. Blank gold lines and input lines after the last gold line
 * are pairs that nobody rated.
 * @throws Failure `gold-too-long`: then the lines do not belong together.
 */
function goldByLine(goldText: string, goldFile: string, input: Table): (line: number) => GoldCell {
  const golds = splitLines(goldText);
  const lastRow = Math.max(input.rows.at(-1)?.line ?? 0, input.rejected.at(-1)?.line ?? 0);
  // A score beside a blank last line of input would otherwise vanish with that line.
  const stray = golds.findIndex((gold, index) => index >= lastRow && gold.trim() !== '');
  if (golds.length > input.lineCount || stray >= 0) {
    throw new Failure(
      'gold-too-long',
      `${goldFile} has ${counted(golds.length, 'line')}, but ${input.file} has only ${lastRow}.`,
      'Check that the two files belong together; gold goes with input line by line.',
    );
  }
  return (line) => ({ cell: golds[line - 1] ?? null, line });
}

export const AFTER_GOLD = 'The gold file ends before this line: the pair is unrated.';

/** A SemEval input file (two sentences, sometimes two source notes) with its gold file. */
export function readSemeval(input: string, inputFile: string, gold: string, goldFile: string): Rows {
  const table = delimitedTable(input, inputFile, PLAIN_TSV);
  return mapRows(
    table,
    { sentence1: 0, sentence2: 1 },
    {
      surplus: 'note',
      surplusNote: LICENCE_COLUMNS,
      goldOf: goldByLine(gold, goldFile, table),
    },
  );
}

/** SICK, as annotated for SemEval-2014: a header; train and trial end lines with LF, test with CRLF. */
export function readSick(text: string, file: string): Rows {
  const table = delimitedTable(text, file, { ...PLAIN_TSV, header: true });
  const mapping = mappingByName(table, {
    sentence1: 'sentence_A',
    sentence2: 'sentence_B',
    gold: 'relatedness_score',
  });
  return mapRows(table, mapping, { width: table.columns!.length, surplus: 'note' });
}

/** STSb Multi MT: sentence1, sentence2, score; quoted CSV without a header. */
export function readQuotedCsv(text: string, file: string): Rows {
  const table = delimitedTable(text, file, { delimiter: ',', quoting: true, header: false });
  return mapRows(table, { sentence1: 0, sentence2: 1, gold: 2 }, { surplus: 'reject' });
}

/** BIOSSES as derived from the Word tables: pair, two sentences, five annotators, their mean. */
export function readBiosses(text: string, file: string): Rows {
  const table = delimitedTable(text, file, { ...PLAIN_TSV, header: true });
  const mapping = mappingByName(table, { sentence1: 'sentence1', sentence2: 'sentence2', gold: 'mean' });
  return mapRows(table, mapping, { width: table.columns!.length, surplus: 'note' });
}

/** This project's own set: `source` of a pair is its role, paraphrase or contrast. */
export function readContrast(text: string, file: string): Rows {
  const table = jsonlTable(text, file);
  const mapping = mappingByName(table, {
    sentence1: 'sentence1',
    sentence2: 'sentence2',
    gold: 'score',
    id: 'id',
    source: 'role',
    category: 'category',
    triple: 'triple',
  });
  return mapRows(table, mapping, { width: table.columns!.length, surplus: 'note' });
}
