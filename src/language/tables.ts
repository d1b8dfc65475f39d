import type { WordClass } from './types.ts';

/**
 * How the files of public/models/wordnet are laid out: shared by models/wordnet.ts, which writes them, and
 * lexicon.ts, which reads them.
 *
 * - words.txt: every word of WordNet, lower-cased, blanks in phrases, sorted by UTF-16 code units, one a line. The
 *   number of its line, from 0, is the id of a word.
 * - synsets.bin: how many synsets each class has, then the synsets, class after class in the order of CLASSES, each
 *   `words, (word, rank, count)*, links, (zigzag(target - own))*`: `rank` is the place of the synset among the senses
 *   that the word has in this class, from 1; `count` is how often it was met in WordNet's tagged texts. Links are
 *   hypernyms (instances included) of nouns and verbs, similar-to of adjectives; adverbs have none.
 * - relations.bin: `antonyms, (synset - previous, place, zigzag(other - synset), other place)*` where a place is that
 *   of a word in its synset, then `related, (word - previous, zigzag(other - word))*`, each pair once.
 * - glosses.bin: for each synset `bytes, (gloss word)*`, where `bytes` is the length of what follows.
 * - glossWords.txt: the words of the glosses, most frequent first, one a line.
 * - irregular.tsv: `class, form, base form` of irregular inflections.
 *
 * All numbers are varints: seven bits a byte, lowest first, the eighth says that more follow.
 */
export interface LexiconFiles {
  words: string;
  synsets: Uint8Array;
  relations: Uint8Array;
  glosses: Uint8Array;
  glossWords: string;
  irregular: string;
}

/** `manifest.json` of the lexicon. */
export interface LexiconManifest {
  files: { name: string; sizeBytes: number; sha256: string }[];
}

export const LEXICON_FILES: Record<keyof LexiconFiles, string> = {
  words: 'words.txt',
  synsets: 'synsets.bin',
  relations: 'relations.bin',
  glosses: 'glosses.bin',
  glossWords: 'glossWords.txt',
  irregular: 'irregular.tsv',
};

export const CLASSES: readonly WordClass[] = ['noun', 'verb', 'adjective', 'adverb'];

export class VarintWriter {
  private readonly bytes: number[] = [];

  /** Appends non-negative integers below 2^28. */
  write(...values: number[]): void {
    for (let value of values) {
      while (value > 127) {
        this.bytes.push((value & 127) | 128);
        value >>>= 7;
      }
      this.bytes.push(value);
    }
  }

  get length(): number {
    return this.bytes.length;
  }

  append(other: VarintWriter): void {
    for (const byte of other.bytes) this.bytes.push(byte);
  }

  done(): Uint8Array {
    return Uint8Array.from(this.bytes);
  }
}

export class VarintReader {
  private readonly bytes: Uint8Array;
  position: number;

  constructor(bytes: Uint8Array, position = 0) {
    this.bytes = bytes;
    this.position = position;
  }

  get atEnd(): boolean {
    return this.position >= this.bytes.length;
  }

  /** @throws RangeError past the end */
  read(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.position++];
      if (byte === undefined) throw new RangeError('The lexicon ends in the middle of a number.');
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  }

  readSigned(): number {
    const value = this.read();
    return (value >>> 1) ^ -(value & 1);
  }
}

/** Small magnitudes of either sign as small non-negative numbers: 0, -1, 1, -2, ... */
export function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}
