import { categorise } from '../../../src/errors/categorise.ts';
import type { CategoryId, CategoryLabel, Evidence } from '../../../src/errors/types.ts';
import { makeAnalyse } from '../../../src/language/analyse.ts';
import type { Analyse, AnalysedSentence, Lexicon } from '../../../src/language/types.ts';
import { builtLexicon } from '../language/builtWordnet.ts';

export { isBuilt, withoutLexicon } from '../language/builtWordnet.ts';

let lexicon: Lexicon | undefined;
let analyser: Analyse | undefined;

export function analyse(text: string): AnalysedSentence {
  lexicon ??= builtLexicon();
  analyser ??= makeAnalyse(lexicon);
  return analyser(text);
}

/** Labels of two sentences, with the lexicon that the page has and without word vectors. */
export function labelsOf(
  first: string,
  second: string,
  vocabulary: Evidence['vocabulary'] = null,
): readonly CategoryLabel[] {
  const sentences = [analyse(first), analyse(second)] as const;
  return categorise({ sentences }, { lexicon: lexicon!, vocabulary });
}

export const categoriesOf = (first: string, second: string): CategoryId[] =>
  labelsOf(first, second).map(({ category }) => category);

/** The words that a label highlights in one of the two sentences. */
export function highlighted(
  label: CategoryLabel,
  sentences: readonly [string, string],
  side: 0 | 1,
): string[] {
  return label.spans
    .filter(({ sentence }) => sentence === side)
    .map(({ start, end }) => sentences[side].slice(start, end));
}
