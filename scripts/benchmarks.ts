/**
 * `npm run benchmarks`: fills public/benchmarks/ with the published files, from the mirror that STS_DATA_DIR
 * names, else from the public addresses. Every file is verified by SHA-256 before it is kept.
 */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CatalogueDocument, CatalogueEntry, CatalogueFile } from '../src/benchmarks/catalogue.ts';
import { catalogue } from '../src/benchmarks/catalogue.ts';
import { fetchCatalogueFile } from '../src/benchmarks/fetch.ts';
import type { FetchOptions } from '../src/benchmarks/fetch.ts';
import { sha256Hex } from '../src/benchmarks/hash.ts';
import { verify } from '../src/benchmarks/importer.ts';
import { Failure } from '../src/failure.ts';

const FILE_TIMEOUT_MS = 10_000;

export interface FillOptions {
  /** Folder to fill; by default public/benchmarks of this checkout. */
  targetDir?: string;
  /** A mirror with the catalogue's paths; by default STS_DATA_DIR. Empty or absent: the network. */
  dataDir?: string | undefined;
  fetch?: typeof fetch;
  log?: (line: string) => void;
}

export interface FillSummary {
  /** Data files that are in place now, of all that the catalogue knows. */
  present: number;
  total: number;
  /** Files that came with other bytes than the published ones, and were not kept. */
  mismatches: string[];
  /** Why files are absent. */
  problems: string[];
}

async function readIfThere(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** A reader never sees half a file: written beside its place, then renamed. */
async function writeAtomically(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.part`;
  try {
    await writeFile(temporary, bytes);
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function hasHash(path: string, sha256: string): Promise<boolean> {
  const bytes = await readIfThere(path);
  return bytes !== null && (await sha256Hex(bytes)) === sha256;
}

async function obtain(
  file: CatalogueFile,
  dataDir: string | undefined,
  options: FetchOptions,
): Promise<Uint8Array> {
  if (dataDir) {
    const path = join(dataDir, file.path);
    const bytes = await readIfThere(path);
    if (bytes !== null) {
      await verify(file, bytes, path);
      return bytes;
    }
  }
  return fetchCatalogueFile(file, file.addresses, options);
}

/** Licences and readmes go along where the mirror has them; nothing depends on them. */
async function copyDocument(document: CatalogueDocument, targetDir: string, dataDir: string): Promise<void> {
  const target = join(targetDir, document.path);
  if (await hasHash(target, document.sha256)) return;
  const bytes = await readIfThere(join(dataDir, document.path));
  if (bytes !== null && (await sha256Hex(bytes)) === document.sha256) await writeAtomically(target, bytes);
}

/** Never throws for a file that cannot be had: the page works without it, and says so. */
export async function fillBenchmarks(options: FillOptions = {}): Promise<FillSummary> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const targetDir = resolve(options.targetDir ?? join(root, 'public', 'benchmarks'));
  const dataDir = 'dataDir' in options ? options.dataDir : process.env.STS_DATA_DIR;
  const log = options.log ?? console.log;
  const network: FetchOptions = {
    fetch: options.fetch ?? fetch,
    timeoutMs: FILE_TIMEOUT_MS,
    unreachableHosts: new Set(),
    archives: new Map(),
  };
  const summary: FillSummary = { present: 0, total: 0, mismatches: [], problems: [] };

  const inPlace: string[] = [];
  const fillEntry = async (entry: CatalogueEntry) => {
    const files = entry.parts.flatMap((part) => part.files).filter((file) => file.sha256 !== null);
    if (files.length === 0) return;
    let kept = 0;
    let added = 0;
    for (const file of files) {
      const target = join(targetDir, file.path);
      if (await hasHash(target, file.sha256!)) {
        kept++;
        inPlace.push(file.path);
        continue;
      }
      try {
        await writeAtomically(target, await obtain(file, dataDir, network));
        added++;
        inPlace.push(file.path);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        if (error.code === 'wrong-file' || error.code === 'web-page') {
          summary.mismatches.push(error.message);
          log(`!! NOT KEPT: ${error.message}`);
        } else summary.problems.push(error.what);
      }
    }
    if (dataDir) for (const document of entry.documents) await copyDocument(document, targetDir, dataDir);
    const absent = files.length - kept - added;
    summary.present += kept + added;
    summary.total += files.length;
    const state = [`${kept} in place`, `${added} added`, ...(absent > 0 ? [`${absent} absent`] : [])];
    log(`${entry.id.padEnd(15)} ${String(files.length).padStart(3)} files: ${state.join(', ')}`);
  };

  for (const entry of catalogue) await fillEntry(entry);
  // The page reads this to know what the site has, instead of asking for each file in vain.
  const index = new TextEncoder().encode(`${JSON.stringify(inPlace.sort(), null, 1)}\n`);
  await writeAtomically(join(targetDir, 'index.json'), index);
  if (summary.present < summary.total) {
    const why = summary.problems[0] ? ` First reason: ${summary.problems[0]}` : '';
    log(
      `${summary.total - summary.present} of ${summary.total} benchmark files are absent.${why}\n` +
        'The page works without them. To get them, set STS_DATA_DIR to a folder that mirrors them, or connect ' +
        'to the network; then run `npm run benchmarks` again. Files can also be dropped in the Data view.',
    );
  }
  return summary;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { mismatches } = await fillBenchmarks();
  if (mismatches.length > 0) process.exitCode = 1;
}
