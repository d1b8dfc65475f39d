import { FIVE_PAIRS, tsv } from './invented.ts';
import {
  CONTRAST_PAIRS,
  card,
  countOf,
  expect,
  importFiles,
  mirror,
  openParameters,
  readRun,
  run,
  runAll,
  settled,
  showView,
  shownPearson,
  test,
  visit,
  withoutTransformer,
  withoutMirror,
} from './page.ts';

test.use({ serviceWorkers: 'allow' });

test('no request leaves the origin over a whole session', async ({ page, context, watch, baseURL }) => {
  const { origin } = new URL(baseURL!);
  const refused: string[] = [];
  await context.route(
    (url) => url.origin !== origin,
    (route) => {
      refused.push(route.request().url());
      return route.abort();
    },
  );
  await visit(page);
  await withoutTransformer(page);
  await runAll(page);
  await page.getByRole('combobox', { name: 'Break down by' }).selectOption('category');
  await page.getByTestId('pairs').getByRole('button').first().click();
  await page.getByRole('button', { name: 'Provenance' }).first().click();
  await showView(page, 'Data');
  await expect(page.getByTestId('benchmarks')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(refused).toEqual([]);
  expect(watch.requested.length).toBeGreaterThan(5);
  expect(watch.requested.filter((url) => new URL(url).origin !== origin)).toEqual([]);
});

test('case 42: after a first visit everything works without a network: reload, run, import', async ({
  page,
  context,
}) => {
  let loads = 0;
  page.on('domcontentloaded', () => loads++);
  await visit(page);
  await withoutTransformer(page);
  await runAll(page);
  const before = await readRun(page, 'sif');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  // This host sends the headers of isolation: nothing for the page to do.
  expect(loads).toBe(1);
  await context.setOffline(true);

  await page.reload();
  await settled(page);
  await expect(card(page, 'sif').getByText(/^stored on/)).toBeVisible();
  expect(await readRun(page, 'sif')).toEqual(before);

  // Computes again: workers, WebAssembly and models are all kept.
  await openParameters(page, 'sif');
  const a = card(page, 'sif').getByLabel('a', { exact: true });
  await a.fill('0.01');
  await a.press('Enter');
  await expect(card(page, 'sif').getByText('(a=0.01)')).toBeVisible();
  await run(page, 'sif');
  await expect(card(page, 'sif').getByText(/^computed on/)).toBeVisible();
  expect(await shownPearson(page, 'sif')).not.toBe(Number((100 * before.pearson!).toFixed(2)));

  // The person's own files need no network either.
  await importFiles(page, { name: 'own.tsv', content: tsv(FIVE_PAIRS) });
  await showView(page, 'Compare');
  await run(page, 'glove-sum');
  await expect(countOf(page, 'glove-sum')).toHaveText('5');
});

test(`a benchmark of the site that can't be had says so; what was open stays${withoutMirror}`, async ({
  page,
  context,
  watch,
}) => {
  test.skip(mirror === '', 'STS_DATA_DIR names no mirror, so the site has no benchmark to lose');
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  await visit(page);
  const benchmark = page.getByRole('combobox', { name: 'Benchmark', exact: true });
  await context.setOffline(true);
  await benchmark.selectOption({ label: 'BIOSSES (biomedical sentence pairs, five annotators)' });
  await expect(page.getByRole('alert')).toContainText(/biosses/);
  await expect(page.getByRole('alert').locator('strong')).not.toBeEmpty();
  await expect(page.getByText(`${CONTRAST_PAIRS} pairs`, { exact: true })).toBeVisible();
  await expect(countOf(page, 'overlap-cosine')).toHaveText(String(CONTRAST_PAIRS));
  await expect(benchmark).toHaveValue('contrast');
  await context.setOffline(false);
  await benchmark.selectOption({ label: 'BIOSSES (biomedical sentence pairs, five annotators)' });
  await expect(page.getByText('100 pairs', { exact: true })).toBeVisible();
});
