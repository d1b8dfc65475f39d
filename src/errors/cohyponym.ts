import { GENERAL_KINDS } from './closedClasses.ts';
import { sharedApartFrom } from './align.ts';
import type { Word } from './words.ts';
import { quoted, type Context, type Exchange, type Finding } from './context.ts';
import { compoundOf, openExchanges } from './substitutions.ts';

/** A word gives way to a sister term in the same place. */
export function findCoHyponym(context: Context): Finding | null {
  for (const exchange of openExchanges(context)) {
    const found = judge(context, exchange);
    if (found) return found;
  }
  return null;
}

function judge(context: Context, { a, b, difference, left, right }: Exchange): Finding | null {
  const { relations } = context.comparison;
  if (a.date || b.date) return null;
  if (a.as !== b.as || (a.as !== 'noun' && a.as !== 'verb')) return null;
  if (!left && !right) return null;
  const [wholeA, wholeB] = [compoundOf(context, 0, a), compoundOf(context, 1, b)];
  const lemma = (whole: readonly Word[]) => whole.map((word) => word.lemma).join(' ');
  const kinship = relations.sisters(lemma(wholeA), lemma(wholeB), a.as);
  if (!kinship) return null;
  const apart = new Set([...context.explained, ...wholeA, ...wholeB]);
  const shared = sharedApartFrom(context.comparison, apart, 0.3);
  const steps = kinship.stepsA + kinship.stepsB;
  // Near sisters need less of the rest to be the same. What is akin in kind alone, or a verb, of which each has many
  // senses, must be all that differs.
  const general = GENERAL_KINDS.has(kinship.kind[0] ?? '');
  const far = (general && steps > 2) || a.as === 'verb';
  const more = difference.words.some((words) => words.some((word) => word.content && !apart.has(word)));
  const least = far ? 0.9 : more ? 0.7 : (steps <= 3 ? 0.5 : 0.65) + (left && right ? 0 : 0.2);
  if (shared < least) return null;
  return {
    category: 'co-hyponym',
    rule: 'co-hyponym/sisters',
    because: `${quoted(wholeA)} and ${quoted(wholeB)} are both a kind of ${kinship.kind[0] ?? 'the same thing'}.`,
    words: [wholeA, wholeB],
  };
}
