import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvText } from '../../../../src/app/export/csv.ts';
import { latexTable } from '../../../../src/app/export/latex.ts';
import { markdownTable } from '../../../../src/app/export/markdown.ts';
import { pairsCsv } from '../../../../src/app/export/pairsCsv.ts';
import { NO_INTERVAL, resultsCsv } from '../../../../src/app/export/resultsCsv.ts';
import type { ExportedSystem } from '../../../../src/app/export/state.ts';
import { resultTable } from '../../../../src/app/export/table.ts';
import { publishedFor } from '../../../../src/benchmarks/published.ts';
import { byFacet } from '../../../../src/evaluation/breakdown.ts';
import type { Interval } from '../../../../src/evaluation/types.ts';
import { madeState, madeSystem } from './support.ts';

const records = (text: string): Record<string, string>[] => parse(text, { columns: true });

const overlap = await madeSystem('overlap-cosine', [0.9, 0.8, 0.4, 0.5, 0.1]);
const glove = await madeSystem('glove-sum', [0.7, NaN, 0.8, 0.6, NaN]);
const constant = await madeSystem('sif', [0.5, 0.5, 0.5, 0.5, 0.5]);
const notRun: ExportedSystem = { ...overlap, id: 'glove-idf', result: null };

const INTERVAL: Interval = {
  low: -0.0512,
  high: 0.98765,
  level: 0.95,
  method: 'BCa',
  samples: 2000,
  dropped: 0,
  seed: 7,
  note: null,
};
const withIntervals: ExportedSystem = {
  ...overlap,
  result: { ...overlap.result!, intervals: { pearson: INTERVAL, spearman: INTERVAL, kendall: INTERVAL } },
};

describe('csvText', () => {
  it('gives every text back through a CSV reader', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', ' ', 'ß', '𝒳', '=') });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        // The reader skips a line without anything in it, and this one has two fields.
        expect(parse(csvText(['first', 'second'], rows))).toEqual([['first', 'second'], ...rows]);
      }),
    );
  });

  it('quotes each of the four characters that would end a field', () => {
    expect(csvText(['a'], [['x,y'], ['x"y'], ['x\ry'], ['x\ny'], ['x y']])).toBe(
      'a\r\n"x,y"\r\n"x""y"\r\n"x\ry"\r\n"x\ny"\r\nx y\r\n',
    );
  });

  it('ends rows with CRLF, has no byte order mark, and leaves what is missing empty', () => {
    expect(
      csvText(
        ['a', 'b'],
        [
          [NaN, null],
          [0, Infinity],
          [false, 1e-7],
        ],
      ),
    ).toBe('a,b\r\n,\r\n0,\r\nfalse,1e-7\r\n');
  });
});

describe('pairsCsv', () => {
  it('has one row a pair with scores, residuals and reasons', () => {
    const rows = records(pairsCsv(madeState([overlap, glove, notRun]), { withSentences: false }));
    expect(rows.map(({ id }) => id)).toEqual([
      'mine/dev/1',
      'mine/dev/2',
      'mine/dev/3',
      'mine/test/4',
      'mine/test/5',
    ]);
    expect(rows[0]).toMatchObject({ part: 'mine/dev', gold: '5', [`score: ${overlap.id}`]: '0.9' });
    expect(rows[2]![`score: ${overlap.id}`]).toBe('0.4');
    // Lowest score of a rated pair is 0 on the gold scale, 1 people said.
    expect(Number(rows[2]![`residual: ${overlap.id}`])).toBeCloseTo(-1, 12);
    expect(rows[1]).toMatchObject({
      [`score: ${glove.id}`]: '',
      [`residual: ${glove.id}`]: '',
      [`missing: ${glove.id}`]: 'no known word',
    });
    expect(rows[4]).toMatchObject({
      gold: '',
      [`score: ${overlap.id}`]: '0.1',
      [`residual: ${overlap.id}`]: '',
      [`missing: ${overlap.id}`]: 'no residual: unrated',
    });
    expect(Object.keys(rows[0]!)).toHaveLength(3 + 2 * 3);
  });

  it('has sentences only when they are asked for, exactly as they are', () => {
    const state = madeState([overlap]);
    expect(pairsCsv(state, { withSentences: false })).not.toContain('kettle');
    const rows = records(pairsCsv(state, { withSentences: true }));
    rows.forEach(({ sentence1, sentence2 }, row) => {
      expect({ sentence1, sentence2 }).toEqual({
        sentence1: state.pairs[row]!.sentence1,
        sentence2: state.pairs[row]!.sentence2,
      });
    });
  });

  it('says why a run without a scale has no residuals, and which pairs are selected', () => {
    const state = madeState([constant], { selection: Int32Array.of(2, 0) });
    const rows = records(pairsCsv(state, { withSentences: false }));
    expect(rows[0]![`missing: ${constant.id}`]).toBe('no residual: all predictions equal');
    expect(rows.map(({ selected }) => selected)).toEqual(['true', 'false', 'true', 'false', 'false']);
  });

  it('keeps two systems of one name apart', () => {
    const rows = records(pairsCsv(madeState([overlap, overlap]), { withSentences: false }));
    expect(rows[0]).toHaveProperty([`score: ${overlap.id} [2]`], '0.9');
  });
});

describe('resultsCsv', () => {
  it('has one row a system that ran, with provenance', () => {
    const rows = records(resultsCsv(madeState([withIntervals, glove, notRun])));
    expect(rows.map(({ system }) => system)).toEqual([overlap.id, glove.id]);
    const { estimate } = overlap.result!.whole.correlations.pearson;
    expect(Number(rows[0]!.pearson)).toBe(estimate.value);
    expect(rows[0]).toMatchObject({
      pearson_low: '-0.0512',
      pearson_high: '0.98765',
      pearson_interval: '95 % BCa, 2000 resamples',
      n: '4',
      skipped: '1',
      skipped_reasons: '1 unrated',
      seed: '7',
      scope: 'all 5 pairs',
      group: '',
      run_key: overlap.result!.run.key,
      libraries: 'tfjs 4.22.0',
      notes: 'A note, with a comma.',
      precomputed: 'false',
    });
    expect(rows[1]).toMatchObject({ pearson_low: '', pearson_interval: NO_INTERVAL, n: '3', skipped: '2' });
  });

  it('writes what is not defined as empty with its reason', () => {
    const [row] = records(resultsCsv(madeState([constant])));
    expect(row!.pearson).toBe('');
    expect(row!.pearson_not_defined).toMatch(/equal/);
  });

  it('adds a row for each group of the facet', () => {
    const { run } = overlap.result!;
    const state = madeState([], { facet: 'part' });
    const facets = byFacet(['dev', 'dev', 'dev', 'test', undefined], {
      scores: run.scores.values,
      gold: state.gold,
      scale: [0, 5],
    });
    const broken = madeState([{ ...overlap, result: { ...overlap.result!, facets } }], { facet: 'part' });
    const rows = records(resultsCsv(broken));
    expect(rows.map(({ facet, group, n }) => [facet, group, n])).toEqual([
      ['', '', '4'],
      ['part', 'dev', '3'],
      ['part', 'test', '1'],
      ['part', 'none stated', '0'],
    ]);
  });
});

describe('tables to paste', () => {
  const published = publishedFor('stsbenchmark', ['test'])!;
  const state = madeState([withIntervals, { ...glove, label: 'glove_sum|50%' }, constant, notRun]);

  it('marks the best of the computed in bold, never a published one', () => {
    const { sections, published: below } = resultTable(state, published);
    expect(sections[0]!.rows.map(({ cells }) => cells.pearson.best)).toEqual([true, false, false]);
    expect(sections[0]!.rows[2]!.cells.pearson.figure).toBe('–');
    expect(below!.rows.map(({ cells }) => cells.spearman)).toEqual(
      ['74.92', '68.03', '58.02', '46.35', '16.50'].map((figure) => ({ figure, interval: '', best: false })),
    );
    expect(below!.rows.every(({ cells }) => cells.pearson.figure === '–')).toBe(true);
    expect(resultTable(state, null).published).toBeNull();
  });

  it('marks none where one system stands alone', () => {
    expect(resultTable(madeState([overlap]), null).sections[0]!.rows[0]!.cells.pearson.best).toBe(false);
  });

  it('names n, measure, seed and pairs in the caption', () => {
    expect(resultTable(madeState([overlap]), null).caption).toMatch(
      /all 5 pairs, n = 4: .*Pearson's r.*seed 7/,
    );
    expect(resultTable(state, null).caption).toContain('n differs by system');
  });

  it('writes LaTeX with booktabs, eight cells a row, escaped and aligned', () => {
    const latex = latexTable(resultTable(state, published));
    for (const rule of ['\\toprule', '\\midrule', '\\bottomrule']) expect(latex).toContain(rule);
    const rows = latex.split('\n').filter((line) => line.includes(' & '));
    expect(rows).toHaveLength(1 + 3 + 5);
    for (const row of rows) expect(row.match(/(?<!\\)&/g)).toHaveLength(7);
    expect(new Set(rows.map((row) => row.length)).size).toBe(1);
    expect(latex).toContain('glove\\_sum\\textbar{}50\\%');
    expect(latex).toContain('$-$5.1--98.8');
    expect(latex).toMatch(/\\textbf\{\d\d\.\d\d\}/);
    expect(latex.match(/\\midrule/g)).toHaveLength(2);
    expect(latex).toContain('Published, not computed here');
    // A bare per cent sign would hide the rest of its line.
    for (const line of latex.split('\n').slice(1)) expect(line).not.toMatch(/(?<!\\)%/);
  });

  it('writes Markdown with the same cells in every row, published apart', () => {
    const markdown = markdownTable(resultTable(state, published));
    const rows = markdown.split('\n').filter((line) => line.startsWith('|'));
    expect(rows).toHaveLength(2 + 3 + 2 + 5);
    for (const row of rows) expect(row.match(/(?<!\\)\|/g)).toHaveLength(9);
    expect(rows[1]).toMatch(/^\| -+ \| -+: \|/);
    expect(markdown).toContain('glove\\_sum\\|50%');
    expect(markdown).toMatch(/\| +\*\*\d\d\.\d\d\*\* \|/);
    expect(markdown.indexOf('Published, not computed here')).toBeLessThan(
      markdown.indexOf('Universal Sentence'),
    );
  });
});
