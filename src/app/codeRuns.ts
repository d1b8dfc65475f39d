import { transfer } from 'comlink';
import { openSandbox } from '../compute/clients/sandbox.ts';
import { onTask } from '../compute/clients/scoring.ts';
import { callJob } from '../compute/clients/worker.ts';
import { runInSandbox, type CodeVectors } from '../compute/code/run.ts';
import type { Similarities, WordRowsReply } from '../compute/protocol.ts';
import { measureOf, type MeasureId } from '../measures/vectors.ts';
import type { Provenance, Run } from '../storage/types.ts';
import type { SystemSpec } from '../systems/registry.ts';
import type { TaskSentences } from '../systems/types.ts';
import type { Going } from './activities.svelte.ts';
import { codeSentences, comparedScores, type CodeSentences } from './codeSentences.ts';
import type { OpenBenchmark, Tools } from './comparison.svelte.ts';
import { findStoredRun, lockedRun, untokenisedRun, whatIsScored, type OnRun } from './runs.ts';

/**
 * Runs the user's own code on a benchmark and stores the run. Vectors are not kept.
 * @param anew compute even where a run of the same code is stored: code may draw random numbers
 * @throws Failure `code-not-here`; what `runInSandbox` throws
 */
export async function runCode(
  tools: Tools,
  benchmark: OpenBenchmark,
  spec: SystemSpec,
  on: OnRun,
  anew = false,
): Promise<void> {
  const { source, sha256 } = await tools.codes.sourceOf(spec);
  const { store, preference } = tools;
  if (!anew) {
    const stored = await findStoredRun(
      store,
      benchmark,
      whatIsScored(benchmark, spec).system,
      preference(),
      ({ provenance }) => provenance.code?.sha256 === sha256,
    );
    if (stored) return on.onRun(stored, true);
  }
  const name = String(spec.parameters.name);
  const run = await lockedRun(`code ${sha256}|${benchmark.task.key}`, () =>
    tools.activities.show(`Running ${name}`, (going) => {
      on.onActivity(going.activity);
      return compute(tools, benchmark, spec, { name, source, sha256 }, going);
    }),
  );
  on.onRun(run, false);
  await store.putRun(run);
}

async function compute(
  tools: Tools,
  benchmark: OpenBenchmark,
  spec: SystemSpec,
  { name, source, sha256 }: { name: string; source: string; sha256: string },
  going: Going,
): Promise<Run> {
  const started = performance.now();
  const { task } = benchmark;
  // The vectors are large: only code that names them gets them.
  const words = /\bwordVectors\b|\.dimension\b/.test(source) ? await wordRows(tools, task, going) : null;
  const given = codeSentences(task);
  const { sentences, first, second } = given;
  const vectors = await runInSandbox(
    openSandbox,
    { source, sentences, first, second, words, timeoutMs: tools.codes.timeoutSeconds * 1000 },
    going.report,
    going.signal,
  );
  const comparesItself = vectors.compared !== null;
  const { scores, notes } = comparesItself
    ? comparedScores(task, given, vectors, spec)
    : await measuredScores(tools, task, given, vectors, spec);
  const provenance: Provenance = {
    ...whatIsScored(benchmark, spec),
    model: words && { id: words.id, revision: words.revision },
    frequencies: null,
    tokeniser: 'as the code does',
    lowerCase: null,
    fittedOn: `prepare saw the ${sentences.length.toLocaleString('en')} distinct sentences of ${task.parts.join(', ')}`,
    measure: comparesItself
      ? 'similarity of the code'
      : measureOf(String(spec.parameters.measure) as MeasureId).title,
    backend: 'none',
    backendReason: 'your own JavaScript, in a sandbox without network',
    dtype: 'float32',
    pooling: 'as the code does',
    maxTokens: null,
    code: { name, sha256 },
    libraries: {},
  };
  return untokenisedRun(provenance, { scores, notes }, started);
}

async function wordRows(
  { scoring }: Tools,
  task: TaskSentences,
  { onEvent, signal }: Going,
): Promise<WordRowsReply> {
  return callJob(
    'Word vectors',
    scoring,
    (service, job, told) => onTask(service, task, () => service.wordRows(job, task.key, told)),
    onEvent,
    signal,
  );
}

function measuredScores(
  { desk }: Tools,
  task: TaskSentences,
  { rowOf }: CodeSentences,
  { rows, dimension }: CodeVectors,
  { parameters }: SystemSpec,
): Promise<Similarities> {
  const request = {
    rows,
    // Where every sentence is blank no vector has shown how long they are.
    dimension: dimension || 1,
    rowOf,
    first: task.first,
    second: task.second,
    blank: Uint8Array.from(rowOf, (row) => (row === -1 ? 1 : 0)),
    measure: parameters.measure as MeasureId,
    missing: parameters.missing as 'skip' | 'zero',
  };
  return desk.call((service) => service.similarities(transfer(request, [rows.buffer])));
}
