import type { Locator, Page } from '@playwright/test';
import {
  CONTRAST_PAIRS,
  card,
  countOf,
  expect,
  openParameters,
  panel,
  pearson,
  pearsonOf,
  readRun,
  rowOf,
  run,
  settled,
  shownPearson,
  storedRuns,
  test,
  visit,
  written,
} from './page.ts';

const plot = (page: Page): Locator => page.getByRole('application');
const tool = (page: Page, name: string): Promise<void> =>
  page.getByRole('group', { name: 'What the pointer does' }).getByRole('button', { name }).click();
const clear = (page: Page): Locator => page.getByRole('button', { name: /^Clear the selection/ });

/** Moves the mouse, pressed, along points given as shares of the plot's width and height. */
async function draw(page: Page, points: readonly (readonly [number, number])[]): Promise<void> {
  await plot(page).scrollIntoViewIfNeeded();
  const box = (await plot(page).boundingBox())!;
  const [start, ...rest] = points.map(([x, y]) => [box.x + x * box.width, box.y + y * box.height] as const);
  await page.mouse.move(...start!);
  await page.mouse.down();
  for (const point of rest) await page.mouse.move(...point, { steps: 8 });
  await page.mouse.up();
}

/** The rows that are chosen, with the correlation over them computed from the page's scores. */
async function chosen(page: Page): Promise<{ rows: number[]; expected: number }> {
  const rows = await page.evaluate(() => [...stsPlayground.comparison.selection!]);
  const { scores, gold } = await readRun(page, 'overlap-cosine');
  const expected = pearson(
    rows.map((row) => scores[row]!),
    rows.map((row) => gold[row]!),
  );
  return { rows, expected: 100 * expected };
}

/** Finds a point of the plot under the mouse: moves over it until the tooltip comes up. */
async function pointUnderMouse(page: Page): Promise<void> {
  await plot(page).scrollIntoViewIfNeeded();
  const box = (await plot(page).boundingBox())!;
  for (let y = 0.1; y < 0.9; y += 0.02) {
    for (let x = 0.1; x < 0.95; x += 0.02) {
      await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
      if (await page.locator('.tooltip').isVisible()) return;
    }
  }
  throw new Error('No point was found under the mouse.');
}

test('a box and a lasso drawn with the mouse recompute the table; Clear takes them back', async ({
  page,
}) => {
  await visit(page);
  const whole = await shownPearson(page, 'overlap-cosine');
  for (const [name, outline] of [
    [
      'Box',
      [
        [0.45, 0.05],
        [0.99, 0.9],
      ],
    ],
    [
      'Lasso',
      [
        [0.15, 0.1],
        [0.9, 0.15],
        [0.85, 0.6],
        [0.3, 0.85],
        [0.12, 0.4],
      ],
    ],
  ] as const) {
    await tool(page, name);
    await draw(page, outline);
    await expect(clear(page)).toBeVisible();
    await settled(page);
    const { rows, expected } = await chosen(page);
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.length).toBeLessThan(CONTRAST_PAIRS);
    await expect(countOf(page, 'overlap-cosine')).toHaveText(String(rows.length));
    await expect(page.getByText(`${rows.length} selected of ${CONTRAST_PAIRS} pairs`)).toBeVisible();
    await expect(page.getByText(`${Math.min(25, rows.length)} of ${rows.length} pairs`)).toBeVisible();
    expect(await shownPearson(page, 'overlap-cosine')).toBeCloseTo(expected, 2);
    await clear(page).click();
    await settled(page);
    await expect(countOf(page, 'overlap-cosine')).toHaveText(String(CONTRAST_PAIRS));
    expect(await shownPearson(page, 'overlap-cosine')).toBe(whole);
  }
  await tool(page, 'Box');
  await draw(page, [
    [0.4, 0.05],
    [0.95, 0.95],
  ]);
  await expect(clear(page)).toBeVisible();
  await plot(page).press('Escape');
  await expect(clear(page)).toBeHidden();
});

test('what is inside a box is what lies between its edges', async ({ page }) => {
  await visit(page);
  await tool(page, 'Box');
  // From the middle of the gold scale to beyond its end, over the whole height.
  await draw(page, [
    [0.52, 0.005],
    [0.999, 0.995],
  ]);
  await settled(page);
  const rows = await page.evaluate(() => [...stsPlayground.comparison.selection!]);
  const { gold } = await readRun(page, 'overlap-cosine');
  const inside = rows.map((row) => gold[row]!);
  const outside = gold.filter((_, row) => !rows.includes(row)).map(Number);
  let [lowest, highest] = [Infinity, -Infinity];
  for (const value of inside) lowest = Math.min(lowest, value);
  for (const value of outside) highest = Math.max(highest, value);
  expect(lowest).toBeGreaterThan(highest);
  expect(lowest).toBeGreaterThan(2);
});

test('a correlation of two points, or of one, is "not defined" with the reason', async ({ page }) => {
  await visit(page);
  const ofAll = written(await shownPearson(page, 'overlap-cosine'));
  for (const rows of [[3, 41], [7]]) {
    // No gesture chooses exactly these.
    await page.evaluate((wanted) => stsPlayground.comparison.select(Int32Array.from(wanted)), rows);
    await settled(page);
    for (const measure of ['pearson', 'spearman', 'kendall']) {
      const cell = rowOf(page, 'overlap-cosine').locator(`[data-measure=${measure}]`);
      await expect(cell).toContainText('not defined');
      await expect(cell).toContainText(/fewer than 3|less than 3|at least 3/);
      await expect(cell).not.toContainText(/NaN|0\.00/);
    }
    await expect(countOf(page, 'overlap-cosine')).toHaveText(String(rows.length));
    // The card keeps the number of the whole run.
    await expect(card(page, 'overlap-cosine').getByRole('status')).toHaveText(ofAll);
  }
});

test('a click on a point opens its pair in the panel, and so do the arrow keys with Enter', async ({
  page,
}) => {
  await visit(page);
  await pointUnderMouse(page);
  const tooltip = page.locator('.tooltip');
  const human = await tooltip.locator('dd').first().innerText();
  const sentence = (await tooltip.locator('p').nth(1).innerText()).replace(/…$/, '');
  await page.mouse.down();
  await page.mouse.up();
  await expect(panel(page).getByTestId('sentence-1')).toContainText(sentence);
  await expect(panel(page).getByRole('row', { name: /People/ })).toContainText(human);
  const id = await panel(page).getByTestId('pair-id').innerText();
  expect(page.url()).toContain(new URLSearchParams({ pair: id }).toString());

  await plot(page).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(panel(page).getByTestId('pair-id')).not.toHaveText(id);

  // The link brings the same pair back.
  const second = await panel(page).getByTestId('pair-id').innerText();
  await page.reload();
  await expect(panel(page).getByTestId('pair-id')).toHaveText(second);
});

test('sorted by residual, the list starts with the worst pair of the chosen system', async ({ page }) => {
  await visit(page);
  await run(page, 'sif');
  const { scores, gold, ids } = await readRun(page, 'sif');
  let [lowest, highest] = [Infinity, -Infinity];
  scores.forEach((score) => {
    lowest = Math.min(lowest, score!);
    highest = Math.max(highest, score!);
  });
  const residuals = scores.map((score, row) => ((score! - lowest) / (highest - lowest)) * 5 - gold[row]!);
  const best = (better: (a: number, b: number) => boolean): number =>
    residuals.reduce((found, value, row) => (better(value, residuals[found]!) ? row : found), 0);
  const first = page.getByTestId('pairs').locator('tbody tr').first();
  await page.getByRole('combobox', { name: 'of', exact: true }).selectOption('sif');
  for (const [order, row] of [
    ['largest residual', best((a, b) => Math.abs(a) > Math.abs(b))],
    ['most overestimated', best((a, b) => a > b)],
    ['most underestimated', best((a, b) => a < b)],
  ] as const) {
    await page.getByLabel('Sort by').selectOption({ label: order });
    await expect(first.locator('td').nth(2)).toHaveText(
      `${residuals[row]! > 0 ? '+' : '−'}${Math.abs(residuals[row]!).toFixed(2)}`,
    );
    await first.getByRole('button').click();
    await expect(panel(page).getByTestId('pair-id')).toHaveText(ids[row]!);
  }
  await page.getByLabel('Sort by').selectOption('order of the file');
  await first.getByRole('button').click();
  await expect(panel(page).getByTestId('pair-id')).toHaveText(ids[0]!);
});

test('a breakdown by category has a row for each, with its own numbers', async ({ page }) => {
  await visit(page);
  await page.getByLabel('Break down by').selectOption('category');
  await settled(page);
  const groups = await page.evaluate(() => {
    const { benchmark, systems } = stsPlayground.comparison;
    const { values } = systems[0]!.run!.scores;
    const found: Record<string, { scores: number[]; gold: number[] }> = {};
    benchmark!.pairs.forEach((pair, row) => {
      const group = (found[pair.category!] ??= { scores: [], gold: [] });
      group.scores.push(values[row]!);
      group.gold.push(pair.gold!);
    });
    return found;
  });
  expect(Object.keys(groups).length).toBeGreaterThan(4);
  const bodies = page.getByTestId('correlations').locator('tbody');
  await expect(bodies).toHaveCount(1 + Object.keys(groups).length);
  for (const [category, { scores, gold }] of Object.entries(groups)) {
    const body = bodies.filter({ has: page.getByText(category, { exact: true }) });
    await expect(body.locator('td').nth(5)).toHaveText(String(scores.length));
    const shown = Number((await body.locator('[data-measure=pearson] strong').innerText()).replace('−', '-'));
    expect(shown).toBeCloseTo(100 * pearson(scores, gold), 2);
  }
});

test('other parameters are another system with a run of its own', async ({ page }) => {
  await visit(page);
  await run(page, 'sif');
  const first = await shownPearson(page, 'sif');
  await openParameters(page, 'sif');
  const a = card(page, 'sif').getByLabel('a', { exact: true });
  await a.fill('1e-2');
  await a.press('Enter');
  await expect(pearsonOf(page, 'sif')).toBeHidden();
  await expect(card(page, 'sif').getByText('(a=0.01)')).toBeVisible();
  await run(page, 'sif');
  const second = await shownPearson(page, 'sif');
  expect(second).not.toBe(first);
  expect(await storedRuns(page)).toHaveLength(3);

  await a.fill('1e-3');
  await a.press('Enter');
  await expect(card(page, 'sif').getByText(/^stored on/)).toBeVisible();
  await settled(page);
  expect(await shownPearson(page, 'sif')).toBe(first);

  await a.fill('-1');
  await a.press('Enter');
  await expect(card(page, 'sif').getByRole('alert')).toContainText('It takes a number from');
  expect(await shownPearson(page, 'sif')).toBe(first);
});

test('a second system of the same kind stands beside the first', async ({ page }) => {
  await visit(page);
  await run(page, 'glove-sum');
  await page.getByLabel('System to add').selectOption('glove-sum');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const second = card(page, 'glove-sum').nth(1);
  await second.getByText('Parameters').click();
  await second.getByLabel('Tokeniser').selectOption('whitespace');
  await second.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(second.getByText(/^computed on/)).toBeVisible();
  await settled(page);
  const rows = page.getByTestId('correlations').locator('tr[data-system^="glove-sum("]');
  await expect(rows).toHaveCount(2);
  const [one, two] = await rows.locator('[data-measure=pearson] strong').allInnerTexts();
  expect(one).not.toBe(two);
});
