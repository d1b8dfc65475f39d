import type { Locator, Page } from '@playwright/test';
import { againstBest } from '../../src/evaluation/againstBest.ts';
import { manyPairs } from './invented.ts';
import {
  choose,
  expect,
  importFiles,
  mirror,
  pearson,
  readRun,
  run,
  settled,
  storedRuns,
  test,
  visit,
  withoutMirror,
  written,
} from './page.ts';

const STSB = 'STS Benchmark (English, SemEval STS 2012-2017 selection)';

async function showRanking(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Ranking' }).click();
  await expect(page.getByTestId('suite')).toBeVisible();
}

const suite = (page: Page): Locator => page.getByTestId('suite');
const suiteRow = (page: Page, set: string): Locator => suite(page).locator(`tr[data-set$="${set}"]`);
const sweep = (page: Page): Locator => page.getByTestId('sweep');

/** Ticks a parameter of the sweep and writes its values. */
async function vary(page: Page, name: string, list?: string): Promise<void> {
  const axis = sweep(page).locator(`[data-parameter="${name}"]`);
  await axis.getByRole('checkbox').first().check();
  if (list === undefined) return;
  const field = axis.getByRole('textbox');
  await field.fill(list);
  await field.blur();
}

async function runSweep(page: Page): Promise<void> {
  await sweep(page).getByRole('button', { name: 'Run the sweep' }).click();
  await page.waitForFunction(() => !stsPlayground.rankings.sweep.going, null, { timeout: 60_000 });
}

test('a suite of an own file: its two splits as sets, shown as they are, and no average over dev and test', async ({
  page,
}) => {
  await visit(page);
  const rows = manyPairs(60);
  const line = (pair: readonly (string | number)[], at: number): string =>
    `${pair.join(',')},${at < 30 ? 'dev' : 'test'}\n`;
  const content = `score,sentence1,sentence2,split\n${rows.map(line).join('')}`;
  await importFiles(page, { name: 'mine.csv', content });
  await showRanking(page);
  await expect(suiteRow(page, '/dev')).toBeVisible();
  await expect(suite(page).getByTestId('suite-progress')).toHaveText(/runs? to make/);
  for (const system of ['glove-sum', 'glove-idf', 'transformer:use-lite'])
    await suite(page).getByRole('checkbox', { name: system }).uncheck();
  await suite(page).getByRole('button', { name: 'Run the suite' }).click();
  await expect(suite(page).getByTestId('suite-progress')).toHaveText('every run is there', {
    timeout: 30_000,
  });

  // The page's number is Pearson's by its definition, on the rows of the split.
  const runs = await page.evaluate(async () => {
    const listed = await stsPlayground.store.listRuns();
    return listed.map(({ provenance, scores }) => ({
      parts: provenance.parts.map(({ key }) => key),
      system: provenance.system,
      values: [...scores.values],
    }));
  });
  for (const [split, golds] of [
    ['dev', rows.slice(0, 30)],
    ['test', rows.slice(30)],
  ] as const) {
    const own = runs.find(
      ({ parts, system }) =>
        parts.length === 1 && parts[0]!.endsWith(`/${split}`) && system.startsWith('overlap-cosine'),
    )!;
    const expected = pearson(
      own.values,
      golds.map(([gold]) => gold),
    );
    await expect(suiteRow(page, `/${split}`).locator('td').nth(1)).toContainText(written(100 * expected));
  }
  await expect(suite(page)).toContainText('no average over several splits (dev, test)');
  await expect(suite(page).locator('tr[data-average]')).toHaveCount(0);

  await suiteRow(page, '/dev').getByRole('button', { name: 'dev' }).click();
  await expect(suite(page).getByTestId('set-comparison')).toContainText(/t\(27\) = /);

  // Stored runs are there at once after a reload.
  await page.reload();
  await settled(page);
  await showRanking(page);
  await expect(suiteRow(page, '/test').locator('td').nth(1)).toContainText(/\d+\.\d\d/);
});

test(`a suite of the shared task names its sets, runs those, and labels three averages${withoutMirror}`, async ({
  page,
}) => {
  test.skip(mirror === '', 'no mirror');
  await visit(page);
  await showRanking(page);
  await page.getByTestId('suite-choice').selectOption('STS 2013');
  await expect(suite(page)).toContainText('STS 2013 SMT is not in this suite');
  for (const system of ['glove-sum', 'glove-idf', 'sif', 'transformer:use-lite'])
    await suite(page).getByRole('checkbox', { name: system }).uncheck();
  await suite(page).getByRole('button', { name: 'Run the suite' }).click();
  await expect(suite(page).getByTestId('suite-progress')).toHaveText('every run is there', {
    timeout: 30_000,
  });
  const figure = async (row: Locator): Promise<number> =>
    Number((await row.locator('td').nth(1).innerText()).replace('−', '-'));
  const sets = await Promise.all(['FNWN', 'headlines', 'OnWN'].map((set) => figure(suiteRow(page, set))));
  const [fnwn, headlines, onwn] = sets as [number, number, number];
  const average = (name: string): Promise<number> =>
    figure(suite(page).locator(`tr[data-average="${name}"]`));
  expect(await average('meanOfSets')).toBeCloseTo((fnwn + headlines + onwn) / 3, 1);
  expect(await average('weightedMean')).toBeCloseTo((189 * fnwn + 750 * headlines + 561 * onwn) / 1500, 1);
  expect(await average('pooled')).not.toBeCloseTo(await average('meanOfSets'), 1);
});

test(`the significance table is the pure function's, on STS-B dev${withoutMirror}`, async ({ page }) => {
  test.skip(mirror === '', 'no mirror');
  await visit(
    page,
    '#v=1&view=compare&benchmark=stsbenchmark&part=dev&system=overlap-cosine&system=glove-sum',
  );
  await run(page, 'glove-sum');
  const [overlap, glove] = [await readRun(page, 'overlap-cosine'), await readRun(page, 'glove-sum')];
  const column = (values: (number | null)[]): Float64Array =>
    Float64Array.from(values, (value) => value ?? NaN);
  const { rows, best } = againstBest({
    gold: column(overlap.gold),
    systems: [
      { id: 'overlap-cosine', scores: column(overlap.scores) },
      { id: 'glove-sum', scores: column(glove.scores) },
    ],
  });
  expect(best).toBe(0);
  const { difference, interval, williams } = rows[1]!.comparison!;
  if (williams.p === null || interval.low === null) throw new Error('STS-B dev compares nothing');

  await showRanking(page);
  const row = page.getByTestId('significance-table').locator('tr[data-system^="glove-sum("]');
  await expect(row.locator('[data-figure=williams]')).toHaveText(
    `t(${williams.degrees.toLocaleString('en')}) = ${williams.t.toFixed(2)}, p < 0.001`,
  );
  await expect(row.locator('[data-figure=difference]')).toContainText(`+${(100 * difference).toFixed(2)}`);
  await expect(row.locator('[data-figure=difference]')).toContainText(
    `+${(100 * interval.low).toFixed(2)} to +${(100 * interval.high).toFixed(2)}`,
  );
  await expect(row.locator('[data-figure=verdict]')).toHaveText('significantly worse');
  // The bootstrap follows, and its interval holds the difference.
  const shown = row.locator('[data-figure=bootstrap-pearson]');
  await expect(shown).toContainText(/\+\d+\.\d+ to \+\d+\.\d+/);
  const [low, high] = /\+([\d.]+) to \+([\d.]+)/
    .exec(await shown.innerText())!
    .slice(1)
    .map(Number);
  expect(low).toBeLessThan(100 * difference);
  expect(high).toBeGreaterThan(100 * difference);
});

test('a sweep makes submissions, and the ranking draws from them by the seed', async ({ page }) => {
  await visit(page);
  await showRanking(page);
  await expect(page.getByTestId('ranks-need')).toContainText('Only one system has runs');
  await expect(page.getByTestId('sweep-advice')).toContainText('no dev and test');
  await vary(page, 'a', '1e-4, 1e-3, 1e-2');
  await expect(page.getByTestId('sweep-status')).toHaveText('3 cells of at most 400, 0 with a run');
  await runSweep(page);
  await expect(page.getByTestId('sweep-status')).toHaveText('3 cells of at most 400, 3 with a run');
  await expect(sweep(page).getByTestId('sweep-line').locator('circle')).toHaveCount(3);

  const submitted = await page.evaluate(async () => {
    const gold = [...stsPlayground.comparison.benchmark!.gold];
    const runs = await stsPlayground.store.listRuns();
    return runs
      .filter(({ provenance }) => provenance.system.startsWith('sif('))
      .map(({ provenance, scores }) => ({ system: provenance.system, values: [...scores.values], gold }));
  });
  expect(submitted).toHaveLength(3);
  const highest = submitted
    .map(({ values, gold }) => pearson(values, gold))
    .reduce((best, value) => (value > best ? value : best));
  await expect(page.getByTestId('sweep-best')).toContainText(written(100 * highest));
  await sweep(page).getByText('The cells as a table').click();
  await expect(sweep(page).getByTestId('sweep-table').locator('tbody tr').first()).toContainText(
    written(100 * highest),
  );

  const row = page.getByTestId('rank-table').locator('tr[data-system="sif"]');
  await expect(row.locator('[data-figure=runs]')).toContainText('3');
  await expect(row.locator('[data-figure=best]')).toContainText(written(100 * highest));
  await expect(row.locator('[data-figure=mean]')).toHaveText(/^[12]\.00 ± 0\.00$/);
  const ranks = page.getByTestId('ranks');
  await ranks.getByLabel('Seed').fill('7');
  await ranks.getByLabel('Seed').blur();
  await expect(ranks).toContainText('10,000 samples, seed 7');
  await expect.poll(() => page.url()).toContain('seed=7');

  // Two parameters are a heat map that arrow keys walk through.
  await vary(page, 'components', '0, 1');
  await expect(page.getByTestId('sweep-status')).toHaveText('6 cells of at most 400, 3 with a run');
  await runSweep(page);
  const heat = page.getByTestId('sweep-heat');
  await heat.locator('[data-cell="0,0"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(heat.locator('[data-cell="1,1"]')).toBeFocused();
  await expect(sweep(page).locator('.readout')).toContainText('a 1e-3, Components removed 1');
});

test('a cancelled sweep keeps what ran, and a grid that is too large is refused', async ({ page }) => {
  await visit(page);
  await showRanking(page);
  const values = (count: number): string =>
    Array.from({ length: count }, (_, at) => (at + 1) / 1000).join(', ');
  await vary(page, 'a', values(401));
  await expect(page.getByTestId('sweep-status')).toContainText('The grid has 401 cells; the most is 400.');
  await expect(sweep(page).getByRole('button', { name: 'Run the sweep' })).toBeDisabled();
  await vary(page, 'a', values(400));
  await sweep(page).getByRole('button', { name: 'Run the sweep' }).click();
  await page.waitForFunction(() => stsPlayground.rankings.sweep.waiting.length < 397, null, {
    timeout: 30_000,
  });
  await page.evaluate(() =>
    stsPlayground.activities.list.find(({ title }) => title.startsWith('Sweep'))!.cancel(),
  );
  await page.waitForFunction(() => !stsPlayground.rankings.sweep.going);
  const ran = await page.evaluate(() => 400 - stsPlayground.rankings.sweep.waiting.length);
  expect(ran).toBeGreaterThan(2);
  expect(ran).toBeLessThan(400);
  await expect(page.getByTestId('sweep-status')).toHaveText(`400 cells of at most 400, ${ran} with a run`);
  // Word overlap and the cells; a cell that was stored while it was cancelled is one more.
  await settled(page);
  const stored = (await storedRuns(page)).length - 1;
  expect([ran, ran + 1]).toContain(stored);
});

test(`a sweep on a test split says what that does, and goes to dev${withoutMirror}`, async ({ page }) => {
  test.skip(mirror === '', 'no mirror');
  await visit(page);
  await choose(page, STSB, 'test');
  await showRanking(page);
  const advice = page.getByTestId('sweep-advice');
  await expect(advice).toContainText('choose on dev, report on test');
  await advice.getByRole('button', { name: 'Switch to dev' }).click();
  await expect(advice).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Part', exact: true })).toHaveValue('dev');
});
