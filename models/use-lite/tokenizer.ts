import { MAX_TOKENS } from './network.ts';

/** Row of the embedding table that batches are padded with; its mask is 0, so that it changes nothing. */
const PAD_ROW = 8000;
const UNKNOWN_ROW = 0;
/** Rows 1 to 5: sentence marks and unused pieces. The package's tokeniser never gives them for a text. */
const LAST_RESERVED_ROW = 5;

/**
 * Names for the rows that no text may match, however it is spelt. They hold a blank, which no normalised text does.
 */
function reservedPiece(row: number): string {
  return row === PAD_ROW ? '<pad row>' : `<reserved row ${row}>`;
}

/**
 * The vocabulary as a Unigram model that gives the same tokens as the package's own tokeniser, in which
 *
 * - the score null of the seven pieces with a colon counts as 0;
 * - of two segmentations with equal scores the one whose last piece is shorter wins. Only pieces of score 0 can tie:
 *   "▁:)" + ":" and "▁:" + "):". transformers.js takes the longer last piece, so "):" is put behind by a hair.
 */
function pieces(vocabulary: readonly [string, number | null][], rows: number): [string, number][] {
  return Array.from({ length: rows }, (_, row): [string, number] => {
    const entry = vocabulary[row];
    if (entry === undefined || (row > UNKNOWN_ROW && row <= LAST_RESERVED_ROW)) {
      return [reservedPiece(row), 0];
    }
    const [piece, score] = entry;
    return [piece, score ?? (piece === '):' ? -1e-9 : 0)];
  });
}

/** `tokenizer.json` for `rows` rows of embeddings. */
export function tokenizerJson(vocabulary: readonly [string, number | null][], rows: number): object {
  return {
    version: '1.0',
    truncation: { direction: 'Right', max_length: MAX_TOKENS, strategy: 'LongestFirst', stride: 0 },
    padding: null,
    // Added tokens would match literal text.
    added_tokens: [],
    normalizer: {
      type: 'Sequence',
      normalizers: [
        { type: 'NFKC' },
        { type: 'Prepend', prepend: '▁' },
        { type: 'Replace', pattern: { String: ' ' }, content: '▁' },
      ],
    },
    // The package's tokeniser takes a best score of exactly 0 for "none yet". That score is reached only where a text
    // starts with a colon ("▁:", "▁:)"), and the effect is that "▁" stands alone there.
    pre_tokenizer: {
      type: 'Split',
      pattern: { Regex: '\\A▁(?=:)' },
      behavior: 'Isolated',
      invert: false,
    },
    post_processor: null,
    decoder: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: false },
    model: {
      type: 'Unigram',
      unk_id: UNKNOWN_ROW,
      byte_fallback: false,
      vocab: pieces(vocabulary, rows),
    },
  };
}

export function tokenizerConfig(vocabulary: readonly [string, number | null][]): object {
  return {
    tokenizer_class: 'PreTrainedTokenizer',
    model_max_length: MAX_TOKENS,
    truncation_side: 'right',
    padding_side: 'right',
    model_input_names: ['input_ids', 'attention_mask'],
    unk_token: vocabulary[UNKNOWN_ROW]![0],
    pad_token: reservedPiece(PAD_ROW),
    clean_up_tokenization_spaces: false,
  };
}

/** `config.json` for `rows` rows of embeddings. */
export function modelConfig(rows: number): object {
  return {
    // transformers.js has no model type of this network; this one makes it load a plain encoder, without a warning.
    model_type: 'bert',
    architectures: ['UniversalSentenceEncoderLite'],
    is_encoder_decoder: false,
    hidden_size: 512,
    num_hidden_layers: 2,
    num_attention_heads: 4,
    intermediate_size: 1536,
    hidden_act: 'relu',
    layer_norm_eps: 1e-6,
    max_position_embeddings: MAX_TOKENS,
    vocab_size: rows,
    pad_token_id: PAD_ROW,
    // Read by the page: the sentence vector is an output of the network, not a pooled hidden state.
    sts_playground: { pooling: 'output', output: 'sentence_embedding', normalised: true },
  };
}
