/** Sentences of our own for files that tests import. */

/** Rows of gold and two sentences, tab-separated. */
export const tsv = (rows: readonly (readonly [string | number, string, string])[]): string =>
  rows.map((row) => `${row.join('\t')}\n`).join('');

export const FIVE_PAIRS = [
  [4.5, 'A cat sleeps on the warm roof.', 'A cat is sleeping on the roof.'],
  [3, 'Two boys carry a ladder.', 'Some children carry something.'],
  [1, 'The train was late again.', 'The station sells coffee.'],
  [0, 'She paints her door green.', 'Bread rises in an hour.'],
  [2.5, 'An old man feeds the ducks.', 'A man watches the ducks.'],
] as const;

/** Rows enough for a component: `count` pairs of invented words that GloVe knows. */
export function manyPairs(count: number): [number, string, string][] {
  const things = ['apple', 'boat', 'candle', 'drum', 'engine', 'flower', 'garden', 'hammer'];
  const deeds = ['moves', 'breaks', 'shines', 'waits', 'turns', 'falls', 'grows'];
  return Array.from({ length: count }, (_, i) => [
    Math.round(((i * 7) % 50) + 1) / 10,
    `The ${things[i % 8]} ${deeds[i % 7]} near the house.`,
    `A ${things[(i * 3 + 1) % 8]} ${deeds[(i * 5) % 7]} by the ${things[(i + 4) % 8]}.`,
  ]);
}
