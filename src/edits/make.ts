import type { Parse } from './clauses.ts';
import { COMMON_NOUNS } from './commonNouns.ts';
import { assemble, type Piece } from './splice.ts';
import type { Edit, EditKind } from './types.ts';
import { baseForm } from './words.ts';

/**
 * Whether a word keeps its capital inside a sentence. The tagger takes every capitalised word for a name where it is
 * in doubt, so at the beginning of a sentence the lexicon decides: "Stocks", "Children" and "Police" are none.
 */
export function isName(parse: Parse, index: number): boolean {
  const { token, form } = parse.words[index] ?? {};
  if (!token || !form) return false;
  if (form === 'i' || form.startsWith("i'")) return true;
  if (token.pos !== 'PROPN') return false;
  const next = parse.words[index + 1];
  if (next?.token.pos === 'PROPN' && /^\p{Lu}/u.test(next.token.text)) return true;
  if (parse.words[index]!.tag === 'VERB' || COMMON_NOUNS.has(form)) return false;
  return baseForm(form, 'noun', parse.lexicon)?.inflection !== 'plural';
}

/** First names that are also words, where nothing but the capital tells. */
const FIRST_NAME = /^(?:john|jack|mark|bill|bob|tom|jean|will|rob|pat|dick|jimmy|peter|victor|frank)$/;

/** What is not to be replaced by another word: a name, or a part of one. */
export function isNameLike(parse: Parse, index: number): boolean {
  const { token, form, tag } = parse.words[index]!;
  if (FIRST_NAME.test(form) && (tag === 'NOUN' || tag === 'PROPN')) return true;
  if (!/^\p{Lu}/u.test(token.text)) return false;
  const before = parse.words[index - 1];
  if (before && !/^[.!?:"“”']$/.test(before.form)) return true;
  return isName(parse, index);
}

/** The edit that the pieces make; null where they are the sentence as it was. */
export function makeEdit(parse: Parse, kind: EditKind, label: string, pieces: readonly Piece[]): Edit | null {
  const edited = assemble(parse.sentence, pieces, (index) => isName(parse, index));
  return edited && { kind, label, ...edited };
}

/** A piece of the sentence as it is written, for a label; a long one is cut in the middle. */
export function quote(parse: Parse, first: number, end: number): string {
  const { tokens, text } = parse.sentence;
  const whole = text.slice(tokens[first]!.start, tokens[end - 1]!.end).replace(/\s+/g, ' ');
  if (whole.length <= 40) return `“${whole}”`;
  const words = whole.split(' ');
  return words.length < 5
    ? `“${whole.slice(0, 38)}…”`
    : `“${words.slice(0, 3).join(' ')} … ${words.at(-1)!}”`;
}
