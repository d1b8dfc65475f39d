import type { KeptTokens } from './tokenising.ts';
import type { Feed } from './runtime.ts';

/** The inputs of a batch. Everything that a model of text can ask for, row-major, rows x tokens. */
export interface Batch {
  rows: number;
  /** Tokens of the longest row. */
  tokens: number;
  feeds: Record<TextInput, Feed>;
}

export const TEXT_INPUTS = ['input_ids', 'attention_mask', 'token_type_ids', 'position_ids'] as const;
export type TextInput = (typeof TEXT_INPUTS)[number];

/**
 * Rows of kept sentences, padded to the longest. Positions count from a row's first token, wherever it stands.
 * @throws Error where a sentence has no tokens: it can't be encoded, and its row would not say so
 */
export function makeBatch(kept: KeptTokens, indices: Int32Array, padId: number, padLeft: boolean): Batch {
  const rows = indices.length;
  let tokens = 0;
  for (const index of indices) {
    const length = kept.offsets[index + 1]! - kept.offsets[index]!;
    if (!(length > 0)) throw new Error(`Sentence ${index} has no tokens to encode.`);
    tokens = Math.max(tokens, length);
  }
  const feed = (fill: bigint): Feed => ({
    data: new BigInt64Array(rows * tokens).fill(fill),
    dims: [rows, tokens],
  });
  const ids = feed(BigInt(padId));
  const mask = feed(0n);
  const positions = feed(0n);
  for (let row = 0; row < rows; row++) {
    const start = kept.offsets[indices[row]!]!;
    const length = kept.offsets[indices[row]! + 1]! - start;
    const at = row * tokens + (padLeft ? tokens - length : 0);
    for (let i = 0; i < length; i++) {
      ids.data[at + i] = BigInt(kept.ids[start + i]!);
      positions.data[at + i] = BigInt(i);
    }
    mask.data.fill(1n, at, at + length);
  }
  return {
    rows,
    tokens,
    feeds: { input_ids: ids, attention_mask: mask, token_type_ids: feed(0n), position_ids: positions },
  };
}
