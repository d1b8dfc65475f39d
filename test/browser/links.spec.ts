import type { Browser, Page } from '@playwright/test';
import {
  CONTRAST_PAIRS,
  card,
  choose,
  countOf,
  expect,
  importFiles,
  panel,
  settled,
  test,
  visit,
  type Watch,
} from './page.ts';

const view = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name, exact: true }).click();
const shownView = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name, exact: true });

/** What “Copy link” puts onto the clipboard. */
async function copied(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByTestId('copy-link').getByRole('status')).toContainText('Copied.');
  return page.evaluate(() => navigator.clipboard.readText());
}

/** The link in a browser that has nothing stored. */
async function elsewhere(browser: Browser, link: string, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 900 },
  });
  await context.route('**/precomputed/*.json', (route) => route.fulfill({ json: {} }));
  const page = await context.newPage();
  await page.goto(link);
  await settled(page);
  await use(page);
  await context.close();
}

/** What the page's address says once nothing changes it any more. */
const addressOf = (page: Page): Promise<string> => page.evaluate(() => location.hash);

test('a copied link opens in a fresh browser as everything was', async ({ page, browser }) => {
  await visit(
    page,
    '#v=1&view=compare&system=overlap-cosine&system=overlap-cosine%28lower%3Dfalse%29&seed=5',
  );
  await page.evaluate(() => stsPlayground.comparison.runAll());
  await settled(page);

  // Compare: how it is looked at, which pairs, which of them is read.
  await page.getByLabel('Height').selectOption('gold');
  await page.getByLabel('jitter').check();
  await page.getByLabel('Sort by').selectOption('under');
  await page.locator('label').filter({ hasText: /^of/ }).getByRole('combobox').selectOption({ index: 0 });
  await page.getByTestId('pair-filter').selectOption('missing');
  await page.getByPlaceholder('Find words').fill('the');
  await page.getByRole('button', { name: /^Spearman/ }).click();
  // No gesture chooses exactly these.
  const rows = Array.from({ length: 60 }, (_, at) => 5 * at + (at % 3));
  await page.evaluate((wanted) => stsPlayground.comparison.select(Int32Array.from(wanted)), rows);
  await page.getByTestId('pair-filter').selectOption('all');
  await page.getByTestId('pairs').getByRole('button').first().click();
  const pair = await panel(page).getByTestId('pair-id').innerText();
  await page.getByLabel('Show overlap-cosine in the plot', { exact: true }).uncheck();

  // Errors.
  await view(page, 'Errors');
  await page.getByTestId('reading').selectOption('isotonic');
  await page.getByTestId('measure').selectOption('overestimated');
  const table = page.getByTestId('error-table');
  await table.locator('tr[data-row=negation]').getByRole('button').first().click();
  await page.getByTestId('cell-details').getByLabel('first').selectOption('over');
  const sides = page.getByTestId('side-by-side');
  await sides.getByRole('combobox', { name: 'First system' }).selectOption({ index: 1 });
  await sides.getByRole('button', { name: /^both wrong/ }).click();

  // Ranking.
  await view(page, 'Ranking');
  await page.getByTestId('suite-choice').selectOption('sick');
  await page.getByTestId('suite').getByLabel('Cells show').selectOption('spearman');
  await page.getByTestId('suite').getByRole('checkbox').last().uncheck();
  const sweep = page.getByTestId('sweep');
  await sweep.getByLabel('Cells show').selectOption('spearman');
  await sweep.locator('[data-parameter=punctuation]').getByRole('checkbox').first().check();
  await sweep.locator('[data-parameter=punctuation] .ticks').getByRole('checkbox').first().uncheck();
  const planned = await page.getByTestId('sweep-status').innerText();

  const link = await copied(page);
  expect(link.length).toBeLessThan(4_000);
  expect(new URL(link).hash).toBe(await addressOf(page));
  expect(decodeURIComponent(link)).toContain('find=the');

  await elsewhere(browser, link, async (there) => {
    expect(await addressOf(there)).toBe(new URL(link).hash);
    await expect(there.getByTestId('suite-choice')).toHaveValue('sick');
    await expect(there.getByTestId('suite').getByLabel('Cells show')).toHaveValue('spearman');
    await expect(there.getByTestId('suite').getByRole('checkbox').last()).not.toBeChecked();
    await expect(there.getByTestId('suite').getByRole('checkbox').first()).toBeChecked();
    await expect(there.getByTestId('sweep').getByLabel('Cells show')).toHaveValue('spearman');
    expect((await there.getByTestId('sweep-status').innerText()).replace(/, .*/, '')).toBe(
      planned.replace(/, .*/, ''),
    );

    await view(there, 'Compare');
    await expect(there.getByLabel('Height')).toHaveValue('gold');
    await expect(there.getByLabel('jitter')).toBeChecked();
    await expect(there.getByLabel('Sort by')).toHaveValue('under');
    await expect(there.getByPlaceholder('Find words')).toHaveValue('the');
    await expect(there.getByRole('columnheader', { name: 'Spearman ↓' })).toBeVisible();
    await expect(there.getByLabel('Show overlap-cosine in the plot', { exact: true })).not.toBeChecked();
    await expect(panel(there).getByTestId('pair-id')).toHaveText(pair);
    await expect(countOf(there, 'overlap-cosine')).toHaveText(String(rows.length));
    expect(await there.evaluate(() => [...stsPlayground.comparison.selection!])).toEqual(rows);
    expect(await there.evaluate(() => stsPlayground.comparison.seed)).toBe(5);
    expect(
      await there.evaluate(() => {
        const { look, comparison } = stsPlayground;
        return comparison.systems.findIndex(({ uid }) => uid === look.orderOf);
      }),
    ).toBe(0);

    await view(there, 'Errors');
    await expect(there.getByTestId('reading')).toHaveValue('isotonic');
    await expect(there.getByTestId('measure')).toHaveValue('overestimated');
    await expect(there.getByTestId('cell-details').getByRole('heading').first()).toHaveText(/Negation/);
    await expect(there.getByTestId('cell-details').getByLabel('first')).toHaveValue('over');
    const again = there.getByTestId('side-by-side');
    await expect(again.getByRole('button', { name: /^both wrong/ })).toHaveAttribute('aria-pressed', 'true');
    const first = again.getByRole('combobox', { name: 'First system' });
    await expect(first.locator('option:checked')).toHaveText('overlap-cosine(lower=false)');
  });
});

test('Back and Forward go between views and benchmarks, and not through every choice', async ({ page }) => {
  await visit(page);
  await page.getByLabel('Height').selectOption('gold');
  await page.getByLabel('Sort by').selectOption('over');
  await view(page, 'Errors');
  await page.getByTestId('measure').selectOption('overestimated');
  await view(page, 'Ranking');
  const [entry] = await page.evaluate(() => stsPlayground.comparison.systems.map(({ uid }) => uid));

  await page.goBack();
  await expect(shownView(page, 'Errors')).toHaveAttribute('aria-current', 'page');
  await expect(page.getByTestId('measure')).toHaveValue('overestimated');
  await page.goBack();
  await expect(shownView(page, 'Compare')).toHaveAttribute('aria-current', 'page');
  await expect(page.getByLabel('Height')).toHaveValue('gold');
  await expect(page.getByLabel('Sort by')).toHaveValue('over');
  await page.goForward();
  await page.goForward();
  await expect(shownView(page, 'Ranking')).toHaveAttribute('aria-current', 'page');
  // What was computed stayed: the systems are the same ones.
  expect(await page.evaluate(() => stsPlayground.comparison.systems[0]!.uid)).toBe(entry);
  expect(await page.evaluate(() => stsPlayground.comparison.systems[0]!.run)).not.toBeNull();

  // A link that is opened in the page that stands applies whole, and is a place to come back from.
  const rows = await page.evaluate(async () => {
    stsPlayground.view = 'compare';
    await stsPlayground.comparison.select(Int32Array.of(2, 3, 5, 8, 13, 21));
    return stsPlayground.link()!;
  });
  await page.evaluate(
    (hash) => (location.hash = hash),
    rows.replace('seed=1', 'seed=9').replace('gold', 'raw'),
  );
  await expect.poll(() => page.evaluate(() => stsPlayground.comparison.seed)).toBe(9);
  await settled(page);
  await expect(page.getByLabel('Height')).toHaveValue('raw');
  await expect(page.getByText(`6 selected of ${CONTRAST_PAIRS} pairs`)).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Height')).toHaveValue('gold');
  await expect.poll(() => page.evaluate(() => stsPlayground.comparison.seed)).toBe(1);
});

test('a selection of another content is left out and said; what a system needs is said', async ({
  page,
  watch,
}: {
  page: Page;
  watch: Watch;
}) => {
  watch.allow(/never/);
  await visit(
    page,
    '#v=1&view=compare&benchmark=contrast&system=overlap-cosine&system=code%3Amine%28revision%3D0123abcd%29&system=scores%3Amine.tsv&pairs=360.00000000.rAAE&seed=1',
  );
  await expect(page.getByText(/selects pairs of another content/)).toBeVisible();
  await expect(page.getByText(/The code “mine”, revision 0123abcd, is not in this browser/)).toBeVisible();
  await expect(
    page.getByText(/The scores of mine.tsv for these pairs are not in this browser/),
  ).toBeVisible();
  await expect(countOf(page, 'overlap-cosine')).toHaveText(String(CONTRAST_PAIRS));
  await expect(card(page, 'code')).toBeVisible();
  await copied(page);
  await expect(page.getByTestId('copy-link').getByRole('status')).toContainText('only names');
});

test('no word of an own file is in the link; its parts and pairs come back by their places', async ({
  page,
}) => {
  await visit(page);
  const split = 'Zebras quilt';
  await importFiles(page, {
    name: 'mine.tsv',
    content: [
      'sentence1\tsentence2\tscore\tsplit',
      `A zebra quilts.\tKilgore sews.\t2\t${split}`,
      `Nobody quilts.\tA trout sings.\t1\t${split}`,
      `Trout sing.\tA trout sings.\t4\t${split}`,
      `Trout swim.\tA trout dives.\t3\ttest`,
    ].join('\n'),
  });
  await view(page, 'Compare');
  await page.getByPlaceholder('Find words').fill('trout');
  await page.getByTestId('pairs').getByRole('button').first().click();
  const id = await panel(page).getByTestId('pair-id').innerText();
  expect(id).toContain(split);
  const link = decodeURIComponent((await copied(page)).replaceAll('+', ' '));
  expect(link).not.toMatch(/zebra|quilt|trout|kilgore/i);
  await expect(page.getByTestId('copy-link').getByRole('status')).toContainText('words of your file');
  await page.reload();
  await settled(page);
  await expect(panel(page).getByTestId('pair-id')).toHaveText(id);
  await expect(page.getByPlaceholder('Find words')).toHaveValue('');
  // Over another benchmark they are not in the link either.
  await page.getByPlaceholder('Find words').fill('kilgore');
  await choose(page, 'Contrast set (written for this project)');
  expect(decodeURIComponent(await copied(page))).not.toMatch(/kilgore/i);
});

test('beside the Errors view, the pair panel reads scores as the view does', async ({ page }) => {
  await visit(page);
  await view(page, 'Errors');
  await page.getByTestId('reading').selectOption('isotonic');
  const cell = page.getByTestId('error-table').locator('tr[data-row=all]').getByRole('button').first();
  await cell.click();
  const row = page.getByTestId('cell-details').getByRole('row').nth(1);
  await row.getByRole('button').click();
  const beside = await row.locator('td.number').nth(1).innerText();
  const inPanel = panel(page)
    .getByRole('row', { name: /overlap-cosine/ })
    .locator('td')
    .last();
  await expect(inPanel).toHaveText(beside);
  await expect(panel(page)).toContainText('isotonic regression');
  await page.getByTestId('reading').selectOption('min-max');
  await expect(panel(page)).toContainText('by min–max');
  await expect(inPanel).not.toHaveText(beside);
});
