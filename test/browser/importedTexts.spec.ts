import { FIVE_PAIRS, manyPairs, tsv } from './invented.ts';
import {
  card,
  countOf,
  expect,
  importFiles,
  pearsonOf,
  readRun,
  rowOf,
  run,
  showView,
  test,
  visit,
} from './page.ts';

test('case 10: an empty text costs its own pair only', async ({ page }) => {
  await visit(page);
  const report = await importFiles(page, {
    name: 'empty.tsv',
    content: tsv([...FIVE_PAIRS, [3, '', 'A gull is nesting.'], [3, '   ', 'A gull is nesting.']]),
  });
  await expect(report).toContainText('7 rows read, 7 rated');
  await expect(report).toContainText(/A sentence is empty or blank.*2 rows, first at line 6/s);
  await showView(page, 'Compare');
  await run(page, 'glove-sum', 'sif');
  for (const kind of ['overlap-cosine', 'glove-sum', 'sif'] as const) {
    const { scores, reasons, pearson } = await readRun(page, kind);
    expect(scores.slice(5)).toEqual([null, null]);
    expect(reasons.slice(5)).toEqual([1, 1]);
    expect(scores.slice(0, 5).every((score) => score !== null)).toBe(true);
    expect(pearson).not.toBeNull();
    await expect(countOf(page, kind)).toHaveText('5');
    await expect(rowOf(page, kind)).toContainText('2 empty text');
  }
});

test('case 12: a sentence of unknown words has no score, and the rest keeps its own', async ({ page }) => {
  await visit(page);
  await importFiles(page, {
    name: 'unknown.tsv',
    content: tsv([[5, 'qwzx vbnk', 'A child plays.'], ...FIVE_PAIRS.slice(0, 4)]),
  });
  await showView(page, 'Compare');
  await run(page, 'glove-sum');
  const { scores } = await readRun(page, 'glove-sum');
  expect(scores[0]).toBeNull();
  await expect(countOf(page, 'glove-sum')).toHaveText('4');
  await expect(rowOf(page, 'glove-sum')).toContainText('1 no known word');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('order of the file');
  await page.getByTestId('pairs').getByRole('button', { name: /qwzx/ }).click();
  const selected = page.getByRole('complementary', { name: 'Selected pair' });
  await expect(selected.getByRole('row', { name: /glove-sum/ })).toContainText('missing: no known word');
});

test('case 13: SIF on one pair removes no component, says so, and is not -1', async ({ page }) => {
  await visit(page);
  await importFiles(page, {
    name: 'tiny.tsv',
    content: tsv([[4, 'A bird sings at dawn.', 'At dawn a bird is singing.']]),
  });
  await showView(page, 'Compare');
  await run(page, 'sif');
  const { scores } = await readRun(page, 'sif');
  expect(scores[0]).toBeGreaterThan(0.5);
  await expect(card(page, 'sif')).toContainText(/No component was removed.*fewer than 20/);
  await expect(pearsonOf(page, 'sif')).toContainText('not defined');
});

test('case 14: a pair has the same score whatever the order of the file', async ({ page }) => {
  await visit(page);
  const pairs = manyPairs(30);
  const scores: (number | null)[][] = [];
  for (const [name, rows] of [
    ['forward', pairs],
    ['backward', [...pairs].reverse()],
  ] as const) {
    await importFiles(page, { name: `${name}.tsv`, content: tsv(rows) });
    await showView(page, 'Compare');
    await run(page, 'sif', 'glove-idf');
    scores.push((await readRun(page, 'sif')).scores, (await readRun(page, 'glove-idf')).scores);
  }
  for (const [forward, backward] of [
    [scores[0]!, scores[2]!],
    [scores[1]!, scores[3]!],
  ]) {
    [...backward!].reverse().forEach((score, row) => expect(score).toBeCloseTo(forward![row]!, 5));
  }
});

test('case 21: equal predictions have no correlation, and the reason is there', async ({ page }) => {
  await visit(page);
  await importFiles(page, {
    name: 'constant.tsv',
    content: tsv([1, 2, 3, 4, 5].map((gold) => [gold, `Word number${gold}`, `Word number${gold}`])),
  });
  await showView(page, 'Compare');
  for (const measure of ['pearson', 'spearman', 'kendall']) {
    await expect(rowOf(page, 'overlap-cosine').locator(`[data-measure=${measure}]`)).toContainText(
      /not defined.*all predictions equal/s,
    );
  }
  await expect(countOf(page, 'overlap-cosine')).toHaveText('5');
  // Case 24: a sentence and itself are exactly 1.
  const { scores } = await readRun(page, 'overlap-cosine');
  expect(scores).toEqual([1, 1, 1, 1, 1]);
});
