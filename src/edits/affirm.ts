import type { Clause, Parse } from './clauses.ts';
import { MASS_NOUNS } from './commonNouns.ts';
import { past, thirdPerson } from './inflect.ts';
import { makeEdit, quote } from './make.ts';
import { SOME, clauseEnd, swapWords } from './polarity.ts';
import { keep, replace, type Piece } from './splice.ts';
import type { Edit } from './types.ts';
import { DO, isPluralNoun, type Word } from './words.ts';

/** Negative words and what says the contrary. */
const CONTRARY: Record<string, string> = {
  nobody: 'somebody',
  nothing: 'something',
  nowhere: 'somewhere',
  none: 'some',
  without: 'with',
};
/** "does not run" makes "runs", "is not" makes "is", "Don't touch" makes "Touch". */
export function affirmClause(parse: Parse, clause: Clause): Edit | null {
  const { sentence, words } = parse;
  const first = clause.auxiliaries[0] ?? clause.main;
  const form = words[first]!.form;
  const end = clauseEnd(parse, clause);
  const isDo = DO.test(form) && first !== clause.main && !clause.inverted;
  const pieces = keep(sentence, 0, first);
  if (isDo) {
    pieces.push(...keep(sentence, first + 1, clause.main).filter((piece) => piece.index !== clause.not));
    const verb =
      form === 'did' ? past(clause.base) : form === 'does' ? thirdPerson(clause.base) : clause.base;
    const plain = words[clause.main]!.form === verb;
    pieces.push(
      ...(plain ? keep(sentence, clause.main, clause.main + 1) : replace(sentence, clause.main, verb)),
    );
  } else {
    const whole = { ca: 'can', wo: 'will', sha: 'shall', ai: beFor(parse, clause) }[form];
    pieces.push(...(whole ? replace(sentence, first, whole) : keep(sentence, first, first + 1)));
    pieces.push(
      ...keep(sentence, first + 1, Math.max(clause.main + 1, clause.not + 1)).filter(
        (piece) => piece.index !== clause.not,
      ),
    );
  }
  const from = Math.max(clause.main, clause.not) + 1;
  pieces.push(...swapWords(parse, from, Math.max(from, end), SOME));
  pieces.push(...keep(sentence, Math.max(from, end), sentence.tokens.length));
  return makeEdit(parse, 'negate', `affirm ${quote(parse, first, clause.not + 1)}`, pieces);
}

/** "no", "never", "nobody", "without": the sentence without the denial. */
export function affirmWord(parse: Parse, word: Word, index: number): Edit[] {
  const { sentence, words, lexicon } = parse;
  const after = keep(sentence, index + 1, sentence.tokens.length);
  const before = keep(sentence, 0, index);
  const label = `affirm “${word.token.text}”`;
  let pieces: Piece[] | null = null;
  if (word.form === 'never' && words[index + 1]?.tag !== 'PUNCT') pieces = [...before, ...after];
  else if (word.form === 'no' && words[index + 1]?.form === 'one') {
    pieces = [...before, ...replace(sentence, index, 'someone'), ...after.slice(1)];
  } else if (word.form === 'no' && word.tag === 'DET') {
    let head = index + 1;
    while (/^(?:ADJ|NOUN)$/.test(words[head + 1]?.tag ?? '') && /^(?:ADJ|NOUN)$/.test(words[head]!.tag))
      head++;
    const form = words[head]?.form ?? '';
    const some = isPluralNoun(form, lexicon) || MASS_NOUNS.has(form);
    pieces = [...before, ...replace(sentence, index, some ? 'some' : 'a'), ...after];
  } else if (
    word.form === 'not' &&
    index === 0 &&
    /^(?:all|every|everyone|everybody|many)$/.test(words[1]?.form ?? '')
  ) {
    pieces = after;
  } else if (
    Object.hasOwn(CONTRARY, word.form) &&
    !(word.form === 'without' && parse.clauses.some((c) => c.not >= 0))
  ) {
    const isGerund = word.form === 'without' && /ing$/.test(words[index + 1]?.form ?? '');
    if (!isGerund) pieces = [...before, ...replace(sentence, index, CONTRARY[word.form]!), ...after];
  }
  const edit = pieces && makeEdit(parse, 'negate', label, pieces);
  return edit ? [edit] : [];
}

/** "is", "are" or "am", for "ain't". */
function beFor({ words }: Parse, { subject }: Clause): string {
  const head = subject ? words[subject.head]!.form : '';
  if (head === 'i') return 'am';
  return subject?.plural || head === 'you' ? 'are' : 'is';
}
