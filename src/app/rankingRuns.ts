import { throwIfAborted } from '../failure.ts';
import type { Run, StoredPart } from '../storage/types.ts';
import { definitionOf, systemId, type SystemSpec } from '../systems/registry.ts';
import { Activities, Activity, type Going } from './activities.svelte.ts';
import type { OpenBenchmark, Tools } from './comparison.svelte.ts';
import { pickStoredRun, type OnRun } from './runs.ts';
import { runSpec } from './runSpec.ts';

/** Many runs in a row may fail for one reason: after so many, the rest is not tried. */
export const FAILURES_TO_STOP = 3;

/**
 * The jobs of one large piece of work: they show nothing of their own, end with the whole, and say which share of the
 * present step is done.
 */
class Steps extends Activities {
  private readonly whole: Going;
  private readonly onShare: (share: number) => void;

  constructor(whole: Going, onShare: (share: number) => void) {
    super();
    this.whole = whole;
    this.onShare = onShare;
  }

  override async show<T>(title: string, work: (going: Going) => Promise<T>): Promise<T> {
    const { signal, activity: whole } = this.whole;
    throwIfAborted(signal, title);
    let furthest = 0;
    const onEvent: Going['onEvent'] = (event) => {
      if (event.kind === 'waiting') return whole.take(event);
      const share = event.total > 0 ? event.done / event.total : 0;
      if (share <= furthest) return;
      furthest = share;
      this.onShare(Math.min(1, share));
    };
    return work({
      activity: new Activity(title, () => whole.cancel()),
      onEvent,
      report: (done, total, what, unit) =>
        onEvent({ kind: 'progress', done, total, what, ...(unit && { unit }) }),
      signal,
    });
  }
}

/** Runs systems for panels that need many runs: stored ones are taken, others made and stored. */
export class Runner {
  private readonly tools: Tools;
  private usedBackend = false;

  constructor(tools: Tools) {
    this.tools = tools;
  }

  /** A stored run of the system that is as good as one made now. @param runs of the benchmark, oldest first */
  stored(
    runs: readonly Run[],
    parts: readonly Pick<StoredPart, 'key' | 'contentHash'>[],
    spec: SystemSpec,
  ): Run | undefined {
    return pickStoredRun(
      runs,
      parts,
      systemId(spec),
      this.tools.preference(),
      (run) => spec.kind !== 'transformer' || this.isCurrent(run, spec),
    );
  }

  /** Whether a transformer's run is of its model's files as they were last seen. */
  isCurrent({ provenance }: Run, spec: SystemSpec): boolean {
    return provenance.model?.revision === this.tools.encoders.lastRevision(spec);
  }

  /**
   * Scores a benchmark with a system as a step of a larger piece of work. The run is stored when this resolves.
   * @param onShare told of the share of the step that is done, in [0, 1]
   * @throws what a run throws; `Cancelled` when the whole is cancelled
   */
  async run(
    benchmark: OpenBenchmark,
    spec: SystemSpec,
    whole: Going,
    onShare: (share: number) => void,
  ): Promise<Run> {
    const tools = { ...this.tools, activities: new Steps(whole, onShare) };
    const made: Run[] = [];
    const on: OnRun = { onActivity: () => {}, onRun: (run) => void made.push(run) };
    await runSpec(tools, benchmark, spec, on);
    if (definitionOf(spec.kind).needs === 'vectors') this.usedBackend = true;
    return made.at(-1)!;
  }

  /** To be called after the last of some runs: the page learns which backend they had. */
  async finish(): Promise<void> {
    if (!this.usedBackend) return;
    this.usedBackend = false;
    await this.tools.onBackend();
  }
}
