import {
  FACTOR_WORDS,
  MULTIPLIERS,
  NUMBER_WORDS,
  ORDINAL_WORDS,
  TIMES_WORDS,
  UNITS,
  VAGUE_QUANTITIES,
} from './closedClasses.ts';
import type { Word } from './words.ts';

/** A count, order, date or time that a sentence names. */
export interface Quantity {
  words: readonly Word[];
  kind: 'count' | 'ordinal' | 'times' | 'factor' | 'month' | 'weekday';
  /** NaN where it is vague: "several". */
  value: number;
  /** What is counted: the base form of the noun after it, or a currency sign's word; null where there is none. */
  unit: Word | null;
  /** "a", "an", "several": counts only where the other sentence has a number in its place. */
  article: boolean;
}

/** The quantities of a sentence, in order; "twenty-five thousand" is one. */
export function quantitiesOf(words: readonly Word[]): Quantity[] {
  const found: Quantity[] = [];
  for (let i = 0; i < words.length;) {
    const read = quantityAt(words, i);
    if (read === null) {
      i++;
      continue;
    }
    found.push(read.quantity);
    i = read.next;
  }
  return found;
}

function quantityAt(words: readonly Word[], at: number): { quantity: Quantity; next: number } | null {
  const word = words[at]!;
  const one = (kind: Quantity['kind'], value: number, article = false) => ({
    quantity: { words: [word], kind, value, unit: unitAfter(words, at + 1), article },
    next: at + 1,
  });
  if (word.date) return one(word.date.kind, word.date.value);
  const times = TIMES_WORDS.get(word.form);
  if (times !== undefined) return word.form === 'once' && word.pos === 'SCONJ' ? null : one('times', times);
  const factor = FACTOR_WORDS.get(word.lemma);
  if (factor !== undefined) return one('factor', factor);
  if (word.form === 'a' || word.form === 'an') {
    const next = words[at + 1];
    if (next && (MULTIPLIERS.has(next.form) || next.form === 'half' || next.form === 'quarter')) {
      const inner = quantityAt(words, at + 1);
      if (inner) return inner;
    }
    return one('count', 1, true);
  }
  if (VAGUE_QUANTITIES.has(word.form)) return one('count', NaN, true);
  const ordinal = ORDINAL_WORDS.get(word.form);
  if (ordinal !== undefined) {
    if (word.form === 'second' && words[at - 1]?.pos === 'NUM') return null;
    return one('ordinal', ordinal);
  }
  if (/^\d+(st|nd|rd|th)$/.test(word.form)) return one('ordinal', word.value!);
  return word.value === null ? null : numeralAt(words, at);
}

function numeralAt(words: readonly Word[], at: number): { quantity: Quantity; next: number } {
  const parts: Word[] = [words[at]!];
  let total = 0;
  let current = words[at]!.value!;
  // "dozens of", "hundreds of": of no certain number, but a number all the same.
  let next = at + 1;
  for (; next < words.length; next++) {
    const word = words[next]!;
    if (word.markBefore) break;
    const multiplier = MULTIPLIERS.get(word.form);
    const value = word.value;
    if (multiplier !== undefined) current *= multiplier;
    else if (word.form === 'and' && current >= 100 && next + 1 < words.length && isSmall(words[next + 1]!)) {
      parts.push(word);
      continue;
    } else if (value !== null && isSmall(word) && current >= 20 && value < leastStep(current)) {
      if (ORDINAL_WORDS.has(word.form)) break;
      current += value;
    } else break;
    parts.push(word);
  }
  total += current;
  return {
    quantity: { words: parts, kind: 'count', value: total, unit: unitAfter(words, next), article: false },
    next,
  };
}

const isSmall = (word: Word): boolean =>
  NUMBER_WORDS.has(word.form) && word.value! >= 1 && word.value! < 100 && Number.isInteger(word.value!);
/** "twenty" takes units, "hundred" takes what is below it. */
const leastStep = (value: number): number => (value < 100 ? (value % 10 === 0 ? 10 : 0) : 100);

/** The head noun of the words after a number: "three small wooden boats". */
function unitAfter(words: readonly Word[], from: number): Word | null {
  let head: Word | null = null;
  for (let i = from; i < words.length && i < from + 5; i++) {
    const word = words[i]!;
    if (word.markBefore && i > from) break;
    if (word.form === 'of' && i === from) continue;
    if (word.as === 'noun') head = word;
    else if (head || !(word.as === 'adjective' || word.pos === 'DET' || word.form === 'per')) break;
  }
  return head;
}

/** In base units where the unit is one that people convert: "a week" is "seven days". */
export function inBaseUnits(quantity: Quantity): string | null {
  if (quantity.kind !== 'count' || !quantity.unit || Number.isNaN(quantity.value)) return null;
  const unit = UNITS.get(quantity.unit.lemma);
  return unit ? `${quantity.value * unit[1]} ${unit[0]}` : null;
}

/** Whether two quantities say the same. */
export function sameQuantity(a: Quantity, b: Quantity): boolean {
  const converted = [inBaseUnits(a), inBaseUnits(b)];
  if (converted[0] !== null && converted[1] !== null) return converted[0] === converted[1];
  return a.value === b.value && (a.kind === b.kind || !(isDate(a) || isDate(b)));
}

export const isDate = (quantity: Quantity): boolean =>
  quantity.kind === 'month' || quantity.kind === 'weekday';
