import { catalogue } from '../benchmarks/catalogue.ts';
import { OPEN_SUITE } from '../benchmarks/suites.ts';
import { AVERAGE_LABELS } from '../evaluation/averages.ts';
import type { ReadingMethod } from '../evaluation/calibration.ts';
import type { Agreement } from '../evaluation/sideBySide.ts';
import { CORRELATION_NAMES, type CorrelationName } from '../evaluation/types.ts';
import { ROWS, type RowId } from './categories.svelte.ts';
import { MEASURES, READINGS, type ErrorMeasure } from './errorAnalysis.svelte.ts';
import { FACETS, type FacetId } from './facets.ts';
import { readAxis, writeAxis, type LinkAxis } from './linkAxes.ts';
import {
  choiceField,
  encodedField,
  flagField,
  placesField,
  readPlaces,
  readWhole,
  textField,
  textsField,
  wholeField,
  type LinkField,
} from './linkFields.ts';
import { readSelection, writeSelection, type LinkSelection } from './linkSelection.ts';
import { PAIR_FILTERS, type PairFilter } from './pairMarks.ts';
import { PAIR_ORDERS, type PairOrder } from './pairOrder.ts';
import { VIEWS, type ViewId } from './viewList.ts';

export { VIEWS, type ViewId };

export type AverageName = keyof typeof AVERAGE_LABELS;
/** Scores as given, or on the gold scale. */
export type PlotHeight = 'raw' | 'gold';
export type SuiteMeasure = 'pearson' | 'spearman';

/**
 * What a link holds: names, numbers, and sentences only where a visitor typed them into the pair lab. Systems are
 * named by their places in `systems`.
 */
export interface LinkState {
  view: ViewId;
  benchmark: string;
  /** "test", "test/images", ...; of a file of a person's own "*0": its place. Empty means all parts. */
  parts: string[];
  /** Full ids of systems. */
  systems: string[];
  facet: FacetId | null;
  /** Id of a pair; of a file of a person's own "*7": its row. */
  pair: string | null;
  /** What lies on the bench of the pair lab, as `labLink` writes it; null where nothing does. */
  lab: string | null;
  seed: number;
  lesson: string | null;
  step: number | null;
  /** Systems that are not shown in the plot. */
  hidden: number[];
  selection: LinkSelection | null;

  /** What the plot's height is. */
  yMode: PlotHeight;
  jitter: boolean;
  /** What the table of correlations is sorted by. */
  sortedBy: CorrelationName | null;
  /** Whether published figures stand in that table. */
  published: boolean;
  /** Order of the list of pairs, and the system it is of. */
  order: PairOrder;
  orderOf: number | null;
  filter: PairFilter;
  search: string;

  /** Whether word senses are read with word vectors. */
  vectors: boolean;
  reading: ReadingMethod;
  /** What the cells of the Errors view show. */
  errorMeasure: ErrorMeasure;
  /** The system by which its categories are sorted. */
  errorSort: number | null;
  cell: { row: RowId; system: number } | null;
  /** Order of the cell's worst pairs. */
  cellOrder: CellOrder;
  /** The two systems side by side, and which of their pairs. */
  beside: [number, number] | null;
  agreement: Agreement;

  suite: string;
  suiteMeasure: SuiteMeasure;
  suiteAverage: AverageName;
  /** Systems that are not in the table of the suite. */
  omitted: number[];
  /** The system whose parameters are varied, and how. */
  sweep: number | null;
  sweepMeasure: SuiteMeasure;
  axes: LinkAxis[];
}

export const CELL_ORDERS = ['worst', 'over', 'under'] as const satisfies readonly PairOrder[];
export type CellOrder = (typeof CELL_ORDERS)[number];
const AGREEMENTS: readonly Agreement[] = ['onlyA', 'onlyB', 'both', 'neither'];
const SUITE_MEASURES: readonly SuiteMeasure[] = ['pearson', 'spearman'];

/** Text that a person types over the sentences of a file may be a sentence of it, or a word. */
const nothing = (): string => '';
/** Names of a file's parts, and with them the ids of its pairs, come out of a column of the file. */
const place = (text: string): boolean => /^\*\d{1,10}$/.test(text);

/** A list of systems may be empty; a link that says nothing of them has none. */
const systemsField: LinkField<string[]> = {
  ...textsField('system'),
  write: (systems) => (systems.length === 0 ? [''] : systems),
  read: (texts) => (texts.length === 0 ? undefined : texts.filter((text) => text !== '')),
};

/** Every field, in the order of the address. The order in which fields are left out of a long link is their rank. */
const FIELDS: { readonly [K in keyof LinkState]: LinkField<LinkState[K]> } = {
  view: choiceField<ViewId>(
    'view',
    'compare',
    VIEWS.map(({ id }) => id),
  ),
  benchmark: textField<string>('benchmark', ''),
  parts: { ...textsField('part'), ofOwnFile: (parts) => (parts.every(place) ? parts : []) },
  systems: systemsField,
  facet: choiceField<FacetId | null>(
    'by',
    null,
    FACETS.map(({ id }) => id),
  ),
  pair: {
    ...textField<string | null>('pair', null),
    ofOwnFile: (pair) => (pair && place(pair) ? pair : null),
  },
  lesson: textField<string | null>('lesson', null),
  step: wholeField<number | null>('step', null),
  hidden: placesField('hide'),
  yMode: choiceField<PlotHeight>('height', 'raw', ['raw', 'gold']),
  jitter: flagField('jitter'),
  sortedBy: choiceField<CorrelationName | null>('table', null, CORRELATION_NAMES),
  published: flagField('published'),
  order: choiceField<PairOrder>('sort', 'worst', PAIR_ORDERS),
  orderOf: wholeField<number | null>('of', null),
  filter: choiceField<PairFilter>(
    'show',
    'all',
    PAIR_FILTERS.map(({ id }) => id),
  ),
  vectors: flagField('vectors'),
  reading: choiceField<ReadingMethod>(
    'reading',
    'min-max',
    READINGS.map(({ id }) => id),
  ),
  errorMeasure: choiceField<ErrorMeasure>(
    'cells',
    'meanError',
    MEASURES.map(({ id }) => id),
  ),
  errorSort: wholeField<number | null>('column', null),
  cell: encodedField<{ row: RowId; system: number }>(
    'cell',
    ({ row, system }) => `${row}.${system}`,
    readCell,
  ),
  cellOrder: choiceField<CellOrder>('worst', 'worst', CELL_ORDERS),
  beside: encodedField<[number, number]>('beside', (pair) => pair.join(','), readBeside),
  agreement: choiceField<Agreement>('right', 'onlyA', AGREEMENTS),
  suite: textField<string>('suite', OPEN_SUITE),
  suiteMeasure: choiceField<SuiteMeasure>('suite-cells', 'pearson', SUITE_MEASURES),
  suiteAverage: choiceField<AverageName>(
    'suite-mean',
    'meanOfSets',
    Object.keys(AVERAGE_LABELS) as AverageName[],
  ),
  omitted: placesField('without'),
  sweep: wholeField<number | null>('sweep', null),
  sweepMeasure: choiceField<SuiteMeasure>('sweep-cells', 'pearson', SUITE_MEASURES),
  seed: { ...wholeField<number>('seed', 1) },
  axes: {
    name: 'axis',
    initial: [],
    write: (axes) => axes.flatMap((axis) => writeAxis(axis) ?? []),
    read: (texts) => (texts.length > 0 ? texts.flatMap((text) => readAxis(text) ?? []) : undefined),
    omit: { what: 'the values of the sweep', rank: 3 },
  },
  search: {
    ...textField<string>('find', ''),
    ofOwnFile: nothing,
    omit: { what: 'the words that the list of pairs is searched for', rank: 2 },
  },
  lab: {
    ...textField<string | null>('lab', null),
    omit: { what: 'what lies on the bench of the pair lab', rank: 4 },
  },
  selection: {
    ...encodedField('pairs', writeSelection, readSelection),
    omit: { what: 'the selection', rank: 1 },
  },
};
const NAMES = Object.keys(FIELDS) as (keyof LinkState)[];

/** Mail programs and chats cut longer links. In characters, from the "#". */
export const MOST_CHARACTERS = 4_000;
const VERSION = '1';

/** The state that a link says that says nothing. */
export function firstState(): LinkState {
  const state: Record<string, unknown> = {};
  for (const key of NAMES) {
    const { initial } = FIELDS[key];
    state[key] = Array.isArray(initial) ? [...initial] : initial;
  }
  return state as unknown as LinkState;
}

/** Whether a benchmark is a file of the person's own. */
export function isOwnFile(benchmark: string): boolean {
  return !catalogue.some(({ id }) => id === benchmark);
}

/** A link, and what of the state it does not hold. */
export interface WrittenLink {
  /** The part of an address from the "#". */
  text: string;
  /** Left out, because the link would be longer than `MOST_CHARACTERS`. */
  tooLong: string[];
  /** Left out, because it may hold words of a file of the person's own. */
  ownFile: string[];
}

/** The state as the part of an address behind "#". */
export function writeLink(state: LinkState): string {
  return makeLink(state).text;
}

/** The state as a link that a mail can hold. A benchmark that is not in the catalogue is a file of the person's own. */
export function makeLink(state: LinkState): WrittenLink {
  const isOwn = isOwnFile(state.benchmark);
  const ownFile: string[] = [];
  const written = NAMES.map((key) => {
    const { field, texts, isCut } = writeField(key, state, isOwn);
    if (isCut && field.omit) ownFile.push(field.omit.what);
    return { field, texts };
  });
  const tooLong: string[] = [];
  const omittable = written
    .filter(({ field, texts }) => field.omit && texts.length > 0)
    .sort((a, b) => a.field.omit!.rank - b.field.omit!.rank);
  for (let text = textOf(written); ; text = textOf(written)) {
    const next = text.length > MOST_CHARACTERS ? omittable.shift() : undefined;
    if (!next) return { text, tooLong, ownFile };
    next.texts = [];
    tooLong.push(next.field.omit!.what);
  }
}

/** What a link says; what it doesn't say, or says in a way that is not known here, is absent. */
export function readLink(hash: string): Partial<LinkState> {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  if (fields.get('v') !== VERSION) return {};
  const state: Record<string, unknown> = {};
  for (const key of NAMES) {
    const value = FIELDS[key].read(fields.getAll(FIELDS[key].name));
    if (value !== undefined) state[key] = value;
  }
  return state as Partial<LinkState>;
}

/** States with equal places are the same place to a person: Back leaves it for another. */
export function placeOf({ view, benchmark, lesson, step }: LinkState): string {
  return JSON.stringify([view, benchmark, lesson, step]);
}

interface WrittenField {
  field: LinkField<never>;
  texts: readonly string[];
}

function writeField<K extends keyof LinkState>(
  key: K,
  state: LinkState,
  isOwn: boolean,
): WrittenField & { isCut: boolean } {
  const field: LinkField<LinkState[K]> = FIELDS[key];
  const all = field.write(state[key]);
  const texts = isOwn && field.ofOwnFile ? field.write(field.ofOwnFile(state[key])) : all;
  const isInitial = String(texts) === String(field.write(field.initial)) && !ALWAYS.has(key);
  return {
    field: field as unknown as LinkField<never>,
    texts: isInitial ? [] : texts,
    isCut: texts.length < all.length,
  };
}

/** Said even where a link need not: a reader of the address learns what it is, and old pages want them. */
const ALWAYS: ReadonlySet<keyof LinkState> = new Set(['view', 'benchmark', 'seed', 'systems']);

function textOf(written: readonly WrittenField[]): string {
  const fields = new URLSearchParams({ v: VERSION });
  for (const { field, texts } of written) for (const text of texts) fields.append(field.name, text);
  return `#${fields}`;
}

function readCell(text: string): NonNullable<LinkState['cell']> | undefined {
  const [, name, at] = /^(.+)\.(\d+)$/s.exec(text) ?? [];
  const row = ROWS.find((candidate) => candidate === name);
  const system = readWhole(at ?? '');
  return row && system !== undefined ? { row, system } : undefined;
}

function readBeside(text: string): [number, number] | undefined {
  const places = readPlaces(text);
  return places?.length === 2 && places[0] !== places[1] ? [places[0]!, places[1]!] : undefined;
}
