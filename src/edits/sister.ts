import type { Lexicon } from '../language/types.ts';
import type { Parse } from './clauses.ts';
import { COMMON_NOUNS, MASS_NOUNS } from './commonNouns.ts';
import { isNameLike, makeEdit } from './make.ts';
import { inflectLike } from './replaceToken.ts';
import { keep, matchCase, replace } from './splice.ts';
import type { Edit } from './types.ts';
import { baseForm } from './words.ts';

/** Each noun that the lexicon has sister terms of, in the same number: "guitar" makes "banjo", "dogs" makes "wolves". */
export function sisters(parse: Parse): Edit[] {
  return parse.words.map((_, index) => sisterEdit(parse, index)).filter((edit) => edit !== null);
}

function sisterEdit(parse: Parse, index: number): Edit | null {
  const { sentence, words, lexicon } = parse;
  const word = words[index]!;
  if (!/^(?:NOUN|PROPN)$/.test(word.tag) || word.token.stop || isNameLike(parse, index)) return null;
  if (words[index - 1]?.form === '-' || words[index + 1]?.form === '-') return null;
  const base = baseForm(word.form, 'noun', lexicon)?.base;
  const counted = /^(?:a|an|one)$/.test(words[index - 1]?.form ?? '') || base !== word.form;
  const sister =
    base &&
    chooseSister(
      base,
      lexicon,
      (other) =>
        !(counted && isUncounted(other)) &&
        !words.some(({ form }) => baseForm(form, 'noun', lexicon)?.base === other),
    );
  if (!sister) return null;
  const fitting = matchCase(inflectLike(word.form, sister, 'noun', lexicon), word.token.text);
  return makeEdit(parse, 'sister', `“${word.token.text}” → “${fitting}”`, [
    ...keep(sentence, 0, index),
    ...replace(sentence, index, fitting),
    ...keep(sentence, index + 1, sentence.tokens.length),
  ]);
}

/** Words that WordNet puts another sense of first than the one that sentences mean: "stage" as a period. */
const OTHER_THINGS =
  /^(?:year|night|day|world|job|body|work|business|stage|photo|picture|station|market|point|right|line|toy|party|board|train|ground|fan|match)$/;

const SPORT = /^(?:tennis|hockey|golf|football|basketball|volleyball|soccer|cricket|rugby)$/;
const isUncounted = (noun: string): boolean => SPORT.test(noun) || MASS_NOUNS.has(noun);

/**
 * A word of the same kind that every reader knows, the lexicon's first; null where there is none. It must be of that
 * kind in its own first sense ("head" is a kind of dog only to a herdsman, "bass" a guitar only to a band).
 */
export function chooseSister(
  base: string,
  lexicon: Lexicon,
  fits: (word: string) => boolean = () => true,
): string | null {
  if (OTHER_THINGS.test(base)) return null;
  for (const word of lexicon.sisters(base, 'noun')) {
    if (!COMMON_NOUNS.has(word) || !fits(word) || lexicon.areSynonyms(word, base, 'noun')) continue;
    if (lexicon.sisters(word, 'noun').includes(base)) return word;
  }
  return null;
}
