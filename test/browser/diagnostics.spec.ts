import type { Page } from '@playwright/test';
import { CONTRAST_PAIRS, expect, giveFiles, importFiles, settled, showView, test, visit } from './page.ts';

const MARK = 'Zyxwvut';
const OWN = {
  name: `${MARK}-diary.tsv`,
  content: [1, 2, 3, 4, 5]
    .map((gold) => `${gold}\t${MARK} walks ${gold} miles.\tA ${MARK} rests.\n`)
    .join(''),
};

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

interface Kept {
  parts: string[];
  runs: number;
  corrections: number;
  modelFiles: number;
  theme: unknown;
}

const kept = (page: Page): Promise<Kept> =>
  page.evaluate(async () => {
    const { store } = stsPlayground;
    return {
      parts: (await store.listParts()).map(({ key }) => key),
      runs: (await store.listRuns()).length,
      corrections: (await store.listSettings('correction:')).size,
      modelFiles: (await (await caches.open('sts-models-1')).keys()).length,
      theme: await store.getSetting('theme'),
    };
  });

/** A benchmark of one's own with a run, a correction, a kept model file and settings. */
async function use(page: Page): Promise<void> {
  await importFiles(page, OWN);
  await page.evaluate(async () => {
    await stsPlayground.setTheme('dark');
    await stsPlayground.codes.allow(7);
    await stsPlayground.store.putSetting('correction:invented', { wrong: true });
    await (await caches.open('sts-models-1')).put('/models/invented.bin', new Response('1234'));
  });
}

test('diagnostics say what is there and went wrong, and no word of an own file', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/^console: SyntaxError/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit(page);
  await importFiles(page, OWN);
  // A file that is refused by name and line, an error with words of it, and code that fails.
  await giveFiles(page, { name: `${MARK}.json`, content: `{"a": "${MARK}` });
  await page.evaluate((mark) => {
    stsPlayground.notices.report(new SyntaxError(`Unexpected token in ${mark}`));
    const { failures, notices } = stsPlayground;
    failures.note(new TypeError(`of undefined (reading "${mark}")`));
    notices.add('note', mark);
  }, MARK);
  await page.getByRole('alert').getByRole('button', { name: 'Diagnostics…' }).click();
  const shown = dialog(page, 'Diagnostics').getByTestId('diagnostics');
  await expect(shown).toHaveValue(/### Storage/);
  const text = await shown.inputValue();
  expect(text).toMatch(/- cross-origin isolated: yes/);
  expect(text).toMatch(/- benchmark: own file, 5 pairs/);
  expect(text).toMatch(/- parts of benchmarks: 1, and 1 of files of one's own/);
  expect(text).toMatch(/- databases: sts-playground \d/);
  expect(text).toContain('`SyntaxError`');
  expect(text).not.toMatch(new RegExp(MARK, 'i'));
  await dialog(page, 'Diagnostics').getByRole('button', { name: 'Copy' }).click();
  await expect(dialog(page, 'Diagnostics').getByRole('status')).toHaveText('Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
});

test('a reset of the settings keeps the data', async ({ page }) => {
  await visit(page);
  await use(page);
  const before = await kept(page);
  await page.getByRole('button', { name: 'Reset settings' }).click();
  await expect(page.getByText('Settings and choices are as on a first visit.')).toBeVisible();
  await settled(page);
  const after = await kept(page);
  expect(after).toEqual({ ...before, theme: 'system', runs: after.runs });
  expect(after.runs).toBeGreaterThanOrEqual(before.runs);
  expect(after.parts.some((key) => key.includes('diary'))).toBe(true);
  const now = await page.evaluate(() => {
    const { theme, codes, view, comparison } = stsPlayground;
    return [theme, codes.timeoutSeconds, view, comparison.benchmark!.pairs.length];
  });
  expect(now).toEqual(['system', 60, 'data', CONTRAST_PAIRS]);
});

test('deleting all data asks, leaves nothing, and tells another tab', async ({ page, context }) => {
  await visit(page);
  await use(page);
  const other = await context.newPage();
  await visit(other);
  const ask = dialog(page, 'Delete all data');
  await page.getByRole('button', { name: 'Delete all data…' }).click();
  await expect(ask.getByTestId('to-delete')).toContainText('Parts of files of yours1');
  await ask.getByRole('button', { name: 'Close' }).click();
  expect((await kept(page)).parts).toHaveLength(2);

  await page.getByRole('button', { name: 'Delete all data…' }).click();
  await ask.getByRole('button', { name: 'Delete all data' }).click();
  await Promise.all([
    page.waitForEvent('load'),
    ask.getByRole('button', { name: 'Yes, delete it for good' }).click(),
  ]);
  await settled(page);
  expect(await kept(page)).toEqual({
    parts: ['contrast/all'],
    runs: 1,
    corrections: 0,
    modelFiles: 0,
    theme: undefined,
  });
  expect(await page.evaluate(() => stsPlayground.view)).toBe('compare');
  await expect(other.getByText('was deleted in another tab')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Reload' })).toBeVisible();
  await showView(page, 'Data');
});
