import { Failure } from '../failure.ts';

/** How often words occur. Words are lower-cased; counts of forms that differ only in case are added up. */
export interface WordFrequencies {
  id: string;
  /** Sum of all counts, the denominator of p(word). 1 where the table holds probabilities. */
  total: number;
  counts: ReadonlyMap<string, number>;
  /** What the reader of the file should know, such as lines that were passed over. */
  notes: string[];
}

/** p(word), or 0 where the table has no count for it. */
export function probability(frequencies: WordFrequencies, word: string): number {
  return (frequencies.counts.get(word.toLowerCase()) ?? 0) / frequencies.total;
}

const MAX_LISTED = 3;

/**
 * Reads a table of one word and one number a line, separated by a tab, blanks, a semicolon or a comma. Whole
 * numbers are counts; numbers that are all below 1 and add up to at most 1 are probabilities.
 * @throws Failure where a number is zero, negative or missing, or a line has several (with the line); where the
 * numbers are ranks.
 */
export function parseFrequencies(id: string, text: string): WordFrequencies {
  const counts = new Map<string, number>();
  const values: number[] = [];
  const bad: string[] = [];
  let total = 0;
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!.trim();
    if (line === '') continue;
    const { word, value } = wordAndNumber(line);
    if (i === 0 && Number.isNaN(value)) continue; // a header
    if (word === '' || !(value > 0) || !Number.isFinite(value)) {
      bad.push(`line ${i + 1}: "${line.slice(0, 40)}"`);
      continue;
    }
    counts.set(word, (counts.get(word) ?? 0) + value);
    values.push(value);
    total += value;
  }
  if (bad.length > 0) {
    const more = bad.length > MAX_LISTED ? ` and ${bad.length - MAX_LISTED} more` : '';
    throw new Failure(
      'bad-frequencies',
      `${id}: ${bad.length} of ${bad.length + values.length} lines are not a word and one positive number (${bad.slice(0, MAX_LISTED).join('; ')}${more}).`,
      'Give one word and its count a line, for example "the 1501908".',
    );
  }
  if (values.length === 0) {
    throw new Failure('bad-frequencies', `${id} holds no word.`, 'Give one word and its count a line.');
  }
  if (looksLikeRanks(values)) {
    throw new Failure(
      'ranks-not-counts',
      `${id}: the numbers are consecutive (${values.slice(0, 3).join(', ')}, ...), so they look like ranks, not counts.`,
      'Give how often each word occurs, not its place in the list.',
    );
  }
  const probabilities = total <= 1 + 1e-6 && values.every((value) => value < 1);
  return { id, total: probabilities ? 1 : total, counts, notes: [] };
}

/**
 * Cuts a line at its last separator. NaN where no number follows, and where there are several: which of them is
 * the count can't be known, and a wrong guess would turn "the 1501908 8388" into an unheard-of word.
 */
function wordAndNumber(line: string): { word: string; value: number } {
  const separator = ['\t', ' ', ';', ','].find((candidate) => line.includes(candidate));
  if (separator === undefined) return { word: '', value: NaN };
  const cut = line.lastIndexOf(separator);
  let word = line.slice(0, cut).trimEnd();
  const field = line.slice(cut + 1).trim();
  // "the, 5" and "the ; 5": the mark belongs to the separator, unless it is the word.
  if (separator === ' ' && word.length > 1) word = word.replace(/[,;]$/, '').trimEnd();
  if (/^".*"$/su.test(word)) word = word.slice(1, -1).replaceAll('""', '"');
  const before = word.slice(word.lastIndexOf(separator) + 1);
  const several = word.includes(separator) && (separator === '\t' || isNumber(before));
  return { word: word.toLowerCase(), value: field === '' || several ? NaN : Number(field) };
}

const isNumber = (field: string): boolean => field.trim() !== '' && !Number.isNaN(Number(field));

/** Three or more whole numbers that go up by one, or down by one, throughout. */
function looksLikeRanks(values: readonly number[]): boolean {
  if (values.length < 3) return false;
  const step = values[1]! - values[0]!;
  if (Math.abs(step) !== 1) return false;
  for (let i = 1; i < values.length; i++) if (values[i]! - values[i - 1]! !== step) return false;
  return values.every(Number.isInteger);
}
