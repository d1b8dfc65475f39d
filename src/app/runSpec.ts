import type { Encoded } from '../compute/encoders/run.ts';
import { Failure } from '../failure.ts';
import type { Run } from '../storage/types.ts';
import type { SystemSpec } from '../systems/registry.ts';
import type { OpenBenchmark, Tools } from './comparison.svelte.ts';
import { runTransformer } from './encoderRuns.ts';
import type { WorkInFlight } from './inFlight.ts';
import { runSystem, type OnRun } from './runs.ts';

/** What is going on already, so that it is shared. */
export interface InFlight {
  runs: WorkInFlight<Run>;
  encodings: WorkInFlight<Encoded>;
}

/**
 * Runs a system of any kind on a benchmark and stores the run.
 * @param anew compute a transformer's model state, or code, anew even where a run is stored
 * @throws Failure `scores-not-here` for imported scores, which nothing can compute
 */
export async function runSpec(
  tools: Tools,
  benchmark: OpenBenchmark,
  spec: SystemSpec,
  on: OnRun,
  anew = false,
): Promise<void> {
  const { runs, encodings } = tools.inFlight;
  switch (spec.kind) {
    case 'transformer':
      return runTransformer(tools, encodings, benchmark, spec, on, anew);
    case 'code': {
      // With it comes the sandbox, which few visits need.
      const { runCode } = await import('./codeRuns.ts');
      return runCode(tools, benchmark, spec, on, anew);
    }
    case 'scores':
      throw new Failure(
        'scores-not-here',
        `No scores of ${String(spec.parameters.file).replace(/#.*$/su, '') || 'a file'} were imported for these pairs.`,
        'Import them with “Scores from a file…”, or open the benchmark that they are of.',
      );
    default:
      return runSystem(tools, runs, benchmark, spec, on);
  }
}
