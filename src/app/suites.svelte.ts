import { findEntry, howToGet } from '../benchmarks/catalogue.ts';
import { OPEN_SUITE, setKey, SUITES, suiteOfParts, type Suite, type SuiteSet } from '../benchmarks/suites.ts';
import type { RunColumns, SuiteReply, SuiteRequest } from '../compute/protocol.ts';
import { Cancelled, Failure, throwIfAborted } from '../failure.ts';
import type { Run, StoredPart } from '../storage/types.ts';
import { shortId, systemId, type SystemSpec } from '../systems/registry.ts';
import type { Going } from './activities.svelte.ts';
import type { Comparison, OpenBenchmark, Tools } from './comparison.svelte.ts';
import { Latest, STALE } from './latest.ts';
import type { LinkPlaces, LinkSystems } from './linkSystems.ts';
import type { AverageName, LinkState, SuiteMeasure } from './permalink.ts';
import type { Runner } from './rankingRuns.ts';
import type { SystemEntry } from './systemEntry.svelte.ts';

export interface SuiteTools extends Pick<
  Tools,
  'store' | 'scoring' | 'desk' | 'activities' | 'library' | 'onProblem'
> {
  comparison: Comparison;
  runner: Runner;
  /** The parts of a benchmark that can be opened. */
  partsOf: (benchmark: string) => string[];
}

/** Where a set is: in this browser, on the site, or nowhere that the page could read it. */
export type Place = 'stored' | 'site' | 'absent';

/** What is known of a system on a set. */
export type SuiteCell =
  { kind: 'ran'; contentHash: string; runKey: string; columns: RunColumns } | { kind: 'failed'; why: string };

/** A column of the table. */
export interface SuiteSystem {
  entry: SystemEntry;
  /** The system's full id. */
  id: string;
  /** Names it among the others: only what differs from the defaults. */
  label: string;
  spec: SystemSpec;
}

/** The gold scores of a set as its file had them. */
interface SetGold {
  contentHash: string;
  gold: Float64Array;
  scale: readonly [number, number];
}

/** What the suite is doing. `set` counts from 1. */
export interface SuiteProgress {
  set: number;
  of: number;
  title: string;
  system: string;
}

interface ShownTable {
  suite: string;
  systems: readonly SuiteSystem[];
  /** The sets that the reply has, in its order. */
  sets: readonly SuiteSet[];
  reply: SuiteReply;
}

type SuiteFields = Pick<LinkState, 'suite' | 'suiteMeasure' | 'suiteAverage' | 'omitted'>;

const cellKey = (set: string, system: string): string => `${set}|${system}`;

/** Systems on the data sets of a suite. */
export class Suites {
  suiteId = $state<string>(OPEN_SUITE);
  measure = $state<SuiteMeasure>('pearson');
  /** The average that stands under each group of sets. */
  average = $state<AverageName>('meanOfSets');
  /** Uids of systems that are not in the table. */
  omitted = $state.raw<ReadonlySet<number>>(new Set());
  /** Null where nothing runs. */
  progress = $state.raw<SuiteProgress | null>(null);
  private cells = $state.raw<ReadonlyMap<string, SuiteCell>>(new Map());
  private table = $state.raw<ShownTable | null>(null);
  private golds = new Map<string, SetGold>();
  private readonly tools: SuiteTools;
  private readonly tables = new Latest();
  private readonly restores = new Latest();

  readonly suites = $derived.by((): readonly Suite[] => {
    const { benchmark } = this.tools.comparison;
    return benchmark ? [this.openSuite(benchmark), ...SUITES] : SUITES;
  });
  readonly suite = $derived.by(() => this.suites.find(({ id }) => id === this.suiteId) ?? this.suites[0]!);
  /** The systems of the panel that are in the table; one that is in the panel twice stands here once. */
  readonly systems = $derived.by((): readonly SuiteSystem[] => {
    const systems = new Map<string, SuiteSystem>();
    for (const entry of this.tools.comparison.systems) {
      const id = systemId(entry.spec);
      if (this.omitted.has(entry.uid) || systems.has(id)) continue;
      systems.set(id, { entry, id, label: shortId(entry.spec), spec: entry.spec });
    }
    return [...systems.values()];
  });
  readonly places = $derived.by((): ReadonlyMap<string, Place> => {
    const { library } = this.tools;
    return new Map(
      this.suite.sets.map(({ benchmark, part }) => {
        const key = setKey({ benchmark, part });
        if (library.storedPart(benchmark, part)) return [key, 'stored'];
        return [key, library.isOnSite(benchmark, part) ? 'site' : 'absent'];
      }),
    );
  });
  /** Sets that can be run. */
  readonly here = $derived.by(() =>
    this.suite.sets.filter((set) => this.places.get(setKey(set)) !== 'absent'),
  );
  /** Runs that are still to be made: what failed is tried again; imported scores can't be computed. */
  readonly missing = $derived.by(() => {
    let missing = 0;
    for (const set of this.here) {
      for (const system of this.systems) if (this.isToRun(set, system)) missing++;
    }
    return missing;
  });
  /** What stored runs are looked up for; a view calls `restore` when it changes. */
  readonly inputs = $derived.by(() => ({
    suite: this.suite,
    systems: this.systems,
    stored: this.tools.library.stored,
    runs: this.tools.comparison.systems.map(({ run }) => run?.key ?? null),
  }));
  /** The table of the chosen suite; null until there is one. */
  readonly shown = $derived.by(() => (this.table?.suite === this.suite.id ? this.table : null));

  constructor(tools: SuiteTools) {
    this.tools = tools;
  }

  /** Undefined before the system ran on the set, and for scores of a file that was replaced since. */
  cell(set: SuiteSet, system: string): SuiteCell | undefined {
    const cell = this.cells.get(cellKey(setKey(set), system));
    const here = this.tools.library.storedPart(set.benchmark, set.part);
    return cell?.kind === 'ran' && cell.contentHash !== here?.contentHash ? undefined : cell;
  }

  private isToRun(set: SuiteSet, { id, spec }: SuiteSystem): boolean {
    return spec.kind !== 'scores' && this.cell(set, id)?.kind !== 'ran';
  }

  include(uid: number, isIn: boolean): void {
    const omitted = new Set(this.omitted);
    if (isIn) omitted.delete(uid);
    else omitted.add(uid);
    this.omitted = omitted;
  }

  linkFields(places: LinkPlaces): SuiteFields {
    const { suiteId: suite, measure: suiteMeasure, average: suiteAverage } = this;
    return { suite, suiteMeasure, suiteAverage, omitted: places.ofAll(this.omitted) };
  }

  /** What runs goes on: while it does, its suite and systems stay. */
  takeLink(link: SuiteFields, systems: LinkSystems): void {
    this.measure = link.suiteMeasure;
    this.average = link.suiteAverage;
    if (this.progress) return;
    this.suiteId = SUITES.some(({ id }) => id === link.suite) ? link.suite : OPEN_SUITE;
    this.omitted = systems.uidsAt(link.omitted);
  }

  /** What to do for the sets that are not here: benchmark -> its title and how to get it. */
  howToGet(): { title: string; sets: string[]; how: string }[] {
    const absent = this.suite.sets.filter((set) => this.places.get(setKey(set)) === 'absent');
    const benchmarks = [...new Set(absent.map(({ benchmark }) => benchmark))];
    return benchmarks.map((id) => {
      const entry = findEntry(id);
      const sets = absent.filter(({ benchmark }) => benchmark === id).map(({ title }) => title);
      return { title: entry.title, sets, how: howToGet(entry) };
    });
  }

  /** Shows what is stored of the chosen suite. To be called when `inputs` change. */
  async restore(): Promise<void> {
    const { suite, systems } = this;
    const found = await this.restores.ask(() => this.findStored(suite, systems));
    if (found === STALE) return;
    if (found.size > 0) this.cells = new Map([...this.cells, ...found]);
    await this.updateTable();
  }

  /** Runs every system on every set that is here, one after another; what is stored is not run again. */
  async run(): Promise<void> {
    if (this.progress) return;
    const { suite, systems } = this;
    const sets = this.here;
    this.progress = { set: 1, of: sets.length, title: sets[0]?.title ?? '', system: '' };
    try {
      await this.tools.activities.show(`Suite ${suite.title}`, (going) => this.runSets(sets, systems, going));
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
    } finally {
      this.progress = null;
      await this.restore();
      await this.tools.runner.finish();
    }
  }

  private async runSets(
    sets: readonly SuiteSet[],
    systems: readonly SuiteSystem[],
    going: Going,
  ): Promise<void> {
    /** System -> what it failed with: it would fail on the other sets too. */
    const failed = new Map<string, string>();
    for (const [place, set] of sets.entries()) {
      throwIfAborted(going.signal, going.activity.title);
      const waiting = systems.filter((system) => this.isToRun(set, system));
      going.report(place, sets.length, 'Sets');
      if (waiting.length === 0) continue;
      const opened = await this.tools.comparison.read(set.benchmark, [set.part]);
      this.keepGold(setKey(set), opened.parts[0]!, opened.gold);
      try {
        for (const [at, system] of waiting.entries()) {
          throwIfAborted(going.signal, going.activity.title);
          this.progress = {
            set: place + 1,
            of: sets.length,
            title: `${set.group} ${set.title}`,
            system: system.label,
          };
          const why = failed.get(system.id);
          if (why !== undefined) {
            this.put(set, system.id, { kind: 'failed', why: `not tried: ${why}` });
            continue;
          }
          try {
            const share = (part: number): void =>
              going.report(place + (at + part) / waiting.length, sets.length, 'Sets');
            share(0);
            this.put(set, system.id, ran(await this.tools.runner.run(opened, system.spec, going, share)));
          } catch (error) {
            if (error instanceof Cancelled) throw error;
            if (!(error instanceof Failure)) console.error(error);
            const reason = error instanceof Error ? error.message : String(error);
            failed.set(system.id, `on ${set.group} ${set.title}: ${reason}`);
            this.put(set, system.id, { kind: 'failed', why: reason });
          }
        }
      } finally {
        await this.close(opened);
      }
      await this.updateTable();
    }
    going.report(sets.length, sets.length, 'Sets');
  }

  /** Frees what the scoring worker holds of a set, unless it is the one that is open. */
  private async close({ task }: OpenBenchmark): Promise<void> {
    if (this.tools.comparison.benchmark?.task.key === task.key) return;
    await this.tools.scoring.call((service) => service.closeTask(task.key)).catch(() => {});
  }

  private put(set: SuiteSet, system: string, cell: SuiteCell): void {
    this.cells = new Map(this.cells).set(cellKey(setKey(set), system), cell);
  }

  private keepGold(key: string, part: StoredPart, gold: Float64Array): void {
    this.golds.set(key, { contentHash: part.contentHash, gold, scale: part.info.scale });
  }

  /** Stored runs of the suite that are not in the table yet, with the gold scores that they are held against. */
  private async findStored(
    suite: Suite,
    systems: readonly SuiteSystem[],
  ): Promise<ReadonlyMap<string, SuiteCell>> {
    const { library, store, runner } = this.tools;
    const found = new Map<string, SuiteCell>();
    const listed = new Map<string, Run[]>();
    for (const set of suite.sets) {
      const key = setKey(set);
      const part = library.storedPart(set.benchmark, set.part);
      if (!part) continue;
      const wanted = systems.filter(({ id }) => this.cell(set, id)?.kind !== 'ran');
      if (wanted.length === 0) continue;
      if (!listed.has(set.benchmark)) {
        listed.set(set.benchmark, await store.listRuns({ benchmark: set.benchmark }));
      }
      const runs = wanted.flatMap(({ id, spec }) => {
        const run = this.openRun(part, id) ?? runner.stored(listed.get(set.benchmark)!, [part], spec);
        return run ? [{ id, run }] : [];
      });
      if (runs.length === 0) continue;
      if (this.golds.get(key)?.contentHash !== part.contentHash) {
        const [pairs] = await library.pairsOf([part]);
        this.keepGold(
          key,
          part,
          Float64Array.from(pairs!, (pair) => pair.gold ?? NaN),
        );
      }
      for (const { id, run } of runs) found.set(cellKey(key, id), ran(run));
    }
    return found;
  }

  /** The run that the page shows of a system on the part, if that is what is open: it may not be stored yet. */
  private openRun({ key, contentHash }: StoredPart, system: string): Run | null {
    const { benchmark, systems } = this.tools.comparison;
    const [open, ...more] = benchmark?.parts ?? [];
    if (open?.key !== key || open.contentHash !== contentHash || more.length > 0) return null;
    return systems.find(({ id }) => id === system)?.run ?? null;
  }

  /** The columns of a cell, where they belong to the gold scores that are here. */
  private columnsOf(set: SuiteSet, system: string): RunColumns | null {
    const cell = this.cell(set, system);
    const gold = this.golds.get(setKey(set));
    return cell?.kind === 'ran' && cell.contentHash === gold?.contentHash ? cell.columns : null;
  }

  private async updateTable(): Promise<void> {
    const { suite, systems } = this;
    const sets = suite.sets.filter((set) => systems.some(({ id }) => this.columnsOf(set, id) !== null));
    const request: SuiteRequest = {
      systems: systems.map(({ label }) => label),
      sets: sets.map((set) => {
        const { gold, scale } = this.golds.get(setKey(set))!;
        const runs = systems.map(({ id }) => this.columnsOf(set, id));
        return { key: setKey(set), group: set.group, gold, scale, runs };
      }),
    };
    const reply = await this.tables.ask(() => this.tools.desk.call((desk) => desk.suiteTable(request)));
    if (reply !== STALE) this.table = { suite: suite.id, systems, sets, reply };
  }

  private openSuite({ info, parts }: OpenBenchmark): Suite {
    const { library, partsOf } = this.tools;
    const facts = partsOf(info.id).map((name) => {
      const stored =
        library.storedPart(info.id, name) ?? parts.find(({ key }) => key === `${info.id}/${name}`);
      const [split, ...set] = name.split('/');
      const [first, second = first] = stored?.languages ?? [];
      return {
        split: split!,
        set: set.length > 0 ? set.join('/') : null,
        languages: [first ?? 'und', second ?? 'und'] as const,
        rated: stored?.counts.rated ?? null,
      };
    });
    return suiteOfParts(info.id, library.titleOf(info), facts);
  }
}

function ran({ key, provenance, scores }: Run): SuiteCell {
  return {
    kind: 'ran',
    contentHash: provenance.parts[0]!.contentHash,
    runKey: key,
    columns: { scores: scores.values, reasons: scores.reasons },
  };
}
