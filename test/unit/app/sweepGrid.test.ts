import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cellTitle,
  gridOf,
  gridSize,
  listedValues,
  MAX_CELLS,
  splitAdvice,
  suggestedList,
  valueTitle,
  type Axis,
} from '../../../src/app/sweepGrid.ts';
import type { Parameter, ParameterValue } from '../../../src/systems/parameters.ts';
import { defaultSpec, definitionOf, systemId, type SystemKind } from '../../../src/systems/registry.ts';
import { failureOf } from '../support.ts';

const parameter = (kind: SystemKind, name: string): Parameter =>
  definitionOf(kind).parameters.find((candidate) => candidate.name === name)!;
const axis = (name: string, ...values: ParameterValue[]): Axis => ({
  parameter: parameter('sif', name),
  values,
});
const sif = defaultSpec('sif');

describe('listedValues', () => {
  it('reads a list however it is spaced, each value once', () => {
    expect(listedValues('sif', parameter('sif', 'a'), ' 1e-4, 0.001;1e-3  1e-2,')).toEqual([
      1e-4, 1e-3, 1e-2,
    ]);
  });

  it('refuses what the parameter does not take, and an empty list', async () => {
    const components = parameter('sif', 'components');
    expect((await failureOf(() => listedValues('sif', components, '1, 2.5'))).message).toContain('2.5');
    expect((await failureOf(() => listedValues('sif', components, ' , '))).what).toContain(
      'Components removed',
    );
  });
});

describe('suggestedList', () => {
  it('is a decade to each side, or the neighbours, within the bounds', () => {
    const list = (kind: SystemKind, name: string): string =>
      suggestedList(parameter(kind, name) as Parameter & { kind: 'number' });
    expect(list('sif', 'a')).toBe('1e-4, 1e-3, 0.01');
    expect(list('sif', 'components')).toBe('0, 1, 2');
    expect(list('transformer', 'maxTokens')).toBe('0, 16, 32');
  });

  it('is a list that the parameter takes', () => {
    for (const kind of ['sif', 'transformer'] as const) {
      for (const candidate of definitionOf(kind).parameters) {
        if (candidate.kind !== 'number') continue;
        expect(listedValues(kind, candidate, suggestedList(candidate))).toContain(candidate.initial);
      }
    }
  });
});

describe('gridOf', () => {
  it('makes every combination once, the last axis fastest, the rest of the system unchanged', () => {
    const axes = [axis('a', 1e-4, 1e-3), axis('components', 0, 1, 2)];
    const { cells, refused } = gridOf(sif, axes);
    expect(cells.map(({ at }) => at.join())).toEqual(['0,0', '0,1', '0,2', '1,0', '1,1', '1,2']);
    expect(cells[5]!.spec).toEqual({
      kind: 'sif',
      parameters: { ...sif.parameters, a: 1e-3, components: 2 },
    });
    expect(cellTitle({ axes }, cells[5]!.at)).toBe('a 1e-3, Components removed 2');
    expect(refused).toEqual([]);
    expect(sif.parameters.components).toBe(1);
  });

  it('counts combinations that no system can have', () => {
    const { cells, refused } = gridOf(sif, [
      axis('measure', 'cosine', 'euclidean'),
      axis('missing', 'skip', 'zero'),
    ]);
    expect(cells).toHaveLength(3);
    expect(refused.map(({ at }) => at)).toEqual([[1, 1]]);
    expect(refused[0]!.reason).toContain('0 is the score of equal sentences');
  });

  it('refuses a grid that is too large before it is made', async () => {
    const values = Array.from({ length: 21 }, (_, place) => place);
    const axes = [axis('components', ...values), axis('a', ...values.map((value) => value + 1))];
    expect(gridSize(axes)).toBe(441);
    const failure = await failureOf(() => gridOf(sif, axes));
    expect(failure.code).toBe('grid-too-large');
    expect(failure.message).toContain('441');
    expect(failure.message).toContain(String(MAX_CELLS));
  });

  it('gives each cell a system of its own', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 5 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        fc.subarray(['drop', 'keep'], { minLength: 1 }),
        (components, a, punctuation) => {
          const axes = [
            axis('components', ...components),
            axis('a', ...a),
            axis('punctuation', ...punctuation),
          ];
          const { cells } = gridOf(sif, axes);
          expect(cells).toHaveLength(gridSize(axes));
          expect(new Set(cells.map(({ spec }) => systemId(spec))).size).toBe(cells.length);
        },
      ),
    );
  });
});

describe('valueTitle', () => {
  it('says a choice as the page does', () => {
    expect(valueTitle(parameter('sif', 'punctuation'), 'keep')).toBe('kept as tokens');
    expect(valueTitle(parameter('sif', 'lower'), false)).toBe('no');
    expect(valueTitle(parameter('sif', 'a'), 1e-4)).toBe('1e-4');
  });
});

describe('splitAdvice', () => {
  const part = (name: string) => {
    const [split, set = null] = name.split('/');
    return { split: split!, set };
  };
  const all = (...names: string[]) => names.map(part);

  it('lets parameters be chosen on dev, trial and train', () => {
    const stsb = all('train', 'dev', 'test');
    expect(splitAdvice(all('dev'), stsb).kind).toBe('fit-for-choosing');
    expect(splitAdvice(all('train', 'dev'), stsb).kind).toBe('fit-for-choosing');
  });

  it('sends a test split to its dev, the same set of it, or the next best', () => {
    expect(splitAdvice(all('test'), all('train', 'dev', 'test'))).toEqual({ kind: 'test', instead: ['dev'] });
    expect(splitAdvice(all('train', 'test'), all('train', 'dev', 'test')).kind).toBe('test');
    expect(splitAdvice(all('test/de'), all('dev/de', 'dev/fr', 'test/de', 'test/fr')).instead).toEqual([
      'dev/de',
    ]);
    expect(splitAdvice(all('test'), all('train', 'trial', 'test')).instead).toEqual(['trial']);
    expect(splitAdvice(all('test/images'), all('test/images', 'test/belief'))).toEqual({
      kind: 'test',
      instead: [],
    });
  });

  it('knows a benchmark that is in one piece', () => {
    expect(splitAdvice(all('all'), all('all'))).toEqual({ kind: 'unsplit', instead: [] });
  });
});
