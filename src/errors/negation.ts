import {
  CLAUSE_NEGATORS,
  DENYING_WITH_INFINITIVE,
  DENYING_WITH_OBJECT,
  NEGATIVE_AFFIX,
  NEGATIVE_PREPOSITIONS,
  NEGATIVE_PRONOUNS,
  NEGATIVE_SUBORDINATORS,
  NOMINAL_NEGATORS,
  QUIET_NEGATORS,
} from './closedClasses.ts';
import { isSure, sharedApartFrom } from './align.ts';
import { linkOf, other, partnerOf, quoted, SIDES, type Context, type Finding, type Side } from './context.ts';
import type { Grammar } from './grammar.ts';
import type { Word } from './words.ts';

/** A word that denies, and what it denies. */
export interface Cue {
  words: readonly Word[];
  /** The verb, noun or adjective that it scopes over, nearest first. */
  scope: readonly Word[];
}

const NOT_IN_SCOPE = new Set([
  'be',
  'have',
  'do',
  'get',
  'any',
  'even',
  'yet',
  'really',
  'always',
  'quite',
  'very',
  'near',
]);
const PHRASES = new Set(['no longer', 'no more', 'nowhere near', 'far from', 'yet to']);

const CUE_WORDS: ReadonlySet<string> = new Set([
  ...[
    CLAUSE_NEGATORS,
    NOMINAL_NEGATORS,
    NEGATIVE_PRONOUNS,
    NEGATIVE_PREPOSITIONS,
    NEGATIVE_SUBORDINATORS,
  ].flatMap((each) => [...each]),
  ...DENYING_WITH_INFINITIVE,
  ...DENYING_WITH_OBJECT,
  'far',
  'yet',
]);

/** The words that deny something in a sentence, each with its scope. */
export function cuesOf(words: readonly Word[], grammar: Grammar): Cue[] {
  const cues: Cue[] = [];
  for (const word of words) {
    const next = words[word.index + 1];
    const pair = next ? `${word.form} ${next.form}` : '';
    if (PHRASES.has(pair)) {
      cues.push({ words: [word, next!], scope: after(words, word.index + 2) });
    } else if (CLAUSE_NEGATORS.has(word.form)) {
      // "not only ... but also" denies nothing.
      if (word.form === 'not' && next?.form === 'only') continue;
      cues.push({ words: [word], scope: after(words, word.index + 1) });
    } else if (NOMINAL_NEGATORS.has(word.form) || NEGATIVE_PRONOUNS.has(word.form)) {
      // "No, thanks"; "a no-frills airline"; "a road to nowhere".
      if (word.form === 'no' && (!next || next.markBefore || next.hyphenBefore)) continue;
      if (word.form === 'nowhere' && words[word.index - 1]?.pos === 'ADP') continue;
      cues.push({ words: [word], scope: ofNominal(word, words, grammar) });
    } else if (NEGATIVE_SUBORDINATORS.has(word.form)) {
      cues.push({ words: [word], scope: verbsAfter(word.index + 1, words) });
    } else if (NEGATIVE_PREPOSITIONS.has(word.form)) {
      cues.push({ words: [word], scope: afterPreposition(words, word.index + 1, grammar) });
    } else if (DENYING_WITH_INFINITIVE.has(word.lemma) && next?.form === 'to' && words[word.index + 2]) {
      cues.push({ words: [word], scope: after(words, word.index + 2) });
    } else if (DENYING_WITH_OBJECT.has(word.lemma) && word.pos === 'VERB' && next) {
      cues.push({ words: [word], scope: afterPreposition(words, word.index + 1, grammar) });
    }
  }
  return cues;
}

/** The verb after a "not" if one is near, else the first content word; before it where nothing follows. */
function after(words: readonly Word[], from: number): Word[] {
  let first: Word | null = null;
  for (let i = from; i < words.length && i < from + 6; i++) {
    const word = words[i]!;
    if (word.markBefore && i > from && !word.hyphenBefore) break;
    if (!word.content || NOT_IN_SCOPE.has(word.lemma)) continue;
    if (word.pos === 'VERB') return first && first.pos !== 'ADV' ? [first, word] : [word];
    first ??= word;
    if (word.as === 'noun' || word.name) break;
  }
  if (first) return [first];
  for (let i = from - 2; i >= 0 && i > from - 6; i--) if (words[i]!.content) return [words[i]!];
  const bare = words[from - 2];
  return bare ? [bare] : [];
}

/** The verb of the clause that begins here, or what it says of its subject. */
function verbsAfter(from: number, words: readonly Word[]): Word[] {
  for (let i = from; i < words.length && i < from + 10; i++) {
    if (words[i]!.pos === 'VERB') return [words[i]!];
    if (words[i]!.pos === 'AUX' && words[i + 1]?.content) return [words[i + 1]!];
  }
  return [];
}

/** "no dog barks": the noun, and the verb that it is the subject of. "nobody": the verb alone. */
function ofNominal(cue: Word, words: readonly Word[], grammar: Grammar): Word[] {
  const group = grammar.groupOf[cue.index] ?? grammar.groupOf[cue.index + 1] ?? null;
  const scope: Word[] = [];
  if (group && !NEGATIVE_PRONOUNS.has(cue.form) && group.head !== cue) scope.push(group.head);
  const from = Math.max(cue.index, group ? group.words.at(-1)!.index : cue.index);
  for (let i = from + 1; i < words.length; i++) {
    const word = words[i]!;
    if (word.pos === 'VERB' || (word.pos === 'AUX' && i + 1 === words.length)) {
      scope.push(word);
      return scope;
    }
  }
  for (let i = cue.index - 1; scope.length === 0 && i >= 0; i--)
    if (words[i]!.pos === 'VERB') scope.push(words[i]!);
  return scope;
}

/** "without goggles or a cap": the group, and those joined to it; "without asking": the verb. */
function afterPreposition(words: readonly Word[], from: number, grammar: Grammar): Word[] {
  const first = words[from];
  if (!first) return [];
  const group = grammar.groupOf[from];
  if (!group) return after(words, from);
  const scope = [group.head];
  const at = grammar.groups.indexOf(group);
  for (let i = at + 1; i < grammar.groups.length && grammar.groups[i]!.joined; i++)
    scope.push(grammar.groups[i]!.head);
  return scope;
}

/** Something in the sentence denies by its meaning, unlike anything in the other. */
function deniesQuietly(context: Context, side: Side): boolean {
  const { relations } = context.comparison;
  return context.comparison.words[side].some(
    (word) =>
      !linkOf(context, side, word) &&
      (QUIET_NEGATORS.has(word.lemma) ||
        (word.content &&
          NEGATIVE_AFFIX.test(word.form) &&
          relations.lexicon.has(word.form.replace(NEGATIVE_AFFIX, '')))),
  );
}

/** What the rest must share before a missing cue is more than one of many differences. */
const LEAST_SHARED = 0.5;

/**
 * A cue scopes over a word that the other sentence has too, without a cue. After the scopes of the *SEM 2012 shared
 * task (Morante and Blanco 2012), cut down to the head of what is denied.
 */
export function findNegation(context: Context): Finding | null {
  const { words } = context.comparison;
  if (!words.some((list) => list.some((word) => CUE_WORDS.has(word.lemma) || CUE_WORDS.has(word.form))))
    return null;
  const cues = SIDES.map((side) => cuesOf(words[side], context.grammar[side]));
  if (cues[0]!.length === 0 && cues[1]!.length === 0) return null;
  const denied = cues.map((list) => new Set(list.flatMap((cue) => cue.scope)));
  const cueWords = new Set(cues.flatMap((list) => list.flatMap((cue) => cue.words)));
  if (sharedApartFrom(context.comparison, cueWords) < LEAST_SHARED) return null;
  for (const side of SIDES) {
    for (const cue of cues[side]!) {
      const scope = cue.scope.find((word) => {
        const there = partnerOf(context, side, word);
        return there !== null && isSure(linkOf(context, side, word)) && !denied[other(side)]!.has(there);
      });
      if (!scope) continue;
      if (cues[0]!.length === cues[1]!.length && !scopeMoved(context, cue, side, cues, denied)) continue;
      if (cues[0]!.length !== cues[1]!.length && deniesQuietly(context, other(side))) continue;
      const there = partnerOf(context, side, scope)!;
      const onSide: [Word[], Word[]] = [[], []];
      onSide[side] = [...cue.words, scope];
      onSide[other(side)] = [...replacedBy(context, side, cue.words), there];
      const cueMoved = cue.words.every((word) => linkOf(context, side, word));
      return {
        category: 'negation',
        rule: cueMoved ? 'negation/scope' : 'negation/cue',
        because: `${quoted(cue.words)} denies ${quoted([scope])}, which the other sentence says without it.`,
        words: onSide,
      };
    }
  }
  return null;
}

/** With as many cues on both sides, the other sentence's must deny something that this one says. */
function scopeMoved(
  context: Context,
  cue: Cue,
  side: Side,
  cues: readonly (readonly Cue[])[],
  denied: readonly ReadonlySet<Word>[],
): boolean {
  const there = other(side);
  const words = context.comparison.words[side];
  return cues[there]!.some((theirs) =>
    theirs.scope.some((word) => {
      const here = partnerOf(context, there, word);
      if (here === null || denied[side]!.has(here)) return false;
      return !cue.scope.some((own) => isObject(here, own, words) || isObject(own, here, words));
    }),
  );
}

/** "declined to give details", "gave no details": a verb and its object are denied together. */
const isObject = (noun: Word, verb: Word, words: readonly Word[]): boolean =>
  noun.as === 'noun' &&
  noun.index > verb.index &&
  noun.index <= verb.index + 4 &&
  !words.slice(verb.index + 1, noun.index).some((each) => each.pos === 'VERB');

function replacedBy(context: Context, side: Side, cue: readonly Word[]): Word[] {
  for (const difference of context.comparison.differences) {
    for (const [a, b] of difference.substitutions) {
      if (cue.includes(side === 0 ? a : b)) return [side === 0 ? b : a];
    }
  }
  return [];
}
