import type { Analyse, AnalysedSentence, Lexicon, WordClass } from '../language/types.ts';
import { antonyms } from './antonym.ts';
import { appendings } from './append.ts';
import { MAX_TOKENS, parse, type Parse } from './clauses.ts';
import { droppings } from './drop.ts';
import { negations } from './negate.ts';
import { sisters } from './sister.ts';
import { swaps } from './swap.ts';
import { EDIT_KINDS, type Edit, type EditKind } from './types.ts';

const MAKERS: Record<EditKind, (parse: Parse) => Edit[]> = {
  negate: negations,
  swap: swaps,
  antonym: antonyms,
  sister: sisters,
  drop: droppings,
  append: appendings,
};

const WORD_CLASSES: readonly WordClass[] = ['noun', 'verb', 'adjective', 'adverb'];

/** No more than these of a kind: 24 in all. */
const MOST: Record<EditKind, number> = { negate: 4, swap: 3, antonym: 5, sister: 4, drop: 5, append: 3 };

/** Words that the lexicon lacks, being no content words. */
const FUNCTION_WORD =
  /^(?:the|and|or|but|if|of|for|from|with|without|into|onto|than|that|this|these|those|his|her|hers|its|our|their|my|your|you|she|they|them|us|what|when|where|who|which|while|could|should|would|shall|n't|'s|'re|'ve|'ll|'m|'d)$/;
const KNOWN_SHARE = 0.5;

/** Whether most words are English ones; names, and words in which there is no letter, don't count. */
function isEnglish({ tokens }: AnalysedSentence, lexicon: Lexicon): boolean {
  let known = 0;
  let unknown = 0;
  for (const { text, form } of tokens.slice(0, MAX_TOKENS)) {
    if (!/\p{L}/u.test(text)) continue;
    const straight = form.replaceAll('’', "'");
    const isKnown =
      FUNCTION_WORD.test(straight) || WORD_CLASSES.some((as) => lexicon.baseForms(straight, as).length > 0);
    if (isKnown) known++;
    else if (!/^\p{Lu}/u.test(text)) unknown++;
  }
  return known > (known + unknown) * KNOWN_SHARE;
}

/**
 * The edits of a sentence that make sense, by kind, the best of each first: at most 24, no two with the same result and
 * none that leaves the sentence as it is. A kind that does not apply is absent; text that is not English has none.
 * Of a long text only the first MAX_TOKENS tokens are edited. Never throws.
 * @param analyse reads a sentence whose first word was taken for a name a second time
 */
export function proposeEdits(sentence: AnalysedSentence, analyse: Analyse, lexicon: Lexicon): Edit[] {
  if (!isEnglish(sentence, lexicon)) return [];
  const read = parse(sentence, analyse, lexicon);
  const seen = new Set([sentence.text]);
  const labels = new Set<string>();
  return EDIT_KINDS.flatMap((kind) => {
    const fresh: Edit[] = [];
    for (const edit of MAKERS[kind](read)) {
      if (fresh.length === MOST[kind] || seen.has(edit.result) || labels.has(edit.label)) continue;
      seen.add(edit.result);
      labels.add(edit.label);
      fresh.push(edit);
    }
    return fresh;
  });
}
