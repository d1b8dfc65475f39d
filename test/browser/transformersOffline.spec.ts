import { expect, openParameters, readRun, settled, test, visit } from './page.ts';
import { bringPairs, distinctPairs, hasRun, keptSets, runTransformer, transformer } from './tinyModelPage.ts';

test.use({ serviceWorkers: 'allow' });

test('case 42: once used, a transformer works without a network: reload, another measure, other pairs', async ({
  page,
  context,
  watch,
}) => {
  await visit(page);
  await runTransformer(page);
  const before = await readRun(page, 'transformer');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await context.setOffline(true);

  await page.reload();
  await settled(page);
  await expect(transformer(page).getByText(/^stored on/)).toBeVisible();
  expect(await readRun(page, 'transformer')).toEqual(before);
  await openParameters(page, 'transformer');
  await transformer(page).getByRole('combobox', { name: 'Measure' }).selectOption('euclidean');
  await hasRun(page);
  expect((await readRun(page, 'transformer')).scores).not.toEqual(before.scores);

  // The model and ONNX Runtime come from the browser's cache.
  const asked = watch.requested.length;
  await bringPairs(page, distinctPairs(30));
  await runTransformer(page);
  const { scores, n } = await readRun(page, 'transformer');
  expect(n).toBe(30);
  expect(scores.every((score) => score !== null)).toBe(true);
  expect(await keptSets(page)).toHaveLength(2);
  expect(watch.requested.slice(asked).filter((url) => /onnx|ort-wasm/.test(url))).toEqual([]);
});
