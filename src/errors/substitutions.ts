import type { Difference } from './align.ts';
import { linkOf, partnerOf, type Context, type Exchange, type Side } from './context.ts';
import type { Word } from './words.ts';

/** Words in one another's place that no rule has explained yet; no names, no numbers. */
export function openExchanges(context: Context): readonly Exchange[] {
  const { exchanges, explained } = context;
  if (exchanges?.explained === explained.size) return exchanges.list;
  const found: Exchange[] = [];
  for (const difference of context.comparison.differences) {
    for (const [a, b] of headed(difference)) {
      if (context.explained.has(a) || context.explained.has(b)) continue;
      if (a.name || b.name || a.value !== null || b.value !== null) continue;
      found.push({ a, b, difference, ...sidesOf(context, a, b) });
    }
  }
  context.exchanges = { explained: explained.size, list: found };
  return found;
}

/** Where one side is one noun, its place is that of the last noun on the other side: "collarbone", "shoulder blade". */
function headed(difference: Difference): readonly (readonly [Word, Word])[] {
  const content = difference.words.map((words) => words.filter((word) => word.content));
  const [first, second] = [content[0]!, content[1]!];
  const a = first.at(-1);
  const b = second.at(-1);
  const nominal = a?.as === 'noun' && b?.as === 'noun';
  return nominal && first.length + second.length === 3 && Math.min(first.length, second.length) === 1
    ? [[a, b]]
    : difference.substitutions;
}

const isArticle = (word: Word | undefined): boolean =>
  word !== undefined && (word.pos === 'DET' || word.form === 'a' || word.form === 'an');

const beforeOf = (word: Word, context: Context, side: Side): number =>
  compoundOf(context, side, word)[0]!.index - 1;

/** Articles may differ: "an apple", "a pear". */
function sidesOf(context: Context, a: Word, b: Word): { left: boolean; right: boolean } {
  const [first, second] = context.comparison.words;
  const alike = (x: Word | undefined, y: Word | undefined): boolean => {
    if (x === undefined || y === undefined) return x === y;
    return partnerOf(context, 0, x) === y || (isArticle(x) && isArticle(y));
  };
  const [beforeA, beforeB] = [beforeOf(a, context, 0), beforeOf(b, context, 1)];
  // An article says nothing of the place: what is before it counts.
  const articles = isArticle(first[beforeA]) && isArticle(second[beforeB]);
  return {
    left:
      alike(first[beforeA], second[beforeB]) && (!articles || alike(first[beforeA - 1], second[beforeB - 1])),
    right: alike(first[a.index + 1], second[b.index + 1]),
  };
}

/** The word with the word before it, where the two are one noun of WordNet that the other sentence lacks: "shoulder blade". */
export function compoundOf(context: Context, side: Side, word: Word): Word[] {
  const before = context.comparison.words[side][word.index - 1];
  if (word.as !== 'noun' || !before?.content || linkOf(context, side, before) || word.markBefore)
    return [word];
  const phrase = `${before.lemma} ${word.lemma}`;
  return context.comparison.relations.lexicon.has(phrase, 'noun') ? [before, word] : [word];
}
