import { labTokens } from './labTokens.ts';

/** A piece of a sentence beside the one it was made from. */
export interface DiffPiece {
  text: string;
  kind: 'same' | 'new' | 'gone';
}

/** Where more tokens than this differ, the whole middle counts as changed: comparing takes their product in steps. */
const MOST_COMPARED = 250_000;

/**
 * What changed between two sentences, token by token: the longest common subsequence of what lies between their common
 * beginning and end. The pieces that are not `gone` make up `after`.
 */
export function diffSentences(before: string, after: string): DiffPiece[] {
  // Whole words only, so that the slow cut into tokens sees the middle alone.
  const start = commonBeginning(before, after);
  const end = commonEnd(before, after, start);
  const pieces: DiffPiece[] = [];
  const add = (kind: DiffPiece['kind'], text: string): void => {
    const last = pieces.at(-1);
    if (text === '') return;
    if (last?.kind === kind) last.text += text;
    else pieces.push({ kind, text });
  };
  const [a, b] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  add('same', after.slice(0, start));
  compareMiddle(piecesOf(a), piecesOf(b), (kind, piece) => {
    // Blanks belong to what stays, so that no mark begins with one.
    const isWithin = pieces.at(-1)?.kind === kind;
    if (isWithin) add(kind, piece.blank);
    else if (kind !== 'gone') add('same', piece.blank);
    add(kind, piece.text);
  });
  add('same', b.slice(b.trimEnd().length));
  add('same', after.slice(after.length - end));
  return pieces;
}

/** Length of the common beginning, back to a blank. */
function commonBeginning(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  if (at === a.length && at === b.length) return at;
  while (at > 0 && !/\s/.test(a[at - 1]!)) at--;
  return at;
}

/** Length of the common end, on to a blank; what belongs to the common beginning is none of it. */
function commonEnd(a: string, b: string, from: number): number {
  let length = 0;
  const most = Math.min(a.length, b.length) - from;
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length++;
  while (length > 0 && !/\s/.test(a[a.length - length]!)) length--;
  return length;
}

/** A token with what stands before it. */
interface Piece {
  blank: string;
  text: string;
}

function piecesOf(sentence: string): Piece[] {
  let at = 0;
  return labTokens(sentence).map(({ text, start, end }) => {
    const blank = sentence.slice(at, start);
    at = end;
    return { blank, text };
  });
}

function compareMiddle(
  a: readonly Piece[],
  b: readonly Piece[],
  add: (kind: DiffPiece['kind'], piece: Piece) => void,
): void {
  if (a.length * b.length > MOST_COMPARED) {
    for (const piece of a) add('gone', piece);
    for (const piece of b) add('new', piece);
    return;
  }
  const width = b.length + 1;
  // Length of the longest common subsequence of a[i..] and b[j..].
  const common = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] =
        a[i]!.text === b[j]!.text
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
    }
  }
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i]!.text === b[j]!.text) {
      add('same', b[j]!);
      i++;
      j++;
    } else if (
      j >= b.length ||
      (i < a.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!)
    ) {
      add('gone', a[i++]!);
    } else add('new', b[j++]!);
  }
}
