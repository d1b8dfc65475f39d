import { sharedApartFrom } from './align.ts';
import { TITLES } from './closedClasses.ts';
import { linkOf, partnerOf, quoted, SIDES, type Context, type Finding, type Side } from './context.ts';
import type { Word } from './words.ts';

/** With less in common the names belong to different stories. */
const LEAST_SHARED = 0.5;
/** The names stand in different places, so that more of the rest must say that they are about one thing. */
const LEAST_SHARED_ELSEWHERE = 0.65;
/** The name is all that matters of what is added. */
const LEAST_SHARED_ADDED = 0.8;

/** A name gives way to another name in the same place. */
export function findEntity(context: Context): Finding | null {
  for (const difference of context.comparison.differences) {
    for (const [a, b] of difference.substitutions) {
      if (!isOpenName(context, a) || !isOpenName(context, b)) continue;
      const names = [wholeName(context, 0, a), wholeName(context, 1, b)] as const;
      if (!samePlace(context, names[0], names[1])) continue;
      const found = judge(context, names, LEAST_SHARED);
      if (found) return found;
    }
  }
  const alone = SIDES.map((side) => loneName(context, side));
  if (alone[0] && alone[1]) return judge(context, [alone[0], alone[1]], LEAST_SHARED_ELSEWHERE);
  return findAddedName(context, alone);
}

/** "My counsel" and "my counsel, J. Brown"; ": Reuters" at the end: one sentence sets a name apart that the other leaves out. */
function findAddedName(context: Context, alone: readonly (Word[] | null)[]): Finding | null {
  for (const side of SIDES) {
    const name = alone[side];
    if (!name || !isSetApart(context.comparison.words[side], name)) continue;
    if (sharedApartFrom(context.comparison, new Set([...context.explained, ...name])) < LEAST_SHARED_ADDED)
      continue;
    return {
      category: 'entity',
      rule: 'entity/added name',
      because: `Only one of the sentences names ${quoted(name)}.`,
      words: side === 0 ? [name, []] : [[], name],
    };
  }
  return null;
}

function isSetApart(words: readonly Word[], name: readonly Word[]): boolean {
  const [first, last] = [name[0]!, name.at(-1)!];
  const next = words[last.index + 1];
  return first.markBefore && (next === undefined || next.markBefore);
}

function judge(context: Context, names: readonly [Word[], Word[]], leastShared: number): Finding | null {
  if (sameName(context, names[0], names[1])) return null;
  if (sharedApartFrom(context.comparison, new Set([...context.explained, ...names.flat()])) < leastShared)
    return null;
  return {
    category: 'entity',
    rule: 'entity/name',
    because: `${quoted(names[0])} in one sentence is ${quoted(names[1])} in the other.`,
    words: names,
  };
}

/** The one name of a sentence that the other lacks; null where there are none or several. */
function loneName(context: Context, side: Side): Word[] | null {
  const open = context.comparison.words[side].filter(
    (word) => linkOf(context, side, word) === null && isOpenName(context, word),
  );
  const name = open[0] ? wholeName(context, side, open[0]) : [];
  return open.length > 0 && open.every((word) => name.includes(word)) ? name : null;
}

/** "Mr Blair" is "Tony Blair": a title stands for any first name. */
const isOpenName = (context: Context, word: Word): boolean =>
  word.name && !context.explained.has(word) && !TITLES.has(word.form.replace('.', ''));

/** The words of a name that the other sentence lacks: "Windsor" of "Windsor Castle" where both have the castle. */
function wholeName(context: Context, side: Side, word: Word): Word[] {
  const words = context.comparison.words[side];
  const isPart = (each: Word | undefined) =>
    each !== undefined && each.name && linkOf(context, side, each) === null;
  let start = word.index;
  while (isPart(words[start - 1]) && !words[start]!.markBefore) start--;
  let end = word.index + 1;
  while (isPart(words[end]) && !words[end]!.markBefore) end++;
  return words.slice(start, end);
}

/** What stands before or after both is the same, or both stand at the same end. */
function samePlace(context: Context, a: readonly Word[], b: readonly Word[]): boolean {
  const [first, second] = context.comparison.words;
  const alike = (x: Word | undefined, y: Word | undefined) =>
    x === undefined || y === undefined ? x === y : partnerOf(context, 0, x) === y;
  return (
    alike(first[a[0]!.index - 1], second[b[0]!.index - 1]) ||
    alike(first[a.at(-1)!.index + 1], second[b.at(-1)!.index + 1])
  );
}

/** "UN" and "United Nations", "Britain" and "UK", "Moscow" and "Moscow's": one name written in two ways. */
function sameName(context: Context, a: readonly Word[], b: readonly Word[]): boolean {
  const { lexicon, family } = context.comparison.relations;
  const whole = (name: readonly Word[]) => name.map((word) => word.form.replaceAll('.', '')).join(' ');
  const [nameA, nameB] = [whole(a), whole(b)];
  return (
    initials(a, nameB) ||
    initials(b, nameA) ||
    lexicon.areSynonyms(nameA, nameB, 'noun') ||
    a.some((x) => b.some((y) => family(x.lemma, y.lemma) || spelledAlike(x.form, y.form)))
  );
}

const initials = (name: readonly Word[], short: string): boolean =>
  name.length > 1 && name.map((word) => word.form[0]).join('') === short;

/** "Kenya", "Kenyan"; "Gaddafi", "Gadhafi": one begins with the other, or they differ in one letter. */
function spelledAlike(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.startsWith(short)) return short.length >= 3;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end++;
  return short.length >= 5 && start + end >= long.length - 1;
}
