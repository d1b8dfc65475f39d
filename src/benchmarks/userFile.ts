import { Failure } from '../failure.ts';
import { containerOf, unpack } from './formats/archive.ts';
import type { Mapping } from './formats/columns.ts';
import type { Encoding } from './formats/decode.ts';
import { decode, refuseWebPage } from './formats/decode.ts';
import type { Cell } from './formats/gold.ts';
import { jsonlTable } from './formats/jsonl.ts';
import { splitLines } from './formats/lines.ts';
import { parquetTable } from './formats/parquet.ts';
import { goldByLine } from './formats/published.ts';
import type { Delimiter, Table } from './formats/table.ts';
import { delimitedTable, LINE_BREAK_IN_FIELD, usualWidth } from './formats/table.ts';
import type { GoldSummary } from './guess.ts';
import { guessDelimiter, guessHeader, guessMapping, suggestScale, summariseGold } from './guess.ts';
import type { NamedBytes, Scale } from './types.ts';

/** How to read a person's file. `inspect` fills it in; the page shows it and lets it be changed. */
export interface SourceChoice {
  name: string;
  /** A second file with one gold score a line. */
  goldName: string | null;
  format: 'delimited' | 'jsonl' | 'parquet';
  /** null in parquet, which says it itself. */
  encoding: Encoding | null;
  /** null where the format has none, or the file has one column. */
  delimiter: Delimiter | null;
  quoting: boolean;
  header: boolean;
  mapping: Mapping;
  /** The split of rows that name none: from the file's name, else "all". */
  split: string;
}

export type InspectOptions = Partial<
  Pick<SourceChoice, 'encoding' | 'delimiter' | 'quoting' | 'header' | 'mapping'>
>;

export interface InspectedColumn {
  name: string;
  samples: string[];
}

export interface InspectedSource {
  choice: SourceChoice;
  bom: boolean;
  columns: InspectedColumn[];
  /** The first rows, as read with `choice`. */
  preview: string[][];
  /** Data rows, those rejected already included. */
  rowCount: number;
  gold: GoldSummary | null;
  suggestedScale: Scale | null;
  /** What a person should look at before importing. */
  warnings: string[];
}

export interface Inspection {
  sources: InspectedSource[];
  /** Files that are no table of pairs, and why. */
  unusable: { name: string; reason: string }[];
}

const PREVIEW_ROWS = 10;
const SAMPLES = 3;
const DIRECTION =
  'Whether a high score means alike or different cannot be seen from the numbers: check a few rows.';

export function baseName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

function extension(name: string): string {
  return /\.([a-z0-9]+)$/i.exec(baseName(name))?.[1]?.toLowerCase() ?? '';
}

function splitFromName(name: string): string {
  const found = /(?:^|[^a-z])(train|dev|validation|valid|val|test|trial)(?![a-z])/i.exec(baseName(name));
  if (!found) return 'all';
  const split = found[1]!.toLowerCase();
  return split.startsWith('val') ? 'dev' : split;
}

/**
 * Quotes are syntax only in comma and semicolon files named .csv. A tab-separated .csv is how STS-B is
 * published, with quotes as ordinary characters.
 */
function quotingByDefault(name: string, delimiter: Delimiter | null): boolean {
  return extension(name) === 'csv' && delimiter !== '\t';
}

/** Reads a file by a choice. Shared by inspection and import, so that both see the same rows. */
export async function readTable(file: NamedBytes, choice: SourceChoice): Promise<Table> {
  if (choice.format === 'parquet') return parquetTable(file.bytes, file.name);
  const { text } = decode(file.bytes, file.name, choice.encoding ?? undefined);
  if (choice.format === 'jsonl') return jsonlTable(text, file.name);
  const { quoting, header } = choice;
  return delimitedTable(text, file.name, { delimiter: choice.delimiter ?? '\t', quoting, header });
}

interface Draft {
  file: NamedBytes;
  choice: SourceChoice;
  table: Table;
  bom: boolean;
  warnings: string[];
  text: string | null;
}

const UNMAPPED: Mapping = { sentence1: -1, sentence2: -1 };

function draftDelimited(
  file: NamedBytes,
  text: string,
  choice: SourceChoice,
  options: InspectOptions,
): Draft {
  const warnings: string[] = [];
  const mayQuote = options.quoting ?? extension(file.name) === 'csv';
  choice.delimiter = options.delimiter ?? guessDelimiter(text, mayQuote);
  choice.quoting = options.quoting ?? quotingByDefault(file.name, choice.delimiter);
  const delimiter = choice.delimiter ?? '\t';
  const read = (quoting: boolean, header: boolean) =>
    delimitedTable(text, file.name, { delimiter, quoting, header });
  let bare: Table;
  try {
    bare = read(choice.quoting, false);
  } catch (error) {
    if (!(error instanceof Failure) || options.quoting === true) throw error;
    warnings.push(`${error.what} Quoting was therefore turned off.`);
    choice.quoting = false;
    bare = read(false, false);
  }
  let otherCount: number | null = null;
  try {
    const other = read(!choice.quoting, false);
    otherCount = other.rows.length + other.rejected.length;
  } catch {
    otherCount = null;
  }
  const count = bare.rows.length + bare.rejected.length;
  // Quoting off and an unclosed quote with it on: quotes are ordinary characters here, as assumed.
  if (otherCount !== null && otherCount !== count) {
    const [on, off] = choice.quoting ? [count, otherCount] : [otherCount, count];
    warnings.push(`With quoting on the file has ${on} rows, with quoting off ${off}: check the preview.`);
  }
  const broken = bare.notes.find((note) => note.text === LINE_BREAK_IN_FIELD);
  if (broken) {
    const lines = `${broken.count} (first at line ${broken.firstLine})`;
    warnings.push(`Fields that hold a line break: ${lines}. A lone quote does this too: check the preview.`);
  }
  choice.header = options.header ?? guessHeader(bare.rows);
  const table = choice.header ? read(choice.quoting, true) : bare;
  return { file, choice, table, bom: false, warnings, text };
}

async function draftOf(file: NamedBytes, options: InspectOptions): Promise<Draft> {
  refuseWebPage(file.bytes, file.name, 'a table of sentence pairs');
  const choice: SourceChoice = {
    name: file.name,
    goldName: null,
    format: 'delimited',
    encoding: null,
    delimiter: null,
    quoting: false,
    header: false,
    mapping: UNMAPPED,
    split: splitFromName(file.name),
  };
  if (containerOf(file.bytes) === 'parquet') {
    choice.format = 'parquet';
    return { file, choice, table: await readTable(file, choice), bom: false, warnings: [], text: null };
  }
  const { text, encoding, bom } = decode(file.bytes, file.name, options.encoding ?? undefined);
  choice.encoding = encoding;
  if (['jsonl', 'ndjson', 'json'].includes(extension(file.name)) || /^\s*\{/.test(text)) {
    choice.format = 'jsonl';
    return { file, choice, table: jsonlTable(text, file.name), bom, warnings: [], text };
  }
  return { ...draftDelimited(file, text, choice, options), bom };
}

/** One number or nothing a line: what a gold file looks like. */
function isGoldFile({ choice, text }: Draft): boolean {
  if (choice.format !== 'delimited' || choice.delimiter !== null || text === null) return false;
  const { numbers, minusOnes, invalid } = summariseGold(splitLines(text));
  return numbers + minusOnes > 0 && invalid === 0;
}

/** "STS.input.images.txt" and "STS.gs.images.txt" are both "sts..images.txt". */
function withoutRole(name: string): string {
  const plain = baseName(name).toLowerCase();
  return plain.replace(/(?<![a-z])(inputs?|data|pairs|sentences|gs|golds?|scores?|labels?)(?![a-z])/g, '');
}

/** Puts gold files to their inputs: by name, else by equal line counts where only one input fits. */
function pairUp(drafts: readonly Draft[]): { gold: Map<Draft, Draft>; lonely: Draft[] } {
  const golds = drafts.filter(isGoldFile);
  const inputs = drafts.filter((draft) => !golds.includes(draft) && draft.choice.format === 'delimited');
  const gold = new Map<Draft, Draft>();
  const lonely: Draft[] = [];
  for (const candidate of golds) {
    const free = inputs.filter((input) => !gold.has(input));
    const named = free.filter((input) => withoutRole(input.file.name) === withoutRole(candidate.file.name));
    const lines = splitLines(candidate.text!).length;
    const fitting = named.length > 0 ? named : free.filter((input) => input.table.lineCount === lines);
    if (fitting.length === 1) gold.set(fitting[0]!, candidate);
    else lonely.push(candidate);
  }
  return { gold, lonely };
}

function cellText(cell: Cell | undefined): string {
  return cell === null || cell === undefined ? '' : String(cell);
}

function describe(draft: Draft, goldDraft: Draft | undefined, options: InspectOptions): InspectedSource {
  const { table, choice, warnings } = draft;
  const mapping = options.mapping ?? guessMapping(table);
  if (mapping === null) {
    throw new Failure(
      'no-sentences',
      `${draft.file.name} has no two columns of text.`,
      'Check the delimiter; a file of pairs needs two sentences a row.',
    );
  }
  choice.mapping = { ...mapping };
  let golds: Cell[] | null = null;
  if (goldDraft) {
    choice.goldName = goldDraft.file.name;
    delete choice.mapping.gold;
    goldByLine(goldDraft.text!, goldDraft.file.name, table);
    golds = splitLines(goldDraft.text!);
  } else if (mapping.gold !== undefined) {
    golds = table.rows.map(({ cells }) => cells[mapping.gold!] ?? null);
  } else {
    warnings.push('No column of gold scores was found: all pairs would be unrated.');
  }
  const gold = golds && summariseGold(golds);
  const suggestedScale = gold && suggestScale(gold);
  if (gold && gold.min !== null) {
    warnings.push(DIRECTION);
    if (!suggestedScale) {
      warnings.push(`The gold scores go from ${gold.min} to ${gold.max}, no usual scale: state the scale.`);
    }
  }
  if (gold && gold.minusOnes > 0) {
    warnings.push(
      gold.min === null
        ? 'Every gold score is -1: this file has no public labels.'
        : `${gold.minusOnes} gold scores are -1, which stands for "no public label": they count as unrated.`,
    );
  }
  if (gold && gold.invalid > 0) warnings.push(`${gold.invalid} gold scores are not numbers.`);
  const width = Math.max(table.columns?.length ?? 0, usualWidth(table.rows));
  const columns = Array.from({ length: width }, (_, column) => ({
    name: table.columns?.[column] ?? `column ${column + 1}`,
    samples: table.rows.slice(0, SAMPLES).map(({ cells }) => cellText(cells[column])),
  }));
  const preview = table.rows.slice(0, PREVIEW_ROWS).map(({ cells }) => cells.map(cellText));
  const rowCount = table.rows.length + table.rejected.length;
  return { choice, bom: draft.bom, columns, preview, rowCount, gold, suggestedScale, warnings };
}

/**
 * Looks at a person's files and guesses how to read them; archives are unpacked. Nothing is decided: every
 * guess is in `choice`, to be shown and changed.
 * @throws Failure of the first file where none of them is usable.
 */
export async function inspect(
  files: readonly NamedBytes[],
  options: InspectOptions = {},
): Promise<Inspection> {
  const result: Inspection = { sources: [], unusable: [] };
  let firstFailure: unknown = null;
  const refuse = (name: string, error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    firstFailure ??= error;
    result.unusable.push({ name, reason: error.message });
  };
  const drafts: Draft[] = [];
  for (const file of files.flatMap((dropped) => unpack(dropped))) {
    try {
      drafts.push(await draftOf(file, options));
    } catch (error) {
      refuse(file.name, error);
    }
  }
  const { gold, lonely } = pairUp(drafts);
  const golds = new Set([...gold.values(), ...lonely]);
  for (const draft of lonely) {
    const what = `${draft.file.name} holds scores only, and no input file among those dropped fits it.`;
    refuse(draft.file.name, new Failure('gold-alone', what, 'Drop it together with its sentences.'));
  }
  for (const draft of drafts) {
    if (golds.has(draft)) continue;
    try {
      result.sources.push(describe(draft, gold.get(draft), options));
    } catch (error) {
      refuse(draft.file.name, error);
    }
  }
  if (result.sources.length === 0 && firstFailure !== null) throw firstFailure;
  return result;
}
