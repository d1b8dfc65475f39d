import type { CategoryId } from './types.ts';

/** The categories that are a matter of language; `length` and `unknown words` are counts, which need no judging. */
export const JUDGED_CATEGORIES = [
  'negation',
  'word order',
  'semantic blending',
  'attribute importance',
  'word sense',
  'antonym',
  'co-hyponym',
  'number',
  'entity',
] as const satisfies readonly CategoryId[];
export type JudgedCategory = (typeof JUDGED_CATEGORIES)[number];

/** What the rules said of a pair, and what is true of it. */
export interface Judged {
  id: string;
  truth: readonly string[];
  found: readonly string[];
}

/** How well one category is found. */
export interface Confusion {
  category: JudgedCategory;
  /** Pairs that have it. */
  n: number;
  truePositives: number;
  falsePositives: number;
  falseNegatives: number;
  /** Share of the pairs so labelled that have the category; null where none is so labelled. */
  precision: number | null;
  /** Share of the pairs that have the category that are so labelled; null where no pair has it. */
  recall: number | null;
}

/** A pair that the rules got wrong. */
export interface Mistake {
  id: string;
  missed: JudgedCategory[];
  falseAlarms: JudgedCategory[];
}

/** Counts, a category at a time, in the order of CATEGORIES; a pair may have several categories, or none. */
export function confusions(pairs: readonly Judged[]): Confusion[] {
  return JUDGED_CATEGORIES.map((category) => {
    let truePositives = 0;
    let falsePositives = 0;
    let falseNegatives = 0;
    for (const { truth, found } of pairs) {
      const isTrue = truth.includes(category);
      const isFound = found.includes(category);
      if (isTrue && isFound) truePositives++;
      else if (isFound) falsePositives++;
      else if (isTrue) falseNegatives++;
    }
    return {
      category,
      n: truePositives + falseNegatives,
      truePositives,
      falsePositives,
      falseNegatives,
      precision: share(truePositives, truePositives + falsePositives),
      recall: share(truePositives, truePositives + falseNegatives),
    };
  });
}

const share = (part: number, all: number): number | null => (all === 0 ? null : part / all);

/** The pairs with a category too many or too few, in order. */
export function mistakes(pairs: readonly Judged[]): Mistake[] {
  return pairs
    .map(({ id, truth, found }) => ({
      id,
      missed: JUDGED_CATEGORIES.filter((category) => truth.includes(category) && !found.includes(category)),
      falseAlarms: JUDGED_CATEGORIES.filter(
        (category) => !truth.includes(category) && found.includes(category),
      ),
    }))
    .filter(({ missed, falseAlarms }) => missed.length + falseAlarms.length > 0);
}

/** What is true of a pair of the contrast set: a contrast has the category that it was written for, a paraphrase none. */
export function truthOfContrastPair(pair: { id: string; category?: string }): readonly string[] {
  return pair.id.endsWith('/contrast') && pair.category !== undefined ? [pair.category] : [];
}
