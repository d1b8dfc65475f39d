import { partName } from '../benchmarks/catalogue.ts';
import type { SentencePair } from '../benchmarks/types.ts';
import type { StoredPart } from '../storage/types.ts';
import { makeTask } from '../systems/task.ts';
import type { OpenBenchmark } from './comparison.svelte.ts';

/** What is chosen of a benchmark. */
export interface Chosen {
  selection: Int32Array | null;
  /** Row of the pair in the pair panel. */
  pair: number | null;
}

export const NOTHING_CHOSEN: Chosen = { selection: null, pair: null };

export function equalRows(a: Int32Array | null, b: Int32Array | null): boolean {
  if (a === null || b === null || a === b) return a === b;
  return a.length === b.length && a.every((row, place) => row === b[place]);
}

/** Parts with their contents as the page works with them. */
export function openBenchmark(
  parts: readonly StoredPart[],
  contents: readonly SentencePair[][],
): OpenBenchmark {
  const pairs = contents.flat();
  return {
    info: parts[0]!.info,
    parts,
    pairs,
    gold: Float64Array.from(pairs, (pair) => pair.gold ?? NaN),
    task: makeTask(
      parts.map((part, p) => ({
        name: partName(part),
        contentHash: part.contentHash,
        pairs: contents[p]!,
      })),
    ),
  };
}
