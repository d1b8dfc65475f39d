import { RELATIVES, TRANSPARENT_KINDS } from './closedClasses.ts';
import { isSure, sharedApartFrom } from './align.ts';
import { linkOf, other, partnerOf, quoted, SIDES, type Context, type Finding, type Side } from './context.ts';
import type { Group } from './grammar.ts';
import { compoundOf } from './substitutions.ts';
import { commonSubject } from './relatedness.ts';
import type { Word } from './words.ts';

/** The sentences are the same but for the head and the phrase. */
const LEAST_SHARED = 0.8;

/** More words than these on both sides are no phrase, but another sentence. */
const MOST_EXTRA = 2;

/** Another thing is meant, and an extra phrase of one sentence pulls it toward what the other means. */
export function findBlending(context: Context): Finding | null {
  if (SIDES.every((side) => extras(context, side, null).length > MOST_EXTRA)) return null;
  for (const [first, second] of slots(context)) {
    const found = judge(context, first, second);
    if (found) return found;
  }
  return null;
}

/** Groups in the same place whose heads differ. */
function slots(context: Context): [Group, Group][] {
  const [first, second] = context.grammar;
  const found: [Group, Group][] = [];
  for (const a of first.groups) {
    if (!hasPlainHead(a, context)) continue;
    for (const b of second.groups) {
      if (!hasPlainHead(b, context) || partnerOf(context, 0, a.head) === b.head) continue;
      if (samePlace(context, a, b)) found.push([a, b]);
    }
  }
  return found;
}

/** A verb that was taken for a noun ("shoots down") makes no head. */
const nounFirst = ({ head: word, words }: Group, context: Context): boolean => {
  const { lexicon } = context.comparison.relations;
  return (
    words[0]!.pos === 'DET' ||
    words[0]!.pos === 'PRON' ||
    !lexicon.has(word.lemma, 'verb') ||
    lexicon.frequency(word.lemma, 'noun') >= lexicon.frequency(word.lemma, 'verb')
  );
};

const hasPlainHead = (group: Group, context: Context): boolean =>
  group.head.pos === 'NOUN' &&
  nounFirst(group, context) &&
  !group.temporal &&
  group.head.content &&
  !group.head.name &&
  group.head.value === null &&
  !context.explained.has(group.head);

/** What stands before both is the same, or both begin their sentence. */
function samePlace(context: Context, a: Group, b: Group): boolean {
  const [first, second] = context.comparison.words;
  const beforeA = first[a.words[0]!.index - 1];
  const beforeB = second[b.words[0]!.index - 1];
  if (beforeA === undefined || beforeB === undefined) return beforeA === beforeB;
  return partnerOf(context, 0, beforeA) === beforeB;
}

/** The content words of a sentence that the other lacks, apart from the head in question. */
function extras(context: Context, side: Side, head: Word | null): Word[] {
  return context.comparison.words[side].filter(
    (word) =>
      word.content &&
      word !== head &&
      !context.explained.has(word) &&
      word.value === null &&
      linkOf(context, side, word) === null,
  );
}

function judge(context: Context, first: Group, second: Group): Finding | null {
  const { comparison } = context;
  const { relations } = comparison;
  const heads = [first.head, second.head] as const;
  const groups = [first, second] as const;
  const linked = [linkOf(context, 0, heads[0]) !== null, linkOf(context, 1, heads[1]) !== null];
  const extra = SIDES.map((side) => {
    const part = new Set(compoundOf(context, side, heads[side]));
    return extras(context, side, heads[side]).filter((word) => !part.has(word));
  });
  for (const side of SIDES) {
    const own = heads[side];
    const theirs = heads[other(side)];
    if (linked[side] || extra[other(side)]!.length > 0) continue;
    const apart = new Set<Word>([own, theirs, ...extra[side]!, ...context.explained]);
    if (sharedApartFrom(comparison, apart, 0.4) < LEAST_SHARED) continue;
    if (linked[other(side)]) {
      // The other sentence's head is here too, but not as the head: "a cottage with a view of the castle".
      const here = partnerOf(context, other(side), theirs)!;
      if (here === own || !isSure(linkOf(context, other(side), theirs))) continue;
      if (!belongsTo(context, side, groups[side], here) || letsThrough(context, side, own, here)) continue;
      return write(context, side, own, theirs, [here, ...extra[side]!], 'blending/demoted', null);
    }
    if (
      extra[side]!.length === 0 ||
      relations.synonyms(own, theirs) ||
      relations.oneIsKindOfOther(own, theirs)
    )
      continue;
    const puller = extra[side]!.find((word) => pulls(context, word, theirs));
    if (puller) {
      return write(context, side, own, theirs, extra[side]!, 'blending/related', puller);
    }
    if (
      !isAttached(context, side, groups[side], extra[side]!) ||
      sharedApartFrom(comparison, apart, 0.3) < 0.95
    )
      continue;
    if (
      !extra[side]!.some((word) => word.as === 'noun') ||
      relations.family(own.lemma, theirs.lemma) ||
      relations.sisters(own.lemma, theirs.lemma, 'noun')
    )
      continue;
    return write(context, side, own, theirs, extra[side]!, 'blending/phrase', null);
  }
  return null;
}

/** The phrase stands before the head, or follows it with a preposition or relative pronoun. */
function isAttached(context: Context, side: Side, group: Group, phrase: readonly Word[]): boolean {
  if (group.words[0]!.markBefore) return false;
  if (phrase.every((word) => group.words.includes(word))) return false;
  const next = context.comparison.words[side][group.words.at(-1)!.index + 1];
  const follows = next !== undefined && !next.markBefore && (next.pos === 'ADP' || RELATIVES.has(next.form));
  return (
    follows && phrase.every((word) => word.index > next.index && word.index <= next.index + LONGEST_PHRASE)
  );
}

const LONGEST_PHRASE = 7;

/** An adjective only where it is made of the noun ("bridal"), or its definition names it: "small" is said of too much. */
function pulls(context: Context, word: Word, head: Word): boolean {
  if (word.name || word.date) return false;
  const { relations } = context.comparison;
  if (word.as === 'noun' || word.as === 'verb') return commonSubject(relations.lexicon, word, head) !== null;
  if (word.as !== 'adjective') return false;
  return (
    relations.lexicon.related(word.lemma).length > 0 &&
    relations.lexicon.frequency(word.lemma, 'adjective') < 10 &&
    commonSubject(relations.lexicon, word, head) !== null
  );
}

/** The word possesses the head, or is in what follows the head up to where the sentences agree again. */
function belongsTo(context: Context, side: Side, group: Group, word: Word): boolean {
  const words = context.comparison.words[side];
  if (group.words.includes(word)) return words[word.index + 1]?.form === "'s";
  if (word.index < group.words[0]!.index) return false;
  // Between the head and the word stand only words that the other sentence lacks, and words that hold a phrase together.
  // After a comma only an aside belongs to the head, and an aside ends with a comma too.
  const span = words.slice(group.words.at(-1)!.index + 1, word.index + 1);
  const end = context.grammar[side].groupOf[word.index]?.words.at(-1)?.index ?? word.index;
  if (span.some((each) => each.markBefore && !each.hyphenBefore) && !words[end + 1]?.markBefore) return false;
  let relative = false;
  for (let i = group.words.at(-1)!.index + 1; i < word.index; i++) {
    const between = words[i]!;
    relative ||= RELATIVES.has(between.form);
    if (between.form === 'and' || between.form === 'or') return false;
    const verb = between.pos === 'AUX' || (between.pos === 'VERB' && !/(ing|ed|en)$/.test(between.form));
    if (verb && !relative && words[i - 1]!.form !== 'to') return false;
    if (
      between.content &&
      linkOf(context, side, between) !== null &&
      !isModifierOf(context, side, between, word)
    )
      return false;
  }
  return true;
}

const isModifierOf = (context: Context, side: Side, modifier: Word, head: Word): boolean =>
  context.grammar[side].groupOf[modifier.index] !== null &&
  context.grammar[side].groupOf[modifier.index] === context.grammar[side].groupOf[head.index];

/** "a slice of pizza" is pizza, "a band of pirates" is pirates. */
function letsThrough(context: Context, side: Side, own: Word, here: Word): boolean {
  const { lexicon } = context.comparison.relations;
  const next = context.comparison.words[side][own.index + 1];
  if (next?.form !== 'of' || here.index > own.index + 5) return false;
  return TRANSPARENT_KINDS.some((kind) => (lexicon.stepsUp(own.lemma, kind, 'noun') ?? Infinity) <= 5);
}

function write(
  context: Context,
  side: Side,
  own: Word,
  theirs: Word,
  phrase: readonly Word[],
  rule: string,
  puller: Word | null,
): Finding {
  const words: [Word[], Word[]] = [[], []];
  words[side] = [...compoundOf(context, side, own), ...phrase];
  words[other(side)] = compoundOf(context, other(side), theirs);
  const shown = [...new Set(phrase)].sort((x, y) => x.index - y.index);
  return {
    category: 'semantic blending',
    rule: `semantic ${rule}`,
    because: `One sentence is about ${quoted([own])}, the other about ${quoted([theirs])}; ${quoted(puller ? [puller] : shown)} pulls the first toward the other.`,
    words,
  };
}
