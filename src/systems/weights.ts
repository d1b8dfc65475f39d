import type { FitGroup } from './groups.ts';
import { probability, type WordFrequencies } from './frequencies.ts';
import { idsOf, type TokenIndex } from './tokenIndex.ts';

/**
 * Document frequency of every word of the vocabulary over the sentences that a group is fitted on.
 * @returns one count a word; 0 for words that stand only in sentences that are not fitted on.
 */
export function documentFrequencies(index: TokenIndex, group: FitGroup): Float64Array {
  const known = counted.get(group);
  if (known?.index === index) return known.counts;
  const counts = new Float64Array(index.vocabulary.length);
  const lastSeen = new Int32Array(index.vocabulary.length).fill(-1);
  for (let g = 0; g < group.sentences.length; g++) {
    const times = group.multiplicity[g]!;
    if (times === 0) continue;
    const sentence = group.sentences[g]!;
    for (let t = index.offsets[sentence]!; t < index.offsets[sentence + 1]!; t++) {
      const id = index.ids[t]!;
      if (lastSeen[id] === sentence) continue;
      lastSeen[id] = sentence;
      counts[id]! += times;
    }
  }
  counted.set(group, { index, counts });
  return counts;
}

/** What was counted for a group, so that a run with other parameters does not count again. */
const counted = new WeakMap<FitGroup, { index: TokenIndex; counts: Float64Array }>();

/**
 * idf(w) = ln(N / df(w)) with N the number of sentences fitted on. A word that stands only in unrated pairs
 * counts as seen once, so its weight is finite. A word of every sentence weighs 0.
 */
export function inverseDocumentFrequencies(index: TokenIndex, group: FitGroup): Float32Array {
  const counts = documentFrequencies(index, group);
  const weights = new Float32Array(counts.length);
  for (let id = 0; id < counts.length; id++) {
    weights[id] = Math.log(group.fittedSentences / Math.max(1, counts[id]!));
  }
  return weights;
}

/**
 * The same weights for the words of other sentences, which the fit has not seen. A word that it never saw counts as
 * seen once, as one does that stands only in unrated pairs.
 */
export function inverseDocumentFrequenciesOf(
  vocabulary: readonly string[],
  index: TokenIndex,
  group: FitGroup,
): Float32Array {
  const counts = documentFrequencies(index, group);
  const ids = idsOf(index);
  return Float32Array.from(vocabulary, (word) => {
    const id = ids.get(word);
    return Math.log(group.fittedSentences / Math.max(1, id === undefined ? 0 : counts[id]!));
  });
}

/**
 * The information content of a word, -ln p(w) (BIT at SemEval-2017 task 1, Wu et al. 2017, there of WordNet's
 * synsets by the counts of their words; here of words). A word without a count weighs as the rarest one of the table:
 * of something rarer than all that was counted, that is the least that can be said.
 */
export function informationContents(
  { vocabulary }: Pick<TokenIndex, 'vocabulary'>,
  frequencies: WordFrequencies,
): Float32Array {
  const most = Math.log(frequencies.total / rarestCount(frequencies));
  return Float32Array.from(vocabulary, (word) => {
    const p = probability(frequencies, word);
    return p > 0 ? -Math.log(p) : most;
  });
}

/** How many words of a vocabulary the table has no count for. */
export function uncountedWords(
  { vocabulary }: Pick<TokenIndex, 'vocabulary'>,
  frequencies: WordFrequencies,
): number {
  let uncounted = 0;
  for (const word of vocabulary) if (probability(frequencies, word) === 0) uncounted++;
  return uncounted;
}

function rarestCount({ counts }: WordFrequencies): number {
  let rarest = Infinity;
  for (const count of counts.values()) if (count < rarest) rarest = count;
  return rarest;
}

/** a / (a + p(w)) (Arora et al. 2017, algorithm 1, line 2). A word without a count weighs 1. */
export function sifWeights(index: TokenIndex, frequencies: WordFrequencies, a: number): Float32Array {
  const weights = new Float32Array(index.vocabulary.length);
  for (let id = 0; id < weights.length; id++) {
    weights[id] = a / (a + probability(frequencies, index.vocabulary[id]!));
  }
  return weights;
}
