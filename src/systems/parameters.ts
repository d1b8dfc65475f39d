import { Failure } from '../failure.ts';
import { TOKENISERS, type TokeniserId, type TokeniserOptions } from '../text/tokenise.ts';

/** A value that a system's parameter can take. */
export type ParameterValue = string | number | boolean;
export type Parameters = Record<string, ParameterValue>;

interface ParameterBase {
  name: string;
  label: string;
  help: string;
}

/** A parameter as the page shows it and as a system's id names it. */
export type Parameter =
  | (ParameterBase & { kind: 'flag'; initial: boolean })
  | (ParameterBase & { kind: 'number'; initial: number; min: number; max: number; integer: boolean })
  | (ParameterBase & {
      kind: 'choice';
      initial: string;
      choices: readonly { value: string; title: string }[];
    })
  /** A model by id: the shipped one, or one that the user brought ("file:..."). */
  | (ParameterBase & { kind: 'model'; initial: string; models: 'vectors' | 'frequencies' });

export function tokeniserParameters(punctuation: TokeniserOptions['punctuation']): Parameter[] {
  return [
    {
      kind: 'choice',
      name: 'tokeniser',
      label: 'Tokeniser',
      help:
        'How a sentence is cut into tokens. ' +
        Object.values(TOKENISERS)
          .map((t) => `${t.title}: ${t.help}`)
          .join(' '),
      initial: 'words',
      choices: Object.entries(TOKENISERS).map(([value, { title }]) => ({ value, title })),
    },
    {
      kind: 'choice',
      name: 'punctuation',
      label: 'Punctuation',
      help: 'Whether punctuation marks are dropped, or kept as tokens.',
      initial: punctuation,
      choices: [
        { value: 'drop', title: 'dropped' },
        { value: 'keep', title: 'kept as tokens' },
      ],
    },
    {
      kind: 'flag',
      name: 'lower',
      label: 'Lower-case',
      help: 'Whether tokens are lower-cased before they are looked up or compared. GloVe 6B holds lower-cased words only.',
      initial: true,
    },
  ];
}

/** What becomes of a pair that the system can't score. Counting it as 0 is never the default: it is a guess. */
export const missingParameter: Parameter = {
  kind: 'choice',
  name: 'missing',
  label: 'Pairs without a score',
  help: 'A pair with an empty text or without a known word has no score. It is left out and counted, or counts as 0.',
  initial: 'skip',
  choices: [
    { value: 'skip', title: 'left out' },
    { value: 'zero', title: 'count as 0' },
  ],
};

export function tokeniserOptions(parameters: Parameters): TokeniserOptions {
  return {
    tokeniser: parameters.tokeniser as TokeniserId,
    lowerCase: parameters.lower === true,
    punctuation: parameters.punctuation as TokeniserOptions['punctuation'],
  };
}

/** The value that a text names, or a Failure that says what the parameter takes. */
export function parseValue(systemId: string, parameter: Parameter, text: string): ParameterValue {
  const fail = (takes: string): never => {
    throw new Failure(
      'bad-parameter',
      `${systemId}: "${parameter.name}" can't be "${text}".`,
      `It takes ${takes}.`,
    );
  };
  switch (parameter.kind) {
    case 'flag':
      if (text === 'true' || text === 'false') return text === 'true';
      return fail('true or false');
    case 'number': {
      const value = text.trim() === '' ? NaN : Number(text);
      const fits =
        value >= parameter.min && value <= parameter.max && (!parameter.integer || Number.isInteger(value));
      if (fits) return value;
      return fail(`a ${parameter.integer ? 'whole ' : ''}number from ${parameter.min} to ${parameter.max}`);
    }
    case 'choice':
      if (parameter.choices.some((choice) => choice.value === text)) return text;
      return fail(parameter.choices.map((choice) => choice.value).join(', '));
    case 'model':
      // A system's id holds the model's id, so that must not look like the end of it.
      if (/^[^\s(),]+$/u.test(text)) return text;
      return fail('the id of a model, without blanks, commas or parentheses');
  }
}

/** A number as an id writes it: 0.001 and 1e-3 are one value, so they get one spelling. */
export function formatValue(value: ParameterValue): string {
  return typeof value === 'number' && value !== 0 && Math.abs(value) < 0.01
    ? value.toExponential()
    : String(value);
}
