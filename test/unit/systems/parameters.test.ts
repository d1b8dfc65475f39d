import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeText,
  encodeText,
  formatValue,
  parseValue,
  spellValue,
  tokeniserOptions,
  tokeniserParameters,
  type Parameter,
} from '../../../src/systems/parameters.ts';
import { definitionOf, SYSTEMS } from '../../../src/systems/registry.ts';
import { failureOf } from '../support.ts';

const parameterOf = (name: string): Parameter =>
  definitionOf('transformer').parameters.find((parameter) => parameter.name === name)!;

describe('parameters', () => {
  it('every initial value is one that the parameter takes', () => {
    for (const { kind, parameters } of SYSTEMS) {
      for (const parameter of parameters) {
        expect(parseValue(kind, parameter, formatValue(parameter.initial))).toBe(parameter.initial);
      }
    }
  });

  it('names are unique within a system and fit into an id', () => {
    for (const { parameters } of SYSTEMS) {
      const names = parameters.map((parameter) => parameter.name);
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) expect(name).toMatch(/^[a-z]+$/i);
    }
  });

  it('the tokeniser parameters give the tokeniser options', () => {
    for (const punctuation of ['drop', 'keep'] as const) {
      const initial = Object.fromEntries(tokeniserParameters(punctuation).map((p) => [p.name, p.initial]));
      expect(tokeniserOptions(initial)).toEqual({ tokeniser: 'words', lowerCase: true, punctuation });
    }
    expect(tokeniserOptions({ tokeniser: 'treebank', lower: false, punctuation: 'keep' })).toEqual({
      tokeniser: 'treebank',
      lowerCase: false,
      punctuation: 'keep',
    });
  });

  it('a text is taken as it is typed, blanks and all, but for half characters', async () => {
    const prefix = parameterOf('prefix');
    for (const text of ['query: ', '', '  ', 'a(b),c=%20', 'שאלה: ', '🙂']) {
      expect(parseValue('transformer', prefix, text)).toBe(text);
    }
    expect((await failureOf(() => parseValue('transformer', prefix, 'a\ud83d'))).code).toBe('bad-parameter');
  });

  it('an id spells a text without anything that could end or part it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
        const spelled = encodeText(text);
        expect(spelled).toMatch(/^[A-Za-z0-9._~%-]*$/u);
        expect(decodeText('transformer', 'prefix', spelled)).toBe(text);
      }),
    );
    expect(spellValue(parameterOf('prefix'), 'query: ')).toBe('query%3A%20');
    expect(spellValue(parameterOf('maxTokens'), 1e-3)).toBe('1e-3');
  });

  it.each(['query: ', ' query', 'a b', '100%', '%', '%zz', '%ff', 'a\ud83d', 'a(b'])(
    'does not guess what %j in an id means',
    async (spelled) => {
      const failure = await failureOf(() => decodeText('transformer', 'prefix', spelled));
      expect(failure.code).toBe('bad-parameter');
      expect(failure.nextStep).toContain('query%3A%20');
    },
  );

  it('writes a number in one way, and reads it back', () => {
    expect([0, 1, 0.001, 1e-4, 0.0125, 1e9, -0.005].map(formatValue)).toEqual([
      '0',
      '1',
      '1e-3',
      '1e-4',
      '0.0125',
      '1000000000',
      '-5e-3',
    ]);
    expect(formatValue(true)).toBe('true');
    expect(formatValue('words')).toBe('words');
  });
});
