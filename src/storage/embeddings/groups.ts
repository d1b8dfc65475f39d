import type { HeldBatches } from './held.ts';

/** Read in one go: a few milliseconds, so that the page breathes in between. */
const GROUP_BYTES = 1_000_000;

/** Ranges [from, to) of batches, in order, of about `GROUP_BYTES` of rows each and never less than one batch. */
export function batchGroups({
  dimension,
  offsets,
}: Pick<HeldBatches, 'dimension' | 'offsets'>): [number, number][] {
  const groups: [number, number][] = [];
  const rowsPerGroup = GROUP_BYTES / (Float32Array.BYTES_PER_ELEMENT * dimension);
  let from = 0;
  for (let to = 1; to < offsets.length; to++) {
    if (to + 1 < offsets.length && offsets[to + 1]! - offsets[from]! <= rowsPerGroup) continue;
    groups.push([from, to]);
    from = to;
  }
  return groups;
}
