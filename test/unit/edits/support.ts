import { parse, type Parse } from '../../../src/edits/clauses.ts';
import { proposeEdits } from '../../../src/edits/propose.ts';
import type { Edit, EditKind } from '../../../src/edits/types.ts';
import { makeAnalyse } from '../../../src/language/analyse.ts';
import type { Analyse, Lexicon } from '../../../src/language/types.ts';
import { builtLexicon, isBuilt } from '../language/builtWordnet.ts';

export { isBuilt, withoutLexicon } from '../language/builtWordnet.ts';

export const lexicon: Lexicon = isBuilt ? builtLexicon() : (null as never);
export const analyse: Analyse = isBuilt ? makeAnalyse(lexicon) : (null as never);

export const parseOf = (text: string): Parse => parse(analyse(text), analyse, lexicon);

export const editsOf = (text: string, kind?: EditKind): Edit[] =>
  proposeEdits(analyse(text), analyse, lexicon).filter((edit) => kind === undefined || edit.kind === kind);

export const resultsOf = (text: string, kind?: EditKind): string[] =>
  editsOf(text, kind).map((edit) => edit.result);
