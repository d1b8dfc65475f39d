import { Failure } from '../../failure.ts';

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export interface Decoded {
  text: string;
  encoding: Encoding;
  /** A byte-order mark stood at the start and was dropped. */
  bom: boolean;
}

const LABELS: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16LE',
  'utf-16be': 'UTF-16BE',
  'windows-1252': 'Windows-1252',
};

/** Where a share of zero bytes this high cannot be text in UTF-8. */
const NUL_SHARE = 0.2;

function encodingByBom(bytes: Uint8Array): Encoding | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

/** Offset of the first byte that begins no well-formed sequence (Unicode 15, table 3-7); -1 if there is none. */
export function firstInvalidUtf8(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at]!;
    if (lead < 0x80) {
      at++;
      continue;
    }
    const length =
      lead >= 0xc2 && lead <= 0xdf ? 2 : lead >> 4 === 0xe ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
    if (length === 0) return at;
    const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    const second = bytes[at + 1] ?? 0;
    if (second < low || second > high) return at;
    for (let next = 2; next < length; next++) if ((bytes[at + next] ?? 0) >> 6 !== 2) return at;
    at += length;
  }
  return -1;
}

function lineAt(bytes: Uint8Array, offset: number): number {
  let line = 1;
  for (let at = 0; at < offset; at++) if (bytes[at] === 0x0a) line++;
  return line;
}

/** UTF-16 text without a byte-order mark: the zero halves of its Latin letters stand all on one side. */
function utf16WithoutBom(bytes: Uint8Array): Encoding | null {
  const length = Math.min(bytes.length, 4096);
  const zeros: [number, number] = [0, 0];
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at % 2 === 0 ? 0 : 1]++;
  if (length === 0 || zeros[0] + zeros[1] < length * NUL_SHARE) return null;
  return zeros[1] >= zeros[0] ? 'utf-16le' : 'utf-16be';
}

function undecodable(name: string, why: string, likely: Encoding): Failure {
  return new Failure(
    'undecodable',
    `${name} ${why}; it is probably ${LABELS[likely]}.`,
    `Import it again with the encoding ${LABELS[likely]}, or save it as UTF-8.`,
  );
}

/**
 * Text of a file, decoded strictly: no replacement character ever enters the corpus. Without an explicit
 * encoding a byte-order mark decides, and UTF-8 is assumed where there is none.
 * @throws Failure `undecodable` with byte offset, line, the likely encoding and what to do.
 */
export function decode(bytes: Uint8Array, name: string, encoding?: Encoding): Decoded {
  const marked = encodingByBom(bytes);
  const used = encoding ?? marked ?? 'utf-8';
  if (used === 'utf-8') {
    const likely = utf16WithoutBom(bytes);
    if (likely) throw undecodable(name, 'holds a zero byte at every other place', likely);
    const offset = firstInvalidUtf8(bytes);
    if (offset >= 0) {
      const byte = bytes[offset]!.toString(16).toUpperCase();
      const where = `byte ${offset} (0x${byte}, line ${lineAt(bytes, offset)})`;
      throw undecodable(
        name,
        `is not UTF-8 at ${where}`,
        marked?.startsWith('utf-16') ? marked : 'windows-1252',
      );
    }
  }
  try {
    const text = new TextDecoder(used, { fatal: true, ignoreBOM: true }).decode(bytes);
    const bom = text.charCodeAt(0) === 0xfeff;
    return { text: bom ? text.slice(1) : text, encoding: used, bom };
  } catch (cause) {
    throw new Failure(
      'undecodable',
      `${name} is not ${LABELS[used]}: it is cut off or holds half a character.`,
      'Import it again with another encoding, or save it as UTF-8.',
      { cause },
    );
  }
}

/**
 * Static hosts answer 200 with their index page for a path they do not have.
 * @throws Failure `web-page`.
 */
export function refuseWebPage(bytes: Uint8Array, name: string, expected: string): void {
  const start = new TextDecoder().decode(bytes.subarray(0, 512)).trimStart().toLowerCase();
  if (!/^(<!doctype html|<html|<head|<\?xml[^>]*>\s*<(!doctype )?html)/.test(start)) return;
  throw new Failure(
    'web-page',
    `Expected ${expected}, got a web page from ${name}.`,
    'Check the address or the file: the host probably does not have it.',
  );
}
