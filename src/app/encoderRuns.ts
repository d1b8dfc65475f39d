import type { BackendPreference } from '../compute/backends/types.ts';
import type { Encoded, EmbeddingsShelf, EncodeWanted } from '../compute/encoders/run.ts';
import type { PoolingChoice } from '../compute/encoders/types.ts';
import type { Similarities } from '../compute/protocol.ts';
import { Cancelled } from '../failure.ts';
import { runKey } from '../storage/runKey.ts';
import type { EmbeddingsHead, PlaygroundStore, Provenance, Run, StoredEmbeddings } from '../storage/types.ts';
import { measureOf, type MeasureId } from '../measures/vectors.ts';
import { encoderId, type SystemSpec } from '../systems/registry.ts';
import { pairTokenCounts } from '../systems/tokenCounts.ts';
import type { Dtype } from '../systems/transformer.ts';
import type { TaskSentences } from '../systems/types.ts';
import type { OpenBenchmark, Tools } from './comparison.svelte.ts';
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

/** Embeddings that are kept of a task by a spec's encoder, whole or in part; the ones on the wanted backend first. */
export async function keptEmbeddings(
  store: PlaygroundStore,
  taskKey: string,
  spec: SystemSpec,
  preference: BackendPreference,
): Promise<StoredEmbeddings | undefined> {
  const encoder = encoderId(spec);
  const kept = (await store.listEmbeddings()).filter(
    (set) =>
      set.taskKey === taskKey &&
      set.provenance.encoder === encoder &&
      set.provenance.encoderVersion === __ENCODER_VERSION__ &&
      set.rowsStored > 0,
  );
  const best = (sets: readonly StoredEmbeddings[]): StoredEmbeddings | undefined =>
    sets.find(isWhole) ?? sets[0];
  if (preference === 'auto') return best(kept);
  return best(kept.filter(({ provenance }) => provenance.backend === preference));
}

export function isWhole({ order, rowsStored }: StoredEmbeddings): boolean {
  return rowsStored === order.length;
}

/**
 * Runs a transformer and stores the run. Embeddings that are kept whole cost no encoding and need no model, so another
 * measure is a matter of milliseconds; kept in part, they are taken up where they stop.
 */
export async function runTransformer(
  tools: Tools,
  inFlight: EncodingsInFlight,
  benchmark: OpenBenchmark,
  spec: SystemSpec,
  on: OnRun,
): Promise<void> {
  const encoder = encoderId(spec);
  const name = `${encoder}|${benchmark.task.key}`;
  const started = performance.now();
  const encoded =
    (await readWhole(tools, benchmark.task.key, spec)) ??
    (await shared(inFlight, name, () =>
      lockedRun(name, () =>
        tools.activities.show(`Running ${spec.kind}:${String(spec.parameters.model)}`, (going) => {
          on.onActivity(going.activity);
          return tools.encoders.encode(wantedOf(benchmark, spec, tools.preference()), going);
        }),
      ),
    ));
  const provenance = provenanceOfEncoded(benchmark, spec, encoded.head);
  const key = await runKey(provenance);
  const stored = await tools.store.getRun(key);
  if (stored) return on.onRun(stored, true);
  const run = await runOf(tools, benchmark.task, spec, encoded, provenance);
  run.seconds = (performance.now() - started) / 1000;
  on.onRun({ ...run, key }, encoded.computed === 0);
  await tools.store.putRun({ ...run, key });
}

/** Encodings that this page is making: who asks for the same one waits for it. */
export type EncodingsInFlight = Map<string, Promise<Encoded>>;

async function shared(
  inFlight: EncodingsInFlight,
  name: string,
  make: () => Promise<Encoded>,
): Promise<Encoded> {
  for (let here = inFlight.get(name); here; here = inFlight.get(name)) {
    try {
      return await here;
    } catch (error) {
      // Another system's run was cancelled, not this one's: it goes on with what there is.
      if (!(error instanceof Cancelled)) throw error;
    }
  }
  const making = make();
  inFlight.set(name, making);
  try {
    return await making;
  } finally {
    inFlight.delete(name);
  }
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

async function readWhole(tools: Tools, taskKey: string, spec: SystemSpec): Promise<Encoded | null> {
  const kept = await keptEmbeddings(tools.store, taskKey, spec, tools.preference());
  if (!kept || !isWhole(kept)) return null;
  const stored = await tools.store.getEmbeddings(kept.key);
  if (!stored || stored.batches.some((batch) => batch === null)) return null;
  const { head, batches } = stored;
  const rows = new Float32Array(head.order.length * head.dimension);
  batches.forEach((batch, b) => rows.set(batch!, head.offsets[b]! * head.dimension));
  return { head, rows, computed: 0, notes: head.notes };
}

/** Scores of a spec's measure from embeddings. */
export async function scoresOf(
  tools: Pick<Tools, 'desk'>,
  task: TaskSentences,
  spec: SystemSpec,
  { head, rows }: Encoded,
): Promise<Similarities> {
  const rowOf = new Int32Array(task.sentences.length).fill(-1);
  head.order.forEach((sentence, row) => (rowOf[sentence] = row));
  return tools.desk.call((desk) =>
    desk.similarities({
      rows,
      dimension: head.dimension,
      rowOf,
      first: task.first,
      second: task.second,
      blank: Uint8Array.from(task.sentences, (sentence) => (sentence.trim() === '' ? 1 : 0)),
      measure: spec.parameters.measure as MeasureId,
      missing: spec.parameters.missing as 'skip' | 'zero',
    }),
  );
}

async function runOf(
  tools: Tools,
  task: TaskSentences,
  spec: SystemSpec,
  encoded: Encoded,
  provenance: Provenance,
): Promise<Run> {
  const { tokens, unknown, provenance: encoder } = encoded.head;
  const { scores, notes } = await scoresOf(tools, task, spec, encoded);
  const tokenCounts = pairTokenCounts(task.first, task.second, tokens, unknown, encoder.maxTokens);
  return {
    key: '',
    provenance,
    scores,
    notes: [...encoded.notes, ...notes],
    tokens: sum(tokens),
    unknownTokens: sum(unknown),
    tokenCounts,
    createdAt: new Date().toISOString(),
    seconds: 0,
  };
}

function provenanceOfEncoded(
  benchmark: OpenBenchmark,
  spec: SystemSpec,
  { provenance: encoder, backendReason, threads }: EmbeddingsHead,
): Provenance {
  return {
    ...whatIsScored(benchmark, spec),
    model: encoder.model,
    frequencies: null,
    tokeniser: encoder.tokeniser,
    lowerCase: false,
    fittedOn: null,
    measure: measureOf(String(spec.parameters.measure)).title,
    backend: encoder.backend,
    backendReason: `${backendReason}; ${threads === 1 ? '1 thread' : `${threads} threads`}`,
    dtype: encoder.dtype,
    pooling: encoder.pooling,
    maxTokens: encoder.maxTokens,
    encoder,
    libraries: encoder.libraries,
  };
}

function sum(values: Int32Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** A shelf that keeps nothing: for samples that nobody asks for twice. */
export const passingShelf: EmbeddingsShelf = {
  open: async (head) => ({
    head: { ...head, key: '' },
    batches: Array.from({ length: head.offsets.length - 1 }, () => null),
  }),
  put: async () => {},
};
