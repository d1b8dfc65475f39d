import { defineConfig } from '@playwright/test';
import { LAUNCH_ARGS } from './scripts/chromium.mjs';

const port = 4187;

/** Real Chromium against the production build, which `npm test` makes before. */
export default defineConfig({
  testDir: 'test/browser',
  outputDir: '.cache/playwright',
  timeout: 120_000,
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL: `http://localhost:${port}/`,
    viewport: { width: 1280, height: 900 },
    launchOptions: {
      args: LAUNCH_ARGS,
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    },
    serviceWorkers: 'allow',
  },
  webServer: {
    command: `npx vite preview --port ${port} --strictPort`,
    url: `http://localhost:${port}/`,
    reuseExistingServer: !process.env.CI,
  },
});
