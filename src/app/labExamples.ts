import type { OpenBenchmark } from './comparison.svelte.ts';
import type { LabPair } from './labHistory.ts';
import { labPairOf } from './labPair.ts';

/** Contrasts that a bag of words can't see, by the category of the contrast set. */
const CATEGORIES = ['word order', 'negation', 'semantic blending'] as const;

/** For a page whose contrast set is not stored. Invented for it. */
const INVENTED: Record<(typeof CATEGORIES)[number], [string, string]> = {
  'word order': [
    'The nurse thanked the violinist after the concert.',
    'The violinist thanked the nurse after the concert.',
  ],
  negation: ['The ferry leaves the harbour at noon.', 'The ferry does not leave the harbour at noon.'],
  'semantic blending': [
    'A boy is waiting at the bus stop.',
    'A woman is waiting with a boy at the bus stop.',
  ],
};

export interface LabExample {
  title: string;
  /** A pair of the contrast set; null for an invented one. */
  pair: LabPair | null;
  sentences: readonly [string, string];
}

/** Three pairs to begin with. @param contrasts the contrast set; null where it is not here */
export function labExamples(contrasts: Pick<OpenBenchmark, 'info' | 'pairs' | 'task'> | null): LabExample[] {
  return CATEGORIES.map((category) => {
    const row =
      contrasts?.pairs.findIndex((pair) => pair.category === category && pair.id.endsWith('/contrast')) ?? -1;
    if (!contrasts || row < 0) return { title: category, pair: null, sentences: INVENTED[category] };
    const { sentence1, sentence2 } = contrasts.pairs[row]!;
    return { title: category, pair: labPairOf(contrasts, row), sentences: [sentence1, sentence2] };
  });
}
