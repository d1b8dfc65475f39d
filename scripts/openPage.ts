import { chromium, type Page } from '@playwright/test';
import { preview } from 'vite';
import { chromiumPath, LAUNCH_ARGS } from './chromium.mjs';
import { root } from './setup.mjs';

export interface OpenPage {
  page: Page;
  url: string;
  close(): Promise<void>;
}

/** Serves the built page and opens it in headless Chromium, with a storage of its own. */
export async function openPage(
  options: { args?: string[]; hash?: string; width?: number; height?: number } = {},
): Promise<OpenPage> {
  const server = await preview({ root, logLevel: 'error', preview: { port: 4290, strictPort: false } });
  const url = server.resolvedUrls!.local[0]!;
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: [...LAUNCH_ARGS, ...(options.args ?? [])],
  });
  const page = await browser.newPage({
    viewport: { width: options.width ?? 1280, height: options.height ?? 900 },
  });
  // tsx names functions through a helper that a function loses on its way into the page.
  await page.addInitScript('globalThis.__name = (named) => named');
  page.on('pageerror', (error) => process.stderr.write(`page: ${error.stack ?? error.message}\n`));
  const close = async (): Promise<void> => {
    await browser.close();
    await server.close();
  };
  try {
    await page.goto(`${url}${options.hash ?? ''}`);
    await page.waitForFunction(() => 'stsPlayground' in globalThis);
  } catch (error) {
    await close();
    throw error;
  }
  return { page, url, close };
}
