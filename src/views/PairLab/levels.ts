/** What each level of the task's scale says (Cer et al. 2017, table 1), from 0 to 5. */
export const LEVELS = [
  'they are completely dissimilar',
  'they are not equivalent, but are on the same topic',
  'they are not equivalent, but share some details',
  'they are roughly equivalent, but some important information differs or is missing',
  'they are mostly equivalent, but some unimportant details differ',
  'they are completely equivalent: they mean the same thing',
] as const;

/** In words; a half point lies between two levels. */
export function levelWords(value: number): string {
  const below = Math.floor(value);
  const words = LEVELS[below] ?? '';
  return below === value ? words : `between “${words}” and “${LEVELS[below + 1] ?? ''}”`;
}
