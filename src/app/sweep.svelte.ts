import type { Correlations } from '../evaluation/types.ts';
import { Cancelled, Failure, throwIfAborted } from '../failure.ts';
import type { Run } from '../storage/types.ts';
import { parseValue, type Parameter } from '../systems/parameters.ts';
import { definitionOf, shortId, systemId, type SystemSpec } from '../systems/registry.ts';
import type { Going } from './activities.svelte.ts';
import type { Comparison, OpenBenchmark, Tools } from './comparison.svelte.ts';
import { Latest, STALE } from './latest.ts';
import type { LinkAxis } from './linkAxes.ts';
import type { LinkPlaces, LinkSystems } from './linkSystems.ts';
import type { LinkState, SuiteMeasure } from './permalink.ts';
import { FAILURES_TO_STOP, type Runner } from './rankingRuns.ts';
import {
  gridOf,
  gridSize,
  listedValues,
  suggestedList,
  type Axis,
  type Grid,
  type GridCell,
} from './sweepGrid.ts';
import type { SystemEntry } from './systemEntry.svelte.ts';

export interface SweepTools extends Pick<Tools, 'store' | 'desk' | 'activities'> {
  comparison: Comparison;
  runner: Runner;
  /** Called when runs were stored. */
  onStored: () => void;
}

/** What a person chose for a parameter: a list as text, or the values that are ticked. */
export type AxisChoice = { kind: 'list'; text: string } | { kind: 'ticks'; values: readonly string[] };

export type SweepCell =
  { kind: 'ran'; run: Run; figures: Correlations } | { kind: 'failed'; what: string; nextStep: string };

/** The grid that the choices make, or what is wrong with them. */
export type Planned =
  | { kind: 'grid'; grid: Grid; size: number }
  /** Nothing is ticked yet. */
  | { kind: 'nothing' }
  | { kind: 'problem'; what: string; size: number | null };

type SweepFields = Pick<LinkState, 'sweep' | 'sweepMeasure' | 'axes'>;

/** A grid over the parameters of one system on the open benchmark. Each cell is a stored run. */
export class Sweep {
  /** Uid of the system whose other parameters stay; null for the first of the panel that has any. */
  uid = $state<number | null>(null);
  measure = $state<SuiteMeasure>('pearson');
  going = $state(false);
  /** Why the last sweep ended before its end, other than by a cancel. */
  stopped = $state<string | null>(null);
  private choices = $state.raw<ReadonlyMap<string, AxisChoice>>(new Map());
  /** By the task and the system's id. */
  private cells = $state.raw<ReadonlyMap<string, SweepCell>>(new Map());
  private readonly tools: SweepTools;
  private readonly restores = new Latest();

  /** The system of the panel that is varied; null where the panel is empty. */
  readonly entry = $derived.by((): SystemEntry | null => {
    const { systems } = this.tools.comparison;
    const chosen = systems.find(({ uid }) => uid === this.uid);
    return chosen ?? systems.find(({ spec }) => spec.kind === 'sif') ?? systems[0] ?? null;
  });
  readonly planned = $derived.by((): Planned => {
    const { entry } = this;
    if (!entry) return { kind: 'nothing' };
    let size: number | null = null;
    try {
      const axes = this.axesOf(entry.spec);
      if (axes.length === 0) return { kind: 'nothing' };
      size = gridSize(axes);
      return { kind: 'grid', grid: gridOf(entry.spec, axes), size };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { kind: 'problem', what: error.message, size };
    }
  });
  readonly grid = $derived.by(() => (this.planned.kind === 'grid' ? this.planned.grid : null));
  /** Cells that still are to be run. */
  readonly waiting = $derived.by(() =>
    (this.grid?.cells ?? []).filter((cell) => this.cellOf(cell)?.kind !== 'ran'),
  );
  /** What stored runs are looked up for; a view calls `restore` when it changes. */
  readonly inputs = $derived.by(() => ({ benchmark: this.tools.comparison.benchmark, grid: this.grid }));
  /** The cell with the highest correlation, the first of those that tie; null where none has one. */
  readonly best = $derived.by((): GridCell | null => {
    let best: GridCell | null = null;
    let highest = -Infinity;
    for (const cell of this.grid?.cells ?? []) {
      const value = this.valueOf(cell);
      if (!(value > highest)) continue;
      highest = value;
      best = cell;
    }
    return best;
  });

  constructor(tools: SweepTools) {
    this.tools = tools;
  }

  /** Parameters that a sweep can vary: those with values to list or to tick. */
  parametersOf({ kind }: SystemSpec): readonly Parameter[] {
    return definitionOf(kind).parameters.filter(
      (parameter) => parameter.kind !== 'text' && parameter.kind !== 'model',
    );
  }

  /** Null where the parameter keeps its value. */
  choiceOf({ name }: Parameter): AxisChoice | null {
    return this.choices.get(this.choiceKey(name)) ?? null;
  }

  vary(parameter: Parameter, choice: AxisChoice | null): void {
    const choices = new Map(this.choices);
    if (choice) choices.set(this.choiceKey(parameter.name), choice);
    else choices.delete(this.choiceKey(parameter.name));
    this.choices = choices;
  }

  /** What a parameter begins with when it is ticked. */
  beginWith(parameter: Parameter): AxisChoice {
    if (parameter.kind === 'number') return { kind: 'list', text: suggestedList(parameter) };
    return { kind: 'ticks', values: ticksOf(parameter).map(({ value }) => value) };
  }

  linkFields(places: LinkPlaces): SweepFields {
    const { entry } = this;
    const axes = (entry ? this.parametersOf(entry.spec) : []).flatMap((parameter): LinkAxis[] => {
      const choice = this.choiceOf(parameter);
      if (!choice) return [];
      return choice.kind === 'list'
        ? [{ parameter: parameter.name, choice }]
        : [{ parameter: parameter.name, choice: { kind: choice.kind, values: [...choice.values] } }];
    });
    return { sweep: places.of(this.uid), sweepMeasure: this.measure, axes };
  }

  /** A sweep that runs goes on: while it does, its grid stays. */
  takeLink(link: SweepFields, systems: LinkSystems): void {
    this.measure = link.sweepMeasure;
    if (this.going) return;
    this.uid = systems.uidAt(link.sweep);
    const { entry } = this;
    for (const parameter of entry ? this.parametersOf(entry.spec) : []) {
      const said = link.axes.find((axis) => axis.parameter === parameter.name)?.choice;
      // A list belongs to a number, ticks to the values that the parameter has.
      const ticks = ticksOf(parameter).map(({ value }) => value);
      const fits =
        said?.kind === 'list'
          ? parameter.kind === 'number'
          : said !== undefined && ticks.length > 0 && said.values.every((value) => ticks.includes(value));
      this.vary(parameter, fits ? said! : null);
    }
  }

  cellOf({ spec }: GridCell): SweepCell | undefined {
    const task = this.tools.comparison.benchmark?.task.key;
    return task === undefined ? undefined : this.cells.get(cellKey(task, spec));
  }

  /** The correlation of a cell, NaN where there is none. */
  valueOf(cell: GridCell): number {
    const found = this.cellOf(cell);
    return found?.kind === 'ran' ? (found.figures[this.measure].estimate.value ?? NaN) : NaN;
  }

  /** Shows the cells that are stored. To be called when `inputs` change. */
  async restore(): Promise<void> {
    const { benchmark, grid } = this.inputs;
    if (!benchmark || !grid) return this.restores.drop();
    const { store, runner } = this.tools;
    const found = await this.restores.ask(async () => {
      const absent = grid.cells.filter((cell) => this.cellOf(cell)?.kind !== 'ran');
      if (absent.length === 0) return new Map<string, SweepCell>();
      const listed = await store.listRuns({ benchmark: benchmark.info.id });
      const runs = absent.flatMap(({ spec }) => {
        const run = runner.stored(listed, benchmark.parts, spec);
        return run ? [{ spec, run }] : [];
      });
      const figures = await this.figuresOf(
        benchmark,
        runs.map(({ run }) => run),
      );
      return new Map(
        runs.map(({ spec, run }, place): [string, SweepCell] => [
          cellKey(benchmark.task.key, spec),
          { kind: 'ran', run, figures: figures[place]! },
        ]),
      );
    });
    if (found !== STALE && found.size > 0) this.cells = new Map([...this.cells, ...found]);
  }

  /** Runs the cells that are not there yet, one after another; what ran stays when it is cancelled. */
  async run(): Promise<void> {
    const { benchmark, grid } = this.inputs;
    if (!benchmark || !grid || this.going) return;
    this.going = true;
    this.stopped = null;
    try {
      await this.restore();
      await this.tools.activities.show(`Sweep of ${shortId(grid.cells[0]!.spec)}`, (going) =>
        this.runCells(benchmark, grid, going),
      );
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
    } finally {
      this.going = false;
      this.tools.onStored();
      await this.tools.runner.finish();
    }
  }

  private async runCells(benchmark: OpenBenchmark, { cells }: Grid, going: Going): Promise<void> {
    const key = (cell: GridCell): string => cellKey(benchmark.task.key, cell.spec);
    let failures = 0;
    for (const [place, cell] of cells.entries()) {
      throwIfAborted(going.signal, going.activity.title);
      const share = (part: number): void => going.report(place + part, cells.length, 'Cells');
      share(0);
      if (this.cells.get(key(cell))?.kind === 'ran') continue;
      try {
        const run = await this.tools.runner.run(benchmark, cell.spec, going, share);
        const [figures] = await this.figuresOf(benchmark, [run]);
        this.cells = new Map(this.cells).set(key(cell), { kind: 'ran', run, figures: figures! });
        failures = 0;
      } catch (error) {
        if (error instanceof Cancelled) throw error;
        if (!(error instanceof Failure)) console.error(error);
        const what =
          error instanceof Failure ? error.what : error instanceof Error ? error.message : String(error);
        const nextStep = error instanceof Failure ? error.nextStep : 'Try again.';
        this.cells = new Map(this.cells).set(key(cell), { kind: 'failed', what, nextStep });
        if (++failures < FAILURES_TO_STOP) continue;
        this.stopped = `The sweep stopped after ${failures} cells in a row had failed: ${what} ${nextStep}`;
        return;
      }
    }
    going.report(cells.length, cells.length, 'Cells');
  }

  private async figuresOf({ gold }: OpenBenchmark, runs: readonly Run[]): Promise<Correlations[]> {
    if (runs.length === 0) return [];
    const columns = runs.map(({ scores }) => ({ scores: scores.values, reasons: scores.reasons }));
    return this.tools.desk.call((desk) => desk.figures({ gold, runs: columns }));
  }

  private axesOf(spec: SystemSpec): Axis[] {
    return this.parametersOf(spec).flatMap((parameter): Axis[] => {
      const choice = this.choiceOf(parameter);
      if (!choice) return [];
      if (choice.kind === 'list')
        return [{ parameter, values: listedValues(spec.kind, parameter, choice.text) }];
      if (choice.values.length > 0)
        return [{ parameter, values: choice.values.map((value) => parseValue(spec.kind, parameter, value)) }];
      throw new Failure(
        'bad-parameter',
        `No value of “${parameter.label}” is ticked.`,
        'Tick one, or leave the parameter as it is.',
      );
    });
  }

  /** Choices are kept for each kind of system: another kind has other parameters of the same name. */
  private choiceKey(name: string): string {
    return `${this.entry?.spec.kind ?? ''}.${name}`;
  }
}

/** Values that can be ticked; none of a number. */
export function ticksOf(parameter: Parameter): readonly { value: string; title: string }[] {
  if (parameter.kind === 'choice') return parameter.choices;
  if (parameter.kind === 'flag') {
    return [
      { value: 'true', title: 'yes' },
      { value: 'false', title: 'no' },
    ];
  }
  return [];
}

function cellKey(task: string, spec: SystemSpec): string {
  return `${task}|${systemId(spec)}`;
}
