import { sharedApartFrom } from './align.ts';
import { quoted, type Context, type Finding } from './context.ts';
import { openExchanges } from './substitutions.ts';

/** Two opposites in little else shared are a coincidence. */
const LEAST_SHARED = 0.5;

/** A word gives way to its opposite in the same place. */
export function findAntonym(context: Context): Finding | null {
  for (const { a, b, left, right } of openExchanges(context)) {
    if (!left && !right) continue;
    const shared = sharedApartFrom(context.comparison, new Set([...context.explained, a, b]), 0.3);
    // A preposition is chosen by the words around it: only an equal rest makes "in" and "out" opposites.
    if (shared < (a.content && b.content ? LEAST_SHARED : 0.8)) continue;
    if (!context.comparison.relations.opposites(a, b)) continue;
    return {
      category: 'antonym',
      rule: a.content && b.content ? 'antonym/word' : 'antonym/particle',
      because: `${quoted([a])} and ${quoted([b])} are opposites.`,
      words: [[a], [b]],
    };
  }
  return null;
}
