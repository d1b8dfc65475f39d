import type { Page } from '@playwright/test';
import { choose, expect, mirror, runAll, settled, test, visit, withoutMirror } from './page.ts';
import { runTransformer } from './tinyModelPage.ts';

const STSB = 'STS Benchmark (English, SemEval STS 2012-2017 selection)';

interface LongTask {
  startedMs: number;
  durationMs: number;
}

/** Long tasks from now on. @returns a function that takes what was found since */
async function watchTasks(page: Page): Promise<() => Promise<LongTask[]>> {
  // Opening and drawing are over; what is measured is the run.
  await page.waitForTimeout(500);
  await page.evaluate(() => {
    const found: LongTask[] = [];
    Object.assign(globalThis, { longTasks: found });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        found.push({ startedMs: Math.round(startTime), durationMs: Math.round(duration) });
      }
    }).observe({ type: 'longtask' });
  });
  return () => page.evaluate(() => (globalThis as unknown as { longTasks: LongTask[] }).longTasks.splice(0));
}

const over100 = (tasks: readonly LongTask[]): LongTask[] =>
  tasks.filter(({ durationMs }) => durationMs > 100);

test(`no task on the main thread lasts over 100 ms while all of STS-B runs${withoutMirror}`, async ({
  page,
}) => {
  test.skip(mirror === '', 'STS_DATA_DIR names no mirror');
  await visit(page);
  await choose(page, STSB);
  expect(await page.evaluate(() => stsPlayground.comparison.benchmark!.pairs.length)).toBe(8628);
  // The transformer has a test of its own.
  await page.evaluate(() => {
    const { comparison } = stsPlayground;
    const entry = comparison.systems.find(({ spec }) => spec.kind === 'transformer');
    if (entry) comparison.removeSystem(entry);
  });
  const tasks = await watchTasks(page);
  await runAll(page);
  await settled(page);
  expect(over100(await tasks())).toEqual([]);

  // The observer does see such a task where there is one.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        setTimeout(() => {
          for (const start = performance.now(); performance.now() - start < 150;);
          setTimeout(resolve, 100);
        }),
      ),
  );
  expect(over100(await tasks())).toHaveLength(1);
});

test(`nor while use-lite runs on STS-B test, nor while its scores are read again${withoutMirror}`, async ({
  page,
}) => {
  test.skip(mirror === '', 'STS_DATA_DIR names no mirror');
  await visit(page);
  await choose(page, STSB, 'test');
  const tasks = await watchTasks(page);
  await runTransformer(page);
  expect(over100(await tasks())).toEqual([]);
  // Another measure reads all the embeddings back.
  await page.evaluate(async () => {
    const { comparison } = stsPlayground;
    const entry = comparison.systems.find(({ spec }) => spec.kind === 'transformer')!;
    const { spec } = entry;
    await comparison.change(entry, { ...spec, parameters: { ...spec.parameters, measure: 'manhattan' } });
  });
  await settled(page);
  expect(over100(await tasks())).toEqual([]);
});
