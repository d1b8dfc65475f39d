import type { Locator, Page } from '@playwright/test';
import {
  CONTRAST_PAIRS,
  choose,
  expect,
  giveFiles,
  imported,
  importFiles,
  pressImport,
  readRun,
  settled,
  showView,
  test,
  visit,
} from './page.ts';
import { FIVE_PAIRS, tsv } from './invented.ts';

const mapping = (page: Page): Locator => page.getByTestId('mapping');
const problem = (page: Page): Locator => page.getByTestId('import-problem');
const source = (page: Page, name: string): Locator => mapping(page).getByRole('group', { name });
const SENTENCES = FIVE_PAIRS.map(([, s1, s2]) => `${s1}\t${s2}\n`).join('');
const GOLDS = FIVE_PAIRS.map(([gold]) => gold);
const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

test('gold without a header goes to the right rows below one, and the preview shows it', async ({ page }) => {
  await visit(page);
  await giveFiles(
    page,
    { name: 'walks.input.tsv', content: `s1\ts2\n${SENTENCES}` },
    { name: 'walks.gs.tsv', content: `${GOLDS.join('\n')}\n` },
  );
  const table = mapping(page).getByRole('table');
  await expect(table.locator('th').first()).toHaveText('gold (from walks.gs.tsv)');
  await expect(table.locator('tbody td:first-child')).toHaveText(GOLDS.map(String));
  await expect(mapping(page).getByLabel('Gold score')).toBeHidden();
  await pressImport(page);
  await imported(page);
  await showView(page, 'Compare');
  expect((await readRun(page, 'overlap-cosine')).gold).toEqual(GOLDS);
});

test('choices stay when a file is read again, focus and the other file included', async ({ page }) => {
  await visit(page);
  await giveFiles(
    page,
    { name: 'dev.tsv', content: tsv(FIVE_PAIRS) },
    { name: 'test.csv', content: FIVE_PAIRS.map(([g, a, b]) => `${g / 5};${a};${b}\n`).join('') },
  );
  const [dev, other] = [source(page, 'dev.tsv'), source(page, 'test.csv')];
  await dev.getByLabel('Gold scale').selectOption('other…');
  await dev.getByLabel('from').fill('0');
  await dev.getByLabel('to', { exact: true }).fill('5');
  await mapping(page).getByLabel('Language of the first sentences').fill('de');
  await mapping(page).getByLabel('import even if rows are rejected').check();
  const header = dev.getByLabel('the first line names the columns');
  await header.check();
  await expect(dev).toContainText('4 rows');
  await expect(header).toBeFocused();
  await header.uncheck();
  await expect(dev).toContainText('5 rows');
  // The other file has a separator of its own.
  await expect(other.getByLabel('Separator')).toHaveValue(';');
  await expect(other).toContainText('5 rows');
  await expect(dev.getByLabel('to', { exact: true })).toHaveValue('5');
  await expect(mapping(page).getByLabel('Language of the first sentences')).toHaveValue('de');
  await expect(mapping(page).getByLabel('import even if rows are rejected')).toBeChecked();

  // 0 to 5 and 0 to 1 are no one benchmark.
  await pressImport(page);
  await expect(problem(page)).toContainText(/dev\.tsv is on a scale of 0 to 5, test\.csv on one of 0 to 1/);
  await expect(problem(page).locator('strong')).toContainText('one at a time');
  await other.getByLabel('Gold scale').selectOption('0 to 5');
  await pressImport(page);
  await imported(page);
  const languages = await page.evaluate(() => stsPlayground.comparison.benchmark!.pairs[0]!.languages);
  expect(languages).toEqual(['de', 'en']);
});

test('a choice that a file cannot be read with is refused and taken back', async ({ page }) => {
  await visit(page);
  await giveFiles(page, { name: 'open.tsv', content: `4\t"Stop there.\tHalt.\n${tsv(FIVE_PAIRS)}` });
  const quotes = mapping(page).getByLabel('quotes enclose fields');
  await quotes.click();
  await expect(problem(page)).toContainText(/open\.tsv, line 1: .*never closed/);
  await expect(quotes).not.toBeChecked();
  await pressImport(page);
  await expect(await imported(page)).toContainText('6 rows read, 6 rated');
});

test('a file of no use is listed; one in another encoding can be read beside a good one', async ({
  page,
}) => {
  await visit(page);
  await giveFiles(
    page,
    { name: 'dev.tsv', content: tsv(FIVE_PAIRS) },
    { name: 'test.tsv', content: latin1(tsv([[5, 'The café is open.', 'A bar is open.'], ...FIVE_PAIRS])) },
    { name: 'notes.txt', content: 'Nothing\nto see here\n' },
  );
  await expect(problem(page)).toHaveCount(2);
  await expect(problem(page).filter({ hasText: 'notes.txt has no two columns' })).toBeVisible();
  const encodings = page.getByRole('group', { name: /^Encoding of/ });
  await expect(encodings).toHaveCount(1);
  await encodings.getByRole('button', { name: 'windows-1252' }).click();
  await expect(source(page, 'test.tsv').getByRole('cell', { name: 'The café is open.' })).toBeVisible();
  await expect(source(page, 'dev.tsv')).toContainText('utf-8');
  await pressImport(page);
  const report = await imported(page);
  await expect(report).toContainText('6 rows read, 6 rated');
  await expect(report).toContainText('5 rows read, 5 rated');
  // What was left out stays named.
  await expect(problem(page)).toContainText('notes.txt');
});

test('two files of one name stand side by side; the same file again replaces itself', async ({ page }) => {
  await visit(page);
  const one = { name: 'mine.tsv', content: tsv(FIVE_PAIRS) };
  await importFiles(page, one);
  await importFiles(page, { name: 'mine.tsv', content: tsv(FIVE_PAIRS.slice(1)) });
  await importFiles(page, one);
  const rows = page.getByTestId('benchmarks').getByRole('row', { name: /^mine\.tsv #[0-9a-f]{8} / });
  await expect(rows).toHaveCount(2);
  const kept = await page.evaluate(async () =>
    (await stsPlayground.store.listParts()).map(({ info, counts }) => [info.title, counts.pairs]),
  );
  expect(kept.sort()).toEqual([
    ['Contrast set (written for this project)', CONTRAST_PAIRS],
    ['mine.tsv', 4],
    ['mine.tsv', 5],
  ]);
});

test('the open benchmark, deleted, gives way to the set of this page', async ({ page }) => {
  await visit(page);
  await importFiles(page, { name: 'gone.tsv', content: tsv(FIVE_PAIRS) });
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.accept();
  });
  await page.getByRole('button', { name: 'Delete gone.tsv from this browser' }).click();
  await page.waitForFunction(() => stsPlayground.comparison.benchmark?.info.id === 'contrast');
  expect(asked).toEqual(['Delete gone.tsv and the 1 stored run on it?']);
  await expect(page.getByTestId('benchmarks').getByText('gone.tsv')).toBeHidden();
  await settled(page);
});

test('a benchmark of which some parts are here says which are not, and opens the others', async ({
  page,
}) => {
  const dev = 'stsbenchmark/sts-dev.csv';
  await page.route('**/benchmarks/index.json', (route) => route.fulfill({ json: [dev] }));
  await page.route(`**/benchmarks/${dev}`, (route) => route.fulfill({ body: 'not the published file' }));
  await visit(page);
  await showView(page, 'Data');
  const row = page
    .getByTestId('benchmarks')
    .getByRole('row', { name: /^STS Benchmark / })
    .first();
  await expect(row).toContainText('1 of 3 parts');
  await row.getByText('2 parts absent').click();
  await expect(row).toContainText('train, test');
  await row.getByRole('button', { name: 'Open 1 part' }).click();
  // It asks for that part only, and takes no other bytes for it.
  await expect(page.getByText(/is not the published stsbenchmark\/sts-dev\.csv/)).toBeVisible();
});

test('the first view does not wait for the list of what the site has', async ({ page }) => {
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/benchmarks/index.json', async (route) => {
    await answered;
    await route.fulfill({ json: ['stsbenchmark/sts-dev.csv'] });
  });
  await visit(page);
  await showView(page, 'Data');
  const row = page
    .getByTestId('benchmarks')
    .getByRole('row', { name: /^STS Benchmark / })
    .first();
  await expect(row).not.toContainText('1 of 3 parts');
  answer();
  await expect(row).toContainText('1 of 3 parts');
  await choose(page, 'Contrast set (written for this project)');
});
