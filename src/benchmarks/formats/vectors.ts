import { Failure } from '../../failure.ts';

/** How much of a file is looked at: dozens of lines even of 1024 dimensions. */
export const SNIFF_BYTES = 64 * 1024;
/** No table of sentence pairs ends its rows in so many numbers; the smallest published vectors have 25. */
const LEAST_NUMBERS = 20;
const LEAST_SHARE = 0.9;

function isVectorLine(line: string): boolean {
  const tokens = line.trim().split(/[ \t]+/);
  if (tokens.length <= LEAST_NUMBERS) return false;
  return tokens.slice(-LEAST_NUMBERS).every((token) => token !== '' && Number.isFinite(Number(token)));
}

/**
 * Refuses the beginning of a GloVe or word2vec text file: lines of a word and numbers. Several GB of them are no
 * table of pairs, and would be read whole into memory.
 * @param head the first bytes of the file, at most SNIFF_BYTES of them
 * @throws Failure `looks-like-vectors`
 */
export function refuseVectors(head: Uint8Array, name: string): void {
  const lines = new TextDecoder().decode(head).split('\n');
  // The last line is cut off, or empty; a file of one line is taken as it is.
  if (lines.length > 1) lines.pop();
  // word2vec begins with its number of words and of dimensions.
  if (/^\d+ \d+\s*$/.test(lines[0]!)) lines.shift();
  if (lines.length === 0) return;
  const share = lines.filter(isVectorLine).length / lines.length;
  if (share < LEAST_SHARE) return;
  throw new Failure(
    'looks-like-vectors',
    `${name} holds word vectors, not sentence pairs.`,
    'Open the Parameters of a GloVe system and choose it under "Use a GloVe or word2vec text file".',
  );
}
