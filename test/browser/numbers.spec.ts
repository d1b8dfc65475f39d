import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { publishedBreakdown } from '../../src/benchmarks/composition.ts';
import {
  card,
  choose,
  expect,
  giveFiles,
  giveModel,
  imported,
  mirror,
  pearson,
  readRun,
  run,
  showView,
  shownPearson,
  test,
  useBackend,
  visit,
  withoutMirror,
} from './page.ts';

const STSB = 'STS Benchmark (English, SemEval STS 2012-2017 selection)';
const TRACKS = 'SemEval-2017 Task 1 STS evaluation sets, tracks 1-6';
const bytes = (path: string): Uint8Array => new Uint8Array(readFileSync(join(mirror, path)));

/** Brings published files in as a person would: dropped, and recognised by their content. */
async function drop(page: Page, ...paths: string[]): Promise<void> {
  await giveFiles(page, ...paths.map((path) => ({ name: path.split('/').at(-1)!, content: bytes(path) })));
  await imported(page);
}

const STSB_FILES = ['train', 'dev', 'test'].map((split) => `stsbenchmark/sts-${split}.csv`);

/** Within a tenth of a point of the reference, and equal to what the scores themselves give. */
async function holds(page: Page, kind: 'glove-sum' | 'glove-idf' | 'sif', reference: number): Promise<void> {
  expect(Math.abs((await shownPearson(page, kind)) - reference), `${kind}`).toBeLessThan(0.1);
  const { scores, gold } = await readRun(page, kind);
  expect(await shownPearson(page, kind)).toBeCloseTo(100 * pearson(scores, gold), 2);
}

test.describe(`reference numbers in the page${withoutMirror}`, () => {
  test.skip(mirror === '', 'STS_DATA_DIR names no mirror');

  test('published files are recognised by their content, whatever their names', async ({ page }) => {
    await visit(page);
    await giveFiles(page, { name: 'renamed.txt', content: bytes('stsbenchmark/sts-test.csv') });
    await expect(page.getByTestId('import-report')).toContainText(
      'stsbenchmark/test: 1,379 rows read, 1,379 rated, 0 unrated, 0 rejected',
    );
    // Half a set: the page says which file is missing, and imports nothing.
    await giveFiles(page, { name: 'half.txt', content: bytes('sts2012-test/STS.input.MSRvid.txt') });
    await expect(page.getByText(/STS\.gs\.MSRvid\.txt/)).toBeVisible();
    const parts = await page.evaluate(() => stsPlayground.library.stored.map((part) => part.key));
    expect(parts).toEqual(['contrast/all', 'stsbenchmark/test']);
  });

  test('word overlap on the tracks of 2017', async ({ page }) => {
    await visit(page);
    await choose(page, TRACKS);
    for (const [track, reference] of [
      ['track5.en-en', 72.64],
      ['track3.es-es', 71.17],
      ['track1.ar-ar', 59.95],
    ] as const) {
      const part = await page
        .getByRole('combobox', { name: 'Part', exact: true })
        .locator('option')
        .filter({ hasText: track })
        .first()
        .getAttribute('value');
      await choose(page, TRACKS, part!);
      expect(await shownPearson(page, 'overlap-cosine')).toBe(reference);
    }
  });

  for (const [title, backend] of [
    ['WebAssembly', 'wasm'],
    ['JavaScript', 'cpu'],
  ] as const) {
    test(`GloVe and SIF on STS-B on ${title}`, async ({ page }) => {
      await visit(page);
      await drop(page, ...STSB_FILES);
      await showView(page, 'Compare');
      await useBackend(page, title);
      await giveModel(
        page,
        'sif',
        'Use a word-count file…',
        join(mirror, '../frequencies/enwiki_vocab_min200.txt'),
      );
      const frequencies = card(page, 'sif').getByLabel('Word frequencies');
      await expect(frequencies).toHaveValue(/^file:enwiki/);
      const wikipedia = await frequencies.inputValue();
      for (const [part, sum, idf, subtlex, wiki] of [
        ['dev', 49.82, 58.97, 71.95, 71.82],
        ['test', 45.62, 55.33, 66.52, 64.3],
      ] as const) {
        await choose(page, STSB, part);
        await frequencies.selectOption('subtlex-us');
        await run(page, 'glove-sum', 'glove-idf', 'sif');
        await holds(page, 'glove-sum', sum);
        await holds(page, 'glove-idf', idf);
        await holds(page, 'sif', subtlex);
        expect((await readRun(page, 'sif')).backend).toBe(backend);
        await frequencies.selectOption(wikipedia);
        await run(page, 'sif');
        await holds(page, 'sif', wiki);
      }
    });
  }

  test('the composition of STS-B is the published one', async ({ page }) => {
    await visit(page);
    await drop(page, ...STSB_FILES);
    await expect(page.getByTestId('published')).toContainText(
      'Equals the composition published with the benchmark',
    );
    for (const [title, rows] of [
      ['genre', publishedBreakdown.genres],
      ['source', publishedBreakdown.sources],
    ] as const) {
      const table = page.getByTestId(`composition-${title}`);
      await expect(table.locator('thead th')).toHaveText([new RegExp(title, 'i'), 'train', 'dev', 'test']);
      await expect(table.locator('tbody tr')).toHaveCount(Object.keys(rows).length);
      for (const [name, counts] of Object.entries(rows)) {
        // The readme's one misprint, which its own totals contradict.
        const right: Record<string, number> = { ...counts, ...(name === 'captions' && { test: 625 }) };
        const row = table.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) });
        await expect(row.locator('td')).toHaveText([
          name,
          ...['train', 'dev', 'test'].map((split) => right[split]!.toLocaleString('en')),
        ]);
      }
    }
    await expect(page.getByTestId('published')).toContainText('captions, test: published 525, here 625');
    await expect(page.getByTestId('composition').locator('tbody td:nth-child(2)')).toHaveText([
      '5,749',
      '1,500',
      '1,379',
    ]);
  });
});
