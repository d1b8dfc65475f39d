import type { SharedPairs } from '../benchmarks/audit.ts';
import { catalogue, findEntry, partName } from '../benchmarks/catalogue.ts';
import type { MappedChoices } from '../benchmarks/mapped.ts';
import type { BenchmarkInfo, BenchmarkPart, SentencePair } from '../benchmarks/types.ts';
import type { FileOptions } from '../benchmarks/userFile.ts';
import type { WorkerClient } from '../compute/clients/worker.ts';
import type { DeskService, DroppedFiles, ImportedPart } from '../compute/protocol.ts';
import { Failure, throwIfAborted } from '../failure.ts';
import { partKey, type PlaygroundStore, type StoredPart } from '../storage/types.ts';
import { approximateSizeBytes } from '../storage/sizes.ts';
import type { Activities } from './activities.svelte.ts';

const SITE_TIMEOUT_MS = 20_000;

/** Our own set grows with the page; a browser may have kept an older one. */
const isOlderContrast = ({ benchmark, contentHash }: StoredPart): boolean =>
  benchmark === 'contrast' && contentHash !== __CONTRAST_HASH__;

/** The benchmarks that this browser has, and the ways to get more. */
export class Library {
  /** What is stored, by key. */
  stored = $state.raw<readonly StoredPart[]>([]);
  /** Paths of benchmark files that the site serves itself. */
  onSite = $state.raw<ReadonlySet<string>>(new Set());
  /** Resolves when `onSite` is known, within SITE_TIMEOUT_MS of `begin`; never rejects. */
  siteListed: Promise<void> = Promise.resolve();
  /** The reports of the last import, for the Data view. */
  lastImport = $state.raw<readonly StoredPart[]>([]);
  private readonly store: PlaygroundStore;
  private readonly desk: WorkerClient<DeskService>;
  private readonly activities: Activities;

  constructor(store: PlaygroundStore, desk: WorkerClient<DeskService>, activities: Activities) {
    this.store = store;
    this.desk = desk;
    this.activities = activities;
  }

  /**
   * Reads what is stored. The site's list comes when it comes: what is stored, and our own set, open without it.
   * @throws where the storage can't be read; the page works without it
   */
  async begin(siteUrl: string): Promise<void> {
    this.siteListed = filesOnSite(siteUrl).then((paths) => {
      this.onSite = paths;
    });
    this.stored = await this.store.listParts();
  }

  /** Whether a part's files are all on the site. */
  isOnSite(benchmark: string, part: string): boolean {
    const known = catalogue
      .find(({ id }) => id === benchmark)
      ?.parts.find((candidate) => partName(candidate) === part);
    if (!known) return false;
    return benchmark === 'contrast' || known.files.every((file) => this.onSite.has(file.path));
  }

  storedPart(benchmark: string, part: string): StoredPart | undefined {
    return this.stored.find((candidate) => candidate.key === `${benchmark}/${part}`);
  }

  /** The title of a benchmark, with the digits of its content where another stored one has the same title. */
  titleOf({ id, title }: BenchmarkInfo): string {
    const isShared = this.stored.some(({ info }) => info.title === title && info.id !== id);
    const hash = /#[0-9a-f]+$/.exec(id);
    return isShared && hash ? `${title} ${hash[0]}` : title;
  }

  /**
   * The parts of a benchmark in the catalogue's order, each imported from the site first where it isn't stored.
   * @throws Failure where a part is neither stored nor on the site
   */
  async need(benchmark: string, parts: readonly string[]): Promise<StoredPart[]> {
    const absent = parts.filter((part) => !this.storedPart(benchmark, part));
    if (absent.length > 0) await this.importParts(benchmark, absent, 'site');
    else if (benchmark === 'contrast' && this.stored.some(isOlderContrast)) {
      // What is kept still serves where the site can't be reached.
      await this.importParts(benchmark, parts, 'site').catch(() => {});
    }
    return parts.map((part) => {
      const stored = this.storedPart(benchmark, part);
      if (stored) return stored;
      throw new Failure('part-missing', `${benchmark} ${part} is not here.`, 'Get it in the Data view.');
    });
  }

  async importParts(benchmark: string, parts: readonly string[], from: 'site' | 'address'): Promise<void> {
    const { title } = findEntry(benchmark);
    const imported = await this.activities.run(`Importing ${title}`, this.desk, (desk, job, onEvent) =>
      desk.importParts(job, benchmark, [...parts], from, onEvent),
    );
    await this.keep(imported);
  }

  lookInto(files: readonly File[], options: FileOptions = new Map()): Promise<DroppedFiles> {
    const names = files.map((file) => file.name).join(', ');
    return this.activities.run(`Looking into ${names}`, this.desk, (desk, job, onEvent) =>
      desk.lookInto(job, [...files], options, onEvent),
    );
  }

  /** @returns the stored parts; an import that fails leaves what was stored before. */
  async importFiles(files: readonly File[], choices: MappedChoices | null): Promise<StoredPart[]> {
    const names = files.map((file) => file.name).join(', ');
    const imported = await this.activities.run(`Importing ${names}`, this.desk, (desk, job, onEvent) =>
      desk.importFiles(job, [...files], choices, onEvent),
    );
    return this.keep(imported);
  }

  /** The pairs of stored parts, in their order; can be cancelled between chunks. */
  pairsOf(parts: readonly StoredPart[]): Promise<SentencePair[][]> {
    const total = parts.reduce((sum, part) => sum + part.counts.pairs, 0);
    return this.activities.runHere('Reading the benchmark', (report, signal) => {
      let read = 0;
      const pairsOfPart = ({ key }: StoredPart): Promise<SentencePair[]> => {
        let before = 0;
        return this.store.getPairs(key, (done) => {
          throwIfAborted(signal, 'Reading');
          read += done - before;
          before = done;
          report(read, total, 'Reading pairs');
        });
      };
      // All at once: the storage fetches of one part while the page unpacks those of another.
      return Promise.all(parts.map(pairsOfPart));
    });
  }

  runsOf(part: StoredPart): Promise<string[]> {
    return this.store.runsOfPart(part.key);
  }

  sharedPairs(parts: readonly BenchmarkPart[]): Promise<SharedPairs[]> {
    return this.desk.call((desk) => desk.sharedPairs([...parts]));
  }

  /** Deletes parts with their pairs and runs. */
  async remove(parts: readonly StoredPart[]): Promise<void> {
    for (const part of parts) await this.store.deletePart(part.key);
    this.stored = await this.store.listParts();
  }

  private async keep(imported: readonly ImportedPart[]): Promise<StoredPart[]> {
    const kept: StoredPart[] = [];
    for (const { info, part, audit, contentHash, origin } of imported) {
      const { benchmark, split, set, pairs, report } = part;
      const stored: StoredPart = {
        key: partKey(part),
        benchmark,
        split,
        set,
        info,
        contentHash,
        counts: { pairs: pairs.length, rated: report.rated },
        languages: [...new Set(pairs.flatMap((pair) => pair.languages))],
        report,
        audit,
        importedAt: new Date().toISOString(),
        origin,
        sizeBytes: approximateSizeBytes(pairs),
      };
      await this.store.putPart(stored, pairs);
      kept.push(stored);
    }
    this.stored = await this.store.listParts();
    this.lastImport = kept;
    return kept;
  }
}

/** The list that `npm run benchmarks` leaves; a site without one has only our own set. */
async function filesOnSite(siteUrl: string): Promise<Set<string>> {
  try {
    const response = await fetch(`${siteUrl}benchmarks/index.json`, {
      signal: AbortSignal.timeout(SITE_TIMEOUT_MS),
    });
    if (!response.ok || !response.headers.get('content-type')?.includes('json')) return new Set();
    return new Set((await response.json()) as string[]);
  } catch {
    return new Set();
  }
}
