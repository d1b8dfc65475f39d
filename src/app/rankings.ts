import type { Comparison, Tools } from './comparison.svelte.ts';
import { Ranking } from './ranking.svelte.ts';
import { Runner } from './rankingRuns.ts';
import { Significance } from './rankingSignificance.svelte.ts';
import { Suites } from './suites.svelte.ts';
import { Sweep } from './sweep.svelte.ts';

/** What the Ranking view shows, panel by panel. */
export interface Rankings {
  suites: Suites;
  significance: Significance;
  ranking: Ranking;
  sweep: Sweep;
}

/** @param partsOf the parts of a benchmark that can be opened */
export function makeRankings(
  tools: Tools,
  comparison: Comparison,
  partsOf: (benchmark: string) => string[],
): Rankings {
  const shared = { ...tools, comparison, runner: new Runner(tools) };
  const ranking = new Ranking(shared);
  return {
    suites: new Suites({ ...shared, partsOf }),
    significance: new Significance(shared),
    ranking,
    sweep: new Sweep({ ...shared, onStored: () => ranking.noteStored() }),
  };
}
