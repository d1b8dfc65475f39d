import type { AnalysedSentence, Lexicon } from '../language/types.ts';

/** Why a pair is hard, after section 7 of the task paper (Cer et al. 2017) and the causes seen most often beside it. */
export const CATEGORIES = [
  { id: 'negation', title: 'Negation', summary: 'One sentence denies what the other says.' },
  {
    id: 'word order',
    title: 'Word order',
    summary: 'Nearly the same words in other roles: who did what to whom.',
  },
  {
    id: 'semantic blending',
    title: 'Semantic blending',
    summary: 'Another thing is meant, and an extra phrase pulls the sentence toward the first.',
  },
  {
    id: 'attribute importance',
    title: 'Attribute importance',
    summary: 'Equal but for a modifier, which may matter much or little.',
  },
  {
    id: 'word sense',
    title: 'Word sense',
    summary: 'A word in two senses, or two words that mean the same only here.',
  },
  { id: 'antonym', title: 'Antonym', summary: 'A word gives way to its opposite.' },
  {
    id: 'co-hyponym',
    title: 'Co-hyponym',
    summary: 'A word gives way to another of its kind: guitar, violin.',
  },
  { id: 'number', title: 'Number', summary: 'The difference is a quantity, a time or a date.' },
  { id: 'entity', title: 'Entity', summary: 'The difference is a name.' },
  { id: 'length', title: 'Length', summary: 'One sentence is far longer than the other.' },
  { id: 'unknown words', title: 'Unknown words', summary: 'Words that the word vectors do not have.' },
] as const;
export type CategoryId = (typeof CATEGORIES)[number]['id'];

/** A piece of one of the two sentences. */
export interface Span {
  sentence: 0 | 1;
  /** UTF-16 offsets. */
  start: number;
  end: number;
}

/** A category that a pair belongs to, with the evidence. */
export interface CategoryLabel {
  category: CategoryId;
  /** Names the rule that found it: "negation/cue". Stable: exports and corrections refer to it. */
  rule: string;
  /** One sentence for a reader, with the words of the pair: "“hardly” denies “noticed”, which the other sentence says." */
  because: string;
  /** Where to see it; at least one, of which none is empty. */
  spans: readonly Span[];
}

/** Whether a rule, by its name, makes use of word vectors. */
export const isByVectors = (rule: string): boolean => rule.endsWith(' by vectors');

export interface AnalysedPair {
  sentences: readonly [AnalysedSentence, AnalysedSentence];
}

/** Word vectors that are at hand, to be read one by one. */
export interface Neighbourhood {
  /** Named in the label. */
  name: string;
  dimension: number;
  /** Rank of a lower-cased word by frequency, from 0; null where it has no vector. */
  rankOf(word: string): number | null;
  /** Writes the vector of a rank into `target`; false where it is not loaded. */
  read(rank: number, target: Float32Array): boolean;
}

export interface Evidence {
  lexicon: Lexicon;
  /** Whether the word vectors have a lower-cased word, and what they are called; null where that is not known. */
  vocabulary: { name: string; has(word: string): boolean } | null;
  /** For word sense alone, whose rules find less without; left out or null where no vectors are loaded. */
  neighbourhood?: Neighbourhood | null;
}

/** All categories of a pair, in the order of CATEGORIES, each at most once. */
export type Categorise = (pair: AnalysedPair, evidence: Evidence) => readonly CategoryLabel[];
