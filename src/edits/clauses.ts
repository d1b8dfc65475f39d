import type { Analyse, AnalysedSentence, Lexicon } from '../language/types.ts';
import { readFullPhrase, readNounPhrase, type NounPhrase } from './phrases.ts';
import { BE, DO, HAVE, MODAL, NOT, canBeFinite, readWords, verbForm, type Word } from './words.ts';

/** The verb of a clause with its auxiliaries, its subject and its object, by token indices. */
export interface Clause {
  /** Auxiliaries in order; be, have and do where they are the only verb are `main`. */
  auxiliaries: readonly number[];
  main: number;
  /** Base form of the main verb. */
  base: string;
  /** "not", "n't" among the auxiliaries; -1 where none is. */
  not: number;
  /** The auxiliary stands before the subject: "Does she sing?" */
  inverted: boolean;
  imperative: boolean;
  /** Its subject is a relative pronoun: "who lives next door". */
  relative: boolean;
  /** With all that belongs to it; null where it can't be told. */
  subject: NounPhrase | null;
  object: NounPhrase | null;
  /** Where the object hangs on a preposition: its token; -1 where it is a direct one, or there is none. */
  preposition: number;
}

/** A sentence as the edits read it: a shallow parse by rules, right for plain sentences, silent where it can't tell. */
export interface Parse {
  /** With its first MAX_TOKENS tokens only; the text is whole. */
  sentence: AnalysedSentence;
  words: readonly Word[];
  clauses: readonly Clause[];
  lexicon: Lexicon;
}

/** Only this many tokens of a text are read: a lesson's sentence is far shorter, and the rules look back and forth. */
export const MAX_TOKENS = 120;

export function parse(sentence: AnalysedSentence, analyse: Analyse, lexicon: Lexicon): Parse {
  const read = { ...sentence, tokens: sentence.tokens.slice(0, MAX_TOKENS) };
  const words = readWords(read, analyse, lexicon);
  const clauses: Clause[] = [];
  let at = 0;
  while (at < words.length) {
    const clause = readClause(words, at, clauses, lexicon);
    if (clause) {
      clauses.push(clause);
      at = clause.main + 1;
    } else at++;
  }
  return { sentence: read, words, clauses, lexicon };
}

const isAuxiliary = (form: string): boolean =>
  (BE.test(form) || HAVE.test(form) || DO.test(form) || MODAL.test(form)) &&
  !/^(?:being|having|been)$/.test(form);
const RELATIVE = /^(?:who|which|that)$/;

function readClause(
  words: readonly Word[],
  at: number,
  earlier: readonly Clause[],
  lexicon: Lexicon,
): Clause | null {
  const word = words[at]!;
  if (words[at - 1]?.form === 'to') return null;
  if (word.tag === 'AUX' && isAuxiliary(word.form) && word.form !== 'be')
    return readAuxiliaries(words, at, lexicon);
  if (word.tag !== 'VERB' && !(word.tag === 'AUX' && word.form === 'be')) return null;
  const verb = verbForm(word.form, lexicon);
  if (!verb || !canBeFinite(verb)) return null;
  const subject = findSubject(words, at, lexicon);
  const relative = RELATIVE.test(words[at - 1]?.form ?? '');
  const imperative = !subject && !relative && verb.inflections.includes('base') && beginsClause(words, at);
  if (!subject && !relative && !imperative && !joinsClause(words, at, earlier)) return null;
  // "to stabilise the country and install a government": an infinitive that goes on.
  if (!subject && !relative && verb.inflections[0] === 'base' && isInfinitive(words, at, earlier))
    return null;
  if (looksLikeParticiple(words, at, verb.inflections, lexicon)) return null;
  // "They let him go", "make us laugh": a bare infinitive has no clause of its own.
  if (verb.inflections[0] === 'base' && subject && !subject.plural && !takesBase(words[subject.head]!.form)) {
    if (!verb.inflections.includes('past')) return null;
  }
  return {
    auxiliaries: [],
    main: at,
    base: verb.base,
    not: -1,
    inverted: false,
    imperative,
    relative,
    subject,
    ...findObject(words, at, lexicon),
  };
}

const takesBase = (form: string): boolean => /^(?:i|you)$/.test(form);

/** "sings and dances": the verb of a second clause with the same subject. */
function joinsClause(words: readonly Word[], at: number, earlier: readonly Clause[]): boolean {
  let before = at - 1;
  while (words[before]?.tag === 'ADV') before--;
  return earlier.length > 0 && /^(?:and|or|but|then|,)$/.test(words[before]?.form ?? '');
}

function isInfinitive(words: readonly Word[], at: number, earlier: readonly Clause[]): boolean {
  const last = earlier.at(-1);
  return (
    last !== undefined &&
    (last.auxiliaries.length > 0 || words.slice(last.main, at).some(({ form }) => form === 'to'))
  );
}

function beginsClause(words: readonly Word[], at: number): boolean {
  for (let before = at - 1; before >= 0; before--) {
    const { form, tag } = words[before]!;
    if (/^[.;:!?]$/.test(form)) return true;
    if (!/^(?:please|,|now|then|always|never|and)$/.test(form) && tag !== 'INTJ' && tag !== 'PUNCT')
      return false;
  }
  return true;
}

/** "a man dressed in black walks": a past form right behind its noun, with another finite verb to come. */
function looksLikeParticiple(
  words: readonly Word[],
  at: number,
  inflections: readonly string[],
  lexicon: Lexicon,
): boolean {
  if (!inflections.includes('participle')) return false;
  const next = words[at + 1];
  if (next?.form === 'by') return true;
  // "two dozen suspected rebels"
  const isModifier =
    /^(?:NOUN|PROPN|ADJ)$/.test(next?.tag ?? '') &&
    (words[at - 1]?.tag === 'NUM' || words[at - 1]?.form === 'dozen');
  if (isModifier) return true;
  if (!next || !/^(?:ADP|PART|PUNCT)$/.test(next.tag)) return false;
  for (let after = at + 1; after < words.length; after++) {
    const { form, tag } = words[after]!;
    if (/^(?:[.;:!?]|and|but|who|which|that|while|as|when|because|if)$/.test(form)) return false;
    if (tag === 'AUX') return true;
    if (tag !== 'VERB' || words[after - 1]?.form === 'to') continue;
    if (verbForm(form, lexicon)?.inflections.some((inflection) => /^(?:third person|past)$/.test(inflection)))
      return true;
  }
  return false;
}

function readAuxiliaries(words: readonly Word[], at: number, lexicon: Lexicon): Clause {
  const chain = [at];
  let not = -1;
  let inside: NounPhrase | null = null;
  const subject = findSubject(words, at, lexicon);
  const relative = RELATIVE.test(words[at - 1]?.form ?? '');
  // "There is a boy", "What is the reason?": what follows is no subject that the verb was put before.
  const hasDummy = /^(?:there|what|who|which)$/.test(words[at - 1]?.form ?? '');
  const opens = !subject && !relative && !hasDummy && (at === 0 || !joinsClause(words, at, []));
  let index = at + 1;
  for (; index < words.length; index++) {
    const { form, tag } = words[index]!;
    if (NOT.test(form)) not = not < 0 ? index : not;
    else if (tag === 'ADV') continue;
    else if (tag === 'AUX' && !(DO.test(form) && chain.length > 1)) chain.push(index);
    else if (tag === 'VERB') {
      if (continuesChain(words[chain.at(-1)!]!.form, form, lexicon)) chain.push(index++);
      break;
    } else if (opens && !inside && chain.length === 1 && readNounPhrase(words, index, lexicon)) {
      inside = readFullPhrase(words, index, lexicon)!.whole;
      index = inside.end - 1;
    } else break;
  }
  const main = chain.pop()!;
  const { form } = words[main]!;
  const base = BE.test(form)
    ? 'be'
    : HAVE.test(form)
      ? 'have'
      : DO.test(form)
        ? 'do'
        : (verbForm(form, lexicon)?.base ?? form);
  // "Don't touch", "Do not touch": no subject, and none between.
  const imperative = opens && !inside && words[at]!.form === 'do' && beginsClause(words, at);
  return {
    auxiliaries: chain,
    main,
    base,
    not: not > main + 1 ? -1 : not,
    inverted: inside !== null,
    imperative,
    relative,
    subject: subject ?? inside,
    ...findObject(words, Math.max(main, inside?.end ?? 0, not < main + 2 ? not : 0), lexicon),
  };
}

/** Whether a verb form can follow an auxiliary: "is eating", "has eaten", "can eat". */
function continuesChain(auxiliary: string, form: string, lexicon: Lexicon): boolean {
  const inflections = verbForm(form, lexicon)?.inflections ?? [];
  if (BE.test(auxiliary)) return inflections.some((inflection) => /^(?:gerund|participle)$/.test(inflection));
  if (HAVE.test(auxiliary)) return inflections.includes('participle');
  return inflections.includes('base');
}

/** The words that end the search for a subject, walking back from the verb. */
function bounds(word: Word): boolean {
  return (
    /^(?:[,.;:!?"“”()]|—|–)$/.test(word.form) ||
    word.tag === 'SCONJ' ||
    word.tag === 'AUX' ||
    word.tag === 'INTJ' ||
    /^(?:who|which|that|what|when|where|while|if|because|but|said|says)$/.test(word.form) ||
    (word.form === 'to' && word.tag === 'PART')
  );
}

/**
 * The subject of a verb: the last noun phrase before it that hangs on no preposition and no other verb, with all that
 * stands between it and the verb.
 */
function findSubject(words: readonly Word[], verb: number, lexicon: Lexicon): NounPhrase | null {
  let start = verb;
  while (start > 0 && !bounds(words[start - 1]!)) start--;
  const opener = words[start - 1]?.form ?? '';
  if (start === verb && opener === ',') return subjectBeforeAside(words, start - 1, lexicon);
  let subject = null as NounPhrase | null;
  let end = verb;
  while (end > start && words[end - 1]!.tag === 'ADV') end--;
  let at = start;
  while (at < end) {
    const phrase = readNounPhrase(words, at, lexicon);
    if (!phrase) {
      const { tag, form } = words[at]!;
      const finite = tag === 'VERB' ? verbForm(form, lexicon) : null;
      // Behind another finite verb the subject must begin anew.
      if (finite && canBeFinite(finite) && !finite.inflections.includes('participle')) subject = null;
      at++;
      continue;
    }
    const before = at > start ? words[at - 1]! : undefined;
    if (phrase.end > end) return null;
    const depends = before && (before.tag === 'ADP' || before.tag === 'VERB' || before.tag === 'PART');
    const joined = before && /^(?:and|or|nor|&|,)$/.test(before.form);
    if (joined && subject) {
      if (before.form === 'and' && subject.end === at - 1) subject = { ...subject, plural: true };
    } else if (!depends) subject = phrase;
    at = phrase.end;
  }
  if (RELATIVE.test(opener)) {
    // "the boy who lives next door kicked ...": the subject stands before the relative clause.
    const hasVerb = words.slice(start, end).some((word) => word.tag === 'VERB' || word.tag === 'AUX');
    const before = hasVerb ? findSubject(words, start - 1, lexicon) : null;
    return before && { ...before, end: verb };
  }
  if (!subject) return null;
  // "sings and dances": what stands between is not part of a subject.
  if (/^(?:and|or|but)$/.test(words[end - 1]!.form)) return null;
  return { ...subject, end };
}

/** "The firm, based in Ohio, said ...": the subject stands before the first of two commas. */
function subjectBeforeAside(words: readonly Word[], comma: number, lexicon: Lexicon): NounPhrase | null {
  for (let first = comma - 1; first > 0; first--) {
    if (words[first]!.form !== ',') continue;
    if (first === comma - 1) return null;
    const subject = findSubject(words, first, lexicon);
    return subject && { ...subject, end: comma + 1 };
  }
  return null;
}

/** The noun phrase behind a verb, or behind a preposition right behind it. */
function findObject(
  words: readonly Word[],
  verb: number,
  lexicon: Lexicon,
): { object: NounPhrase | null; preposition: number } {
  let at = verb + 1;
  let preposition = -1;
  while (words[at]?.tag === 'ADV') at++;
  if (words[at]?.tag === 'ADP' && !/^(?:as|than|like|of)$/.test(words[at]!.form)) preposition = at++;
  if (preposition >= 0 && words[at]?.tag === 'ADP') preposition = at++;
  const full = readFullPhrase(words, at, lexicon);
  const after = full ? words[full.whole.end] : undefined;
  const hasOwnVerb = after?.tag === 'AUX' && !/^'s$/.test(after.form);
  if (!full || hasOwnVerb || isOwnSubject(words, full.whole.end, lexicon))
    return { object: null, preposition: -1 };
  return { object: full.whole, preposition };
}

/** "said profit rose": what looks like an object has a finite verb of its own. */
function isOwnSubject(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const word = words[at];
  if (word?.tag !== 'VERB') return false;
  const verb = verbForm(word.form, lexicon);
  return verb !== null && verb.inflections.some((inflection) => /^(?:third person|past)$/.test(inflection));
}
