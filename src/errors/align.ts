import type { AnalysedSentence, Lexicon } from '../language/types.ts';
import { OPPOSITES } from './closedClasses.ts';
import { relationsOf, type LexicalRelations } from './lexical.ts';
import { wordsOf, type Word } from './words.ts';

/** Two words that say the same, in falling order of how surely. */
export interface Link {
  a: Word;
  b: Word;
  kind: 'same' | 'inflected' | 'number' | 'synonym' | 'derived';
  /** Not in the order of the other links. */
  moved: boolean;
}

/** A stretch in which the sentences differ, between two words (or ends) that they share. */
export interface Difference {
  /** Words of the first and of the second sentence; one of the two may be empty. */
  words: readonly [readonly Word[], readonly Word[]];
  /** Which of them stand in one another's place. */
  substitutions: readonly (readonly [Word, Word])[];
}

export interface Comparison {
  words: readonly [readonly Word[], readonly Word[]];
  /** By index of the word; null where the other sentence has nothing for it. */
  links: readonly [readonly (Link | null)[], readonly (Link | null)[]];
  differences: readonly Difference[];
  relations: LexicalRelations;
}

/** Longer sentences are texts: they are not aligned, and only `length` and `unknown words` speak of them. */
export const MOST_WORDS_ALIGNED = 250;

const SURE: ReadonlySet<Link['kind']> = new Set(['same', 'inflected', 'number']);
export const isSure = (link: Link | null | undefined): boolean => Boolean(link && SURE.has(link.kind));

/** Words that other words of the same sentence may not stand for: they hold a sentence together. */
export const LIGHT_VERBS = new Set(['be', 'have', 'do', 'get', 'go', 'make', 'take', 'will', 'would', 'can']);

/** A word whose like is in the other sentence needs no synonym: then the lexicon is not asked. */
function linkKind(a: Word, b: Word, relations: LexicalRelations, askLexicon: boolean): Link['kind'] | null {
  if (a.form === b.form) return 'same';
  if (a.lemma === b.lemma) return 'inflected';
  if (!a.content || !b.content) return isArticle(a) && isArticle(b) && sameArticle(a, b) ? 'same' : null;
  const value = a.value;
  if (value !== null && value === b.value) return 'number';
  if (!askLexicon) return null;
  if (a.name !== b.name) return relations.family(a.lemma, b.lemma) ? 'derived' : null;
  if (a.name) return relations.family(a.lemma, b.lemma) ? 'derived' : null;
  if (LIGHT_VERBS.has(a.lemma) || LIGHT_VERBS.has(b.lemma)) return null;
  if (relations.synonyms(a, b)) return 'synonym';
  return relations.derived(a, b) ? 'derived' : null;
}

const isArticle = (word: Word): boolean => word.form === 'a' || word.form === 'an' || word.form === 'the';
const sameArticle = (a: Word, b: Word): boolean => a.form !== 'the' && b.form !== 'the';

const LINK_SCORES: Record<Link['kind'], number> = {
  same: 3,
  inflected: 2.8,
  number: 2.8,
  synonym: 1.9,
  derived: 1.7,
};

/** How willingly two words are put in one another's place; 0 is never. */
function substitutionScore(a: Word, b: Word, oppositesOfA: ReadonlySet<string> | undefined): number {
  if (a.content && b.content) {
    if (a.name || b.name) return a.name && b.name ? 0.9 : 0.3;
    if (a.value !== null && b.value !== null) return 1;
    if (oppositesOfA?.has(b.form)) return 1.2;
    if (a.as !== b.as || a.as === null) return 0.25;
    return 0.6;
  }
  if (oppositesOfA?.has(b.form)) return 0.8;
  if (a.content || b.content) return 0.05;
  return a.pos === b.pos ? 0.3 : 0.1;
}

/**
 * Aligns two sentences: a global alignment (Needleman and Wunsch 1970) of words that are equal in form, base form or
 * number, synonyms, or derived from one another, with words of one class in one another's place between them; then
 * words that only moved. `null` where a sentence is too long, or where less than `leastShared` of their content words
 * are the same.
 */
export function compare(
  sentences: readonly [AnalysedSentence, AnalysedSentence],
  lexicon: Lexicon,
  leastShared = 0,
): Comparison | null {
  const [first, second] = [wordsOf(sentences[0], lexicon), wordsOf(sentences[1], lexicon)];
  if (first.length > MOST_WORDS_ALIGNED || second.length > MOST_WORDS_ALIGNED) return null;
  if (sameLemmas(first, second) < leastShared) return null;
  const relations = relationsOf(lexicon);
  const links: [(Link | null)[], (Link | null)[]] = [
    new Array<Link | null>(first.length).fill(null),
    new Array<Link | null>(second.length).fill(null),
  ];
  const place = alignInOrder(first, second, relations, links);
  linkMoved(first, second, relations, links);
  return {
    words: [first, second],
    links,
    differences: collectDifferences(first, second, links, place),
    relations,
  };
}

/** The share of content words of both sentences that the other has too; 1 where there are none. */
function sameLemmas(first: readonly Word[], second: readonly Word[]): number {
  const counts = new Map<string | number, number>();
  let all = 0;
  for (const word of first) {
    if (!word.content) continue;
    all++;
    const key = word.value ?? word.lemma;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  let shared = 0;
  for (const word of second) {
    if (!word.content) continue;
    all++;
    const key = word.value ?? word.lemma;
    const left = counts.get(key) ?? 0;
    if (left === 0) continue;
    counts.set(key, left - 1);
    shared += 2;
  }
  return all === 0 ? 1 : shared / all;
}

/** Pairing two words beats leaving both out, however little it scores. */
const STAY = 0.02;
const KINDS: readonly Link['kind'][] = ['same', 'inflected', 'number', 'synonym', 'derived'];
const NO_LINK = 255;

/** Room for the alignment's table, used again by every pair. */
let best = new Float64Array(0);
let cell = new Float64Array(0);
let kinds = new Uint8Array(0);

function makeRoom(cells: number): void {
  if (best.length >= cells) return;
  best = new Float64Array(cells);
  cell = new Float64Array(cells);
  kinds = new Uint8Array(cells);
}

/** By index of the word: whether the other sentence lacks it, in any form. */
function alone(words: readonly Word[], others: readonly Word[]): boolean[] {
  const lemmas = new Set(others.map((word) => word.lemma));
  return words.map((word) => !lemmas.has(word.lemma));
}

/** Fills `links`; returns for each word of the first sentence the word in its place, or -1. */
function alignInOrder(
  first: readonly Word[],
  second: readonly Word[],
  relations: LexicalRelations,
  links: [(Link | null)[], (Link | null)[]],
): Int32Array {
  const rows = first.length + 1;
  const columns = second.length + 1;
  makeRoom(rows * columns);
  const [aloneFirst, aloneSecond] = [alone(first, second), alone(second, first)];
  best.fill(0, 0, columns);
  for (let i = 1; i < rows; i++) {
    const a = first[i - 1]!;
    const opposites = OPPOSITES.get(a.form);
    best[i * columns] = 0;
    for (let j = 1; j < columns; j++) {
      const b = second[j - 1]!;
      const at = i * columns + j;
      const askLexicon = aloneFirst[i - 1]! && aloneSecond[j - 1]!;
      const kind = linkKind(a, b, relations, askLexicon);
      kinds[at] = kind === null ? NO_LINK : KINDS.indexOf(kind);
      let score = kind === null ? substitutionScore(a, b, opposites) : LINK_SCORES[kind];
      if (kind !== null) {
        // A shared "the" says little, and less where its neighbours differ.
        if (!(a.content && b.content)) score = 0.7;
        if (i > 1 && j > 1 && first[i - 2]!.form === second[j - 2]!.form) score += 0.3;
      }
      cell[at] = score;
      const diagonal = best[at - columns - 1]! + score + STAY;
      best[at] = Math.max(diagonal, best[at - columns]!, best[at - 1]!);
    }
  }
  const place = new Int32Array(first.length).fill(-1);
  let i = rows - 1;
  let j = columns - 1;
  while (i > 0 && j > 0) {
    const at = i * columns + j;
    if (best[at]! === best[at - columns - 1]! + cell[at]! + STAY) {
      place[i - 1] = j - 1;
      if (kinds[at] !== NO_LINK) {
        const link: Link = { a: first[i - 1]!, b: second[j - 1]!, kind: KINDS[kinds[at]!]!, moved: false };
        links[0][i - 1] = link;
        links[1][j - 1] = link;
      }
      i--;
      j--;
    } else if (best[at]! === best[at - columns]!) i--;
    else j--;
  }
  return place;
}

/** Content words that only stand elsewhere; sure links before doubtful ones. */
function linkMoved(
  first: readonly Word[],
  second: readonly Word[],
  relations: LexicalRelations,
  links: [(Link | null)[], (Link | null)[]],
): void {
  const openFirst = first.filter((word) => word.content && !links[0][word.index]);
  const openSecond = second.filter((word) => word.content && !links[1][word.index]);
  const possible: Link[] = [];
  for (const a of openFirst) {
    for (const b of openSecond) {
      const kind = linkKind(a, b, relations, true);
      if (kind !== null) possible.push({ a, b, kind, moved: true });
    }
  }
  for (const wanted of ['same', 'inflected', 'number', 'synonym'] as const) {
    for (const link of possible) {
      const { a, b, kind } = link;
      if (kind !== wanted || links[0][a.index] || links[1][b.index]) continue;
      links[0][a.index] = link;
      links[1][b.index] = link;
    }
  }
}

function collectDifferences(
  first: readonly Word[],
  second: readonly Word[],
  links: readonly [readonly (Link | null)[], readonly (Link | null)[]],
  place: Int32Array,
): Difference[] {
  const differences: Difference[] = [];
  const inOrder = (link: Link | null | undefined) => Boolean(link && !link.moved);
  let i = 0;
  let j = 0;
  while (i < first.length || j < second.length) {
    if (i < first.length && inOrder(links[0][i]) && j === links[0][i]!.b.index) {
      i++;
      j++;
      continue;
    }
    const fromI = i;
    const fromJ = j;
    while (i < first.length && !inOrder(links[0][i])) i++;
    const until = i < first.length ? links[0][i]!.b.index : second.length;
    j = until;
    const words: [Word[], Word[]] = [
      first.slice(fromI, i).filter((word) => !links[0][word.index]),
      second.slice(fromJ, j).filter((word) => !links[1][word.index]),
    ];
    if (words[0].length === 0 && words[1].length === 0) continue;
    const substitutions: (readonly [Word, Word])[] = [];
    for (const a of words[0]) {
      const b = place[a.index]! < 0 ? undefined : second[place[a.index]!];
      if (b && !links[1][b.index]) substitutions.push([a, b]);
    }
    differences.push({ words, substitutions });
  }
  return differences;
}

/**
 * How much of both sentences is the same, apart from the words in `apart`: the share of their content words that have
 * a link, a doubtful one counting `doubtful`. 1 where there are no other content words.
 */
export function sharedApartFrom(comparison: Comparison, apart: ReadonlySet<Word>, doubtful = 0.5): number {
  let all = 0;
  let shared = 0;
  for (const side of [0, 1] as const) {
    for (const word of comparison.words[side]) {
      if (!word.content || apart.has(word) || LIGHT_VERBS.has(word.lemma)) continue;
      all++;
      const link = comparison.links[side][word.index];
      if (link) shared += isSure(link) ? 1 : doubtful;
    }
  }
  return all === 0 ? 1 : shared / all;
}
