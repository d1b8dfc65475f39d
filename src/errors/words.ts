import type { AnalysedSentence, Lexicon, Token, WordClass } from '../language/types.ts';
import { profileOf, type Profile } from './profiles.ts';
import { dateOf, valueOf, type DateName } from './numerals.ts';

/** A token that is no punctuation mark, with what the rules ask of it. */
export interface Word {
  /** Among the words of the sentence. */
  index: number;
  token: Token;
  form: string;
  lemma: string;
  pos: Token['pos'];
  /** The class in which to look it up; null for names, numbers and function words. */
  as: WordClass | null;
  /** What the lexicon says of it, in that class. */
  profile: Profile | null;
  /** Bears meaning of its own: a noun, verb, adjective, adverb, name or number. */
  content: boolean;
  /** A name of a person, place, company, or an adjective made of one ("French"). */
  name: boolean;
  /** The number that it is, by itself: "twelve", "12th"; null for all other words. */
  value: number | null;
  date: DateName | null;
  /** A mark stands between it and the word before: a new clause, an aside, a list. */
  markBefore: boolean;
  /** Joined to the word before by a hyphen: "high-interest". */
  hyphenBefore: boolean;
}

const CLASSES: Partial<Record<Token['pos'], WordClass>> = {
  NOUN: 'noun',
  VERB: 'verb',
  ADJ: 'adjective',
  ADV: 'adverb',
};
const LETTERS = /\p{L}/u;
const UPPER = /^\p{Lu}/u;

/** Headlines and shouts write every word with a capital: there it marks no name. */
function writtenInCapitals(tokens: readonly Token[]): boolean {
  let words = 0;
  let capitals = 0;
  for (const token of tokens) {
    if (token.text.length < 4 || !LETTERS.test(token.text)) continue;
    words++;
    if (UPPER.test(token.text)) capitals++;
  }
  return words >= 3 && capitals > 0.7 * words;
}

/** Kinds of places: in a headline, where all words have capitals, a word that can only be one of these is a name. */
const PLACES = ['country', 'city', 'state', 'continent', 'island', 'river', 'planet'];

function isName(token: Token, first: boolean, capitals: boolean, lexicon: Lexicon): boolean {
  if (!UPPER.test(token.text) || dateOf(token.form, token.text) || token.stop || token.form === 'i')
    return false;
  if (!first && !capitals) return true;
  const { lemma, form } = token;
  const plural = lemma !== form;
  if (lexicon.has(lemma, 'verb') || lexicon.has(lemma, 'adverb')) return false;
  if (!lexicon.has(lemma)) return /^[\p{L}.'-]+$/u.test(token.text) && !plural;
  if (token.pos !== 'PROPN' || plural) return false;
  const isPlace = PLACES.some((place) => {
    const steps = lexicon.stepsUp(lemma, place, 'noun', 2);
    return steps !== null && steps > 0;
  });
  // At the head of a plain sentence wink tells names from nouns well; in a headline it takes all words for names.
  return isPlace || (!capitals && !lexicon.has(lemma, 'adjective') && lexicon.frequency(lemma, 'noun') === 0);
}

/** With straight apostrophes, and without the points of "U.S.". */
function plain(form: string): string {
  const straight = form.includes('’') ? form.replaceAll('’', "'") : form;
  return /^(?:\p{L}\.)+$/u.test(straight) ? straight.replaceAll('.', '') : straight;
}

const memos = new WeakMap<Lexicon, WeakMap<AnalysedSentence, readonly Word[]>>();

/** The words of a sentence, in order; read once, since benchmarks have the same sentence in several pairs. */
export function wordsOf(sentence: AnalysedSentence, lexicon: Lexicon): readonly Word[] {
  let memory = memos.get(lexicon);
  if (!memory) memos.set(lexicon, (memory = new WeakMap()));
  let words = memory.get(sentence);
  if (!words) memory.set(sentence, (words = readWords(sentence, lexicon)));
  return words;
}

function readWords(sentence: AnalysedSentence, lexicon: Lexicon): Word[] {
  const words: Word[] = [];
  const capitals = writtenInCapitals(sentence.tokens);
  let mark = false;
  let hyphen = false;
  let first = true;
  for (const token of sentence.tokens) {
    if (token.pos === 'SPACE') continue;
    const lettered = LETTERS.test(token.text) || /\d/.test(token.text);
    if (!lettered) {
      const joins = /^[-\u2010\u2011]$/.test(token.text);
      hyphen = joins;
      // Quotation marks and apostrophes divide nothing.
      if (!joins && !/^["'“”‘’`]+$/.test(token.text)) mark = true;
      if (/^[.!?:]$/.test(token.text)) first = true;
      continue;
    }
    const joined = hyphen ? joinedWord(words.at(-1), token, sentence.text, lexicon) : null;
    if (joined) {
      words[words.length - 1] = joined;
      hyphen = false;
      continue;
    }
    const name = isName(token, first, capitals, lexicon);
    const as = token.stop || name ? null : (CLASSES[token.pos] ?? unlabelled(token, lexicon));
    words.push({
      index: words.length,
      token,
      form: plain(token.form),
      lemma: plain(token.lemma),
      pos: token.pos,
      as,
      profile: null,
      content: as !== null || name || token.pos === 'NUM' || (token.pos === 'PROPN' && !token.stop),
      name,
      value: valueOf(token.form),
      date: dateOf(token.form, token.text),
      markBefore: mark,
      hyphenBefore: hyphen && words.length > 0,
    });
    mark = false;
    hyphen = false;
    first = false;
  }
  repairTags(words, lexicon);
  for (const word of words) if (word.as !== null) word.profile = profileOf(lexicon, word.lemma, word.as);
  return words;
}

/** "right-hand": two words that the lexicon has as one, with a hyphen. */
function joinedWord(before: Word | undefined, token: Token, text: string, lexicon: Lexicon): Word | null {
  if (!before || before.name || before.token.end + 1 !== token.start) return null;
  const form = `${before.form}-${token.form}`;
  const as = (['adjective', 'noun', 'verb', 'adverb'] as const).find((each) => lexicon.has(form, each));
  if (!as || before.value !== null) return null;
  const { start } = before.token;
  const { end } = token;
  const pos = TAGS[as];
  // All properties in the order of every other word's and token's: objects of two layouts slow all that reads words.
  return {
    index: before.index,
    token: { text: text.slice(start, end), start, end, form, lemma: form, pos, stop: false },
    form,
    lemma: form,
    pos,
    as,
    profile: null,
    content: true,
    name: false,
    value: null,
    date: null,
    markBefore: before.markBefore,
    hyphenBefore: before.hyphenBefore,
  };
}

/** A capital at the head of a sentence or in a headline makes wink see a name where it is a plain word. */
function unlabelled(token: Token, lexicon: Lexicon): WordClass | null {
  if (token.pos !== 'PROPN' && token.pos !== 'X') return null;
  for (const as of ['noun', 'verb', 'adjective', 'adverb'] as const) {
    if (lexicon.has(token.lemma, as)) return as;
  }
  return null;
}

const opensNominal = (word: Word | undefined): boolean =>
  word !== undefined && (word.pos === 'DET' || POSSESSIVES.has(word.form)) && !word.markBefore;
const POSSESSIVES = new Set(['my', 'your', 'his', 'her', 'its', 'our', 'their']);

/**
 * Mends what the tagger gets wrong most: imperatives at the head of a clause, past tenses before an object, and
 * adjectives before a noun. After the transformation rules of Brill (1995).
 */
function repairTags(words: Word[], lexicon: Lexicon): void {
  for (const word of words) {
    const before = words[word.index - 1];
    const next = words[word.index + 1];
    const as = word.as;
    const heads = before === undefined || word.markBefore || before.form === 'please';
    if (word.name || word.token.stop || as === null) continue;
    if (as !== 'verb' && heads && opensNominal(next) && lexicon.has(word.form, 'verb'))
      retag(word, 'verb', lexicon);
    else if (
      as === 'verb' &&
      opensNominal(before) &&
      next?.as === 'noun' &&
      !/(ed|ing|en)$/.test(word.form)
    ) {
      if (lexicon.has(word.form, 'adjective')) retag(word, 'adjective', lexicon);
      else if (lexicon.has(word.form, 'noun')) retag(word, 'noun', lexicon);
    } else if (as === 'verb' && before?.lemma === 'be' && next?.as === 'noun' && word.form === word.lemma) {
      // "it is picture day"
      if (lexicon.has(word.form, 'noun')) retag(word, 'noun', lexicon);
    } else if (
      (as === 'adjective' || (as === 'noun' && word.form.endsWith('ed'))) &&
      before?.as === 'noun' &&
      opensNominal(next) &&
      isPastTense(word, lexicon)
    ) {
      retag(word, 'verb', lexicon);
    }
  }
  if (words.some((word) => word.pos === 'VERB' || word.pos === 'AUX')) return;
  // A sentence with a subject and no verb: "the footballer burst into tears".
  const hidden = words.find(
    (word) =>
      word.as === 'noun' &&
      words[word.index - 1]?.as === 'noun' &&
      words[word.index + 1]?.pos === 'ADP' &&
      lexicon.has(lexicon.baseForms(word.form, 'verb')[0] ?? '', 'verb') &&
      opensNominal(words[0]),
  );
  if (hidden) retag(hidden, 'verb', lexicon);
}

const isPastTense = (word: Word, lexicon: Lexicon): boolean =>
  lexicon.baseForms(word.form, 'verb').some((base) => base !== word.form);

const TAGS: Record<WordClass, Token['pos']> = { noun: 'NOUN', verb: 'VERB', adjective: 'ADJ', adverb: 'ADV' };

function retag(word: Word, as: WordClass, lexicon: Lexicon): void {
  word.as = as;
  word.pos = TAGS[as];
  word.lemma = lexicon.baseForms(word.form, as)[0] ?? word.lemma;
}
