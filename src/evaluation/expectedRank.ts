import { below, seeded } from './random.ts';
import { averageRanks } from './ranks.ts';
import { inSlices } from './slices.ts';
import type { SliceOptions } from './slices.ts';

export const LATEST_SUBMISSIONS = 50;
export const SUBMISSIONS_DRAWN = 5;
export const RANK_SAMPLES = 10_000;
/** Coverage of `low` to `high`. */
export const RANK_LEVEL = 0.95;

export interface Submissions {
  /** Unique among the systems; with the seed it fixes the system's draws. */
  id: string;
  /** Higher is better; oldest first. NaN for one that has no score. */
  scores: readonly number[];
}

export interface ExpectedRank {
  /** Mean over the samples of the rank, 1 the best; ties share the mean of their ranks. */
  mean: number;
  /** Standard deviation of the rank over the samples: how much the draw matters, not the error of `mean`. */
  deviation: number;
  /** The rank below or at which 2.5 % (97.5 %) of the samples lie. */
  low: number;
  high: number;
}

export interface RankedSystem {
  id: string;
  /** Submissions with a score. */
  scored: number;
  /** Submissions without one. They count in nothing. */
  missing: number;
  /** Scored submissions too old to be drawn. */
  older: number;
  /** Submissions drawn in each sample: five, or all where there are fewer. */
  drawn: number;
  /** Best score of all submissions, the older ones too; null where none has a score. */
  bestScore: number | null;
  /** Rank by `bestScore`, ties averaged; null where there is none. */
  plainRank: number | null;
  /** Null where no submission has a score. */
  expected: ExpectedRank | null;
}

export interface ExpectedRanks {
  /** In the order given. */
  systems: RankedSystem[];
  samples: number;
  seed: number;
}

export interface ExpectedRankOptions extends SliceOptions {
  /** An integer in [0, 2^32). */
  seed: number;
  /** 10,000 where absent. */
  samples?: number;
}

/** FNV-1a over the characters of the seed and the id: the seed of the system's own stream. */
function streamSeed(seed: number, id: string): number {
  let hash = 0x811c9dc5;
  for (const character of `${seed}:${id}`) {
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  }
  return hash >>> 0;
}

function highestOf(scores: readonly number[]): number {
  let highest = -Infinity;
  for (const score of scores) if (score > highest) highest = score;
  return highest;
}

/** Draws without replacement and returns the best. `pool` is permuted, which no later draw minds. */
function bestDrawn(pool: Float64Array, drawn: number, random: () => number): number {
  let highest = -Infinity;
  for (let draw = 0; draw < drawn; draw++) {
    const at = draw + below(random, pool.length - draw);
    const score = pool[at]!;
    pool[at] = pool[draw]!;
    pool[draw] = score;
    if (score > highest) highest = score;
  }
  return highest;
}

/** Ranks with 1 for the highest score. */
function descendingRanks(scores: Float64Array): Float64Array {
  return averageRanks(scores.map((score) => -score));
}

/** `counts[i]` samples had the rank 1 + i / 2. */
function summary(counts: Uint32Array, samples: number): ExpectedRank {
  const rankAt = (bin: number): number => 1 + bin / 2;
  let mean = 0;
  for (let bin = 0; bin < counts.length; bin++) mean += (counts[bin]! * rankAt(bin)) / samples;
  let squares = 0;
  for (let bin = 0; bin < counts.length; bin++) squares += counts[bin]! * (rankAt(bin) - mean) ** 2;
  const quantile = (probability: number): number => {
    let below = counts[0]!;
    let bin = 0;
    while (below < probability * samples) below += counts[++bin]!;
    return rankAt(bin);
  };
  return {
    mean,
    deviation: Math.sqrt(squares / samples),
    low: quantile((1 - RANK_LEVEL) / 2),
    high: quantile((1 + RANK_LEVEL) / 2),
  };
}

/**
 * Expected rank, as SemEval-2020 task 8 ranked teams that may submit often: of each system's latest fifty scored
 * submissions draw five without replacement (all of them where it has five or fewer), keep the best, rank the systems,
 * repeat, and average the ranks. Submitting often then brings nothing.
 * A system's draws come from a stream of its own, fixed by the seed and its id: they stay the same when other systems are
 * added, removed or reordered.
 * @throws RangeError for a seed or a number of samples out of range, an id that is there twice, or a score that is
 * infinite; Cancelled when the signal aborts.
 */
export async function expectedRanks(
  systems: readonly Submissions[],
  options: ExpectedRankOptions,
): Promise<ExpectedRanks> {
  const { seed, samples = RANK_SAMPLES } = options;
  if (!Number.isInteger(samples) || samples < 1) throw new RangeError(`cannot draw ${samples} samples`);
  // Refuses a seed out of range even where nothing is drawn.
  seeded(seed);
  const ids = new Set<string>();
  for (const { id, scores } of systems) {
    if (ids.has(id)) throw new RangeError(`two systems have the id ${id}`);
    ids.add(id);
    if (scores.some((score) => Math.abs(score) === Infinity)) {
      throw new RangeError(`a score of ${id} is infinite`);
    }
  }
  const scored = systems.map(({ scores }) => scores.filter((score) => !Number.isNaN(score)));
  const ranked = systems.flatMap((_, index) => (scored[index]!.length > 0 ? [index] : []));
  const pools = ranked.map((index) => Float64Array.from(scored[index]!.slice(-LATEST_SUBMISSIONS)));
  const streams = ranked.map((index) => seeded(streamSeed(seed, systems[index]!.id)));
  const counts = ranked.map(() => new Uint32Array(2 * ranked.length - 1));
  const best = new Float64Array(ranked.length);
  await inSlices('The expected rank', samples, options, () => {
    pools.forEach((pool, place) => {
      best[place] = bestDrawn(pool, Math.min(SUBMISSIONS_DRAWN, pool.length), streams[place]!);
    });
    descendingRanks(best).forEach((rank, place) => counts[place]![2 * (rank - 1)]!++);
  });
  const plain = descendingRanks(Float64Array.from(ranked, (index) => highestOf(scored[index]!)));
  return {
    systems: systems.map(({ id, scores }, index) => {
      const own = scored[index]!;
      const place = ranked.indexOf(index);
      const available = Math.min(own.length, LATEST_SUBMISSIONS);
      return {
        id,
        scored: own.length,
        missing: scores.length - own.length,
        older: own.length - available,
        drawn: Math.min(SUBMISSIONS_DRAWN, available),
        bestScore: place < 0 ? null : highestOf(own),
        plainRank: place < 0 ? null : plain[place]!,
        expected: place < 0 ? null : summary(counts[place]!, samples),
      };
    }),
    samples,
    seed,
  };
}
