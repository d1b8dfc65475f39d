import { MODELS } from '../../../models/catalogue.ts';
import { HUB_MODELS, hubModel, type HubModel } from '../../../models/hub.ts';
import { DEFAULT_VECTORS } from '../../systems/registry.ts';
import type { Dtype } from '../../systems/transformer.ts';
import { megabytes } from '../format.ts';

/** What the page says of a transformer before it is loaded. */
export interface OfferedModel {
  id: string;
  title: string;
  /** The model ships with the page: no network is needed. */
  shipped: boolean;
}

/** The word vectors that ship with the page. */
export const SHIPPED_VECTORS = MODELS.find(({ id }) => id === DEFAULT_VECTORS)!;

export const OFFERED_MODELS: readonly OfferedModel[] = [
  ...MODELS.filter(({ kind }) => kind === 'encoder').map(({ id, title }) => ({ id, title, shipped: true })),
  ...HUB_MODELS.map(({ id, title }) => ({ id, title, shipped: false })),
];

export function modelTitle(id: string): string {
  return OFFERED_MODELS.find((model) => model.id === id)?.title ?? id.replace(/^folder:/, '');
}

/** Bytes of a model's weights in a precision, where they are known. */
export function weightsBytes(id: string, dtype: Dtype): number | null {
  const known = factsOf(id);
  return known?.sizesBytes[dtype] ?? null;
}

/** Precisions that a model is known to come in; all of them where nothing is known. */
export function knownDtypes(id: string): readonly Dtype[] | null {
  const known = factsOf(id);
  return known ? (Object.keys(known.sizesBytes) as Dtype[]) : null;
}

/** One line of facts: "384 dimensions, 256 tokens, English, Apache-2.0, 90 MB at fp32". */
export function describeModel(id: string, dtype: Dtype): string {
  const known = factsOf(id);
  if (!known) return '';
  const size = weightsBytes(id, dtype);
  return [
    `${known.dimension} dimensions`,
    `${known.maxTokens} tokens`,
    known.languages,
    known.licence,
    ...(known.prefix ? [`prefix “${known.prefix}”`] : []),
    ...(size === null ? [] : [`about ${megabytes(size)} at ${dtype}`]),
  ].join(', ');
}

type Facts = Pick<HubModel, 'dimension' | 'maxTokens' | 'languages' | 'licence' | 'prefix' | 'sizesBytes'>;

function factsOf(id: string): Facts | undefined {
  const shipped = MODELS.find((model) => model.id === id);
  return shipped?.encoder ? { ...shipped.encoder, licence: shipped.licence } : hubModel(id);
}
