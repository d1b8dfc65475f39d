import { describe, expect, it } from 'vitest';
import type { Configuration } from '../../../../src/compute/encoders/configuration.ts';
import { settle, type CatalogueFacts, type Settings } from '../../../../src/compute/encoders/settings.ts';
import type { EncoderRequest } from '../../../../src/compute/encoders/types.ts';
import { Failure } from '../../../../src/failure.ts';
import { REQUEST } from './support.ts';

const NOTHING: Configuration = {
  config: { model_type: 'bert', max_position_embeddings: 512 },
  tokenizer: {},
  modules: null,
  pooling: null,
  poolingPath: '1_Pooling/config.json',
  sentenceBert: null,
  sentenceTransformers: null,
};
const CATALOGUE: CatalogueFacts = { pooling: 'cls', normalise: true, prefix: 'query: ', maxTokens: 256 };
const module = (kind: string): { path: string; type: string } => ({
  path: '',
  type: `sentence_transformers.models.${kind}`,
});

function settled(
  configuration: Partial<Configuration> = {},
  request: Partial<EncoderRequest> = {},
  catalogue?: CatalogueFacts,
  outputs = ['last_hidden_state'],
): Settings {
  return settle(
    { ...REQUEST, ...request },
    { ...NOTHING, ...configuration },
    catalogue,
    outputs.map((name) => ({ name, dimension: 4 })),
  );
}

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
  return 'no failure';
}

describe('pooling', () => {
  it.each([
    [{ pooling_mode_cls_token: true, pooling_mode_mean_tokens: false }, 'cls'],
    [{ pooling_mode_cls_token: false, pooling_mode_mean_tokens: true }, 'mean'],
    [{ pooling_mode_lasttoken: true }, 'last'],
    [{ pooling_mode: 'lasttoken' }, 'last'],
  ])('is what the model states: %j', (pooling, expected) => {
    const found = settled({ pooling }, {}, { ...CATALOGUE, pooling: 'output' });
    expect(found).toMatchObject({ pooling: expected, poolingFrom: '1_Pooling/config.json' });
  });

  it.each([
    { pooling_mode_max_tokens: true },
    { pooling_mode_weightedmean_tokens: true },
    { pooling_mode_mean_sqrt_len_tokens: true },
    { pooling_mode_cls_token: true, pooling_mode_mean_tokens: true },
    { pooling_mode: 'attention' },
    {},
  ])('is no silent mean where the model states %j', (pooling) => {
    expect(codeOf(() => settled({ pooling }))).toBe('unsupported-pooling');
    expect(settled({ pooling }, { pooling: 'mean' })).toMatchObject({ poolingFrom: 'chosen by hand' });
  });

  it('is that of our catalogue, else assumed, where the model does not say', () => {
    expect(settled({}, {}, CATALOGUE)).toMatchObject({ pooling: 'cls', poolingFrom: 'our catalogue' });
    expect(settled()).toMatchObject({ pooling: 'mean', poolingFrom: 'assumed: the model does not say' });
  });

  it('is the output where the model ships one and says so', () => {
    const config = { ...NOTHING.config, sts_playground: { pooling: 'output' as const, normalised: true } };
    const both = ['last_hidden_state', 'sentence_embedding'];
    expect(settled({ config }, {}, undefined, both)).toMatchObject({
      pooling: 'output',
      poolingFrom: 'config.json',
      normalise: true,
    });
    expect(codeOf(() => settled({ config }))).toBe('no-output');
    expect(codeOf(() => settled({}, { pooling: 'output' }))).toBe('no-output');
    expect(codeOf(() => settled({}, { pooling: 'mean' }, undefined, ['sentence_embedding']))).toBe(
      'no-output',
    );
    expect(settled({}, {}, undefined, ['sentence_embedding'])).toMatchObject({ pooling: 'output' });
    expect(settled({}, {}, undefined, both)).toMatchObject({ pooling: 'mean' });
  });

  it('does not leave out a layer behind the pooling', () => {
    const modules = ['Transformer', 'Pooling', 'Dense', 'Normalize'].map(module);
    const pooling = { pooling_mode_mean_tokens: true };
    expect(codeOf(() => settled({ modules, pooling }))).toBe('unsupported-pooling');
    const found = settled({ modules, pooling }, {}, undefined, ['token_embeddings', 'sentence_embedding']);
    expect(found).toMatchObject({ pooling: 'output', normalise: true });
    expect(found.poolingFrom).toContain('Dense');
    const custom = [{ path: '', type: 'custom_st.Transformer' }, ...['Pooling', 'Normalize'].map(module)];
    expect(settled({ modules: custom, pooling })).toMatchObject({ pooling: 'mean', normalise: true });
  });

  it('is of no use where the model gives words or pictures', () => {
    expect(codeOf(() => settled({}, {}, CATALOGUE, ['logits']))).toBe('not-an-encoder');
    expect(codeOf(() => settled({}, { pooling: 'cls' }, CATALOGUE, ['image_embeds']))).toBe('not-an-encoder');
  });
});

describe('normalising', () => {
  it.each([
    [{ modules: [module('Transformer'), module('Pooling')] }, CATALOGUE, false],
    [{ modules: [module('Transformer'), module('Pooling'), module('Normalize')] }, undefined, true],
    [{}, CATALOGUE, true],
    [{}, undefined, false],
  ])('%# is what the model says, else the catalogue', (configuration, catalogue, expected) => {
    expect(settled(configuration, {}, catalogue).normalise).toBe(expected);
    expect(settled(configuration, { normalise: 'yes' }, catalogue).normalise).toBe(true);
    expect(settled(configuration, { normalise: 'no' }, catalogue).normalise).toBe(false);
  });
});

describe('the prefix', () => {
  const prompts = { query: 'search_query: ', document: 'search_document: ' };

  it('is the default prompt of the model, else that of the catalogue', () => {
    const stated = { sentenceTransformers: { prompts, default_prompt_name: 'document' } };
    expect(settled(stated, {}, CATALOGUE).prefix).toBe('search_document: ');
    expect(settled({ sentenceTransformers: { prompts, default_prompt_name: null } }).prefix).toBe('');
    expect(settled({}, {}, CATALOGUE).prefix).toBe('query: ');
    expect(settled(stated, { prefix: '' }, CATALOGUE).prefix).toBe('');
    expect(settled(stated, { prefix: 'passage: ' }, CATALOGUE).prefix).toBe('passage: ');
  });

  it('is refused where the model pools without it', () => {
    const pooling = { pooling_mode_mean_tokens: true, include_prompt: false };
    expect(codeOf(() => settled({ pooling }, { prefix: 'a ' }))).toBe('unsupported-pooling');
    expect(codeOf(() => settled({ pooling }, { prefix: '' }))).toBe('no failure');
  });
});

describe('the longest input', () => {
  it.each([
    [{ sentenceBert: { max_seq_length: 128 } }, CATALOGUE, 128, 'sentence_bert_config.json'],
    [{ sentenceBert: { max_seq_length: null } }, CATALOGUE, 256, 'our catalogue'],
    [{ tokenizer: { model_max_length: 384 } }, CATALOGUE, 256, 'our catalogue'],
    [{ tokenizer: { model_max_length: 384 } }, undefined, 384, 'tokenizer_config.json'],
    [{ tokenizer: { model_max_length: 1e30 } }, undefined, 512, 'config.json'],
    [{ config: { model_type: 'mpnet', max_position_embeddings: 514 } }, undefined, 512, 'config.json'],
    [{ config: { model_type: 'xlm-roberta', max_position_embeddings: 514 } }, undefined, 512, 'config.json'],
    [{ config: { model_type: 't5' } }, undefined, 512, 'assumed: the model does not say'],
  ])('%# is what it was trained for', (configuration, catalogue, maxTokens, maxTokensFrom) => {
    expect(settled(configuration, {}, catalogue)).toMatchObject({ maxTokens, maxTokensFrom });
  });

  it('never goes beyond the positions of the model', () => {
    const table = { config: { model_type: 'roberta', max_position_embeddings: 514 } };
    const found = settled(table, { maxTokens: 600 });
    expect(found.maxTokens).toBe(512);
    expect(found.maxTokensFrom).toContain('600, chosen by hand');
    expect(settled(table, { maxTokens: 64 })).toMatchObject({
      maxTokens: 64,
      maxTokensFrom: 'chosen by hand',
    });
    const relative = { config: { model_type: 't5' } };
    expect(settled(relative, { maxTokens: 5000 }).maxTokens).toBe(5000);
    expect(codeOf(() => settled(table, { maxTokens: 1.5 }))).toBe('bad-parameter');
  });
});
