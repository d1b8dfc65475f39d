import { Failure } from '../failure.ts';
import data from './catalogue.json';
import type { BenchmarkInfo, Scale } from './types.ts';

/** Which reader a part's files need; see importer.ts. */
export type PartFormat = 'stsb' | 'companion' | 'semeval' | 'sick' | 'quoted-csv' | 'biosses' | 'contrast';

/** A place that serves the file's very bytes to a browser (open CORS header). */
export interface Address {
  url: string;
  /** Where `url` is an archive: the name of the file inside it, without folders. */
  member: string | null;
}

/** A file of the benchmark that is not data: a licence, a readme, an attribution table, a spare gold file. */
export interface CatalogueDocument {
  /** Below public/benchmarks/ and below the mirror's root alike. */
  path: string;
  sizeBytes: number;
  sha256: string;
}

export interface CatalogueFile {
  path: string;
  /** null only for this project's own set, which is versioned with the page. */
  sizeBytes: number | null;
  sha256: string | null;
  role: 'pairs' | 'input' | 'gold';
  /** Best first; empty where no public address serves these bytes. */
  addresses: readonly Address[];
}

export interface CataloguePart {
  split: string;
  set: string | null;
  /** BCP 47, in the order of the file's columns (which is not always that of its name). */
  languages: [string, string];
  format: PartFormat;
  /** The pairs file, or input then gold. */
  files: readonly CatalogueFile[];
  /** Known counts; null for this project's own set. `meanGold` is over the rated pairs, to 4 decimals. */
  pairs: number | null;
  rated: number | null;
  meanGold: number | null;
}

export interface CatalogueEntry extends BenchmarkInfo {
  note: string | null;
  parts: readonly CataloguePart[];
  documents: readonly CatalogueDocument[];
}

/** "base:path" or "base:path#member", as catalogue.json writes addresses. */
function expandAddress(short: string): Address {
  const colon = short.indexOf(':');
  const base = (data.bases as Record<string, string>)[short.slice(0, colon)];
  const [path, member] = short.slice(colon + 1).split('#');
  return { url: `${base}${path}`, member: member ?? null };
}

/** Every benchmark the page knows, with the facts of its files and none of its sentences. */
export const catalogue: readonly CatalogueEntry[] = data.benchmarks.map((entry) => ({
  ...entry,
  scale: entry.scale as unknown as Scale,
  parts: entry.parts.map((part) => ({
    ...part,
    languages: part.languages as [string, string],
    format: part.format as PartFormat,
    files: part.files.map((file) => ({
      ...file,
      role: file.role as CatalogueFile['role'],
      addresses: file.addresses.map(expandAddress),
    })),
  })),
}));

/** @throws Failure `unknown-benchmark`, which lists the ids there are. */
export function findEntry(id: string): CatalogueEntry {
  const entry = catalogue.find((candidate) => candidate.id === id);
  if (entry) return entry;
  const ids = catalogue.map((candidate) => candidate.id).join(', ');
  throw new Failure('unknown-benchmark', `There is no benchmark "${id}".`, `Choose one of: ${ids}.`);
}

/** "test", or "test/images" where the split has sets. Unique within a benchmark. */
export function partName(part: { split: string; set: string | null }): string {
  return part.set === null ? part.split : `${part.split}/${part.set}`;
}

/**
 * The parts that match a split, a set, both, or (neither given) all.
 * @throws Failure `no-such-part`, which lists what there is.
 */
export function findParts(
  entry: CatalogueEntry,
  wanted: { split?: string | undefined; set?: string | undefined } = {},
): CataloguePart[] {
  const found = entry.parts.filter(
    (part) =>
      (wanted.split === undefined || part.split === wanted.split) &&
      (wanted.set === undefined || part.set === wanted.set),
  );
  if (found.length > 0) return found;
  const asked = [wanted.split && `split "${wanted.split}"`, wanted.set && `set "${wanted.set}"`];
  throw new Failure(
    'no-such-part',
    `Benchmark ${entry.id} has no ${asked.filter(Boolean).join(' with ')}.`,
    `It has: ${entry.parts.map(partName).join(', ')}.`,
  );
}

/** What to tell someone who has none of a benchmark's files. */
export function howToGet(entry: CatalogueEntry): string {
  const reachable = entry.parts.every((part) => part.files.every((file) => file.addresses.length > 0));
  return reachable
    ? 'Fetch it from its public address in the Data view, drop its files there, or run `npm run benchmarks`.'
    : 'Drop its files in the Data view, or set STS_DATA_DIR to a mirror and run `npm run benchmarks`.';
}
