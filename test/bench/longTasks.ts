import type { Page } from '@playwright/test';

/** Notes how long the main thread of the page is held from now on. */
export async function watchLongTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watch = globalThis as unknown as { longTasks: number[] };
    watch.longTasks = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) watch.longTasks.push(entry.duration);
    }).observe({ entryTypes: ['longtask'] });
  });
}

/** 0 where no task took the 50 ms from which on a browser tells of it. */
export async function longestTaskMs(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { longTasks } = globalThis as unknown as { longTasks: number[] };
    return longTasks.reduce((longest, duration) => Math.max(longest, duration), 0);
  });
}
