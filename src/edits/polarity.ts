import type { Clause, Parse } from './clauses.ts';
import { keep, replace, type Piece } from './splice.ts';

/** What "any" becomes where a denial goes, and back. */
export const SOME: Record<string, string> = {
  any: 'some',
  anybody: 'somebody',
  anyone: 'someone',
  anything: 'something',
  anywhere: 'somewhere',
};

export const ANY: Record<string, string> = Object.fromEntries(
  Object.entries(SOME).map(([any, some]) => [some, any]),
);

/** Pieces of the tokens of [first, end) with the words of a table replaced. */
export function swapWords(parse: Parse, first: number, end: number, table: Record<string, string>): Piece[] {
  const pieces: Piece[] = [];
  for (let index = first; index < end; index++) {
    const other = Object.hasOwn(table, parse.words[index]!.form) ? table[parse.words[index]!.form]! : null;
    pieces.push(
      ...(other === null ? keep(parse.sentence, index, index + 1) : replace(parse.sentence, index, other)),
    );
  }
  return pieces;
}

/** Where the clause of a verb ends, as far as "some" and "any" go. */
export function clauseEnd(parse: Parse, clause: Clause): number {
  const { words } = parse;
  let at = clause.main + 1;
  while (
    at < words.length &&
    words[at]!.tag !== 'PUNCT' &&
    !/^(?:but|because|while|who|which)$/.test(words[at]!.form)
  ) {
    at++;
  }
  return at;
}
