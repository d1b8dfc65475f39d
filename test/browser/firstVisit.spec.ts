import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { CONTRAST_PAIRS, card, countOf, expect, panel, pearson, readRun, test, visit } from './page.ts';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

test('a first visit shows the contrast set with word overlap, and asks for no model', async ({
  page,
  watch,
}) => {
  await visit(page);
  await expect(page.getByText(`${CONTRAST_PAIRS} pairs`, { exact: true })).toBeVisible();
  await expect(card(page, 'overlap-cosine').getByText('computed on plain word counts')).toBeVisible();
  await expect(countOf(page, 'overlap-cosine')).toHaveText(String(CONTRAST_PAIRS));
  await expect(page.getByTestId('correlations').locator('tbody tr')).toHaveCount(1);
  await expect(page.getByTestId('pairs').locator('tbody tr')).toHaveCount(25);
  await expect(page.getByText(`25 of ${CONTRAST_PAIRS} pairs`)).toBeVisible();

  const { scores, gold } = await readRun(page, 'overlap-cosine');
  expect(scores.filter((score) => score !== null)).toHaveLength(CONTRAST_PAIRS);
  const shown = page.getByTestId('correlations').locator('[data-measure=pearson] strong');
  expect(Number((await shown.innerText()).replace('−', '-'))).toBeCloseTo(100 * pearson(scores, gold), 2);

  // The chart as a screen reader meets it, and the same figures as a table behind it.
  await expect(page.getByRole('application')).toHaveAccessibleName(new RegExp(String(CONTRAST_PAIRS)));
  await expect(page.getByRole('table', { name: /Mean system score/ })).toContainText(String(CONTRAST_PAIRS));
  await expect(panel(page)).toContainText('Click a point of the plot');
  expect(watch.requested.filter((url) => /models\/|tfjs|\.wasm/.test(url))).toEqual([]);
});

test('the chart draws points: its picture is not that of an empty plot', async ({ page }) => {
  await visit(page);
  const picture = (): Promise<string> =>
    page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const withPoints = await picture();
  await page.evaluate(() => {
    const entry = stsPlayground.comparison.systems.find(({ spec }) => spec.kind === 'overlap-cosine')!;
    entry.run = {
      ...entry.run!,
      scores: { ...entry.run!.scores, values: entry.run!.scores.values.map(() => NaN) },
    };
  });
  await expect.poll(picture).not.toBe(withPoints);
});

test('what the page loads before anything else is below 200 kB, and TF.js is not in it', () => {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const first = [...html.matchAll(/<(?:script|link)\b[^>]*?(?:src|href)="([^"]+\.js)"[^>]*>/g)].map(
    (match) => match[1]!,
  );
  expect(first.length).toBeGreaterThan(0);
  const initial = new Set<string>();
  const addWithImports = (path: string): void => {
    if (initial.has(path)) return;
    initial.add(path);
    // What it imports statically comes with it, modulepreload or not.
    const source = readFileSync(path, 'utf8');
    for (const [, name] of source.matchAll(/(?:^|[;}\s])import\s*(?:[\w*${},\s]+from\s*)?"(\.[^"]+\.js)"/g)) {
      addWithImports(join(dirname(path), name!));
    }
  };
  for (const name of first) addWithImports(join(dist, name));
  let gzippedBytes = 0;
  for (const path of initial) {
    const source = readFileSync(path);
    gzippedBytes += gzipSync(source).length;
    expect(source.includes('tfjs'), `${path} holds TF.js`).toBe(false);
  }
  expect(gzippedBytes).toBeLessThan(200_000);
});
