import { Failure } from '../failure.ts';
import { containerOf, unpackAll } from './formats/archive.ts';
import type { Mapping } from './formats/columns.ts';
import type { Encoding } from './formats/decode.ts';
import { decode, refuseWebPage } from './formats/decode.ts';
import type { Cell } from './formats/gold.ts';
import { jsonlTable } from './formats/jsonl.ts';
import { parquetTable } from './formats/parquet.ts';
import type { Delimiter, Table } from './formats/table.ts';
import { delimitedTable, LINE_BREAK_IN_FIELD, usualWidth } from './formats/table.ts';
import { refuseVectors, SNIFF_BYTES } from './formats/vectors.ts';
import { inputOf, isGoldText, joinGold } from './goldFile.ts';
import type { GoldSummary } from './guess.ts';
import { guessDelimiter, guessHeader, guessMapping, suggestScale, summariseGold } from './guess.ts';
import { counted } from './notes.ts';
import type { NamedBytes, Scale } from './types.ts';
import { unusableFile, type UnusableFile } from './unusable.ts';

/** How to read a person's file. `inspect` fills it in; the page shows it and lets it be changed. */
export interface SourceChoice {
  name: string;
  /** A second file with one gold score a line. */
  goldName: string | null;
  goldEncoding: Encoding | null;
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
  /** That of the raters. null where none fits the gold scores, or where nothing is rated. */
  scale: Scale | null;
}

export type InspectOptions = Partial<
  Pick<SourceChoice, 'encoding' | 'delimiter' | 'quoting' | 'header' | 'mapping'>
>;

/** What a person chose for a file, by its name ("archive.zip/member.csv"). */
export type FileOptions = ReadonlyMap<string, InspectOptions>;

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
  /** The scores of the gold file beside the rows of the preview; null where gold is not in a file of its own. */
  joinedGold: { name: string; preview: string[] } | null;
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
  unusable: UnusableFile[];
}

const PREVIEW_ROWS = 10;
const SAMPLES = 3;
const DIRECTION =
  'Whether a high score means alike or different cannot be seen from the numbers: check a few rows.';

const NO_GOLD = 'No column of gold scores was found: all pairs would be unrated.';

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
    warnings.push(
      `With quoting on the file has ${counted(on!, 'row')}, with quoting off ${off}: check the preview.`,
    );
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
  refuseVectors(file.bytes.subarray(0, SNIFF_BYTES), file.name);
  const choice: SourceChoice = {
    name: file.name,
    goldName: null,
    goldEncoding: null,
    format: 'delimited',
    encoding: null,
    delimiter: null,
    quoting: false,
    header: false,
    mapping: UNMAPPED,
    split: splitFromName(file.name),
    scale: null,
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

/** Puts gold files to their inputs. */
function pairUp(drafts: readonly Draft[]): { gold: Map<Draft, Draft>; lonely: Draft[] } {
  const isGold = ({ choice, text }: Draft): boolean =>
    choice.format === 'delimited' && choice.delimiter === null && text !== null && isGoldText(text);
  const golds = drafts.filter(isGold);
  const inputs = drafts
    .filter((draft) => !golds.includes(draft) && draft.choice.format === 'delimited')
    .map((draft) => ({ draft, name: baseName(draft.file.name), table: draft.table }));
  const gold = new Map<Draft, Draft>();
  const lonely: Draft[] = [];
  for (const candidate of golds) {
    const free = inputs.filter(({ draft }) => !gold.has(draft));
    const input = inputOf({ name: baseName(candidate.file.name), text: candidate.text! }, free);
    if (input) gold.set(input.draft, candidate);
    else lonely.push(candidate);
  }
  return { gold, lonely };
}

function cellText(cell: Cell | undefined): string {
  return cell === null || cell === undefined ? '' : String(cell);
}

interface Golds {
  /** Of the table's rows, in order; null where there is no gold or none that can be told apart. */
  cells: Cell[] | null;
  joined: InspectedSource['joinedGold'];
  warnings: string[];
}

function goldsOf({ table, choice }: Draft, goldDraft: Draft | undefined): Golds {
  if (goldDraft) {
    const { name } = goldDraft.file;
    try {
      const { of, warning } = joinGold(goldDraft.text!, name, table);
      const cells = table.rows.map(({ line }) => of(line).cell);
      const preview = cells.slice(0, PREVIEW_ROWS).map(cellText);
      return { cells, joined: { name, preview }, warnings: warning === null ? [] : [warning] };
    } catch (error) {
      // The table stays to be looked at: whether it has a header may be what was guessed wrong.
      return { cells: null, joined: null, warnings: [unusableFile(name, error).what] };
    }
  }
  const column = choice.mapping.gold;
  if (column === undefined) {
    return { cells: null, joined: null, warnings: [NO_GOLD] };
  }
  return { cells: table.rows.map(({ cells }) => cells[column] ?? null), joined: null, warnings: [] };
}

function goldWarnings(gold: GoldSummary, suggestedScale: Scale | null): string[] {
  const warnings: string[] = [];
  const { min, max, minusOnes, invalid } = gold;
  if (min !== null) {
    warnings.push(DIRECTION);
    if (!suggestedScale) {
      warnings.push(`The gold scores go from ${min} to ${max}, no usual scale: state the scale.`);
    }
  }
  if (minusOnes > 0 && min === null) {
    warnings.push('Every gold score is -1: this file has no public labels.');
  } else if (minusOnes > 0) {
    const what = counted(minusOnes, 'gold score is', 'gold scores are');
    const [stands, counts] = minusOnes === 1 ? ['stands', 'it counts'] : ['stand', 'they count'];
    warnings.push(`${what} -1, which ${stands} for "no public label": ${counts} as unrated.`);
  }
  if (invalid > 0) {
    const kind = invalid === 1 ? 'a number' : 'numbers';
    warnings.push(`${counted(invalid, 'gold score is', 'gold scores are')} not ${kind}.`);
  }
  return warnings;
}

function describe(draft: Draft, goldDraft: Draft | undefined, options: InspectOptions): InspectedSource {
  const { table, choice } = draft;
  const mapping = options.mapping ?? guessMapping(table);
  if (mapping === null) {
    throw new Failure(
      'no-sentences',
      `${draft.file.name} has no two columns of text.`,
      'Check the delimiter; a file of pairs needs two sentences a row.',
    );
  }
  choice.mapping = { ...mapping };
  if (goldDraft) {
    choice.goldName = goldDraft.file.name;
    choice.goldEncoding = goldDraft.choice.encoding;
    delete choice.mapping.gold;
  }
  const golds = goldsOf(draft, goldDraft);
  const gold = golds.cells && summariseGold(golds.cells);
  const suggestedScale = gold && suggestScale(gold);
  choice.scale = suggestedScale;
  const width = Math.max(table.columns?.length ?? 0, usualWidth(table.rows));
  return {
    choice,
    bom: draft.bom,
    columns: Array.from({ length: width }, (_, column) => ({
      name: table.columns?.[column] ?? `column ${column + 1}`,
      samples: table.rows.slice(0, SAMPLES).map(({ cells }) => cellText(cells[column])),
    })),
    preview: table.rows.slice(0, PREVIEW_ROWS).map(({ cells }) => cells.map(cellText)),
    joinedGold: golds.joined,
    rowCount: table.rows.length + table.rejected.length,
    gold,
    suggestedScale,
    warnings: [...draft.warnings, ...golds.warnings, ...(gold ? goldWarnings(gold, suggestedScale) : [])],
  };
}

/**
 * Looks at a person's files and guesses how to read them; archives are unpacked. Nothing is decided: every
 * guess is in `choice`, to be shown and changed. A file that is no table of pairs never sinks the others.
 * @param options what a person chose instead of a guess, by the file's name
 */
export async function inspect(
  files: readonly NamedBytes[],
  options: FileOptions = new Map(),
): Promise<Inspection> {
  const unpacked = unpackAll(files);
  const result: Inspection = { sources: [], unusable: unpacked.unusable };
  const refuse = (name: string, error: unknown) => result.unusable.push(unusableFile(name, error));
  const of = (file: NamedBytes): InspectOptions => options.get(file.name) ?? {};
  const drafts: Draft[] = [];
  const names = new Set<string>();
  for (const file of unpacked.files) {
    try {
      if (names.has(file.name)) {
        const what = `Two of the files are called ${file.name}, and only the first was read.`;
        throw new Failure('equal-names', what, 'Rename one of them, or import them one at a time.');
      }
      names.add(file.name);
      drafts.push(await draftOf(file, of(file)));
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
      result.sources.push(describe(draft, gold.get(draft), of(draft.file)));
    } catch (error) {
      refuse(draft.file.name, error);
    }
  }
  return result;
}
