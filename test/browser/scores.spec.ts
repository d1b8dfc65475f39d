import type { Locator, Page } from '@playwright/test';
import type { SystemKind } from '../../src/systems/registry.ts';
import {
  card,
  CONTRAST_PAIRS,
  expect,
  pearson,
  readRun,
  rowOf,
  settled,
  storedRuns,
  test,
  visit,
  type GivenFile,
} from './page.ts';

const SCORES: SystemKind = 'scores';

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Scores from a file' });
const status = (page: Page): Locator => dialog(page).getByTestId('scores-status');

async function give(page: Page, { name, content }: GivenFile): Promise<void> {
  if (!(await dialog(page).isVisible())) {
    const add = page.getByRole('combobox', { name: 'System to add' });
    await add.selectOption({ label: 'Scores from a file…' });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
  }
  await dialog(page)
    .getByTestId('scores-file')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content as string) });
}

const press = (page: Page): Promise<void> => dialog(page).getByRole('button', { name: 'Import' }).click();

const idsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => stsPlayground.comparison.benchmark!.pairs.map(({ id }) => id));

/** Invented, and no two alike. */
const scoreOf = (row: number): number => (Math.round(1e4 * Math.sin(row + 1)) + 0.5) / 1e4;
const column = (count: number): number[] => Array.from({ length: count }, (_, row) => scoreOf(row));

test.beforeEach(async ({ page }) => visit(page));

test('one score a line is a system, and is there again when its benchmark is', async ({ page }) => {
  const scores = column(CONTRAST_PAIRS);
  await give(page, { name: 'mine.txt', content: scores.join('\n') });
  await expect(status(page)).toContainText(`${CONTRAST_PAIRS} scores from`);
  await press(page);
  await expect(card(page, SCORES).getByText('imported from a file')).toBeVisible();
  await settled(page);
  const imported = await readRun(page, SCORES);
  expect(imported.scores).toEqual(scores);
  expect(imported.pearson).toBeCloseTo(pearson(scores, imported.gold), 9);
  expect(imported.id).toMatch(/^scores:mine\.txt#[0-9a-f]{8}\(column=,ids=,numbers=plain,absent=refuse\)$/);
  await expect(rowOf(page, SCORES)).toBeVisible();

  await page.reload();
  await settled(page);
  expect((await readRun(page, SCORES)).key).toBe(imported.key);

  // Without a link that names it, it is offered.
  await page.evaluate(() => {
    for (const entry of stsPlayground.comparison.systems) {
      if (entry.spec.kind === 'scores') stsPlayground.comparison.removeSystem(entry);
    }
  });
  await expect(card(page, SCORES)).toHaveCount(0);
  await page.getByRole('combobox', { name: 'System to add' }).selectOption({ label: 'mine.txt' });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await settled(page);
  expect((await readRun(page, SCORES)).key).toBe(imported.key);
});

test('columns of a table become systems, joined by id', async ({ page }) => {
  const ids = await idsOf(page);
  const rows = ids.map((id, row) => `${id},${scoreOf(row)},${-scoreOf(row)}`).reverse();
  await give(page, { name: 'runs.csv', content: `pair_id,up,down\n${rows.join('\n')}\n` });
  await expect(status(page).locator('li')).toHaveCount(2);
  await press(page);
  await expect(card(page, SCORES)).toHaveCount(2);
  await settled(page);
  const up = await readRun(page, SCORES);
  expect(up.scores).toEqual(column(CONTRAST_PAIRS));
  await expect(card(page, SCORES).nth(1)).toContainText('runs.csv, down');
});

test('a wrong count is refused with both numbers, and nothing changes', async ({ page }) => {
  const before = await storedRuns(page);
  await give(page, { name: 'short.txt', content: column(CONTRAST_PAIRS - 1).join('\n') });
  await expect(status(page)).toContainText(
    `short.txt has ${CONTRAST_PAIRS - 1} rows of scores without a header, but`,
  );
  await expect(status(page)).toContainText(`has ${CONTRAST_PAIRS} pairs`);
  await expect(dialog(page).getByRole('button', { name: 'Import' })).toBeDisabled();
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).click();
  await expect(card(page, SCORES)).toHaveCount(0);
  expect(await storedRuns(page)).toEqual(before);
});

test('text, blanks and percent signs are told by line; percent signs are read on request', async ({
  page,
}) => {
  const lines = column(CONTRAST_PAIRS).map(String);
  await give(page, { name: 'bad.txt', content: lines.with(6, 'high').with(9, '').join('\n') });
  await expect(status(page)).toContainText('bad.txt, line 7: “high” is not a number');
  await expect(status(page).locator('li')).toHaveText([
    'line 7: “high” is not a number',
    'line 10: there is no score',
  ]);
  const percents = column(CONTRAST_PAIRS).map((score) => `${Math.round(score * 100)} %`);
  await give(page, { name: 'percent.txt', content: percents.join('\n') });
  await expect(status(page)).toContainText('has a percent sign');
  await dialog(page).getByLabel('read percent signs as hundredths').check();
  await press(page);
  await settled(page);
  const { scores } = await readRun(page, SCORES);
  expect(scores[0]).toBeCloseTo(Math.round(scoreOf(0) * 100) / 100, 12);
});

test('other scores under the same name are another system', async ({ page }) => {
  for (const shift of [0, 1]) {
    const content = Array.from({ length: CONTRAST_PAIRS }, (_, row) => scoreOf(row + shift)).join('\n');
    await give(page, { name: 'same.txt', content });
    await expect(status(page)).toContainText('scores from');
    await press(page);
    await expect(dialog(page)).toBeHidden();
  }
  await expect(card(page, SCORES)).toHaveCount(2);
});
