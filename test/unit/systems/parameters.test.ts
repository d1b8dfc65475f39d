import { describe, expect, it } from 'vitest';
import {
  formatValue,
  parseValue,
  tokeniserOptions,
  tokeniserParameters,
} from '../../../src/systems/parameters.ts';
import { SYSTEMS } from '../../../src/systems/registry.ts';

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
