import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { FIVE_PAIRS, tsv } from './invented.ts';
import {
  choose,
  expect,
  giveFiles,
  importFiles,
  imported,
  mirror,
  panel,
  pearson,
  pressImport,
  readRun,
  rowOf,
  run,
  settled,
  test,
  visit,
  withoutMirror,
  written,
} from './page.ts';

const STSB = 'STS Benchmark (English, SemEval STS 2012-2017 selection)';

const table = (page: Page): Locator => page.getByTestId('error-table');
const rowFor = (page: Page, row: string): Locator => table(page).locator(`tr[data-row="${row}"]`);
const cell = (page: Page, row: string, system: string): Locator =>
  rowFor(page, row).locator(`button[data-system^="${system}"]`);
const pairsIn = (page: Page, row: string): Locator => rowFor(page, row).locator('td').first();
const details = (page: Page): Locator => page.getByTestId('cell-details');
const why = (page: Page): Locator => panel(page).getByTestId('pair-categories');

/** Opens the Errors view and waits until every pair is read and the table is there. */
async function showErrors(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Errors' }).click();
  await labelled(page);
}

async function labelled(page: Page): Promise<void> {
  await page.waitForFunction(() => stsPlayground.categories.labels !== null, null, { timeout: 30_000 });
  await settled(page);
}

/** Rows of the pairs that count as the category, as the page holds them. */
const rowsIn = (page: Page, category: string): Promise<number[]> =>
  page.evaluate(
    (wanted) =>
      stsPlayground.categories.labels!.flatMap(({ labels }, row) =>
        labels.some((label) => label.category === wanted) ? [row] : [],
      ),
    category,
  );

/** Errors of a run in gold units, by the task's min-max rescaling. */
function errorsOf({ scores, gold }: { scores: (number | null)[]; gold: (number | null)[] }): number[] {
  let [lowest, highest] = [Infinity, -Infinity];
  scores.forEach((score, row) => {
    if (score === null || gold[row] === null) return;
    lowest = Math.min(lowest, score);
    highest = Math.max(highest, score);
  });
  return scores.map((score, row) => ((score! - lowest) / (highest - lowest)) * 5 - gold[row]!);
}

/** In a link. */
const BY_VECTORS = /&vectors=1(&|$)/;

const signed = (value: number): string => (value > 0 ? '+' : '−') + Math.abs(value).toFixed(2);
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

test('a cell holds what its definition says, opens its pairs in Compare, and comes back as it was', async ({
  page,
}) => {
  await visit(page);
  await showErrors(page);
  const scored = await readRun(page, 'overlap-cosine');
  const errors = errorsOf(scored);
  const rows = await rowsIn(page, 'negation');
  expect(rows.length).toBeGreaterThan(10);
  await expect(pairsIn(page, 'negation')).toHaveText(String(rows.length));
  const inside = rows.map((row) => errors[row]!);
  const negation = cell(page, 'negation', 'overlap-cosine');
  await expect(negation.locator('strong')).toHaveText(signed(mean(inside)));
  await expect(cell(page, 'all', 'overlap-cosine').locator('strong')).toHaveText(signed(mean(errors)));
  const over = rows.filter((row) => errors[row]! > 1 + 1e-9);

  await page.getByTestId('measure').selectOption('share overestimated');
  await expect(negation).toContainText(`${over.length} of ${rows.length}`);
  await page.getByTestId('measure').selectOption('correlation inside (Pearson)');
  const inCategory = pearson(
    rows.map((row) => scored.scores[row]!),
    rows.map((row) => scored.gold[row]!),
  );
  await expect(negation.locator('strong')).toHaveText(written(100 * inCategory));
  // The interval follows.
  await expect(negation).toContainText(/−?\d+\.\d to −?\d+\.\d/);

  await negation.click();
  await expect(details(page)).toContainText(`${rows.length} with score and gold`);
  await expect(details(page).getByTestId('error-difference')).toContainText(/Welch's t = [^]* after Holm p /);
  const worst = rows.reduce((found, row) =>
    Math.abs(errors[row]!) > Math.abs(errors[found]!) ? row : found,
  );
  const first = details(page).locator('tbody tr').first();
  await expect(first.locator('td').nth(1)).toHaveText(signed(errors[worst]!));

  await details(page)
    .getByRole('button', { name: `Only the ${over.length} overestimated` })
    .click();
  const banner = page.getByTestId('from-errors');
  await expect(banner).toContainText(
    `${over.length} pairs of negation that overlap-cosine overestimates, from Errors`,
  );
  expect(await page.evaluate(() => [...stsPlayground.comparison.selection!].sort((a, b) => a - b))).toEqual(
    over,
  );
  await expect(rowOf(page, 'overlap-cosine').locator('td').nth(5)).toHaveText(String(over.length));
  await banner.getByRole('button', { name: 'Back to Errors' }).click();
  await expect(details(page)).toContainText('Negation, overlap-cosine');
  await expect(negation).toBeFocused();
  expect(await page.evaluate(() => stsPlayground.comparison.selection)).toBeNull();
  // It was opened from correlations, and shows them again.
  await expect(page.getByTestId('measure')).toHaveValue('pearson');
});

test('a correction counts at once, survives a reload, and goes into a file and back', async ({ page }) => {
  await visit(page);
  await showErrors(page);
  const before = (await rowsIn(page, 'negation')).length;
  await cell(page, 'negation', 'overlap-cosine').click();
  await details(page).locator('tbody tr').first().getByRole('button').click();
  const id = await panel(page).getByTestId('pair-id').innerText();
  // The evidence is marked in the sentences, with the rule beside its reason.
  await expect(panel(page).locator('.marked').first()).toBeVisible();
  await expect(why(page)).toContainText('negation/');
  await why(page).getByRole('button', { name: 'Remove Negation: the pair is none' }).click();
  await why(page).getByLabel('Add a category that the rules missed').selectOption('Length');
  await expect(why(page)).toContainText('Negation, removed by you');
  await expect(why(page)).toContainText('Length, added by you');
  await expect(pairsIn(page, 'negation')).toHaveText(String(before - 1));
  await expect(rowFor(page, 'negation')).toContainText('1 corrected by you');
  const corrections = page.getByTestId('corrections');
  await expect(corrections).toContainText('2 labels corrected by you');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    corrections.getByRole('button', { name: 'Export the corrections' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  const file = JSON.parse(text);
  const hash = await page.evaluate(() => stsPlayground.comparison.benchmark!.parts[0]!.contentHash);
  expect(file).toMatchObject({
    format: 'sts-playground corrections',
    version: 1,
    benchmark: 'contrast',
    parts: [{ key: 'contrast/all', contentHash: hash }],
    pairs: [{ id, added: ['length'], removed: [{ category: 'negation' }] }],
  });
  const { sentence1, sentence2 } = await page.evaluate(
    () => stsPlayground.comparison.benchmark!.pairs[stsPlayground.comparison.pair!]!,
  );
  expect(text).not.toContain(sentence1);
  expect(text).not.toContain(sentence2);

  await page.reload();
  await page.waitForFunction(() => globalThis.stsPlayground !== undefined);
  await labelled(page);
  await expect(corrections).toContainText('2 labels corrected by you');
  await expect(panel(page).getByTestId('pair-id')).toHaveText(id);
  await why(page).getByRole('button', { name: 'Put Negation back' }).click();
  await why(page).getByRole('button', { name: 'Remove Length: the pair is none' }).click();
  await expect(corrections).toContainText('No label corrected by you');
  await expect(pairsIn(page, 'negation')).toHaveText(String(before));

  const give = (name: string, content: string): Promise<void> =>
    page
      .getByTestId('import-corrections')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
  await give('other.json', text.replaceAll('"negation"', '"irony"'));
  const alert = page.getByRole('region', { name: 'Errors' }).getByRole('alert');
  await expect(alert).toContainText('other.json: pairs[0].removed[0].category is not one of negation');
  await give('stale.json', text.replace(hash, 'f'.repeat(64)));
  await expect(alert).toContainText('another content of contrast/all');
  await expect(corrections).toContainText('No label corrected by you');
  await give('mine.json', text);
  await expect(corrections).toContainText('Corrections of 1 pairs imported.');
  await expect(corrections).toContainText('2 labels corrected by you');
  await expect(alert).toBeHidden();
});

test('word senses are found with word vectors when asked for, as the report has them; back is as before', async ({
  page,
  watch,
}) => {
  await visit(page);
  await showErrors(page);
  const labels = (): Promise<string> =>
    page.evaluate(() => JSON.stringify(stsPlayground.categories.labels!.map((pair) => pair.labels)));
  const shards = (): number => watch.requested.filter((url) => /glove-6b-100d\/.*\.bin/.test(url)).length;
  const row = page.getByTestId('sense-vectors');
  const before = await labels();
  const found = (await rowsIn(page, 'word sense')).length;
  await expect(row).toContainText('without word vectors, which finds about half of them');
  expect(shards()).toBe(0);
  expect(await page.evaluate(() => stsPlayground.link())).not.toMatch(BY_VECTORS);
  await row.getByRole('button', { name: /^Read them with GloVe .* MB\)$/ }).click();
  await expect(row).toContainText('Word senses are read with GloVe');
  await labelled(page);
  const fetched = shards();
  expect(fetched).toBeGreaterThan(1);
  expect((await rowsIn(page, 'word sense')).length).toBeGreaterThan(found);
  await expect(pairsIn(page, 'word sense')).toHaveText(String((await rowsIn(page, 'word sense')).length));

  // Of a triple's contrast alone the category is true; a paraphrase has none.
  const judged = await page.evaluate(() => {
    const { categories, comparison } = stsPlayground;
    const { pairs } = comparison.benchmark!;
    const isContrast = ({ id }: { id: string }): boolean => id.endsWith('/contrast');
    return [...new Set(pairs.map(({ category }) => category!))].map((category) => {
      const rows = [...categories.rows!.get(category as 'negation')!];
      const right = rows.filter((at) => isContrast(pairs[at]!) && pairs[at]!.category === category).length;
      const all = pairs.filter((pair) => isContrast(pair) && pair.category === category).length;
      return { category, precision: right / rows.length, recall: right / all };
    });
  });
  expect(judged.length).toBe(9);
  for (const { category, precision, recall } of judged) {
    expect(precision, `precision of ${category}`).toBeGreaterThanOrEqual(0.9);
    expect(recall, `recall of ${category}`).toBeGreaterThanOrEqual(0.9);
  }
  const byVectors = await page.evaluate(() =>
    stsPlayground.categories.labels!.flatMap((pair) =>
      pair.labels.flatMap(({ found: label }) => (label?.rule.endsWith(' by vectors') ? [label.because] : [])),
    ),
  );
  expect(byVectors.length).toBeGreaterThan(0);
  for (const because of byVectors) expect(because).toMatch(/\(by GloVe [^)]+\)\.$/);

  const withVectors = await labels();
  await row.getByRole('button', { name: 'Read them without word vectors' }).click();
  expect(await labels()).toBe(before);
  await expect(row).toContainText('without word vectors');
  await row.getByRole('button', { name: /^Read them with GloVe/ }).click();
  expect(await labels()).toBe(withVectors);
  expect(shards()).toBe(fetched);

  const link = (await page.evaluate(() => stsPlayground.link()))!;
  expect(link).toMatch(BY_VECTORS);
  await page.goto('about:blank');
  await visit(page, link);
  await labelled(page);
  expect(await labels()).toBe(withVectors);
});

test('two systems side by side, and the contrast score, from the scores', async ({ page }) => {
  await visit(page);
  await run(page, 'sif');
  await showErrors(page);
  const [overlap, sif] = [await readRun(page, 'overlap-cosine'), await readRun(page, 'sif')];
  const beside = page.getByTestId('side-by-side');
  await beside.getByLabel('First system').selectOption('overlap-cosine');
  await beside.getByLabel('second system').selectOption('sif');
  const [a, b] = [errorsOf(overlap), errorsOf(sif)];
  const isRight = (error: number): boolean => Math.abs(error) <= 1 + 1e-9;
  const onlyB = a.flatMap((error, row) => (!isRight(error) && isRight(b[row]!) ? [row] : []));
  const group = beside.getByRole('button', { name: 'sif right, overlap-cosine wrong' });
  await expect(group).toContainText(String(onlyB.length));
  await expect(beside.getByTestId('mcnemar')).toContainText(/McNemar's exact test, p /);
  await group.click();
  const furthest = onlyB.reduce((found, row) =>
    Math.abs(a[row]! - b[row]!) > Math.abs(a[found]! - b[found]!) ? row : found,
  );
  const first = beside.locator('tbody tr').first();
  await expect(first.locator('td').nth(1)).toHaveText(signed(a[furthest]!));
  await first.getByRole('button').click();
  await expect(panel(page).getByTestId('pair-id')).toHaveText(sif.ids[furthest]!);

  // The score from its definition: the paraphrase above the contrast, ties half.
  const score = new Map(sif.ids.map((id, row) => [id, sif.scores[row]!]));
  let [points, triples] = [0, 0];
  for (const id of sif.ids.filter((name) => name.endsWith('/paraphrase'))) {
    const difference = score.get(id)! - score.get(id.replace(/paraphrase$/, 'contrast'))!;
    points += Math.abs(difference) <= 1e-6 ? 0.5 : Number(difference > 0);
    triples++;
  }
  const contrast = page.getByTestId('contrast-score');
  await expect(contrast.locator('td[data-system^="sif"] strong')).toHaveText(
    `${((100 * points) / triples).toFixed(1)} %`,
  );
  await expect(contrast.getByRole('row', { name: /^all/ })).toContainText(String(triples));

  // Read by isotonic regression, other numbers stand in the same places.
  const before = await cell(page, 'all', 'sif').locator('strong').innerText();
  await page.getByTestId('reading').selectOption({ label: 'isotonic regression, cross-fitted' });
  await expect(cell(page, 'all', 'sif').locator('strong')).not.toHaveText(before);
  await expect(page.getByText(/sif: The scores fall as gold rises/)).toBeVisible();
});

test('a file of five pairs reads sensibly: categories without a pair, too few pairs, nothing invented', async ({
  page,
}) => {
  await visit(page);
  await importFiles(page, { name: 'five.tsv', content: tsv(FIVE_PAIRS) });
  await showErrors(page);
  await expect(pairsIn(page, 'all')).toHaveText('5');
  await expect(pairsIn(page, 'negation')).toHaveText('no pair');
  await expect(rowFor(page, 'negation').locator('td').nth(1)).toHaveText('–');
  const scored = await readRun(page, 'overlap-cosine');
  await expect(cell(page, 'all', 'overlap-cosine').locator('strong')).toHaveText(
    signed(mean(errorsOf(scored))),
  );
  await page.getByTestId('measure').selectOption('correlation inside (Pearson)');
  await expect(cell(page, 'all', 'overlap-cosine')).toContainText('no interval');
  await cell(page, 'all', 'overlap-cosine').click();
  await expect(details(page)).toContainText(/no interval: fewer than 10 pairs/);
  await page.getByTestId('measure').selectOption('mean signed error');
  await page.getByTestId('reading').selectOption({ label: 'isotonic regression, cross-fitted' });
  await expect(cell(page, 'all', 'overlap-cosine')).toContainText(/not defined.*fewer than 20 pairs/);
  await expect(page.getByRole('region', { name: 'Errors' })).not.toContainText(/NaN|undefined|Infinity/);
});

test('without gold the view says what it needs and counts the labels; other languages are not read', async ({
  page,
}) => {
  await visit(page);
  const unrated = FIVE_PAIRS.map(([, one, two]) => [-1, one, two] as const);
  await importFiles(page, {
    name: 'unrated.tsv',
    content: tsv([...unrated, [-1, 'Nobody came to the fair.', 'Everybody came to the fair.']]),
  });
  await showErrors(page);
  await expect(page.getByTestId('errors-need')).toContainText('Errors need gold scores');
  await expect(pairsIn(page, 'all')).toHaveText('6');
  await expect(table(page).locator('button[data-system]')).toHaveCount(0);
  expect(
    await page.evaluate(() => stsPlayground.categories.labels!.some(({ labels }) => labels.length > 0)),
  ).toBe(true);

  await giveFiles(page, {
    name: 'spanish.tsv',
    content: tsv([
      [4, 'El gato duerme en el tejado.', 'Un gato está dormido en el tejado.'],
      [1, 'La niña no lee.', 'La niña lee un libro.'],
      [2, 'Dos hombres cantan.', 'Tres hombres cantan.'],
    ]),
  });
  await page.getByLabel('Language of the first sentences').fill('es');
  await page.getByLabel('Language of the second sentences').fill('es');
  await pressImport(page);
  await imported(page);
  await showErrors(page);
  await expect(page.getByTestId('unread')).toContainText('3 of 3 pairs are not in English on both sides');
  await expect(pairsIn(page, 'none')).toHaveText('no pair');
  await expect(cell(page, 'all', 'overlap-cosine').locator('strong')).toBeVisible();
});

test(`sorting the pairs can be cancelled and begun again, and ends in a table of STS-B dev${withoutMirror}`, async ({
  page,
}) => {
  test.skip(mirror === '', 'STS_DATA_DIR names no mirror');
  await visit(page);
  await choose(page, STSB, 'dev');
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Errors' }).click();
  const reading = page.getByTestId('label-reading').first();
  await reading.getByRole('button', { name: 'Cancel' }).click();
  await expect(reading).toContainText('was cancelled');
  await reading.getByRole('button', { name: 'Sort them' }).click();
  await labelled(page);
  await expect(pairsIn(page, 'all')).toHaveText('1,500');
  const errors = errorsOf(await readRun(page, 'overlap-cosine'));
  for (const category of ['negation', 'co-hyponym', 'number']) {
    const rows = await rowsIn(page, category);
    expect(rows.length).toBeGreaterThan(1);
    const inside = rows.map((row) => errors[row]!);
    await expect(cell(page, category, 'overlap-cosine').locator('strong')).toHaveText(signed(mean(inside)));
  }
});
