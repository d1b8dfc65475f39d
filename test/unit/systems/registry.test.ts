import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Parameter, ParameterValue } from '../../../src/systems/parameters.ts';
import {
  defaultSpec,
  definitionOf,
  parseSystem,
  shortId,
  splitOutsideParentheses,
  systemId,
  SYSTEMS,
  type SystemSpec,
} from '../../../src/systems/registry.ts';
import { fileModelId } from '../../../src/compute/models/fromFile.ts';
import { failureOf } from '../support.ts';

function valueFor(parameter: Parameter): fc.Arbitrary<ParameterValue> {
  switch (parameter.kind) {
    case 'flag':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...parameter.choices.map((choice) => choice.value));
    case 'model':
      return fc
        .string({ unit: 'binary', maxLength: 20 })
        .map((name) => fileModelId(name, '0123456789abcdef'));
    case 'number':
      return parameter.integer
        ? fc.integer({ min: parameter.min, max: parameter.max })
        : fc.double({ min: parameter.min, max: parameter.max, noNaN: true });
  }
}

const specs: fc.Arbitrary<SystemSpec> = fc
  .constantFrom(...SYSTEMS)
  .chain((definition) =>
    fc
      .record(
        Object.fromEntries(definition.parameters.map((parameter) => [parameter.name, valueFor(parameter)])),
      )
      .map((parameters) => ({ kind: definition.kind, parameters })),
  );

describe('ids of systems', () => {
  it('an id gives back the very system, for all parameters', () => {
    fc.assert(
      fc.property(specs, (spec) => {
        expect(parseSystem(systemId(spec))).toEqual(spec);
        expect(parseSystem(shortId(spec))).toEqual(spec);
      }),
      { numRuns: 2000 },
    );
  });

  it('a list of ids splits into the same ids', () => {
    fc.assert(
      fc.property(fc.array(specs, { maxLength: 5 }), (list) => {
        const ids = list.map(systemId);
        expect(splitOutsideParentheses(ids.join(','))).toEqual(ids);
        expect(splitOutsideParentheses(ids.join(' , '))).toEqual(ids);
      }),
    );
  });

  it('names every parameter, and equal values have one spelling', () => {
    expect(systemId(parseSystem('sif(a=0.001)'))).toBe(systemId(parseSystem('sif(a=1e-3)')));
    expect(systemId(parseSystem('sif'))).toBe(
      'sif(a=1e-3,components=1,frequencies=subtlex-us,fit=part,vectors=glove-6b-100d,tokeniser=words,punctuation=drop,lower=true,missing=skip)',
    );
    expect(shortId(parseSystem('sif(a=1e-4,lower=true,missing=skip)'))).toBe('sif(a=1e-4)');
    expect(shortId(parseSystem('sif()'))).toBe('sif');
  });

  it('keeps the defaults of what is not named, and allows blanks', () => {
    const spec = parseSystem('  sif ( components = 0 , fit = all ) ');
    expect(spec).toEqual({
      kind: 'sif',
      parameters: { ...defaultSpec('sif').parameters, components: 0, fit: 'all' },
    });
  });

  it('changing one default spec leaves the next alone', () => {
    defaultSpec('sif').parameters.a = 7;
    expect(defaultSpec('sif').parameters.a).toBe(1e-3);
  });

  it('splits at commas outside parentheses only', () => {
    expect(splitOutsideParentheses('glove-sum,sif(a=1,components=2)')).toEqual([
      'glove-sum',
      'sif(a=1,components=2)',
    ]);
    expect(splitOutsideParentheses(' , a,, b(c(d,e),f) ,')).toEqual(['a', 'b(c(d,e),f)']);
    expect(splitOutsideParentheses('')).toEqual([]);
  });

  it.each([
    ['nonsense', 'unknown-system', 'overlap-cosine, glove-sum, glove-idf, sif'],
    ['SIF', 'unknown-system', 'overlap-cosine, glove-sum, glove-idf, sif'],
    ['', 'unknown-system', 'sif(a=1e-3,components=1)'],
    ['sif(a=1', 'unknown-system', 'sif(a=1e-3,components=1)'],
    ['sif(b=1)', 'bad-parameter', 'a, components, frequencies, fit, vectors, tokeniser, punctuation, lower'],
    ['sif(a)', 'bad-parameter', 'a, components, frequencies'],
    ['overlap-cosine(vectors=x)', 'bad-parameter', 'tokeniser, punctuation, lower'],
    ['sif(tokeniser=letters)', 'bad-parameter', 'words, treebank, unicode, whitespace'],
    ['sif(fit=half)', 'bad-parameter', 'part, all'],
    ['sif(lower=yes)', 'bad-parameter', 'true or false'],
    ['sif(a=0)', 'bad-parameter', 'a number from 1e-9 to 1000000000'],
    ['sif(a=)', 'bad-parameter', 'a number from'],
    ['sif(a=one)', 'bad-parameter', 'a number from'],
    ['sif(a=NaN)', 'bad-parameter', 'a number from'],
    ['sif(a=Infinity)', 'bad-parameter', 'a number from'],
    ['sif(components=1.5)', 'bad-parameter', 'a whole number from 0 to 20'],
    ['sif(components=21)', 'bad-parameter', 'a whole number from 0 to 20'],
    ['sif(components=-1)', 'bad-parameter', 'a whole number from 0 to 20'],
    ['sif(vectors=)', 'bad-parameter', 'the id of a model'],
    ['sif(vectors=a b)', 'bad-parameter', 'the id of a model'],
    ['sif(vectors=a),components=0)', 'bad-parameter', 'the id of a model'],
  ])('%j is refused (%s), and the message lists what there is', async (text, code, lists) => {
    const failure = await failureOf(() => parseSystem(text));
    expect(failure.code).toBe(code);
    expect(failure.nextStep).toContain(lists);
  });

  it('knows its systems by kind', async () => {
    for (const definition of SYSTEMS) expect(definitionOf(definition.kind)).toBe(definition);
    expect((await failureOf(() => definitionOf('use'))).code).toBe('unknown-system');
  });
});
