import { fromBase64Url, toBase64Url } from './linkText.ts';

/** Pairs that are selected, with what tells whether they are pairs of the content that is open. */
export interface LinkSelection {
  /** How many pairs the benchmark has. */
  pairs: number;
  /** `contentMark` of its content. */
  content: string;
  /** Ascending, each once. */
  rows: Int32Array;
}

/** More pairs than any benchmark has: a link that claims more is not believed, lest it fills the memory. */
const MOST_PAIRS = 4_000_000;

/** The beginning of the hashes of the parts that are open; equal marks mean equal pairs in equal order. */
export function contentMark(parts: readonly { contentHash: string }[]): string {
  return parts.map(({ contentHash }) => contentHash.slice(0, parts.length === 1 ? 8 : 4)).join('');
}

/**
 * "360.0f3a91c2.b<base64url>": the number of pairs, the mark of the content, and the rows as a bitmap (b) or as run
 * lengths (r), whichever is shorter. Exact.
 */
export function writeSelection({ pairs, content, rows }: LinkSelection): string {
  const runs = runLengths(rows);
  const bitmapBytes = Math.ceil(pairs / 8);
  const [kind, bytes] = runs.length < bitmapBytes ? ['r', runs] : ['b', bitmap(pairs, rows)];
  return `${pairs}.${content}.${kind}${toBase64Url(bytes as Uint8Array)}`;
}

/** Undefined where the text says no selection, or one of rows that the benchmark it names does not have. */
export function readSelection(text: string): LinkSelection | undefined {
  const [, count, content, kind, encoded] = /^(\d{1,7})\.([0-9a-f]+)\.([br])([\w-]*)$/.exec(text) ?? [];
  const pairs = Number(count ?? NaN);
  const bytes = encoded === undefined ? null : fromBase64Url(encoded);
  if (!bytes || !(pairs <= MOST_PAIRS)) return undefined;
  const rows = kind === 'b' ? rowsOfBitmap(pairs, bytes) : rowsOfRuns(pairs, bytes);
  return rows ? { pairs, content: content!, rows } : undefined;
}

function bitmap(pairs: number, rows: Int32Array): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(pairs / 8));
  for (const row of rows) bytes[row >> 3]! |= 1 << (row & 7);
  return bytes;
}

function rowsOfBitmap(pairs: number, bytes: Uint8Array): Int32Array | null {
  if (bytes.length !== Math.ceil(pairs / 8)) return null;
  const rows: number[] = [];
  for (let row = 0; row < 8 * bytes.length; row++) if (bytes[row >> 3]! & (1 << (row & 7))) rows.push(row);
  return (rows.at(-1) ?? -1) < pairs ? Int32Array.from(rows) : null;
}

/** How many rows are left out, then how many are taken, and so on; each in groups of seven bits, the lowest first. */
function runLengths(rows: Int32Array): Uint8Array {
  const bytes: number[] = [];
  const put = (length: number): void => {
    let rest = length;
    while (rest > 127) {
      bytes.push((rest & 127) | 128);
      rest >>= 7;
    }
    bytes.push(rest);
  };
  let end = 0;
  for (let at = 0; at < rows.length;) {
    const start = rows[at]!;
    let length = 1;
    while (rows[at + length] === start + length) length++;
    put(start - end);
    put(length);
    end = start + length;
    at += length;
  }
  return Uint8Array.from(bytes);
}

function rowsOfRuns(pairs: number, bytes: Uint8Array): Int32Array | null {
  const rows: number[] = [];
  let end = 0;
  let isTaken = false;
  for (let at = 0; at < bytes.length; isTaken = !isTaken) {
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined || shift > 21) return null;
      length |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    if (end + length > pairs) return null;
    if (isTaken) for (let row = end; row < end + length; row++) rows.push(row);
    end += length;
  }
  // A run that is left out ends nothing.
  return isTaken ? null : Int32Array.from(rows);
}
