import type { SystemKind } from '../../src/systems/registry.ts';
import {
  card,
  CONTRAST_PAIRS,
  expect,
  readRun,
  rowOf,
  runAll,
  settled,
  shownPearson,
  test,
  visit,
} from './page.ts';

test.use({ precomputed: true });
const KINDS: readonly SystemKind[] = ['glove-sum', 'glove-idf', 'sif', 'transformer'];

test('a first visit shows what came with the page, marked as such, and no model is fetched; the page computes the same', async ({
  page,
  watch,
}) => {
  await visit(page);
  await expect(page.getByTestId('correlations').locator('tbody tr[data-system]')).toHaveCount(5);
  const shipped = new Map<SystemKind, { scores: (number | null)[]; pearson: number }>();
  for (const kind of KINDS) {
    await expect(card(page, kind)).toContainText('precomputed');
    shipped.set(kind, {
      scores: (await readRun(page, kind)).scores,
      pearson: await shownPearson(page, kind),
    });
  }
  await rowOf(page, 'sif').getByRole('button', { name: 'Provenance' }).click();
  await expect(page.getByText(/^precomputed: made by this page elsewhere/)).toBeVisible();
  expect(watch.requested.filter((url) => /models\/|tfjs|\.wasm/.test(url))).toEqual([]);

  await runAll(page);
  for (const kind of KINDS) {
    await expect(card(page, kind)).not.toContainText('precomputed');
    await expect(card(page, kind)).toContainText(/computed on/);
    const { scores, backend } = await readRun(page, kind);
    expect(backend).not.toBe('none');
    const before = shipped.get(kind)!;
    expect(before.scores).toHaveLength(CONTRAST_PAIRS);
    // Single-precision sums; other threads and backends add in another order.
    scores.forEach((score, row) => expect(score, `${kind}, pair ${row}`).toBeCloseTo(before.scores[row]!, 5));
    expect(await shownPearson(page, kind)).toBeCloseTo(before.pearson, 1);
  }
  await expect(page.getByText(/^precomputed: made/)).toBeHidden();
});

test('a run that is cancelled gives way to what came with the page', async ({ page }) => {
  await visit(page);
  await page.evaluate(async () => {
    const { comparison } = stsPlayground;
    const entry = comparison.systems.find(({ spec }) => spec.kind === 'transformer')!;
    const done = comparison.run(entry);
    while (entry.state.kind !== 'running' || entry.state.activity === null)
      await new Promise((go) => setTimeout(go, 1));
    entry.state.activity.cancel();
    await done;
  });
  await settled(page);
  await expect(card(page, 'transformer')).toContainText('precomputed');
  expect((await readRun(page, 'transformer')).scores).toHaveLength(CONTRAST_PAIRS);
});

test('what was precomputed of another content is not shown', async ({ page }) => {
  await page.route('**/precomputed/contrast.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), contentHash: 'of another set' } });
  });
  await visit(page);
  await expect(page.getByTestId('correlations').locator('tbody tr[data-system]')).toHaveCount(1);
  await expect(card(page, 'sif')).not.toContainText('precomputed');
});

test('a contrast set that the browser kept from an older page is replaced', async ({ page }) => {
  await visit(page);
  await page.evaluate(async () => {
    const { store } = stsPlayground;
    const part = (await store.listParts()).find(({ benchmark }) => benchmark === 'contrast')!;
    const pairs = (await store.getPairs(part.key)).slice(0, 80);
    await store.putPart({ ...part, contentHash: '0'.repeat(64), counts: { pairs: 80, rated: 80 } }, pairs);
  });
  await page.reload();
  await settled(page);
  await expect(page.getByText(`${CONTRAST_PAIRS} pairs`, { exact: true })).toBeVisible();
  await expect(card(page, 'sif')).toContainText('precomputed');
});
