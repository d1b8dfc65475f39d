import type { Clause, Parse } from './clauses.ts';
import { past, thirdPerson } from './inflect.ts';
import { makeEdit, quote } from './make.ts';
import { readNounPhrase, type NounPhrase, type Phrase } from './phrases.ts';
import { keep, type Piece } from './splice.ts';
import type { Edit } from './types.ts';
import { verbForm } from './words.ts';

const AS_SUBJECT: Record<string, string> = { me: 'I', him: 'he', her: 'she', them: 'they', us: 'we' };
const AS_OBJECT: Record<string, string> = { i: 'me', he: 'him', she: 'her', they: 'them', we: 'us' };
/** What points at its own clause, or at nothing, can't change its place. */
const FIXED =
  /^(?:there|nobody|nothing|none|himself|herself|itself|themselves|myself|yourself|ourselves|who|which|that|what|each)$/;

/**
 * Roles exchanged: subject and object of each clause; where a clause has none, the noun phrases around a preposition
 * or a conjunction.
 */
export function swaps(parse: Parse): Edit[] {
  const found = parse.clauses.map((clause) => swapRoles(parse, clause)).filter((edit) => edit !== null);
  const others = [
    ...swapAround(parse, /^(?:and|or)$/),
    ...swapAround(
      parse,
      /^(?:with|in|on|under|behind|near|from|for|over|beside|above|below|inside|next|to|at|by)$/,
    ),
  ];
  return found.length > 0 ? [...found, ...others.slice(0, 1)] : others.slice(0, 3);
}

function swapRoles(parse: Parse, clause: Clause): Edit | null {
  const { subject, object } = clause;
  const { words } = parse;
  if (!subject || !object || clause.imperative || subject.end > object.first) return null;
  if (FIXED.test(words[subject.head]!.form) || FIXED.test(words[object.head]!.form)) return null;
  if ([subject, object].some(({ first }) => /^(?:no|any)$/.test(words[first]!.form))) return null;
  if (words[subject.head]!.form === 'it' || !isMovable(parse, subject) || !isMovable(parse, object))
    return null;
  if (words[subject.head]!.form.includes("'")) return null;
  const { sentence } = parse;
  const verb = clause.auxiliaries[0] ?? clause.main;
  const person = words[object.head]!.form;
  const agreeing = agree(parse, clause, object.plural || /^(?:you|them|us|we|they)$/.test(person), person);
  if (agreeing === null) return null;
  const between = keep(sentence, subject.end, object.first).map((piece) =>
    piece.index === verb && agreeing !== words[verb]!.form
      ? { ...piece, text: agreeing, changed: true }
      : piece,
  );
  // An inverted question has its verb before the subject: "Does the dog chase a cat?"
  const before = keep(sentence, 0, subject.first).map((piece) =>
    piece.index === verb && agreeing !== words[verb]!.form
      ? { ...piece, text: matchFirst(agreeing, piece.text), changed: true }
      : piece,
  );
  const comma = words[subject.end - 1]!.form === ',' ? 1 : 0;
  return makeEdit(parse, 'swap', swapLabel(parse, { ...subject, end: subject.end - comma }, object), [
    ...before,
    ...moved(parse, object, AS_SUBJECT),
    ...between,
    ...moved(parse, { ...subject, end: subject.end - comma }, AS_OBJECT),
    ...keep(sentence, object.end, sentence.tokens.length),
  ]);
}

const matchFirst = (word: string, model: string): string =>
  /^\p{Lu}/u.test(model) ? word[0]!.toUpperCase() + word.slice(1) : word;

/** A phrase in its new place; a pronoun in the case of it. */
function moved(
  parse: Parse,
  phrase: Phrase & { head?: number; pronoun?: boolean },
  pronouns: Record<string, string>,
): Piece[] {
  const pieces = keep(parse.sentence, phrase.first, phrase.end, true);
  if (!phrase.pronoun) return pieces;
  return pieces.map((piece) => {
    const other = piece.index === phrase.head ? pronouns[parse.words[piece.index]!.form] : undefined;
    return other === undefined ? piece : { ...piece, index: -1, text: other };
  });
}

/** The finite verb as it stands with its new subject; null where the form doesn't tell its number. */
function agree(parse: Parse, clause: Clause, plural: boolean, person: string): string | null {
  const { words, lexicon } = parse;
  const verb = clause.auxiliaries[0] ?? clause.main;
  const { form } = words[verb]!;
  const isFirst = /^(?:i|me)$/.test(person);
  if (/^(?:am|is|are|'m|'re)$/.test(form)) return isFirst ? 'am' : plural ? 'are' : 'is';
  if (form === "'s")
    return clause.subject && words[verb]!.tag === 'AUX' ? (isFirst ? 'am' : plural ? 'are' : 'is') : null;
  if (/^(?:was|were)$/.test(form)) return plural ? 'were' : 'was';
  if (/^(?:have|has|'ve)$/.test(form)) return plural || isFirst ? 'have' : 'has';
  if (/^(?:do|does)$/.test(form)) return plural || isFirst ? 'do' : 'does';
  if (clause.auxiliaries.length > 0 || words[verb]!.tag === 'AUX') return form;
  const known = verbForm(form, lexicon);
  if (!known) return form;
  const isSingular = !clause.subject!.plural && !/^(?:i|you)$/.test(words[clause.subject!.head]!.form);
  const isPast = known.inflections.includes('past') && (!known.inflections.includes('base') || isSingular);
  if (isPast || form === past(known.base)) return form;
  return plural || isFirst ? known.base : thirdPerson(known.base);
}

/** Each pair of noun phrases around a word: "a man with a dog", "bread and butter". */
function swapAround(parse: Parse, word: RegExp): Edit[] {
  const { words, sentence, lexicon } = parse;
  const found: Edit[] = [];
  let left: NounPhrase | null = null;
  for (let at = 0; at < words.length;) {
    const phrase = readNounPhrase(words, at, lexicon);
    if (!phrase) {
      at++;
      continue;
    }
    const between = left ? words.slice(left.end, phrase.first) : [];
    const joins = between.length === 1 && word.test(between[0]!.form) && between[0]!.tag !== 'PART';
    if (
      left &&
      joins &&
      words[left.first]!.form !== 'no' &&
      !left.pronoun &&
      !phrase.pronoun &&
      isMovable(parse, left) &&
      isMovable(parse, phrase)
    ) {
      const edit = makeEdit(parse, 'swap', swapLabel(parse, left, phrase), [
        ...keep(sentence, 0, left.first),
        ...moved(parse, phrase, AS_SUBJECT),
        ...keep(sentence, left.end, phrase.first),
        ...moved(parse, left, AS_OBJECT),
        ...keep(sentence, phrase.end, sentence.tokens.length),
      ]);
      if (edit) found.push(edit);
    }
    left = phrase;
    at = phrase.end;
  }
  return found;
}

function swapLabel(parse: Parse, a: Phrase, b: Phrase): string {
  return `swap ${quote(parse, a.first, a.end)} and ${quote(parse, b.first, b.end)}`;
}

/** What stands in a set phrase: "in the background". */
const SET_PHRASE = /^(?:background|foreground|front|middle|back|top|side|way|order|percent|points|cents|%)$/;

/** A phrase that means as much elsewhere: no time, number or set phrase, and nothing behind that describes it. */
function isMovable(parse: Parse, phrase: NounPhrase): boolean {
  const { words, sentence } = parse;
  const { tag, form } = words[phrase.head]!;
  if (
    words[phrase.first]!.form === 'whose' ||
    isTime(parse, phrase) ||
    tag === 'NUM' ||
    SET_PHRASE.test(form)
  )
    return false;
  if (
    /[<>@#_/\\|]/.test(
      sentence.text.slice(words[phrase.first]!.token.start, words[phrase.end - 1]!.token.end),
    )
  )
    return false;
  return !/^(?:of|who|which|that|whose|where)$/.test(words[phrase.end]?.form ?? '');
}

/** "on Tuesday", "last year": no thing that could act. */
export function isTime(parse: Parse, phrase: Phrase): boolean {
  const { words, sentence } = parse;
  const start = words[phrase.first]!.token.start;
  const { end } = words[phrase.end - 1]!.token;
  return sentence.entities.some(
    (entity) =>
      /^(?:DATE|TIME|DURATION|PERCENT|MONEY)$/.test(entity.type) &&
      entity.start >= start &&
      entity.end <= end,
  );
}
