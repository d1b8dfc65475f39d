import { FACETS, type FacetId } from './facets.ts';

export type ViewId = 'compare' | 'errors' | 'lab' | 'ranking' | 'data';
export const VIEWS: readonly { id: ViewId; title: string }[] = [
  { id: 'compare', title: 'Compare' },
  { id: 'errors', title: 'Errors' },
  { id: 'lab', title: 'Pair lab' },
  { id: 'ranking', title: 'Ranking' },
  { id: 'data', title: 'Data' },
];

/** What a link holds: names, and sentences only where a visitor typed them into the pair lab. */
export interface LinkState {
  view: ViewId;
  benchmark: string;
  /** "test", "test/images", ...; empty means all parts. */
  parts: string[];
  /** Full ids of systems. */
  systems: string[];
  facet: FacetId | null;
  /** Id of a pair. */
  pair: string | null;
  /** What lies on the bench of the pair lab, as `labLink` writes it; null where nothing does. */
  lab: string | null;
  seed: number;
}

const VERSION = '1';

/** The state as the part of an address behind "#". */
export function writeLink(state: LinkState): string {
  const fields = new URLSearchParams({ v: VERSION, view: state.view, benchmark: state.benchmark });
  for (const part of state.parts) fields.append('part', part);
  for (const system of state.systems) fields.append('system', system);
  if (state.facet) fields.set('by', state.facet);
  if (state.pair) fields.set('pair', state.pair);
  if (state.lab) fields.set('lab', state.lab);
  fields.set('seed', String(state.seed));
  return `#${fields}`;
}

/** What a link says; what it doesn't say, or says in a way that is not known here, is absent. */
export function readLink(hash: string): Partial<LinkState> {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  if (fields.get('v') !== VERSION) return {};
  const state: Partial<LinkState> = {};
  const view = VIEWS.find(({ id }) => id === fields.get('view'));
  if (view) state.view = view.id;
  const benchmark = fields.get('benchmark');
  if (benchmark) state.benchmark = benchmark;
  state.parts = fields.getAll('part');
  const systems = fields.getAll('system');
  if (systems.length > 0) state.systems = systems;
  const facet = FACETS.find(({ id }) => id === fields.get('by'));
  if (facet) state.facet = facet.id;
  const pair = fields.get('pair');
  if (pair) state.pair = pair;
  const lab = fields.get('lab');
  if (lab) state.lab = lab;
  // An empty text would be read as the number 0.
  const seed = Number(fields.get('seed') || NaN);
  if (Number.isSafeInteger(seed) && seed >= 0 && seed < 2 ** 32) state.seed = seed;
  return state;
}
