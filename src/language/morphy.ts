import type { WordClass } from './types.ts';

/** Endings of inflected forms and what stands in their place in the base form: morphy(7WN) of WordNet. */
const ENDINGS: Record<WordClass, readonly (readonly [string, string])[]> = {
  noun: [
    ['s', ''],
    ['ses', 's'],
    ['ves', 'f'],
    ['xes', 'x'],
    ['zes', 'z'],
    ['ches', 'ch'],
    ['shes', 'sh'],
    ['men', 'man'],
    ['ies', 'y'],
  ],
  verb: [
    ['s', ''],
    ['ies', 'y'],
    ['es', 'e'],
    ['es', ''],
    ['ed', 'e'],
    ['ed', ''],
    ['ing', 'e'],
    ['ing', ''],
  ],
  adjective: [
    ['er', ''],
    ['est', ''],
    ['er', 'e'],
    ['est', 'e'],
  ],
  adverb: [],
};

/**
 * What the rules of WordNet's morphy make of a form, unchecked and in the order of the rules: itself, its irregular
 * base forms, and the form with its ending replaced. Unlike morphy it goes on after an irregular one: "leaves" is a
 * form of "leaf" and of "leave". Nouns in -ss and of two letters have no ending: "boss", "as".
 */
export function candidateBaseForms(form: string, as: WordClass, irregular: readonly string[]): string[] {
  const found = new Set([form, ...irregular]);
  if (as === 'noun' && (form.length <= 2 || form.endsWith('ss'))) return [...found];
  for (const [ending, base] of ENDINGS[as]) {
    if (form.length > ending.length && form.endsWith(ending)) found.add(form.slice(0, -ending.length) + base);
  }
  return [...found];
}

/** The candidates that are words, most frequent first; where that says nothing, in the order of the rules. */
export function baseFormsOf(
  form: string,
  as: WordClass,
  irregular: readonly string[],
  has: (word: string) => boolean,
  frequency: (word: string) => number,
): string[] {
  const words = candidateBaseForms(form, as, irregular).filter(has);
  return words.length < 2 ? words : words.sort((a, b) => frequency(b) - frequency(a));
}
