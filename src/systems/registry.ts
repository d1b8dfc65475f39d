import { Failure } from '../failure.ts';
import {
  SYSTEMS,
  VECTOR_CONTEXT,
  type LexicalKind,
  type Needs,
  type SystemDefinition,
  type SystemKind,
} from './definitions.ts';
import {
  checkMissing,
  decodeText,
  measureParameter,
  missingParameter,
  parseValue,
  spellValue,
  type Parameter,
  type ParameterValue,
  type Parameters,
} from './parameters.ts';

export {
  DEFAULT_FREQUENCIES,
  DEFAULT_VECTORS,
  SYSTEMS,
  type LexicalKind,
  type Needs,
  type SystemDefinition,
  type SystemKind,
} from './definitions.ts';

/** A system with all its parameters: enough to compute its scores. */
export interface SystemSpec {
  kind: SystemKind;
  parameters: Parameters;
}

export type LexicalSpec = SystemSpec & { kind: LexicalKind };

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
  if (kind !== 'transformer' && kind !== 'scores' && kind !== 'code') return { ...spec, kind };
  throw new Failure(
    'not-lexical',
    kind === 'scores'
      ? `${shortId(spec)} has scores from a file, and sees no words.`
      : `${shortId(spec)} is scored from embeddings, not from words.`,
    'Choose a system that looks at words.',
  );
}

/**
 * What no parameter can tell alone: whether they go together.
 * @throws Failure `bad-parameter`
 */
export function checkSpec({ kind, parameters }: SystemSpec): void {
  const { measure, missing, tokens, context } = parameters;
  if (measure !== undefined) checkMissing(kind, String(measure), String(missing));
  if (kind === 'aligned' && context === VECTOR_CONTEXT && tokens !== 'cosine') {
    throw new Failure(
      'bad-parameter',
      `${kind}: "context" can't be "${VECTOR_CONTEXT}" with the token measure ${String(tokens)}: it compares counts, and word vectors have negative components.`,
      'Take the token measure cosine with word vectors, or other contexts.',
    );
  }
}

/** What a system with these parameters works with. */
export function needsOf(spec: SystemSpec): Needs {
  if (spec.kind === 'aligned' && spec.parameters.context === VECTOR_CONTEXT) return 'vectors';
  return definitionOf(spec.kind).needs;
}

/** Whether it adds up vectors on a backend. */
export function usesBackend({ kind }: SystemSpec): boolean {
  return definitionOf(kind).needs === 'vectors';
}

function subjectsOf({ parameters, subjects = [] }: SystemDefinition): Parameter[] {
  return subjects.map((subject) => parameters.find(({ name }) => name === subject)!);
}

function idOf(spec: SystemSpec, names: (parameter: Parameter) => boolean): string {
  const definition = definitionOf(spec.kind);
  const spell = (parameter: Parameter): string => spellValue(parameter, spec.parameters[parameter.name]!);
  const about = subjectsOf(definition);
  const values = definition.parameters
    .filter((parameter) => !about.includes(parameter) && names(parameter))
    .map((parameter) => `${parameter.name}=${spell(parameter)}`);
  const head = [spec.kind, ...about.map(spell)].join(':');
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
 * Reads "sif", "sif()", "sif(a=1e-4,components=0)", "transformer:use-lite(dtype=q8)" or "aligned:dice:linking"; parameters that are not
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
  const definition = definitionOf(match[1]!);
  const { kind, parameters } = definition;
  const spec = defaultSpec(kind);
  const about = subjectsOf(definition);
  if (match[2] !== undefined) {
    if (about.length === 0) {
      throw new Failure('bad-parameter', `${kind} takes nothing after a colon.`, `Write it as in "${kind}".`);
    }
    const values = about.length === 1 ? [match[2]] : match[2].split(':');
    if (values.length > about.length) {
      throw new Failure(
        'bad-parameter',
        `${kind} takes ${about.length} names after colons, not ${values.length}.`,
        `Write it as in "${exampleOf(kind, about)}".`,
      );
    }
    values.forEach((value, at) => {
      const subject = about[at]!;
      spec.parameters[subject.name] = readSetting(kind, subject, value.trim());
    });
  }
  for (const setting of partsOutsideParentheses(match[3] ?? '')) {
    if (setting.trim() === '') continue;
    const equals = setting.indexOf('=');
    const name = setting.slice(0, equals).trim();
    const parameter = parameters.find((candidate) => candidate.name === name);
    if (equals < 0 || !parameter || about.includes(parameter)) {
      const others = parameters
        .filter((candidate) => !about.includes(candidate))
        .map((candidate) => candidate.name);
      const subjects = about.map((subject) => subject.name).join(' and the ');
      const where = `the ${subjects} ${about.length === 1 ? 'stands after a colon' : 'stand after colons'}`;
      throw new Failure(
        'bad-parameter',
        `${kind} has no parameter "${equals < 0 ? setting.trim() : name}".`,
        `It takes ${others.join(', ')}${about.length > 0 ? `; ${where}, as in "${exampleOf(kind, about)}"` : ''}.`,
      );
    }
    spec.parameters[name] = readSetting(kind, parameter, setting.slice(equals + 1));
  }
  checkSpec(spec);
  return spec;
}

/** A value as an id spells it. */
function readSetting(kind: SystemKind, parameter: Parameter, value: string): ParameterValue {
  const text = parameter.kind === 'text' ? decodeText(kind, parameter.name, value) : value.trim();
  return parseValue(kind, parameter, text);
}

function exampleOf(kind: SystemKind, about: readonly Parameter[]): string {
  return [kind, ...about.map(({ initial }) => initial)].join(':');
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
