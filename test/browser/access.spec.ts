import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { VIEWS } from '../../src/app/viewList.ts';
import { SHORTCUTS } from '../../src/app/shortcuts.ts';
import { expect, test, visit } from './page.ts';

// With scores of every system there is most to look at.
test.use({ precomputed: true });

const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'];
/** What the width of the page changes; the rest was looked at on a wide one, and of Compare on a narrow one too. */
const OF_THE_WIDTH = ['target-size', 'color-contrast', 'scrollable-region-focusable', 'link-in-text-block'];
const WIDTHS = [360, 400, 1280, 2560, 3840];

const tab = (page: Page, title: string): Locator =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: title, exact: true });

async function go(page: Page, title: string): Promise<void> {
  await tab(page, title).click();
  if (title === 'Lessons')
    await expect(page.getByTestId('lessons').getByRole('listitem').first()).toBeVisible();
  else if (title === 'Data') await expect(page.getByRole('heading', { name: 'Benchmarks' })).toBeVisible();
  else await expect(page.getByRole('region', { name: title, exact: true })).toBeVisible();
  await page.waitForFunction(() => stsPlayground.activities.list.length === 0);
}

/** What axe finds fault with, a line a node. */
async function faults(page: Page, where: string, ...only: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (only.length > 0 ? axe.withRules(only) : axe.withTags(RULES)).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${where}: ${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

/** What opens over or in a view: where, how, and what stands there then. */
const OPENED: { name: string; view: string; open: (page: Page) => Promise<Locator>; close: string | null }[] =
  [
    {
      name: 'export menu',
      view: 'Compare',
      open: async (page) => {
        await page.getByRole('button', { name: 'Export', exact: true }).click();
        return page.getByTestId('export');
      },
      close: null,
    },
    {
      name: 'backend',
      view: 'Compare',
      open: async (page) => {
        await page.getByTestId('backend-chip').click();
        return page.getByTestId('hosting');
      },
      close: null,
    },
    ...['Scores from a file…', 'your own code…'].map((label) => ({
      name: label,
      view: 'Compare',
      open: async (page: Page) => {
        const choice = page.getByRole('combobox', { name: 'System to add' });
        const option = choice.locator('option').filter({ hasText: new RegExp(`^${label}$`, 'iu') });
        await choice.selectOption((await option.getAttribute('value'))!);
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        return page.getByRole('dialog');
      },
      close: 'Close',
    })),
    {
      name: 'keys',
      view: 'Compare',
      open: async (page) => {
        await page.getByRole('button', { name: 'Help', exact: true }).click();
        return page.getByRole('dialog').getByText('Find words in the pairs');
      },
      close: 'Close',
    },
    {
      name: 'glossary',
      view: 'Compare',
      open: async (page) => {
        await page.keyboard.press('g');
        return page.getByRole('dialog').getByText('Kendall’s tau-b');
      },
      close: 'Close',
    },
  ];

// Both themes have the same page: only its colours are looked at twice.
for (const [theme, only] of [
  ['light', []],
  ['dark', ['color-contrast']],
] as const) {
  test(`axe finds nothing in any view, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await visit(page);
    const found: string[] = [];
    for (const { title } of VIEWS) {
      await go(page, title);
      if (title === 'Compare') await page.getByTestId('pairs').getByRole('button').first().click();
      await page.setViewportSize({ width: 1280, height: 900 });
      found.push(...(await faults(page, `${title} at 1280`, ...only)));
      if (theme === 'dark') continue;
      await page.setViewportSize({ width: 400, height: 860 });
      // It has what only a narrow page shows: the folded systems, and the pair as a sheet.
      const rules = title === 'Compare' ? [] : OF_THE_WIDTH;
      found.push(...(await faults(page, `${title} at 400`, ...rules)));
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await go(page, 'Lessons');
    await page.getByTestId('lessons').getByRole('listitem').first().getByRole('button').click();
    await expect(page.getByTestId('lesson-step')).toBeVisible();
    found.push(...(await faults(page, 'an open lesson', ...only)));
    for (const { name, view, open, close } of OPENED) {
      await go(page, view);
      await expect(await open(page)).toBeVisible();
      found.push(...(await faults(page, name, ...only)));
      if (close) await page.getByRole('dialog').getByRole('button', { name: close, exact: true }).click();
      else await page.keyboard.press('Escape');
    }
    await expect(page.getByTestId('export')).toBeHidden();
    await expect(page.getByTestId('hosting')).toBeHidden();
    expect(found).toEqual([]);
  });
}

test('no view scrolls sideways, from a phone to 4K', async ({ page }) => {
  await visit(page);
  const wide: string[] = [];
  for (const { title } of VIEWS) {
    await go(page, title);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const [content, place] = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return [scrollWidth, clientWidth] as const;
      });
      if (content > place) wide.push(`${title} at ${width}: ${content} in ${place}`);
    }
  }
  expect(wide).toEqual([]);
});

test('a narrow screen begins with the view, and unfolds the systems', async ({ page }) => {
  await page.setViewportSize({ width: 400, height: 860 });
  await visit(page);
  await expect(page.getByRole('heading', { name: 'Systems against people' })).toBeInViewport();
  await expect(page.getByTestId('system-sif')).toBeHidden();
  await page.getByRole('button', { name: 'Show the systems' }).click();
  await expect(page.getByTestId('system-sif')).toBeVisible();
});

test('the keys of the help sheet do what it says', async ({ page }) => {
  await visit(page);
  const dialog = page.getByRole('dialog');
  const pairId = page.getByTestId('pair-id');
  await page.keyboard.press('?');
  for (const { what } of SHORTCUTS) await expect(dialog.getByRole('cell', { name: what })).toBeVisible();
  // Inside a dialog they are off, but for Escape.
  await page.keyboard.press('2');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(tab(page, 'Compare')).toHaveAttribute('aria-current', 'page');

  for (const [place, { title }] of VIEWS.entries()) {
    await page.keyboard.press(String(place + 1));
    await expect(tab(page, title)).toHaveAttribute('aria-current', 'page');
    await expect(tab(page, title)).toBeFocused();
  }
  await page.keyboard.press('5');
  await page.getByTestId('lessons').getByRole('listitem').first().getByRole('button').click();
  await expect(page.getByTestId('lesson-step')).toHaveText(/^step 1 /);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('lesson-step')).toHaveText(/^step 2 /);

  await page.keyboard.press('1');
  const rows = page.getByTestId('pairs').locator('tbody tr');
  await expect(rows.first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('k');
  await expect(rows.first()).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Escape');
  await expect(pairId).toBeHidden();
  await page.keyboard.press('/');
  await expect(page.getByPlaceholder('Find words')).toBeFocused();
  // A field takes what is typed.
  await page.keyboard.press('2');
  await expect(page.getByPlaceholder('Find words')).toHaveValue('2');
  await expect(tab(page, 'Compare')).toHaveAttribute('aria-current', 'page');

  await tab(page, 'Compare').focus();
  await page.keyboard.press('?');
  await dialog.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByTestId('pairs')).toBeVisible();
  await page.keyboard.press('3');
  await expect(tab(page, 'Compare')).toHaveAttribute('aria-current', 'page');
});

test('a term opens the glossary at its place, and the search finds others', async ({ page }) => {
  await visit(page);
  await page.getByRole('button', { name: 'bootstrap intervals' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('[data-term=bootstrap]')).toBeFocused();
  await expect(dialog.locator('[data-term=bootstrap]')).toBeInViewport();
  await dialog.getByRole('searchbox').fill('overlap degrees');
  await expect(dialog.locator('dt')).toHaveText(['Williams’ test']);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('button', { name: 'bootstrap intervals' })).toBeFocused();
});
