/**
 * `npm run screenshots`: pictures of the page for the README, on the contrast set, whose sentences are ours. With
 * `--all FOLDER` every view at three widths in both themes, to be looked at.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Playground } from '../src/app/playground.svelte.ts';
import { openPage } from './openPage.ts';
import { root, say } from './setup.mjs';

declare const stsPlayground: Playground;

async function runAll(page: Page): Promise<void> {
  await page.waitForFunction(() => stsPlayground.comparison.benchmark !== null);
  await page.evaluate(() => stsPlayground.comparison.runAll());
  await page.waitForFunction(() =>
    stsPlayground.comparison.systems.every((entry) => entry.intervals !== null),
  );
  await page.evaluate(() => stsPlayground.comparison.showPair('contrast/all/negation-01/contrast'));
  await page.locator('.token').first().waitFor();
}

async function take(
  file: string,
  view: 'compare' | 'data',
  theme: 'light' | 'dark',
  width: number,
  height: number,
): Promise<void> {
  const { page, close } = await openPage({ width, height });
  try {
    await runAll(page);
    await page.evaluate(
      ({ name, scheme }) => {
        stsPlayground.theme = scheme;
        stsPlayground.view = name;
      },
      { name: view, scheme: theme },
    );
    await page.waitForTimeout(500);
    await page.screenshot({ path: file });
    say(file);
  } finally {
    await close();
  }
}

const all = process.argv.indexOf('--all');
if (all >= 0) {
  const folder = process.argv[all + 1] ?? join(root, '.cache', 'screenshots');
  mkdirSync(folder, { recursive: true });
  for (const view of ['compare', 'data'] as const) {
    for (const theme of ['light', 'dark'] as const) {
      for (const [width, height] of [
        [400, 860],
        [1280, 900],
        [2560, 1440],
      ] as const) {
        await take(join(folder, `${view}-${theme}-${width}.png`), view, theme, width, height);
      }
    }
  }
} else {
  mkdirSync(join(root, 'docs'), { recursive: true });
  await take(join(root, 'docs', 'compare-light.png'), 'compare', 'light', 1440, 900);
  await take(join(root, 'docs', 'compare-dark.png'), 'compare', 'dark', 1440, 900);
}
