import {
  MIN_SENTENCES_FOR_COMPONENTS,
  principalComponents,
  removeComponents,
} from './encoders/components.ts';
import { plainSummer } from './encoders/plainSummer.ts';
import type { SegmentSummer } from './encoders/types.ts';
import { asWordWeights, type WeighedWords } from './encoders/tokenWeights.ts';
import { weightedSums, type Embeddings } from './encoders/weightedSum.ts';
import { groupNamed, type FitGroup } from './groups.ts';
import { tokeniserOptions } from './parameters.ts';
import type { LexicalSpec } from './registry.ts';
import type { Resources, TaskState } from './taskState.ts';
import type { TokenIndex } from './tokenIndex.ts';
import type { Progress } from './types.ts';
import {
  informationContents,
  inverseDocumentFrequencies,
  inverseDocumentFrequenciesOf,
  sifWeights,
  uncountedWords,
} from './weights.ts';

/** What a word-vector system fits on sentences before it scores any. */
export interface WordFit {
  /** What each word of an index's vocabulary weighs in a group's sentences; null where every word weighs 1. */
  weigh(index: TokenIndex, group: FitGroup): Float32Array | null;
  /** What a reader of the weights should know. */
  notes(index: TokenIndex): string[];
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
  const { weigh, notes } = await weighting(spec, resources);
  const count = componentsOf(spec);
  return {
    weigh,
    notes,
    components(embeddings, group) {
      const fittedOn = `${group.fittedSentences.toLocaleString('en')} sentences of ${group.name}`;
      if (count === 0) {
        return { components: null, fittedOn: usesIdf(spec) ? fittedOn : null, note: null };
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
  if (!usesIdf(spec) && componentsOf(spec) === 0) return own;
  const group = groupNamed(state.groups(part === null ? 'all' : 'part'), part ?? 'all');
  const options = tokeniserOptions(spec.parameters);
  const index = await state.tokens(options, report);
  if (usesIdf(spec)) {
    const fitted = own.components(NOTHING, group);
    return {
      weigh: ({ vocabulary }) => inverseDocumentFrequenciesOf(vocabulary, index, group),
      notes: own.notes,
      components: () => fitted,
    };
  }
  const vectors = await state.resources.vectors(String(spec.parameters.vectors), report);
  const words = await state.words(options, vectors, report);
  const embeddings = await sentenceVectors(
    spec,
    plainSummer,
    { index, words, weights: own.weigh(index, group), classes: null },
    group.sentences,
    (done, total) => report(done, total, `Adding up the word vectors of ${group.name}`),
  );
  const fitted = own.components(embeddings, group);
  return { weigh: own.weigh, notes: own.notes, components: () => fitted };
}

const NOTHING: Embeddings = { rows: new Float32Array(0), dimension: 0, sentences: 0 };

/**
 * A vector for each sentence, components not yet removed. SIF averages over all tokens of the sentence, those without
 * a vector included; the others add up.
 * @param sentences indices into the token index, in the order wanted
 * @throws what `weightedSums` throws
 */
export async function sentenceVectors(
  { kind }: LexicalSpec,
  summer: SegmentSummer,
  weighed: WeighedWords,
  sentences: Int32Array,
  report: (done: number, total: number) => void,
  signal?: AbortSignal,
): Promise<Embeddings> {
  const { index, words, weights } = asWordWeights(weighed);
  const embeddings = await weightedSums(summer, index, words, weights, sentences, report, signal);
  if (kind === 'sif') divideByTokens(embeddings, weighed.index, sentences);
  return embeddings;
}

/** `vanished` is null where no component is removed. */
export function withoutComponents(
  embeddings: Embeddings,
  components: FittedComponents['components'],
): { rows: Float32Array | Float64Array; vanished: Uint8Array | null } {
  return components ? removeComponents(embeddings, components) : { rows: embeddings.rows, vanished: null };
}

/** Whether words are weighted by their document frequency, which is fitted. */
export function usesIdf({ kind, parameters }: LexicalSpec): boolean {
  return kind === 'glove-idf' || (kind === 'glove-weighted' && parameters.weighting === 'pos-idf');
}

/** Whether tokens are weighted by their part of speech. */
export function usesTags({ kind, parameters }: LexicalSpec): boolean {
  return kind === 'glove-weighted' && parameters.weighting !== 'ic';
}

/** Whether p(word) is asked for. */
export function usesFrequencies({ kind, parameters }: Pick<LexicalSpec, 'kind' | 'parameters'>): boolean {
  return kind === 'sif' || (kind === 'glove-weighted' && parameters.weighting === 'ic');
}

async function weighting(
  spec: LexicalSpec,
  resources: Pick<Resources, 'frequencies'>,
): Promise<Pick<WordFit, 'weigh' | 'notes'>> {
  const notes = (): string[] => [];
  if (usesIdf(spec)) return { weigh: inverseDocumentFrequencies, notes };
  if (!usesFrequencies(spec)) return { weigh: () => null, notes };
  const frequencies = await resources.frequencies(String(spec.parameters.frequencies));
  const make = (index: TokenIndex): Float32Array =>
    spec.kind === 'sif'
      ? sifWeights(index, frequencies, Number(spec.parameters.a))
      : informationContents(index, frequencies);
  let kept: { index: TokenIndex; weights: Float32Array } | undefined;
  return {
    weigh(index) {
      if (kept?.index !== index) kept = { index, weights: make(index) };
      return kept.weights;
    },
    notes(index) {
      const uncounted = spec.kind === 'sif' ? 0 : uncountedWords(index, frequencies);
      return uncounted === 0
        ? []
        : [
            `Words without a count that weigh as the rarest counted one: ${uncounted.toLocaleString('en')} of ${index.vocabulary.length.toLocaleString('en')}.`,
          ];
    },
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
