import type { AnalysedPair, Evidence } from './types.ts';
import type { CategoryId, CategoryLabel, Span } from './types.ts';
import type { Comparison, Difference, Link } from './align.ts';
import { parse, type Grammar } from './grammar.ts';
import { quantitiesOf, type Quantity } from './quantities.ts';
import type { Word } from './words.ts';

export type Side = 0 | 1;
export const SIDES = [0, 1] as const;
export const other = (side: Side): Side => (side === 0 ? 1 : 0);

/** A pair, compared, as the rules see it. */
export interface Context {
  pair: AnalysedPair;
  evidence: Evidence;
  comparison: Comparison;
  grammar: readonly [Grammar, Grammar];
  quantities: readonly [readonly Quantity[], readonly Quantity[]];
  /** Words whose difference a rule has explained: later, less specific rules leave them alone. */
  explained: Set<Word>;
  /** What `openExchanges` found when so many words were explained. */
  exchanges: { explained: number; list: readonly Exchange[] } | null;
}

/** A word in another's place, with how sure it is that the place is the same. */
export interface Exchange {
  a: Word;
  b: Word;
  difference: Difference;
  /** The words on either side of the two are the same, or both stand at the end. */
  left: boolean;
  right: boolean;
}

/** What a rule found, before it is written up as a label. */
export interface Finding {
  category: CategoryId;
  rule: string;
  because: string;
  /** To highlight; also the words whose difference this explains. */
  words: readonly [readonly Word[], readonly Word[]];
}

export function contextOf(pair: AnalysedPair, evidence: Evidence, comparison: Comparison): Context {
  const [first, second] = comparison.words;
  let grammar: Context['grammar'] | undefined;
  let quantities: Context['quantities'] | undefined;
  return {
    pair,
    evidence,
    comparison,
    get grammar() {
      return (grammar ??= [parse(first), parse(second)]);
    },
    get quantities() {
      return (quantities ??= [quantitiesOf(first), quantitiesOf(second)]);
    },
    explained: new Set(),
    exchanges: null,
  };
}

export const linkOf = (context: Context, side: Side, word: Word): Link | null =>
  context.comparison.links[side][word.index] ?? null;
/** The word of the other sentence that says the same. */
export function partnerOf(context: Context, side: Side, word: Word): Word | null {
  const link = linkOf(context, side, word);
  return link ? (side === 0 ? link.b : link.a) : null;
}

/** “words”, as the sentence writes them. */
export const quoted = (words: readonly Word[]): string =>
  `“${words.map((word) => word.token.text).join(' ')}”`;

export function spansOf(words: readonly [readonly Word[], readonly Word[]]): Span[] {
  const spans: Span[] = [];
  for (const sentence of SIDES) {
    const sorted = [...words[sentence]].sort((a, b) => a.index - b.index);
    let last: { span: Span; index: number } | null = null;
    for (const word of sorted) {
      const { start, end } = word.token;
      if (end <= start) continue;
      if (last && word.index <= last.index + 1) {
        if (end > last.span.end) last.span.end = end;
        last.index = word.index;
        continue;
      }
      const span: Span = { sentence, start, end };
      spans.push(span);
      last = { span, index: word.index };
    }
  }
  return spans;
}

export function labelOf(finding: Finding): CategoryLabel {
  return {
    category: finding.category,
    rule: finding.rule,
    because: finding.because,
    spans: spansOf(finding.words),
  };
}
