import { throwIfAborted } from '../failure.ts';
import { cosineOfSets } from '../measures/cosine.ts';
import { tokenise } from '../text/tokenise.ts';
import { tokeniserOptions } from './parameters.ts';
import { pause } from './pause.ts';
import { systemId, type LexicalSpec } from './registry.ts';
import type { TaskState } from './taskState.ts';
import { emptyScores, missing } from './scores.ts';
import { pairTokenCounts, sentenceTokenCounts } from './tokenCounts.ts';
import type { ExplainedToken, Progress, ScoreResult, SimilaritySystem, TokenMatrix } from './types.ts';

const PAIRS_PER_STEP = 50_000;

/** `overlap-cosine`: the cosine of binary word vectors (Cer et al. 2017, section 6.4). */
export function overlapSystem(spec: LexicalSpec, state: TaskState): SimilaritySystem {
  const options = tokeniserOptions(spec.parameters);
  const { task } = state;

  async function score(report: Progress, signal?: AbortSignal): Promise<ScoreResult> {
    const index = await state.tokens(options, report, signal);
    const scores = emptyScores(task.first.length);
    const sizes = distinctCounts(index.ids, index.offsets, index.vocabulary.length);
    // Word id -> the last pair whose first sentence had it, or had it in both: marks instead of sets.
    const inFirst = new Int32Array(index.vocabulary.length).fill(-1);
    const counted = new Int32Array(index.vocabulary.length).fill(-1);
    for (let pair = 0; pair < task.first.length; pair++) {
      const a = task.first[pair]!;
      const b = task.second[pair]!;
      let shared = 0;
      for (let t = index.offsets[a]!; t < index.offsets[a + 1]!; t++) inFirst[index.ids[t]!] = pair;
      for (let t = index.offsets[b]!; t < index.offsets[b + 1]!; t++) {
        const id = index.ids[t]!;
        if (inFirst[id] !== pair || counted[id] === pair) continue;
        counted[id] = pair;
        shared++;
      }
      if (sizes[a] === 0 || sizes[b] === 0) missing(scores, pair, task, 'no known word');
      else scores.values[pair] = cosineOfSets(shared, sizes[a]!, sizes[b]!);
      if ((pair + 1) % PAIRS_PER_STEP === 0) {
        report(pair + 1, task.first.length, 'Counting shared words');
        await pause();
        throwIfAborted(signal, 'Scoring');
      }
    }
    const { tokens, unknown } = sentenceTokenCounts(index, null);
    return {
      scores,
      fittedOn: 'nothing',
      notes: [],
      tokens: index.ids.length,
      unknownTokens: 0,
      tokenCounts: pairTokenCounts(task.first, task.second, tokens, unknown, null),
    };
  }

  async function explain(pair: number): Promise<[ExplainedToken[], ExplainedToken[]]> {
    const first = tokenise(task.sentences[task.first[pair]!]!, options);
    const second = tokenise(task.sentences[task.second[pair]!]!, options);
    const inOther = (own: typeof first, other: typeof first): ExplainedToken[] => {
      const words = new Set(other.map((token) => token.text));
      return own.map((token) => ({ ...token, known: words.has(token.text), weight: 1 }));
    };
    return [inOther(first, second), inOther(second, first)];
  }

  async function matrix(pair: number): Promise<TokenMatrix> {
    const tokens = await explain(pair);
    const [first, second] = tokens;
    const similarity = new Float64Array(first.length * second.length);
    first.forEach((a, row) =>
      second.forEach((b, column) => {
        if (a.text === b.text) similarity[row * second.length + column] = 1;
      }),
    );
    return { tokens, similarity };
  }

  return { id: systemId(spec), score, explain, matrix };
}

function distinctCounts(ids: Int32Array, offsets: Int32Array, vocabulary: number): Int32Array {
  const sizes = new Int32Array(offsets.length - 1);
  const lastSeen = new Int32Array(vocabulary).fill(-1);
  for (let s = 0; s < sizes.length; s++) {
    for (let t = offsets[s]!; t < offsets[s + 1]!; t++) {
      const id = ids[t]!;
      if (lastSeen[id] === s) continue;
      lastSeen[id] = s;
      sizes[s]!++;
    }
  }
  return sizes;
}
