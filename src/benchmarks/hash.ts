import { sha256 } from 'hash-wasm';
import type { SentencePair } from './types.ts';

function toHex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return hex;
}

/** SHA-256 in lower-case hex. `crypto.subtle` is absent on plain http (a classroom's LAN): then WebAssembly. */
export async function sha256Hex(bytes: Uint8Array): Promise<string> {
  const subtle = globalThis.crypto?.subtle;
  if (subtle) return toHex(new Uint8Array(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)));
  return sha256(bytes);
}

/**
 * Names the content of a list of pairs: SHA-256 over one JSON array [sentence1, sentence2, gold] a line, in
 * order. Ids, genres and file names do not enter, so the same pairs from another file hash alike.
 */
export async function contentHash(pairs: readonly SentencePair[]): Promise<string> {
  const lines: string[] = [];
  for (const { sentence1, sentence2, gold } of pairs) {
    lines.push(`${JSON.stringify([sentence1, sentence2, gold])}\n`);
  }
  return sha256Hex(new TextEncoder().encode(lines.join('')));
}
