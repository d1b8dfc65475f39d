import { throwIfAborted } from '../failure.ts';
import { cosineOfRows } from '../measures/cosine.ts';
import { isZeroRow, measureOf, similarity, type MeasureId } from '../measures/vectors.ts';
import { tokenise } from '../text/tokenise.ts';
import type { WordRows } from './encoders/types.ts';
import { tokenWeight } from './encoders/tokenWeights.ts';
import { groupOfPair, type FitGroup } from './groups.ts';
import { tokeniserOptions } from './parameters.ts';
import { systemId, type LexicalSpec } from './registry.ts';
import { emptyScores, missing } from './scores.ts';
import type { TaskState } from './taskState.ts';
import { pairTokenCounts, sentenceTokenCounts } from './tokenCounts.ts';
import type { TokenIndex } from './tokenIndex.ts';
import type {
  ExplainedToken,
  MissingReason,
  Progress,
  ScoreResult,
  Scores,
  SimilaritySystem,
  TokenMatrix,
} from './types.ts';
import { classWeights, untaggedNote, type TokenClasses } from './wordClasses.ts';
import {
  fitOnItself,
  sentenceVectors,
  usesIdf,
  usesTags,
  withoutComponents,
  type WordFit,
} from './wordFit.ts';

/**
 * `glove-sum`, `glove-idf`, `glove-weighted` and `sif`: a weighted sum of word vectors, compared by a measure.
 * @param given what is fitted on other sentences than the task's; null fits on the task itself
 */
export function wordVectorSystem(
  spec: LexicalSpec,
  state: TaskState,
  given: WordFit | null,
): SimilaritySystem {
  const options = tokeniserOptions(spec.parameters);
  const measure = measureOf(String(spec.parameters.measure)).id;
  const { task } = state;
  // A plain sum depends on nothing but the sentence, so it needs no groups.
  const groups = (): FitGroup[] => state.groups(spec.parameters.fit === 'part' ? 'part' : 'all');

  async function prepare(report: Progress, signal?: AbortSignal): Promise<[TokenIndex, WordRows]> {
    const index = await state.tokens(options, report, signal);
    const vectors = await state.resources.vectors(String(spec.parameters.vectors), report, signal);
    return [index, await state.words(options, vectors, report, signal)];
  }

  async function classesOf(report: Progress, signal?: AbortSignal): Promise<TokenClasses | null> {
    if (!usesTags(spec)) return null;
    const ofToken = await state.classes(options, report, signal);
    return { ofToken, weights: classWeights(spec.parameters) };
  }

  async function score(report: Progress, signal?: AbortSignal): Promise<ScoreResult> {
    const [index, words] = await prepare(report, signal);
    const classes = await classesOf(report, signal);
    const summer = await state.resources.summer();
    const scores = emptyScores(task.first.length);
    const notes: string[] = [...(words.notes ?? [])];
    const fitted: string[] = [];
    const fit = given ?? (await fitOnItself(spec, state.resources));
    notes.push(...fit.notes(index));
    const untagged = classes && untaggedNote(task);
    if (untagged) notes.push(untagged);
    let encoded = 0;
    const total = groups().reduce((sum, group) => sum + group.sentences.length, 0);
    for (const group of groups()) {
      const before = encoded;
      const embeddings = await sentenceVectors(
        spec,
        summer,
        { index, words, weights: fit.weigh(index, group), classes },
        group.sentences,
        (done) => report(before + done, total, 'Adding up word vectors'),
        signal,
      );
      encoded += group.sentences.length;
      const { components, fittedOn, note } = fit.components(embeddings, group);
      const { rows, vanished } = withoutComponents(embeddings, components);
      scorePairs(scores, state, group, { ...embeddings, rows, vanished, index, words }, measure);
      if (fittedOn !== null) fitted.push(fittedOn);
      if (note !== null) notes.push(note);
      throwIfAborted(signal, 'Scoring');
    }
    const { tokens, unknown } = sentenceTokenCounts(index, words.known);
    return {
      scores,
      fittedOn: describeFit(spec, fitted),
      notes,
      tokens: index.ids.length,
      unknownTokens: unknown.reduce((sum, count) => sum + count, 0),
      tokenCounts: pairTokenCounts(task.first, task.second, tokens, unknown, null),
    };
  }

  async function explain(
    pair: number,
    report: Progress = () => {},
    signal?: AbortSignal,
  ): Promise<[ExplainedToken[], ExplainedToken[]]> {
    const [index, words] = await prepare(report, signal);
    const classes = await classesOf(report, signal);
    const fit = given ?? (await fitOnItself(spec, state.resources));
    const weights = fit.weigh(index, groupOfPair(groups(), pair));
    const explained = (sentence: number): ExplainedToken[] =>
      tokenise(task.sentences[sentence]!, options).map((token, t) => {
        const at = index.offsets[sentence]! + t;
        const known = words.known[index.ids[at]!] === 1;
        return { ...token, known, weight: tokenWeight({ index, weights, classes }, at) };
      });
    return [explained(task.first[pair]!), explained(task.second[pair]!)];
  }

  async function matrix(
    pair: number,
    report: Progress = () => {},
    signal?: AbortSignal,
  ): Promise<TokenMatrix> {
    const tokens = await explain(pair, report, signal);
    const [index, { rows, dimension }] = await prepare(report, signal);
    const [first, second] = [task.first[pair]!, task.second[pair]!].map((sentence) =>
      index.ids.subarray(index.offsets[sentence]!, index.offsets[sentence + 1]!),
    ) as [Int32Array, Int32Array];
    const similarity = new Float64Array(first.length * second.length);
    // The row of an unknown word is zero, and has no cosine.
    first.forEach((a, row) =>
      second.forEach((b, column) => {
        similarity[row * second.length + column] = cosineOfRows(rows, dimension, a, b);
      }),
    );
    return { tokens, similarity };
  }

  return { id: systemId(spec), score, explain, matrix };
}

interface EncodedGroup {
  rows: Float32Array | Float64Array;
  dimension: number;
  vanished: Uint8Array | null;
  index: TokenIndex;
  words: WordRows;
}

/**
 * Fills in the score of each pair of a group. A zero vector gives a missing score and the reason under every
 * measure: distances are defined for it, but say nothing of a sentence of which nothing is known.
 */
function scorePairs(
  scores: Scores,
  state: TaskState,
  group: FitGroup,
  encoded: EncodedGroup,
  measure: MeasureId,
): void {
  const { task } = state;
  const { rows, dimension, vanished } = encoded;
  const rowOf = new Int32Array(task.sentences.length);
  for (let i = 0; i < group.sentences.length; i++) rowOf[group.sentences[i]!] = i;
  const whyMissing = (pair: number, a: number, b: number): MissingReason => {
    if ([task.first[pair]!, task.second[pair]!].some((s) => !hasKnownWord(encoded, s)))
      return 'no known word';
    if (vanished?.[a] === 1 || vanished?.[b] === 1) return 'nothing left after removing the component';
    const isZero = isZeroRow(rows, dimension, a) || isZeroRow(rows, dimension, b);
    return isZero ? 'all weights are zero' : 'measure not defined';
  };
  for (const pair of group.pairs) {
    const a = rowOf[task.first[pair]!]!;
    const b = rowOf[task.second[pair]!]!;
    const score =
      isZeroRow(rows, dimension, a) || isZeroRow(rows, dimension, b)
        ? NaN
        : similarity(measure, rows, dimension, a, b);
    if (Number.isNaN(score)) missing(scores, pair, task, whyMissing(pair, a, b));
    else scores.values[pair] = score;
  }
}

function hasKnownWord({ index, words }: EncodedGroup, sentence: number): boolean {
  for (let t = index.offsets[sentence]!; t < index.offsets[sentence + 1]!; t++) {
    if (words.known[index.ids[t]!] === 1) return true;
  }
  return false;
}

function describeFit(spec: LexicalSpec, fitted: readonly string[]): string {
  if (fitted.length === 0) return 'nothing';
  const what = usesIdf(spec) ? 'IDF' : 'principal component';
  return `${what} on the ${fitted.join('; ')}`;
}
