import average from './codeExamples/average.js?raw';
import ngrams from './codeExamples/ngrams.js?raw';
import tfidf from './codeExamples/tfidf.js?raw';

/** Code to begin with. The first is what the editor opens with. */
export const CODE_EXAMPLES: readonly { name: string; title: string; source: string }[] = [
  { name: 'average of GloVe', title: 'Average of GloVe', source: average },
  { name: 'tf-idf', title: 'TF-IDF', source: tfidf },
  { name: 'character n-grams', title: 'Character n-grams', source: ngrams },
];
