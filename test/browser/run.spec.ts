import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { VectorsManifest } from '../../models/formats.ts';
import {
  card,
  expect,
  run,
  runAll,
  readRun,
  settled,
  storedRuns,
  test,
  visit,
  withoutTransformer,
} from './page.ts';

/** Holds files back until the returned function is called. */
async function hold(page: Page, files: RegExp): Promise<() => Promise<void>> {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(files, async (route) => {
    await released;
    // A cancelled request can't be continued any more.
    await route.continue().catch(() => {});
  });
  return async () => {
    release();
    await page.unroute(files);
  };
}

const ALL_SHARDS = /shard-\d+\.bin/;
const ALL_BUT_THE_FIRST_SHARD = /shard-(?!000)\d+\.bin/;
const WORD_LIST = /words\.txt/;

const activities = (page: Page) => page.getByRole('region', { name: 'What is going on' });

test('all systems run, are stored, and come back after a reload without being computed', async ({
  page,
  watch,
}) => {
  await visit(page);
  await withoutTransformer(page);
  await runAll(page);
  const kinds = ['overlap-cosine', 'glove-sum', 'glove-idf', 'sif'] as const;
  const before = [];
  for (const kind of kinds) before.push(await readRun(page, kind));
  expect(new Set(await storedRuns(page))).toEqual(new Set(before.map(({ key }) => key)));
  await expect(page.getByTestId('correlations').locator('tbody tr')).toHaveCount(kinds.length);

  watch.requested.length = 0;
  await page.reload();
  for (const kind of kinds) await expect(card(page, kind).getByText(/^stored on/)).toBeVisible();
  await settled(page);
  const after = [];
  for (const kind of kinds) after.push(await readRun(page, kind));
  expect(after).toEqual(before);
  expect(watch.requested.filter((url) => /models\/|\.wasm|tfjs/.test(url))).toEqual([]);
  await expect(page.getByRole('button', { name: 'Run all' })).toBeDisabled();
});

for (const [step, files, text] of [
  ['fetching the word list', WORD_LIST, /word list: 0 kB of/],
  ['fetching word vectors', ALL_BUT_THE_FIRST_SHARD, /word vectors: 1.0 MB of \d/],
] as const) {
  test(`a run can be cancelled while it is ${step}; nothing is stored, and Run works again`, async ({
    page,
  }) => {
    await visit(page);
    const before = await storedRuns(page);
    const release = await hold(page, files);
    await card(page, 'glove-sum').getByRole('button', { name: 'Run', exact: true }).click();
    await expect(activities(page).getByRole('progressbar', { name: 'Running glove-sum' })).toBeVisible();
    await expect(activities(page)).toContainText(text);
    await expect(card(page, 'glove-sum').getByText(/^running/)).toBeVisible();

    await activities(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(card(page, 'glove-sum').getByRole('button', { name: 'Run', exact: true })).toBeVisible();
    await expect(activities(page)).toBeHidden();
    await expect(card(page, 'glove-sum').getByText(/^ready/)).toBeVisible();
    expect(await storedRuns(page)).toEqual(before);
    expect(await page.evaluate(() => stsPlayground.notices.list)).toEqual([]);

    await release();
    await run(page, 'glove-sum');
    expect(await storedRuns(page)).toHaveLength(before.length + 1);
  });
}

test('Cancel on the card ends one of several waiting runs; the others go on', async ({ page }) => {
  await visit(page);
  await withoutTransformer(page);
  const release = await hold(page, ALL_SHARDS);
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(activities(page)).toContainText('waits for');
  await card(page, 'glove-idf').getByRole('button', { name: 'Cancel' }).click();
  await release();
  await expect(card(page, 'glove-idf').getByRole('button', { name: 'Run', exact: true })).toBeVisible();
  await expect(card(page, 'sif').getByText(/^computed on/)).toBeVisible();
  await expect(card(page, 'glove-sum').getByText(/^computed on/)).toBeVisible();
  await settled(page);
});

test('two presses of Run give one run', async ({ page, watch }) => {
  await visit(page);
  const button = card(page, 'glove-sum').getByRole('button', { name: 'Run', exact: true });
  await button.dblclick();
  await expect(card(page, 'glove-sum').getByText(/^computed on/)).toBeVisible();
  await settled(page);
  expect(await storedRuns(page)).toHaveLength(2);
  const shards = watch.requested.filter((url) => url.includes('shard-'));
  expect(new Set(shards).size).toBe(shards.length);
});

test('a missing shard becomes a message with a next step, and a later Run works', async ({ page, watch }) => {
  watch.allow(/status of 404/);
  await visit(page);
  await page.route('**/shard-*.bin', (route) => route.fulfill({ status: 404, body: 'not here' }));
  await card(page, 'glove-sum').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(card(page, 'glove-sum')).toContainText(/shard-\d+\.bin is not there \(HTTP 404\)/);
  await expect(card(page, 'glove-sum')).toContainText('Reload the page');
  expect(await storedRuns(page)).toHaveLength(1);
  await page.unroute('**/shard-*.bin');
  await run(page, 'glove-sum');
});

test('a web page or a damaged file in place of a shard is never taken for vectors', async ({ page }) => {
  await visit(page);
  const shard = '**/shard-*.bin';
  const runButton = card(page, 'sif').getByRole('button', { name: 'Run', exact: true });
  await page.route(shard, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Home</title>' }),
  );
  await runButton.click();
  await expect(card(page, 'sif')).toContainText('Expected a model file, got a web page');
  await page.unroute(shard);
  // Of the right size, so that only the hash can tell.
  const { shards } = JSON.parse(
    readFileSync(new URL('../../dist/models/glove-6b-100d/manifest.json', import.meta.url), 'utf8'),
  ) as VectorsManifest;
  await page.route(shard, (route) => {
    const { sizeBytes } = shards.find(({ name }) => route.request().url().includes(name))!;
    return route.fulfill({ body: Buffer.alloc(sizeBytes) });
  });
  await runButton.click();
  await expect(card(page, 'sif')).toContainText('is not the file expected');
  await page.unroute(shard);
  await run(page, 'sif');
});
