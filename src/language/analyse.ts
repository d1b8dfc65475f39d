import type { Document, ItsFunction } from 'wink-nlp';
import { findClitic, splitClitic, type Clitic } from './clitics.ts';
import { lemmatiser } from './lemma.ts';
import { bounded } from './remember.ts';
import type { Analyse, AnalysedSentence, Entity, Lexicon, PartOfSpeech, Token } from './types.ts';
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
 * Reads sentences with wink-nlp and its English model: tokens, parts of speech, negation flags within sentences, and
 * entities. Contractions are split ("do" + "n't", "I" + "'m"). Lemmas are those of wink-nlp where WordNet knows them as
 * words of that class, else WordNet's own. Text in other languages gets tokens, with parts of speech that mean nothing.
 */
export function makeAnalyse(lexicon: Lexicon): Analyse {
  const lemmaOf = lemmatiser(lexicon);
  const wordOf = bounded(readWord);
  let wink: Wink | null = null;
  return (text) => {
    if (wink === null || wink.isFull()) wink = startWink();
    try {
      return analyse(text, wink, wordOf, lemmaOf);
    } catch {
      // Its tokeniser is recursive: some text that is no language may still exhaust it.
      return { text, tokens: [], entities: [] };
    } finally {
      wink.forget();
    }
  };
}

function analyse(
  text: string,
  { readDoc, its }: Wink,
  wordOf: (value: string) => Word,
  lemmaOf: (form: string, pos: PartOfSpeech, tagged: string) => string,
): AnalysedSentence {
  const document = readDoc(readable(text));
  const list = document.tokens();
  const values = list.out();
  const tags = list.out(its.pos as ItsFunction<PartOfSpeech>) as PartOfSpeech[];
  const negations = list.out(its.negationFlag as ItsFunction<boolean>) as boolean[];
  const contracted = list.out(its.contractionFlag as ItsFunction<boolean>) as boolean[];

  const tokens: Token[] = [];
  // Where wink-nlp's tokens stand, which entities name by number; -1 for one that is no token here.
  const starts: number[] = [];
  let cursor = 0;
  for (let i = 0; i < values.length && tokens.length < MAX_TOKENS; i++) {
    const value = values[i]!;
    const word = wordOf(value);
    // Blanks are no tokens; and wink-nlp's count of those between tokens is capped, so the token is looked for.
    const start = word.isBlank ? -1 : text.indexOf(value, cursor);
    starts.push(start);
    if (start < 0) continue;
    cursor = start + value.length;
    const pos = tags[i]!;
    const negated = negations[i]!;
    if (word.clitic !== null && !contracted[i]) {
      const at = start + word.clitic.at;
      for (const part of splitClitic(value, pos, word.clitic)) {
        const [from, to] = part.isClitic ? [at, cursor] : [start, at];
        tokens.push(
          makeToken(
            part.text,
            from,
            to,
            part.form,
            lemmaOf(part.form, part.pos, part.lemma),
            part.pos,
            negated,
          ),
        );
      }
      continue;
    }
    const known = contracted[i] ? undefined : word.lemmas.get(pos);
    const lemma = known ?? lemmaOf(word.form, pos, list.itemAt(i).out(its.lemma as ItsFunction<string>));
    if (!contracted[i]) word.lemmas.set(pos, lemma);
    tokens.push(makeToken(value, start, cursor, word.form, lemma, pos, negated));
  }
  return { text, tokens: tokens.slice(0, MAX_TOKENS), entities: entitiesOf(document, its, starts, values) };
}

function makeToken(
  text: string,
  start: number,
  end: number,
  form: string,
  lemma: string,
  pos: PartOfSpeech,
  negated: boolean,
): Token {
  return { text, start, end, form, lemma, pos, negated, stop: FUNCTION_WORDS.has(pos) };
}

function entitiesOf(
  document: Document,
  its: Wink['its'],
  starts: readonly number[],
  values: readonly string[],
): Entity[] {
  const found: Entity[] = [];
  const list = document.entities();
  if (list.length() === 0) return found;
  const types = list.out(its.type as ItsFunction<string>);
  const spans = list.out(its.span as ItsFunction<[number, number]>) as [number, number][];
  types.forEach((type, i) => {
    const [first, last] = spans[i]!;
    const start = starts[first] ?? -1;
    const lastStart = starts[last] ?? -1;
    if (start >= 0 && lastStart >= 0) found.push({ type, start, end: lastStart + values[last]!.length });
  });
  return found;
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
