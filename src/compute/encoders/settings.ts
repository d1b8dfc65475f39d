import { Failure } from '../../failure.ts';
import { moduleKind, notAnEncoder, type Configuration, type PoolingConfig } from './configuration.ts';
import type { Output } from './runtime.ts';
import type { EncoderFacts, EncoderRequest, Pooling } from './types.ts';

/** What our catalogue knows of a model whose own files don't say it, as those of most ONNX conversions. */
export interface CatalogueFacts {
  pooling: Pooling;
  normalise: boolean;
  prefix: string;
  maxTokens: number;
}

/** How sentences become vectors, and who says so. */
export type Settings = Pick<
  EncoderFacts,
  'pooling' | 'poolingFrom' | 'normalise' | 'prefix' | 'maxTokens' | 'maxTokensFrom'
>;

/** The output with a vector a sentence, after all that sentence-transformers does. */
export const SENTENCE_OUTPUT = 'sentence_embedding';
/** The outputs with a vector a token, by the names of optimum's exports. */
const TOKEN_OUTPUTS = ['last_hidden_state', 'token_embeddings'];

const OUR_CATALOGUE = 'our catalogue';
const BY_HAND = 'chosen by hand';

/** Beyond any model: tokenisers without a limit of their own state 1e30. */
const ABSURD_LENGTH = 1_000_000;
const LENGTH_WITHOUT_LIMIT = 512;

/** Models whose position table starts after the padding index (RoBERTa's modelling code): two rows are no positions. */
const OFFSET_POSITIONS =
  /^(roberta|roberta-prelayernorm|xlm-roberta|xlm-roberta-xl|camembert|mpnet|xmod|ibert|data2vec-text|longformer)$/;

/**
 * Settles what 'auto' is: by the model's own files, else by our catalogue, else by what is usual, which is said.
 * @throws Failure `unsupported-pooling`, `no-output`, `not-an-encoder`, `bad-parameter`
 */
export function settle(
  request: EncoderRequest,
  configuration: Configuration,
  catalogue: CatalogueFacts | undefined,
  outputs: readonly Output[],
): Settings {
  const pooling = settlePooling(request, configuration, catalogue, outputs);
  const limit = settleLength(request, configuration, catalogue);
  const prefix =
    request.prefix === 'auto' ? (ownPrompt(configuration) ?? catalogue?.prefix ?? '') : request.prefix;
  if (prefix !== '' && configuration.pooling?.include_prompt === false && pooling.pooling === 'mean') {
    throw new Failure(
      'unsupported-pooling',
      `${request.model} leaves its prompt out of the mean, which this page does not do.`,
      'Choose an empty prefix, or another model.',
    );
  }
  return { ...pooling, ...limit, prefix, normalise: settleNormalise(request, configuration, catalogue) };
}

/** Which output of the graph has the vectors. */
export function outputFor(pooling: Pooling, outputs: readonly Output[]): Output | undefined {
  const names = pooling === 'output' ? [SENTENCE_OUTPUT] : TOKEN_OUTPUTS;
  return outputs.find(({ name }) => names.includes(name));
}

function settlePooling(
  { model, pooling: choice }: EncoderRequest,
  configuration: Configuration,
  catalogue: CatalogueFacts | undefined,
  outputs: readonly Output[],
): { pooling: Pooling; poolingFrom: string } {
  const hasSentences = outputFor('output', outputs) !== undefined;
  const hasTokens = outputFor('mean', outputs) !== undefined;
  if (!hasSentences && !hasTokens) {
    const names = outputs.map(({ name }) => name).join(', ');
    throw notAnEncoder(model, `it gives ${names}, and neither a vector a token nor a vector a sentence`);
  }
  if (choice !== 'auto') {
    if (choice === 'output' ? hasSentences : hasTokens) return { pooling: choice, poolingFrom: BY_HAND };
    throw new Failure(
      'no-output',
      choice === 'output'
        ? `${model} has no output "${SENTENCE_OUTPUT}".`
        : `${model} gives a vector a sentence and none a token, so there is nothing to pool.`,
      `Choose the pooling "${choice === 'output' ? 'auto' : 'output'}".`,
    );
  }
  const stated = statedPooling(model, configuration, catalogue, hasSentences);
  if (stated.pooling === 'output' && !hasSentences) {
    throw new Failure(
      'no-output',
      `${model} is to be read at "${SENTENCE_OUTPUT}" (${stated.poolingFrom}), an output that it does not have.`,
      'Choose a pooling by hand.',
    );
  }
  if (stated.pooling !== 'output' && !hasTokens) {
    return { pooling: 'output', poolingFrom: 'the only output that the model has' };
  }
  return stated;
}

function statedPooling(
  model: string,
  { config, modules, pooling, poolingPath }: Configuration,
  catalogue: CatalogueFacts | undefined,
  hasSentences: boolean,
): { pooling: Pooling; poolingFrom: string } {
  if (config.sts_playground?.pooling === 'output') return { pooling: 'output', poolingFrom: 'config.json' };
  // Layers after the pooling belong to the vector; without them the numbers would be another model's.
  const afterPooling = Math.max(modules?.findIndex((module) => moduleKind(module) === 'Pooling') ?? 0, 0) + 1;
  const layer = modules?.slice(afterPooling).find((module) => moduleKind(module) !== 'Normalize');
  if (layer && hasSentences) {
    return { pooling: 'output', poolingFrom: `modules.json: it has a ${moduleKind(layer)} layer` };
  }
  if (layer) {
    throw new Failure(
      'unsupported-pooling',
      `${model} has a ${moduleKind(layer)} layer after its pooling (modules.json), which its ONNX weights lack.`,
      'Choose a pooling by hand to see its vectors without that layer, or another model.',
    );
  }
  if (pooling) return { pooling: readPooling(model, pooling, poolingPath), poolingFrom: poolingPath };
  if (catalogue) return { pooling: catalogue.pooling, poolingFrom: OUR_CATALOGUE };
  return { pooling: 'mean', poolingFrom: 'assumed: the model does not say' };
}

const POOLING_MODES: Record<string, Pooling | null> = {
  cls: 'cls',
  mean: 'mean',
  lasttoken: 'last',
  max: null,
  mean_sqrt_len: null,
  weightedmean: null,
};

function readPooling(model: string, config: PoolingConfig, path: string): Pooling {
  const modes = config.pooling_mode
    ? [config.pooling_mode]
    : Object.entries(config)
        .filter(([key, value]) => key.startsWith('pooling_mode_') && value === true)
        .map(([key]) => key.slice('pooling_mode_'.length).replace(/_tokens?$/, ''));
  const pooling = modes.length === 1 ? POOLING_MODES[modes[0]!] : null;
  if (pooling) return pooling;
  throw new Failure(
    'unsupported-pooling',
    `${model} pools by ${modes.join(' and ') || 'no mode'} (${path}), which this page does not do.`,
    'Choose a pooling by hand to see other vectors than its own, or another model.',
  );
}

function settleNormalise(
  { normalise }: EncoderRequest,
  { config, modules }: Configuration,
  catalogue: CatalogueFacts | undefined,
): boolean {
  if (normalise !== 'auto') return normalise === 'yes';
  if (config.sts_playground?.normalised !== undefined) return config.sts_playground.normalised;
  if (modules) return modules.some((module) => moduleKind(module) === 'Normalize');
  return catalogue?.normalise ?? false;
}

/** The prompt that sentence-transformers puts before a text when it is not told otherwise. */
function ownPrompt({ sentenceTransformers }: Configuration): string | null {
  const name = sentenceTransformers?.default_prompt_name;
  return (name && sentenceTransformers?.prompts?.[name]) || null;
}

function settleLength(
  { model, maxTokens }: EncoderRequest,
  configuration: Configuration,
  catalogue: CatalogueFacts | undefined,
): { maxTokens: number; maxTokensFrom: string } {
  const positions = positionsOf(configuration);
  const wanted = maxTokens > 0 ? { maxTokens, maxTokensFrom: BY_HAND } : ownLength(configuration, catalogue);
  if (!Number.isInteger(wanted.maxTokens)) {
    throw new Failure('bad-parameter', `${model}: ${maxTokens} tokens.`, 'Choose a whole number of tokens.');
  }
  if (positions === null || wanted.maxTokens <= positions) return wanted;
  return {
    maxTokens: positions,
    maxTokensFrom: `config.json: the model has no more positions (${wanted.maxTokens}, ${wanted.maxTokensFrom})`,
  };
}

/** The length the model was trained for, which is often below what its position table holds. */
function ownLength(
  configuration: Configuration,
  catalogue: CatalogueFacts | undefined,
): { maxTokens: number; maxTokensFrom: string } {
  const trained = configuration.sentenceBert?.max_seq_length;
  if (trained) return { maxTokens: trained, maxTokensFrom: 'sentence_bert_config.json' };
  if (catalogue) return { maxTokens: catalogue.maxTokens, maxTokensFrom: OUR_CATALOGUE };
  const stated = configuration.tokenizer.model_max_length;
  if (stated && stated < ABSURD_LENGTH) {
    return { maxTokens: stated, maxTokensFrom: 'tokenizer_config.json' };
  }
  const positions = positionsOf(configuration);
  if (positions !== null) return { maxTokens: positions, maxTokensFrom: 'config.json' };
  return { maxTokens: LENGTH_WITHOUT_LIMIT, maxTokensFrom: 'assumed: the model does not say' };
}

/** How many positions the model has; null where it does not say, as models with relative positions. */
function positionsOf({ config }: Configuration): number | null {
  const table = config.max_position_embeddings ?? config.n_positions;
  if (!table || table < 0) return null;
  return OFFSET_POSITIONS.test(config.model_type ?? '') ? table - 2 : table;
}
