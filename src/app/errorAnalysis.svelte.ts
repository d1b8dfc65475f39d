import { callJob, type WorkerClient } from '../compute/clients/worker.ts';
import type { DeskService, ErrorTable, SystemErrors } from '../compute/protocol.ts';
import type { ReadingMethod } from '../evaluation/calibration.ts';
import type { ErrorSummary } from '../evaluation/errors.ts';
import type { Agreement, SideBySide } from '../evaluation/sideBySide.ts';
import type { Interval } from '../evaluation/types.ts';
import { Cancelled } from '../failure.ts';
import type { Run } from '../storage/types.ts';
import type { Activities } from './activities.svelte.ts';
import { ROWS, type Categories, type RowId } from './categories.svelte.ts';
import type { Comparison } from './comparison.svelte.ts';
import { Latest, STALE } from './latest.ts';
import type { LinkPlaces, LinkSystems } from './linkSystems.ts';
import type { PairOrder } from './pairOrder.ts';
import type { CellOrder, LinkState } from './permalink.ts';
import type { SystemEntry } from './systemEntry.svelte.ts';

/** What the cells of the table show. */
export const MEASURES = [
  { id: 'meanError', title: 'mean signed error' },
  { id: 'overestimated', title: 'share overestimated' },
  { id: 'pearson', title: 'correlation inside (Pearson)' },
] as const;
export type ErrorMeasure = (typeof MEASURES)[number]['id'];

export const READINGS: readonly { id: ReadingMethod; title: string }[] = [
  { id: 'min-max', title: 'min–max' },
  { id: 'isotonic', title: 'isotonic regression, cross-fitted' },
];

/** A system that has scores on the open benchmark. */
export interface RanEntry {
  entry: SystemEntry;
  run: Run;
}

/** A row of the table for one system. */
export interface Cell {
  row: RowId;
  uid: number;
}

/** Pairs that were opened in the Compare view. */
export interface OpenedPairs {
  /** What they are: "34 pairs of negation that sif overestimates". */
  title: string;
  rows: Int32Array;
  /** The system and the order that the list of pairs starts with. */
  uid: number;
  order: PairOrder;
  /** What was selected before. */
  before: Int32Array | null;
}

interface Shown extends Pick<ErrorTable, 'tests'> {
  task: string;
  reading: ReadingMethod;
  /** By the system's uid. */
  systems: ReadonlyMap<number, { runKey: string; errors: SystemErrors }>;
  /** Which row of the table each category is. */
  categories: readonly RowId[];
}

interface CellInterval {
  runKey: string;
  seed: number;
  rows: Int32Array;
  interval: Interval;
}

interface WantedInterval extends Cell {
  run: Run;
  rows: Int32Array;
}

type ErrorFields = Pick<
  LinkState,
  'reading' | 'errorMeasure' | 'errorSort' | 'cell' | 'cellOrder' | 'beside' | 'agreement'
>;

export interface ErrorTools {
  comparison: Comparison;
  categories: Categories;
  desk: WorkerClient<DeskService>;
  activities: Activities;
}

/** Categories against systems on the open benchmark, and two systems against one another. */
export class ErrorAnalysis {
  reading = $state<ReadingMethod>('min-max');
  measure = $state<ErrorMeasure>('meanError');
  /** The cell whose figures are open. */
  cell = $state.raw<Cell | null>(null);
  /** Which of the cell's pairs come first. */
  cellOrder = $state<CellOrder>('worst');
  /** The system whose column the table is sorted by, largest first. */
  sort = $state<number | null>(null);
  /** Uids of the two systems side by side; null for the last two that ran. */
  first = $state<number | null>(null);
  second = $state<number | null>(null);
  /** Which of their pairs are shown. */
  agreement = $state<Agreement>('onlyA');
  opened = $state.raw<OpenedPairs | null>(null);
  /** The person came back from the Compare view: the open cell gets the focus again. */
  returned = false;
  /** The person cancelled the intervals. */
  intervalsStopped = $state(false);
  private table = $state.raw<Shown | null>(null);
  private besides = $state.raw<{ a: Float64Array; b: Float64Array; result: SideBySide } | null>(null);
  private intervals = $state.raw<ReadonlyMap<string, CellInterval>>(new Map());
  private readonly tools: ErrorTools;
  private readonly tables = new Latest();
  private readonly comparisons = new Latest();

  /** Systems with scores, in the order of the panel. */
  readonly ran = $derived.by(() =>
    this.tools.comparison.systems.flatMap((entry): RanEntry[] =>
      entry.run ? [{ entry, run: entry.run }] : [],
    ),
  );
  /** Whether anybody rated any pair. */
  readonly rated = $derived.by(
    () => this.tools.comparison.benchmark?.gold.some((gold) => !Number.isNaN(gold)) ?? false,
  );
  /** Everything that the table is made from; null where there is nothing to make it from. */
  readonly inputs = $derived.by(() => {
    const { benchmark, seed } = this.tools.comparison;
    const { labels, rows } = this.tools.categories;
    if (!benchmark || !this.rated || this.ran.length === 0) return null;
    return { benchmark, seed, labels, rows, reading: this.reading, ran: this.ran };
  });
  /** The table of what is open now; null until there is one. */
  readonly shown = $derived.by(() =>
    this.table?.task === this.tools.comparison.benchmark?.task.key ? this.table : null,
  );
  /** The two systems side by side; null where fewer than two have run. */
  readonly pair = $derived.by((): [RanEntry, RanEntry] | null => {
    const { ran } = this;
    if (ran.length < 2) return null;
    const chosen = (uid: number | null): RanEntry | undefined => ran.find(({ entry }) => entry.uid === uid);
    const second = chosen(this.second) ?? ran.findLast(({ entry }) => entry.uid !== this.first)!;
    const others = ran.filter(({ entry }) => entry !== second.entry);
    const first = others.find(({ entry }) => entry.uid === this.first) ?? others.at(-1)!;
    return [first, second];
  });
  /** Their errors, where both have any. */
  readonly pairErrors = $derived.by(() => {
    if (!this.pair) return null;
    const [a, b] = this.pair.map(({ entry }) => this.errorsOf(entry)?.reading.residuals ?? null);
    return a && b ? { a, b } : null;
  });
  /** Null until it is there. */
  readonly beside = $derived.by(() => {
    const { pairErrors, besides } = this;
    return besides && besides.a === pairErrors?.a && besides.b === pairErrors.b ? besides.result : null;
  });
  /** Cells that wait for their interval, the open one first. */
  readonly wanted = $derived.by((): WantedInterval[] => {
    if (this.intervalsStopped || !this.shown) return [];
    const { cell, ran } = this;
    const all = ran.flatMap(({ entry }) => ROWS.map((row): Cell => ({ row, uid: entry.uid })));
    const cells = [...(cell ? [cell] : []), ...(this.measure === 'pearson' ? all : [])];
    return cells.flatMap(({ row, uid }) => {
      const run = ran.find(({ entry }) => entry.uid === uid);
      const rows = run && this.summaryOf(run.entry, row)?.rows;
      return rows && !this.intervalOf(run.entry, row) ? [{ row, uid, run: run.run, rows }] : [];
    });
  });
  private filling: { wanted: WantedInterval; stop: AbortController } | null = null;

  constructor(tools: ErrorTools) {
    this.tools = tools;
  }

  /** A system's errors by category; null until they are there. */
  errorsOf(entry: SystemEntry): SystemErrors | null {
    const found = this.shown?.systems.get(entry.uid);
    return found && found.runKey === entry.run?.key ? found.errors : null;
  }

  /** Null until it is there. */
  summaryOf(entry: SystemEntry, row: RowId): ErrorSummary | null {
    const errors = this.errorsOf(entry);
    if (row === 'all') return errors?.all ?? null;
    return errors?.categories[this.shown!.categories.indexOf(row)] ?? null;
  }

  /** The bootstrap interval of a cell's Pearson correlation; null until it is there. */
  intervalOf(entry: SystemEntry, row: RowId): Interval | null {
    const found = this.intervals.get(cellKey({ uid: entry.uid, row }));
    const rows = this.summaryOf(entry, row)?.rows;
    if (!found || !rows || found.runKey !== entry.run?.key || found.seed !== this.tools.comparison.seed)
      return null;
    return isSame(found.rows, rows) ? found.interval : null;
  }

  /** Makes the table anew. To be called when `inputs` change. */
  async update(): Promise<void> {
    const { inputs } = this;
    if (!inputs) return this.tables.drop();
    const { benchmark, seed, labels, rows, reading, ran } = inputs;
    const categories = rows ? ROWS.filter((row) => row !== 'all') : [];
    const request = {
      runs: ran.map(({ run }) => run.scores).map(({ values, reasons }) => ({ scores: values, reasons })),
      gold: benchmark.gold,
      scale: benchmark.info.scale,
      reading,
      seed,
      read: Int32Array.from(benchmark.gold.keys()).filter((row) => {
        const pair = labels?.[row];
        return !pair || pair.read || pair.labels.length > 0;
      }),
      categories: categories.map((key) => {
        const members = new Uint8Array(benchmark.gold.length);
        for (const row of rows!.get(key)!) members[row] = 1;
        return { key, members };
      }),
    };
    const answer = await this.tables.ask(() => this.tools.desk.call((desk) => desk.errorTable(request)));
    if (answer === STALE) return;
    this.table = {
      task: benchmark.task.key,
      reading,
      categories,
      tests: answer.tests,
      systems: new Map(
        ran.map(({ entry, run }, place) => [entry.uid, { runKey: run.key, errors: answer.systems[place]! }]),
      ),
    };
  }

  /** Compares the two systems anew. To be called when `pairErrors` change. */
  async updateBeside(): Promise<void> {
    const { pairErrors } = this;
    if (!pairErrors) return this.comparisons.drop();
    const { a, b } = pairErrors;
    const result = await this.comparisons.ask(() => this.tools.desk.call((desk) => desk.sideBySide(a, b)));
    if (result !== STALE) this.besides = { a, b, result };
  }

  /** Computes the intervals that are wanted, one after another. To be called when `wanted` changes. */
  async fill(): Promise<void> {
    const { filling } = this;
    if (filling) {
      if (!this.wanted.some((cell) => isSameWish(cell, filling.wanted))) filling.stop.abort();
      return;
    }
    if (this.wanted.length === 0) return;
    const title = 'Intervals of the table of categories';
    await this.tools.activities.show(title, async ({ signal, report }) => {
      let done = 0;
      try {
        for (let [wanted] = this.wanted; wanted; [wanted] = this.wanted) {
          report(done, done + this.wanted.length, 'Cells');
          await this.addInterval(title, wanted, signal);
          done++;
        }
      } catch (error) {
        // Else what failed would be tried again at once.
        this.intervalsStopped = true;
        if (!(error instanceof Cancelled)) throw error;
      } finally {
        this.filling = null;
      }
    });
  }

  private async addInterval(title: string, wanted: WantedInterval, signal: AbortSignal): Promise<void> {
    const { comparison, desk } = this.tools;
    const { seed } = comparison;
    const { run, rows } = wanted;
    const { gold, info } = comparison.benchmark!;
    const { values: scores, reasons } = run.scores;
    const request = { scores, reasons, gold, scale: info.scale, subset: rows, facet: null };
    const stop = new AbortController();
    this.filling = { wanted, stop };
    try {
      const intervals = await callJob(
        title,
        desk,
        (service, job, onEvent) => service.intervals(job, request, seed, onEvent),
        () => {},
        AbortSignal.any([signal, stop.signal]),
      );
      const found: CellInterval = { runKey: run.key, seed, rows, interval: intervals.pearson };
      this.intervals = new Map(this.intervals).set(cellKey(wanted), found);
    } catch (error) {
      // Not wanted any longer: the next one is.
      if (!(error instanceof Cancelled) || signal.aborted) throw error;
    }
  }

  linkFields(places: LinkPlaces): ErrorFields {
    const { reading, measure: errorMeasure, cell, cellOrder, agreement } = this;
    const system = places.of(cell?.uid ?? null);
    const [first, second] = [places.of(this.first), places.of(this.second)];
    return {
      reading,
      errorMeasure,
      errorSort: places.of(this.sort),
      cell: cell && system !== null ? { row: cell.row, system } : null,
      cellOrder,
      beside: first !== null && second !== null ? [first, second] : null,
      agreement,
    };
  }

  takeLink(link: ErrorFields, systems: LinkSystems): void {
    this.reading = link.reading;
    this.measure = link.errorMeasure;
    this.sort = systems.uidAt(link.errorSort);
    const uid = systems.uidAt(link.cell?.system ?? null);
    // The same cell stays the same, lest its figures are made anew.
    if (uid === null) this.cell = null;
    else if (this.cell?.uid !== uid || this.cell.row !== link.cell!.row) {
      this.cell = { row: link.cell!.row, uid };
    }
    this.cellOrder = link.cellOrder;
    [this.first, this.second] = (link.beside ?? [null, null]).map((place) => systems.uidAt(place)) as [
      number | null,
      number | null,
    ];
    this.agreement = link.agreement;
  }

  /** Puts a system in the first or second place; the one that was there goes to the other, if it was there already. */
  put(place: 'first' | 'second', uid: number): void {
    const { pair } = this;
    if (!pair) return;
    const [first, second] = pair.map(({ entry }) => entry.uid);
    const other = place === 'first' ? second! : first!;
    const freed = place === 'first' ? first! : second!;
    const kept = other === uid ? freed : other;
    [this.first, this.second] = place === 'first' ? [uid, kept] : [kept, uid];
  }

  /** Opens pairs in the Compare view, which the caller shows. */
  async open(pairs: Omit<OpenedPairs, 'before'>): Promise<void> {
    const { comparison } = this.tools;
    this.opened = { ...pairs, before: comparison.selection };
    await comparison.select(pairs.rows);
  }

  /** Takes the selection back. */
  async close(): Promise<void> {
    const { comparison } = this.tools;
    const { opened } = this;
    this.opened = null;
    this.returned = true;
    if (opened && comparison.selection === opened.rows) await comparison.select(opened.before);
  }
}

const cellKey = ({ uid, row }: Cell): string => `${uid}/${row}`;

function isSameWish(a: WantedInterval, b: WantedInterval): boolean {
  return a.uid === b.uid && a.row === b.row && a.run.key === b.run.key && isSame(a.rows, b.rows);
}

function isSame(a: Int32Array, b: Int32Array): boolean {
  return a === b || (a.length === b.length && a.every((row, place) => row === b[place]));
}
