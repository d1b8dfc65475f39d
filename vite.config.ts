import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

interface Package {
  version: string;
  dependencies: Record<string, string>;
}

const { version, dependencies } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
) as Package;

/** Hash of all code that a score depends on: a stored run of other code is not shown as this one's. */
function hashOfComputing(): string {
  const hash = createHash('sha256');
  for (const folder of ['models', 'src/text', 'src/measures', 'src/systems', 'src/compute']) {
    const entries = readdirSync(new URL(folder, import.meta.url), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`);
    for (const file of files.sort()) hash.update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 8);
}

/** Cross-origin isolation gives WebAssembly its threads; the page also works on hosts that can't send these. */
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  // Relative addresses, so that the built folder works under any path of any host.
  base: './',
  // A missing file must be a 404: a server that answers with index.html passes a web page off as a model.
  appType: 'mpa',
  plugins: [
    svelte(),
    // The shell works without a network. Models are kept by the page itself, benchmarks in IndexedDB.
    VitePWA({
      registerType: 'prompt',
      injectRegister: null,
      manifest: {
        name: 'STS Playground',
        short_name: 'STS',
        description: 'Sentence-similarity systems against human judgement.',
        display: 'standalone',
        start_url: './',
        icons: [{ src: 'icon.svg', sizes: 'any', type: 'image/svg+xml' }],
      },
      workbox: {
        globPatterns: ['**/*.{js,css,html,wasm,svg}', 'benchmarks/contrast.jsonl', 'benchmarks/index.json'],
        globIgnores: ['models/**'],
        maximumFileSizeToCacheInBytes: 8_000_000,
        // An unknown path stays a 404: a web page in place of a file is worse than no file.
        navigateFallback: null,
        clientsClaim: true,
        cleanupOutdatedCaches: true,
      },
    }),
  ],
  define: {
    __APP_VERSION__: JSON.stringify(`${version}+${hashOfComputing()}`),
    __TFJS_VERSION__: JSON.stringify(dependencies['@tensorflow/tfjs-core']),
    __ML_MATRIX_VERSION__: JSON.stringify(dependencies['ml-matrix']),
  },
  worker: { format: 'es' },
  // Named, because the development server finds what only workers import too late: it would reload under them.
  optimizeDeps: {
    include: [
      '@tensorflow/tfjs-backend-cpu',
      '@tensorflow/tfjs-backend-wasm',
      '@tensorflow/tfjs-backend-webgpu',
      '@tensorflow/tfjs-core',
      'comlink',
      'csv-parse/browser/esm/sync',
      'fflate',
      'hash-wasm',
      'hyparquet',
      'ml-matrix',
      'nanotar',
    ],
  },
  server: { headers },
  preview: { headers },
  build: { target: 'es2022', chunkSizeWarningLimit: 1500 },
});
