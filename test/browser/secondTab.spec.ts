import {
  card,
  expect,
  readRun,
  runAll,
  settled,
  storedRuns,
  test,
  visit,
  withoutTransformer,
} from './page.ts';

test('two tabs that run the same system: one computes, the other is told or shows the stored run', async ({
  page,
  context,
}) => {
  await visit(page);
  const other = await context.newPage();
  await visit(other);
  // Both hold their lock at the same time: the shards come late.
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await context.route(/shard-\d+\.bin/, async (route) => {
    await released;
    await route.continue().catch(() => {});
  });
  const button = { name: 'Run', exact: true };
  await card(page, 'glove-sum').getByRole('button', button).click();
  await expect(page.getByRole('region', { name: 'What is going on' })).toBeVisible();
  await expect.poll(() => page.evaluate(async () => (await navigator.locks.query()).held!.length)).toBe(1);
  await card(other, 'glove-sum').getByRole('button', button).click();
  await expect(card(other, 'glove-sum')).toContainText('Another tab computes the same run.');
  await expect(card(other, 'glove-sum')).toContainText('Wait until it is done there, then press Run');
  release();
  await expect(card(page, 'glove-sum').getByText(/^computed on/)).toBeVisible();
  await settled(page);

  await card(other, 'glove-sum').getByRole('button', button).click();
  await expect(card(other, 'glove-sum').getByText(/^stored on/)).toBeVisible();
  await settled(other);
  expect(await readRun(other, 'glove-sum')).toEqual(await readRun(page, 'glove-sum'));
  expect(await storedRuns(page)).toHaveLength(2);
});

test('two tabs that press Run all at once end with the same runs, each stored once', async ({
  page,
  context,
}) => {
  await visit(page);
  await withoutTransformer(page);
  const other = await context.newPage();
  await visit(other, new URL(page.url()).hash);
  const pressed = [page, other].map((tab) => tab.getByRole('button', { name: 'Run all' }).click());
  await Promise.all(pressed);
  await settled(page);
  await settled(other);
  for (const tab of [page, other]) {
    const all = tab.getByRole('button', { name: 'Run all' });
    if (await all.isEnabled()) await runAll(tab);
  }
  expect(await storedRuns(page)).toHaveLength(4);
  for (const kind of ['glove-sum', 'glove-idf', 'sif'] as const) {
    expect((await readRun(other, kind)).scores).toEqual((await readRun(page, kind)).scores);
  }
});

test('a newer version in another tab: this one lets go of the storage and says so', async ({
  page,
  context,
}) => {
  await visit(page);
  const other = await context.newPage();
  // A page of the same origin that is not the playground, so it has no icon of its own.
  await context.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
  await other.goto('./benchmarks/contrast.jsonl');
  const version = await other.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open('sts-playground', 99);
        request.onblocked = () => reject(new Error('the first tab does not let go'));
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          resolve(request.result.version);
          request.result.close();
        };
      }),
  );
  expect(version).toBe(99);
  await expect(page.getByText('A newer version of the page is open in another tab.')).toBeVisible();
  await expect(page.getByText(/Reload this tab/)).toBeVisible();

  // After a reload the old page meets a newer database: it works in memory and says why.
  await visit(page);
  await expect(page.getByText('The stored data was written by a newer version of the page')).toBeVisible();
  await expect(card(page, 'overlap-cosine').getByText(/^computed on/)).toBeVisible();
});
