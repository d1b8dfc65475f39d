import { Failure } from '../failure.ts';
import {
  checkMissing,
  decodeText,
  measureParameter,
  missingParameter,
  parseValue,
  spellValue,
  tokeniserParameters,
  type Parameter,
  type Parameters,
} from './parameters.ts';
import { transformerParameters } from './transformerParameters.ts';

/** Systems that look at words. */
export type LexicalKind = 'overlap-cosine' | 'glove-sum' | 'glove-idf' | 'sif';
export type SystemKind = LexicalKind | 'transformer';

/** What the page and the command line know of a system before it runs. */
export interface SystemDefinition {
  kind: SystemKind;
  title: string;
  /** One sentence for a reader who meets it for the first time. */
  summary: string;
  /** Where the definition comes from. */
  source: string;
  parameters: readonly Parameter[];
  /** The parameter that its id names after a colon ("transformer:use-lite"), where there is one. */
  subject?: string;
  /** What must be there before it runs: word vectors (and with them a backend), or an encoder (and its worker). */
  needs: 'nothing' | 'vectors' | 'encoder';
}

/** A system with all its parameters: enough to compute its scores. */
export interface SystemSpec {
  kind: SystemKind;
  parameters: Parameters;
}

export type LexicalSpec = SystemSpec & { kind: LexicalKind };

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
    needs: 'nothing',
    parameters: [...tokeniserParameters('keep'), missingParameter],
  },
  {
    kind: 'glove-sum',
    title: 'GloVe sum',
    summary: 'Adds up the word vectors of each sentence and compares the two sums by cosine.',
    source: 'Cer et al. 2017, equation 1; vectors of Pennington et al. 2014',
    needs: 'vectors',
    parameters: [vectors, ...tokeniserParameters('drop'), measureParameter, missingParameter],
  },
  {
    kind: 'glove-idf',
    title: 'GloVe IDF',
    summary: 'The same sum, but a word counts the more, the fewer sentences it stands in: ln(N / df).',
    source: 'BIT and LIM-LIG at SemEval-2017 task 1',
    needs: 'vectors',
    parameters: [
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
      measureParameter,
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
    subject: 'model',
    parameters: transformerParameters,
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

/** The spec as one that `createSystem` takes. @throws Failure `not-lexical` */
export function lexicalSpec(spec: SystemSpec): LexicalSpec {
  const { kind } = spec;
  if (kind !== 'transformer') return { ...spec, kind };
  throw new Failure(
    'not-lexical',
    `${shortId(spec)} is scored from embeddings, not from words.`,
    'Run it as a transformer.',
  );
}

/**
 * What no parameter can tell alone: whether they go together.
 * @throws Failure `bad-parameter`
 */
export function checkSpec({ kind, parameters }: SystemSpec): void {
  const { measure, missing } = parameters;
  if (measure !== undefined) checkMissing(kind, String(measure), String(missing));
}

function idOf(spec: SystemSpec, names: (parameter: Parameter) => boolean): string {
  const { parameters, subject } = definitionOf(spec.kind);
  const spell = (parameter: Parameter): string => spellValue(parameter, spec.parameters[parameter.name]!);
  const about = parameters.find(({ name }) => name === subject);
  const values = parameters
    .filter((parameter) => parameter !== about && names(parameter))
    .map((parameter) => `${parameter.name}=${spell(parameter)}`);
  const head = about ? `${spec.kind}:${spell(about)}` : spec.kind;
  return values.length === 0 ? head : `${head}(${values.join(',')})`;
}

/** "sif(a=1e-3,components=1,...)": names every parameter, so that equal ids mean equal computations. */
export function systemId(spec: SystemSpec): string {
  return idOf(spec, () => true);
}

/** "sif", "sif(a=1e-4)" or "transformer:use-lite(dtype=q8)": names only what differs from the defaults, for labels. */
export function shortId(spec: SystemSpec): string {
  return idOf(spec, ({ name, initial }) => spec.parameters[name] !== initial);
}

/**
 * The system's id without what is chosen after encoding (measure, missing scores): equal ids mean equal sentence
 * vectors, so they can be kept under it.
 */
export function encoderId(spec: SystemSpec): string {
  return idOf(spec, (parameter) => parameter !== measureParameter && parameter !== missingParameter);
}

/**
 * Reads "sif", "sif()", "sif(a=1e-4,components=0)" or "transformer:use-lite(dtype=q8)"; parameters that are not
 * named keep their defaults.
 * @throws Failure for an unknown system, an unknown parameter or a value it can't take.
 */
export function parseSystem(text: string): SystemSpec {
  const match = /^\s*([\w-]+)(?::([^(]*?))?\s*(?:\((.*)\))?\s*$/su.exec(text);
  if (!match) {
    throw new Failure(
      'unknown-system',
      `"${text}" is not the name of a system.`,
      'Write it as in "sif(a=1e-3,components=1)" or "transformer:use-lite".',
    );
  }
  const { kind, parameters, subject } = definitionOf(match[1]!);
  const spec = defaultSpec(kind);
  const about = parameters.find(({ name }) => name === subject);
  if (match[2] !== undefined) {
    if (!about) {
      throw new Failure('bad-parameter', `${kind} takes nothing after a colon.`, `Write it as in "${kind}".`);
    }
    spec.parameters[about.name] = parseValue(kind, about, match[2].trim());
  }
  for (const setting of partsOutsideParentheses(match[3] ?? '')) {
    if (setting.trim() === '') continue;
    const equals = setting.indexOf('=');
    const name = setting.slice(0, equals).trim();
    const parameter = parameters.find((candidate) => candidate.name === name);
    if (equals < 0 || !parameter || parameter === about) {
      const others = parameters.filter((candidate) => candidate !== about).map((candidate) => candidate.name);
      throw new Failure(
        'bad-parameter',
        `${kind} has no parameter "${equals < 0 ? setting.trim() : name}".`,
        `It takes ${others.join(', ')}${about ? `; the ${about.name} stands after a colon, as in "${kind}:${about.initial}"` : ''}.`,
      );
    }
    const value = setting.slice(equals + 1);
    spec.parameters[name] = parseValue(
      kind,
      parameter,
      parameter.kind === 'text' ? decodeText(kind, name, value) : value.trim(),
    );
  }
  checkSpec(spec);
  return spec;
}

/** Splits at commas that are not inside parentheses: "glove-sum,sif(a=1,components=2)" is two. */
export function splitOutsideParentheses(list: string): string[] {
  return partsOutsideParentheses(list)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** What stands between the commas, blanks included. */
function partsOutsideParentheses(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i <= list.length; i++) {
    const character = list[i];
    if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (character === undefined || (character === ',' && depth === 0)) {
      parts.push(list.slice(start, i));
      start = i + 1;
    }
  }
  return parts;
}
