import { FACTOR_WORDS, TIMES_WORDS, UNITS } from './closedClasses.ts';
import { sharedApartFrom } from './align.ts';
import { linkOf, partnerOf, quoted, type Context, type Finding } from './context.ts';
import { inBaseUnits, isDate, sameQuantity, type Quantity } from './quantities.ts';
import type { Word } from './words.ts';

/** With less in common the numbers count different things. */
const LEAST_SHARED = 0.5;

/** A quantity, date or time gives way to another of the same thing. "12" and "twelve", a week and seven days are one. */
export function findNumber(context: Context): Finding | null {
  if (!context.comparison.words.some((words) => words.some(mayMeasure))) return null;
  const [first, second] = openQuantities(context);
  const counts = [first, second].map(
    (list) => list.filter(({ article, kind }) => !article && kind === 'count').length,
  );
  const lone = counts[0] === 1 && counts[1] === 1;
  for (const a of first) {
    for (const b of second) {
      const measures =
        a.kind === 'count' && b.kind === 'count' && inBaseUnits(a) !== null && inBaseUnits(b) !== null;
      if (a.article && b.article && !measures) continue;
      if ([...a.words, ...b.words].some((word) => context.explained.has(word))) continue;
      if (!comparable(a, b) || !sameSlot(context, a, b, lone)) continue;
      const apart = new Set([...context.explained, ...a.words, ...b.words]);
      if (sharedApartFrom(context.comparison, apart) < LEAST_SHARED) continue;
      if (differInUnit(a, b)) {
        const [x, y] = [
          [...a.words, a.unit!],
          [...b.words, b.unit!],
        ];
        const because = `${quoted(x)} in one sentence is ${quoted(y)} in the other.`;
        return { category: 'number', rule: 'number/unit', because, words: [x, y] };
      }
      const unit = a.unit && b.unit && a.unit.lemma === b.unit.lemma ? a.unit : null;
      return {
        category: 'number',
        rule: isDate(a) ? 'number/date' : a.article || b.article ? 'number/one' : 'number/quantity',
        because: `${quoted(a.words)} in one sentence is ${quoted(b.words)} in the other${unit ? `, of ${quoted([unit])}` : ''}.`,
        words: [a.words, b.words],
      };
    }
  }
  return null;
}

/** "a fortnight", "a month". */
const differInUnit = (a: Quantity, b: Quantity): boolean =>
  inBaseUnits(a) !== null && inBaseUnits(b) !== null && a.unit!.lemma !== b.unit!.lemma;

/** Most sentences have no number, and need no reading. */
const mayMeasure = (word: Word): boolean =>
  word.value !== null ||
  word.date !== null ||
  UNITS.has(word.lemma) ||
  TIMES_WORDS.has(word.form) ||
  FACTOR_WORDS.has(word.lemma);

/** The quantities that the other sentence does not have, in whatever words. */
function openQuantities(context: Context): [Quantity[], Quantity[]] {
  const [first, second] = context.quantities;
  const taken = new Set<Quantity>();
  const open: Quantity[] = [];
  const match = (a: Quantity, articles: boolean) =>
    second.find(
      (b) => !taken.has(b) && (articles || !b.article) && sameQuantity(a, b) && countsTheSame(a, b),
    );
  for (const a of first) {
    // "a week" answers "seven days", but no other "a" answers "one".
    const found = match(a, false) ?? match(a, true);
    if (found) taken.add(found);
    else open.push(a);
  }
  return [open, second.filter((b) => !taken.has(b))];
}

const countsTheSame = (a: Quantity, b: Quantity): boolean =>
  !(a.article || b.article) || (a.unit !== null && b.unit !== null);

function comparable(a: Quantity, b: Quantity): boolean {
  if (isDate(a) || isDate(b) || a.article || b.article) return a.kind === b.kind;
  return (a.kind === 'ordinal') === (b.kind === 'ordinal');
}

/** They stand in one another's place, or count the same thing. */
function sameSlot(context: Context, a: Quantity, b: Quantity, lone: boolean): boolean {
  const unitLinked =
    a.unit !== null &&
    b.unit !== null &&
    linkOf(context, 0, a.unit) !== null &&
    partnerOf(context, 0, a.unit) === b.unit;
  // A bare "a" is a number only where what it stands before is counted on the other side.
  if (unitLinked) return true;
  if (inBaseUnits(a) !== null && inBaseUnits(b) !== null && exchanged(context, a.unit!, b.unit!)) return true;
  if (a.article || b.article) return false;
  // The one number that differs: "kill 7", "kill at least eight".
  if (lone && follow(context, a, b)) return true;
  for (const difference of context.comparison.differences) {
    if (difference.substitutions.some(([x, y]) => a.words.includes(x) && b.words.includes(y)))
      return neighbours(context, a, b);
  }
  return false;
}

const exchanged = (context: Context, x: Word, y: Word): boolean =>
  context.comparison.differences.some((difference) =>
    difference.substitutions.some(([a, b]) => a === x && b === y),
  );

/** The content words before both are the same. */
function follow(context: Context, a: Quantity, b: Quantity): boolean {
  const [x, y] = ([a, b] as const).map((quantity, side) => {
    const words = context.comparison.words[side]!;
    for (let i = quantity.words[0]!.index - 1; i >= 0; i--) if (words[i]!.content) return words[i]!;
    return null;
  });
  return Boolean(x && y && partnerOf(context, 0, x) === y);
}

/** What stands before or after both is the same. */
function neighbours(context: Context, a: Quantity, b: Quantity): boolean {
  const [first, second] = context.comparison.words;
  const linked = (x: Word | undefined, y: Word | undefined) =>
    x !== undefined && y !== undefined ? partnerOf(context, 0, x) === y : x === y;
  return (
    linked(first[a.words[0]!.index - 1], second[b.words[0]!.index - 1]) ||
    linked(first[a.words.at(-1)!.index + 1], second[b.words.at(-1)!.index + 1])
  );
}
