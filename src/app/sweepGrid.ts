import { partName } from '../benchmarks/catalogue.ts';
import { Failure } from '../failure.ts';
import { formatValue, parseValue, type Parameter, type ParameterValue } from '../systems/parameters.ts';
import { checkSpec, type SystemSpec } from '../systems/registry.ts';

/** A parameter that a sweep varies, with its values in the order of the grid. */
export interface Axis {
  parameter: Parameter;
  values: readonly ParameterValue[];
}

/** One combination. `at` holds, for each axis, the index of its value. */
export interface GridCell {
  at: readonly number[];
  spec: SystemSpec;
}

export interface Grid {
  axes: readonly Axis[];
  /** The last axis varies fastest. */
  cells: readonly GridCell[];
  /** Combinations that no system can have, with the reason. With `cells` they make the whole grid. */
  refused: readonly { at: readonly number[]; reason: string }[];
}

/** A larger grid takes hours with a transformer, and its best cell says little: it is the best of too many. */
export const MAX_CELLS = 400;
/** A whole number with more values than this has no neighbours worth trying one by one. */
const FEW_VALUES = 1000;

/**
 * Values of a list that a person wrote: "1e-4, 1e-3, 1e-2". Each counts once.
 * @throws Failure `bad-parameter` where one is not a value of the parameter, or there is none
 */
export function listedValues(system: string, parameter: Parameter, text: string): ParameterValue[] {
  const values = text
    .split(/[,;\s]+/u)
    .filter((piece) => piece !== '')
    .map((piece) => parseValue(system, parameter, piece));
  if (values.length > 0) return [...new Set(values)];
  throw new Failure(
    'bad-parameter',
    `${system}: no value of “${parameter.label}” is given.`,
    'Write some, with commas between them: 1e-4, 1e-3.',
  );
}

/** Values to begin with: a decade to each side of a number, the neighbours of a whole one. */
export function suggestedList({ initial, min, max, integer }: Parameter & { kind: 'number' }): string {
  const around = integer
    ? max - min > FEW_VALUES
      ? [initial, 16, 32]
      : [initial - 1, initial, initial + 1]
    : [initial / 10, initial, initial * 10];
  return around
    .filter((value) => value >= min && value <= max)
    .map((value) => formatValue(Number(value.toPrecision(12))))
    .join(', ');
}

export function gridSize(axes: readonly Axis[]): number {
  return axes.reduce((size, { values }) => size * values.length, 1);
}

/**
 * Every combination of the axes' values on a system.
 * @throws Failure `grid-too-large` above `MAX_CELLS`
 */
export function gridOf(base: SystemSpec, axes: readonly Axis[]): Grid {
  const size = gridSize(axes);
  if (size > MAX_CELLS) {
    throw new Failure(
      'grid-too-large',
      `The grid has ${size.toLocaleString('en')} cells; the most is ${MAX_CELLS}.`,
      'Take fewer values, or fewer parameters.',
    );
  }
  const cells: GridCell[] = [];
  const refused: { at: readonly number[]; reason: string }[] = [];
  for (let place = 0; place < size; place++) {
    const at = placesOf(place, axes);
    const parameters = { ...base.parameters };
    axes.forEach(({ parameter, values }, axis) => (parameters[parameter.name] = values[at[axis]!]!));
    const spec = { ...base, parameters };
    try {
      checkSpec(spec);
      cells.push({ at, spec });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      refused.push({ at, reason: error.what });
    }
  }
  return { axes, cells, refused };
}

function placesOf(place: number, axes: readonly Axis[]): number[] {
  const at: number[] = [];
  let rest = place;
  for (const { values } of [...axes].reverse()) {
    at.unshift(rest % values.length);
    rest = Math.floor(rest / values.length);
  }
  return at;
}

/** A value as the grid's axes and tables show it. */
export function valueTitle(parameter: Parameter, value: ParameterValue): string {
  if (parameter.kind === 'choice') {
    return parameter.choices.find((choice) => choice.value === value)?.title ?? String(value);
  }
  if (parameter.kind === 'flag') return value ? 'yes' : 'no';
  return formatValue(value);
}

/** "a = 1e-3, components = 1". */
export function cellTitle({ axes }: Pick<Grid, 'axes'>, at: readonly number[]): string {
  return axes
    .map(({ parameter, values }, axis) => `${parameter.label} ${valueTitle(parameter, values[at[axis]!]!)}`)
    .join(', ');
}

/** What choosing parameters on some parts does to them. */
export interface SplitAdvice {
  /** `fit-for-choosing`: dev, trial and train are there for it. */
  kind: 'fit-for-choosing' | 'test' | 'unsplit';
  /** Parts of the same benchmark to choose on instead; empty where there are none. */
  instead: readonly string[];
}

interface PartNames {
  split: string;
  set: string | null;
}

/** Splits that parameters may be chosen on, the most fitting first. */
const CHOOSING = ['dev', 'trial', 'train'] as const;

/**
 * @param parts the parts that are open
 * @param all every part of their benchmark that can be opened
 */
export function splitAdvice(parts: readonly PartNames[], all: readonly PartNames[]): SplitAdvice {
  if (parts.every(({ split }) => (CHOOSING as readonly string[]).includes(split))) {
    return { kind: 'fit-for-choosing', instead: [] };
  }
  const sets = new Set(parts.map(({ set }) => set));
  const split = CHOOSING.find((candidate) =>
    all.some((part) => part.split === candidate && sets.has(part.set)),
  );
  const instead = all.filter((part) => part.split === split && sets.has(part.set)).map(partName);
  return { kind: parts.some((part) => part.split === 'test') ? 'test' : 'unsplit', instead };
}
