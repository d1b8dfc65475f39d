/** How a sentence is cut into tokens. Every option can move a correlation, so all are part of a system's id. */
export interface TokeniserOptions {
  tokeniser: TokeniserId;
  /** Locale-independent lower-casing of each token, as word lists and GloVe 6B expect. */
  lowerCase: boolean;
  /** Whether punctuation marks count as tokens of their own. */
  punctuation: 'drop' | 'keep';
}

export type TokeniserId = 'words' | 'treebank' | 'unicode' | 'whitespace';

/** What a tokeniser does, for the page. */
export const TOKENISERS: Record<TokeniserId, { title: string; help: string }> = {
  words: {
    title: 'words',
    help: 'Runs of letters and digits with inner apostrophes: "don\'t" is one token, "state-of-the-art" four. Cuts at combining marks, so choose unicode for vowelled Arabic, Hindi or Thai.',
  },
  treebank: {
    title: 'treebank',
    help: 'After the Penn Treebank, as GloVe was trained: "don\'t" becomes "do" and "n\'t", "state-of-the-art" and "U.S." stay whole.',
  },
  unicode: {
    title: 'unicode words',
    help: "The browser's own word segmentation (Unicode Annex 29 with dictionaries): for Chinese, Japanese, Thai and scripts with combining marks. It may differ between browsers.",
  },
  whitespace: {
    title: 'whitespace',
    help: 'Cuts at blanks only: "mat." with its full stop is another word than "mat". For text that is tokenised already.',
  },
};

/** A token and where it stands: `start` and `end` are UTF-16 offsets into the sentence. */
export interface Token {
  /** The form that is looked up (lower-cased where asked). */
  text: string;
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;
const WORD_OR_MARK = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]/gu;
const BLANK_SEPARATED = /\S+/gu;
const HAS_WORD_CHARACTER = /[\p{L}\p{N}]/u;

// Abbreviations with inner full stops; words and numbers with inner hyphens and apostrophes, and separators between
// digits ("1,000", "3.5-inch", "1990s"); an apostrophe with letters behind it (a contraction that was split off
// already); any other mark alone.
const TREEBANK =
  /(?:\p{L}\.){2,}|[\p{L}\p{M}\p{N}]+(?:(?:[-'’]|(?<=\p{N})[.,:](?=\p{N}))[\p{L}\p{M}\p{N}]+)*|['’]\p{L}+|[^\s\p{L}\p{M}\p{N}]/gu;
const CONTRACTION = /^(.+?)(n['’]t|['’](?:s|re|ve|ll|d|m))$/iu;

let segmenter: Intl.Segmenter | undefined;

function treebankTokens(sentence: string): Token[] {
  const tokens: Token[] = [];
  for (const match of sentence.matchAll(TREEBANK)) {
    const start = match.index;
    const text = match[0];
    const end = start + text.length;
    const contraction = CONTRACTION.exec(text);
    const cut = contraction ? start + contraction[1]!.length : /^cannot$/i.test(text) ? start + 3 : end;
    tokens.push({ text: text.slice(0, cut - start), start, end: cut });
    if (cut < end) tokens.push({ text: text.slice(cut - start), start: cut, end });
  }
  return tokens;
}

function unicodeTokens(sentence: string): Token[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  const tokens: Token[] = [];
  for (const { segment, index } of segmenter.segment(sentence)) {
    if (segment.trim() !== '') tokens.push({ text: segment, start: index, end: index + segment.length });
  }
  return tokens;
}

function patternTokens(sentence: string, pattern: RegExp): Token[] {
  const tokens: Token[] = [];
  for (const match of sentence.matchAll(pattern)) {
    tokens.push({ text: match[0], start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}

/**
 * The tokens of a sentence in order, with their places. Never throws; a text without tokens gives an empty list.
 * The tokeniser `words` is the reference definition: runs of letters (L) and digits (N) with inner apostrophes.
 */
export function tokenise(sentence: string, options: TokeniserOptions): Token[] {
  const tokens = cut(sentence, options);
  if (options.lowerCase) for (const token of tokens) token.text = token.text.toLowerCase();
  return tokens;
}

function cut(sentence: string, { tokeniser, punctuation }: TokeniserOptions): Token[] {
  if (tokeniser === 'words') return patternTokens(sentence, punctuation === 'keep' ? WORD_OR_MARK : WORD);
  const tokens =
    tokeniser === 'treebank'
      ? treebankTokens(sentence)
      : tokeniser === 'unicode'
        ? unicodeTokens(sentence)
        : patternTokens(sentence, BLANK_SEPARATED);
  return punctuation === 'keep' ? tokens : tokens.filter((token) => HAS_WORD_CHARACTER.test(token.text));
}

/** The looked-up forms only: the same tokens as `tokenise`, without the cost of their places. */
export function tokenTexts(sentence: string, options: TokeniserOptions): readonly string[] {
  const tokens: string[] = [];
  eachToken(sentence, options, (text, start, end) => {
    tokens.push(text.slice(start, end));
  });
  return tokens;
}

/**
 * The looked-up form of each token as a place in some text: the same as `tokenTexts`, without cutting them out.
 * @param onToken told the token text[start .. end)
 */
export function eachToken(
  sentence: string,
  options: TokeniserOptions,
  onToken: (text: string, start: number, end: number) => void,
): void {
  // Lower-casing the whole sentence is faster; it equals lower-casing each token except where it changes the
  // letters' class (a capital dotted I gains a combining mark) or looks beyond the token (a capital sigma at the
  // end of a word), so those sentences take the slow way.
  if (options.tokeniser !== 'words' || (options.lowerCase && /[\u0130\u03A3]/.test(sentence))) {
    for (const { text } of tokenise(sentence, options)) onToken(text, 0, text.length);
    return;
  }
  const text = options.lowerCase ? sentence.toLowerCase() : sentence;
  const keepMarks = options.punctuation === 'keep';
  if (IS_ASCII.test(text)) return eachAsciiToken(text, keepMarks, onToken);
  for (const token of text.match(keepMarks ? WORD_OR_MARK : WORD) ?? []) onToken(token, 0, token.length);
}

const IS_ASCII = /^[\x00-\x7f]*$/;
const APOSTROPHE = 39;
const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);
const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);

/**
 * The same as the patterns above for text of plain ASCII, twice as fast. Most English sentences take this way, and
 * tokenising is the larger part of a first run.
 */
function eachAsciiToken(
  text: string,
  keepMarks: boolean,
  onToken: (text: string, start: number, end: number) => void,
): void {
  const { length } = text;
  let at = 0;
  while (at < length) {
    const code = text.charCodeAt(at);
    const start = at++;
    if (!isWord(code)) {
      if (keepMarks && !isBlank(code)) onToken(text, start, at);
      continue;
    }
    while (at < length) {
      const next = text.charCodeAt(at);
      if (isWord(next)) at++;
      else if (next === APOSTROPHE && at + 1 < length && isWord(text.charCodeAt(at + 1))) at += 2;
      else break;
    }
    onToken(text, start, at);
  }
}

/** "words,lower,drop": names the options inside keys. */
export function tokeniserKey({ tokeniser, lowerCase, punctuation }: TokeniserOptions): string {
  return `${tokeniser},${lowerCase ? 'lower' : 'as written'},punctuation ${punctuation}`;
}
