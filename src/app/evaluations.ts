import type { WorkerClient } from '../compute/clients/worker.ts';
import type { DeskService, EvaluationReply, EvaluationRequest } from '../compute/protocol.ts';
import type { FacetRow } from '../evaluation/breakdown.ts';
import type { Intervals } from '../evaluation/types.ts';
import { Cancelled } from '../failure.ts';
import type { Activities, Activity } from './activities.svelte.ts';
import type { SystemEntry } from './systemEntry.svelte.ts';

/** What was evaluated, kept with the result: a number never stands under another selection's name. */
export interface Evaluated extends EvaluationReply {
  /** Rows that `whole` and `facets` are over; null for all. */
  subset: Int32Array | null;
  seed: number;
}

/** One evaluation of one system; a newer one stops it, so that its answers are never shown. */
class Evaluating {
  stopped = false;
  private activity: Activity | null = null;

  holds(activity: Activity): void {
    this.activity = activity;
    if (this.stopped) activity.cancel();
  }

  stop(): void {
    this.stopped = true;
    this.activity?.cancel();
  }
}

/** Evaluates systems in the worker: estimates at once, intervals when they are ready. */
export class Evaluations {
  private readonly desk: WorkerClient<DeskService>;
  private readonly activities: Activities;
  private readonly onProblem: (error: unknown) => void;
  private readonly going = new Map<SystemEntry, Evaluating>();

  constructor(desk: WorkerClient<DeskService>, activities: Activities, onProblem: (error: unknown) => void) {
    this.desk = desk;
    this.activities = activities;
    this.onProblem = onProblem;
  }

  stop(entry: SystemEntry): void {
    this.going.get(entry)?.stop();
    this.going.delete(entry);
  }

  /** Resolves with the estimates in place; the intervals follow. An earlier evaluation of the system is dropped. */
  async evaluate(entry: SystemEntry, request: EvaluationRequest, seed: number): Promise<void> {
    this.stop(entry);
    const mine = new Evaluating();
    this.going.set(entry, mine);
    entry.intervals = null;
    entry.facetIntervals = new Map();
    entry.intervalsStopped = false;
    const reply = await this.desk.call((desk) => desk.evaluate(request));
    if (mine.stopped) return;
    entry.evaluation = { ...reply, subset: request.subset, seed };
    this.addIntervals(entry, mine, { ...request, facet: null }, reply.facets, seed).catch(
      (error: unknown) => {
        // Stopped by a newer evaluation, or by the person: then the page says that there are none.
        if (error instanceof Cancelled) entry.intervalsStopped = !mine.stopped;
        else this.onProblem(error);
      },
    );
  }

  private async addIntervals(
    entry: SystemEntry,
    mine: Evaluating,
    request: EvaluationRequest,
    facets: readonly FacetRow[],
    seed: number,
  ): Promise<void> {
    entry.intervals = await this.intervals(entry, mine, request, seed);
    for (const { key, rows } of facets) {
      const intervals = await this.intervals(entry, mine, { ...request, subset: rows }, seed);
      entry.facetIntervals = new Map([...entry.facetIntervals, [key, intervals]]);
    }
  }

  private async intervals(
    entry: SystemEntry,
    mine: Evaluating,
    request: EvaluationRequest,
    seed: number,
  ): Promise<Intervals> {
    const intervals = await this.activities.run(
      `Intervals of ${entry.label}`,
      this.desk,
      (service, job, onEvent) => service.intervals(job, request, seed, onEvent),
      (activity) => mine.holds(activity),
    );
    if (mine.stopped) throw new Cancelled();
    return intervals;
  }
}
