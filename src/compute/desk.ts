import { auditPart, sharedPairs, type SharedPairs } from '../benchmarks/audit.ts';
import { findEntry, partKey, type CatalogueEntry, type CataloguePart } from '../benchmarks/catalogue.ts';
import { fetchCatalogueFile, ownAddress, type FetchOptions } from '../benchmarks/fetch.ts';
import { contentHash } from '../benchmarks/hash.ts';
import { readCataloguePart, recognise, type BytesOf } from '../benchmarks/importer.ts';
import { readMapped, type MappedChoices } from '../benchmarks/mapped.ts';
import type { BenchmarkInfo, BenchmarkPart, NamedBytes } from '../benchmarks/types.ts';
import { inspect, type InspectOptions } from '../benchmarks/userFile.ts';
import { byFacet, evaluate, intervalsFor, type EvaluateInput } from '../evaluation/breakdown.ts';
import { scoreRange } from '../evaluation/scale.ts';
import type { Intervals } from '../evaluation/types.ts';
import { usable } from '../evaluation/usable.ts';
import { Failure, throwIfAborted } from '../failure.ts';
import { pause } from '../systems/pause.ts';
import { MISSING_REASONS, type Progress } from '../systems/types.ts';
import { JobQueue } from './jobs.ts';
import type {
  DeskService,
  DroppedFiles,
  EvaluationReply,
  EvaluationRequest,
  ImportedPart,
  OnEvent,
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
    options: InspectOptions,
    onEvent: OnEvent,
  ): Promise<DroppedFiles> {
    return this.queue.run(job, onEvent, async (report, signal) => {
      const { complete, incomplete, unknown } = await recognise(await readAll(files, report, signal));
      return {
        recognised: complete.map(({ entry, part }) => ({
          benchmark: entry.id,
          title: entry.title,
          part: partKey(part),
        })),
        incomplete: incomplete.map(({ entry, part, missing }) => ({
          benchmark: entry.id,
          part: partKey(part),
          missing: missing.map((file) => file.path),
        })),
        inspection: unknown.length > 0 ? await inspect(unknown, options) : null,
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
      const { complete, incomplete, unknown } = await recognise(read);
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
          `Of ${half.entry.id} ${partKey(half.part)} a file is missing: ${half.missing.map((f) => f.path).join(', ')}.`,
          'Drop all its files together.',
        );
      }
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

  async evaluate(request: EvaluationRequest): Promise<EvaluationReply> {
    const input = evaluateInput(request);
    const { used } = usable(evaluateInput({ ...request, subset: null }));
    const range = scoreRange(request.scores, used);
    return {
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

  async cancel(job: number): Promise<void> {
    this.queue.cancel(job);
  }
}

function evaluateInput({ scores, reasons, gold, scale, subset }: EvaluationRequest): EvaluateInput {
  return { scores, reasons, reasonNames: MISSING_REASONS, gold, scale, ...(subset && { subset }) };
}

function partOf(entry: CatalogueEntry, key: string): CataloguePart {
  const part = entry.parts.find((candidate) => partKey(candidate) === key);
  if (part) return part;
  throw new Failure(
    'no-such-part',
    `${entry.id} has no part "${key}".`,
    `It has ${entry.parts.map(partKey).join(', ')}.`,
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

async function readAll(
  files: readonly File[],
  report: Progress,
  signal?: AbortSignal,
): Promise<NamedBytes[]> {
  const read: NamedBytes[] = [];
  const totalBytes = files.reduce((sum, file) => sum + file.size, 0);
  let doneBytes = 0;
  for (const file of files) {
    report(doneBytes, totalBytes, `Reading ${file.name}`);
    read.push({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
    doneBytes += file.size;
    throwIfAborted(signal, 'The import');
  }
  return read;
}
