import {
  DIRECTED,
  FOCUS_ADVERBS,
  RELATIVES,
  REPORTING_VERBS,
  SUBORDINATORS,
  SYMMETRIC_VERBS,
} from './closedClasses.ts';
import { sharedApartFrom } from './align.ts';
import { linkOf, partnerOf, quoted, type Context, type Finding } from './context.ts';
import { relationsIn, type Relation } from './roles.ts';
import type { Word } from './words.ts';

/** Nearly all content words of both sentences must be the same, moved or not. */
const LEAST_SHARED = 0.9;

/** Nearly the same content words in other roles. A passive of the same roles, or an adverbial moved, is none. */
export function findWordOrder(context: Context): Finding | null {
  const explained = context.explained;
  if (sharedApartFrom(context.comparison, explained, 0.5) < LEAST_SHARED) return null;
  const roles = [0, 1].map((side) =>
    relationsIn(context.grammar[side as 0 | 1], context.comparison.words[side as 0 | 1]),
  ) as [Relation[], Relation[]];
  return (voiceChanges(context) ? null : findSwap(context)) ?? findConflict(context, roles);
}

/** A verb is passive in one sentence only: then words change places and keep their roles. */
function voiceChanges({ grammar: [first, second] }: Context): boolean {
  return first.verbs.some((a) =>
    second.verbs.some((b) => a.verb.lemma === b.verb.lemma && a.passive !== b.passive),
  );
}

const keyOf = (relation: Relation): string =>
  `${relation.role} ${relation.governor.lemma} ${relation.dependent.lemma}`;

/**
 * The same verb, preposition or noun has another word in the same role, and both words are in both sentences: "dog" is
 * the subject of "chase" in one and its object in the other.
 */
function findConflict(context: Context, roles: readonly [Relation[], Relation[]]): Finding | null {
  const keys = roles.map((relations) => new Set(relations.map(keyOf)));
  const lemmas = context.comparison.words.map((words) => new Set(words.map((word) => word.lemma)));
  for (const a of roles[0]) {
    for (const b of roles[1]) {
      if (a.role !== b.role) continue;
      const sameGovernor = a.governor.lemma === b.governor.lemma && a.dependent.lemma !== b.dependent.lemma;
      const byDependent =
        (a.role === 'modifier' || a.role === 'focus') &&
        a.dependent.lemma === b.dependent.lemma &&
        a.governor.lemma !== b.governor.lemma;
      if (!(byDependent || (sameGovernor && a.role !== 'modifier' && a.role !== 'focus'))) continue;
      if (keys[1]!.has(keyOf(a)) || keys[0]!.has(keyOf(b))) continue;
      const [one, two] = byDependent ? [a.governor, b.governor] : [a.dependent, b.dependent];
      if (!lemmas[1]!.has(one.lemma) || !lemmas[0]!.has(two.lemma)) continue;
      if (SYMMETRIC_VERBS.has(a.governor.lemma) || REPORTING_VERBS.has(a.governor.lemma)) continue;
      if ([one, two].some((word) => word.value !== null)) continue;
      // What a noun modifies is often read wrongly in a long row of nouns, and in a headline.
      if (a.role === 'modifier' && !isPlainModifier(a, b, context)) continue;
      if (!byDependent && a.role === 'after' && !exchanged(one, two, roles)) continue;
      if ((a.role === 'subject' || a.role === 'object' || a.role === 'clause') && !exchanged(one, two, roles))
        continue;
      const fixed = byDependent ? a.dependent : a.governor;
      const because = byDependent
        ? `${quoted([fixed])} goes with ${quoted([one])} in one sentence and with ${quoted([two])} in the other.`
        : `${quoted([one])} and ${quoted([two])} change places as ${roleName(a)} ${quoted([fixed])}.`;
      return {
        category: 'word order',
        rule: `word order/${a.role}`,
        because,
        words: [
          [one, byDependent ? a.dependent : a.governor],
          [two, byDependent ? b.dependent : b.governor],
        ],
      };
    }
  }
  return null;
}

/** Both are adjectives before a noun, in sentences of the same words. */
function isPlainModifier(a: Relation, b: Relation, context: Context): boolean {
  const [first, second] = context.comparison.words;
  const plain = [a, b].every(({ governor, dependent }) => dependent.pos === 'ADJ' && governor.pos === 'NOUN');
  return plain && first.length === second.length && sharedApartFrom(context.comparison, new Set()) === 1;
}

const roleName = (relation: Relation): string =>
  relation.role === 'after' || relation.role === 'clause' ? 'what follows' : `${relation.role} of`;

/** In the second sentence, what held the first place has another role than before. */
function exchanged(one: Word, two: Word, roles: readonly [Relation[], Relation[]]): boolean {
  const rolesOf = (side: 0 | 1, lemma: string) =>
    roles[side]
      .filter((relation) => relation.dependent.lemma === lemma && relation.role !== 'modifier')
      .map((relation) => `${relation.role} ${relation.governor.lemma}`);
  const changed = (lemma: string) => {
    const before = rolesOf(0, lemma);
    const now = rolesOf(1, lemma);
    return before.length > 0 && now.length > 0 && !now.some((role) => before.includes(role));
  };
  return changed(one.lemma) && changed(two.lemma);
}

/** A stretch of the first sentence that is the same in the second. */
interface Tile {
  start: number;
  length: number;
  there: number;
}

const alike = (a: Word, b: Word): boolean => a.lemma === b.lemma && (a.form === b.form || a.as === b.as);

/** Cuts both sentences into their longest common stretches, longest first (greedy string tiling, Wise 1993). */
export function tilesOf(first: readonly Word[], second: readonly Word[]): Tile[] {
  const usedA = new Uint8Array(first.length);
  const usedB = new Uint8Array(second.length);
  const tiles: Tile[] = [];
  for (;;) {
    let best: Tile | null = null;
    for (let i = 0; i < first.length; i++) {
      if (usedA[i]) continue;
      for (let j = 0; j < second.length; j++) {
        if (usedB[j] || !alike(first[i]!, second[j]!)) continue;
        let length = 0;
        while (
          i + length < first.length &&
          j + length < second.length &&
          !usedA[i + length] &&
          !usedB[j + length] &&
          alike(first[i + length]!, second[j + length]!)
        ) {
          length++;
        }
        if (!best || length > best.length) best = { start: i, length, there: j };
      }
    }
    if (!best) break;
    for (let k = 0; k < best.length; k++) {
      usedA[best.start + k] = 1;
      usedB[best.there + k] = 1;
    }
    tiles.push(best);
  }
  return tiles.sort((a, b) => a.start - b.start);
}

/**
 * Two stretches change places around one that stays: "A before B" and "B before A". An adverbial that only moved
 * carries its own preposition along, or is an adverb or a time.
 */
function findSwap(context: Context): Finding | null {
  const [first, second] = context.comparison.words;
  const tiles = tilesOf(first, second);
  for (let i = 0; i < tiles.length; i++) {
    for (let k = i + 2; k < tiles.length; k++) {
      const a = tiles[i]!;
      const b = tiles[k]!;
      if (b.there > a.there) continue;
      const wordsA = first.slice(a.start, a.start + a.length);
      const wordsB = first.slice(b.start, b.start + b.length);
      if (!standsAlone(wordsA, context) || !standsAlone(wordsB, context)) continue;
      if ([...wordsA, ...wordsB].some((word) => REPORTING_VERBS.has(word.lemma))) continue;
      // A relative clause is said of the noun before it, which stays.
      const bothRelative = RELATIVES.has(wordsA[0]!.form) && RELATIVES.has(wordsB[0]!.form);
      const stays = tiles
        .slice(i + 1, k)
        .find((m) => m.there > b.there && m.there < a.there && (bothRelative || isAxis(m, first)));
      if (!stays) continue;
      const movedTo = (tile: Tile) => second.slice(tile.there, tile.there + tile.length);
      const stretch = first.slice(stays.start, stays.start + stays.length);
      const axis = stretch.filter(isAxisWord);
      return {
        category: 'word order',
        rule: 'word order/swap',
        because: `${quoted(wordsA)} and ${quoted(wordsB)} change places around ${quoted(axis.length > 0 ? axis.slice(0, 1) : stretch)}.`,
        words: [
          [...wordsA, ...wordsB],
          [...movedTo(a), ...movedTo(b)],
        ],
      };
    }
  }
  return null;
}

/** A verb, preposition or comparison whose two sides are not alike. */
const isAxisWord = (word: Word): boolean =>
  ((word.pos === 'VERB' || word.pos === 'AUX') && !SYMMETRIC_VERBS.has(word.lemma)) ||
  DIRECTED.has(word.form) ||
  RELATIVES.has(word.form);

/** "X, said Y" says what "Y said X" says. */
function isAxis(tile: Tile, words: readonly Word[]): boolean {
  const axis = words.slice(tile.start, tile.start + tile.length);
  return axis.some(isAxisWord) && !axis.some((word) => REPORTING_VERBS.has(word.lemma));
}

/** Content that takes its role from its place: it brings no preposition or conjunction, and is no time or adverb. */
function standsAlone(words: readonly Word[], context: Context): boolean {
  const opener = words[0]!;
  if (opener.pos === 'ADP' || opener.pos === 'SCONJ' || SUBORDINATORS.has(opener.form)) return false;
  const content = words.filter((word) => word.content && word.value === null);
  if (content.length === 0 || content.every((word) => word.as === 'adverb' || FOCUS_ADVERBS.has(word.form)))
    return false;
  // Where all of it is one group with a preposition before it on both sides, the preposition came along.
  return content.some((word) => {
    const group = context.grammar[0].groupOf[word.index];
    if (group?.temporal) return false;
    const link = linkOf(context, 0, word);
    const there = link ? partnerOf(context, 0, word) : null;
    const groupThere = there ? context.grammar[1].groupOf[there.index] : null;
    const own = group?.preposition?.form;
    return own === undefined || own !== groupThere?.preposition?.form;
  });
}
