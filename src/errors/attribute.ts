import { isSure, sharedApartFrom } from './align.ts';
import { linkOf, other, quoted, SIDES, type Context, type Finding, type Side } from './context.ts';
import { DISCOURSE_ADVERBS, FOCUS_ADVERBS } from './closedClasses.ts';
import type { Difference } from './align.ts';
import type { Word } from './words.ts';

/** "Equal but for": nearly all else is the same. */
const LEAST_SHARED = 0.75;
/** Content words in common: with one alone, anything is equal but for a modifier. */
const LEAST_SURE = 2;
/** A phrase that is longer adds a statement of its own. */
const LONGEST_PHRASE = 5;

/** The sentences are equal but for a modifier changed, added or left out. */
export function findAttribute(context: Context): Finding | null {
  const { comparison } = context;
  const open = comparison.differences
    .map((difference) => openWords(context, difference))
    .filter(([a, b]) => a.length + b.length > 0);
  if (open.length === 0) return null;
  if (sureWords(context) < LEAST_SURE) return null;
  const found = open.filter(
    (words) =>
      SIDES.every((side) =>
        words[side].every((word) => isModifier(context, side, word, words[other(side)].length > 0)),
      ) &&
      ofOneHead(context, words) &&
      !sayTheSame(context, words),
  );
  const explained = new Set([...context.explained, ...found.flatMap(([a, b]) => [...a, ...b])]);
  if (found.length > 0 && sharedApartFrom(comparison, explained, 0.5) >= LEAST_SHARED) return write(found);
  return findPhrase(context, open);
}

/** Several words give way to as many others before the same noun. */
function ofOneHead(context: Context, words: readonly [Word[], Word[]]): boolean {
  const [a, b] = words;
  if (a.length === 0 || b.length === 0) return true;
  const heads = new Set(SIDES.flatMap((side) => words[side].map((word) => headAfter(context, side, word))));
  return a.length === b.length && (a.length === 1 || heads.size === 1);
}

/** "bank holiday", "public holiday": with the noun after them they are words of WordNet, of one meaning or kind. */
function sayTheSame(context: Context, [a, b]: readonly [Word[], Word[]]): boolean {
  if (a.length !== 1 || b.length !== 1) return false;
  const { lexicon } = context.comparison.relations;
  const [x, y] = [a[0]!, b[0]!].map(
    (word, side) => `${word.lemma} ${headAfter(context, side as Side, word)}`,
  ) as [string, string];
  return (
    lexicon.areSynonyms(x, y, 'noun') ||
    (lexicon.stepsUp(x, y, 'noun') ?? lexicon.stepsUp(y, x, 'noun')) !== null
  );
}

/** The noun that a word before it goes with, by its base form. */
function headAfter(context: Context, side: Side, word: Word): string | null {
  for (let i = word.index; i <= word.index + 2; i++) {
    const group = context.grammar[side].groupOf[i];
    if (group) return group.head.lemma;
  }
  return null;
}

const sureWords = (context: Context): number =>
  context.comparison.words[0].filter((word) => word.content && isSure(linkOf(context, 0, word))).length;

/** Content words of a stretch that nothing explains yet. */
function openWords(context: Context, difference: Difference): [Word[], Word[]] {
  const keep = (word: Word) => word.content && !context.explained.has(word);
  return [difference.words[0].filter(keep), difference.words[1].filter(keep)];
}

/** An adjective, adverb, participle or noun before what it modifies, which the other sentence has too. */
function isModifier(context: Context, side: Side, word: Word, replaced: boolean): boolean {
  if (word.value !== null || word.date || FOCUS_ADVERBS.has(word.form) || DISCOURSE_ADVERBS.has(word.form))
    return false;
  const words = context.comparison.words[side];
  const group = context.grammar[side].groupOf[word.index];
  // A first name or title is part of a name.
  if (group && group.head.name && word.name) return false;
  if (group && group.head !== word)
    return isSure(linkOf(context, side, group.head)) || context.explained.has(group.head);
  // "newly discovered fungus", "fast-spreading fungus": a participle between its adverb and the noun.
  const next = words[word.index + 1];
  if (word.as === 'verb' && /(ing|ed|en)$/.test(word.form) && next && !next.markBefore) {
    const following = context.grammar[side].groupOf[next.index];
    const subject = words[word.index - 1];
    if (following && following.words[0] === next && next.pos !== 'DET' && subject?.pos !== 'AUX') {
      return isSure(linkOf(context, side, following.head));
    }
  }
  if (word.as === 'adverb') return near(context, side, word, words);
  // "The soup is warm", "made it cheap": said of what stands before.
  if (word.as === 'adjective') return replaced && near(context, side, word, words);
  return false;
}

function near(context: Context, side: Side, word: Word, words: readonly Word[]): boolean {
  for (const step of [-1, 1]) {
    for (let i = word.index + step; words[i] && Math.abs(i - word.index) <= 3; i += step) {
      if (words[i]!.content) {
        if (linkOf(context, side, words[i]!) !== null) return true;
        if (i === word.index + 1 && words[i]!.as !== 'noun') continue;
        break;
      }
    }
  }
  return false;
}

function write(found: readonly [Word[], Word[]][]): Finding {
  const words: [Word[], Word[]] = [found.flatMap(([list]) => list), found.flatMap(([, list]) => list)];
  const [a, b] = words;
  const because =
    a.length > 0 && b.length > 0
      ? `The sentences differ in a modifier: ${quoted(a)} and ${quoted(b)}.`
      : `Only one of the sentences says ${quoted(a.length > 0 ? a : b)}.`;
  return { category: 'attribute importance', rule: 'attribute importance/modifier', because, words };
}

/** One sentence adds a short phrase, which says where, when, how or with what. */
function findPhrase(context: Context, open: readonly [Word[], Word[]][]): Finding | null {
  if (open.length !== 1) return null;
  for (const side of SIDES) {
    if (open[0]![other(side)].length > 0) continue;
    const difference = context.comparison.differences.find((each) =>
      each.words[side].includes(open[0]![side][0]!),
    )!;
    const words = difference.words[side];
    const opener = words[0]!;
    if (
      words.length > LONGEST_PHRASE ||
      words.length < 2 ||
      difference.words[other(side)].some((word) => word.content)
    )
      continue;
    if (opener.pos !== 'ADP' || words.slice(1).some((word) => word.as === 'verb')) continue;
    const apart = new Set([...context.explained, ...words]);
    if (sharedApartFrom(context.comparison, apart, 0.3) < 0.9) continue;
    const marked: [Word[], Word[]] = [[], []];
    marked[side] = [...words];
    return {
      category: 'attribute importance',
      rule: 'attribute importance/phrase',
      because: `Only one of the sentences says ${quoted(words)}.`,
      words: marked,
    };
  }
  return null;
}
