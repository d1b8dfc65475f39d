import type { AnalysedSentence } from '../language/types.ts';
import type { Parse } from './clauses.ts';
import { makeEdit } from './make.ts';
import { insert, keep } from './splice.ts';
import type { Edit } from './types.ts';

/** Neutral phrases that go with most things people do, in the order of preference. */
const PHRASES = [
  'on a sunny afternoon',
  'with a friend',
  'in the garden',
  'near the river',
  'for the first time',
];
const OFFERED = 3;

const CLOSING = /^[.!?…"'“”’)\]]+$/u;

/** Whether there is text behind the last token: what was too long to be read. */
const isCut = ({ text, tokens }: AnalysedSentence): boolean =>
  text.slice(tokens.at(-1)?.end ?? 0).trim() !== '';

/** A phrase at the end, before the final mark, of which no content word is in the sentence already. */
export function appendings(parse: Parse): Edit[] {
  const { sentence } = parse;
  const { tokens } = sentence;
  let end = tokens.length;
  while (end > 0 && CLOSING.test(tokens[end - 1]!.text)) end--;
  if (tokens[end - 1]?.form === 'please' && tokens[end - 2]?.text === ',') end -= 2;
  if (tokens.filter((token) => /\p{L}/u.test(token.text)).length < 2 || isCut(sentence)) return [];
  const forms = new Set(tokens.map((token) => token.form));
  const hasTime = sentence.entities.some(({ type }) => type === 'DATE' || type === 'TIME');
  return PHRASES.filter((phrase) => !phrase.split(' ').some((word) => word.length > 4 && forms.has(word)))
    .filter((phrase) => !(hasTime && phrase.includes('afternoon')))
    .slice(0, OFFERED)
    .map((phrase) =>
      makeEdit(parse, 'append', `append “${phrase}”`, [
        ...keep(sentence, 0, end),
        ...insert(phrase),
        ...keep(sentence, end, tokens.length),
      ]),
    )
    .filter((edit) => edit !== null);
}
