import { Failure } from '../failure.ts';
import { unpack } from './formats/archive.ts';
import type { SplitRow } from './formats/columns.ts';
import { mapRows } from './formats/columns.ts';
import { decode } from './formats/decode.ts';
import type { Rows } from './formats/part.ts';
import { makePart, refuseIfRejected } from './formats/part.ts';
import { AFTER_GOLD } from './formats/published.ts';
import type { Table } from './formats/table.ts';
import { usualWidth } from './formats/table.ts';
import { partName } from './catalogue.ts';
import { readGold } from './formats/gold.ts';
import { joinGold } from './goldFile.ts';
import { contentHash, sha256Hex } from './hash.ts';
import type { BenchmarkInfo, BenchmarkPart, NamedBytes, Scale } from './types.ts';
import type { SourceChoice } from './userFile.ts';
import { baseName, readTable } from './userFile.ts';

export interface MappedChoices {
  /** From `inspect`, as a person left them. */
  sources: readonly SourceChoice[];
  /** BCP 47, in the order of the sentences; ["und", "und"] where nobody said. */
  languages: [string, string];
  /** Import what is left although more than 5 % of the rows were rejected. */
  acceptRejected?: boolean;
}

/** "scores" for "data.zip/scores.csv". */
function bareName(name: string): string {
  return baseName(name)
    .replace(/\.gz$/i, '')
    .replace(/(?<=.)\.[^.]+$/, '');
}

const HASH_DIGITS = 8;

/**
 * "file:scores#1a2b3c4d" for "data.zip/scores.csv": files of one name but other content never share an id, and
 * the same content is known again. The digits are of the SHA-256 over the parts' names and content hashes.
 */
export async function userBenchmarkId(name: string, parts: readonly BenchmarkPart[]): Promise<string> {
  const lines: string[] = [];
  for (const part of parts) lines.push(`${partName(part)}\t${await contentHash(part.pairs)}\n`);
  const hash = await sha256Hex(new TextEncoder().encode(lines.sort().join('')));
  return `file:${bareName(name)}#${hash.slice(0, HASH_DIGITS)}`;
}

function find(files: readonly NamedBytes[], name: string): NamedBytes {
  const file = files.find((candidate) => candidate.name === name);
  if (file) return file;
  throw new Failure('missing-file', `${name} is not among the dropped files.`, 'Drop it again.');
}

/** Rows by the split they name, in the order in which the splits first appear. */
function bySplit(rows: readonly SplitRow[], unnamed: string): Map<string, SplitRow[]> {
  const groups = new Map<string, SplitRow[]>();
  for (const row of rows) {
    const split = row.split || unnamed;
    const group = groups.get(split);
    if (group) group.push(row);
    else groups.set(split, [row]);
  }
  return groups;
}

/**
 * How many columns a row must have. A header says it; so does the usual width where a comma inside a sentence
 * could have shifted the columns. In a TSV without a header the mapped columns are enough.
 */
function expectedWidth(table: Table, choice: SourceChoice): number | undefined {
  if (choice.format !== 'delimited') return undefined;
  if (table.columns) return table.columns.length;
  return choice.delimiter === '\t' || choice.delimiter === null ? undefined : usualWidth(table.rows);
}

interface ReadSource {
  choice: SourceChoice;
  read: Rows;
  groups: Map<string, SplitRow[]>;
}

async function readSource(files: readonly NamedBytes[], choice: SourceChoice): Promise<ReadSource> {
  const { mapping, name, goldName } = choice;
  if (mapping.sentence1 < 0 || mapping.sentence2 < 0 || mapping.sentence1 === mapping.sentence2) {
    const what = `${name}: sentence1 and sentence2 need a column each.`;
    throw new Failure('bad-mapping', what, 'Choose two different columns.');
  }
  const table = await readTable(find(files, name), choice);
  const width = expectedWidth(table, choice);
  const gold = goldName === null ? null : find(files, goldName);
  const goldText = gold && decode(gold.bytes, gold.name, choice.goldEncoding ?? undefined).text;
  const read = mapRows(table, mapping, {
    surplus: choice.delimiter === ',' || choice.delimiter === ';' ? 'reject' : 'note',
    ...(width !== undefined && { width }),
    ...(goldText !== null && { goldOf: joinGold(goldText, goldName!, table).of }),
  });
  const groups = bySplit(read.rows, choice.split);
  if (groups.size === 0) groups.set(choice.split, []);
  return { choice, read, groups };
}

/**
 * Reads a person's own files by the columns they chose. Rows that cannot be read are listed in the report of
 * the source's first split. Where several files share a split, each is a set of it, named by its file. For the
 * id see `userBenchmarkId`; the benchmark is named after its first file.
 * @throws Failure `import-rejected`, `missing-file`, `bad-mapping`, `no-scale`, `different-scales`,
 * `gold-mismatch`, and those of the formats.
 */
export async function readMapped(
  files: readonly NamedBytes[],
  choices: MappedChoices,
  info: Partial<Omit<BenchmarkInfo, 'scale'>> = {},
): Promise<{ info: BenchmarkInfo; parts: BenchmarkPart[] }> {
  const unpacked = files.flatMap((file) => unpack(file));
  const [firstSource] = choices.sources;
  if (!firstSource) throw new Failure('bad-mapping', 'No file was chosen.', 'Drop a file of sentence pairs.');
  const sources: ReadSource[] = [];
  const sourcesOfSplit = new Map<string, number>();
  for (const choice of choices.sources) {
    const source = await readSource(unpacked, choice);
    sources.push(source);
    for (const split of source.groups.keys()) sourcesOfSplit.set(split, (sourcesOfSplit.get(split) ?? 0) + 1);
  }
  const scale = commonScale(sources);
  const drafts: BenchmarkPart[] = [];
  for (const { choice, read, groups } of sources) {
    const { name, goldName } = choice;
    let first = true;
    for (const [split, rows] of groups) {
      // What concerns the file as a whole stands once, with its first split.
      const input: Rows = first ? { ...read, rows } : { rows, rejected: [], notes: [] };
      first = false;
      const context = {
        benchmark: '',
        split,
        set: sourcesOfSplit.get(split)! > 1 ? bareName(name) : null,
        languages: choices.languages,
        scale,
        files: goldName === null ? [name] : [name, goldName],
        goldFile: goldName ?? name,
        ...(goldName !== null && { absentGold: AFTER_GOLD }),
      };
      drafts.push(makePart(input, context));
    }
  }
  const reports = drafts.map((part) => part.report);
  refuseIfRejected(reports, choices.acceptRejected);
  refuseEqualKeys(drafts);
  const id = info.id ?? (await userBenchmarkId(firstSource.name, drafts));
  return {
    info: {
      id,
      title: info.title ?? baseName(firstSource.name),
      scale,
      licence: info.licence ?? 'Not stated: your own file.',
      citation: info.citation ?? 'Not stated: your own file.',
    },
    parts: drafts.map((part) => namedAs(part, id)),
  };
}

/** Files of equal names in different folders would give pairs equal ids. */
function refuseEqualKeys(parts: readonly BenchmarkPart[]): void {
  const keys = new Set<string>();
  for (const part of parts) {
    const key = partName(part);
    if (keys.has(key)) {
      throw new Failure(
        'bad-mapping',
        `Two of the files would both be the part "${key}".`,
        'Rename one of them, or import them one at a time.',
      );
    }
    keys.add(key);
  }
}

/** The id of a benchmark is known only when its pairs are: until then theirs begin with nothing. */
function namedAs(part: BenchmarkPart, benchmark: string): BenchmarkPart {
  return { ...part, benchmark, pairs: part.pairs.map((pair) => ({ ...pair, id: `${benchmark}${pair.id}` })) };
}

/** Any will do where nobody rated anything: then the scale holds no number. */
const UNUSED_SCALE: Scale = [0, 5];

/**
 * The scale of all sources that hold scores.
 * @throws Failure `no-scale`, or `different-scales`: correlations and residuals over both would mean nothing.
 */
function commonScale(sources: readonly ReadSource[]): Scale {
  let common: { name: string; scale: Scale } | null = null;
  for (const { choice, read } of sources) {
    const { name, scale } = choice;
    const isRated = read.rows.some((row) => {
      const gold = readGold(row.gold);
      return gold.kind === 'rated' && gold.value !== -1;
    });
    if (!isRated) continue;
    if (scale === null) {
      const what = `${name}: the scale of its gold scores was not stated.`;
      throw new Failure('no-scale', what, 'State the one that the raters used.');
    }
    common ??= { name, scale };
    if (common.scale[0] === scale[0] && common.scale[1] === scale[1]) continue;
    throw new Failure(
      'different-scales',
      `${common.name} is on a scale of ${common.scale.join(' to ')}, ${name} on one of ${scale.join(' to ')}; ` +
        'a benchmark has one scale.',
      'Import them one at a time, or give them the same scale if the raters used the same.',
    );
  }
  return common?.scale ?? sources.find(({ choice }) => choice.scale)?.choice.scale ?? UNUSED_SCALE;
}
