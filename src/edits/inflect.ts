import type { WordClass } from '../language/types.ts';
import { DOUBLING_VERBS, IRREGULAR_DEGREES, IRREGULAR_PLURALS, IRREGULAR_VERBS } from './irregular.ts';

/**
 * English inflection of lower-case base forms (American spelling where there is a choice). The rules are those of any
 * school grammar; what they can't know (stress, foreign plurals) is in the tables of irregular.ts, which hold the
 * common cases only.
 */

const endsInSibilant = (word: string): boolean => /(?:s|x|z|ch|sh)$/.test(word);
const endsInConsonantY = (word: string): boolean => /[^aeiou]y$/.test(word);

/** A part of a compound that carries the inflection: "fire extinguisher", "policeman", "grandchild". */
function compoundPlural(noun: string): string | null {
  const match = /^(.+?)(man|woman|child|foot|tooth|mouse|wife|wolf|fish|shelf|knife)$/.exec(noun);
  if (match === null || /^(hu|ger|ro|norse|talis|sha|otto|dober)$/.test(match[1]!)) return null;
  return match[1]! + IRREGULAR_PLURALS.get(match[2]!)!;
}

export function plural(noun: string): string {
  const irregular = IRREGULAR_PLURALS.get(noun) ?? compoundPlural(noun);
  if (irregular !== null && irregular !== undefined) return irregular;
  if (endsInConsonantY(noun)) return `${noun.slice(0, -1)}ies`;
  return noun + (endsInSibilant(noun) ? 'es' : 's');
}

/** He, she or it ...: "runs", "watches", "has". */
export function thirdPerson(verb: string): string {
  if (verb === 'be') return 'is';
  if (verb === 'have') return 'has';
  if (/[^aeiou]o$/.test(verb)) return `${verb}es`;
  if (endsInConsonantY(verb)) return `${verb.slice(0, -1)}ies`;
  if (/[^z]z$/.test(verb) && verb.length <= 4) return `${verb}zes`;
  return verb + (endsInSibilant(verb) ? 'es' : 's');
}

function doubles(word: string): boolean {
  if (DOUBLING_VERBS.has(word)) return true;
  // One vowel before one final consonant, in a word of one syllable: stop, plan, hot; not "fix", "show", "rain".
  return /^[^aeiou]*(?:[aeiou]|qu[aeiou])[^aeiouwxy]$/.test(word);
}

/** Before -ed, -er and -est: "stopp", "carri", "us". */
function stem(word: string): string {
  if (word.endsWith('e')) return word.slice(0, -1);
  if (endsInConsonantY(word)) return `${word.slice(0, -1)}i`;
  if (/^(?:panic|mimic|picnic|traffic)$/.test(word)) return `${word}k`;
  return doubles(word) ? word + word.at(-1)! : word;
}

/** "ran", "stopped", "was" (of be, whose plural "were" the caller chooses). */
export function past(verb: string): string {
  if (verb === 'be') return 'was';
  return IRREGULAR_VERBS.get(verb)?.past ?? `${stem(verb)}ed`;
}

/** Past participle: "run", "eaten", "stopped". */
export function participle(verb: string): string {
  if (verb === 'be') return 'been';
  return IRREGULAR_VERBS.get(verb)?.participle ?? `${stem(verb)}ed`;
}

/** "running", "lying", "being". */
export function gerund(verb: string): string {
  if (/(?:^be|ee|oe|ye|singe|tinge)$/.test(verb)) return `${verb}ing`;
  if (verb.endsWith('ie')) return `${verb.slice(0, -2)}ying`;
  return `${endsInConsonantY(verb) ? verb : stem(verb)}ing`;
}

/** Whether an adjective or adverb takes -er and -est; longer ones take "more" and "most". */
function takesEndings(word: string): boolean {
  if (word.endsWith('ly')) return /^(?:early|friendly|likely|lively|lonely|lovely|ugly)$/.test(word);
  return /^[^aeiou]*[aeiou]+[^aeiou]*e?$/.test(word) || /(?:[^aeiou]y|[dlr]ow|[^aeiou]le)$/.test(word);
}

/** "hotter", "better", "more careful". */
export function comparative(word: string): string {
  const irregular = IRREGULAR_DEGREES.get(word);
  if (irregular) return irregular[0];
  return takesEndings(word) ? `${stem(word)}er` : `more ${word}`;
}

/** "hottest", "best", "most careful". */
export function superlative(word: string): string {
  const irregular = IRREGULAR_DEGREES.get(word);
  if (irregular) return irregular[1];
  return takesEndings(word) ? `${stem(word)}est` : `most ${word}`;
}

/** A form that a word can be in. Past and participle are told apart by what stands before the verb. */
export type Inflection =
  'base' | 'plural' | 'third person' | 'past' | 'participle' | 'gerund' | 'comparative' | 'superlative';

export function inflect(base: string, inflection: Inflection): string {
  switch (inflection) {
    case 'base':
      return base;
    case 'plural':
      return plural(base);
    case 'third person':
      return thirdPerson(base);
    case 'past':
      return past(base);
    case 'participle':
      return participle(base);
    case 'gerund':
      return gerund(base);
    case 'comparative':
      return comparative(base);
    case 'superlative':
      return superlative(base);
  }
}

const INFLECTIONS: Record<WordClass, readonly Inflection[]> = {
  noun: ['base', 'plural'],
  verb: ['base', 'third person', 'past', 'participle', 'gerund'],
  adjective: ['base', 'comparative', 'superlative'],
  adverb: ['base', 'comparative', 'superlative'],
};

/**
 * All inflections of `base` that look like `form`: "cut" is base, past and participle of cut. Where the rules make
 * another form than the one written ("travelled", "cactuses"), its ending decides. Empty where nothing fits.
 */
export function inflectionsOf(form: string, base: string, as: WordClass): Inflection[] {
  const exact = INFLECTIONS[as].filter((inflection) => inflect(base, inflection) === form);
  if (exact.length > 0 || !/^[a-z]+$/.test(form) || form.slice(0, 2) !== base.slice(0, 2)) return exact;
  if (as === 'noun') return form.endsWith('s') ? ['plural'] : [];
  if (as === 'verb')
    return form === `${base}${base.at(-1)}ed` || form === `${base}t`
      ? ['past', 'participle']
      : form === `${base}${base.at(-1)}ing`
        ? ['gerund']
        : [];
  return form.endsWith('er') ? ['comparative'] : form.endsWith('est') ? ['superlative'] : [];
}
