import { throwIfAborted } from '../failure.ts';
import { aggregate, aggregationOf } from '../measures/aggregation.ts';
import { cosineOfRows } from '../measures/cosine.ts';
import { tokenise } from '../text/tokenise.ts';
import { contextsOf } from './contexts/ofTask.ts';
import { compareContexts } from './contexts/compare.ts';
import type { ContextCounts } from './contexts/types.ts';
import { TASK_CONTEXT, VECTOR_CONTEXT } from './definitions.ts';
import { tokeniserOptions } from './parameters.ts';
import { pause } from './pause.ts';
import { systemId, type LexicalSpec } from './registry.ts';
import { emptyScores, missing } from './scores.ts';
import type { TaskState } from './taskState.ts';
import { pairTokenCounts, sentenceTokenCounts } from './tokenCounts.ts';
import type { TokenIndex } from './tokenIndex.ts';
import type { ExplainedToken, Progress, ScoreResult, SimilaritySystem, TokenMatrix } from './types.ts';

const PAIRS_PER_STEP = 100;

/** Words of an index, compared two by two. */
interface ComparedWords {
  index: TokenIndex;
  /** Word -> 1 where something is known of it. */
  known: Uint8Array;
  /** NaN where nothing is known of one of two different words; a word with itself is always 1. */
  compare: (a: number, b: number) => number;
  fittedOn: string;
  notes: string[];
}

/**
 * `aligned:<token measure>:<aggregation>`: the similarities of the tokens of two sentences, by the contexts of the words,
 * as one of the sentences (Tumuluru, Lo and Wu 2012). A token of which nothing is known counts 0 beside any other word
 * and 1 beside itself. A pair with a sentence of which no token is known has no score.
 * @param given contexts that were counted on other sentences than the task's; null counts on the task itself
 */
export function alignedSystem(
  spec: LexicalSpec,
  state: TaskState,
  given: ContextCounts | null,
): SimilaritySystem {
  const options = tokeniserOptions(spec.parameters);
  const aggregation = aggregationOf(String(spec.parameters.aggregation)).id;
  const { task } = state;

  async function prepare(report: Progress, signal?: AbortSignal): Promise<ComparedWords> {
    const index = await state.tokens(options, report, signal);
    if (spec.parameters.context === VECTOR_CONTEXT) {
      const vectors = await state.resources.vectors(String(spec.parameters.vectors), report, signal);
      const { rows, dimension, known, notes } = await state.words(options, vectors, report, signal);
      const compare = (a: number, b: number): number => (a === b ? 1 : cosineOfRows(rows, dimension, a, b));
      return { index, known, compare, fittedOn: 'nothing', notes: [...(notes ?? [])] };
    }
    const contexts = given ?? (await contextsOf(spec, state, report, signal));
    const { known, compare } = compareContexts(contexts, index, String(spec.parameters.tokens));
    const notes = [...contexts.notes];
    const fresh = given && spec.parameters.context !== TASK_CONTEXT ? notCounted(index, given) : 0;
    if (fresh > 0) {
      notes.push(`Words that no open sentence has were not looked for in ${contexts.countedOn}: ${fresh}.`);
    }
    const fittedOn = `contexts within ${Number(spec.parameters.window)} tokens on the ${contexts.countedOn}`;
    return { index, known, compare, fittedOn, notes };
  }

  async function score(report: Progress, signal?: AbortSignal): Promise<ScoreResult> {
    const { index, known, compare, fittedOn, notes } = await prepare(report, signal);
    const { tokens, unknown } = sentenceTokenCounts(index, known);
    const scores = emptyScores(task.first.length);
    let zeros = 0;
    for (let pair = 0; pair < task.first.length; pair++) {
      const a = task.first[pair]!;
      const b = task.second[pair]!;
      if (tokens[a] === 0 || tokens[b] === 0) missing(scores, pair, task, 'no token');
      else if (unknown[a] === tokens[a] || unknown[b] === tokens[b])
        missing(scores, pair, task, 'no known word');
      else {
        const value = aggregate(aggregation, similarities(index, compare, a, b), tokens[a]!, tokens[b]!);
        scores.values[pair] = value;
        if (value === 0) zeros++;
      }
      if ((pair + 1) % PAIRS_PER_STEP === 0) {
        report(pair + 1, task.first.length, 'Lining up words');
        await pause();
        throwIfAborted(signal, 'Scoring');
      }
    }
    if (zeros > 0 && aggregation === 'geometric') {
      notes.push(
        `Pairs that score 0 because a token of either sentence is like none of the other: ${zeros.toLocaleString('en')}. A geometric mean with a 0 in it is 0.`,
      );
    }
    return {
      scores,
      fittedOn,
      notes,
      tokens: index.ids.length,
      unknownTokens: unknown.reduce((sum, count) => sum + count, 0),
      tokenCounts: pairTokenCounts(task.first, task.second, tokens, unknown, null),
    };
  }

  function explained({ index, known }: ComparedWords, sentence: number): ExplainedToken[] {
    return tokenise(task.sentences[sentence]!, options).map((token, t) => ({
      ...token,
      known: known[index.ids[index.offsets[sentence]! + t]!] === 1,
      weight: 1,
    }));
  }

  async function matrix(
    pair: number,
    report: Progress = () => {},
    signal?: AbortSignal,
  ): Promise<TokenMatrix> {
    const words = await prepare(report, signal);
    const [a, b] = [task.first[pair]!, task.second[pair]!];
    return {
      tokens: [explained(words, a), explained(words, b)],
      similarity: similarities(words.index, words.compare, a, b),
    };
  }

  return {
    id: systemId(spec),
    score,
    explain: async (pair, report, signal) => (await matrix(pair, report, signal)).tokens,
    matrix,
  };
}

/** Row-major, tokens of sentence a x tokens of sentence b. */
function similarities(
  { ids, offsets }: TokenIndex,
  compare: ComparedWords['compare'],
  a: number,
  b: number,
): Float64Array {
  const rows = ids.subarray(offsets[a]!, offsets[a + 1]!);
  const columns = ids.subarray(offsets[b]!, offsets[b + 1]!);
  const similarity = new Float64Array(rows.length * columns.length);
  for (let row = 0; row < rows.length; row++) {
    for (let column = 0; column < columns.length; column++) {
      similarity[row * columns.length + column] = compare(rows[row]!, columns[column]!);
    }
  }
  return similarity;
}

function notCounted({ vocabulary }: TokenIndex, { idOf }: ContextCounts): number {
  let fresh = 0;
  for (const word of vocabulary) if (!idOf.has(word)) fresh++;
  return fresh;
}
