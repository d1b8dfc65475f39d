import { existsSync, readFileSync } from 'node:fs';
import { readLexicon } from '../../../src/language/lexicon.ts';
import { LEXICON_FILES, type LexiconFiles } from '../../../src/language/tables.ts';
import type { Lexicon } from '../../../src/language/types.ts';

const folder = new URL('../../../public/models/wordnet/', import.meta.url);

export const isBuilt = existsSync(new URL('manifest.json', folder));
/** For the title of tests that need the built lexicon. */
export const withoutLexicon = isBuilt ? '' : ' (skipped: npm run models has not built public/models/wordnet)';

export function builtFiles(): LexiconFiles {
  const bytes = (key: keyof LexiconFiles): Uint8Array =>
    new Uint8Array(readFileSync(new URL(LEXICON_FILES[key], folder)));
  const text = (key: keyof LexiconFiles): string => new TextDecoder().decode(bytes(key));
  return {
    words: text('words'),
    synsets: bytes('synsets'),
    relations: bytes('relations'),
    glosses: bytes('glosses'),
    glossWords: text('glossWords'),
    irregular: text('irregular'),
  };
}

let built: Lexicon | undefined;

/** WordNet as the page has it; read once a test file. */
export function builtLexicon(): Lexicon {
  return (built ??= readLexicon(builtFiles()));
}
