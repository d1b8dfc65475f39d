import type { Intervals } from '../evaluation/types.ts';
import type { CodePlace } from '../compute/code/messages.ts';
import type { Run } from '../storage/types.ts';
import { shortId, systemId, type SystemSpec } from '../systems/registry.ts';
import type { Activity } from './activities.svelte.ts';
import type { Evaluated } from './evaluations.ts';

export type EntryState =
  | { kind: 'idle' }
  | { kind: 'running'; activity: Activity | null }
  | { kind: 'done' }
  /** `place` is in the source of the user's own code. */
  | { kind: 'failed'; what: string; nextStep: string; place?: CodePlace };

/** One system of the comparison with what is known of it on the chosen benchmark. */
export class SystemEntry {
  /** Stable for as long as the page is open. */
  readonly uid: number;
  /** Index into the palette: a system keeps its colour and shape. */
  readonly colour: number;
  spec = $state.raw<SystemSpec>({ kind: 'overlap-cosine', parameters: {} });
  shown = $state(true);
  state = $state.raw<EntryState>({ kind: 'idle' });
  run = $state.raw<Run | null>(null);
  evaluation = $state.raw<Evaluated | null>(null);
  intervals = $state.raw<Intervals | null>(null);
  /** By the value of the facet; filled one after another. */
  facetIntervals = $state.raw<ReadonlyMap<string | null, Intervals>>(new Map());
  /** The person cancelled the intervals. */
  intervalsStopped = $state(false);
  /** Embeddings of a run that was stopped half-way: it goes on from there. */
  kept = $state.raw<{ rows: number; of: number } | null>(null);
  /** Whether the run came from storage, so that nothing was computed. */
  fromStorage = $state(false);
  /** Whether the run came with the page: nothing was computed in this browser. */
  precomputed = $state(false);
  readonly id = $derived(systemId(this.spec));
  readonly label = $derived(shortId(this.spec));

  constructor(uid: number, colour: number, spec: SystemSpec) {
    this.uid = uid;
    this.colour = colour;
    this.spec = spec;
  }

  /** Which attempt at a run is the newest: what an older one has to say is no longer wanted. */
  attempt = 0;

  /** Forgets what was computed: the benchmark or the parameters changed, or it is computed anew. */
  clear(): void {
    this.attempt++;
    this.run = null;
    this.evaluation = null;
    this.intervals = null;
    this.facetIntervals = new Map();
    this.intervalsStopped = false;
    this.fromStorage = false;
    this.precomputed = false;
    this.kept = null;
    this.state = { kind: 'idle' };
  }
}
