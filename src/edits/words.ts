import type {
  Analyse,
  AnalysedSentence,
  Lexicon,
  PartOfSpeech,
  Token,
  WordClass,
} from '../language/types.ts';
import { inflectionsOf, type Inflection } from './inflect.ts';
import { COMMON_NOUNS } from './commonNouns.ts';

/**
 * A token with its part of speech mended: the tagger takes many a verb in the third person for a plural ("a man rides
 * a horse") and sentence-initial words for names ("Open the window").
 */
export interface Word {
  token: Token;
  /** Lower-cased, apostrophes straight. */
  form: string;
  tag: PartOfSpeech;
}

export const BE = /^(?:am|is|are|was|were|be|been|being|'m|'re|'s)$/;
export const HAVE = /^(?:have|has|had|having|'ve)$/;
export const DO = /^(?:do|does|did)$/;
export const MODAL = /^(?:can|could|will|would|shall|should|may|might|must|ca|wo|sha|'ll|'d)$/;
export const NOT = /^(?:not|n't)$/;
/** Determiners and possessives: what a noun phrase begins with. */
export const DETERMINER =
  /^(?:a|an|the|this|that|these|those|my|your|his|her|its|our|their|some|any|no|every|each|both|all|several|many|few|another|either|neither|most|more|enough|which|what|whose)$/;
const PLURAL_DETERMINER = /^(?:these|those|several|many|few|both|all)$/;
const SUBJECT_PRONOUN =
  /^(?:i|you|he|she|it|we|they|who|that|which|this|everyone|everybody|someone|somebody|nobody)$/;
const PLURAL_PRONOUN = /^(?:i|you|we|they|who|that|which)$/;
const CLAUSE_END = /^(?:[.;:!?]|—|–|--)$/;

/** What a form is of a verb: its base, and which inflections it can be. Null where it is of none. */
export interface VerbForm {
  base: string;
  inflections: readonly Inflection[];
}

/** The rules look at the same few words again and again. */
const known = new WeakMap<Lexicon, Map<string, VerbForm | null>>();
const MOST_KNOWN = 10_000;

export function verbForm(form: string, lexicon: Lexicon): VerbForm | null {
  let forms = known.get(lexicon);
  if (!forms || forms.size > MOST_KNOWN) known.set(lexicon, (forms = new Map()));
  let found = forms.get(form);
  if (found === undefined) forms.set(form, (found = readVerbForm(form, lexicon)));
  return found;
}

function readVerbForm(form: string, lexicon: Lexicon): VerbForm | null {
  if (!/^[a-z]{2,}$/.test(form)) return null;
  for (const base of lexicon.baseForms(form, 'verb')) {
    const inflections = inflectionsOf(form, base, 'verb');
    if (inflections.length > 0) return { base, inflections };
  }
  return null;
}

/** The base form of a noun, adjective or adverb, and which inflection of it the form is. Null where it is of none. */
export function baseForm(
  form: string,
  as: WordClass,
  lexicon: Lexicon,
): { base: string; inflection: Inflection } | null {
  for (const base of lexicon.baseForms(form, as)) {
    const [inflection] = inflectionsOf(form, base, as);
    if (inflection) return { base, inflection };
  }
  return null;
}

const FINITE: readonly Inflection[] = ['base', 'third person', 'past'];

/** Whether a verb form can be the finite verb of a clause: not "eaten", not "eating". */
export const canBeFinite = (form: VerbForm): boolean =>
  form.inflections.some((inflection) => FINITE.includes(inflection));

/** Plural by form: "dogs", "children", "people". */
export function isPluralNoun(form: string, lexicon: Lexicon): boolean {
  if (/^(?:people|police|cattle|others|ones)$/.test(form)) return true;
  const known = baseForm(form, 'noun', lexicon);
  return known?.inflection === 'plural' || (known === null && /[^s]s$/.test(form));
}

/** UTF-16 units of a text that are read a second time. */
const LONGEST_READ = 2_000;

/** The tokens with mended tags. */
export function readWords(sentence: AnalysedSentence, analyse: Analyse, lexicon: Lexicon): Word[] {
  const tags = tagsOf(sentence, analyse);
  const words = sentence.tokens.map((token, index) => ({
    token,
    form: token.form.replaceAll('’', "'"),
    tag: tags[index]!,
  }));
  let first = 0;
  for (let index = 0; index <= words.length; index++) {
    if (index < words.length && !CLAUSE_END.test(words[index]!.form)) continue;
    mendClause(words, first, index, lexicon);
    first = index + 1;
  }
  return words;
}

/** The tagger takes a capital at the beginning for that of a name; without it, it looks at the word. */
function tagsOf({ text, tokens }: AnalysedSentence, analyse: Analyse): PartOfSpeech[] {
  const tags = tokens.map((token) => token.pos);
  const first = tokens[0];
  if (first?.pos !== 'PROPN' || tokens[1]?.pos === 'PROPN') return tags;
  const lowered = text.slice(first.start, first.start + LONGEST_READ).replace(first.text, first.form);
  const again = analyse(lowered).tokens;
  return tags.map((tag, index) => (again[index]?.form === tokens[index]!.form ? again[index]!.pos : tag));
}

/** Tags of tokens [first, end), which hold one or more clauses and no mark that ends a sentence. */
function mendClause(words: Word[], first: number, end: number, lexicon: Lexicon): void {
  for (let index = first; index < end; index++) {
    const word = words[index]!;
    if (DETERMINER.test(word.form) && word.tag === 'VERB') word.tag = 'DET';
    if (BE.test(word.form) && word.tag === 'VERB') word.tag = 'AUX';
    // "Do not open", "don't exercise"
    const follows = index > first + 1 && NOT.test(words[index - 1]!.form) && DO.test(words[index - 2]!.form);
    if (follows && verbForm(word.form, lexicon)?.inflections.includes('base')) word.tag = 'VERB';
    // "the boy who lives next door"
    if (word.tag === 'NOUN' && isRelative(words[index - 1])) {
      if (verbForm(word.form, lexicon)?.inflections.includes('third person')) word.tag = 'VERB';
    }
    if (isAfterBe(words, index, first) && word.form.endsWith('ing') && /^(?:NOUN|ADJ)$/.test(word.tag)) {
      if (verbForm(word.form, lexicon)) word.tag = 'VERB';
    }
  }
  for (let index = first + 1; index < end; index++) {
    if (words[index]!.tag === 'NOUN' && isPostmodifier(words, index, lexicon)) words[index]!.tag = 'VERB';
    // "Cut the onions and fry them"
    const joined =
      words[index - 1]!.tag === 'CCONJ' && /^(?:me|him|them|it|us)$/.test(words[index + 1]?.form ?? '');
    if (joined && words[index]!.tag === 'NOUN' && verbForm(words[index]!.form, lexicon))
      words[index]!.tag = 'VERB';
  }
  if (mendImperative(words, first, end, lexicon)) return;
  for (let index = first; index < end; index++) {
    if (hasFinite(words, index, end, lexicon)) continue;
    // No verb from here on, none before in the same clause: the first word that can be one is.
    if (hasFinite(words, first, index, lexicon) && !opensClause(words, index, lexicon)) continue;
    if (looksFinite(words, index, first, end, lexicon)) words[index]!.tag = 'VERB';
  }
}

/** Nouns in -ing that often follow another noun: "an office building in Rome". */
const ING_NOUN =
  /(?:thing|building|meeting|wedding|training|clothing|painting|evening|morning|ceiling|spring|string|ring|king|wing|shooting|bombing|trading|spending|housing|funding|ruling|hearing|warning|opening|ending|feeling)$/;

/** "two horses standing in a field": an -ing form behind its noun, with something of its own behind it. */
function isPostmodifier(words: readonly Word[], index: number, lexicon: Lexicon): boolean {
  const { form } = words[index]!;
  if (!form.endsWith('ing') || ING_NOUN.test(form) || words[index - 1]!.tag !== 'NOUN') return false;
  if (!/^(?:DET|ADP|PRON|ADV|NUM)$/.test(words[index + 1]?.tag ?? '')) return false;
  return verbForm(form, lexicon)?.inflections.includes('gerund') ?? false;
}

const isRelative = (word: Word | undefined): boolean =>
  word !== undefined && word.tag === 'PRON' && /^(?:who|which|that)$/.test(word.form);

function isAfterBe(words: readonly Word[], index: number, first: number): boolean {
  for (let at = index - 1; at >= first; at--) {
    if (BE.test(words[at]!.form)) return true;
    if (words[at]!.tag !== 'ADV' && words[at]!.tag !== 'PART') return false;
  }
  return false;
}

function hasFinite(words: readonly Word[], first: number, end: number, lexicon: Lexicon): boolean {
  for (let index = first; index < end; index++) {
    const { tag, form } = words[index]!;
    if (tag === 'AUX') return true;
    if (tag !== 'VERB' || words[index - 1]?.form === 'to') continue;
    const verb = verbForm(form, lexicon);
    if (verb && canBeFinite(verb)) return true;
  }
  return false;
}

/** Behind a relative clause a verb of the main clause may still be missing: "a dog that barks chases the man". */
function opensClause(words: readonly Word[], index: number, lexicon: Lexicon): boolean {
  let verbs = 0;
  let relatives = 0;
  for (let at = 0; at < index; at++) {
    if (/^(?:who|which|that|and|but|while|as|when|because|if)$/.test(words[at]!.form)) relatives++;
    if (hasFinite(words, at, at + 1, lexicon)) verbs++;
  }
  return relatives >= verbs && verbs > 0;
}

/** Whether a word that was not taken for a verb agrees with what stands before it and is followed as a verb is. */
function looksFinite(words: Word[], index: number, first: number, end: number, lexicon: Lexicon): boolean {
  const word = words[index]!;
  if (index === first || !/^(?:NOUN|ADJ|PROPN|ADP)$/.test(word.tag)) return false;
  if (word.tag === 'ADP' && !/^likes?$/.test(word.form)) return false;
  const verb = verbForm(word.form, lexicon);
  if (!verb || !canBeFinite(verb)) return false;
  const before = words[words[index - 1]!.tag === 'ADV' && index - 1 > first ? index - 2 : index - 1]!;
  const isSubject =
    before.tag === 'NOUN' ||
    before.tag === 'PROPN' ||
    SUBJECT_PRONOUN.test(before.form) ||
    // "the man outside rides": an adverb that follows the noun.
    (before.tag === 'ADV' && index - 2 > first);
  if (!isSubject) return false;
  const isPlural = PLURAL_PRONOUN.test(before.form) || isPluralNoun(before.form, lexicon);
  const isSingular = !isPlural || /^(?:who|that|which)$/.test(before.form);
  const agrees =
    verb.inflections.includes('past') ||
    (isPlural && verb.inflections.includes('base')) ||
    (isSingular && verb.inflections.includes('third person')) ||
    (verb.inflections.includes('base') && isCoordinated(words, index, first, lexicon));
  const next = words[index + 1];
  return (
    agrees &&
    (index + 1 >= end ||
      /^(?:DET|PRON|ADP|ADV|NUM|PROPN|PART|SCONJ|CCONJ|PUNCT)$/.test(next!.tag) ||
      (/^(?:NOUN|ADJ|VERB)$/.test(next!.tag) && !PLURAL_DETERMINER.test(before.form)))
  );
}

/** "a dog and a cat": a plural subject of singular nouns. */
function isCoordinated(words: readonly Word[], index: number, first: number, lexicon: Lexicon): boolean {
  for (let at = index - 1; at >= first; at--) {
    if (words[at]!.form === 'and') return at > first && !hasFinite(words, first, at, lexicon);
    if (words[at]!.tag === 'ADP') return false;
  }
  return false;
}

const OBJECT_PRONOUN = /^(?:me|you|him|her|it|us|them|this|that)$/;

/** "Open the window": a base form at the beginning, no subject before it. Whether there is one. */
function mendImperative(words: Word[], first: number, end: number, lexicon: Lexicon): boolean {
  let at = first;
  while (
    at < end &&
    (/^(?:please|,|now|then|always|never)$/.test(words[at]!.form) || words[at]!.tag === 'INTJ')
  )
    at++;
  const word = words[at];
  if (at >= end || !word || word.tag === 'AUX' || word.tag === 'PRON' || DETERMINER.test(word.form))
    return false;
  const verb = verbForm(word.form, lexicon);
  if (!verb?.inflections.includes('base')) return false;
  const next = words[at + 1];
  const takesObject =
    next !== undefined &&
    at + 1 < end &&
    (next.tag === 'DET' || DETERMINER.test(next.form) || OBJECT_PRONOUN.test(next.form));
  const isTagged = word.tag === 'VERB' && next?.tag !== 'AUX';
  if (!takesObject && !isTagged) return false;
  if (!isTagged && COMMON_NOUNS.has(verb.base) && hasFinite(words, at + 1, end, lexicon)) return false;
  word.tag = 'VERB';
  return true;
}
