import { catalogue, partName } from '../benchmarks/catalogue.ts';
import { Failure } from '../failure.ts';
import type { Comparison, OpenBenchmark } from './comparison.svelte.ts';
import type { LabPair } from './labHistory.ts';
import type { Library } from './library.svelte.ts';

/** A pair of a benchmark as the first row of the lab. */
export function labPairOf(benchmark: Pick<OpenBenchmark, 'info' | 'pairs' | 'task'>, row: number): LabPair {
  const { info, pairs, task } = benchmark;
  const { id, gold, languages } = pairs[row]!;
  return {
    benchmark: info.id,
    id,
    part: task.parts[task.part[row]!]!,
    gold,
    scale: info.scale,
    languages,
    isOwnFile: !catalogue.some((entry) => entry.id === info.id),
  };
}

/**
 * A pair by its id, from the open benchmark, or from a part that is stored here or that the site has.
 * @throws Failure `pair-missing`, and those of reading a part
 */
export async function findPair(
  id: string,
  { comparison, library }: { comparison: Comparison; library: Library },
): Promise<{ pair: LabPair; sentences: [string, string] }> {
  const inOpen = comparison.benchmark && locate(comparison.benchmark, id);
  if (inOpen) return inOpen;
  await library.siteListed;
  // Ids begin with the benchmark and its part.
  const places = [
    ...library.stored.map((part) => ({ benchmark: part.benchmark, part: partName(part) })),
    ...catalogue.flatMap((entry) =>
      entry.parts.map((part) => ({ benchmark: entry.id, part: partName(part) })),
    ),
  ];
  const place = places.find(({ benchmark, part }) => id.startsWith(`${benchmark}/${part}/`));
  const found = place && locate(await comparison.read(place.benchmark, [place.part]), id);
  if (found) return found;
  throw new Failure(
    'pair-missing',
    `The pair ${id} of the link is not here.`,
    'Get its benchmark in the Data view, then open the link again.',
  );
}

function locate(
  benchmark: OpenBenchmark,
  id: string,
): { pair: LabPair; sentences: [string, string] } | undefined {
  const row = benchmark.pairs.findIndex((pair) => pair.id === id);
  if (row < 0) return undefined;
  const { sentence1, sentence2 } = benchmark.pairs[row]!;
  return { pair: labPairOf(benchmark, row), sentences: [sentence1, sentence2] };
}
