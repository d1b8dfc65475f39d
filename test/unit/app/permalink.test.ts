import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ROWS } from '../../../src/app/categories.svelte.ts';
import { MEASURES } from '../../../src/app/errorAnalysis.svelte.ts';
import { FACETS } from '../../../src/app/facets.ts';
import type { LinkAxis } from '../../../src/app/linkAxes.ts';
import { readSelection } from '../../../src/app/linkSelection.ts';
import { PAIR_FILTERS } from '../../../src/app/pairMarks.ts';
import { PAIR_ORDERS } from '../../../src/app/pairOrder.ts';
import {
  CELL_ORDERS,
  firstState,
  makeLink,
  MOST_CHARACTERS,
  placeOf,
  readLink,
  VIEWS,
  writeLink,
  type LinkState,
} from '../../../src/app/permalink.ts';
import { catalogue } from '../../../src/benchmarks/catalogue.ts';

// Text without lone surrogates: an address can't hold them.
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const place = fc.integer({ min: 0, max: 30 });
const places = fc.uniqueArray(place, { maxLength: 4 });
const name = fc.stringMatching(/^[\w-]{1,12}$/);
const selection = fc.integer({ min: 1, max: 400 }).chain((pairs) =>
  fc.record({
    pairs: fc.constant(pairs),
    content: fc.stringMatching(/^[0-9a-f]{8}$/),
    rows: fc.uniqueArray(fc.integer({ min: 0, max: pairs - 1 })).map((rows) => Int32Array.from(rows).sort()),
  }),
);
const axis: fc.Arbitrary<LinkAxis> = fc.record({
  parameter: name,
  choice: fc.oneof(
    fc.record({ kind: fc.constant('list' as const), text: fc.stringMatching(/^[-+.\deE,; ]{0,20}$/) }),
    fc.record({ kind: fc.constant('ticks' as const), values: fc.array(name, { maxLength: 3 }) }),
  ),
});
const known = fc.constantFrom(...catalogue.map(({ id }) => id));
const states: fc.Arbitrary<LinkState> = fc.record({
  view: fc.constantFrom(...VIEWS.map(({ id }) => id)),
  benchmark: known,
  parts: fc.array(text, { maxLength: 4 }),
  systems: fc.array(text, { maxLength: 4 }),
  facet: fc.constantFrom(null, ...FACETS.map(({ id }) => id)),
  pair: fc.option(text),
  lab: fc.option(text),
  seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  lesson: fc.option(text),
  step: fc.option(place),
  hidden: places,
  selection: fc.option(selection),
  yMode: fc.constantFrom('raw', 'gold'),
  jitter: fc.boolean(),
  sortedBy: fc.constantFrom(null, 'pearson', 'spearman', 'kendall'),
  published: fc.boolean(),
  order: fc.constantFrom(...PAIR_ORDERS),
  orderOf: fc.option(place),
  filter: fc.constantFrom(...PAIR_FILTERS.map(({ id }) => id)),
  search: fc.string({ unit: 'grapheme', maxLength: 20 }),
  vectors: fc.boolean(),
  reading: fc.constantFrom('min-max', 'isotonic'),
  errorMeasure: fc.constantFrom(...MEASURES.map(({ id }) => id)),
  errorSort: fc.option(place),
  cell: fc.option(fc.record({ row: fc.constantFrom(...ROWS), system: place })),
  cellOrder: fc.constantFrom(...CELL_ORDERS),
  beside: fc.option(
    fc.uniqueArray(place, { minLength: 2, maxLength: 2 }).map(([a, b]): [number, number] => [a!, b!]),
  ),
  agreement: fc.constantFrom('onlyA', 'onlyB', 'both', 'neither'),
  suite: text,
  suiteMeasure: fc.constantFrom('pearson', 'spearman'),
  suiteAverage: fc.constantFrom('pooled', 'meanOfSets', 'weightedMean'),
  omitted: places,
  sweep: fc.option(place),
  sweepMeasure: fc.constantFrom('pearson', 'spearman'),
  axes: fc.array(axis, { maxLength: 3 }),
});
const back = (hash: string): LinkState => ({ ...firstState(), ...readLink(hash) });

const state: LinkState = {
  ...firstState(),
  benchmark: 'stsbenchmark',
  parts: ['test'],
  systems: ['sif(a=1e-3,components=1)', 'overlap-cosine'],
  facet: 'genre',
  pair: 'stsbenchmark/test/7',
  lab: 'bench',
  seed: 17,
  hidden: [1],
  selection: { pairs: 20, content: 'ab12', rows: Int32Array.of(0, 3, 19) },
  yMode: 'gold',
  order: 'over',
  orderOf: 0,
  cell: { row: 'word order', system: 1 },
  beside: [1, 0],
  errorMeasure: 'pearson',
  suiteAverage: 'pooled',
  axes: [{ parameter: 'a', choice: { kind: 'list', text: '1e-4, 1e-3' } }],
};
const link = writeLink(state);

describe('permalinks', () => {
  it('give back the very state, unless it is longer than a link may be', () => {
    fc.assert(
      fc.property(states, (any) => {
        const made = makeLink(any);
        expect(made.ownFile).toEqual([]);
        fc.pre(made.tooLong.length === 0);
        expect(back(made.text)).toEqual(any);
      }),
    );
  });

  it('survive the way through an address', () => {
    fc.assert(
      fc.property(states, (any) => {
        const { hash } = new URL(`https://page.test/sts/${writeLink(any)}`);
        expect(readLink(hash)).toEqual(readLink(writeLink(any)));
      }),
    );
  });

  it('say nothing that holds on a first visit', () => {
    expect(writeLink({ ...firstState(), benchmark: 'contrast', systems: ['sif'] })).toBe(
      '#v=1&view=compare&benchmark=contrast&system=sif&seed=1',
    );
  });

  it('an empty list of systems is one; a link that names none says nothing of them', () => {
    expect(back(writeLink({ ...state, systems: [] })).systems).toEqual([]);
    expect(readLink('#v=1&view=data')).toEqual({ view: 'data' });
  });

  it('of the first version, before there was more to say, still say all that they said', () => {
    const old =
      '#v=1&view=compare&benchmark=stsbenchmark&part=dev&part=test&system=sif%28a%3D1e-3%29&system=glove-sum&by=genre&pair=stsbenchmark%2Ftest%2F7&lab=eyJ2IjoxfQ&seed=17';
    expect(readLink(old)).toEqual({
      view: 'compare',
      benchmark: 'stsbenchmark',
      parts: ['dev', 'test'],
      systems: ['sif(a=1e-3)', 'glove-sum'],
      facet: 'genre',
      pair: 'stsbenchmark/test/7',
      lab: 'eyJ2IjoxfQ',
      seed: 17,
    });
  });

  it.each(['', '#', '#v=2&view=data', '#view=data', '#%E0%A4%A', '#=&&==&', '#v=01'])(
    '%j says nothing',
    (hash) => {
      expect(readLink(hash)).toEqual({});
    },
  );

  it.each<[string, string, keyof LinkState]>([
    ['view=compare', 'view=admin', 'view'],
    ['by=genre', 'by=colour', 'facet'],
    ['benchmark=stsbenchmark', 'benchmark=', 'benchmark'],
    ['seed=17', 'seed=-1', 'seed'],
    ['seed=17', 'seed=1.5', 'seed'],
    ['seed=17', 'seed=4294967296', 'seed'],
    ['seed=17', 'seed=now', 'seed'],
    ['seed=17', 'seed=', 'seed'],
    ['seed=17', '', 'seed'],
    ['height=gold', 'height=high', 'yMode'],
    ['sort=over', 'sort=__proto__', 'order'],
    ['of=0', 'of=first', 'orderOf'],
    ['hide=1', 'hide=1,', 'hidden'],
    ['cell=word+order.1', 'cell=word+order', 'cell'],
    ['cell=word+order.1', 'cell=spelling.1', 'cell'],
    ['beside=1%2C0', 'beside=1%2C1', 'beside'],
    ['beside=1%2C0', 'beside=1', 'beside'],
    ['pairs=20.ab12.', 'pairs=2.ab12.', 'selection'],
    ['pairs=20.ab12.', 'pairs=99999999.ab12.', 'selection'],
  ])('%s as %s is absent, and the rest stays', (right, wrong, field) => {
    expect(link).toContain(right);
    const rest: Partial<LinkState> = readLink(link);
    delete rest[field];
    expect(readLink(link.replace(right, wrong))).toEqual(rest);
  });

  it('ignore fields that they do not know', () => {
    expect(readLink(`${link}&sentence=Hello&__proto__=x`)).toEqual(readLink(link));
  });

  it('never throw, whatever stands in the address', () => {
    const names = [...new URLSearchParams(link.slice(1)).keys()];
    const field = fc.tuple(
      fc.constantFrom(...names),
      fc.oneof(fc.string(), fc.stringMatching(/^\d{1,9}\.[0-9a-f]+\.[br][\w-]*$/)),
    );
    fc.assert(fc.property(fc.string(), (any) => void readLink(any)));
    fc.assert(
      fc.property(fc.array(field), (fields) => {
        const read = { ...firstState(), ...readLink(`#${new URLSearchParams([['v', '1'], ...fields])}`) };
        // And what was read can be written, and is read again as it was.
        const made = makeLink({ ...read, benchmark: 'sick' });
        if (made.tooLong.length === 0) expect(back(made.text)).toEqual({ ...read, benchmark: 'sick' });
      }),
    );
  });
});

describe('a link to a file of a person’s own', () => {
  const SECRET = 'Zebra quilts vex Kilgore.';
  /** Every text of a state that may come out of a file, or be typed over it, is the sentence. */
  const secret = states.map((any) => ({
    ...any,
    benchmark: 'file:mine.tsv#0123456789ab',
    parts: [SECRET],
    systems: ['overlap-cosine'],
    pair: `file:mine.tsv#0123456789ab/${SECRET}/7`,
    search: SECRET,
    lab: null,
    lesson: null,
    suite: 'open',
    axes: [
      { parameter: 'a', choice: { kind: 'list' as const, text: SECRET } },
      { parameter: SECRET, choice: { kind: 'ticks' as const, values: [SECRET] } },
      { parameter: 'measure', choice: { kind: 'ticks' as const, values: [SECRET] } },
    ],
  }));

  it('holds no text of it', () => {
    fc.assert(
      fc.property(secret, (any) => {
        const { text: made, ownFile } = makeLink(any);
        const plain = decodeURIComponent(made.replaceAll('+', ' '));
        for (const word of SECRET.split(' ')) expect(plain).not.toContain(word);
        expect(ownFile).toEqual(['the words that the list of pairs is searched for']);
      }),
    );
  });

  it('names its parts and pairs by their places', () => {
    const own = { ...state, benchmark: 'file:mine.tsv#01', parts: ['*1', '*0'], pair: '*7' };
    expect(readLink(writeLink(own))).toMatchObject({ parts: ['*1', '*0'], pair: '*7' });
  });

  it('holds the words of a search over a benchmark of the catalogue', () => {
    expect(back(writeLink({ ...state, search: 'two dogs' })).search).toBe('two dogs');
  });
});

describe('a long link', () => {
  const pairs = 60_000;
  const rows = Int32Array.from(
    Array.from({ length: pairs }, (_, row) => row).filter((row) => (row * row) % 7 < 3),
  );
  const long = { ...state, selection: { pairs, content: 'ab12', rows } };

  it('leaves out the selection, says so, and keeps the rest', () => {
    const made = makeLink(long);
    expect(made.tooLong).toEqual(['the selection']);
    expect(made.text.length).toBeLessThanOrEqual(MOST_CHARACTERS);
    expect(back(made.text)).toEqual({ ...state, selection: null });
  });

  it('leaves out more where that is not enough, and never a system', () => {
    const made = makeLink({ ...long, search: 'x'.repeat(2_000), lab: 'y'.repeat(2_500) });
    expect(made.tooLong).toEqual(['the selection', 'the words that the list of pairs is searched for']);
    const systems = Array.from({ length: 40 }, (_, at) => `sif(${'a'.repeat(100)}=${at})`);
    const many = makeLink({ ...long, systems });
    expect(back(many.text).systems).toEqual(systems);
    expect(many.text.length).toBeGreaterThan(MOST_CHARACTERS);
  });
});

describe('a selection in a link', () => {
  it('is as short as a bitmap', () => {
    const rows = Int32Array.from(Array.from({ length: 500 }, (_, at) => 2 * at));
    const made = new URLSearchParams(
      makeLink({ ...state, selection: { pairs: 1_000, content: 'ab12', rows } }).text.slice(1),
    ).get('pairs')!;
    expect(made.length).toBeLessThan(1_000 / 6 + 20);
    expect(readSelection(made)?.rows).toEqual(rows);
  });

  it.each([
    '20.ab12.bAADw', // bits beyond the pairs
    '20.ab12.bAAAA_w', // a bitmap too long
    '20.ab12.bAA', // a bitmap too short
    '20.ab12.rFQE', // a run beyond the pairs
    '20.ab12.rgICAgIAB', // a length that does not end
    '20.ab12.rAA', // a gap that nothing follows
    '20.ab12.xAA',
    '20.AB.rAAE',
    '20..rAAE',
    '20.ab12.r%',
    'NaN.ab12.rAAE',
    '9999999.ab12.rAMCWsQI', // five million of more pairs than any benchmark has
  ])('%s is none', (any) => {
    expect(readSelection(any)).toBeUndefined();
  });

  it('those refused are near to ones that are read', () => {
    expect(readSelection('20.ab12.bAAAI')?.rows).toEqual(Int32Array.of(19));
    expect(readSelection('4000000.ab12.rAAE')?.rows).toEqual(Int32Array.of(0));
  });
});

it('places differ by view, benchmark, lesson and step, and by nothing else', () => {
  for (const change of [
    { view: 'errors' as const },
    { benchmark: 'sick' },
    { lesson: 'negation' },
    { step: 2 },
  ]) {
    expect(placeOf({ ...state, ...change })).not.toBe(placeOf(state));
  }
  expect(placeOf({ ...firstState(), view: state.view, benchmark: state.benchmark })).toBe(placeOf(state));
});
