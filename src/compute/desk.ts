import { auditPart, sharedPairs, type SharedPairs } from '../benchmarks/audit.ts';
import { findEntry, partName, type CatalogueEntry, type CataloguePart } from '../benchmarks/catalogue.ts';
import { fetchCatalogueFile, ownAddress, type FetchOptions } from '../benchmarks/fetch.ts';
import { refuseVectors, SNIFF_BYTES } from '../benchmarks/formats/vectors.ts';
import { contentHash } from '../benchmarks/hash.ts';
import { readCataloguePart, recognise, type BytesOf } from '../benchmarks/importer.ts';
import { readMapped, type MappedChoices } from '../benchmarks/mapped.ts';
import type { BenchmarkInfo, BenchmarkPart, NamedBytes } from '../benchmarks/types.ts';
import { unusableFile, type UnusableFile } from '../benchmarks/unusable.ts';
import { inspect, type FileOptions } from '../benchmarks/userFile.ts';
import {
  againstBest,
  bootstrapAgainstBest,
  type AgainstBest,
  type AgainstBestInput,
} from '../evaluation/againstBest.ts';
import { byFacet, evaluate, intervalsFor, type EvaluateInput } from '../evaluation/breakdown.ts';
import { scoreRange } from '../evaluation/scale.ts';
import { sideBySide, type SideBySide } from '../evaluation/sideBySide.ts';
import type { Correlations, Intervals } from '../evaluation/types.ts';
import { usable } from '../evaluation/usable.ts';
import { Failure, throwIfAborted } from '../failure.ts';
import { pause } from '../systems/pause.ts';
import { readScoreFile, type ScoreFile, type ScoreFileOptions } from '../systems/scoreFile.ts';
import { scoreEmbeddings, type EmbeddingScores } from '../systems/transformer.ts';
import { MISSING_REASONS, type Progress } from '../systems/types.ts';
import { errorTable } from './errorTables.ts';
import { JobQueue } from './jobs.ts';
import { figuresOf, rankSystems, suiteTable } from './rankings.ts';
import type {
  DeskService,
  DroppedFiles,
  ErrorTable,
  ErrorTableRequest,
  EvaluationReply,
  EvaluationRequest,
  FiguresRequest,
  ImportedPart,
  OnEvent,
  RankReply,
  RankRequest,
  Similarities,
  SuiteReply,
  SuiteRequest,
} from './protocol.ts';

const FETCH_TIMEOUT_MS = 60_000;

/** Reads benchmarks and evaluates runs. A plain class: the worker only wires it. */
export class Desk implements DeskService {
  private readonly queue = new JobQueue();
  private readonly fetcher: typeof fetch;
  private siteUrl = '';

  constructor(fetcher: typeof fetch) {
    this.fetcher = fetcher;
  }

  async begin(siteUrl: string): Promise<void> {
    this.siteUrl = siteUrl;
  }

  importParts(
    job: number,
    benchmark: string,
    parts: readonly string[],
    from: 'site' | 'address',
    onEvent: OnEvent,
  ): Promise<ImportedPart[]> {
    return this.queue.run(job, onEvent, async (report, signal) => {
      const entry = findEntry(benchmark);
      const options: FetchOptions = {
        fetch: this.fetcher,
        timeoutMs: FETCH_TIMEOUT_MS,
        signal,
        unreachableHosts: new Set(),
        archives: new Map(),
      };
      const imported: ImportedPart[] = [];
      for (const key of parts) {
        report(imported.length, parts.length, `Fetching ${entry.title}, ${key}`);
        const part = partOf(entry, key);
        const bytes = await fetchPart(part, from, this.siteUrl, options);
        const origin = originOf(entry, part, from);
        imported.push(await readPart(entry, part, (path) => bytes.get(path), origin));
        throwIfAborted(signal, 'The import');
      }
      report(parts.length, parts.length, `Fetching ${entry.title}`);
      return imported;
    });
  }

  lookInto(
    job: number,
    files: readonly File[],
    options: FileOptions,
    onEvent: OnEvent,
  ): Promise<DroppedFiles> {
    return this.queue.run(job, onEvent, async (report, signal) => {
      const read = await readAll(files, report, signal);
      const { complete, incomplete, unknown, unusable } = await recognise(read.files);
      const inspection = await inspect(unknown, options);
      inspection.unusable.unshift(...read.unusable, ...unusable);
      const isKnown = inspection.sources.length === 0 && inspection.unusable.length === 0;
      return {
        recognised: complete.map(({ entry, part }) => ({
          benchmark: entry.id,
          title: entry.title,
          part: partName(part),
        })),
        incomplete: incomplete.map(({ entry, part, missing }) => ({
          benchmark: entry.id,
          part: partName(part),
          missing: missing.map((file) => file.path),
        })),
        inspection: isKnown ? null : inspection,
      };
    });
  }

  importFiles(
    job: number,
    files: readonly File[],
    choices: MappedChoices | null,
    onEvent: OnEvent,
  ): Promise<ImportedPart[]> {
    return this.queue.run(job, onEvent, async (report, signal) => {
      const read = await readAll(files, report, signal);
      const { complete, incomplete, unknown, unusable } = await recognise(read.files);
      const imported: ImportedPart[] = [];
      for (const { entry, part, bytesOf } of complete) {
        const names = files.map((file) => file.name).join(', ');
        imported.push(await readPart(entry, part, bytesOf, { kind: 'file', name: names }));
        await pause();
        throwIfAborted(signal, 'The import');
      }
      if (choices) {
        const { info, parts } = await readMapped(unknown, choices);
        for (const part of parts) {
          const origin = { kind: 'file' as const, name: part.report.files.join(', ') };
          imported.push(await importedPart(info, part, origin));
        }
      }
      if (imported.length > 0) return imported;
      const half = incomplete[0];
      if (half) {
        throw new Failure(
          'incomplete-benchmark',
          `Of ${half.entry.id} ${partName(half.part)} a file is missing: ${half.missing.map((f) => f.path).join(', ')}.`,
          'Drop all its files together.',
        );
      }
      const refused = [...read.unusable, ...unusable][0];
      if (refused) throw new Failure(refused.code, refused.what, refused.nextStep);
      throw new Failure(
        'nothing-to-import',
        'None of the files holds sentence pairs.',
        'Drop a table of sentence pairs.',
      );
    });
  }

  async sharedPairs(parts: readonly BenchmarkPart[]): Promise<SharedPairs[]> {
    return sharedPairs(parts);
  }

  async similarities(request: EmbeddingScores): Promise<Similarities> {
    return scoreEmbeddings(request);
  }

  async evaluate(request: EvaluationRequest): Promise<EvaluationReply> {
    const input = evaluateInput(request);
    const { used } = usable(evaluateInput({ ...request, subset: null }));
    const range = scoreRange(request.scores, used);
    return {
      run: evaluate({ ...evaluateInput({ ...request, subset: null }), range }),
      whole: evaluate({ ...input, range }),
      facets: request.facet ? byFacet(request.facet, { ...input, range }) : [],
      range,
    };
  }

  intervals(job: number, request: EvaluationRequest, seed: number, onEvent: OnEvent): Promise<Intervals> {
    return this.queue.run(job, onEvent, (report, signal) =>
      intervalsFor(evaluateInput(request), {
        seed,
        signal,
        pause,
        report: (done, total) => report(done, total, 'Bootstrap intervals'),
      }),
    );
  }

  async errorTable(request: ErrorTableRequest): Promise<ErrorTable> {
    return errorTable(request);
  }

  async sideBySide(a: Float64Array, b: Float64Array): Promise<SideBySide> {
    return sideBySide(a, b);
  }

  async readScores(file: File, options: ScoreFileOptions): Promise<ScoreFile> {
    return readScoreFile({ name: file.name, bytes: await readFile(file) }, options);
  }

  async figures(request: FiguresRequest): Promise<Correlations[]> {
    return figuresOf(request);
  }

  async suiteTable(request: SuiteRequest): Promise<SuiteReply> {
    return suiteTable(request);
  }

  async againstBest(input: AgainstBestInput): Promise<AgainstBest> {
    return againstBest(input);
  }

  bootstrapAgainstBest(
    job: number,
    table: AgainstBest,
    input: AgainstBestInput,
    seed: number,
    onEvent: OnEvent,
  ): Promise<AgainstBest> {
    return this.queue.run(job, onEvent, (report, signal) =>
      bootstrapAgainstBest(table, input, {
        seed,
        signal,
        pause,
        report: (done, total) => report(done, total, 'Paired resamples'),
      }),
    );
  }

  expectedRanks(job: number, request: RankRequest, seed: number, onEvent: OnEvent): Promise<RankReply> {
    return this.queue.run(job, onEvent, (report, signal) =>
      rankSystems(request, {
        seed,
        signal,
        pause,
        report: (done, total) => report(done, total, 'Rankings drawn'),
      }),
    );
  }

  async cancel(job: number): Promise<void> {
    this.queue.cancel(job);
  }
}

function evaluateInput({ scores, reasons, gold, scale, subset }: EvaluationRequest): EvaluateInput {
  return { scores, reasons, reasonNames: MISSING_REASONS, gold, scale, ...(subset && { subset }) };
}

function partOf(entry: CatalogueEntry, key: string): CataloguePart {
  const part = entry.parts.find((candidate) => partName(candidate) === key);
  if (part) return part;
  throw new Failure(
    'no-such-part',
    `${entry.id} has no part "${key}".`,
    `It has ${entry.parts.map(partName).join(', ')}.`,
  );
}

async function fetchPart(
  part: CataloguePart,
  from: 'site' | 'address',
  siteUrl: string,
  options: FetchOptions,
): Promise<Map<string, Uint8Array>> {
  const bytes = new Map<string, Uint8Array>();
  for (const file of part.files) {
    const addresses = from === 'site' ? [ownAddress(file, siteUrl)] : file.addresses;
    bytes.set(file.path, await fetchCatalogueFile(file, addresses, options));
  }
  return bytes;
}

function originOf(
  entry: CatalogueEntry,
  part: CataloguePart,
  from: 'site' | 'address',
): ImportedPart['origin'] {
  if (entry.id === 'contrast') return { kind: 'embedded', name: 'written for this page' };
  if (from === 'site') return { kind: 'site', name: part.files.map((file) => file.path).join(', ') };
  return { kind: 'address', name: part.files.map((file) => file.addresses[0]?.url ?? file.path).join(', ') };
}

async function readPart(
  entry: CatalogueEntry,
  part: CataloguePart,
  bytesOf: BytesOf,
  origin: ImportedPart['origin'],
): Promise<ImportedPart> {
  const read = await readCataloguePart(entry, part, bytesOf);
  const { id, title, scale, licence, citation } = entry;
  return importedPart({ id, title, scale, licence, citation }, read, origin);
}

async function importedPart(
  info: BenchmarkInfo,
  part: BenchmarkPart,
  origin: ImportedPart['origin'],
): Promise<ImportedPart> {
  return { info, part, audit: auditPart(part), contentHash: await contentHash(part.pairs), origin };
}

/** More than this is no benchmark, and more than a browser gives a page at one time. */
const MAX_FILE_BYTES = 512 * 1024 * 1024;

/** @throws Failure `unreadable-file`: a folder, or a file that has changed since it was chosen */
async function readBytes(blob: Blob, name: string): Promise<Uint8Array> {
  try {
    return new Uint8Array(await blob.arrayBuffer());
  } catch (cause) {
    throw new Failure(
      'unreadable-file',
      `${name} could not be read: ${(cause as Error).message}.`,
      'Choose it again; of a folder, choose the files in it.',
      { cause },
    );
  }
}

/** @throws Failure `looks-like-vectors` or `file-too-large`, before more than the file's beginning is read */
async function readFile(file: File): Promise<Uint8Array> {
  refuseVectors(await readBytes(file.slice(0, SNIFF_BYTES), file.name), file.name);
  if (file.size <= MAX_FILE_BYTES) return readBytes(file, file.name);
  throw new Failure(
    'file-too-large',
    `${file.name} has ${Math.round(file.size / 2 ** 20)} MB; files of pairs are read up to ${MAX_FILE_BYTES / 2 ** 20} MB.`,
    'Split it. Word vectors, unpacked, go to the Parameters of a GloVe system: "Use a GloVe or word2vec text file".',
  );
}

async function readAll(
  files: readonly File[],
  report: Progress,
  signal?: AbortSignal,
): Promise<{ files: NamedBytes[]; unusable: UnusableFile[] }> {
  const read: NamedBytes[] = [];
  const unusable: UnusableFile[] = [];
  const totalBytes = files.reduce((sum, file) => sum + file.size, 0);
  let doneBytes = 0;
  for (const file of files) {
    report(doneBytes, totalBytes, `Reading ${file.name}`, 'bytes');
    try {
      read.push({ name: file.name, bytes: await readFile(file) });
    } catch (error) {
      unusable.push(unusableFile(file.name, error));
    }
    doneBytes += file.size;
    throwIfAborted(signal, 'The import');
  }
  return { files: read, unusable };
}
