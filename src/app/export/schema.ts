/** A field of a file that is not what it has to be. */
export class FieldProblem extends Error {
  /** "systems[2].run.key" */
  readonly field: string;
  /** What it has to be. */
  readonly wanted: string;
  readonly found: string;

  constructor(field: string, wanted: string, value: unknown) {
    const text = value === undefined ? 'nothing' : JSON.stringify(value);
    const found = text.length > 60 ? `${text.slice(0, 60)}…` : text;
    super(`${field} is ${found}; it has to be ${wanted}`);
    this.name = 'FieldProblem';
    this.field = field;
    this.wanted = wanted;
    this.found = found;
  }
}

/** @throws FieldProblem where the value is not what it has to be; `at` names it */
export type Check = (value: unknown, at: string) => void;

/** A check of one sort of value. */
export function is(wanted: string, test: (value: unknown) => boolean): Check {
  return (value, at) => {
    if (!test(value)) throw new FieldProblem(at, wanted, value);
  };
}

export const text = is('a text', (value) => typeof value === 'string');
export const name = is('a text that is not empty', (value) => typeof value === 'string' && value !== '');
export const flag = is('true or false', (value) => typeof value === 'boolean');
export const number = is('a number', (value) => typeof value === 'number');
export const count = is(
  'a whole number from 0',
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
);
export const hash = is(
  'a sha256 in hexadecimal digits',
  (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
);
/** Neither looked into nor needed. */
export const anything: Check = () => {};

export function oneOf(values: readonly string[]): Check {
  return is(`one of ${values.join(', ')}`, (value) => values.includes(value as string));
}

export function orNull(check: Check): Check {
  return (value, at) => {
    if (value !== null) check(value, at);
  };
}

export function optional(check: Check): Check {
  return (value, at) => {
    if (value !== undefined) check(value, at);
  };
}

export function listOf(check: Check): Check {
  return (value, at) => {
    if (!Array.isArray(value)) throw new FieldProblem(at, 'a list', value);
    value.forEach((item, index) => check(item, `${at}[${index}]`));
  };
}

/** An object with values of one sort under any names. */
export function mapOf(check: Check): Check {
  return (value, at) => {
    for (const [key, item] of Object.entries(record(value, at))) check(item, `${at}.${key}`);
  };
}

/** An object with these fields. Others are let through: a later version may have more. */
export function fields<T>(shape: { readonly [Key in keyof T]?: Check }): Check {
  return (value, at) => {
    const object = record(value, at);
    for (const [key, check] of Object.entries(shape) as [string, Check][]) {
      check(object[key], at === '' ? key : `${at}.${key}`);
    }
  };
}

function record(value: unknown, at: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new FieldProblem(at || 'the file', 'an object', value);
  }
  return value as Record<string, unknown>;
}
