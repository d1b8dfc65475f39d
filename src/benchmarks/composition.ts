import type { SentencePair } from './types.ts';

/** Pairs by name (genre or source) and by split. */
export type Counts = Record<string, Record<string, number>>;

export interface Breakdown {
  genres: Counts;
  sources: Counts;
}

/**
 * The composition of STS-B as its makers printed it: readme.txt of the release, "breakdown according to
 * genres and train-dev-test splits" and "according to the original names and task years". Verbatim, with its
 * one misprint.
 */
export const publishedBreakdown: Breakdown = {
  genres: {
    news: { train: 3299, dev: 500, test: 500 },
    captions: { train: 2000, dev: 625, test: 525 },
    forums: { train: 450, dev: 375, test: 254 },
  },
  sources: {
    MSRpar: { train: 1000, dev: 250, test: 250 },
    headlines: { train: 1999, dev: 250, test: 250 },
    'deft-news': { train: 300, dev: 0, test: 0 },
    MSRvid: { train: 1000, dev: 250, test: 250 },
    images: { train: 1000, dev: 250, test: 250 },
    'track5.en-en': { train: 0, dev: 125, test: 125 },
    'deft-forum': { train: 450, dev: 0, test: 0 },
    'answers-forums': { train: 0, dev: 375, test: 0 },
    'answer-answer': { train: 0, dev: 0, test: 254 },
  },
};

/** Counts pairs by genre and by source in each split; 0 where a split has none, "(none)" where a pair names none. */
export function breakdown(parts: readonly { split: string; pairs: readonly SentencePair[] }[]): Breakdown {
  const splits = [...new Set(parts.map((part) => part.split))];
  const found: Breakdown = { genres: {}, sources: {} };
  const add = (counts: Counts, name: string, split: string) => {
    counts[name] ??= Object.fromEntries(splits.map((key) => [key, 0]));
    counts[name][split]!++;
  };
  for (const { split, pairs } of parts) {
    for (const { genre, source } of pairs) {
      add(found.genres, genre ?? '(none)', split);
      add(found.sources, source ?? '(none)', split);
    }
  }
  return found;
}

/**
 * The printed table contradicts itself: with 525 its row would not add up to its total of 3250, its column not
 * to 1379, nor MSRvid, images and track5 to the genre.
 */
const MISPRINT = {
  genre: 'captions',
  split: 'test',
  right: 625,
  why: 'The readme prints 525, but its own totals (3250 captions, 1379 test pairs) and sources need 625.',
};

export interface Difference {
  table: keyof Breakdown;
  name: string;
  split: string;
  published: number;
  found: number;
  /** Why the published figure is the wrong one; null where it is not known to be. */
  misprint: string | null;
}

/** Where the splits that were counted differ from the published table. */
export function differencesFromPublished(found: Breakdown, splits: readonly string[]): Difference[] {
  const differences: Difference[] = [];
  for (const table of ['genres', 'sources'] as const) {
    const names = new Set([...Object.keys(publishedBreakdown[table]), ...Object.keys(found[table])]);
    for (const name of names) {
      for (const split of splits) {
        const published = publishedBreakdown[table][name]?.[split] ?? 0;
        const count = found[table][name]?.[split] ?? 0;
        if (count === published) continue;
        const known =
          table === 'genres' &&
          name === MISPRINT.genre &&
          split === MISPRINT.split &&
          count === MISPRINT.right;
        const misprint = known ? MISPRINT.why : null;
        differences.push({ table, name, split, published, found: count, misprint });
      }
    }
  }
  return differences;
}
