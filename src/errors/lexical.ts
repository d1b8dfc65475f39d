import type { Lexicon, WordClass } from '../language/types.ts';
import { NEGATIVE_AFFIX, OPPOSED_KINDS, OPPOSITES, SEX_WORDS } from './closedClasses.ts';
import { profileOf, type Profile } from './profiles.ts';
import type { Word } from './words.ts';

/** Sister terms: how far it is up to what both are kinds of. */
export interface Kinship {
  /** Words of the common kind. */
  kind: readonly string[];
  stepsA: number;
  stepsB: number;
}

/** What the rules ask the lexicon about two words. What is asked for every two words of a pair is a look into a set. */
export interface LexicalRelations {
  lexicon: Lexicon;
  /** In any sense, by their classes in the sentence. */
  synonyms(a: Word, b: Word): boolean;
  /** "discover", "discovery": of different classes. */
  derived(a: Word, b: Word): boolean;
  /** Derived from one another, of any classes: "astronomy", "astronomer". */
  family(a: string, b: string): boolean;
  opposites(a: Word, b: Word): boolean;
  /** One is a kind of the other, within two steps. */
  oneIsKindOfOther(a: Word, b: Word): boolean;
  /** `a` and `b` may be phrases: "shoulder blade". */
  sisters(a: string, b: string, as: WordClass): Kinship | null;
}

const memos = new WeakMap<Lexicon, LexicalRelations>();

/** The relations of a lexicon, with their memory, which lives as long as the lexicon does. */
export function relationsOf(lexicon: Lexicon): LexicalRelations {
  let relations = memos.get(lexicon);
  if (!relations) memos.set(lexicon, (relations = build(lexicon)));
  return relations;
}

/** Steps up from each of two sister terms that still make them alike: guitar, violin -> stringed instrument. */
const SISTER_STEPS = 4;
/** Kinds above this say nothing: "object", "causal agent". */
const KIND_DEPTH = 3;

function build(lexicon: Lexicon): LexicalRelations {
  const related = (word: string) => profileOf(lexicon, word, 'noun').related;
  const family = (a: string, b: string): boolean => a === b || related(a).has(b) || related(b).has(a);

  return {
    lexicon,
    synonyms: (a, b) => a.profile !== null && a.as === b.as && a.profile.synonyms.has(b.lemma),
    derived: (a, b) =>
      a.profile !== null &&
      b.profile !== null &&
      a.as !== b.as &&
      (a.profile.related.has(b.lemma) || b.profile.related.has(a.lemma)),
    family,
    opposites(a, b) {
      if (OPPOSITES.get(a.form)?.has(b.form)) return true;
      if (a.profile === null || b.profile === null || a.lemma === b.lemma) return false;
      return areOpposites(lexicon, a, b, a.profile, b.profile);
    },
    oneIsKindOfOther(a, b) {
      if (a.as === null || a.as !== b.as) return false;
      return Math.min(up(lexicon, a.lemma, b.lemma, a.as), up(lexicon, b.lemma, a.lemma, a.as)) <= 2;
    },
    sisters(a, b, as) {
      const common = lexicon.commonAncestor(a, b, as, 3);
      if (!common || common.stepsA === 0 || common.stepsB === 0) return null;
      const { words, stepsA, stepsB, depth } = common;
      if (Math.max(stepsA, stepsB) > SISTER_STEPS || depth < (as === 'verb' ? 1 : KIND_DEPTH)) return null;
      return { kind: words, stepsA, stepsB };
    },
  };
}

const up = (lexicon: Lexicon, word: string, ancestor: string, as: WordClass): number =>
  lexicon.stepsUp(word, ancestor, as, 2) ?? Infinity;

function areOpposites(lexicon: Lexicon, a: Word, b: Word, ofA: Profile, ofB: Profile): boolean {
  const [x, y] = [a.lemma, b.lemma];
  if (ofA.opposites.has(y) || ofB.opposites.has(x)) {
    return !(a.as === 'noun' && b.as === 'noun' && differInSexAlone(lexicon, x, y));
  }
  if (a.as === 'adjective' && b.as === 'adjective')
    return lexicon.areAntonyms(x, y, 'adjective') || affixed(x, y) || affixed(y, x);
  if (a.as === 'verb' && b.as === 'verb' && ofA.poles !== 0 && ofB.poles !== 0 && ofOpposedKinds(ofA, ofB))
    return true;
  return affixed(x, y) || affixed(y, x);
}

function ofOpposedKinds(ofA: Profile, ofB: Profile): boolean {
  for (let i = 0; i < OPPOSED_KINDS.length; i++) {
    const [one, two] = [1 << (2 * i), 2 << (2 * i)];
    if (ofA.poles & one && !(ofA.poles & two) && ofB.poles & two && !(ofB.poles & one)) return true;
    if (ofB.poles & one && !(ofB.poles & two) && ofA.poles & two && !(ofA.poles & one)) return true;
  }
  return false;
}

/** "unhappy", "happy": the prefix alone opposes them, whether or not WordNet says so. */
function affixed(a: string, b: string): boolean {
  if (a.length <= b.length || b.length <= 3 || !(a.endsWith(b) || a.startsWith(b))) return false;
  return NEGATIVE_AFFIX.test(a) && a.replace(NEGATIVE_AFFIX, '') === b;
}

/** "man", "woman"; "king", "queen": of one kind, told apart by sex, so they are sisters rather than opposites. */
function differInSexAlone(lexicon: Lexicon, a: string, b: string): boolean {
  const isSexed = (word: string) =>
    lexicon
      .senses(word, 'noun')
      .slice(0, 2)
      .some((sense) => sense.gloss.some((gloss) => SEX_WORDS.has(gloss)));
  return isSexed(a) && isSexed(b) && lexicon.commonAncestor(a, b, 'noun', 2) !== null;
}
