import { Failure } from '../../failure.ts';
import type { ModelFiles } from '../models/files.ts';

/** What is read of a model's `config.json`. */
export interface ModelConfig {
  model_type?: string;
  architectures?: string[];
  is_encoder_decoder?: boolean;
  hidden_size?: number;
  max_position_embeddings?: number;
  n_positions?: number;
  pad_token_id?: number | null;
  /** Of the models that this project ships: the vector is an output of the graph. */
  sts_playground?: { pooling?: 'output'; normalised?: boolean };
}

/** What is read of a model's `tokenizer_config.json`. */
export interface TokenizerConfig {
  model_max_length?: number;
  padding_side?: string;
  truncation_side?: string;
}

/** `1_Pooling/config.json` of sentence-transformers (models/Pooling.py). */
export interface PoolingConfig {
  pooling_mode?: string;
  pooling_mode_cls_token?: boolean;
  pooling_mode_mean_tokens?: boolean;
  pooling_mode_max_tokens?: boolean;
  pooling_mode_mean_sqrt_len_tokens?: boolean;
  pooling_mode_weightedmean_tokens?: boolean;
  pooling_mode_lasttoken?: boolean;
  include_prompt?: boolean;
}

/** One step of `modules.json` of sentence-transformers. */
export interface ModuleEntry {
  path: string;
  type: string;
}

/** Everything that a model's own files state about how it turns text into a vector. Null where it lacks the file. */
export interface Configuration {
  config: ModelConfig;
  tokenizer: TokenizerConfig;
  modules: ModuleEntry[] | null;
  pooling: PoolingConfig | null;
  /** Path of the pooling module's configuration. */
  poolingPath: string;
  sentenceBert: { max_seq_length?: number | null } | null;
  sentenceTransformers: {
    prompts?: Record<string, string>;
    default_prompt_name?: string | null;
  } | null;
}

/** @throws Failure `file-missing` without config.json, `not-an-encoder` where it says so */
export async function readConfiguration(files: ModelFiles, signal: AbortSignal): Promise<Configuration> {
  const config = await files.readJson<ModelConfig>('config.json', signal);
  if (!config) {
    throw new Failure(
      'file-missing',
      `${files.model} has no config.json.`,
      'Choose a model in the format of transformers.js: config.json, tokenizer.json and a folder "onnx".',
    );
  }
  refuseDecoders(files.model, config);
  const modules = await files.readJson<ModuleEntry[]>('modules.json', signal);
  const poolingModule = modules?.find((module) => moduleKind(module) === 'Pooling');
  const poolingPath = `${poolingModule?.path ?? '1_Pooling'}/config.json`;
  return {
    config,
    tokenizer: (await files.readJson<TokenizerConfig>('tokenizer_config.json', signal)) ?? {},
    modules,
    pooling: await files.readJson<PoolingConfig>(poolingPath, signal),
    poolingPath,
    sentenceBert: await files.readJson('sentence_bert_config.json', signal),
    sentenceTransformers: await files.readJson('config_sentence_transformers.json', signal),
  };
}

/** "Pooling" of "sentence_transformers.models.Pooling". */
export function moduleKind({ type }: ModuleEntry): string {
  return type.slice(type.lastIndexOf('.') + 1);
}

/** Models that write text: seen in the configuration, before their weights are fetched. */
function refuseDecoders(model: string, config: ModelConfig): void {
  const architectures = config.architectures ?? [];
  const head = architectures.find((name) =>
    /(For(CausalLM|ConditionalGeneration|Seq2SeqLM)|LMHeadModel)$/.test(name),
  );
  if (head) throw notAnEncoder(model, `its config.json says ${head}, a model that writes text`);
  if (config.is_encoder_decoder && !architectures.some((name) => /Encoder/.test(name))) {
    throw notAnEncoder(model, 'its config.json says that it has an encoder and a decoder');
  }
}

export function notAnEncoder(model: string, why: string): Failure {
  return new Failure(
    'not-an-encoder',
    `${model} is no sentence encoder that the page can run: ${why}.`,
    'Choose a model for "feature extraction" or "sentence similarity" with ONNX weights, such as those of the list.',
  );
}
