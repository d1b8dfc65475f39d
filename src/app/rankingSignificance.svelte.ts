import { callJob, type WorkerClient } from '../compute/clients/worker.ts';
import type { DeskService } from '../compute/protocol.ts';
import type { AgainstBest, AgainstBestInput } from '../evaluation/againstBest.ts';
import { Cancelled } from '../failure.ts';
import { MISSING_REASONS } from '../systems/types.ts';
import type { Activities } from './activities.svelte.ts';
import type { Comparison } from './comparison.svelte.ts';
import { Latest, STALE } from './latest.ts';
import type { SystemEntry } from './systemEntry.svelte.ts';

export interface SignificanceTools {
  comparison: Comparison;
  desk: WorkerClient<DeskService>;
  activities: Activities;
}

/** Everything that a table is made from: it is shown for exactly this. */
interface Wanted {
  input: AgainstBestInput;
  entries: readonly SystemEntry[];
  /** Names the runs, the selection and the seed. */
  task: string;
  runKeys: readonly string[];
  selection: Int32Array | null;
  seed: number;
}

interface Shown extends Wanted {
  table: AgainstBest;
  bootstrap: 'coming' | 'there' | 'stopped';
}

/** Systems of the open benchmark against the best of them. */
export class Significance {
  private made = $state.raw<Shown | null>(null);
  private readonly tools: SignificanceTools;
  private readonly tables = new Latest();
  private going: AbortController | null = null;

  /** Null where fewer than two systems have scores. */
  readonly wanted = $derived.by((): Wanted | null => {
    const { benchmark, systems, selection, seed } = this.tools.comparison;
    const entries = systems.filter(({ run }) => run !== null);
    if (!benchmark || entries.length < 2) return null;
    const names = namesOf(entries);
    return {
      entries,
      input: {
        gold: benchmark.gold,
        systems: entries.map(({ run }, place) => ({
          id: names[place]!,
          scores: run!.scores.values,
          reasons: run!.scores.reasons,
          reasonNames: MISSING_REASONS,
        })),
        ...(selection && { subset: selection }),
      },
      task: benchmark.task.key,
      runKeys: entries.map(({ run }) => run!.key),
      selection,
      seed,
    };
  });
  /** The table of what is wanted; null until it is there. */
  readonly shown = $derived.by(() => (this.made && isSame(this.made, this.wanted) ? this.made : null));

  constructor(tools: SignificanceTools) {
    this.tools = tools;
  }

  /** Makes the table anew, and the bootstraps after it. To be called when `wanted` changes. */
  async update(): Promise<void> {
    const { wanted } = this;
    if (this.shown) return;
    this.going?.abort();
    this.going = null;
    if (!wanted) return this.tables.drop();
    const table = await this.tables.ask(() => this.tools.desk.call((desk) => desk.againstBest(wanted.input)));
    if (table === STALE) return;
    this.made = { ...wanted, table, bootstrap: 'coming' };
    await this.bootstrap();
  }

  /** Adds the paired bootstraps to the table that is shown; again after the person cancelled them. */
  async bootstrap(): Promise<void> {
    const { shown } = this;
    if (!shown || shown.bootstrap === 'there') return;
    const own = new AbortController();
    this.going = own;
    this.made = { ...shown, bootstrap: 'coming' };
    const title = 'Paired bootstrap against the best';
    try {
      const table = await this.tools.activities.show(title, ({ signal, onEvent }) =>
        callJob(
          title,
          this.tools.desk,
          (desk, job, tell) => desk.bootstrapAgainstBest(job, shown.table, shown.input, shown.seed, tell),
          onEvent,
          AbortSignal.any([signal, own.signal]),
        ),
      );
      if (this.going === own) this.made = { ...shown, table, bootstrap: 'there' };
    } catch (error) {
      if (this.going === own) this.made = { ...shown, bootstrap: 'stopped' };
      if (!(error instanceof Cancelled)) throw error;
    } finally {
      if (this.going === own) this.going = null;
    }
  }
}

/** Labels of the systems; those that share one are numbered. */
function namesOf(entries: readonly SystemEntry[]): string[] {
  const seen = new Map<string, number>();
  return entries.map(({ label }) => {
    const times = (seen.get(label) ?? 0) + 1;
    seen.set(label, times);
    return times === 1 ? label : `${label} (${times})`;
  });
}

function isSame(a: Wanted, b: Wanted | null): boolean {
  return (
    b !== null &&
    a.task === b.task &&
    a.selection === b.selection &&
    a.seed === b.seed &&
    a.entries.length === b.entries.length &&
    a.entries.every((entry, place) => entry === b.entries[place]) &&
    a.runKeys.every((key, place) => key === b.runKeys[place])
  );
}
