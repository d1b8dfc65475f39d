import { partName } from '../benchmarks/catalogue.ts';
import type { PlaygroundStore, Provenance, Run } from '../storage/types.ts';
import { importScores, type ImportedColumn, type ScoreChoice } from '../systems/importedScores.ts';
import { defaultSpec, type SystemSpec } from '../systems/registry.ts';
import type { ScoreFile } from '../systems/scoreFile.ts';
import type { Comparison, OpenBenchmark } from './comparison.svelte.ts';
import { untokenisedRun, whatIsScored } from './runs.ts';

/** The system that a column of a file is. */
export function scoresSpec(file: ScoreFile, column: number, choice: ScoreChoice): SystemSpec {
  const { kind, parameters } = defaultSpec('scores');
  const numbers = [choice.percent && 'percent', choice.comma && 'comma'].filter(Boolean).join('-');
  return {
    kind,
    parameters: {
      ...parameters,
      file: `${file.name}#${file.sha256.slice(0, 8)}`,
      column: file.columns.length > 1 ? file.columns[column]!.name : '',
      ids: choice.ids === null ? '' : file.columns[choice.ids]!.name,
      numbers: numbers || 'plain',
      absent: choice.absent,
    },
  };
}

/** How the benchmark is called in what is said of its pairs. */
export function titleOf({ info, parts }: OpenBenchmark): string {
  return `${info.title}, ${parts.map(partName).join(', ')}`;
}

/** What an import of this choice gives, with nothing stored. @throws ScoresRefused */
export function readScores(file: ScoreFile, choice: ScoreChoice, benchmark: OpenBenchmark): ImportedColumn[] {
  return importScores(file, choice, {
    title: titleOf(benchmark),
    ids: benchmark.pairs.map(({ id }) => id),
    gold: benchmark.gold,
  });
}

/**
 * Makes a run of each chosen column, stores all of them and shows them. Nothing is stored where any of it is refused.
 * @throws ScoresRefused as `importScores` does
 */
export async function takeScores(
  { store, comparison }: { store: Pick<PlaygroundStore, 'putRun'>; comparison: Comparison },
  benchmark: OpenBenchmark,
  file: ScoreFile,
  choice: ScoreChoice,
): Promise<void> {
  const started = performance.now();
  const columns = readScores(file, choice, benchmark);
  const made: { spec: SystemSpec; run: Run }[] = [];
  for (const { column, scores, notes } of columns) {
    const spec = scoresSpec(file, column, choice);
    const provenance = provenanceOf(benchmark, spec, file, column, choice);
    made.push({ spec, run: await untokenisedRun(provenance, { scores, notes }, started) });
  }
  for (const { run } of made) await store.putRun(run);
  // Another benchmark may be open by now: there the systems wait for theirs.
  for (const { spec, run } of made) await comparison.showSystem(spec, run, benchmark);
}

function provenanceOf(
  benchmark: OpenBenchmark,
  spec: SystemSpec,
  { name, sha256, columns }: ScoreFile,
  column: number,
  { ids }: ScoreChoice,
): Provenance {
  const elsewhere = 'not known: computed elsewhere';
  return {
    ...whatIsScored(benchmark, spec),
    model: null,
    frequencies: null,
    tokeniser: elsewhere,
    lowerCase: null,
    fittedOn: elsewhere,
    measure: elsewhere,
    backend: 'none',
    backendReason: 'scores from a file',
    dtype: elsewhere,
    pooling: elsewhere,
    maxTokens: null,
    scoreFile: {
      name,
      sha256,
      column: columns.length > 1 ? columns[column]!.name : null,
      joinedBy: ids === null ? 'order' : `ids in the column “${columns[ids]!.name}”`,
    },
    libraries: {},
  };
}
