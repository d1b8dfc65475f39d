import type { Dtype } from '../src/systems/transformer.ts';

/**
 * A model of the hub that is known to work here, with facts that its ONNX conversion often does not state itself.
 * Looked up on the model's pages on the hub: pooling and normalising in `modules.json` and `1_Pooling/config.json`
 * of the original model, the limit in its `sentence_bert_config.json`, sizes in the list of its `onnx` folder.
 */
export interface HubModel {
  id: string;
  title: string;
  /** What it is good for, in a sentence. */
  note: string;
  dimension: number;
  /** What it was trained for, special tokens included; its positions may go further. */
  maxTokens: number;
  languages: string;
  licence: string;
  pooling: 'mean' | 'cls';
  /** Whether its vectors are scaled to length 1. */
  normalise: boolean;
  /** What its authors put before both sentences where these are alike in role, as in STS. */
  prefix: string;
  /** Of the weights, as the hub shows them: rounded to three digits. A precision that is not here was not seen there. */
  sizesBytes: Partial<Record<Dtype, number>>;
  citation?: string;
}

const MB = 1_000_000;

const SBERT =
  'Nils Reimers and Iryna Gurevych. 2019. Sentence-BERT: Sentence Embeddings using Siamese BERT-Networks. EMNLP.';
const E5 =
  'Liang Wang et al. 2022. Text Embeddings by Weakly-Supervised Contrastive Pre-training. arXiv:2212.03533.';
const BGE =
  'Shitao Xiao et al. 2023. C-Pack: Packaged Resources To Advance General Chinese Embedding. arXiv:2309.07597.';

export const HUB_MODELS: readonly HubModel[] = [
  {
    id: 'Xenova/all-MiniLM-L6-v2',
    title: 'all-MiniLM-L6-v2',
    note: 'Six layers, trained on a billion pairs: the usual first choice.',
    dimension: 384,
    maxTokens: 256,
    languages: 'English',
    licence: 'Apache-2.0',
    pooling: 'mean',
    normalise: true,
    prefix: '',
    sizesBytes: { fp32: 90.4 * MB, fp16: 45.3 * MB, q8: 23 * MB, int8: 23 * MB },
    citation: SBERT,
  },
  {
    id: 'Xenova/paraphrase-MiniLM-L3-v2',
    title: 'paraphrase-MiniLM-L3-v2',
    note: 'Three layers, trained on paraphrases: the smallest and fastest here.',
    dimension: 384,
    maxTokens: 128,
    languages: 'English',
    licence: 'Apache-2.0',
    pooling: 'mean',
    normalise: false,
    prefix: '',
    sizesBytes: { fp32: 69 * MB, fp16: 34.6 * MB, q8: 17.5 * MB },
    citation: SBERT,
  },
  {
    id: 'Xenova/all-MiniLM-L12-v2',
    title: 'all-MiniLM-L12-v2',
    note: 'Twelve layers, trained as all-MiniLM-L6-v2; twice the work.',
    dimension: 384,
    maxTokens: 128,
    languages: 'English',
    licence: 'Apache-2.0',
    pooling: 'mean',
    normalise: true,
    prefix: '',
    sizesBytes: { fp32: 133 * MB, fp16: 66.7 * MB, q8: 34 * MB },
    citation: SBERT,
  },
  {
    id: 'Xenova/all-mpnet-base-v2',
    title: 'all-mpnet-base-v2',
    note: 'The largest of the all- family; slow without a graphics card.',
    dimension: 768,
    maxTokens: 384,
    languages: 'English',
    licence: 'Apache-2.0',
    pooling: 'mean',
    normalise: true,
    prefix: '',
    sizesBytes: {
      fp32: 436 * MB,
      fp16: 218 * MB,
      q8: 110 * MB,
      int8: 110 * MB,
      uint8: 110 * MB,
      q4: 149 * MB,
      q4f16: 96 * MB,
      bnb4: 144 * MB,
    },
    citation: SBERT,
  },
  {
    id: 'Xenova/bge-small-en-v1.5',
    title: 'bge-small-en-v1.5',
    note: 'Made for search; its instruction is for short queries only, so none is used here.',
    dimension: 384,
    maxTokens: 512,
    languages: 'English',
    licence: 'MIT',
    pooling: 'cls',
    normalise: true,
    prefix: '',
    sizesBytes: { fp32: 133 * MB, fp16: 66.7 * MB, q8: 34 * MB },
    citation: BGE,
  },
  {
    id: 'Xenova/bge-base-en-v1.5',
    title: 'bge-base-en-v1.5',
    note: 'The larger sister of bge-small-en-v1.5.',
    dimension: 768,
    maxTokens: 512,
    languages: 'English',
    licence: 'MIT',
    pooling: 'cls',
    normalise: true,
    prefix: '',
    sizesBytes: { fp32: 436 * MB, fp16: 218 * MB, q8: 110 * MB },
    citation: BGE,
  },
  {
    id: 'Xenova/gte-small',
    title: 'gte-small',
    note: 'General text embeddings in several stages of contrastive training; no prefix needed.',
    dimension: 384,
    maxTokens: 512,
    languages: 'English',
    licence: 'MIT',
    pooling: 'mean',
    normalise: true,
    prefix: '',
    sizesBytes: { fp32: 133 * MB, fp16: 66.7 * MB, q8: 34 * MB },
    citation:
      'Zehan Li et al. 2023. Towards General Text Embeddings with Multi-stage Contrastive Learning. arXiv:2308.03281.',
  },
  {
    id: 'Xenova/e5-small-v2',
    title: 'e5-small-v2',
    note: 'Expects "query: " before both sentences; its cosines crowd between 0.7 and 1.',
    dimension: 384,
    maxTokens: 512,
    languages: 'English',
    licence: 'MIT',
    pooling: 'mean',
    normalise: true,
    prefix: 'query: ',
    sizesBytes: {
      fp32: 133 * MB,
      fp16: 66.7 * MB,
      q8: 34 * MB,
      int8: 33.8 * MB,
      uint8: 33.8 * MB,
      q4: 61.5 * MB,
      q4f16: 36.2 * MB,
      bnb4: 60.1 * MB,
    },
    citation: E5,
  },
  {
    id: 'Xenova/multilingual-e5-small',
    title: 'multilingual-e5-small',
    note: 'Expects "query: " before both sentences. Most of its size is the vocabulary.',
    dimension: 384,
    maxTokens: 512,
    languages: '94 languages',
    licence: 'MIT',
    pooling: 'mean',
    normalise: true,
    prefix: 'query: ',
    sizesBytes: { fp32: 470 * MB, fp16: 235 * MB, q8: 118 * MB },
    citation:
      'Liang Wang et al. 2024. Multilingual E5 Text Embeddings: A Technical Report. arXiv:2402.05672.',
  },
  {
    id: 'Xenova/paraphrase-multilingual-MiniLM-L12-v2',
    title: 'paraphrase-multilingual-MiniLM-L12-v2',
    note: 'Taught by an English paraphrase model through translations: for pairs across languages too.',
    dimension: 384,
    maxTokens: 128,
    languages: '50 languages',
    licence: 'Apache-2.0',
    pooling: 'mean',
    normalise: false,
    prefix: '',
    sizesBytes: { fp32: 470 * MB, fp16: 235 * MB, q8: 118 * MB },
    citation:
      'Nils Reimers and Iryna Gurevych. 2020. Making Monolingual Sentence Embeddings Multilingual using Knowledge Distillation. EMNLP.',
  },
  {
    id: 'Snowflake/snowflake-arctic-embed-xs',
    title: 'snowflake-arctic-embed-xs',
    note: 'Made for search, from a six-layer MiniLM; its query prefix is for search only, so none is used here.',
    dimension: 384,
    maxTokens: 512,
    languages: 'English',
    licence: 'Apache-2.0',
    pooling: 'cls',
    normalise: true,
    prefix: '',
    sizesBytes: {
      fp32: 90.4 * MB,
      fp16: 45.3 * MB,
      q8: 23 * MB,
      int8: 23 * MB,
      uint8: 23 * MB,
      q4: 54.6 * MB,
      bnb4: 53.9 * MB,
    },
    citation:
      'Luke Merrick et al. 2024. Arctic-Embed: Scalable, Efficient, and Accurate Text Embedding Models. arXiv:2405.05374.',
  },
  {
    id: 'mixedbread-ai/mxbai-embed-xsmall-v1',
    title: 'mxbai-embed-xsmall-v1',
    note: 'Six layers with positions for long texts; sentences need few of them.',
    dimension: 384,
    maxTokens: 4096,
    languages: 'English',
    licence: 'Apache-2.0',
    pooling: 'mean',
    normalise: false,
    prefix: '',
    sizesBytes: {
      fp32: 96 * MB,
      fp16: 48.1 * MB,
      q8: 24.4 * MB,
      int8: 24.4 * MB,
      uint8: 24.4 * MB,
      q4: 60.2 * MB,
      q4f16: 32.9 * MB,
      bnb4: 59.5 * MB,
    },
    citation:
      'Xianming Li and Jing Li. 2024. AoE: Angle-optimized Embeddings for Semantic Textual Similarity. ACL.',
  },
];

/** What is known of a model; undefined for one that is not in the catalogue. */
export function hubModel(id: string): HubModel | undefined {
  return HUB_MODELS.find((model) => model.id === id);
}
