import type { WordClass } from '../language/types.ts';
import type { Parse } from './clauses.ts';
import { isNameLike, makeEdit } from './make.ts';
import { inflectLike } from './replaceToken.ts';
import { keep, matchCase, replace } from './splice.ts';
import type { Edit } from './types.ts';
import { baseForm, verbForm } from './words.ts';

/** A word is an opposite in its own right where the way back is among the first ones. */
const MOST_BACK = 4;

const CLASSES: Record<string, WordClass> = { NOUN: 'noun', VERB: 'verb', ADJ: 'adjective', ADV: 'adverb' };

/** Each content word that has an opposite, in its place and inflection: "bought" makes "sold", "hottest" "coldest". */
export function antonyms(parse: Parse): Edit[] {
  return parse.words.map((_, index) => antonymEdit(parse, index)).filter((edit) => edit !== null);
}

function antonymEdit(parse: Parse, index: number): Edit | null {
  const { sentence, words, lexicon } = parse;
  const word = words[index]!;
  const as = CLASSES[word.tag];
  if (
    !as ||
    isNameLike(parse, index) ||
    (word.token.stop && as !== 'adjective') ||
    words[index - 1]?.form === '-' ||
    words[index + 1]?.form === '-'
  )
    return null;
  const base = as === 'verb' ? verbForm(word.form, lexicon)?.base : baseForm(word.form, as, lexicon)?.base;
  const opposite = base && opposites(base, as, parse)[0];
  if (!opposite || RARE.has(`${base} ${opposite}`) || !fits(parse, index, opposite)) return null;
  const before = words.slice(Math.max(0, index - 3), index).map((earlier) => earlier.form);
  const fitting = matchCase(inflectLike(word.form, opposite, as, lexicon, before.reverse()), word.token.text);
  return makeEdit(parse, 'antonym', `“${word.token.text}” → “${fitting}”`, [
    ...keep(sentence, 0, index),
    ...replace(sentence, index, fitting),
    ...keep(sentence, index + 1, sentence.tokens.length),
  ]);
}

const INTRANSITIVE = /^(?:arrive|come|go|stay|depart|rise|fall|sit|lie|sleep|wake)$/;

/** Not where it would stand beside itself ("black and white"), nor an intransitive verb before an object. */
function fits({ words, lexicon }: Parse, index: number, other: string): boolean {
  const joined = [-1, 1].some(
    (step) =>
      /^(?:and|or|,)$/.test(words[index + step]?.form ?? '') && words[index + 2 * step]?.form === other,
  );
  if (words.some(({ form, tag }) => tag === 'NOUN' && baseForm(form, 'noun', lexicon)?.base === other))
    return false;
  return !joined && !(INTRANSITIVE.test(other) && /^(?:DET|PRON)$/.test(words[index + 1]?.tag ?? ''));
}

/**
 * Opposites in WordNet of a sense that the word is seldom used in, or that read wrong in its place. The lexicon gives
 * opposites in the order of their senses, but not of which sense they are.
 */
const RARE = new Set(
  `back advance|bear bull|bull bear|charge discharge|claim disclaim|cover uncover|credit debit|cross uncross|draw push
  face avoid|figure ground|fire hire|fine coarse|foot head|green ripe|ground figure|have lack|head foot|hit miss|key unimportant
  launch abolish|lie sit|make break|make unmake|match disagree|meet diverge|middle beginning|middle end|miss attend|miss hit|next preceding
  order disorder|peel dress|race linger|remain change|rush linger|run idle|service disservice|set rise|source sink|stand yield
  strike miss|take give|use idle|work idle|yield stand|change stay|age rejuvenate|mount wane|freeze boil|key atonal
  right left|stay change|claim waive|need obviate|such little|know ignore|ultimate proximate|suspect trust|light dark|sound silence|pregnant empty|net gross|grey young|gray young|great small|great little|type antitype|work laze|slow accelerate|
  feed starve|bounce clear|claim forfeit|join disjoin|walk ride|ride walk|let prevent|let keep|ever never
  leave get|clean dirty|wind calm|stage unstaged|film blur|see blind|bank withdraw|show hide|hold release`
    .split(/\||\n/)
    .map((pair) => pair.trim()),
);

/** Opposites that every near-synonym of their own opposite shares: "tiny" and "large". */
const BASIC =
  /^(?:big|small|large|little|long|short|tall|high|low|hot|cold|wet|dry|fast|slow|old|young|new|good|bad|rich|poor|strong|weak|happy|sad|clean|dirty|full|empty|light|dark|loud|quiet|hard|soft|heavy|thin|fat|wide|narrow|early|late|easy|difficult|right|wrong|safe|dangerous|open|closed|rough|smooth|sharp|dull|deep|shallow|beautiful|ugly|brave|calm|kind|cruel)$/;

/** Single words of which the word is an opposite in turn, most frequent sense first. */
function opposites(base: string, as: WordClass, { lexicon }: Parse): string[] {
  return lexicon.antonyms(base, as).filter((word) => {
    if (!/^[a-z]{2,}$/.test(word) || /^non/.test(word) || /^(?:ever|little|middle)$/.test(word)) return false;
    if (as === 'adjective' && BASIC.test(word)) return true;
    const back = lexicon.antonyms(word, as);
    const place = back.indexOf(base);
    return place >= 0 && place < MOST_BACK;
  });
}
