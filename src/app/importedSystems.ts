import type { PlaygroundStore } from '../storage/types.ts';
import type { OpenBenchmark } from './comparison.svelte.ts';

/** Systems whose scores were imported for exactly the parts that are open, the newest last. */
export async function importedSystems(
  store: Pick<PlaygroundStore, 'listRuns'>,
  benchmark: OpenBenchmark,
): Promise<string[]> {
  const parts = JSON.stringify(benchmark.parts.map(({ key, contentHash }) => [key, contentHash]));
  const ids = (await store.listRuns({ benchmark: benchmark.info.id }))
    .filter(({ provenance }) => {
      const own = JSON.stringify(provenance.parts.map(({ key, contentHash }) => [key, contentHash]));
      return provenance.scoreFile !== undefined && own === parts;
    })
    .map(({ provenance }) => provenance.system);
  return [...new Set(ids)];
}
