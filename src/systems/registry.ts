import { Failure } from '../failure.ts';
import {
  formatValue,
  missingParameter,
  parseValue,
  tokeniserParameters,
  type Parameter,
  type Parameters,
} from './parameters.ts';

export type SystemKind = 'overlap-cosine' | 'glove-sum' | 'glove-idf' | 'sif';

/** What the page and the command line know of a system before it runs. */
export interface SystemDefinition {
  kind: SystemKind;
  title: string;
  /** One sentence for a reader who meets it for the first time. */
  summary: string;
  /** Where the definition comes from. */
  source: string;
  parameters: readonly Parameter[];
  /** Whether it needs word vectors (and with them a backend). */
  usesVectors: boolean;
}

/** A system with all its parameters: enough to compute its scores. */
export interface SystemSpec {
  kind: SystemKind;
  parameters: Parameters;
}

export const DEFAULT_VECTORS = 'glove-6b-100d';
export const DEFAULT_FREQUENCIES = 'subtlex-us';

const vectors: Parameter = {
  kind: 'model',
  models: 'vectors',
  name: 'vectors',
  label: 'Word vectors',
  help: 'The shipped GloVe vectors, or a GloVe or word2vec text file of your own.',
  initial: DEFAULT_VECTORS,
};

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
    usesVectors: false,
    parameters: [...tokeniserParameters('keep'), missingParameter],
  },
  {
    kind: 'glove-sum',
    title: 'GloVe sum',
    summary: 'Adds up the word vectors of each sentence and compares the two sums by cosine.',
    source: 'Cer et al. 2017, equation 1; vectors of Pennington et al. 2014',
    usesVectors: true,
    parameters: [vectors, ...tokeniserParameters('drop'), missingParameter],
  },
  {
    kind: 'glove-idf',
    title: 'GloVe IDF',
    summary: 'The same sum, but a word counts the more, the fewer sentences it stands in: ln(N / df).',
    source: 'BIT and LIM-LIG at SemEval-2017 task 1',
    usesVectors: true,
    parameters: [fit('The document frequency'), vectors, ...tokeniserParameters('drop'), missingParameter],
  },
  {
    kind: 'sif',
    title: 'SIF',
    summary:
      'Weights a word by a / (a + p(word)), averages, and removes the direction that all sentences share.',
    source: 'Arora, Liang and Ma 2017, algorithm 1',
    usesVectors: true,
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
      {
        kind: 'model',
        models: 'frequencies',
        name: 'frequencies',
        label: 'Word frequencies',
        help: 'Where p(word) comes from. A word without a count has p = 0, so its weight is 1.',
        initial: DEFAULT_FREQUENCIES,
      },
      fit('The principal component'),
      vectors,
      ...tokeniserParameters('drop'),
      missingParameter,
    ],
  },
];

export function definitionOf(kind: string): SystemDefinition {
  const definition = SYSTEMS.find((system) => system.kind === kind);
  if (!definition) {
    throw new Failure(
      'unknown-system',
      `There is no system "${kind}".`,
      `Choose from ${SYSTEMS.map((system) => system.kind).join(', ')}.`,
    );
  }
  return definition;
}

export function defaultSpec(kind: SystemKind): SystemSpec {
  const parameters: Parameters = {};
  for (const parameter of definitionOf(kind).parameters) parameters[parameter.name] = parameter.initial;
  return { kind, parameters };
}

/** "sif(a=1e-3,components=1,...)": names every parameter, so that equal ids mean equal computations. */
export function systemId(spec: SystemSpec): string {
  const values = definitionOf(spec.kind).parameters.map(
    ({ name }) => `${name}=${formatValue(spec.parameters[name]!)}`,
  );
  return `${spec.kind}(${values.join(',')})`;
}

/** "sif" or "sif(a=1e-4)": names only what differs from the defaults, for labels. */
export function shortId(spec: SystemSpec): string {
  const values = definitionOf(spec.kind)
    .parameters.filter(({ name, initial }) => spec.parameters[name] !== initial)
    .map(({ name }) => `${name}=${formatValue(spec.parameters[name]!)}`);
  return values.length === 0 ? spec.kind : `${spec.kind}(${values.join(',')})`;
}

/**
 * Reads "sif", "sif()" or "sif(a=1e-4,components=0)"; parameters that are not named keep their defaults.
 * @throws Failure for an unknown system, an unknown parameter or a value it can't take.
 */
export function parseSystem(text: string): SystemSpec {
  const match = /^\s*([\w-]+)\s*(?:\((.*)\))?\s*$/su.exec(text);
  if (!match) {
    throw new Failure(
      'unknown-system',
      `"${text}" is not the name of a system.`,
      'Write it as in "sif(a=1e-3,components=1)".',
    );
  }
  const definition = definitionOf(match[1]!);
  const spec = defaultSpec(definition.kind);
  for (const setting of splitOutsideParentheses(match[2] ?? '')) {
    const equals = setting.indexOf('=');
    const name = setting.slice(0, equals).trim();
    const parameter = definition.parameters.find((candidate) => candidate.name === name);
    if (equals < 0 || !parameter) {
      throw new Failure(
        'bad-parameter',
        `${definition.kind} has no parameter "${equals < 0 ? setting : name}".`,
        `It takes ${definition.parameters.map((p) => p.name).join(', ')}.`,
      );
    }
    spec.parameters[name] = parseValue(definition.kind, parameter, setting.slice(equals + 1).trim());
  }
  return spec;
}

/** Splits at commas that are not inside parentheses: "glove-sum,sif(a=1,components=2)" is two. */
export function splitOutsideParentheses(list: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i <= list.length; i++) {
    const character = list[i];
    if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (character === undefined || (character === ',' && depth === 0)) {
      const item = list.slice(start, i).trim();
      if (item !== '') items.push(item);
      start = i + 1;
    }
  }
  return items;
}
