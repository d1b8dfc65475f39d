import { transfer } from 'comlink';
import type { BackendPreference } from '../compute/backends/types.ts';
import type { Encoded, EncodeWanted } from '../compute/encoders/run.ts';
import type { PoolingChoice } from '../compute/encoders/types.ts';
import type { Similarities } from '../compute/protocol.ts';
import { runKey } from '../storage/runKey.ts';
import type { EmbeddingsHead, Provenance, Run, StoredEmbeddings } from '../storage/types.ts';
import { measureOf, type MeasureId } from '../measures/vectors.ts';
import { encoderId, type SystemSpec } from '../systems/registry.ts';
import { pairTokenCounts } from '../systems/tokenCounts.ts';
import { embeddingColumns, type Dtype, type EmbeddingScores } from '../systems/transformer.ts';
import type { TaskSentences } from '../systems/types.ts';
import type { OpenBenchmark, Tools } from './comparison.svelte.ts';
import { shareWork, type WorkInFlight } from './inFlight.ts';
import { lockedRun, whatIsScored, type OnRun } from './runs.ts';

/** What a spec asks of an encoder. */
export function requestOf({ parameters }: SystemSpec): EncodeWanted['request'] {
  return {
    model: String(parameters.model),
    dtype: parameters.dtype as Dtype,
    pooling: parameters.pooling as PoolingChoice,
    normalise: parameters.normalise as 'auto' | 'yes' | 'no',
    prefix: String(parameters.prefix),
    maxTokens: Number(parameters.maxTokens),
  };
}

/**
 * Embeddings that are kept of a task by a spec's encoder, made of the model's files as they were last seen. A whole set
 * may be of any backend unless one is chosen by hand; a part is of the one that a run would go on with.
 */
export async function keptEmbeddings(
  { store, encoders, preference }: Pick<Tools, 'store' | 'encoders' | 'preference'>,
  taskKey: string,
  spec: SystemSpec,
): Promise<StoredEmbeddings | undefined> {
  const encoder = encoderId(spec);
  const kept = (await store.listEmbeddings()).filter(
    (set) =>
      set.taskKey === taskKey &&
      set.provenance.encoder === encoder &&
      set.provenance.encoderVersion === __ENCODER_VERSION__ &&
      set.provenance.model.revision === encoders.lastRevision(spec) &&
      set.rowsStored > 0,
  );
  const wanted = preference();
  const whole = kept.find((set) => isWhole(set) && (wanted === 'auto' || set.provenance.backend === wanted));
  if (whole) return whole;
  const device = await encoders.firstDevice(wanted);
  return kept.find(({ provenance }) => provenance.backend === device);
}

export function isWhole({ order, rowsStored }: StoredEmbeddings): boolean {
  return rowsStored === order.length;
}

/**
 * Runs a transformer and stores the run. Embeddings that are kept whole cost no encoding and need no model, so another
 * measure is a matter of milliseconds; kept in part, they are taken up where they stop.
 * @param anew load the model even so: its files may have changed since
 */
export async function runTransformer(
  tools: Tools,
  inFlight: WorkInFlight<Encoded>,
  benchmark: OpenBenchmark,
  spec: SystemSpec,
  on: OnRun,
  anew = false,
): Promise<void> {
  const preference = tools.preference();
  const name = `${encoderId(spec)}|${preference}|${benchmark.task.key}`;
  const encoded =
    (anew ? null : await readWhole(tools, benchmark.task, spec)) ??
    (await shareWork(
      tools.activities,
      inFlight,
      name,
      'Waiting for the same sentences',
      on.onActivity,
      () => {
        const result = lockedRun(name, () =>
          tools.activities.show(`Running ${spec.kind}:${String(spec.parameters.model)}`, (going) => {
            on.onActivity(going.activity);
            return tools.encoders.encode(wantedOf(benchmark, spec, preference), going);
          }),
        );
        return { result, over: result };
      },
    ));
  const provenance = provenanceOfEncoded(benchmark, spec, encoded.head);
  const key = await runKey(provenance);
  const stored = await tools.store.getRun(key);
  if (stored) {
    // What happened on the way to it this time, such as a backend that was given up, is said all the same.
    return on.onRun({ ...stored, notes: [...new Set([...stored.notes, ...encoded.notes])] }, true);
  }
  const run = { ...(await runOf(tools, benchmark.task, spec, encoded, provenance)), key };
  on.onRun(run, encoded.computed === 0);
  await tools.store.putRun(run);
}

/** What is to be encoded for a system on a benchmark. */
export function wantedOf(
  { info, parts, task }: OpenBenchmark,
  spec: SystemSpec,
  preference: BackendPreference,
): EncodeWanted {
  return {
    encoder: encoderId(spec),
    request: requestOf(spec),
    preference,
    task,
    title: `${info.title}: ${parts.map(({ split, set }) => (set ? `${split}/${set}` : split)).join(', ')}`,
    encoderVersion: __ENCODER_VERSION__,
  };
}

async function readWhole(tools: Tools, task: TaskSentences, spec: SystemSpec): Promise<Encoded | null> {
  const kept = await keptEmbeddings(tools, task.key, spec);
  if (!kept || !isWhole(kept) || kept.sentences !== task.sentences.length) return null;
  const stored = await tools.store.getEmbeddings(kept.key);
  if (!stored || stored.batches.some((batch) => batch === null)) return null;
  const { head, batches } = stored;
  return { head, batches: batches as Float32Array[], computed: 0, seconds: 0, notes: head.notes };
}

/** Scores of a spec's measure from embeddings. */
export async function scoresOf(
  tools: Pick<Tools, 'desk'>,
  task: TaskSentences,
  spec: SystemSpec,
  { head, batches }: Encoded,
): Promise<Similarities> {
  // Copies that are handed over: a copy that crosses by itself would hold the page for as long as it is large.
  const rows = batches.map((batch) => batch.slice());
  const request: EmbeddingScores = {
    ...embeddingColumns(task, head),
    rows,
    measure: spec.parameters.measure as MeasureId,
    missing: spec.parameters.missing as 'skip' | 'zero',
  };
  return tools.desk.call((desk) =>
    desk.similarities(
      transfer(
        request,
        rows.map(({ buffer }) => buffer),
      ),
    ),
  );
}

async function runOf(
  tools: Tools,
  task: TaskSentences,
  spec: SystemSpec,
  encoded: Encoded,
  provenance: Provenance,
): Promise<Omit<Run, 'key'>> {
  const started = performance.now();
  const { tokens, unknown, provenance: encoder } = encoded.head;
  const { scores, notes } = await scoresOf(tools, task, spec, encoded);
  const tokenCounts = pairTokenCounts(task.first, task.second, tokens, unknown, encoder.maxTokens);
  return {
    provenance,
    scores,
    notes: [...encoded.notes, ...notes],
    tokens: sum(tokens),
    unknownTokens: sum(unknown),
    tokenCounts,
    createdAt: new Date().toISOString(),
    seconds: encoded.seconds + (performance.now() - started) / 1000,
  };
}

function provenanceOfEncoded(
  benchmark: OpenBenchmark,
  spec: SystemSpec,
  { provenance: encoder, backendReason, modelOrigin, threads }: EmbeddingsHead,
): Provenance {
  return {
    ...whatIsScored(benchmark, spec),
    model: encoder.model,
    frequencies: null,
    tokeniser: encoder.tokeniser,
    lowerCase: null,
    fittedOn: null,
    measure: measureOf(String(spec.parameters.measure)).title,
    backend: encoder.backend,
    backendReason: encoder.backend === 'wasm' ? withThreads(backendReason, threads) : backendReason,
    dtype: encoder.dtype,
    pooling: encoder.pooling,
    maxTokens: encoder.maxTokens,
    encoder,
    modelOrigin,
    libraries: encoder.libraries,
  };
}

function sum(values: Int32Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** A run that came to WebAssembly by a fallback was not chosen with a number of threads. */
function withThreads(reason: string, threads: number): string {
  return /\bthreads?\b/.test(reason)
    ? reason
    : `${reason}; ${threads === 1 ? '1 thread' : `${threads} threads`}`;
}
