import { createSHA256 } from 'hash-wasm';
import { Failure, throwIfAborted } from '../../failure.ts';
import type { TextSource } from '../../systems/contexts/types.ts';
import type { Progress } from '../../systems/types.ts';
import { chunksOf, fileModelId } from './fromFile.ts';

/** A line that is longer is read in stretches, so that a text without line breaks needs no more memory. */
const LONGEST_PIECE = 2 ** 18;

/** A text of the user's own, for as long as the page is open. The file itself is never copied. */
export interface FileText extends TextSource {
  sizeBytes: number;
  lines: number;
}

/**
 * Reads a text file once for its hash and its faults. `read` streams it again.
 * @throws Failure `bad-encoding` where it is not UTF-8, `no-text` where it is blank, `not-text` where it has zero bytes;
 * Cancelled
 */
export async function textFromFile(file: File, report: Progress, signal?: AbortSignal): Promise<FileText> {
  const hasher = await createSHA256();
  let lines = 0;
  let isBlank = true;
  await readPieces(file, {
    onChunk: (chunk) => hasher.update(chunk),
    onPiece(piece, endsLine) {
      if (endsLine) lines++;
      isBlank &&= piece.trim() === '';
      if (piece.includes('\0')) {
        throw new Failure(
          'not-text',
          `${file.name}: line ${lines} holds a zero byte, so this is no plain text.`,
          'Give plain text in UTF-8, a sentence or paragraph a line.',
        );
      }
    },
    report: (done) => report(done, file.size, `Reading ${file.name}`, 'bytes'),
    signal,
  });
  if (isBlank) {
    throw new Failure(
      'no-text',
      `${file.name} holds no text.`,
      'Give a text, a sentence or paragraph a line.',
    );
  }
  const revision = hasher.digest('hex');
  return {
    id: fileModelId(file.name, revision),
    revision,
    sizeBytes: file.size,
    lines,
    read: (onPiece, onProgress, stop) =>
      readPieces(file, {
        onPiece,
        report: (done) => onProgress(done, file.size, `Reading ${file.name}`, 'bytes'),
        signal: stop,
      }),
  };
}

interface PieceReader {
  onPiece: (piece: string, endsLine: boolean) => void;
  onChunk?: (chunk: Uint8Array) => void;
  /** @param done bytes */
  report: (done: number) => void;
  signal: AbortSignal | undefined;
}

async function readPieces(file: File, { onPiece, onChunk, report, signal }: PieceReader): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let done = 0;
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (cause) {
      throw new Failure(
        'bad-encoding',
        `${file.name} is not UTF-8 text: a byte after the first ${done.toLocaleString('en')} is none.`,
        'Save it as UTF-8 and choose it again.',
        { cause },
      );
    }
  };
  for await (const chunk of chunksOf(file)) {
    throwIfAborted(signal, 'Reading the text');
    onChunk?.(chunk);
    rest += decode(chunk);
    done += chunk.length;
    let start = 0;
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n', start)) {
      onPiece(rest.slice(start, end), true);
      start = end + 1;
    }
    rest = rest.slice(start);
    while (rest.length > LONGEST_PIECE) {
      const blank = rest.lastIndexOf(' ', LONGEST_PIECE);
      const cut = blank > 0 ? blank : LONGEST_PIECE;
      onPiece(rest.slice(0, cut), false);
      rest = rest.slice(cut);
    }
    report(done);
  }
  rest += decode();
  if (rest !== '') onPiece(rest, true);
}
