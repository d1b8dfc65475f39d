import type { Lexicon } from '../language/types.ts';
import { DETERMINER, isPluralNoun, type Word } from './words.ts';

/** Tokens [first, end) of a phrase. */
export interface Phrase {
  first: number;
  end: number;
}

/** A noun with what belongs before it, or a pronoun; without the prepositional phrases that follow. */
export interface NounPhrase extends Phrase {
  /** The token that carries the meaning and the number. */
  head: number;
  pronoun: boolean;
  plural: boolean;
}

/** A preposition with its noun phrase, and what hangs on that: "in the middle of the street". */
export interface PrepositionalPhrase extends Phrase {
  preposition: string;
  /** The noun phrase directly behind the preposition. */
  inner: NounPhrase;
}

const POSSESSIVE = /^(?:my|your|his|her|its|our|their|whose)$/;
const PRONOUN =
  /^(?:i|me|you|he|him|she|her|it|we|us|they|them|someone|somebody|something|everyone|everybody|everything|anyone|anybody|anything|nobody|nothing|one|mine|yours|hers|ours|theirs|this|that|these|those|himself|herself|itself|themselves|myself|yourself|each)$/;
const PLURAL_PRONOUN = /^(?:we|us|they|them|these|those|ours|theirs|themselves)$/;
const PLURAL_MODIFIER =
  /^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several|many|few|both|these|those|all)$/;

const isHyphen = (words: readonly Word[], index: number): boolean => {
  const token = words[index]?.token;
  return (
    token !== undefined &&
    /^[-‐‑]$/.test(token.text) &&
    words[index - 1]?.token.end === token.start &&
    words[index + 1]?.token.start === token.end
  );
};

/** The noun phrase that begins at a token; null where none does. */
export function readNounPhrase(words: readonly Word[], first: number, lexicon: Lexicon): NounPhrase | null {
  const word = words[first];
  if (!word) return null;
  const next = words[first + 1];
  const isDeterminer =
    word.tag === 'DET' || word.tag === 'NUM' || POSSESSIVE.test(word.form) || DETERMINER.test(word.form);
  const modifiesNext = next !== undefined && /^(?:NOUN|PROPN|ADJ|NUM)$/.test(next.tag);
  if (PRONOUN.test(word.form) && !(isDeterminer && modifiesNext && word.form !== 'that')) {
    if (word.tag !== 'PRON' && word.tag !== 'DET' && word.tag !== 'NUM' && word.tag !== 'NOUN') return null;
    const plural = PLURAL_PRONOUN.test(word.form);
    return { first, end: first + 1, head: first, pronoun: true, plural };
  }
  if (word.tag === 'PRON' && !isDeterminer) return null;
  return readNominal(words, first, lexicon);
}

function readNominal(words: readonly Word[], first: number, lexicon: Lexicon): NounPhrase | null {
  let head = -1;
  let determined = false;
  let plural = false;
  let at = first;
  for (; at < words.length; at++) {
    const { form, tag } = words[at]!;
    if (isHyphen(words, at)) continue;
    const isDeterminer = tag === 'DET' || POSSESSIVE.test(form) || (tag === 'PRON' && DETERMINER.test(form));
    if (isDeterminer) {
      if (head >= 0 || (determined && at > first + 1)) break;
      determined = true;
      if (PLURAL_MODIFIER.test(form)) plural = true;
    } else if (tag === 'NOUN' || tag === 'PROPN') {
      // "with a telescope yesterday"
      if (at > first && /^(?:yesterday|today|tomorrow|tonight)$/.test(form)) break;
      head = at;
    } else if (tag === 'NUM') {
      if (head >= 0 && words[head]!.tag !== 'PROPN') break;
      determined = true;
      if (form !== 'one' && form !== '1') plural = true;
      // "the two": a number can stand for its noun.
      if (!/^(?:NOUN|PROPN|ADJ|NUM)$/.test(words[at + 1]?.tag ?? '') && !isHyphen(words, at + 1)) head = at;
    } else if (tag === 'ADJ') {
      if (head >= 0 && !isHyphen(words, at - 1) && !leadsToNoun(words, at)) break;
    } else if (tag === 'ADV' || tag === 'VERB') {
      // "a very old house", "the running water", "a well-known song": only between a determiner and its noun.
      const belongs = head < 0 && determined && /^(?:ADJ|NOUN|VERB)$/.test(words[at + 1]?.tag ?? '');
      const hyphened = isHyphen(words, at + 1) || isHyphen(words, at - 1);
      if (!belongs && !(hyphened && leadsToNoun(words, at))) break;
    } else if (tag === 'CCONJ' || form === ',') {
      // "a black and white dog"
      const joins =
        words[at - 1]?.tag === 'ADJ' && words[at + 1]?.tag === 'ADJ' && leadsToNoun(words, at + 1);
      if (head >= 0 || !joins) break;
    } else if (/^'s?$/.test(form) && tag === 'PART' && head >= 0 && leadsToNoun(words, at + 1)) {
      head = -1;
    } else break;
  }
  // "all of the students"
  if (
    head < 0 &&
    at === first + 1 &&
    /^(?:DET|NUM|PRON)$/.test(words[first]!.tag) &&
    words[at]?.form === 'of'
  ) {
    return {
      first,
      end: at,
      head: first,
      pronoun: false,
      plural: !/^(?:one|each|either|neither|another)$/.test(words[first]!.form),
    };
  }
  if (head < 0) return readBareAdjective(words, first, at, determined);
  return {
    first,
    end: head + 1,
    head,
    pronoun: false,
    plural: isPluralNoun(words[head]!.form, lexicon) || (plural && words[head]!.tag === 'NOUN'),
  };
}

/** Whether only adjectives, numbers and hyphens stand between a token and a noun. */
function leadsToNoun(words: readonly Word[], from: number): boolean {
  for (let at = from; at < words.length; at++) {
    const { tag, form } = words[at]!;
    if (tag === 'NOUN' || tag === 'PROPN') return true;
    if (tag !== 'ADJ' && tag !== 'NUM' && form !== ',' && !isHyphen(words, at) && tag !== 'CCONJ') {
      if (!(isHyphen(words, at + 1) || isHyphen(words, at - 1))) return false;
    }
  }
  return false;
}

/** "the rich": people, in the plural. */
function readBareAdjective(
  words: readonly Word[],
  first: number,
  end: number,
  determined: boolean,
): NounPhrase | null {
  const head = end - 1;
  if (!determined || head <= first || words[head]!.tag !== 'ADJ' || words[first]!.form !== 'the') return null;
  return { first, end, head, pronoun: false, plural: true };
}

/** A noun phrase with its "of" phrases and what "and" joins to it: "a group of boys and girls". */
export function readFullPhrase(
  words: readonly Word[],
  first: number,
  lexicon: Lexicon,
): { whole: NounPhrase; inner: NounPhrase } | null {
  const inner = readNounPhrase(words, first, lexicon);
  if (!inner) return null;
  const whole = { ...inner };
  for (;;) {
    const link = words[whole.end];
    if (!link || !/^(?:of|and|or|&)$/.test(link.form)) break;
    const next = readNounPhrase(words, whole.end + 1, lexicon);
    if (!next) break;
    // "He ate an apple and she drank": what follows has a verb of its own.
    const after = words[next.end];
    if (link.form !== 'of' && after && (after.tag === 'VERB' || after.tag === 'AUX')) break;
    if (link.form === 'and' && !words.slice(inner.end, whole.end).some((word) => word.form === 'of')) {
      whole.plural = true;
    }
    whole.end = next.end;
  }
  return { whole, inner };
}

const NOT_A_PREPOSITION = /^(?:than|as|that|if|because|while|like|not|to)$/;

/** The prepositional phrase that begins at a token; null where none does. "to" counts where no verb follows. */
export function readPrepositionalPhrase(
  words: readonly Word[],
  first: number,
  lexicon: Lexicon,
): PrepositionalPhrase | null {
  const word = words[first];
  if (
    !word ||
    (word.tag !== 'ADP' && word.form !== 'to') ||
    (NOT_A_PREPOSITION.test(word.form) && word.form !== 'to')
  ) {
    return null;
  }
  let at = first + 1;
  // "out of the house", "in front of the shop"
  while (words[at]?.tag === 'ADP' && at < first + 2) at++;
  const full = readFullPhrase(words, at, lexicon);
  if (!full) return null;
  return { first, end: full.whole.end, preposition: word.form, inner: full.inner };
}
