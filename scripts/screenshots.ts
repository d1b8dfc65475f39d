/**
 * `npm run screenshots`: the two pictures of the README, on the contrast set, whose sentences are ours. With `--all`
 * also every view at three widths in both themes, into `.cache/screenshots`, to be looked at.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { VIEWS, type ViewId } from '../src/app/permalink.ts';
import type { Playground } from '../src/app/playground.svelte.ts';
import { openPage } from './openPage.ts';
import { root, say } from './setup.mjs';

declare const stsPlayground: Playground;

const THEMES = ['light', 'dark'] as const;
const SIZES = [
  [400, 860],
  [1280, 900],
  [2560, 1440],
] as const;
/** What is drawn in frames of its own. */
const DRAWN_MS = 800;

async function quiet(page: Page): Promise<void> {
  await page.waitForFunction(() => stsPlayground.activities.list.length === 0);
  await page.waitForTimeout(DRAWN_MS);
  await page.waitForFunction(() => stsPlayground.activities.list.length === 0);
}

/** The page with every system of a first visit run, and a pair chosen. */
async function openRun(width: number, height: number): ReturnType<typeof openPage> {
  const opened = await openPage({ width, height });
  try {
    const { page } = opened;
    await page.waitForFunction(() => stsPlayground.comparison.benchmark !== null);
    await page.evaluate(() => stsPlayground.comparison.runAll());
    await page.waitForFunction(() =>
      stsPlayground.comparison.systems.every(({ intervals }) => intervals !== null),
    );
    await page.evaluate(() => stsPlayground.comparison.showPair('contrast/all/negation-01/contrast'));
    await quiet(page);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function take(page: Page, view: ViewId, theme: (typeof THEMES)[number], file: string): Promise<void> {
  await page.evaluate(
    ({ name, scheme }) => {
      stsPlayground.theme = scheme;
      stsPlayground.view = name;
    },
    { name: view, scheme: theme },
  );
  await quiet(page);
  await page.screenshot({ path: file });
  say(file);
}

const docs = join(root, 'docs');
mkdirSync(docs, { recursive: true });
const { page, close } = await openRun(1280, 900);
try {
  await take(page, 'compare', 'light', join(docs, 'compare-light.png'));
  await take(page, 'errors', 'dark', join(docs, 'errors-dark.png'));
} finally {
  await close();
}
if (process.argv.includes('--all')) {
  const folder = join(root, '.cache', 'screenshots');
  mkdirSync(folder, { recursive: true });
  for (const [width, height] of SIZES) {
    const opened = await openRun(width, height);
    try {
      for (const { id } of VIEWS) {
        for (const theme of THEMES) {
          await take(opened.page, id, theme, join(folder, `${id}-${theme}-${width}.png`));
        }
      }
    } finally {
      await opened.close();
    }
  }
}
