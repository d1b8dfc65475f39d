import type { Locator, Page } from '@playwright/test';
import { FIVE_PAIRS, tsv } from './invented.ts';
import { expect, importFiles, panel, settled, test, visit } from './page.ts';

const LAB = '#v=1&view=lab';

const sentence = (page: Page, side: 1 | 2): Locator => page.getByTestId(`lab-sentence-${side}`);
const line = (page: Page, kind: string): Locator =>
  page.getByTestId('lab-scores').locator(`[data-system="${kind}"]`);
const editsOf = (page: Page, side: 1 | 2): Locator =>
  page.getByRole('group', { name: `Edits of sentence ${side}` });
const rows = (page: Page): Locator => page.getByTestId('lab-history').locator('tbody tr');
async function type(page: Page, first: string, second: string): Promise<void> {
  await sentence(page, 1).fill(first);
  await sentence(page, 2).fill(second);
}

/** The lab's part of the address, once it holds what is on the bench now. */
async function linked(page: Page): Promise<string> {
  await page.evaluate(() => stsPlayground.lab.settleLink());
  await expect.poll(() => page.evaluate(() => stsPlayground.link() === location.hash)).toBe(true);
  return page.evaluate(() => location.hash);
}

test('what is typed is scored at the next pause, and nothing large is fetched before a person asks for it', async ({
  page,
  watch,
}) => {
  await visit(page, LAB);
  await expect(sentence(page, 1)).not.toHaveValue('');
  await type(page, 'A brown dog runs.', 'A brown dog runs home.');
  // All five tokens of the first, the full stop included, are among the six of the second.
  await expect(line(page, 'overlap-cosine')).toContainText((5 / Math.sqrt(30)).toFixed(3));
  await expect(line(page, 'glove-sum')).toContainText('needs the word vectors');
  await expect(line(page, 'transformer')).toContainText(/needs [\d.]+ MB/);
  expect(watch.requested.filter((url) => /glove|\.onnx/.test(url))).toEqual([]);

  await page.getByRole('button', { name: /^Load the word vectors/ }).click();
  for (const kind of ['glove-sum', 'glove-idf', 'sif']) {
    await expect(line(page, kind).locator('strong')).toHaveText(/^−?\d\.\d+$/);
  }
  await editsOf(page, 1).locator('select').selectOption({ label: 'dog' });
  await editsOf(page, 1).locator('button[data-kind=neighbour]').first().click();
  await expect(rows(page).last()).toContainText('“dog” →');
  await expect(rows(page).last().locator('ins')).toHaveCount(1);

  await type(page, 'A zqxxv dog runs', 'A dog runs');
  await expect(page.getByText(/Unknown to glove-sum, glove-idf, sif.*: “a”, “zqxxv”\./)).toBeVisible();
  await type(page, 'Zqxxv blorf', 'A dog');
  await expect(line(page, 'sif')).toContainText('missing: no known word');
  await expect(line(page, 'overlap-cosine')).toContainText('0.000');
  await line(page, 'transformer').getByRole('button', { name: 'Load' }).click();
  await expect(line(page, 'transformer').locator('strong')).toHaveText(/^−?\d\.\d+$/);
  // Loading scored nothing of the benchmark.
  expect(
    await page.evaluate(
      () => stsPlayground.comparison.systems.filter((entry) => !entry.precomputed && entry.run).length,
    ),
  ).toBe(1);
});

test('a stored pair that is taken apart has the scores of the runs', async ({ page }) => {
  await visit(page);
  // All but the transformer; what follows a run, such as its intervals, is not waited for.
  await page.evaluate(() => {
    const { comparison } = stsPlayground;
    for (const entry of comparison.systems) {
      if (entry.spec.kind === 'transformer') comparison.removeSystem(entry);
    }
    return comparison.runAll();
  });
  for (const row of [0, 7, 33]) {
    await page.evaluate((wanted) => (stsPlayground.comparison.pair = wanted), row);
    await panel(page).getByRole('button', { name: 'Take it apart in the lab' }).click();
    await expect(page.getByTestId('lab-scores')).toContainText('People (gold)');
    const differences = (): Promise<Record<string, number | null>> =>
      page.evaluate((at) => {
        const { comparison, lab } = stsPlayground;
        return Object.fromEntries(
          comparison.systems.map((entry) => {
            const context = lab.scores.contextOf(entry);
            const found = lab.scores.systemOf(entry).scoreOf(context, lab.present.sentences);
            return [entry.spec.kind, found ? Math.abs(found.value - entry.run!.scores.values[at]!) : null];
          }),
        );
      }, row);
    await expect.poll(async () => Object.values(await differences())).not.toContain(null);
    for (const [kind, difference] of Object.entries(await differences())) {
      expect(difference, `${kind}, row ${row}`).toBeLessThan(1e-6);
    }
    await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Compare' }).click();
  }
});

test('an edit makes a row with its change, a link brings all of it back, and undo takes it away', async ({
  page,
}) => {
  await visit(page, LAB);
  await type(page, 'The old dog chases a cat in the garden.', 'A dog runs after a cat.');
  await editsOf(page, 1).locator('button[data-kind=negate]').first().click();
  await expect(rows(page)).toHaveCount(3);
  const negated = rows(page).last();
  await expect(negated).toHaveClass(/chosen/);
  await expect(negated.locator('ins').first()).toContainText(/not/);
  await expect(sentence(page, 1)).toHaveValue(/not/);
  const [own, before] = await page.evaluate(() => {
    const { comparison, lab } = stsPlayground;
    const entry = comparison.systems[0]!;
    const context = lab.scores.contextOf(entry);
    return lab.history.rows
      .slice(1)
      .reverse()
      .map((row) => lab.scores.systemOf(entry).scoreOf(context, row.sentences)!.value);
  });
  expect(own).toBeLessThan(before!);
  await expect(negated.locator('.difference')).toHaveText(`−${(before! - own!).toFixed(3)}`);

  await rows(page).nth(1).locator('.choose').click();
  await editsOf(page, 1).locator('button[data-kind=drop]').first().click();
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).last()).toContainText('from row 1');

  const history = await page.evaluate(() => stsPlayground.lab.history);
  const link = await linked(page);
  const other = await page.context().newPage();
  await visit(other, link);
  await expect(rows(other)).toHaveCount(4);
  expect(await other.evaluate(() => stsPlayground.lab.history)).toEqual(history);
  await expect(rows(other).last()).toHaveClass(/chosen/);
  await other.close();

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Remove row 2' }).click();
  await expect(rows(page)).toHaveCount(2);
});

test('of a file of the person’s own the address holds no sentence', async ({ page }) => {
  await visit(page);
  await importFiles(page, { name: 'mine.tsv', content: tsv(FIVE_PAIRS) });
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Compare' }).click();
  await page.evaluate(() => (stsPlayground.comparison.pair = 1));
  await panel(page).getByRole('button', { name: 'Take it apart in the lab' }).click();
  await sentence(page, 2).fill('Nobody carries anything secret.');
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText('The pair is from a file of yours')).toBeVisible();
  const link = new URLSearchParams((await linked(page)).slice(1));
  const held = Buffer.from(link.get('lab')!, 'base64url').toString('utf8');
  const { pair } = JSON.parse(held) as { pair: string };
  expect(JSON.parse(held)).toEqual({ v: 1, pair });
  expect([...link.values()].join(' ')).not.toMatch(/ladder|secret/);

  // Where the file is, the link finds its pair.
  await page.reload();
  await settled(page);
  await expect(sentence(page, 1)).toHaveValue(FIVE_PAIRS[1][1]);
  await expect(rows(page)).toHaveCount(1);
});

test('predict first: no score is on the page before Reveal', async ({ page }) => {
  await visit(page, LAB);
  await page.getByRole('button', { name: 'negation' }).click();
  await expect(page.getByTestId('lab-contributions').locator('tbody td.number').first()).toHaveText(/\d/);
  await page.getByLabel('predict first').check();
  const bench = page.getByRole('region', { name: 'Pair lab' });
  for (const id of ['lab-scores', 'lab-matrix', 'lab-alignment', 'lab-contributions']) {
    await expect(page.getByTestId(id)).toHaveCount(0);
  }
  await expect(bench).not.toContainText(/\d\.\d{2}/);
  await expect(bench).not.toContainText('People');
  // The id of a pair of the contrast set says what it is.
  await expect(bench).not.toContainText('contrast/all');
  const reveal = page.getByRole('button', { name: 'Reveal' });
  await expect(reveal).toBeDisabled();
  await page.getByRole('slider').fill('3.5');
  await expect(page.getByTestId('lab-prediction')).toContainText('3.5 between');
  await reveal.click();
  await expect(page.getByTestId('lab-scores')).toContainText(/You\s*3\.5/);
  await expect(page.getByTestId('lab-scores')).toContainText(/People \(gold\)\s*\d\.\d/);

  await editsOf(page, 1).locator('button[data-kind=append]').first().click();
  await expect(page.getByTestId('lab-scores')).toHaveCount(0);
  await expect(rows(page).last()).toContainText('hidden');
  await expect(rows(page).first()).toContainText(/\d\.\d{3}/);
});

test('odd sentences are scored or said to be missing, on a narrow screen too', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await visit(page, LAB);
  await page.getByRole('button', { name: /^Load the word vectors/ }).click();
  await expect(line(page, 'sif').locator('strong')).toHaveText(/\d/);
  const bench = page.getByRole('region', { name: 'Pair lab' });
  const long = Array.from({ length: 5_000 }, (_, i) => ['dog', 'river', 'runs'][i % 3]).join(' ');
  for (const [first, second, sif] of [
    ['', '', 'missing: empty text'],
    ['a', 'b', 'missing: no known word'],
    ['😀 🎉', '🎉', 'missing: no known word'],
    ['?! ...', '...', 'missing: no known word'],
    ['قطة تجلس', 'كلب ينام', 'missing: no known word'],
    ['我喜欢喝茶。', '他喜欢喝咖啡。', 'missing: no known word'],
    ['https://example.org/a?b=c', 'A page', /\d\.\d/],
    [long, 'A dog runs.', /\d\.\d/],
  ] as const) {
    await type(page, first, second);
    await expect(line(page, 'sif')).toContainText(sif);
    await expect(bench).not.toContainText(/NaN|undefined/);
  }
  await expect(bench).toContainText('look at its first 40 tokens');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('the alignment can be read with the keyboard and as text', async ({ page }) => {
  await visit(page, LAB);
  await type(page, 'A dog chases a cat', 'A cat flees a dog');
  const matrix = page.getByTestId('lab-matrix');
  await expect(matrix.locator('tbody tr')).toHaveCount(5);
  await matrix.locator('[data-cell="0,0"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const cell = matrix.locator('[data-cell="1,1"]');
  await expect(cell).toBeFocused();
  await expect(cell).toHaveAttribute('aria-label', '“dog” and “cat”: 0.000');
  await expect(page.getByTestId('lab-alignment')).toHaveText(
    /a – a \(1\.00\), dog – dog \(1\.00\), a – a \(1\.00\), cat – cat \(1\.00\)\.\s*Left alone: chases, flees\./,
  );
});
