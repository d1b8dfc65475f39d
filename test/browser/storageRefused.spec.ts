import type { Page } from '@playwright/test';
import { CONTRAST_PAIRS, card, expect, readRun, run, showView, storedRuns, test, visit } from './page.ts';

/** The page works, in memory: numbers, a run, another look at it, and the Data view. */
async function worksInMemory(page: Page): Promise<void> {
  await expect(page.getByText(`${CONTRAST_PAIRS} pairs`, { exact: true })).toBeVisible();
  await run(page, 'glove-sum');
  const { pearson, scores } = await readRun(page, 'glove-sum');
  expect(pearson).not.toBeNull();
  expect(scores.every((score) => score !== null)).toBe(true);
  expect(await storedRuns(page)).toHaveLength(2);
  await showView(page, 'Data');
  await expect(page.getByRole('row', { name: /Of these only until the tab closes/ })).not.toContainText(
    /\D0 kB/,
  );
}

for (const [title, script, message] of [
  [
    'throws at once, as with site data blocked',
    `indexedDB.open = () => { throw new DOMException('denied', 'SecurityError'); }`,
    'The browser refuses to store data',
  ],
  [
    'rejects, as in some private modes',
    `indexedDB.open = () => Object.create(IDBOpenDBRequest.prototype, {
       error: { value: new DOMException('not now', 'InvalidStateError') },
       addEventListener: { value: (kind, listener) => kind === 'error' && setTimeout(listener) },
       removeEventListener: { value: () => {} },
     })`,
    'The browser refuses to store data',
  ],
  [
    'is absent',
    `Object.defineProperty(globalThis, 'indexedDB', { value: undefined })`,
    'This browser has no IndexedDB here.',
  ],
  [
    'never answers',
    `indexedDB.open = () => Object.create(IDBOpenDBRequest.prototype, {
       addEventListener: { value: () => {} }, removeEventListener: { value: () => {} },
     })`,
    "The browser's storage does not answer",
  ],
] as const) {
  test(`IndexedDB ${title}: the page works in memory and says so`, async ({ page }) => {
    await page.addInitScript(script);
    await visit(page);
    await expect(page.getByText(message)).toBeVisible();
    await expect(page.getByText('kept in memory until the tab closes.')).toBeVisible();
    await worksInMemory(page);
  });
}

test('no room: what is written is kept in memory, with the figures and what to delete', async ({ page }) => {
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args: Parameters<typeof put>) {
      if (this.name === 'runs') throw new DOMException('no room', 'QuotaExceededError');
      return put.apply(this, args);
    };
  });
  await visit(page);
  await expect(
    page.getByText('There is no room left in the storage; delete a benchmark or the models'),
  ).toBeVisible();
  await expect(page.getByText(/MB of .*MB are used/)).toBeVisible();
  await worksInMemory(page);
  await showView(page, 'Compare');
  await page.reload();
  // Nothing half-written is left.
  await expect(card(page, 'glove-sum').getByRole('button', { name: 'Run', exact: true })).toBeVisible();
});

test('without Web Locks, navigator.storage and caches the page works', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['locks', 'storage']) {
      Object.defineProperty(Navigator.prototype, name, { get: () => undefined });
    }
    Object.defineProperty(globalThis, 'caches', { value: undefined });
  });
  await visit(page);
  await run(page, 'glove-sum');
  await showView(page, 'Data');
  await expect(page.getByRole('heading', { name: 'Kept in this browser' })).toBeVisible();
});

test('a database that can not be read: the page starts all the same, and says what to do', async ({
  page,
}) => {
  await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
  await page.goto('./benchmarks/contrast.jsonl');
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const request = indexedDB.open('sts-playground', 1);
        request.onupgradeneeded = () => request.result.createObjectStore('nothing of ours');
        request.onsuccess = () => {
          request.result.close();
          resolve();
        };
      }),
  );
  await page.goto('./');
  await expect(page.getByRole('heading', { name: 'STS Playground' })).toBeVisible();
  const alert = page.getByRole('alert').first();
  await expect(alert).toContainText('Could not list the parts (NotFoundError).');
  await expect(alert.locator('strong')).toContainText('delete the site data in the browser');
});
