import { wilson } from './proportions.ts';
import { undefinedEstimate } from './types.ts';
import type { ConfidenceInterval, Estimate, SkippedPairs } from './types.ts';
import { countSkipped, skippedList, whyNoScore } from './usable.ts';
import type { ScoreColumn, SkippedCounts } from './usable.ts';

/** Two pairs of the contrast set that share their first sentence, the anchor. */
export interface Triple {
  triple: string;
  /** The one phenomenon in which the contrast differs from the anchor. */
  category: string;
  /** Row of (anchor, paraphrase). */
  paraphrase: number;
  /** Row of (anchor, contrast). */
  contrast: number;
}

/** What `findTriples` needs of a SentencePair. */
export interface TriplePair {
  /** Ends in the pair's role: ".../paraphrase" or ".../contrast". */
  id: string;
  category?: string;
  triple?: string;
}

export interface FoundTriples {
  /** In the order of their first pairs. */
  triples: Triple[];
  /** Triples that cannot be scored, by name. */
  incomplete: { triple: string; reason: string }[];
  /** Pairs that belong to no triple. */
  pairsOutside: number;
}

const ROLES = ['paraphrase', 'contrast'] as const;

interface Members {
  rows: Record<(typeof ROLES)[number], number[]>;
  categories: Set<string>;
  strangers: string[];
}

function whyIncomplete({ rows, categories, strangers }: Members): string | null {
  for (const role of ROLES) {
    if (rows[role].length === 0) return `no ${role}`;
    if (rows[role].length > 1) return `${rows[role].length} pairs with the role ${role}`;
  }
  if (strangers.length > 0) return `an unknown role in ${strangers[0]}`;
  if (categories.size === 0) return 'no category';
  return categories.size === 1 ? null : `several categories: ${[...categories].join(', ')}`;
}

/** The triples of a contrast set. Every triple that is not whole is named, and every pair outside is counted. */
export function findTriples(pairs: readonly TriplePair[]): FoundTriples {
  const members = new Map<string, Members>();
  let pairsOutside = 0;
  pairs.forEach(({ id, triple, category }, row) => {
    if (!triple) {
      pairsOutside++;
      return;
    }
    let found = members.get(triple);
    if (found === undefined) {
      found = { rows: { paraphrase: [], contrast: [] }, categories: new Set(), strangers: [] };
      members.set(triple, found);
    }
    const role = ROLES.find((name) => id.endsWith(`/${name}`));
    if (role === undefined) found.strangers.push(id);
    else found.rows[role].push(row);
    if (category) found.categories.add(category);
  });
  const triples: Triple[] = [];
  const incomplete: FoundTriples['incomplete'] = [];
  for (const [triple, found] of members) {
    const reason = whyIncomplete(found);
    if (reason !== null) incomplete.push({ triple, reason });
    else {
      const [category] = found.categories;
      const { paraphrase, contrast } = found.rows;
      triples.push({ triple, category: category!, paraphrase: paraphrase[0]!, contrast: contrast[0]! });
    }
  }
  return { triples, incomplete, pairsOutside };
}

/**
 * Scores that differ by no more than this are tied: single-precision sums of the same words in another order differ in
 * their last bits, and a bag of words must not win, or lose, by them.
 */
export const TIE = 1e-6;

/** Paraphrase above the contrast by more than `TIE`, below it by more, or neither; or why there is none. */
export type TripleOutcome = { outcome: 'right' | 'wrong' | 'tied' } | { outcome: null; reason: string };

/** @throws RangeError where the triple names a row that is not there. */
export function tripleOutcome({ paraphrase, contrast }: Triple, run: ScoreColumn): TripleOutcome {
  const reasons = new Set<string>();
  for (const row of [paraphrase, contrast]) {
    if (!(row >= 0 && row < run.scores.length)) {
      throw new RangeError(`no row ${row} among ${run.scores.length} scores`);
    }
    const reason = whyNoScore(row, run);
    if (reason !== null) reasons.add(reason);
  }
  if (reasons.size > 0) return { outcome: null, reason: [...reasons].sort().join(' and ') };
  const difference = run.scores[paraphrase]! - run.scores[contrast]!;
  if (Math.abs(difference) <= TIE) return { outcome: 'tied' };
  return { outcome: difference > 0 ? 'right' : 'wrong' };
}

export interface TripleShare {
  /** Share of the triples used that are right, a tie counted half: 0.5 is what a coin gets. */
  share: Estimate;
  /** 95 %, Wilson's, with ties as half successes (see `wilson`): rather too wide with many ties. */
  interval: ConfidenceInterval;
  right: number;
  tied: number;
  wrong: number;
  /** right + tied + wrong. */
  n: number;
  /** Triples in which a score is missing, and why; `n` and these add up to the triples asked about. */
  skipped: SkippedPairs[];
}

export interface TripleScore {
  all: TripleShare;
  /** In the order in which the triples first name them. */
  categories: ({ category: string } & TripleShare)[];
}

function shareOf(triples: readonly Triple[], run: ScoreColumn): TripleShare {
  const counts = { right: 0, tied: 0, wrong: 0 };
  const skipped: SkippedCounts = new Map();
  for (const triple of triples) {
    const result = tripleOutcome(triple, run);
    if (result.outcome === null) countSkipped(skipped, result.reason);
    else counts[result.outcome]++;
  }
  const n = counts.right + counts.tied + counts.wrong;
  const successes = counts.right + counts.tied / 2;
  return {
    share: n === 0 ? undefinedEstimate('no triples') : { value: successes / n },
    interval: n === 0 ? { low: null, reason: 'no triples' } : wilson(successes, n),
    ...counts,
    n,
    skipped: skippedList(skipped),
  };
}

/**
 * The score of a run on a contrast set: how often it puts the paraphrase above the contrast, over all triples and by
 * category. Needs no gold scores.
 * @throws RangeError where a triple names a row that is not there.
 */
export function tripleScore(triples: readonly Triple[], run: ScoreColumn): TripleScore {
  const byCategory = new Map<string, Triple[]>();
  for (const triple of triples) {
    const members = byCategory.get(triple.category);
    if (members === undefined) byCategory.set(triple.category, [triple]);
    else members.push(triple);
  }
  return {
    all: shareOf(triples, run),
    categories: [...byCategory].map(([category, members]) => ({ category, ...shareOf(members, run) })),
  };
}
