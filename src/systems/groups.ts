import { Failure } from '../failure.ts';
import type { TaskSentences } from './types.ts';

/** The pairs that share one fit, and the sentences it is fitted on. */
export interface FitGroup {
  /** "test", "test/images", or "all" for everything together. */
  name: string;
  pairs: Int32Array;
  /** The distinct sentences of its pairs. */
  sentences: Int32Array;
  /**
   * How often each of `sentences` is fitted on: both sides of each rated pair count, repeats included. Where
   * nothing is rated, all pairs count.
   */
  multiplicity: Float64Array;
  /** Sum of `multiplicity`: the N of IDF. */
  fittedSentences: number;
  rated: boolean;
}

/** Groups the pairs of a task by part, or all together. Every pair is in exactly one group. */
export function fitGroups(task: TaskSentences, fit: 'part' | 'all'): FitGroup[] {
  const groups = fit === 'all' ? 1 : task.parts.length;
  const counts = new Int32Array(groups);
  const groupOf = (pair: number): number => (fit === 'all' ? 0 : task.part[pair]!);
  for (let pair = 0; pair < task.first.length; pair++) counts[groupOf(pair)]!++;
  const pairs = Array.from(counts, (count) => new Int32Array(count));
  const filled = new Int32Array(groups);
  for (let pair = 0; pair < task.first.length; pair++) {
    const group = groupOf(pair);
    pairs[group]![filled[group]!++] = pair;
  }
  return pairs
    .map((own, g) => fitGroup(task, fit === 'all' ? 'all' : task.parts[g]!, own))
    .filter((group) => group.pairs.length > 0);
}

function fitGroup(task: TaskSentences, name: string, pairs: Int32Array): FitGroup {
  const rated = pairs.some((pair) => task.rated[pair] === 1);
  const position = new Int32Array(task.sentences.length).fill(-1);
  const sentences: number[] = [];
  const multiplicity: number[] = [];
  let fittedSentences = 0;
  for (const pair of pairs) {
    const counts = rated && task.rated[pair] !== 1 ? 0 : 1;
    for (let side = 0; side < 2; side++) {
      const sentence = side === 0 ? task.first[pair]! : task.second[pair]!;
      let at = position[sentence]!;
      if (at === -1) {
        at = sentences.length;
        position[sentence] = at;
        sentences.push(sentence);
        multiplicity.push(0);
      }
      multiplicity[at]! += counts;
      fittedSentences += counts;
    }
  }
  return {
    name,
    pairs,
    sentences: new Int32Array(sentences),
    multiplicity: new Float64Array(multiplicity),
    fittedSentences,
    rated,
  };
}

/**
 * The group of a part.
 * @throws Failure `no-such-part`
 */
export function groupNamed(groups: readonly FitGroup[], name: string): FitGroup {
  const group = groups.find((candidate) => candidate.name === name);
  if (group) return group;
  throw new Failure(
    'no-such-part',
    `"${name}" has no pairs among what is open.`,
    groups.length === 0
      ? 'Open a benchmark with pairs.'
      : `Choose one of ${groups.map((candidate) => candidate.name).join(', ')}.`,
  );
}

/** The group that a pair belongs to. */
export function groupOfPair(groups: readonly FitGroup[], pair: number): FitGroup {
  const group = groups.find((candidate) => candidate.pairs.includes(pair));
  if (!group) throw new Failure('no-such-pair', `There is no pair ${pair}.`, 'Choose another pair.');
  return group;
}
