import { CATEGORIES, type CategoryId, type CategoryLabel } from '../errors/types.ts';

/** A label that the rules gave and a person took away. */
export interface RemovedLabel {
  category: CategoryId;
  rule: string;
}

/** What a person changed in the labels of one pair. Never empty, and no category is both added and removed. */
export interface Correction {
  /** Of the part that the pair belongs to, when it was corrected: the same id may come to name other sentences. */
  contentHash: string;
  added: readonly CategoryId[];
  removed: readonly RemovedLabel[];
}

/** A category of a pair as the page shows it. */
export interface PairLabel {
  category: CategoryId;
  /** The evidence; null where a person added what no rule found. */
  found: CategoryLabel | null;
  /** Who has the last word: the person corrected the label. */
  corrected: boolean;
}

export interface PairLabels {
  /** Whether the rules read the pair: they read English only. */
  read: boolean;
  /** What the pair counts as, in the order of CATEGORIES. */
  labels: readonly PairLabel[];
  /** What the rules found and a person removed. */
  removed: readonly CategoryLabel[];
}

const NOTHING: PairLabels = { read: true, labels: [], removed: [] };
const UNREAD: PairLabels = { read: false, labels: [], removed: [] };

/** What a pair counts as: what the rules found (null where they did not read it), corrected by the person. */
export function labelsOf(
  found: readonly CategoryLabel[] | null,
  correction: Correction | undefined,
): PairLabels {
  if (!correction) {
    if (!found) return UNREAD;
    if (found.length === 0) return NOTHING;
    return { read: true, labels: found.map(asFound), removed: [] };
  }
  const isRemoved = ({ category }: CategoryLabel): boolean =>
    correction.removed.some((removed) => removed.category === category);
  const kept = (found ?? []).filter((label) => !isRemoved(label)).map(asFound);
  const added = correction.added
    .filter((category) => !kept.some((label) => label.category === category))
    .map((category): PairLabel => ({ category, found: null, corrected: true }));
  return {
    read: found !== null,
    labels: [...kept, ...added].sort((a, b) => place(a.category) - place(b.category)),
    removed: (found ?? []).filter(isRemoved),
  };
}

const asFound = (found: CategoryLabel): PairLabel => ({ category: found.category, found, corrected: false });

function place(category: CategoryId): number {
  return CATEGORIES.findIndex(({ id }) => id === category);
}

/** With a category added, or put back where the person had removed it. */
export function withAdded(
  correction: Correction | undefined,
  category: CategoryId,
  contentHash: string,
): Correction | null {
  const { added = [], removed = [] } = correction ?? {};
  if (removed.some((label) => label.category === category)) {
    return orNull({ contentHash, added, removed: removed.filter((label) => label.category !== category) });
  }
  return { contentHash, added: [...added.filter((other) => other !== category), category], removed };
}

/** With a label removed: one of the rules' is remembered with its rule, one of the person's own is forgotten. */
export function withRemoved(
  correction: Correction | undefined,
  { category, found }: PairLabel,
  contentHash: string,
): Correction | null {
  const { added = [], removed = [] } = correction ?? {};
  const others = added.filter((other) => other !== category);
  if (!found) return orNull({ contentHash, added: others, removed });
  return { contentHash, added: others, removed: [...removed, { category, rule: found.rule }] };
}

function orNull(correction: Correction): Correction | null {
  return correction.added.length + correction.removed.length === 0 ? null : correction;
}

/** Settings and files may hold anything. */
export function isCategory(value: unknown): value is CategoryId {
  return CATEGORIES.some(({ id }) => id === value);
}
