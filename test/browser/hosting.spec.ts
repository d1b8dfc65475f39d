import { networkInterfaces } from 'node:os';
import type { Page } from '@playwright/test';
import { tinyEncoder } from '../fixtures/tinyEncoder.ts';
import { manyPairs, tsv } from './invented.ts';
import { card, expect, importFiles, readRun, run, runAll, settled, showView, visit } from './page.ts';
import { endHost, kept, saidOfHost, test } from './plainHost.ts';
import { startHub } from './tinyModelHub.ts';
import { bringPairs, runTransformer, tinyPairs, useHub, useModel } from './tinyModelPage.ts';

/** An address of this machine that is not its loopback, for which browsers trust no plain http. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find((at) => at?.family === 'IPv4' && !at.internal)?.address;

/** Documents that the page loads from now on. */
function countLoads(page: Page): { loads: number } {
  const counted = { loads: 0 };
  page.on('domcontentloaded', () => counted.loads++);
  return counted;
}

async function openView(page: Page, name: 'Errors' | 'Ranking' | 'Pair lab' | 'Data'): Promise<void> {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name }).click();
  await expect(page.getByText('The code of this view could not be fetched.')).toHaveCount(0);
}

test('below a folder of a plain server: isolated on the first visit, then all works without the server', async ({
  page,
  host,
  watch,
}) => {
  const counted = countLoads(page);
  await visit(page);
  expect(counted.loads).toBe(2);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await kept(page);
  expect(await saidOfHost(page)).toBe('The page is kept and works without a network.');

  await importFiles(page, { name: 'own.tsv', content: tsv(manyPairs(12)) });
  await showView(page, 'Compare');
  await runAll(page);
  const before = await readRun(page, 'sif');
  expect(before.n).toBe(12);
  await openView(page, 'Errors');
  await expect(page.getByTestId('error-table')).toBeVisible();
  await settled(page);
  await endHost(host, watch);

  await page.reload();
  await settled(page);
  expect(counted.loads).toBe(3);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await expect(page.getByTestId('error-table')).toBeVisible();
  // Other pairs: nothing that was computed before helps.
  const others = manyPairs(12).map(([gold, a, b]) => [gold, b, `${a} ${b}`] as const);
  await importFiles(page, { name: 'others.tsv', content: tsv(others) });
  await openView(page, 'Errors');
  await run(page, 'sif');
  await expect(card(page, 'sif').getByText(/^computed on/)).toBeVisible();
  const after = await readRun(page, 'sif');
  expect(after.scores).not.toEqual(before.scores);
  expect(after.scores.every((score) => score !== null)).toBe(true);
  await expect(page.getByTestId('error-table')).toBeVisible();
  // Views that were never opened.
  await openView(page, 'Ranking');
  await expect(page.getByTestId('significance')).toBeVisible();
  await openView(page, 'Pair lab');
  await expect(page.getByRole('heading', { name: 'Pair lab' })).toBeVisible();
  expect(host.asked.filter((path) => !path.startsWith('/somewhere/'))).toEqual([]);
  expect(watch.requested.filter((url) => !url.startsWith(host.url))).toEqual([]);
});

test('isolated by its own worker: a model from another origin, on several threads, later without both', async ({
  page,
  host,
  watch,
}) => {
  const hub = await startHub();
  try {
    hub.put('tiny/mean', tinyEncoder({ pooling: 'mean', normalise: true }));
    await visit(page);
    await bringPairs(page, tinyPairs(20));
    await useHub(page, watch, hub);
    await useModel(page, 'tiny/mean');
    await runTransformer(page);
    const threads = () =>
      page.evaluate(() => stsPlayground.encoders.loaded.map(({ facts }) => facts.threads));
    const expected = await page.evaluate(() => Math.min(4, navigator.hardwareConcurrency));
    expect(await threads()).toEqual([expected]);
    await kept(page);

    await hub.close();
    await endHost(host, watch);
    await page.reload();
    await settled(page);
    await bringPairs(page, tinyPairs(30));
    await useModel(page, 'tiny/mean');
    await runTransformer(page);
    expect((await readRun(page, 'transformer')).n).toBe(30);
    expect(await threads()).toEqual([expected]);
  } finally {
    await hub.close().catch(() => {});
  }
});

for (const [title, script, reason] of [
  [
    'has no service workers',
    'delete Navigator.prototype.serviceWorker',
    'this browser has no service workers here',
  ],
  [
    'refuses them',
    `ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('denied', 'SecurityError'))`,
    'its service worker could not start (denied)',
  ],
] as const) {
  test(`a browser that ${title}, a host without headers: one thread, and the page says so`, async ({
    page,
  }) => {
    await page.addInitScript(script);
    const counted = countLoads(page);
    await visit(page);
    expect(counted.loads).toBe(1);
    const said = await saidOfHost(page);
    expect(said).toContain('One thread: this host sends no isolation headers');
    expect(said).toContain(`The page is not kept and needs its network: ${reason}.`);
    expect(await page.evaluate(() => stsPlayground.diagnostics())).toContain(said.split('. ')[0]);
  });
}

const withoutOutside = outside ? '' : ' (skipped: this machine has no address but its loopback)';
test(`plain http in a local network: the page works on one thread and says why${withoutOutside}`, async ({
  page,
  host,
  watch,
}) => {
  test.skip(!outside, 'this machine has no address but its loopback');
  watch.allow(/^request to /);
  await page.goto(`http://${outside}:${host.port}/somewhere/`);
  await settled(page);
  await importFiles(page, { name: 'own.tsv', content: tsv(manyPairs(12)) });
  await showView(page, 'Compare');
  await run(page, 'sif');
  expect(await page.evaluate(() => [isSecureContext, crossOriginIsolated])).toEqual([false, false]);
  expect(await saidOfHost(page)).toBe(
    'One thread: browsers allow more only over https or on localhost. ' +
      'The page is not kept and needs its network: browsers allow it only over https or on localhost.',
  );
});
