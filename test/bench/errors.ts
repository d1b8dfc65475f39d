import type { Playground } from '../../src/app/playground.svelte.ts';
import { openPage } from '../../scripts/openPage.ts';
import { median, type Report } from './report.ts';

declare const stsPlayground: Playground;

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const MOST_SECONDS = 4;

/**
 * All pairs of STS-B sorted by what makes them hard, from the page's call to the labels; each round in a browser of its
 * own, whose worker was started on the contrast set and has read none of these sentences.
 */
export async function benchErrors(report: Report): Promise<void> {
  const seconds: number[] = [];
  let pairs = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const { page, close } = await openPage();
    try {
      await page.waitForFunction(() => stsPlayground.comparison.benchmark !== null);
      const took = await page.evaluate(async () => {
        const { categories, comparison, activities } = stsPlayground;
        await categories.read();
        await comparison.open('stsbenchmark', ['train', 'dev', 'test']);
        while (activities.list.length > 0) await new Promise((go) => setTimeout(go, 20));
        const started = performance.now();
        await categories.read();
        const passed = (performance.now() - started) / 1000;
        if (categories.state.kind !== 'read') throw new Error(`It is ${categories.state.kind}.`);
        return { passed, pairs: comparison.benchmark!.pairs.length };
      });
      seconds.push(took.passed);
      pairs = took.pairs;
    } finally {
      await close();
    }
  }
  report.fact('pairs', pairs.toLocaleString('en'));
  report.row('categories of all pairs, worker running', median(seconds));
  report.ratio(`that against ${MOST_SECONDS} seconds`, MOST_SECONDS / median(seconds), 1);
}
