import { FOCUS_ADVERBS, RELATIVES, SUBORDINATORS, TIME_NOUNS } from './closedClasses.ts';
import type { Word } from './words.ts';

/** A nominal group: "the small boat", without the phrases that follow it. */
export interface Group {
  head: Word;
  words: readonly Word[];
  /** The preposition before it, if any; a group joined by "and" has that of the first. */
  preposition: Word | null;
  /** Says when: no subject or object. */
  temporal: boolean;
  /** Joined by "and" or "or" to the group before it. */
  joined: boolean;
}

/** A verb with its auxiliaries. */
export interface VerbGroup {
  verb: Word;
  words: readonly Word[];
  passive: boolean;
  /** "to go", "going" without an auxiliary. */
  nonFinite: boolean;
  /** The conjunction, relative pronoun or subordinator that opens its clause. */
  opener: Word | null;
  subject: Group | null;
  object: Group | null;
}

/** A shallow reading of a sentence. Wrong now and then: the rules ask for agreement of several signs. */
export interface Grammar {
  groups: readonly Group[];
  verbs: readonly VerbGroup[];
  /** By index of the word: the group that it is part of. */
  groupOf: readonly (Group | null)[];
}

const BE = new Set(['be', 'get']);
const CONJUNCTIONS = new Set(['and', 'or', 'but', 'nor', 'yet']);

const isNominal = (word: Word): boolean =>
  word.pos === 'NOUN' || word.pos === 'PROPN' || word.name || (word.as === 'noun' && word.pos !== 'VERB');
const isPronoun = (word: Word): boolean => word.pos === 'PRON' && !RELATIVES.has(word.form);
const POSSESSIVES = new Set(['my', 'your', 'his', 'her', 'its', 'our', 'their', "'s", "'"]);

function opensGroup(word: Word): boolean {
  return word.pos === 'DET' || (POSSESSIVES.has(word.form) && word.form !== "'s" && word.form !== "'");
}

/** A participle or adjective before a noun, seen from inside a group. */
function isModifier(word: Word, words: readonly Word[], at: number): boolean {
  if (FOCUS_ADVERBS.has(word.form)) return false;
  if (word.pos === 'ADJ' || word.pos === 'NUM' || word.value !== null || word.as === 'adjective') return true;
  const next = words[at + 1];
  if (!next || next.markBefore) return false;
  if (word.pos === 'ADV') return next.pos === 'ADJ' && at > 0 && words[at - 1]!.pos === 'DET';
  if (word.pos === 'VERB' && /(ing|ed|en|t|n)$/.test(word.form)) {
    return at > 0 && opensGroup(words[at - 1]!) && (isNominal(next) || next.pos === 'ADJ');
  }
  return false;
}

function groupAt(words: readonly Word[], start: number): Word[] | null {
  const taken: Word[] = [];
  let headed = false;
  let at = start;
  for (; at < words.length; at++) {
    const word = words[at]!;
    if (word.markBefore && taken.length > 0 && !word.hyphenBefore) {
      // "a small, wooden boat"
      if (headed || !(word.pos === 'ADJ' || word.as === 'adjective')) break;
    }
    if (isPronoun(word)) {
      if (taken.length > 0) {
        // "her" and "his" may be possessives: then they open a group.
        break;
      }
      taken.push(word);
      const next = words[at + 1];
      const possessive =
        POSSESSIVES.has(word.form) && next && !next.markBefore && (isNominal(next) || next.pos === 'ADJ');
      if (!possessive) return taken;
      continue;
    }
    if (opensGroup(word)) {
      if (headed) break;
      taken.push(word);
      continue;
    }
    if (word.form === "'s" || word.form === "'") {
      if (!headed || word.pos !== 'PART') break;
      headed = false;
      taken.push(word);
      continue;
    }
    if (isNominal(word)) {
      const before = taken.at(-1);
      // "On Monday Priya ...": a time and a name are two groups.
      if (before && headed && isDateWord(before) !== isDateWord(word)) break;
      taken.push(word);
      headed = true;
      continue;
    }
    if (!headed && isModifier(word, words, at)) {
      taken.push(word);
      continue;
    }
    // "the ADJ NOUN" goes on after a noun modifier: "a stone garden wall" is nouns; "the river green" ends here.
    break;
  }
  if (taken.length === 0) return null;
  const last = taken.at(-1)!;
  if (headed) return taken;
  // "the rich", "three of them": a group without a noun needs a determiner or a number.
  return taken.length > 0 && (last.value !== null || (taken.length > 1 && opensGroup(taken[0]!)))
    ? taken
    : null;
}

const isDateWord = (word: Word): boolean => word.date !== null || TIME_NOUNS.has(word.lemma);

function headOf(taken: readonly Word[]): Word {
  for (let i = taken.length - 1; i >= 0; i--) if (isNominal(taken[i]!)) return taken[i]!;
  return taken.at(-1)!;
}

/** Reads nominal groups, verb groups, and who does what to whom. */
export function parse(words: readonly Word[]): Grammar {
  const groups: Group[] = [];
  const verbs: VerbGroup[] = [];
  const groupOf = new Array<Group | null>(words.length).fill(null);
  const at = { groups, verbs, groupOf };
  const state: ClauseState = { free: null, last: null, opener: null, verb: null, direct: false };
  let preposition: Word | null = null;
  for (let i = 0; i < words.length;) {
    const word = words[i]!;
    if (word.markBefore) state.direct = false;
    const verbGroup = verbGroupAt(words, i);
    if (verbGroup) {
      addVerb(state, at, verbGroup, words);
      preposition = null;
      i = verbGroup.next;
      continue;
    }
    const taken = RELATIVES.has(word.form) && word.pos !== 'DET' ? null : groupAt(words, i);
    if (taken) {
      // "before she left": what looks like a preposition opens a clause.
      if (preposition && SUBORDINATORS.has(preposition.form) && finiteVerbAt(words, i + taken.length))
        preposition = null;
      addGroup(state, at, taken, preposition, words);
      preposition = null;
      i += taken.length;
      continue;
    }
    if (SUBORDINATORS.has(word.form) || RELATIVES.has(word.form)) {
      state.opener = word;
      if (SUBORDINATORS.has(word.form)) {
        state.free = null;
        state.verb = null;
      }
      state.direct = false;
      preposition = word.pos === 'ADP' || word.form === 'after' || word.form === 'before' ? word : null;
    } else if (CONJUNCTIONS.has(word.form)) {
      state.opener = word;
      state.direct = false;
    } else if (word.pos === 'ADP' || word.pos === 'SCONJ') {
      preposition = word;
      if (!particleBefore(words, i)) state.direct = false;
    }
    i++;
  }
  return { groups, verbs, groupOf };
}

function finiteVerbAt(words: readonly Word[], from: number): boolean {
  let at = from;
  while (words[at]?.pos === 'ADV' && !words[at]!.markBefore) at++;
  const read = at < words.length && !words[at]!.markBefore ? verbGroupAt(words, at) : null;
  return read !== null && !read.nonFinite;
}

interface ClauseState {
  /** A group that waits for its verb. */
  free: Group | null;
  last: Group | null;
  opener: Word | null;
  verb: VerbGroup | null;
  /** Nothing but adverbs stands between the verb and here. */
  direct: boolean;
}

const PARTICLES = new Set(['up', 'down', 'out', 'off', 'away', 'over', 'back', 'on', 'in']);
/** "pushed up prices": a particle keeps the object near. */
function particleBefore(words: readonly Word[], at: number): boolean {
  const before = words[at - 1];
  const next = words[at + 1];
  return (
    before?.pos === 'VERB' &&
    PARTICLES.has(words[at]!.form) &&
    words[at]!.form !== 'on' &&
    words[at]!.form !== 'in' &&
    next !== undefined &&
    !next.markBefore
  );
}

function addVerb(
  state: ClauseState,
  to: { verbs: VerbGroup[] },
  read: NonNullable<ReturnType<typeof verbGroupAt>>,
  words: readonly Word[],
): void {
  const relative = state.opener !== null && RELATIVES.has(state.opener.form) ? state.opener : null;
  let subject = state.free;
  // "the chemist who discovered": the noun before the pronoun; but "the cake that she baked" has its subject.
  if (!subject && relative) subject = state.last;
  if (!subject && state.opener && CONJUNCTIONS.has(state.opener.form))
    subject = to.verbs.at(-1)?.subject ?? null;
  if (!subject && read.nonFinite && state.verb) subject = null;
  const group: VerbGroup = {
    verb: read.verb,
    words: words.slice(read.start, read.next),
    passive: read.passive,
    nonFinite: read.nonFinite,
    opener: state.opener,
    subject,
    object: null,
  };
  to.verbs.push(group);
  state.verb = group;
  state.free = null;
  state.opener = null;
  state.direct = true;
}

function addGroup(
  state: ClauseState,
  to: { groups: Group[]; groupOf: (Group | null)[] },
  taken: readonly Word[],
  preposition: Word | null,
  words: readonly Word[],
): void {
  const head = headOf(taken);
  const before = words[taken[0]!.index - 1];
  const joined =
    before !== undefined &&
    (before.form === 'and' || before.form === 'or') &&
    state.last?.words.at(-1)?.index === before.index - 1;
  const shared = joined && state.last ? state.last.preposition : null;
  const group: Group = {
    head,
    words: taken,
    preposition: preposition ?? shared,
    temporal:
      isDateWord(head) ||
      (taken.some((word) => word.form === 'last' || word.form === 'next') && isDateWord(head)),
    joined,
  };
  // "Our waiter, a champion, recognised": an aside leaves the subject as it was.
  const aside =
    state.free !== null && taken[0]!.markBefore && words[taken.at(-1)!.index + 1]?.markBefore === true;
  to.groups.push(group);
  for (const word of taken) to.groupOf[word.index] = group;
  state.last = group;
  if (group.preposition || group.temporal) return;
  if (state.verb && state.direct) {
    if (!state.verb.object) state.verb.object = group;
    else state.direct = false;
    return;
  }
  if (!(joined && state.free) && !aside) state.free = group;
}

function verbGroupAt(
  words: readonly Word[],
  start: number,
): { verb: Word; start: number; next: number; passive: boolean; nonFinite: boolean } | null {
  let at = start;
  let verb: Word | null = null;
  let be = false;
  let auxiliary = false;
  let infinitive = false;
  if (words[at]?.form === 'to' && words[at + 1] && isVerbal(words[at + 1]!)) {
    infinitive = true;
    at++;
  }
  for (; at < words.length; at++) {
    const word = words[at]!;
    if (word.markBefore && at > start && verb) break;
    if (word.pos === 'AUX' || (BE.has(word.lemma) && isVerbal(word))) {
      if (verb) break;
      auxiliary = true;
      be = BE.has(word.lemma);
      continue;
    }
    if (auxiliary && !verb && (word.pos === 'ADV' || word.pos === 'PART') && words[at + 1]) {
      if (isVerbal(words[at + 1]!) || words[at + 1]!.pos === 'ADV') continue;
      break;
    }
    if (isVerbal(word) && !verb) {
      verb = word;
      continue;
    }
    break;
  }
  if (!verb && !auxiliary) return null;
  if (!verb) {
    // A bare "is": the verb of its clause.
    let last = start;
    while (last + 1 < at && words[last + 1]!.pos === 'AUX') last++;
    return { verb: words[last]!, start, next: last + 1, passive: false, nonFinite: false };
  }
  const participle = verb.form !== verb.lemma && !verb.form.endsWith('ing') && !/s$/.test(verb.form);
  return {
    verb,
    start,
    next: verb.index + 1,
    passive: be && participle,
    nonFinite: infinitive || (!auxiliary && verb.form.endsWith('ing')),
  };
}

const isVerbal = (word: Word): boolean =>
  word.pos === 'VERB' || word.pos === 'AUX' || (word.as === 'verb' && word.pos === 'PROPN');
