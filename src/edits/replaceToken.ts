import type { AnalysedSentence, Lexicon, Token, WordClass } from '../language/types.ts';
import { inflect, type Inflection } from './inflect.ts';
import { assemble, replace } from './splice.ts';
import { keep } from './splice.ts';
import type { EditedText, EditSpan } from './types.ts';
import { BE, HAVE, baseForm, verbForm } from './words.ts';

const CLASSES: Partial<Record<Token['pos'], WordClass>> = {
  NOUN: 'noun',
  PROPN: 'noun',
  VERB: 'verb',
  ADJ: 'adjective',
  ADV: 'adverb',
};

/**
 * The form of another word that fits where `form` stands: "sell" for "bought" makes "sold". The word itself where
 * either is not known to the lexicon as a word of that class.
 * @param before forms of the tokens before it, nearest first: they tell a participle ("has cut") from a past ("cut")
 */
export function inflectLike(
  form: string,
  word: string,
  as: WordClass,
  lexicon: Lexicon,
  before: readonly string[] = [],
): string {
  const model = as === 'verb' ? verbForm(form, lexicon) : null;
  const inflection = model
    ? chooseInflection(model.inflections, before)
    : baseForm(form, as, lexicon)?.inflection;
  const base = as === 'verb' ? verbForm(word, lexicon)?.base : baseForm(word, as, lexicon)?.base;
  return inflection === undefined || base === undefined ? word : inflect(base, inflection);
}

function chooseInflection(inflections: readonly Inflection[], before: readonly string[]): Inflection {
  const auxiliary = before.find((form) => form !== 'not' && form !== "n't" && !form.endsWith('ly'));
  const isParticiple = auxiliary !== undefined && (BE.test(auxiliary) || HAVE.test(auxiliary));
  if (isParticiple && inflections.includes('participle')) return 'participle';
  if (auxiliary !== undefined && /^(?:he|she|it)$/.test(auxiliary) && inflections.includes('past'))
    return 'past';
  return inflections.find((inflection) => inflection !== 'participle') ?? inflections[0]!;
}

/**
 * The sentence with another word in the place of one token: with the old one's capital, "a" or "an" before it as the
 * word sounds, and inflected as the old one was ("dogs", cat: "cats"). Null where the span is no token, or the word
 * is the same or empty.
 * @param span UTF-16 offsets of the token
 * @param word in any inflection
 */
export function replaceToken(
  sentence: AnalysedSentence,
  span: EditSpan,
  word: string,
  lexicon: Lexicon,
): EditedText | null {
  const { tokens } = sentence;
  const index = tokens.findIndex((token) => token.start === span.start && token.end === span.end);
  const token = tokens[index];
  if (!token || word.trim() === '') return null;
  const as = CLASSES[token.pos];
  const before = tokens.slice(Math.max(0, index - 3), index).map((earlier) => earlier.form);
  const fitting = as ? inflectLike(token.form, word.trim(), as, lexicon, before.reverse()) : word.trim();
  return assemble(
    sentence,
    [
      ...keep(sentence, 0, index),
      ...replace(sentence, index, fitting),
      ...keep(sentence, index + 1, tokens.length),
    ],
    () => true,
  );
}
