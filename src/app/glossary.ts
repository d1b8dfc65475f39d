/** Terms of the field as this page uses them, in plain words. */

const TERMS = [
  {
    id: 'sts',
    term: 'Semantic textual similarity (STS)',
    means:
      'How close in meaning two sentences are, as a number. The shared tasks of SemEval let people rate pairs from 0 (nothing in common) to 5 (the same meaning).',
    where: 'everywhere',
  },
  {
    id: 'pair',
    term: 'Pair',
    means: 'Two sentences that are rated, or scored, together. One row of a benchmark.',
    where: 'everywhere',
  },
  {
    id: 'gold',
    term: 'Gold score',
    means:
      'The score that counts as right: mostly the mean of the ratings of several people. People differ too, so no system can be expected to meet it exactly.',
    where: 'everywhere',
  },
  {
    id: 'benchmark',
    term: 'Benchmark, part, split',
    means:
      'A benchmark is a published collection of pairs with gold scores. Its parts are its splits (train to fit on, dev to choose settings on, test to report) or its data sets.',
    where: 'Data, Ranking',
  },
  {
    id: 'system',
    term: 'System',
    means:
      'Anything that gives each pair a score: a count of shared words, an encoder with a measure, scores from a file, your own code. The same method with other parameters is another system.',
    where: 'everywhere',
  },
  {
    id: 'run',
    term: 'Run, provenance',
    means:
      'The scores of one system for the pairs of some parts. Its provenance is all that they depend on: data, parameters, model, backend, versions.',
    where: 'Compare',
  },
  {
    id: 'encoder',
    term: 'Encoder, embedding',
    means:
      'An encoder turns a sentence into a list of numbers, its vector or embedding. It sees one sentence at a time; a measure then compares the two vectors.',
    where: 'Systems',
  },
  {
    id: 'token',
    term: 'Token',
    means:
      'The piece of text that a system reads at once: a word, or for a transformer often a part of one. What is in no vocabulary is an unknown token.',
    where: 'Pair, Pair lab',
  },
  {
    id: 'measure',
    term: 'Measure, cosine',
    means:
      'What makes one number of two vectors. The usual one is the cosine of the angle between them: 1 for the same direction, 0 for a right angle, −1 for the opposite.',
    where: 'Systems',
  },
  {
    id: 'pooling',
    term: 'Pooling',
    means:
      'How the vectors of the tokens of a sentence become one vector: their mean, or the vector of one token, such as the first (CLS).',
    where: 'Systems',
  },
  {
    id: 'idf',
    term: 'IDF (inverse document frequency)',
    means:
      'A weight that is high for rare words: ln(N / df), where df of the N sentences contain the word. The N sentences are those of the split, unless the parameters say otherwise.',
    where: 'Systems',
  },
  {
    id: 'sif',
    term: 'SIF (smooth inverse frequency)',
    means:
      'A sentence vector after Arora and others (2017): the mean of the word vectors, each weighted by a / (a + p) with p the frequency of the word in the language, from which the direction that all sentences share most (the first principal component) is removed.',
    where: 'Systems',
  },
  {
    id: 'unsupervised',
    term: 'Unsupervised',
    means:
      'Without gold scores: nothing was trained or tuned on human similarity ratings of this benchmark. The encoder itself may have been trained on other tasks.',
    where: 'Compare',
  },
  {
    id: 'pearson',
    term: 'Pearson correlation',
    means:
      'How closely two columns of numbers follow a straight line, from −1 to 1: their covariance over the product of their standard deviations. 0 is no linear relation. It does not say that the numbers are equal: doubling all scores leaves it the same.',
    where: 'Compare, Ranking',
  },
  {
    id: 'spearman',
    term: 'Spearman correlation',
    means:
      'The Pearson correlation of the ranks, equal values sharing the mean of their ranks. It asks for the same order only, so any rescaling that keeps the order leaves it the same.',
    where: 'Compare, Ranking',
  },
  {
    id: 'kendall',
    term: 'Kendall’s tau-b',
    means:
      'Of all couples of rows, those in the same order in both columns minus those in opposite order, over the geometric mean of the numbers of couples that are not tied in the one and in the other column. It is from −1 to 1, mostly nearer to 0 than Spearman on the same data.',
    where: 'Compare',
  },
  {
    id: 'pooled',
    term: 'Pooled, mean of sets',
    means:
      'Pooled is one correlation over the pairs of all sets together; the mean of sets is the average of a correlation in each. They can differ much, and papers report either.',
    where: 'Compare, Ranking',
  },
  {
    id: 'residual',
    term: 'Residual, error',
    means:
      'The score of a system, read on the gold scale, minus the gold score. Above 0 the system overestimates: it finds the pair more alike than people do.',
    where: 'Compare, Errors, Pair',
  },
  {
    id: 'min-max',
    term: 'Min–max reading',
    means:
      'Puts the scores of a run on the gold scale by one straight line: its lowest score to the lower end, its highest to the upper end. It leaves the correlations as they are; two extreme scores decide it.',
    where: 'Compare, Errors, Pair',
  },
  {
    id: 'isotonic',
    term: 'Isotonic reading',
    means:
      'Puts the scores on the gold scale by the curve that never falls and fits gold best in squared error. For each tenth of the pairs it is fitted on the other nine, so no pair helps to predict itself.',
    where: 'Errors',
  },
  {
    id: 'bootstrap',
    term: 'Bootstrap interval (BCa)',
    means:
      'The pairs are drawn again, as many as there are, each as often as chance wills, and the figure is computed anew; that is done hundreds of times (mostly a thousand). The interval holds the middle 95 % of these figures, after corrections for bias and skew (BCa). Were the pairs sampled anew again and again, about 95 % of such intervals would hold the figure of the whole population. It does not cover another kind of text.',
    where: 'Compare, Ranking',
  },
  {
    id: 'williams',
    term: 'Williams’ test',
    means:
      'A t-test, with n − 3 degrees of freedom, of whether two systems have the same Pearson correlation with the same gold scores. It takes into account how much the systems correlate with each other, so it can find a difference where their intervals overlap.',
    where: 'Ranking',
  },
  {
    id: 'zou',
    term: 'Zou’s interval',
    means:
      'A confidence interval for the difference of two correlations with the same gold scores. It is put together from the interval of each and the correlation of the two (Zou, 2007).',
    where: 'Ranking',
  },
  {
    id: 'p-value',
    term: 'p-value',
    means:
      'How often a difference at least as large would come about if there were none in truth. It is not the probability that there is none, and a high p does not show that two systems are equal.',
    where: 'Errors, Ranking',
  },
  {
    id: 'holm',
    term: 'Holm’s correction',
    means:
      'Of many tests some come out significant by chance. Holm raises the p-values, the smallest the most, so that the probability of even one false finding among all of them stays below the level.',
    where: 'Errors, Ranking',
  },
  {
    id: 'mcnemar',
    term: 'McNemar’s exact test',
    means:
      'Compares two systems that are right or wrong on the same pairs, by the pairs on which only one of them is right: were both as good, these would fall to either like the toss of a coin.',
    where: 'Errors',
  },
  {
    id: 'expected-rank',
    term: 'Expected rank',
    means:
      'The mean rank of a system when, again and again, a few runs of each system are drawn, the best is kept and the systems are ranked by it. So a system does not win only because it was tried more often.',
    where: 'Ranking',
  },
  {
    id: 'sweep',
    term: 'Sweep',
    means:
      'The same system run with every combination of some values of its parameters. The best of many cells is flattered by chance: choose on dev, report on test.',
    where: 'Ranking',
  },
  {
    id: 'contrast-set',
    term: 'Contrast set, triple',
    means:
      'Pairs made in threes of sentences. A triple has an anchor, a paraphrase that says the same in other words, and a contrast that shares nearly all its words and says something else. The set is made to mislead systems that count words; it is no sample of real text.',
    where: 'Compare, Errors',
  },
  {
    id: 'semantic-blending',
    term: 'Semantic blending',
    means:
      'An error category: the sentence speaks of another thing, but a phrase in passing pulls its vector toward the first sentence, and the score with it.',
    where: 'Errors, Pair lab',
  },
  {
    id: 'category',
    term: 'Error category',
    means:
      'A property of a pair that may make it hard, such as negation or word order. Rules find it in the two sentences; no score has a part in it, and a pair can be in several. Rules err, so you can correct them.',
    where: 'Errors, Pair',
  },
  {
    id: 'alignment',
    term: 'Competitive linking',
    means:
      'An alignment of the words of two sentences: the most similar two are linked first and are then taken, then the most similar of what is left, and so on.',
    where: 'Pair lab',
  },
  {
    id: 'backend',
    term: 'Backend',
    means:
      'What computes in this browser: WebGPU, WebAssembly or plain JavaScript. Each must pass a check on fixed input before its first use.',
    where: 'top bar',
  },
  {
    id: 'webgpu',
    term: 'WebGPU',
    means: 'The browser’s way to compute on the graphics card. Not every browser or machine has it.',
    where: 'top bar',
  },
  {
    id: 'wasm',
    term: 'WebAssembly (wasm)',
    means:
      'Compiled code that every current browser runs on the processor at nearly full speed. The page uses it where there is no WebGPU.',
    where: 'top bar',
  },
  {
    id: 'isolation',
    term: 'Cross-origin isolation',
    means:
      'A state in which a page shares its process with no other site. Browsers require it before WebAssembly may use several threads; it changes the speed, not the numbers.',
    where: 'top bar',
  },
  {
    id: 'dtype',
    term: 'Dtype, q8, fp32',
    means:
      'In what precision the numbers of a model are stored and computed with. fp32 is 32-bit floating point; q8 holds the weights in 8 bits, a quarter of the size, and changes the vectors slightly.',
    where: 'Systems',
  },
] as const;

export type TermId = (typeof TERMS)[number]['id'];
export interface Term {
  id: TermId;
  term: string;
  means: string;
  /** The views and panels that use it. */
  where: string;
}

/** In alphabetical order. */
export const GLOSSARY: readonly Term[] = [...TERMS].sort((a, b) => a.term.localeCompare(b.term, 'en'));

export function termOf(id: TermId): Term {
  return GLOSSARY.find((entry) => entry.id === id)!;
}

/** Entries that contain every word of the search; those that have it in their name come first. */
export function findTerms(search: string): readonly Term[] {
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean);
  const has = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const named = GLOSSARY.filter(({ term }) => has(term));
  return [
    ...named,
    ...GLOSSARY.filter((entry) => !named.includes(entry) && has(`${entry.term} ${entry.means}`)),
  ];
}
