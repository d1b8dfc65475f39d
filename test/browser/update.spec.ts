import type { Page } from '@playwright/test';
import { expect, settled, showView, visit } from './page.ts';
import { buildOf, kept, test } from './plainHost.ts';

const offer = (page: Page) => page.getByTestId('update');
const button = (page: Page, name: string) => offer(page).getByRole('button', { name, exact: true });
const keptFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const name = (await caches.keys()).find((key) => key.startsWith('sts-shell '))!;
    return (await (await caches.open(name)).keys()).map(({ url }) => url);
  });

/** Something that goes on until `endJob`. */
const startJob = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const work = new Promise<void>((resolve) => Object.assign(globalThis, { endJob: resolve }));
    void stsPlayground.activities.show('Counting sheep', () => work);
  });
const endJob = (page: Page): Promise<void> =>
  page.evaluate(() => (globalThis as unknown as { endJob: () => void }).endJob());

test('case 38: a new version is offered, waits for what is going on, and leaves other tabs their old code', async ({
  page,
  context,
  host,
}) => {
  await visit(page);
  await kept(page);
  const other = await context.newPage();
  await visit(other);
  await kept(other);
  const old = await buildOf(page);
  for (const tab of [page, other]) await expect(offer(tab)).toHaveCount(0);
  for (const tab of [page, other]) await tab.evaluate(() => Object.assign(globalThis, { here: true }));
  const stays = (tab: Page) => tab.evaluate(() => 'here' in globalThis);

  host.release();
  await startJob(page);
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())!.update()));
  for (const tab of [page, other]) await expect(offer(tab)).toContainText('A new version is ready.');
  await button(other, 'Later').click();
  await expect(offer(other)).toHaveCount(0);

  await button(page, 'Reload').click();
  await expect(offer(page)).toContainText('A reload now ends: Counting sheep.');
  await button(page, 'Reload when done').click();
  await expect(offer(page)).toContainText(
    'The page reloads when nothing is going on any more: Counting sheep.',
  );
  expect(await stays(page)).toBe(true);
  await endJob(page);
  await expect.poll(() => stays(page).catch(() => true)).toBe(false);
  await settled(page);
  const next = await buildOf(page);
  expect(next).not.toBe(old);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await kept(page);

  // The server has no longer what the other tab runs.
  expect((await page.request.get(old)).status()).toBe(404);
  await expect(offer(other)).toContainText('This one goes on with the old one.');
  expect(await stays(other)).toBe(true);
  await showView(other, 'Data');
  await expect(other.getByRole('heading', { name: 'Kept in this browser' })).toBeVisible();
  await other.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Ranking' }).click();
  await expect(other.getByTestId('significance')).toBeVisible();
  expect(await keptFiles(page)).toContain(old);

  // What the view computes would be asked about.
  await settled(other);
  await button(other, 'Reload').click();
  await expect.poll(() => stays(other).catch(() => true)).toBe(false);
  await settled(other);
  expect(await buildOf(other)).toBe(next);
  // Alone, a tab of the new version needs nothing of the old one.
  await other.close();
  await page.reload();
  await settled(page);
  await kept(page);
  const files = await keptFiles(page);
  expect(files).toContain(next);
  expect(files).not.toContain(old);
});
