/**
 * Prefix sums over counts that grow (Fenwick, "A new data structure for cumulative frequency tables",
 * Software: Practice and Experience 24, 1994). `tree` has one element more than there are levels; level 0
 * is at index 1. Clear it with `fill(0)`.
 */
export function addAt(tree: Float64Array, level: number, count: number): void {
  for (let node = level + 1; node < tree.length; node += node & -node) tree[node]! += count;
}

/** Sum of the counts at levels below `level`. */
export function sumBelow(tree: Float64Array, level: number): number {
  let sum = 0;
  for (let node = level; node > 0; node &= node - 1) sum += tree[node]!;
  return sum;
}
