import type { BackendPreference } from '../compute/backends/types.ts';
import { onTask } from '../compute/clients/scoring.ts';
import type { SystemFacts } from '../compute/protocol.ts';
import { Failure } from '../failure.ts';
import { withRunLock } from '../storage/locks.ts';
import { runKey } from '../storage/runKey.ts';
import type { PlaygroundStore, Provenance, Run, StoredPart } from '../storage/types.ts';
import { tokeniserKey } from '../text/tokenise.ts';
import { tokeniserOptions } from '../systems/parameters.ts';
import { systemId, type SystemSpec } from '../systems/registry.ts';
import { measureTitle, poolingOf } from '../systems/describe.ts';
import type { Activity } from './activities.svelte.ts';
import type { OpenBenchmark, Tools } from './comparison.svelte.ts';
import { shareWork, type WorkInFlight } from './inFlight.ts';

/** What is true of a run before it is made; `fittedOn` is known after. */
export function provenanceOf(benchmark: OpenBenchmark, spec: SystemSpec, facts: SystemFacts): Provenance {
  const options = tokeniserOptions(spec.parameters);
  return {
    ...whatIsScored(benchmark, spec),
    model: facts.model,
    frequencies: facts.frequencies,
    tokeniser: tokeniserKey(options),
    lowerCase: options.lowerCase,
    fittedOn: null,
    measure: measureTitle(spec),
    backend: facts.backend,
    backendReason: facts.backendReason,
    dtype: facts.dtype,
    pooling: poolingOf(spec),
    maxTokens: null,
    libraries: facts.libraries,
  };
}

/** The part of a run's provenance that needs no model: which pairs, by which system, in which version of the page. */
export function whatIsScored(
  benchmark: OpenBenchmark,
  spec: SystemSpec,
): Pick<Provenance, 'benchmark' | 'parts' | 'filter' | 'pairs' | 'rated' | 'system' | 'appVersion'> {
  return {
    benchmark: benchmark.info.id,
    parts: benchmark.parts.map(({ key, contentHash }) => ({ key, contentHash })),
    filter: 'none',
    pairs: benchmark.pairs.length,
    rated: benchmark.parts.reduce((sum, part) => sum + part.counts.rated, 0),
    system: systemId(spec),
    appVersion: __APP_VERSION__,
  };
}

/** A run of what is not tokenised here: its tokens are not counted. */
export async function untokenisedRun(
  provenance: Provenance,
  { scores, notes }: Pick<Run, 'scores' | 'notes'>,
  startedMs: number,
): Promise<Run> {
  return {
    key: await runKey(provenance),
    provenance,
    scores,
    notes,
    tokens: 0,
    unknownTokens: 0,
    createdAt: new Date().toISOString(),
    seconds: (performance.now() - startedMs) / 1000,
  };
}

/**
 * A stored run of a system on exactly these parts, made by this version of the page: one on the backend that the
 * person wants, else the newest whatever made it.
 * @param isCurrent refuses runs of models that are no longer what they were
 */
export async function findStoredRun(
  store: PlaygroundStore,
  benchmark: OpenBenchmark,
  system: string,
  preference: BackendPreference,
  isCurrent: (run: Run) => boolean = () => true,
): Promise<Run | undefined> {
  const runs = await store.listRuns({ benchmark: benchmark.info.id });
  return pickStoredRun(runs, benchmark.parts, system, preference, isCurrent);
}

/** The same from a list of runs, oldest first: for who looks for many. */
export function pickStoredRun(
  listed: readonly Run[],
  parts: readonly Pick<StoredPart, 'key' | 'contentHash'>[],
  system: string,
  preference: BackendPreference,
  isCurrent: (run: Run) => boolean = () => true,
): Run | undefined {
  const contents = parts.map(({ key, contentHash }) => `${key}@${contentHash}`).join('|');
  const runs = listed.filter((run) => {
    const { provenance } = run;
    const own = provenance.parts.map(({ key, contentHash }) => `${key}@${contentHash}`).join('|');
    const isSame =
      provenance.system === system &&
      own === contents &&
      // What a file holds is not computed by any version of the page.
      (provenance.appVersion === __APP_VERSION__ || provenance.scoreFile !== undefined);
    return isSame && isCurrent(run);
  });
  return runs.findLast(({ provenance }) => provenance.backend === preference) ?? runs.at(-1);
}

/** Told of what a run is doing, and of its scores as soon as there are any. */
export interface OnRun {
  onActivity: (activity: Activity) => void;
  onRun: (run: Run, fromStorage: boolean) => void;
}

/**
 * Does the work of a run while no other tab does the same.
 * @throws Failure `run-elsewhere` where another tab does
 */
export async function lockedRun<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locked = await withRunLock(name, work);
  if (locked.acquired) return locked.value;
  throw new Failure(
    'run-elsewhere',
    'Another tab computes the same run.',
    'Wait until it is done there, then press Run: its scores are shown without computing again.',
  );
}

/**
 * Runs a system and stores the run, under a lock that other tabs respect. A run that is stored already, made on
 * the same backend, is given instead. `onRun` is called as soon as there are scores; the promise resolves when they
 * are stored too.
 * @throws Failure `run-elsewhere` where another tab computes the same run
 */
export async function runSystem(
  { store, scoring, activities }: Tools,
  inFlight: WorkInFlight<Run>,
  benchmark: OpenBenchmark,
  spec: SystemSpec,
  on: OnRun,
): Promise<void> {
  const title = `Running ${systemId(spec).replace(/\(.*/su, '')}`;
  const facts = await activities.run(
    title,
    scoring,
    (service, job, onEvent) => service.facts(job, spec, onEvent),
    on.onActivity,
  );
  const key = await runKey(provenanceOf(benchmark, spec, facts));
  const stored = await store.getRun(key);
  if (stored) return on.onRun(stored, true);

  const make = async (): Promise<Run> => {
    const outcome = await activities.run(
      title,
      scoring,
      (service, job, onEvent) =>
        onTask(service, benchmark.task, () => service.score(job, benchmark.task.key, spec, onEvent)),
      on.onActivity,
    );
    // What really computed: a backend that failed meanwhile was replaced.
    const made = { ...provenanceOf(benchmark, spec, outcome.facts), fittedOn: outcome.fittedOn };
    return {
      key: await runKey(made),
      provenance: made,
      scores: outcome.scores,
      notes: outcome.notes,
      tokens: outcome.tokens,
      unknownTokens: outcome.unknownTokens,
      ...(outcome.tokenCounts && { tokenCounts: outcome.tokenCounts }),
      createdAt: new Date().toISOString(),
      seconds: outcome.seconds,
    };
  };
  let storing: Promise<void> = Promise.resolve();
  const run = await shareWork(activities, inFlight, key, 'Waiting for the same run', on.onActivity, () => {
    const result = new Promise<Run>((resolve, reject) => {
      storing = lockedRun(key, async () => {
        const made = await make();
        resolve(made);
        await store.putRun(made);
      });
      storing.catch(reject);
    });
    // Until it is stored, too: who asks for the same run then is no other tab.
    return { result, over: storing };
  });
  on.onRun(run, false);
  await storing;
}
