import type { WorkerClient } from '../compute/clients/worker.ts';
import type { DeskService } from '../compute/protocol.ts';
import type { RankedSystem } from '../evaluation/expectedRank.ts';
import { averageRanks } from '../evaluation/ranks.ts';
import type { Correlations } from '../evaluation/types.ts';
import type { PlaygroundStore, Run } from '../storage/types.ts';
import { DEFAULT_VECTORS, definitionOf, parseSystem, SYSTEMS } from '../systems/registry.ts';
import type { Activities } from './activities.svelte.ts';
import type { Comparison } from './comparison.svelte.ts';
import { Latest, STALE } from './latest.ts';
import type { Runner } from './rankingRuns.ts';
import { rankedRuns, type RankedRuns } from './rankingSystems.ts';

export interface RankingTools {
  store: PlaygroundStore;
  desk: WorkerClient<DeskService>;
  activities: Activities;
  comparison: Comparison;
  runner: Runner;
}

/** A system of the ranking with its place. */
export interface RankRow extends RankedSystem {
  runs: readonly Run[];
  /** In the order of the runs. */
  figures: readonly Correlations[];
  /** Place by the mean rank, ties averaged; null where no run has a score. */
  place: number | null;
}

interface Shown extends Pick<RankedRuns, 'left'> {
  task: string;
  seed: number;
  samples: number;
  /** Best place first. */
  rows: readonly RankRow[];
}

/** The expected rank of systems on the open benchmark, from the runs that are stored of them. */
export class Ranking {
  private made = $state.raw<Shown | null>(null);
  private readonly tools: RankingTools;
  private readonly rankings = new Latest();
  /** Counts up when runs were stored that no system of the panel shows. */
  private stored = $state(0);

  /** What the ranking is made from; a view calls `update` when it changes. */
  readonly inputs = $derived.by(() => {
    const { benchmark, seed, systems } = this.tools.comparison;
    return { benchmark, seed, stored: this.stored, runs: systems.map(({ run }) => run?.key ?? null) };
  });
  /** The ranking of what is open now; null until there is one. */
  readonly shown = $derived.by(() =>
    this.made?.task === this.tools.comparison.benchmark?.task.key ? this.made : null,
  );

  constructor(tools: RankingTools) {
    this.tools = tools;
  }

  /** To be called after runs were stored. */
  noteStored(): void {
    this.stored++;
  }

  async update(): Promise<void> {
    const { benchmark, seed } = this.inputs;
    if (!benchmark) return this.rankings.drop();
    const answer = await this.rankings.ask(async () => {
      const { groups, left } = this.groupsOf(
        await this.tools.store.listRuns({ benchmark: benchmark.info.id }),
      );
      const systems = groups.map(({ id, runs }) => ({
        id,
        runs: runs.map(({ scores }) => ({ scores: scores.values, reasons: scores.reasons })),
      }));
      const reply = await this.tools.activities.run('Expected ranks', this.tools.desk, (desk, job, onEvent) =>
        desk.expectedRanks(job, { gold: benchmark.gold, systems }, seed, onEvent),
      );
      return { groups, left, reply };
    });
    if (answer === STALE) return;
    const { groups, left, reply } = answer;
    const ranks = reply.ranks.systems;
    const places = placesOf(ranks);
    const rows = ranks.map((ranked, index): RankRow => ({
      ...ranked,
      runs: groups[index]!.runs,
      figures: reply.figures[index]!,
      place: places[index]!,
    }));
    rows.sort((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity));
    this.made = { task: benchmark.task.key, seed, samples: reply.ranks.samples, left, rows };
  }

  private groupsOf(runs: readonly Run[]): RankedRuns {
    const { runner, comparison } = this.tools;
    return rankedRuns(runs, comparison.benchmark!.parts, __APP_VERSION__, ownModel, (run) => {
      const spec = tryParse(run.provenance.system);
      return spec?.kind !== 'transformer' || runner.isCurrent(run, spec);
    });
  }
}

/** The model that a kind of system has where nothing else is chosen. */
function ownModel(kind: string): string | null {
  const known = SYSTEMS.some((system) => system.kind === kind);
  return known && definitionOf(kind).needs === 'vectors' ? DEFAULT_VECTORS : null;
}

/** A run may be of a system that only a file of results names. */
function tryParse(system: string): ReturnType<typeof parseSystem> | null {
  try {
    return parseSystem(system);
  } catch {
    return null;
  }
}

function placesOf(ranked: readonly RankedSystem[]): (number | null)[] {
  const means = ranked.map(({ expected }) => expected?.mean ?? null);
  const defined = means.filter((mean): mean is number => mean !== null);
  const ranks = averageRanks(Float64Array.from(defined));
  let at = 0;
  return means.map((mean) => (mean === null ? null : ranks[at++]!));
}
