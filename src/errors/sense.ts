import type { Lexicon, WordClass } from '../language/types.ts';
import { isSure, LIGHT_VERBS, sharedApartFrom } from './align.ts';
import { quoted, SIDES, type Context, type Exchange, type Finding } from './context.ts';
import { kinOf } from './kin.ts';
import { bestSense, isCommon, nameOf, NAMED, type Reading } from './readings.ts';
import { findSubstitutedSense, findSwitchedSense } from './senseByVectors.ts';
import { openExchanges } from './substitutions.ts';
import type { Word } from './words.ts';

/** Senses of a word from this one on are rare (WordNet has the most frequent first; from 0). */
const RARE_SENSE = 3;
/** Two words for one thing are a matter of their sense only where the rest says the same. */
const LEAST_SHARED = 0.85;
/** Where the evidence is thinner, nothing else may differ. */
const NEARLY_ALL = 0.95;

/** An aligned word in two senses, or two words that mean the same only in this context. */
export function findWordSense(context: Context): Finding | null {
  const found = findRareSynonyms(context);
  if (found || !mayBeMinimal(context)) return found;
  return (
    findWrongSense(context) ??
    findSubstitutedSense(context) ??
    findSwitch(context) ??
    findSwitchedSense(context)
  );
}

/** Whether there can be two words apart from which NEARLY_ALL is shared: a count that spares most pairs the rules. */
function mayBeMinimal({ comparison, explained }: Context): boolean {
  let all = 0;
  let alone = 0;
  for (const side of SIDES) {
    for (const word of comparison.words[side]) {
      if (!word.content || LIGHT_VERBS.has(word.lemma) || explained.has(word)) continue;
      all++;
      if (!comparison.links[side][word.index]) alone++;
    }
  }
  return alone - 2 <= (1 - NEARLY_ALL) * all;
}

const sharedApart = (context: Context, words: readonly Word[]): number =>
  sharedApartFrom(context.comparison, new Set([...context.explained, ...words]), 0.4);

/** "prepare", "make": synonyms in one sense, which is a rare one of at least one of them. */
function findRareSynonyms(context: Context): Finding | null {
  const { links, relations } = context.comparison;
  const linked = links[0]
    .filter((link) => link?.kind === 'synonym' && !link.moved)
    .map((link) => [link!.a, link!.b] as const);
  const exchanged = openExchanges(context)
    .filter(({ a, b, left, right }) => (left || right) && relations.synonyms(a, b))
    .map(({ a, b }) => [a, b] as const);
  for (const [a, b] of [...linked, ...exchanged]) {
    if (a.as === null || context.explained.has(a)) continue;
    const ranks = sharedSense(context, a, b, a.as);
    if (!ranks || Math.max(ranks.a, ranks.b) < RARE_SENSE || sharedApart(context, [a, b]) < LEAST_SHARED)
      continue;
    return {
      category: 'word sense',
      rule: 'word sense/rare synonym',
      because: `${quoted([a])} and ${quoted([b])} mean the same in one of their rarer senses only.`,
      words: [[a], [b]],
    };
  }
  return null;
}

/** The ranks, from 0, of the sense that two synonyms share, the most frequent where they share several. */
function sharedSense(context: Context, a: Word, b: Word, as: WordClass): { a: number; b: number } | null {
  const { lexicon } = context.comparison.relations;
  const ids = lexicon.senses(b.lemma, as).map((sense) => sense.id);
  const rank = lexicon.senses(a.lemma, as).findIndex((sense) => ids.includes(sense.id));
  return rank < 0 ? null : { a: rank, b: ids.indexOf(lexicon.senses(a.lemma, as)[rank]!.id) };
}

/** "bug" -> "insect" of a program: a word gives way to one that is akin in another sense than the sentence wants. */
function findWrongSense(context: Context): Finding | null {
  for (const exchange of openPairs(context)) {
    for (const [word, substitute] of [
      [exchange.a, exchange.b],
      [exchange.b, exchange.a],
    ] as const) {
      const found = judgeExchange(context, exchange, word, substitute);
      if (found) return found;
    }
  }
  return null;
}

/** Exchanged words, and synonyms in one another's place, alike in class and with the same neighbours. */
function openPairs(context: Context): Pick<Exchange, 'a' | 'b'>[] {
  const exchanged = openExchanges(context).filter(
    ({ a, b, left, right }) => left && right && a.as === b.as && a.as !== null,
  );
  const synonyms = context.comparison.links[0].filter((link) => link?.kind === 'synonym' && !link.moved);
  return [...exchanged, ...synonyms.map((link) => ({ a: link!.a, b: link!.b }))];
}

function judgeExchange(
  context: Context,
  exchange: Pick<Exchange, 'a' | 'b'>,
  word: Word,
  substitute: Word,
): Finding | null {
  const { lexicon } = context.comparison.relations;
  const as = word.as!;
  const senses = lexicon.senses(word.lemma, as);
  if (senses.length < 2 || sharedApart(context, [word, substitute]) < NEARLY_ALL) return null;
  const kin = kinOf(lexicon, word.lemma, substitute.lemma, as);
  if (kin.length === 0) return null;
  const isNear = nearInFirstSense(context, word, substitute, as);
  // Most words have sisters in some sense: only those in the first sense of both tell something.
  const direct = kin.filter(({ rank, sisters }) => !sisters || (rank === 0 && isNear));
  const akin = direct.find(({ steps }) => steps === 0) ?? direct[0];
  if (!akin) return null;
  const side = word === exchange.a ? 0 : 1;
  const reading = bestSense(lexicon, word, contextOf(context, side, word));
  const isRareKin = akin.steps === 1 && akin.rank > 0 && !isNear;
  const isElsewhere =
    reading !== null &&
    kin.every(({ rank }) => reading.score > reading.scores[rank]!) &&
    // Of words that are kin as people use them most, a word or two that definitions share by chance tells nothing.
    (isNear ? reading.score >= NAMED : reading.score > 1 || reading.rank < RARE_SENSE);
  if (!isElsewhere && !isRareKin) return null;
  return {
    category: 'word sense',
    rule: isElsewhere ? 'word sense/context' : 'word sense/rare kind',
    because: isElsewhere
      ? `Beside ${quoted([reading.beside])}, ${quoted([word])} is read as “${nameOf(senses[reading.rank]!, word)}”, of which ${quoted([substitute])} is no other word.`
      : `${quoted([substitute])} stands for ${quoted([word])} in one of its rarer senses only.`,
    words: [[exchange.a], [exchange.b]],
  };
}

const NEAR_STEPS = 4;

/** "man", "boy": kin in the senses that people use most, too. */
function nearInFirstSense(context: Context, word: Word, other: Word, as: WordClass): boolean {
  const { lexicon } = context.comparison.relations;
  const common = lexicon.commonAncestor(word.lemma, other.lemma, as, 1);
  return common !== null && common.stepsA + common.stepsB <= NEAR_STEPS;
}

const contextOf = (context: Context, side: 0 | 1, word: Word): Word[] =>
  context.comparison.words[side].filter(
    (each) =>
      each !== word && each.as === 'noun' && !isCommon(context.comparison.relations.lexicon, each.lemma),
  );

/** "The crane lowered its hook", "its beak": a shared word that the words beside it select different senses of. */
function findSwitch(context: Context): Finding | null {
  const { lexicon } = context.comparison.relations;
  for (const { a, b, left, right } of openExchanges(context)) {
    if (!(left || right) || a.as !== 'noun' || b.as !== 'noun' || sharedApart(context, [a, b]) < NEARLY_ALL)
      continue;
    for (const link of context.comparison.links[0]) {
      if (!isSure(link) || link!.a.as !== 'noun' || link!.b.as !== 'noun') continue;
      const readings = [bestSense(lexicon, link!.a, [a]), bestSense(lexicon, link!.b, [b])] as const;
      const at = switched(readings);
      if (at === null) continue;
      // "carpenter", "joiner": what the one speaks for, the other does not speak against.
      if (kinOf(lexicon, a.lemma, b.lemma, 'noun').some(({ sisters, steps }) => !sisters || steps <= 2))
        break;
      const chosen = readings[at]!;
      return {
        category: 'word sense',
        rule: 'word sense/switch',
        because: `Beside ${quoted([chosen.beside])}, ${quoted([link!.a])} is read as “${nameOf(lexicon.senses(link!.a.lemma, link!.a.as)[chosen.rank]!, link!.a)}”; the other sentence has ${quoted([at === 0 ? b : a])} there.`,
        words: [
          [link!.a, a],
          [link!.b, b],
        ],
      };
    }
  }
  return null;
}

/**
 * The side whose word selects a sense that is not the first, for which the other's word says nothing: without a word for
 * it, people read the first.
 */
function switched([first, second]: readonly [Reading | null, Reading | null]): 0 | 1 | null {
  for (const side of SIDES) {
    const [own, theirs] = side === 0 ? [first, second] : [second, first];
    if (!own || own.rank === 0 || own.score < NAMED) continue;
    if (theirs === null || theirs.scores[own.rank]! + NAMED - 1 <= own.score) return side;
  }
  return null;
}

/**
 * "watching a movie", "picture day": all that two sentences have in common is a noun that is a synonym of one of the
 * other's, in a sense that is not its first, and only one of the two is said of another noun.
 */
export function findLoneSynonym(
  words: readonly [readonly Word[], readonly Word[]],
  lexicon: Lexicon,
): Finding | null {
  let found: readonly [Word, Word] | null = null;
  for (const a of words[0]) {
    if (a.as !== 'noun' || a.profile === null) continue;
    for (const b of words[1]) {
      if (b.as !== 'noun' || a.lemma === b.lemma || !a.profile.synonyms.has(b.lemma)) continue;
      if (found || modifiesNoun(a, words[0]) === modifiesNoun(b, words[1])) return null;
      if (!isFirstOfOne(a.lemma, b.lemma, lexicon)) return null;
      found = [a, b];
    }
  }
  return found === null
    ? null
    : {
        category: 'word sense',
        rule: 'word sense/lone synonym',
        because: `${quoted([found[0]])} and ${quoted([found[1]])} are synonyms in a rarer sense, and little else is shared.`,
        words: [[found[0]], [found[1]]],
      };
}

/** The sense that they share is the first of one word and a rarer one of the other. */
function isFirstOfOne(a: string, b: string, lexicon: Lexicon): boolean {
  const [ofA, ofB] = [a, b].map((word) => lexicon.senses(word, 'noun').map((sense) => sense.id)) as [
    number[],
    number[],
  ];
  return ofA[0] !== ofB[0] && ofA.includes(ofB[0]!) !== ofB.includes(ofA[0]!);
}

function modifiesNoun(word: Word, words: readonly Word[]): boolean {
  const next = words[word.index + 1];
  return next?.as === 'noun' && !next.markBefore;
}
