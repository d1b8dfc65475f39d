import type { ItsFunction } from 'wink-nlp';
import { findClitic, splitClitic, type Clitic } from './clitics.ts';
import { lemmatiser } from './lemma.ts';
import { bounded, lazy } from './remember.ts';
import type { Analyse, Entity, Lexicon, PartOfSpeech, Token } from './types.ts';
import { readable, startWink, type Wink } from './wink.ts';

/**
 * A sentence is read up to this many tokens, and up to this many UTF-16 units: no benchmark comes near, and what aligns
 * two sentences takes time as the product of their lengths. What is cut off has no tokens; the text stays whole.
 */
export const MAX_TOKENS = 2_000;

const FUNCTION_WORDS: ReadonlySet<PartOfSpeech> = new Set([
  'ADP',
  'AUX',
  'CCONJ',
  'DET',
  'PART',
  'PRON',
  'SCONJ',
]);

/**
 * Reads sentences with wink-nlp and its English model: tokens, parts of speech and entities. Contractions are split ("do" + "n't", "I" + "'m"). Lemmas are those of wink-nlp where WordNet knows them as
 * words of that class, else WordNet's own. Text in other languages gets tokens, with parts of speech that mean nothing.
 */
export function makeAnalyse(lexicon: Lexicon): Analyse {
  const lemmaOf = lemmatiser(lexicon);
  const wordOf = bounded(readWord);
  const withWords = reader('words');
  const withEntities = reader('entities');
  return (text) => {
    const tokens = withWords((wink) => tokensOf(text, wink, wordOf, lemmaOf));
    const readTo = tokens.at(-1)?.end ?? 0;
    const entities = lazy(() =>
      withEntities((wink) => entitiesOf(text, wink)).filter(({ end }) => end <= readTo),
    );
    return {
      text,
      tokens,
      get entities() {
        return entities();
      },
    };
  };
}

/** Starts wink-nlp when it is first asked, and anew when it keeps too much. What it can't read has nothing in it. */
function reader(wanted: Parameters<typeof startWink>[0]): <T>(read: (wink: Wink) => T[]) => T[] {
  let wink: Wink | null = null;
  return (read) => {
    if (wink === null || wink.isFull()) wink = startWink(wanted);
    try {
      return read(wink);
    } catch {
      // Its tokeniser is recursive: some text that is no language may still exhaust it.
      return [];
    } finally {
      wink.forget();
    }
  };
}

function tokensOf(
  text: string,
  { readDoc, its }: Wink,
  wordOf: (value: string) => Word,
  lemmaOf: (form: string, pos: PartOfSpeech, tagged: string) => string,
): Token[] {
  const list = readDoc(readable(text)).tokens();
  const values = list.out();
  const tags = list.out(its.pos as ItsFunction<PartOfSpeech>) as PartOfSpeech[];
  const contracted = list.out(its.contractionFlag as ItsFunction<boolean>) as boolean[];

  const tokens: Token[] = [];
  let cursor = 0;
  for (let i = 0; i < values.length && tokens.length < MAX_TOKENS; i++) {
    const value = values[i]!;
    const word = wordOf(value);
    // Blanks are no tokens; and wink-nlp's count of those between tokens is capped, so the token is looked for.
    const start = word.isBlank ? -1 : text.indexOf(value, cursor);
    if (start < 0) continue;
    cursor = start + value.length;
    const pos = tags[i]!;
    if (word.clitic !== null && !contracted[i]) {
      const at = start + word.clitic.at;
      for (const part of splitClitic(value, pos, word.clitic)) {
        const [from, to] = part.isClitic ? [at, cursor] : [start, at];
        tokens.push(
          makeToken(part.text, from, to, part.form, lemmaOf(part.form, part.pos, part.lemma), part.pos),
        );
      }
      continue;
    }
    const known = contracted[i] ? undefined : word.lemmas.get(pos);
    const lemma = known ?? lemmaOf(word.form, pos, list.itemAt(i).out(its.lemma as ItsFunction<string>));
    if (!contracted[i]) word.lemmas.set(pos, lemma);
    tokens.push(makeToken(value, start, cursor, word.form, lemma, pos));
  }
  return tokens.slice(0, MAX_TOKENS);
}

function makeToken(
  text: string,
  start: number,
  end: number,
  form: string,
  lemma: string,
  pos: PartOfSpeech,
): Token {
  return { text, start, end, form, lemma, pos, stop: FUNCTION_WORDS.has(pos) };
}

function entitiesOf(text: string, { readDoc, its }: Wink): Entity[] {
  const document = readDoc(readable(text));
  const list = document.entities();
  if (list.length() === 0) return [];
  const values = document.tokens().out();
  const starts = startsOf(text, values);
  const types = list.out(its.type as ItsFunction<string>);
  const spans = list.out(its.span as ItsFunction<[number, number]>) as [number, number][];
  return types.flatMap((type, i): Entity[] => {
    const [first, last] = spans[i]!;
    const start = starts[first] ?? -1;
    const lastStart = starts[last] ?? -1;
    return start < 0 || lastStart < 0 ? [] : [{ type, start, end: lastStart + values[last]!.length }];
  });
}

/** Where wink-nlp's tokens stand, which entities name by number; -1 for one that is no token here. */
function startsOf(text: string, values: readonly string[]): number[] {
  let cursor = 0;
  return values.map((value) => {
    const start = /^\s*$/u.test(value) ? -1 : text.indexOf(value, cursor);
    if (start >= 0) cursor = start + value.length;
    return start;
  });
}

/** What does not depend on the sentence, of a token as wink-nlp has it. */
interface Word {
  form: string;
  isBlank: boolean;
  clitic: Clitic | null;
  /** Of tokens that are no part of a contraction that wink-nlp knows. */
  lemmas: Map<PartOfSpeech, string>;
}

function readWord(value: string): Word {
  return {
    form: value.toLowerCase(),
    isBlank: /^\s*$/u.test(value),
    clitic: findClitic(value),
    lemmas: new Map(),
  };
}
