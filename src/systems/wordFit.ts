import {
  MIN_SENTENCES_FOR_COMPONENTS,
  principalComponents,
  removeComponents,
} from './encoders/components.ts';
import { plainSummer } from './encoders/plainSummer.ts';
import type { SegmentSummer, WordRows } from './encoders/types.ts';
import { weightedSums, type Embeddings } from './encoders/weightedSum.ts';
import { groupNamed, type FitGroup } from './groups.ts';
import { tokeniserOptions } from './parameters.ts';
import type { LexicalSpec } from './registry.ts';
import type { Resources, TaskState } from './taskState.ts';
import type { TokenIndex } from './tokenIndex.ts';
import type { Progress } from './types.ts';
import { inverseDocumentFrequencies, inverseDocumentFrequenciesOf, sifWeights } from './weights.ts';

/** What a word-vector system fits on sentences before it scores any. */
export interface WordFit {
  /** What each word of an index's vocabulary weighs in a group's sentences; null where every word weighs 1. */
  weigh(index: TokenIndex, group: FitGroup): Float32Array | null;
  /** @param embeddings of the group's sentences, in its order */
  components(embeddings: Embeddings, group: FitGroup): FittedComponents;
}

export interface FittedComponents {
  /** Directions to be taken off every sentence vector; null where none is. */
  components: readonly Float64Array[] | null;
  /** "2,758 sentences of test", the weights' fit included; null where nothing was fitted. */
  fittedOn: string | null;
  /** Why no component was removed, where one was asked for. */
  note: string | null;
}

/** The fit of a run: each group's sentences are scored with what is fitted on them. */
export async function fitOnItself(
  spec: LexicalSpec,
  resources: Pick<Resources, 'frequencies'>,
): Promise<WordFit> {
  const weigh = await weighting(spec, resources);
  const count = componentsOf(spec);
  return {
    weigh,
    components(embeddings, group) {
      const fittedOn = `${group.fittedSentences.toLocaleString('en')} sentences of ${group.name}`;
      if (count === 0) {
        return { components: null, fittedOn: spec.kind === 'glove-idf' ? fittedOn : null, note: null };
      }
      if (group.fittedSentences < MIN_SENTENCES_FOR_COMPONENTS) {
        const note = `No component was removed for ${group.name}: its ${group.fittedSentences} sentences are fewer than ${MIN_SENTENCES_FOR_COMPONENTS}.`;
        return { components: null, fittedOn: null, note };
      }
      return {
        components: principalComponents(embeddings, group.multiplicity, count),
        fittedOn,
        note: null,
      };
    },
  };
}

/**
 * The fit of a part of a task as it stands, for sentences that are not the task's: what a run would score them with if
 * they stood in that part, unrated. Summed by the plain loop, whatever the backend.
 * @param part its name; null is all of the task
 * @throws Failure `no-such-part`
 */
export async function fitOnPart(
  spec: LexicalSpec,
  state: TaskState,
  part: string | null,
  report: Progress,
): Promise<WordFit> {
  const own = await fitOnItself(spec, state.resources);
  if (spec.kind !== 'glove-idf' && componentsOf(spec) === 0) return own;
  const group = groupNamed(state.groups(part === null ? 'all' : 'part'), part ?? 'all');
  const options = tokeniserOptions(spec.parameters);
  const index = await state.tokens(options, report);
  if (spec.kind === 'glove-idf') {
    const fitted = own.components(NOTHING, group);
    return {
      weigh: ({ vocabulary }) => inverseDocumentFrequenciesOf(vocabulary, index, group),
      components: () => fitted,
    };
  }
  const vectors = await state.resources.vectors(String(spec.parameters.vectors), report);
  const words = await state.words(options, vectors, report);
  const embeddings = await sentenceVectors(
    spec,
    plainSummer,
    { index, words, weights: own.weigh(index, group) },
    group.sentences,
    (done, total) => report(done, total, `Adding up the word vectors of ${group.name}`),
  );
  const fitted = own.components(embeddings, group);
  return { weigh: own.weigh, components: () => fitted };
}

const NOTHING: Embeddings = { rows: new Float32Array(0), dimension: 0, sentences: 0 };

/** The tokens of sentences, the vectors of their words and what each weighs. */
export interface WeighedWords {
  index: TokenIndex;
  words: WordRows;
  weights: Float32Array | null;
}

/**
 * A vector for each sentence, components not yet removed. SIF averages over all tokens of the sentence, those without
 * a vector included; the others add up.
 * @param sentences indices into the token index, in the order wanted
 * @throws what `weightedSums` throws
 */
export async function sentenceVectors(
  { kind }: LexicalSpec,
  summer: SegmentSummer,
  { index, words, weights }: WeighedWords,
  sentences: Int32Array,
  report: (done: number, total: number) => void,
  signal?: AbortSignal,
): Promise<Embeddings> {
  const embeddings = await weightedSums(summer, index, words, weights, sentences, report, signal);
  if (kind === 'sif') divideByTokens(embeddings, index, sentences);
  return embeddings;
}

/** `vanished` is null where no component is removed. */
export function withoutComponents(
  embeddings: Embeddings,
  components: FittedComponents['components'],
): { rows: Float32Array | Float64Array; vanished: Uint8Array | null } {
  return components ? removeComponents(embeddings, components) : { rows: embeddings.rows, vanished: null };
}

async function weighting(
  spec: LexicalSpec,
  resources: Pick<Resources, 'frequencies'>,
): Promise<WordFit['weigh']> {
  if (spec.kind === 'glove-idf') return inverseDocumentFrequencies;
  if (spec.kind !== 'sif') return () => null;
  const frequencies = await resources.frequencies(String(spec.parameters.frequencies));
  let kept: { index: TokenIndex; weights: Float32Array } | undefined;
  return (index) => {
    if (kept?.index !== index) {
      kept = { index, weights: sifWeights(index, frequencies, Number(spec.parameters.a)) };
    }
    return kept.weights;
  };
}

function componentsOf({ kind, parameters }: LexicalSpec): number {
  return kind === 'sif' ? Number(parameters.components) : 0;
}

function divideByTokens({ rows, dimension }: Embeddings, index: TokenIndex, sentences: Int32Array): void {
  for (let i = 0; i < sentences.length; i++) {
    const s = sentences[i]!;
    const tokens = index.offsets[s + 1]! - index.offsets[s]!;
    if (tokens === 0) continue;
    for (let k = i * dimension; k < (i + 1) * dimension; k++) rows[k]! /= tokens;
  }
}
