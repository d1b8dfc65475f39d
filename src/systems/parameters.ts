import { Failure } from '../failure.ts';
import { MEASURES, measureOf } from '../measures/vectors.ts';
import { TOKENISERS, type TokeniserId, type TokeniserOptions } from '../text/tokenise.ts';

/** A value that a system's parameter can take. */
export type ParameterValue = string | number | boolean;
export type Parameters = Record<string, ParameterValue>;

interface ParameterBase {
  name: string;
  label: string;
  help: string;
  /** Came with what the system is made of: shown, but not to be chosen. */
  fixed?: true;
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
  /** Any text, the empty one included. Ids of systems hold it as `encodeText` spells it. */
  | (ParameterBase & { kind: 'text'; initial: string })
  /** A model by id: a shipped one, one of the hub, or one that the user brought ("file:...", "folder:..."). */
  | (ParameterBase & {
      kind: 'model';
      initial: string;
      models: ModelFamily;
      /** What it takes besides models. */
      builtIn?: readonly { value: string; title: string }[];
    });

export type ModelFamily = 'vectors' | 'frequencies' | 'text' | 'encoder';

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

/** How two sentence vectors are compared. It is applied after encoding, so another one costs no encoding. */
export const measureParameter: Parameter = {
  kind: 'choice',
  name: 'measure',
  label: 'Measure',
  help:
    'How the two sentence vectors are compared; higher is always closer. ' +
    MEASURES.map(({ title, formula }) => `${title}: ${formula}.`).join(' '),
  initial: 'cosine',
  choices: MEASURES.map(({ id, title }) => ({ value: id, title })),
};

/** What becomes of a pair that the system can't score. Counting it as 0 is never the default: it is a guess. */
export const missingParameter: Parameter = {
  kind: 'choice',
  name: 'missing',
  label: 'Pairs without a score',
  help: 'A pair with an empty text or without a known word has no score. It is left out and counted, or counts as 0. Under a distance 0 is the score of equal sentences, so there it is always left out.',
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

/**
 * Refuses the one pair of settings that would turn a failure into a perfect score.
 * @throws Failure `bad-parameter` where missing scores count as 0 and 0 is the score of equal sentences
 */
export function checkMissing(system: string, measure: string, missing: string): void {
  if (missing !== 'zero' || measureOf(measure).zeroMeans !== 'equal') return;
  const others = MEASURES.filter(({ zeroMeans }) => zeroMeans !== 'equal').map(({ id }) => id);
  throw new Failure(
    'bad-parameter',
    `${system}: "missing" can't be "zero" with measure=${measure}: 0 is the score of equal sentences under this measure.`,
    `Leave pairs without a score out (missing=skip), or choose the measure ${others.join(', ')}.`,
  );
}

/**
 * The value that a person's input names. (An id of a system spells texts in its own way: see `decodeText`.)
 * @throws Failure `bad-parameter` that says what the parameter takes
 */
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
    case 'text':
      // Half a character (a lone surrogate) fits into no address and no file.
      if (!/\p{Surrogate}/u.test(text)) return text;
      return fail('any text of whole characters');
    case 'model':
      if (parameter.models === 'encoder') {
        if (isEncoderModel(text)) return text;
        return fail(
          'the id of a model such as "use-lite" or "Xenova/all-MiniLM-L6-v2": letters, digits and . _ - / :',
        );
      }
      // A system's id holds the model's id, so that must not look like the end of it.
      if (/^[^\s(),]+$/u.test(text)) return text;
      return fail('the id of a model, without blanks, commas or parentheses');
  }
}

/** Names between slashes and colons. An id becomes part of an address, so none may lead out of its folder. */
function isEncoderModel(id: string): boolean {
  return /^[\p{L}\p{N}._-]+(?:[/:][\p{L}\p{N}._-]+)*$/u.test(id) && !/(?:^|[/:])\.\.?(?:[/:]|$)/u.test(id);
}

/** A number as an id writes it: 0.001 and 1e-3 are one value, so they get one spelling. */
export function formatValue(value: ParameterValue): string {
  return typeof value === 'number' && value !== 0 && Math.abs(value) < 0.01
    ? value.toExponential()
    : String(value);
}

/** A value as the id of a system writes it. */
export function spellValue(parameter: Parameter, value: ParameterValue): string {
  return parameter.kind === 'text' ? encodeText(String(value)) : formatValue(value);
}

/** Percent-encoded, parentheses and quotes too (but "#" as it is): nothing in it can end or part an id. */
export function encodeText(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%23', '#')
    .replace(/[()'!*]/gu, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * Reads what `encodeText` wrote. A blank or a mark that is not encoded is refused, because it might be one of many
 * that were lost on the way: "query: " is another prefix than "query:".
 * @throws Failure `bad-parameter`
 */
export function decodeText(system: string, name: string, spelled: string): string {
  try {
    if (/^[\p{L}\p{M}\p{N}._~%#-]*$/u.test(spelled)) return decodeURIComponent(spelled);
  } catch {
    // A "%" without its two digits: refused below.
  }
  throw new Failure(
    'bad-parameter',
    `${system}: "${name}" can't be read from "${spelled}".`,
    `Write blanks and marks percent-encoded: "${name}=${encodeText('query: ')}" is "query: ", and "${name}=" is no text.`,
  );
}
