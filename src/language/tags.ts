import type { ItsFunction } from 'wink-nlp';
import type { PartOfSpeech } from './types.ts';
import { readable, startWink, type Wink } from './wink.ts';

/** A word of a sentence and what wink-nlp tags it as. */
export interface TaggedWord {
  /** UTF-16 offsets into the sentence. */
  start: number;
  end: number;
  pos: PartOfSpeech;
}

/**
 * Reads the parts of speech of English sentences with wink-nlp, and nothing else: it needs no lexicon. Words are in
 * order and do not overlap; contractions are split as wink-nlp splits them. How a sentence is read does not depend on
 * those before it. Never throws; what can't be read has no words.
 */
export function makeTagger(): (sentence: string) => TaggedWord[] {
  let wink: Wink | null = null;
  return (sentence) => {
    if (wink === null || wink.isFull()) wink = startWink('words');
    try {
      return tagged(sentence, wink);
    } catch {
      // Its tokeniser is recursive: some text that is no language may still exhaust it.
      return [];
    } finally {
      wink.forget();
    }
  };
}

function tagged(sentence: string, { readDoc, its }: Wink): TaggedWord[] {
  const list = readDoc(readable(sentence)).tokens();
  const values = list.out();
  const tags = list.out(its.pos as ItsFunction<PartOfSpeech>) as PartOfSpeech[];
  const words: TaggedWord[] = [];
  let cursor = 0;
  values.forEach((value, i) => {
    // wink-nlp's count of the blanks between tokens is capped, so the token is looked for.
    const start = /^\s*$/u.test(value) ? -1 : sentence.indexOf(value, cursor);
    if (start < 0) return;
    cursor = start + value.length;
    words.push({ start, end: cursor, pos: tags[i]! });
  });
  return words;
}
