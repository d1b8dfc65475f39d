import { Failure } from '../failure.ts';
import type { CatalogueEntry, CatalogueFile, CataloguePart } from './catalogue.ts';
import { catalogue, howToGet, partName } from './catalogue.ts';
import { unpackAll } from './formats/archive.ts';
import { decode, refuseWebPage } from './formats/decode.ts';
import type { PartContext, Rows } from './formats/part.ts';
import { makePart, refuseIfRejected } from './formats/part.ts';
import {
  AFTER_GOLD,
  readBiosses,
  readCompanion,
  readContrast,
  readQuotedCsv,
  readSemeval,
  readSick,
  readStsb,
} from './formats/published.ts';
import { sha256Hex } from './hash.ts';
import type { BenchmarkPart, NamedBytes } from './types.ts';
import type { UnusableFile } from './unusable.ts';

/** The bytes of a catalogue file by its path, or nothing where it is not there. */
export type BytesOf = (path: string) => Uint8Array | undefined | Promise<Uint8Array | undefined>;

/**
 * Checks that bytes are those the catalogue knows.
 * @throws Failure `web-page`, or `wrong-file` with both sizes.
 */
export async function verify(file: CatalogueFile, bytes: Uint8Array, from: string): Promise<void> {
  refuseWebPage(bytes, from, `the data file ${file.path}`);
  if (file.sha256 === null) return;
  const found = await sha256Hex(bytes);
  if (found === file.sha256) return;
  throw new Failure(
    'wrong-file',
    `${from} is not the published ${file.path}: expected ${file.sizeBytes} bytes with SHA-256 ` +
      `${file.sha256.slice(0, 12)}…, found ${bytes.length} bytes with ${found.slice(0, 12)}….`,
    'Fetch it again, or import it as your own file.',
  );
}

type ReadTexts = (texts: string[], files: string[]) => Rows;
const single =
  (read: (text: string, file: string) => Rows): ReadTexts =>
  (texts, files) =>
    read(texts[0]!, files[0]!);

const READERS: Record<CataloguePart['format'], ReadTexts> = {
  stsb: single(readStsb),
  companion: single(readCompanion),
  sick: single(readSick),
  'quoted-csv': single(readQuotedCsv),
  biosses: single(readBiosses),
  contrast: single(readContrast),
  semeval: (texts, files) => readSemeval(texts[0]!, files[0]!, texts[1]!, files[1]!),
};

/**
 * Reads one part of a known benchmark from its published files, each verified by its SHA-256.
 * @throws Failure `missing-file`, `wrong-file`, `web-page`, and those of the formats.
 */
export async function readCataloguePart(
  entry: CatalogueEntry,
  part: CataloguePart,
  bytesOf: BytesOf,
): Promise<BenchmarkPart> {
  const texts: string[] = [];
  const files: string[] = [];
  for (const file of part.files) {
    const bytes = await bytesOf(file.path);
    if (bytes === undefined) {
      const what = `${file.path}, a file of ${entry.id} ${partName(part)}, is not here.`;
      throw new Failure('missing-file', what, howToGet(entry));
    }
    await verify(file, bytes, file.path);
    texts.push(decode(bytes, file.path).text);
    files.push(file.path);
  }
  const context: PartContext = {
    benchmark: entry.id,
    split: part.split,
    set: part.set,
    languages: part.languages,
    scale: entry.scale,
    files,
    goldFile: files[files.length - 1]!,
    ...(part.format === 'semeval' && { absentGold: AFTER_GOLD }),
  };
  const made = makePart(READERS[part.format](texts, files), context);
  refuseIfRejected([made.report]);
  return made;
}

export interface RecognisedPart {
  entry: CatalogueEntry;
  part: CataloguePart;
  /** To hand to readCataloguePart; knows the part's files that were dropped. */
  bytesOf: (path: string) => Uint8Array | undefined;
  /** Files of the part that were not among those dropped; the part can be read where there are none. */
  missing: CatalogueFile[];
}

export interface Recognition {
  complete: RecognisedPart[];
  /** Input without its gold, or gold without its input. */
  incomplete: RecognisedPart[];
  /** Licences, readmes and the like of known benchmarks, and spare gold files. */
  documents: NamedBytes[];
  unknown: NamedBytes[];
  /** Archives that could not be unpacked. */
  unusable: UnusableFile[];
}

/** Finds by SHA-256 which parts of known benchmarks are among dropped files, after unpacking archives. */
export async function recognise(files: readonly NamedBytes[]): Promise<Recognition> {
  const documentHashes = new Set<string>();
  const dataHashes = new Set<string>();
  for (const entry of catalogue) {
    for (const document of entry.documents) documentHashes.add(document.sha256);
    for (const part of entry.parts) {
      for (const file of part.files) if (file.sha256 !== null) dataHashes.add(file.sha256);
    }
  }
  const byHash = new Map<string, Uint8Array>();
  const unpacked = unpackAll(files);
  const result: Recognition = {
    complete: [],
    incomplete: [],
    documents: [],
    unknown: [],
    unusable: unpacked.unusable,
  };
  for (const file of unpacked.files) {
    const hash = await sha256Hex(file.bytes);
    if (dataHashes.has(hash)) byHash.set(hash, file.bytes);
    else if (documentHashes.has(hash)) result.documents.push(file);
    else result.unknown.push(file);
  }
  for (const entry of catalogue) {
    for (const part of entry.parts) {
      const found = new Map<string, Uint8Array>();
      const missing: CatalogueFile[] = [];
      for (const file of part.files) {
        const bytes = file.sha256 === null ? undefined : byHash.get(file.sha256);
        if (bytes) found.set(file.path, bytes);
        else missing.push(file);
      }
      if (found.size === 0) continue;
      const recognised = { entry, part, bytesOf: (path: string) => found.get(path), missing };
      (missing.length === 0 ? result.complete : result.incomplete).push(recognised);
    }
  }
  return result;
}
