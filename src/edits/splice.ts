import type { AnalysedSentence } from '../language/types.ts';
import type { EditedText, EditSpan } from './types.ts';

/** A word or mark of the sentence that is being made: one of the old sentence, or a new one. */
export interface Piece {
  text: string;
  /** The token of the old sentence that it is, -1 for a new one. */
  index: number;
  /** To be marked in the result: new, or moved. */
  changed: boolean;
}

/** The pieces of tokens [first, end), moved ones marked. */
export function keep(sentence: AnalysedSentence, first: number, end: number, moved = false): Piece[] {
  const pieces: Piece[] = [];
  for (let index = first; index < end; index++) {
    pieces.push({ text: sentence.tokens[index]!.text, index, changed: moved });
  }
  return pieces;
}

/** New words, cut at blanks. */
export function insert(words: string): Piece[] {
  return words
    .split(' ')
    .filter((word) => word !== '')
    .map((text) => ({ text, index: -1, changed: true }));
}

/** A new word in the place of token `index`: it keeps the token's blanks and, unless `as written`, its capital. */
export function replace(sentence: AnalysedSentence, index: number, word: string): Piece[] {
  const pieces = insert(matchCase(word, sentence.tokens[index]!.text));
  if (pieces[0]) pieces[0].index = index;
  return pieces;
}

/** Upper and lower case after the model: "Bought" makes "Sold", "BOUGHT" makes "SOLD". */
export function matchCase(word: string, model: string): string {
  if (/\p{Lu}/u.test(model) && model.length > 1 && model === model.toUpperCase()) return word.toUpperCase();
  return /^\p{Lu}/u.test(model) ? capitalised(word) : word;
}

function capitalised(word: string): string {
  const first = String.fromCodePoint(word.codePointAt(0) ?? 0);
  return word === '' ? word : first.toUpperCase() + word.slice(first.length);
}

const isWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
const CLOSES = /^(?:[.,;:!?)\]}%…”’]+|n['’]t|['’]\p{L}{1,2}|-)$/iu;
const OPENS = /^[([{“‘$£€#-]$/u;
const ENDS_SENTENCE = /^[.!?…]+$/u;

/** Whether "an" stands before a word, by its sound as far as spelling shows it. */
export function takesAn(word: string): boolean {
  const form = word.toLowerCase();
  // Spelt letter by letter: "an FBI agent", "a US officer".
  if (/^(?:FBI|MRI|HIV|HR|LED|MBA|MP|NBA|NFL|NGO|NHL|RAF|SMS|SUV|X)$/.test(word)) return true;
  if (/^U[.A-Z]/.test(word)) return false;
  if (/^(?:hour|honest|honou?r|heir|8|11$|18$)/.test(form)) return true;
  if (/^(?:uni(?!n|mp|d)|us[aeiu]|u[krt][aei]|eu|ewe|one|once|ouija)/.test(form)) return false;
  return /^[aeiou]/.test(form);
}

/** Which pieces begin a sentence, by the marks before them. */
function sentenceStarts(
  { tokens }: AnalysedSentence,
  pieces: readonly Pick<Piece, 'text' | 'index'>[],
): boolean[] {
  let starts = true;
  return pieces.map(({ text, index }) => {
    if (!isWord(text)) {
      const next = tokens[index + 1];
      // Not the mark in ".com" or "3.5".
      const isSpaced = next === undefined || next.start > tokens[index]!.end;
      if (ENDS_SENTENCE.test(text) && isSpaced) starts = true;
      return false;
    }
    const first = starts;
    starts = false;
    return first;
  });
}

/**
 * The sentence that the pieces make: a capital where a sentence begins and none where one no longer does, "a" or "an"
 * after the word that follows, blanks as before or as English has them; and where the new pieces are in it. Null where
 * nothing changed. `isName` tells which tokens keep their capital anywhere.
 */
export function assemble(
  sentence: AnalysedSentence,
  pieces: readonly Piece[],
  isName: (index: number) => boolean,
): EditedText | null {
  const { tokens, text } = sentence;
  const isShouted = !/\p{Ll}/u.test(text) && tokens.length > 1;
  const cased = isShouted
    ? pieces.map((piece) => ({ ...piece, text: piece.text.toUpperCase() }))
    : mendCapitals(sentence, pieces, isName);
  const mended = mendArticles(cased);
  let result = text.slice(0, tokens[0]?.start ?? 0);
  const spans: EditSpan[] = [];
  let previous: Piece | undefined;
  for (const piece of mended) {
    result += blankBefore(sentence, previous, piece);
    const start = result.length;
    result += piece.text;
    if (piece.changed) {
      const last = spans.at(-1);
      if (last && previous?.changed) last.end = result.length;
      else if (piece.text !== '') spans.push({ start, end: result.length });
    }
    previous = piece;
  }
  result += text.slice(tokens.at(-1)?.end ?? 0);
  return result === text ? null : { result, spans };
}

function mendCapitals(
  sentence: AnalysedSentence,
  pieces: readonly Piece[],
  isName: (index: number) => boolean,
): Piece[] {
  const before = sentenceStarts(
    sentence,
    sentence.tokens.map(({ text }, index) => ({ text, index })),
  );
  const after = sentenceStarts(sentence, pieces);
  const first = sentence.tokens.find((token) => isWord(token.text))?.text ?? '';
  const writesCapitals = /^[\p{Lu}\p{N}]/u.test(first);
  return pieces.map((piece, at) => {
    const began = piece.index >= 0 && before[piece.index]!;
    if (after[at] && !began && writesCapitals) return { ...piece, text: capitalised(piece.text) };
    if (began && !after[at] && !(piece.index >= 0 && isName(piece.index))) {
      return { ...piece, text: lowered(piece.text) };
    }
    return piece;
  });
}

/** Without its capital, unless there are more of them: "The" makes "the", "NASA" stays. */
function lowered(word: string): string {
  return /\p{Lu}/u.test(word.slice(1)) ? word : word.toLowerCase();
}

function mendArticles(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece, at) => {
    let after = at + 1;
    while (pieces[after] && /^["'“‘(]$/.test(pieces[after]!.text)) after++;
    const next = pieces[after];
    const untouched =
      next !== undefined && next.index === piece.index + after - at && !next.changed && !piece.changed;
    if (!next || untouched || !isWord(next.text) || !/^an?$/i.test(piece.text)) return piece;
    const fitting = matchCase(takesAn(next.text) ? 'an' : 'a', piece.text);
    return fitting === piece.text ? piece : { ...piece, text: fitting, changed: true };
  });
}

/** A mark that the next word follows without a blank, such as an opening quotation mark. */
const isGlued = (tokens: AnalysedSentence['tokens'], index: number): boolean =>
  tokens[index + 1]?.start === tokens[index]!.end && tokens[index - 1]?.end !== tokens[index]!.start;

/** What stands between two pieces: what stood there, where they are neighbours still. */
function blankBefore(sentence: AnalysedSentence, previous: Piece | undefined, piece: Piece): string {
  const { tokens, text } = sentence;
  const own =
    piece.index > 0 ? text.slice(tokens[piece.index - 1]!.end, tokens[piece.index]!.start) : undefined;
  if (!previous) return '';
  if (own !== undefined && previous.index === piece.index - 1) return own;
  if (CLOSES.test(piece.text)) return own ?? '';
  if (
    OPENS.test(previous.text) ||
    (previous.index >= 0 && !isWord(previous.text) && isGlued(tokens, previous.index))
  ) {
    return '';
  }
  return own || ' ';
}
