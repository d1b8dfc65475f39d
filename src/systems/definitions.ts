import { AGGREGATIONS } from '../measures/aggregation.ts';
import { TOKEN_MEASURES } from '../measures/tokenSets.ts';
import { measureParameter, missingParameter, tokeniserParameters, type Parameter } from './parameters.ts';
import { codeParameters, scoresParameters } from './ownParameters.ts';
import { transformerParameters } from './transformerParameters.ts';

/** Systems that look at words. */
export type LexicalKind = 'overlap-cosine' | 'glove-sum' | 'glove-idf' | 'glove-weighted' | 'sif' | 'aligned';
export type SystemKind = LexicalKind | 'transformer' | 'scores' | 'code';

/**
 * What a system works with: word vectors (and with them a backend), an encoder (and its worker), contexts, which it
 * counts itself before it scores, a file of scores, or code of the user's own.
 */
export type Needs = 'nothing' | 'vectors' | 'encoder' | 'contexts' | 'file' | 'code';

/** What the page and the command line know of a system before it runs. */
export interface SystemDefinition {
  kind: SystemKind;
  title: string;
  /** One sentence for a reader who meets it for the first time. */
  summary: string;
  /** Where the definition comes from. */
  source: string;
  parameters: readonly Parameter[];
  /**
   * The parameters that its id names after colons ("transformer:use-lite", "aligned:jaccard:linking"), where there are
   * any. A single one may hold colons itself; of several, none may.
   */
  subjects?: readonly string[];
  /** What must be there before it runs; see `Needs`. */
  needs: Needs;
  /** Whether the page starts with it. */
  byDefault: boolean;
}

export const DEFAULT_VECTORS = 'glove-6b-100d';
export const DEFAULT_FREQUENCIES = 'subtlex-us';
/** Contexts counted on the sentences of the task. */
export const TASK_CONTEXT = 'task';
/** No contexts, but word vectors. */
export const VECTOR_CONTEXT = 'glove';

const vectors: Parameter = {
  kind: 'model',
  models: 'vectors',
  name: 'vectors',
  label: 'Word vectors',
  help: 'The shipped GloVe vectors, or a GloVe or word2vec text file of your own.',
  initial: DEFAULT_VECTORS,
};

const frequencies = (unknown: string): Parameter => ({
  kind: 'model',
  models: 'frequencies',
  name: 'frequencies',
  label: 'Word frequencies',
  help: `Where p(word) comes from. ${unknown}`,
  initial: DEFAULT_FREQUENCIES,
});

/** The weight of a part of speech. The numbers are this page's own, fitted on nothing: see `WORD_CLASSES`. */
const classWeight = (name: string, label: string, what: string, initial: number): Parameter => ({
  kind: 'number',
  name,
  label,
  help: `What ${what} weighs under part of speech and under part of speech x IDF.`,
  initial,
  min: 0,
  max: 1000,
  integer: false,
});

const fit = (what: string): Parameter => ({
  kind: 'choice',
  name: 'fit',
  label: 'Fitted on',
  help: `${what} is fitted on the sentences of the rated pairs: of each split or set on its own, or of all that is chosen together.`,
  initial: 'part',
  choices: [
    { value: 'part', title: 'each split or set' },
    { value: 'all', title: 'everything chosen' },
  ],
});

export const SYSTEMS: readonly SystemDefinition[] = [
  {
    kind: 'overlap-cosine',
    title: 'Word overlap',
    summary: 'Counts shared words: the cosine of two binary word vectors. It knows no meaning at all.',
    source: 'the baseline of SemEval-2017 task 1 (Cer et al. 2017, section 6.4)',
    needs: 'nothing',
    byDefault: true,
    parameters: [...tokeniserParameters('keep'), missingParameter],
  },
  {
    kind: 'glove-sum',
    title: 'GloVe sum',
    summary: 'Adds up the word vectors of each sentence and compares the two sums by cosine.',
    source: 'Cer et al. 2017, equation 1; vectors of Pennington et al. 2014',
    needs: 'vectors',
    byDefault: true,
    parameters: [vectors, ...tokeniserParameters('drop'), measureParameter, missingParameter],
  },
  {
    kind: 'glove-idf',
    title: 'GloVe IDF',
    summary: 'The same sum, but a word counts the more, the fewer sentences it stands in: ln(N / df).',
    source: 'BIT and LIM-LIG at SemEval-2017 task 1',
    needs: 'vectors',
    byDefault: true,
    parameters: [
      fit('The document frequency'),
      vectors,
      ...tokeniserParameters('drop'),
      measureParameter,
      missingParameter,
    ],
  },
  {
    kind: 'glove-weighted',
    title: 'GloVe weighted',
    summary:
      'The same sum, weighted by what a word is in its sentence (noun, verb, ...), or by how much its occurrence tells.',
    source:
      'LIM-LIG (Nagoudi et al. 2017) for parts of speech, BIT (Wu et al. 2017) for information content, both at SemEval-2017 task 1',
    needs: 'vectors',
    byDefault: false,
    parameters: [
      {
        kind: 'choice',
        name: 'weighting',
        label: 'Weighting',
        help: 'Part of speech: the five weights below, by how wink-nlp tags the word in its sentence; English only. Part of speech x IDF: times ln(N / df). Information content: -ln p(word) of the word frequencies.',
        initial: 'pos',
        choices: [
          { value: 'pos', title: 'part of speech' },
          { value: 'pos-idf', title: 'part of speech x IDF' },
          { value: 'ic', title: 'information content' },
        ],
      },
      classWeight('noun', 'Nouns', 'a noun, a name or a number', 1),
      classWeight('verb', 'Verbs', 'a main verb', 1),
      classWeight('adjective', 'Adjectives', 'an adjective', 1),
      classWeight('adverb', 'Adverbs', 'an adverb', 0.75),
      classWeight('other', 'Other words', 'any other word: article, auxiliary, pronoun, preposition', 0.25),
      frequencies(
        'For information content. A word without a count weighs as the rarest one that has a count.',
      ),
      fit('The document frequency'),
      vectors,
      ...tokeniserParameters('drop'),
      measureParameter,
      missingParameter,
    ],
  },
  {
    kind: 'sif',
    title: 'SIF',
    summary:
      'Weights a word by a / (a + p(word)), averages, and removes the direction that all sentences share.',
    source: 'Arora, Liang and Ma 2017, algorithm 1',
    needs: 'vectors',
    byDefault: true,
    parameters: [
      {
        kind: 'number',
        name: 'a',
        label: 'a',
        help: 'The smaller it is, the less frequent words count. The paper uses 1e-3.',
        initial: 1e-3,
        min: 1e-9,
        max: 1e9,
        integer: false,
      },
      {
        kind: 'number',
        name: 'components',
        label: 'Components removed',
        help: 'How many principal components are removed from every sentence vector. 0 removes none.',
        initial: 1,
        min: 0,
        max: 20,
        integer: true,
      },
      frequencies('A word without a count has p = 0, so its weight is 1.'),
      fit('The principal component'),
      vectors,
      ...tokeniserParameters('drop'),
      measureParameter,
      missingParameter,
    ],
  },
  {
    kind: 'aligned',
    title: 'Phrase aligner',
    summary:
      'Compares each word with each by the company they keep, lines the two sentences up, and averages: no sentence vector.',
    source: 'Tumuluru, Lo and Wu 2012, the lexical similarities of MEANT',
    needs: 'contexts',
    byDefault: false,
    subjects: ['tokens', 'aggregation'],
    parameters: [
      {
        kind: 'choice',
        name: 'tokens',
        label: 'Token measure',
        help:
          'How two words are compared. The same word twice is always 1. ' +
          TOKEN_MEASURES.map(({ title, formula }) => `${title}: ${formula}.`).join(' '),
        initial: 'minmax-mi',
        choices: TOKEN_MEASURES.map(({ id, title }) => ({ value: id, title })),
      },
      {
        kind: 'choice',
        name: 'aggregation',
        label: 'Aggregation',
        help:
          'How the similarities of words become one of sentences; it is done from either sentence and averaged. ' +
          AGGREGATIONS.map(({ title, formula }) => `${title}: ${formula}.`).join(' '),
        initial: 'linking',
        choices: AGGREGATIONS.map(({ id, title }) => ({ value: id, title })),
      },
      {
        kind: 'model',
        models: 'text',
        name: 'context',
        label: 'Contexts from',
        help: 'What the words near a word are counted on: the sentences of the rated pairs that are open (each once; more of them make better contexts), or a text of your own, a sentence or paragraph a line. Or word vectors in place of contexts, which only the cosine compares.',
        initial: TASK_CONTEXT,
        builtIn: [
          { value: TASK_CONTEXT, title: "the benchmark's own sentences" },
          { value: VECTOR_CONTEXT, title: 'none: word vectors' },
        ],
      },
      {
        kind: 'number',
        name: 'window',
        label: 'Window',
        help: 'How many tokens on either side of a word, within its sentence or line, are its context.',
        initial: 5,
        min: 1,
        max: 10,
        integer: true,
      },
      { ...vectors, help: 'What is compared where words have no contexts but word vectors; else not used.' },
      ...tokeniserParameters('drop'),
      missingParameter,
    ],
  },
  {
    kind: 'transformer',
    title: 'Transformer',
    summary:
      'Reads the whole sentence with a neural network: a word gets another vector in another sentence, and word order counts.',
    source: 'Cer et al. 2018 (Universal Sentence Encoder); Reimers and Gurevych 2019 (Sentence-BERT)',
    needs: 'encoder',
    byDefault: true,
    subjects: ['model'],
    parameters: transformerParameters,
  },
  {
    kind: 'scores',
    title: 'Imported scores',
    summary: 'Scores that were computed elsewhere, one a pair, from a file.',
    source: 'a file of your own',
    needs: 'file',
    byDefault: false,
    subjects: ['file'],
    parameters: scoresParameters,
  },
  {
    kind: 'code',
    title: 'Your own code',
    summary:
      'Your own prepare and batcher, in JavaScript: they give sentence vectors, which a measure compares.',
    source: 'the interface of SentEval (Conneau and Kiela 2018)',
    needs: 'code',
    byDefault: false,
    subjects: ['name'],
    parameters: codeParameters,
  },
];
