import { defineConfig } from '@playwright/test';
import { LAUNCH_ARGS } from './scripts/chromium.mjs';
import type { Options } from './test/browser/page.ts';

const port = Number(process.env.PAGE_PORT ?? 4187);

/** Real Chromium against the production build, which `npm test` makes before. */
export default defineConfig<Options>({
  testDir: 'test/browser',
  outputDir: '.cache/playwright',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL: `http://localhost:${port}/`,
    viewport: { width: 1280, height: 900 },
    launchOptions: {
      args: LAUNCH_ARGS,
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    },
    // It would put the whole page into the cache of every test; the tests of it allow it for themselves.
    serviceWorkers: 'block',
  },
  projects: [
    { name: 'page', testIgnore: '**/longTasks.spec.ts' },
    // Measures how long the main thread is held, so nothing else may run beside it.
    {
      name: 'alone',
      testMatch: '**/longTasks.spec.ts',
      dependencies: ['page'],
      workers: 1,
      use: { processors: null },
    },
  ],
  webServer: {
    command: `npx vite preview --port ${port} --strictPort`,
    url: `http://localhost:${port}/`,
    reuseExistingServer: !process.env.CI,
  },
});
