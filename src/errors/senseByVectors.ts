import type { Lexicon, WordClass } from '../language/types.ts';
import { isSure, sharedApartFrom } from './align.ts';
import { quoted, type Context, type Finding } from './context.ts';
import { kinOf } from './kin.ts';
import { likeness, meaningsOf, type Meanings } from './meaning.ts';
import { isCommon, nameOf } from './readings.ts';
import { openExchanges } from './substitutions.ts';
import type { Word } from './words.ts';

/** Nothing else may differ. */
const LEAST_SHARED = 0.95;

/** How much better the rest of the sentence must go with a word than with its substitute, in cosines. */
const LEAST_FIT = 0.08;
/** Sisters are often exchanged: of them, one that the sentence hardly goes with at all. */
const LEAST_FIT_OF_SISTERS = 0.25;
/** How much better it must go with another sense of the word than with any in which the substitute is akin. */
const LEAST_MARGIN = 0.08;
const LEAST_OF_BOTH = 0.2;
/** That sense must fit, and be quite another than the one in which the substitute is akin, which must not fit itself. */
const LEAST_LIKE_SENSE = 0.2;
const MOST_LIKE_SENSES = 0.3;
const MOST_LIKE_SUBSTITUTE = 0.12;
/** Words that speak for one sense or another; one alone says too little. */
const LEAST_AROUND = 2;

/** "The optician looked at the pupils", "at the students": akin, but not in the sense that the sentence speaks of. */
export function findSubstitutedSense(context: Context): Finding | null {
  const { neighbourhood, lexicon } = context.evidence;
  if (!neighbourhood) return null;
  for (const { a, b, classes } of closePairs(context)) {
    if (sharedApartFrom(context.comparison, new Set([...context.explained, a, b]), 0.4) < LEAST_SHARED)
      continue;
    const meanings = meaningsOf(neighbourhood, lexicon);
    for (const as of classes) {
      for (const side of [0, 1] as const) {
        const [word, substitute] = side === 0 ? [a, b] : [b, a];
        const rank = otherSense(meanings, lexicon, word, substitute, as, contextWords(context, side, word));
        if (rank === null) continue;
        return {
          category: 'word sense',
          rule: 'word sense/context by vectors',
          because: `The rest of the sentence goes with ${quoted([word])} as “${nameOf(lexicon.senses(inClass(lexicon, word, as), as)[rank]!, word)}”, of which ${quoted([substitute])} is no other word (by ${meanings.name}).`,
          words: [[a], [b]],
        };
      }
    }
  }
  return null;
}

interface ClosePair {
  a: Word;
  b: Word;
  /** To look them up in. */
  classes: readonly WordClass[];
}

/** Words in one another's place with the same neighbours. Taggers err, so that either class may be the right one. */
function closePairs(context: Context): ClosePair[] {
  const exchanged = openExchanges(context)
    .filter(({ a, b, left, right }) => left && right && a.as !== null && b.as !== null)
    .map(({ a, b }) => ({ a, b, classes: [...new Set([a.as!, b.as!])] }));
  const synonyms = context.comparison.links[0].filter(
    (link) => link?.kind === 'synonym' && !link.moved && !context.explained.has(link.a),
  );
  return [...exchanged, ...synonyms.map((link) => ({ a: link!.a, b: link!.b, classes: [link!.a.as!] }))];
}

const inClass = (lexicon: Lexicon, word: Word, as: WordClass): string =>
  word.as === as ? word.lemma : (lexicon.baseForms(word.form, as)[0] ?? word.lemma);

const contextWords = (context: Context, side: 0 | 1, word: Word): string[] =>
  context.comparison.words[side]
    .filter((each) => each !== word && each.content && !each.name && each.value === null)
    .map((each) => each.lemma);

function otherSense(
  meanings: Meanings,
  lexicon: Lexicon,
  word: Word,
  substitute: Word,
  as: WordClass,
  around: readonly string[],
): number | null {
  const [lemma, other] = [inClass(lexicon, word, as), inClass(lexicon, substitute, as)];
  const senses = lexicon.senses(lemma, as);
  if (senses.length < 2 || lexicon.senses(other, as).length === 0) return null;
  const kin = kinOf(lexicon, lemma, other, as);
  const areSisters = kin.length > 0 && kin.every(({ sisters }) => sisters);
  const ranks = new Set(kin.length > 0 ? kin.map(({ rank }) => rank) : defined(lexicon, lemma, other, as));
  if (ranks.size === 0 || ranks.size === senses.length) return null;
  const surroundings = around.length < LEAST_AROUND ? null : meanings.together(around);
  const [own, others] = [meanings.of(lemma), meanings.of(other)];
  if (!surroundings || !own || !others) return null;
  const fitting = likeness(others, surroundings);
  const fit = likeness(own, surroundings) - fitting;
  if (fit < (areSisters ? LEAST_FIT_OF_SISTERS : LEAST_FIT) || fitting > MOST_LIKE_SUBSTITUTE) return null;
  const vectors = senses.map((sense) => meanings.ofSense(lemma, sense));
  const scores = vectors.map((vector) => likeness(vector, surroundings));
  const best = indexOfMost(scores, (rank) => !ranks.has(rank));
  const akin = indexOfMost(scores, (rank) => ranks.has(rank));
  const margin = scores[best]! - scores[akin]!;
  if (scores[best]! < LEAST_LIKE_SENSE || likeness(vectors[best]!, vectors[akin]!) > MOST_LIKE_SENSES)
    return null;
  return margin >= LEAST_MARGIN && fit + margin >= LEAST_OF_BOTH ? best : null;
}

/** "cabinet", in whose definition is "cupboard"; "pub", in whose definition is "bar": akin in the sense that it shares most with. */
function defined(lexicon: Lexicon, word: string, other: string, as: WordClass): number[] {
  const senses = lexicon.senses(word, as);
  const direct = senses.flatMap((sense, rank) => (sense.gloss.includes(other) ? [rank] : []));
  if (direct.length > 0) return direct;
  for (const defining of lexicon.senses(other, as)) {
    if (!defining.gloss.includes(word)) continue;
    const said = new Set([...defining.gloss, ...defining.words]);
    let [most, at] = [0, -1];
    senses.forEach((sense, rank) => {
      const shared = [...sense.gloss, ...sense.words].filter(
        (each) => each !== word && said.has(each),
      ).length;
      if (shared > most) [most, at] = [shared, rank];
    });
    if (at >= 0) return [at];
  }
  return [];
}

/** What is exchanged must be of quite different kinds, in cosines. */
const MOST_ALIKE = 0.3;
/** How much better each of the two must go with its own sense of the shared word. */
const LEAST_PREFERRED = 0.15;
const LEAST_PREFERRED_OF_BOTH = 0.4;
/** And how well at all. */
const LEAST_LIKENESS = 0.2;
/** With more senses, some will fit anything. */
const MOST_SENSES = 15;

/** "The bishop addressed the crowd", "the envelope": a shared word that the two select different senses of. */
export function findSwitchedSense(context: Context): Finding | null {
  const { neighbourhood, lexicon } = context.evidence;
  if (!neighbourhood) return null;
  for (const { a, b, left, right } of openExchanges(context)) {
    // Taggers err: one of the two tells that both are nouns.
    if (!(left || right) || (a.as !== 'noun' && b.as !== 'noun')) continue;
    if (beforeNoun(context, 0, a) || beforeNoun(context, 1, b)) continue;
    const [nounA, nounB] = [inClass(lexicon, a, 'noun'), inClass(lexicon, b, 'noun')];
    if (!lexicon.has(nounA, 'noun') || !lexicon.has(nounB, 'noun')) continue;
    if (sharedApartFrom(context.comparison, new Set([...context.explained, a, b]), 0.4) < LEAST_SHARED)
      continue;
    if (kinOf(lexicon, nounA, nounB, 'noun').length > 0) continue;
    const meanings = meaningsOf(neighbourhood, lexicon);
    const [ofA, ofB] = [meanings.of(nounA), meanings.of(nounB)];
    if (!ofA || !ofB || likeness(ofA, ofB) > MOST_ALIKE) continue;
    let found: { shared: readonly [Word, Word]; ranks: readonly [number, number]; sure: number } | null =
      null;
    for (const link of context.comparison.links[0]) {
      if (!isSure(link) || link!.a.as !== link!.b.as || (link!.a.as !== 'noun' && link!.a.as !== 'verb'))
        continue;
      const way = switchOf(meanings, lexicon, link!.a, ofA, ofB);
      if (way && way.sure > (found?.sure ?? 0)) found = { shared: [link!.a, link!.b], ...way };
    }
    if (!found) continue;
    const [first, second] = found.shared;
    const senses = lexicon.senses(first.lemma, first.as!);
    return {
      category: 'word sense',
      rule: 'word sense/switch by vectors',
      because: `With ${quoted([a])}, ${quoted([first])} is read as “${nameOf(senses[found.ranks[0]]!, first)}”; with ${quoted([b])}, as “${nameOf(senses[found.ranks[1]]!, first)}” (by ${meanings.name}).`,
      words: [
        [first, a],
        [second, b],
      ],
    };
  }
  return null;
}

/** "double espresso": a modifier, whatever its class. */
const beforeNoun = (context: Context, side: 0 | 1, word: Word): boolean =>
  word.as !== 'noun' && context.comparison.words[side][word.index + 1]?.as === 'noun';

function switchOf(
  meanings: Meanings,
  lexicon: Lexicon,
  shared: Word,
  ofA: Float32Array,
  ofB: Float32Array,
): { ranks: [number, number]; sure: number } | null {
  const senses = lexicon.senses(shared.lemma, shared.as!);
  if (senses.length < 2 || senses.length > MOST_SENSES || isCommon(lexicon, shared.lemma)) return null;
  const scores = senses.map((sense) => meanings.ofSense(shared.lemma, sense));
  const [withA, withB] = [ofA, ofB].map((vector) => scores.map((sense) => likeness(sense, vector))) as [
    number[],
    number[],
  ];
  const [i, j] = [indexOfMost(withA), indexOfMost(withB)];
  const [a, b] = [withA[i]! - withA[j]!, withB[j]! - withB[i]!];
  if (i === j || Math.min(withA[i]!, withB[j]!) < LEAST_LIKENESS) return null;
  if (Math.min(a, b) < LEAST_PREFERRED || a + b < LEAST_PREFERRED_OF_BOTH) return null;
  return { ranks: [i, j], sure: Math.min(a, b) };
}

/** Of those that are wanted. */
function indexOfMost(values: readonly number[], isWanted: (index: number) => boolean = () => true): number {
  let at = -1;
  values.forEach((value, i) => {
    if (isWanted(i) && (at < 0 || value > values[at]!)) at = i;
  });
  return at;
}
