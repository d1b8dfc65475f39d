import type { EncoderDevice } from '../compute/encoders/types.ts';
import { pearson } from '../evaluation/correlation.ts';
import { below, seeded } from '../evaluation/random.ts';
import type { Estimate } from '../evaluation/types.ts';
import { Failure } from '../failure.ts';
import type { SystemSpec } from '../systems/registry.ts';
import { makeTask } from '../systems/task.ts';
import type { OpenBenchmark, Tools } from './comparison.svelte.ts';
import { scoresOf, wantedOf } from './encoderRuns.ts';
import { passingShelf } from './encoders.svelte.ts';
import type { SystemEntry } from './systemEntry.svelte.ts';

const SAMPLE = 50;

/** How far the scores of a quantised model lie from those of its full precision, on a sample of rated pairs. */
export interface Drift {
  pairs: number;
  seed: number;
  dtype: string;
  /** What both were computed on: only the precision differs. */
  backend: string;
  meanAbsolute: number;
  largest: number;
  /** Of the run's scores, and of those at full precision, with gold, over the sample. */
  pearson: { run: Estimate; full: Estimate };
}

/** Encodes a sample at fp32 and holds the run's scores against it. Nothing of it is kept. */
export async function measureDrift(
  tools: Tools,
  benchmark: OpenBenchmark,
  entry: SystemEntry,
  seed: number,
): Promise<Drift> {
  const { scores, provenance } = entry.run!;
  const { values } = scores;
  const backend = provenance.backend as EncoderDevice;
  const rows = sample(benchmark.gold, values, seed);
  if (rows.length === 0) {
    throw new Failure(
      'no-rated-pairs',
      'No pair here has both a human score and one of this system.',
      'Open a benchmark with gold scores.',
    );
  }
  const task = makeTask([
    {
      name: 'sample',
      contentHash: `${benchmark.task.key}#${seed}`,
      pairs: rows.map((row) => benchmark.pairs[row]!),
    },
  ]);
  const spec: SystemSpec = { ...entry.spec, parameters: { ...entry.spec.parameters, dtype: 'fp32' } };
  const encoded = await tools.activities.show(`${entry.label} at fp32 on ${rows.length} pairs`, (going) =>
    tools.encoders.encode(wantedOf({ ...benchmark, task }, spec, backend), going, passingShelf),
  );
  const { scores: full } = await scoresOf(tools, task, spec, encoded);
  let total = 0;
  let largest = 0;
  rows.forEach((row, at) => {
    const difference = Math.abs(values[row]! - full.values[at]!);
    total += difference;
    if (difference > largest) largest = difference;
  });
  const gold = Float64Array.from(rows, (row) => benchmark.gold[row]!);
  return {
    pairs: rows.length,
    seed,
    dtype: String(entry.spec.parameters.dtype),
    backend: encoded.head.provenance.backend,
    meanAbsolute: total / rows.length,
    largest,
    pearson: {
      run: pearson(
        Float64Array.from(rows, (row) => values[row]!),
        gold,
      ),
      full: pearson(full.values, gold),
    },
  };
}

/** Up to 50 rows that have a gold and a score, in the order of the file. */
function sample(gold: Float64Array, scores: Float64Array, seed: number): number[] {
  const usable: number[] = [];
  gold.forEach((value, row) => {
    if (!Number.isNaN(value) && !Number.isNaN(scores[row]!)) usable.push(row);
  });
  const random = seeded(seed);
  for (let i = 0; i < Math.min(SAMPLE, usable.length); i++) {
    const j = i + below(random, usable.length - i);
    [usable[i], usable[j]] = [usable[j]!, usable[i]!];
  }
  return usable.slice(0, SAMPLE).sort((a, b) => a - b);
}
