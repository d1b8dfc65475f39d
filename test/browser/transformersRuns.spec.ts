import type { Page } from '@playwright/test';
import { MEASURE_IDS } from '../../src/measures/vectors.ts';
import { expect, openParameters, readRun, settled, test, visit } from './page.ts';
import {
  batchesWritten,
  bringPairs,
  cancelAfter,
  countBatches,
  distinctPairs,
  hasRun,
  keptSets,
  press,
  runTransformer,
  transformer,
} from './tinyModelPage.ts';

const SIXTY = distinctPairs(60);
/** Enough batches to be stopped between two of them. */
const MANY = distinctPairs(400);
const KEPT = /^(\d+) % of the sentences are encoded and kept/;

/** Scores by the two sentences of their pair, whatever the order of the rows. */
async function scoresByPair(page: Page): Promise<Map<string, number | null>> {
  const { scores } = await readRun(page, 'transformer');
  const texts = await page.evaluate(() =>
    stsPlayground.comparison.benchmark!.pairs.map(({ sentence1, sentence2 }) => `${sentence1}|${sentence2}`),
  );
  return new Map(texts.map((text, row) => [text, scores[row]!]));
}

test('scores do not depend on the order of the pairs', async ({ page }) => {
  await visit(page);
  await bringPairs(page, SIXTY);
  await runTransformer(page);
  const before = await scoresByPair(page);
  await bringPairs(page, SIXTY.toReversed());
  await runTransformer(page);
  const after = await scoresByPair(page);
  expect(before.size).toBe(60);
  for (const [text, score] of before) expect(after.get(text), text).toBeCloseTo(score!, 6);
  expect(new Set(before.values()).size).toBeGreaterThan(50);
});

test('what a cancelled or closed run has encoded is kept, and Resume encodes only the rest', async ({
  page,
  context,
}) => {
  await visit(page);
  await bringPairs(page, MANY);
  const { hash } = new URL(page.url());
  await press(page, 'Run');
  await cancelAfter(page, 128);
  await expect(transformer(page).getByText(KEPT)).toBeVisible();
  const [cancelled] = await keptSets(page);
  expect(cancelled!.rows).toBeGreaterThanOrEqual(128);
  // At most the batch under way came after the press.
  expect(cancelled!.rows).toBeLessThanOrEqual(256);
  const shownShare = KEPT.exec(await transformer(page).getByText(KEPT).innerText())![1];
  expect(Number(shownShare)).toBe(Math.floor((100 * cancelled!.rows) / cancelled!.of));

  // The tab is closed in the middle of the next attempt.
  await page.reload();
  await settled(page);
  await expect(transformer(page).getByText(KEPT)).toBeVisible();
  await press(page, 'Resume');
  await page.waitForFunction(
    (rows) =>
      stsPlayground.activities.list.some(
        ({ what, done }) => what === 'Encoding sentences' && done > rows + 64,
      ),
    cancelled!.rows,
  );
  await page.close();

  const later = await context.newPage();
  await visit(later, hash);
  await expect(transformer(later).getByText(KEPT)).toBeVisible();
  const [closed] = await keptSets(later);
  expect(closed!.rows).toBeGreaterThan(cancelled!.rows);
  expect(closed!.rows).toBeLessThan(closed!.of);
  await countBatches(later);
  await runTransformer(later, 'Resume');
  const batches = await later.evaluate(
    async () => (await stsPlayground.store.listEmbeddings())[0]!.offsets.length - 1,
  );
  const written = await batchesWritten(later);
  expect(written.length).toBe(batches - closed!.rows / 64);
  expect(new Set(written).size).toBe(written.length);
  const resumed = await readRun(later, 'transformer');
  expect(resumed.scores.every((score) => score !== null)).toBe(true);

  // As one that nobody stopped.
  await later.evaluate(async () => {
    const { store, comparison } = stsPlayground;
    for (const { key } of await store.listEmbeddings()) await store.deleteEmbeddings(key);
    const entry = comparison.systems.find(({ spec }) => spec.kind === 'transformer')!;
    await store.deleteRun(entry.run!.key);
    await comparison.change(entry, entry.spec);
  });
  await runTransformer(later);
  expect((await readRun(later, 'transformer')).scores).toEqual(resumed.scores);
});

test('a worker that dies is replaced once: the same scores, and a note', async ({ page, watch }) => {
  watch.allow(/killed by the test/);
  await visit(page);
  await bringPairs(page, distinctPairs(150));
  await press(page, 'Run');
  await page.waitForFunction(() =>
    stsPlayground.activities.list.some(({ what }) => what === 'Encoding sentences'),
  );
  const worker = page.workers().find((candidate) => candidate.url().includes('encoder.worker'))!;
  await worker.evaluate(() => {
    setTimeout(() => {
      throw new Error('killed by the test');
    });
  });
  await hasRun(page);
  const { scores, notes } = await readRun(page, 'transformer');
  expect(notes).toHaveLength(1);
  expect(notes[0]).toMatch(/^Batch \d+ failed once \(.*stopped.*\) and was encoded on a fresh worker\.$/);
  await expect(transformer(page).getByText(notes[0]!)).toBeVisible();
  await page.evaluate(async () => {
    const { store, comparison } = stsPlayground;
    for (const { key } of await store.listEmbeddings()) await store.deleteEmbeddings(key);
    const entry = comparison.systems.find(({ spec }) => spec.kind === 'transformer')!;
    await store.deleteRun(entry.run!.key);
    await comparison.change(entry, entry.spec);
  });
  await runTransformer(page);
  const undisturbed = await readRun(page, 'transformer');
  expect(undisturbed.notes).toEqual([]);
  expect(scores).toEqual(undisturbed.scores);
});

test('measures after the run: two at once encode once, and the other five need no model', async ({
  page,
}) => {
  await visit(page);
  await bringPairs(page, SIXTY);
  await page.evaluate(() => {
    stsPlayground.comparison.addSystemById('transformer:use-lite(measure=dot)');
  });
  await countBatches(page);
  for (const one of [0, 1]) {
    await transformer(page).nth(one).getByRole('button', { name: 'Run', exact: true }).click();
  }
  for (const one of [0, 1]) {
    await expect(
      transformer(page)
        .nth(one)
        .getByText(/^(computed|stored) on/),
    ).toBeVisible({ timeout: 90_000 });
  }
  await settled(page);
  expect(new Set(await batchesWritten(page)).size).toBe((await batchesWritten(page)).length);
  expect(await keptSets(page)).toHaveLength(1);
  await page.evaluate(() => {
    const { comparison, encoders } = stsPlayground;
    comparison.removeSystem(comparison.systems.at(-1)!);
    for (const { key } of encoders.loaded) encoders.unload(key);
  });
  const asked: string[] = [];
  await page.route(/\/models\/|ort-wasm/, (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await openParameters(page, 'transformer');
  const seen = new Map<string, (number | null)[]>();
  for (const measure of MEASURE_IDS) {
    await transformer(page).getByRole('combobox', { name: 'Measure' }).selectOption(measure);
    await hasRun(page);
    const { id, scores } = await readRun(page, 'transformer');
    expect(id).toContain(`measure=${measure}`);
    expect(scores).toHaveLength(60);
    expect(
      scores.every((score) => score !== null && Number.isFinite(score)),
      measure,
    ).toBe(true);
    for (const [other, earlier] of seen) {
      // The network scales its vectors to length 1: then the dot product is the cosine.
      const pair = [measure, other].sort().join(' ');
      if (pair !== 'cosine dot') expect(scores, pair).not.toEqual(earlier);
    }
    seen.set(measure, scores);
  }
  expect(seen.size).toBe(7);
  expect(asked).toEqual([]);
  expect(await page.evaluate(() => stsPlayground.encoders.loaded.length)).toBe(0);
});

test('a second tab that runs the same encoder is told, and shows the run once it is there', async ({
  page,
  context,
}) => {
  await visit(page);
  await bringPairs(page, SIXTY);
  const other = await context.newPage();
  await visit(other, new URL(page.url()).hash);
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await context.route(/use-lite\/onnx\/model\.onnx/, async (route) => {
    await released;
    await route.continue().catch(() => {});
  });
  await press(page, 'Run');
  await expect.poll(() => page.evaluate(async () => (await navigator.locks.query()).held!.length)).toBe(1);
  await press(other, 'Run');
  await expect(transformer(other).locator('.error')).toContainText('Another tab computes the same run.');
  await expect(transformer(other).locator('.error strong')).toContainText('Wait until it is done there');
  release();
  await hasRun(page);
  await press(other, 'Run');
  await hasRun(other);
  await expect(transformer(other).getByText(/^stored on/)).toBeVisible();
  expect((await readRun(other, 'transformer')).scores).toEqual((await readRun(page, 'transformer')).scores);
});
