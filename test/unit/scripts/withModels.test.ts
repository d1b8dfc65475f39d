import { describe, expect, it } from 'vitest';
import { withModels } from '../../../scripts/withModels.ts';
import { parseSystem } from '../../../src/systems/registry.ts';

const MODELS = { vectors: 'file:mine.txt#1a2b', frequencies: 'file:counts.tsv#3c4d' };

describe('withModels', () => {
  it('gives a system the models that it takes, and keeps the rest of it', () => {
    expect(parseSystem(withModels('sif(a=1e-4)', MODELS)).parameters).toMatchObject({ ...MODELS, a: 1e-4 });
    expect(parseSystem(withModels('glove-sum', MODELS)).parameters).not.toHaveProperty('frequencies');
    expect(withModels('overlap-cosine', MODELS)).toBe('overlap-cosine()');
  });

  it('keeps the model of a transformer', () => {
    const system = 'transformer:Xenova/all-MiniLM-L6-v2(dtype=q8)';
    expect(parseSystem(withModels(system, MODELS))).toEqual(parseSystem(system));
    expect(parseSystem(withModels('transformer', MODELS))).toEqual(parseSystem('transformer'));
  });

  it('leaves alone what the text names, also where it names the default', () => {
    const { parameters } = parseSystem(withModels('sif(vectors=glove-6b-100d)', MODELS));
    expect(parameters).toMatchObject({ vectors: 'glove-6b-100d', frequencies: MODELS.frequencies });
    expect(withModels('sif( vectors = glove-6b-100d )', { vectors: 'x' })).not.toContain('vectors=x');
  });
});
