import { affirmClause, affirmWord } from './affirm.ts';
import type { Clause, Parse } from './clauses.ts';
import { makeEdit, quote } from './make.ts';
import { readNounPhrase } from './phrases.ts';
import { ANY, clauseEnd, swapWords } from './polarity.ts';
import { insert, keep, matchCase, replace, type Piece } from './splice.ts';
import type { Edit } from './types.ts';
import { BE, DO, HAVE, MODAL, verbForm, type Word } from './words.ts';

/**
 * The sentence denied, or, where it is a denial, affirmed: each verb of it, then "no" in place of an article, then
 * "without" in place of "with".
 */
export function negations(parse: Parse): Edit[] {
  const found: Edit[] = [];
  const negative = parse.words.flatMap((word, index) => affirmWord(parse, word, index));
  found.push(...negative);
  const main = parse.clauses.filter((clause) => !clause.relative);
  for (const clause of [...main, ...parse.clauses.filter((clause) => clause.relative)]) {
    // "Nobody sleeps" is denied already, and "Nobody does not sleep" says something else.
    if (clause.not < 0 && negative.length > 0) continue;
    const edit = clause.not >= 0 ? affirmClause(parse, clause) : denyClause(parse, clause);
    if (edit) found.push(edit);
  }
  if (parse.clauses.length === 0) found.push(...denyFragment(parse));
  if (negative.length === 0 && !parse.clauses.some((clause) => clause.not >= 0)) {
    found.push(...denyArticle(parse), ...denyWith(parse));
  }
  return found;
}

function denyClause(parse: Parse, clause: Clause): Edit | null {
  const { sentence, words } = parse;
  const first = clause.auxiliaries[0] ?? clause.main;
  const form = words[first]!.form;
  const end = clauseEnd(parse, clause);
  const rest = (from: number): Piece[] => [
    ...swapWords(parse, from, end, ANY),
    ...keep(sentence, end, sentence.tokens.length),
  ];
  const done = (pieces: Piece[]): Edit | null =>
    makeEdit(parse, 'negate', `negate “${verbLabel(parse, clause)}”`, pieces);
  if (clause.imperative) {
    if (clause.base === 'let' && /^(?:'s|us)$/.test(words[first + 1]?.form ?? '')) {
      return done([...keep(sentence, 0, first + 2), ...insert('not'), ...rest(first + 2)]);
    }
    const verb = replace(sentence, clause.main, clause.base).map((piece) => ({ ...piece, changed: false }));
    const added =
      form === 'do' && clause.auxiliaries.length > 0 ? keep(sentence, first, first + 1) : insert('do');
    return done([...keep(sentence, 0, first), ...added, ...insert('not'), ...verb, ...rest(clause.main + 1)]);
  }
  if (clause.inverted) {
    const at = clause.subject!.end;
    return done([...keep(sentence, 0, at), ...insert('not'), ...keep(sentence, at, sentence.tokens.length)]);
  }
  const takesNot = MODAL.test(form) || BE.test(form) || clause.auxiliaries.length > 0;
  if (takesNot) {
    const auxiliary = form === 'can' ? replace(sentence, first, 'cannot') : keep(sentence, first, first + 1);
    return done([
      ...keep(sentence, 0, first),
      ...auxiliary,
      ...(form === 'can' ? [] : insert('not')),
      ...rest(first + 1),
    ]);
  }
  const auxiliary = doFor(parse, clause);
  if (!auxiliary) return null;
  // "always runs" is denied as "does not always run".
  let start = first;
  while (start > 0 && words[start - 1]!.tag === 'ADV' && start - 1 >= (clause.subject?.head ?? start))
    start--;
  return done([
    ...keep(sentence, 0, start),
    ...insert(`${auxiliary} not`),
    ...keep(sentence, start, first),
    ...replace(sentence, first, clause.base),
    ...rest(first + 1),
  ]);
}

/** "do", "does" or "did", by the form of the verb; null where it can't be told. */
function doFor(parse: Parse, clause: Clause): string | null {
  const form = parse.words[clause.main]!.form;
  if (HAVE.test(form)) return form === 'has' ? 'does' : form === 'had' ? 'did' : 'do';
  if (DO.test(form)) return form === 'does' ? 'does' : form === 'did' ? 'did' : 'do';
  const inflections = verbForm(form, parse.lexicon)?.inflections ?? [];
  if (inflections.includes('third person')) return 'does';
  // "put" with a singular subject is past: the present would be "puts".
  if (inflections.includes('base') && inflections.includes('past')) {
    return clause.subject && isSingularThird(parse.words, clause) ? 'did' : 'do';
  }
  if (inflections.includes('past')) return 'did';
  return inflections.includes('base') ? 'do' : null;
}

function isSingularThird(words: readonly Word[], clause: Clause): boolean {
  const { plural, head } = clause.subject!;
  return !plural && !/^(?:i|you)$/.test(words[head]!.form);
}

function verbLabel(parse: Parse, clause: Clause): string {
  const { words } = parse;
  const first = clause.auxiliaries[0];
  const main = words[clause.main]!.token.text;
  if (first === undefined || clause.inverted) return main;
  return clause.main - first > 3
    ? `${words[first]!.token.text} … ${main}`
    : quote(parse, first, clause.main + 1).slice(1, -1);
}

/** A caption without a finite verb: "A baker tuning a harp" makes "A baker not tuning a harp". */
function denyFragment(parse: Parse): Edit[] {
  const { sentence, words, lexicon } = parse;
  for (let index = 1; index < words.length; index++) {
    const { form, tag, token } = words[index]!;
    if (!/^(?:VERB|NOUN)$/.test(tag) || !/^(?:NOUN|PROPN|PRON)$/.test(words[index - 1]!.tag)) continue;
    const verb = form.endsWith('ing') ? verbForm(form, lexicon) : null;
    if (!verb?.inflections.includes('gerund')) continue;
    const pieces = [
      ...keep(sentence, 0, index),
      ...insert('not'),
      ...keep(sentence, index, sentence.tokens.length),
    ];
    const edit = makeEdit(parse, 'negate', `negate “${token.text}”`, pieces);
    return edit ? [edit] : [];
  }
  return [];
}

/** "A man sleeps" makes "No man sleeps". */
function denyArticle(parse: Parse): Edit[] {
  const { sentence, words } = parse;
  const first = words[0];
  const next = words[1];
  if (!first || !next || !/^(?:a|an|some)$/.test(first.form) || !/^(?:NOUN|ADJ)$/.test(next.tag)) return [];
  const subject = parse.clauses[0]?.subject;
  const joined = subject && words.slice(0, subject.end).some((word) => /^(?:and|or|,)$/.test(word.form));
  if (joined || /^(?:group|couple|number|lot|few|little|bunch|pair)$/.test(next.form)) return [];
  const pieces = [...replace(sentence, 0, 'no'), ...keep(sentence, 1, sentence.tokens.length)];
  const phrase = readNounPhrase(words, 0, parse.lexicon);
  if (!phrase || /^(?:and|or|,)$/.test(words[phrase.end]?.form ?? '')) return [];
  const rest = quote(parse, 1, phrase.end).slice(1);
  const edit = makeEdit(
    parse,
    'negate',
    `“${first.token.text} ${rest} → “${matchCase('no', first.token.text)} ${rest}`,
    pieces,
  );
  return edit ? [edit] : [];
}

/** "with a hat" makes "without a hat". */
function denyWith(parse: Parse): Edit[] {
  const { sentence, words } = parse;
  for (let index = 1; index < words.length; index++) {
    if (words[index]!.form !== 'with' || !/^(?:DET|NOUN|ADJ|PRON|PROPN)$/.test(words[index + 1]?.tag ?? ''))
      continue;
    const pieces = [
      ...keep(sentence, 0, index),
      ...replace(sentence, index, 'without'),
      ...keep(sentence, index + 1, sentence.tokens.length),
    ];
    const edit = makeEdit(parse, 'negate', '“with” → “without”', pieces);
    return edit ? [edit] : [];
  }
  return [];
}
