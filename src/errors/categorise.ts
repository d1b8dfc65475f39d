import { compare } from './align.ts';
import { findAntonym } from './antonym.ts';
import { findAttribute } from './attribute.ts';
import { findBlending } from './blending.ts';
import { findCoHyponym } from './cohyponym.ts';
import { contextOf, labelOf, SIDES, type Context, type Finding } from './context.ts';
import { findEntity } from './entity.ts';
import { findNegation } from './negation.ts';
import { findNumber } from './number.ts';
import { findWordOrder } from './order.ts';
import { findLoneSynonym, findWordSense } from './sense.ts';
import { findLength, findUnknownWords } from './surface.ts';
import { wordsOf, type Word } from './words.ts';
import { CATEGORIES, type Categorise, type CategoryLabel } from './types.ts';

/**
 * The rules, most specific first. Each explains some of the differences between the sentences; those after it only see
 * what is left, so that a difference has one category. Asked again, a rule finds the next difference of its kind.
 */
const RULES: readonly ((context: Context) => Finding | null)[] = [
  findNegation,
  findNumber,
  findEntity,
  findWordOrder,
  findBlending,
  findAntonym,
  findWordSense,
  findCoHyponym,
  findAttribute,
];

/** Of one kind; a pair with more has them shown by the first. */
const MOST_DIFFERENCES = 8;

/** Sentences with less in common differ in everything: no rule speaks of them. */
const LEAST_SHARED = 0.2;

/** Words of a sentence in which one synonym may be all that it shares. */
const SHORT = 12;

const rank = new Map<string, number>(CATEGORIES.map(({ id }, i) => [id, i]));

/**
 * Why a pair is hard: the rules compare the two sentences and nothing else, so no score is needed. The result does not
 * depend on which of the sentences comes first.
 */
export const categorise: Categorise = (pair, evidence) => {
  const [first, second] = pair.sentences;
  // Ties in the alignment are broken by order: put the sentences into one of their own.
  if (first.text > second.text) {
    return categoriseInOrder([second, first], evidence).map((label) => ({
      ...label,
      spans: label.spans
        .map((span) => ({ ...span, sentence: span.sentence === 0 ? (1 as const) : (0 as const) }))
        .sort((a, b) => a.sentence - b.sentence || a.start - b.start),
    }));
  }
  return categoriseInOrder([first, second], evidence);
};

function categoriseInOrder(
  sentences: Parameters<Categorise>[0]['sentences'],
  evidence: Parameters<Categorise>[1],
): CategoryLabel[] {
  if (sentences[0].text === sentences[1].text) return onlyUnknown(sentences, evidence);
  const labels: CategoryLabel[] = [];
  const comparison = compare(sentences, evidence.lexicon, LEAST_SHARED);
  if (comparison) {
    const context = contextOf({ sentences }, evidence, comparison);
    for (const rule of RULES) labels.push(...applyRule(rule, context));
  } else {
    const { lexicon } = evidence;
    const words = [wordsOf(sentences[0], lexicon), wordsOf(sentences[1], lexicon)] as const;
    const lone = words.every((list) => list.length <= SHORT) ? findLoneSynonym(words, lexicon) : null;
    if (lone) labels.push(labelOf(lone));
  }
  const length = findLength(sentences);
  if (length) labels.push(length);
  labels.push(...onlyUnknown(sentences, evidence));
  return labels.sort((a, b) => rank.get(a.category)! - rank.get(b.category)!);
}

/** All that a rule finds, as one label: the first explains it, and all are highlighted. */
function applyRule(rule: (context: Context) => Finding | null, context: Context): CategoryLabel[] {
  const words: [Word[], Word[]] = [[], []];
  let first: Finding | null = null;
  for (let i = 0; i < MOST_DIFFERENCES; i++) {
    const finding = rule(context);
    if (!finding || finding.words.every((list) => list.every((word) => context.explained.has(word)))) break;
    first ??= finding;
    for (const side of SIDES) {
      for (const word of finding.words[side]) {
        words[side].push(word);
        context.explained.add(word);
      }
    }
  }
  return first ? [labelOf({ ...first, words })] : [];
}

function onlyUnknown(
  sentences: Parameters<Categorise>[0]['sentences'],
  evidence: Parameters<Categorise>[1],
): CategoryLabel[] {
  const unknown = findUnknownWords(sentences, evidence.vocabulary);
  return unknown ? [unknown] : [];
}
