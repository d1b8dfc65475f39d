import type { Locator, Page } from '@playwright/test';
import type { Playground } from '../../src/app/playground.svelte.ts';
import { openPage } from '../../scripts/openPage.ts';
import type { Report } from './report.ts';

declare const stsPlayground: Playground;

const SYSTEMS = ['overlap-cosine', 'glove-sum', 'glove-idf', 'sif'];
/** Interaction to next paint that counts as good (web.dev/inp). */
const MOST_MS = 200;
const ROUNDS = 12;
/** What the page needs after an interaction before the next one is a new question. */
const REST_MS = 400;

interface Watched {
  /** Longest event of each interaction since the last reset, by interaction id, ms. */
  interactions: Map<number, number>;
}

/** Event Timing: from the input to the next paint, rounded to 8 ms by the browser; what takes less than 16 is not told. */
async function watchEvents(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watched: Watched = { interactions: new Map() };
    Object.assign(globalThis, { watched });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        const { interactionId, duration } = entry as PerformanceEventTiming & { interactionId: number };
        if (interactionId === 0) continue;
        watched.interactions.set(
          interactionId,
          Math.max(duration, watched.interactions.get(interactionId) ?? 0),
        );
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
}

/** @returns durations of the interactions since the last call; short ones are missing */
function taken(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const { watched } = globalThis as unknown as { watched: Watched };
    const found = [...watched.interactions.values()];
    watched.interactions.clear();
    return found;
  });
}

function percentile98(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(0.98 * sorted.length) - 1] ?? 0;
}

/** All of STS-B with four systems: what a press in the Compare view costs until the page shows that it was heard. */
export async function benchInteraction(report: Report): Promise<void> {
  const { page, close } = await openPage({ width: 1440, height: 900 });
  try {
    await page.evaluate(async (ids) => {
      const { comparison } = stsPlayground;
      await comparison.open('stsbenchmark', ['train', 'dev', 'test']);
      comparison.setSystems([]);
      for (const id of ids) comparison.addSystemById(id);
      await comparison.runAll();
    }, SYSTEMS);
    await page.waitForFunction(() =>
      stsPlayground.comparison.systems.every(({ intervals }) => intervals !== null),
    );
    const pairs = await page.evaluate(() => stsPlayground.comparison.benchmark!.pairs.length);
    report.fact('pairs', pairs.toLocaleString('en'));
    await page.waitForTimeout(1_000);
    await watchEvents(page);

    const devtools = await page.context().newCDPSession(page);
    // Processor time, which says of a busy machine how much of the wait was the page's own work.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const workedMs = async (): Promise<number> => {
      const { metrics } = await devtools.send('Performance.getMetrics');
      return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
    };
    const measure = async (what: string, act: (round: number) => Promise<void>): Promise<void> => {
      await taken(page);
      const before = await workedMs();
      for (let round = 0; round < ROUNDS; round++) {
        await act(round);
        await page.waitForTimeout(REST_MS);
      }
      const worked = (await workedMs()) - before;
      report.atMost(what, percentile98(await taken(page)), MOST_MS);
      report.fact(
        '  processor time of a round, all that follows included',
        `${(worked / ROUNDS).toFixed(0)} ms`,
      );
    };
    await measureAll(page, measure);
  } finally {
    await close();
  }
}

async function measureAll(
  page: Page,
  measure: (what: string, act: (round: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  const view = page.getByRole('region', { name: 'Compare' });
  const box = await view.locator('canvas').boundingBox();
  if (!box) throw new Error('There is no plot.');
  /** A place inside the plot, shares of its width and height. */
  const at = (x: number, y: number): [number, number] => [box.x + box.width * x, box.y + box.height * y];

  await measure('click on a point', async (round) => {
    await page.mouse.click(...at(0.3 + 0.05 * (round % 10), 0.35 + 0.03 * (round % 7)));
  });

  await view.getByRole('button', { name: 'Box', exact: true }).click();
  await measure('box around points', async (round) => {
    await page.mouse.move(...at(0.2 + 0.01 * round, 0.2));
    await page.mouse.down();
    await page.mouse.move(...at(0.5, 0.5), { steps: 4 });
    await page.mouse.move(...at(0.8, 0.75), { steps: 4 });
    await page.mouse.up();
  });

  const clear = view.getByRole('button', { name: /^Clear the selection/ });
  await measure('Clear, and a box before it', async () => {
    await clear.click();
    await page.waitForTimeout(REST_MS);
    await page.mouse.move(...at(0.25, 0.2));
    await page.mouse.down();
    await page.mouse.move(...at(0.8, 0.75), { steps: 4 });
    await page.mouse.up();
    await clear.waitFor();
  });
  await clear.click();

  const turn = async (choice: Locator, round: number): Promise<void> => {
    await choice.focus();
    await page.keyboard.press(round % 2 === 0 ? 'ArrowDown' : 'ArrowUp');
  };
  // A native list of choices opens outside the page, where no event is timed: keys change it inside.
  const facets = view.getByLabel('Break down by');
  await measure('choice of a breakdown by key', async (round) => {
    await turn(facets, round);
  });

  const systems = page.getByRole('checkbox', { name: / in the plot$/ });
  await measure('system out of the plot and in again', async () => {
    await systems.nth(1).click();
  });

  await measure('filter of the list by key', (round) => turn(view.getByTestId('pair-filter'), round));
  await measure('order of the list by key', (round) => turn(view.getByLabel('Sort by'), round));
  const finder = view.getByRole('searchbox');
  await measure('words to find, a letter at a time', async (round) => {
    await finder.focus();
    if (round % 4 === 0) await finder.fill('');
    await page.keyboard.press('dogs'[round % 4]!);
  });
}
