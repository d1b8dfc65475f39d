import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

interface Package {
  version: string;
  dependencies: Record<string, string>;
}

const { version, dependencies } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
) as Package;

/** Version of ONNX Runtime, and the WebAssembly of its two builds that the page uses: plain, and with WebGPU. */
function onnxRuntime(): { version: string; wasm: Record<string, { sha256: string; sizeBytes: number }> } {
  const folder = new URL('node_modules/onnxruntime-web/', import.meta.url);
  const file = (name: string): { sha256: string; sizeBytes: number } => {
    const bytes = readFileSync(new URL(`dist/${name}`, folder));
    return { sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length };
  };
  return {
    version: (JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as Package).version,
    wasm: {
      plain: file('ort-wasm-simd-threaded.wasm'),
      webgpu: file('ort-wasm-simd-threaded.asyncify.wasm'),
    },
  };
}
const ort = onnxRuntime();

/** Hash of the code in some folders: what other code, or other libraries, have stored is not shown as this one's. */
function hashOf(folders: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(dependencies));
  for (const folder of folders) {
    const entries = readdirSync(new URL(folder, import.meta.url), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`);
    for (const file of files.sort()) hash.update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 8);
}

/** `contentHash` of the contrast set as this build ships it: one that a browser has kept from an older page is replaced. */
function contrastHash(): string {
  const hash = createHash('sha256');
  const lines = readFileSync(new URL('public/benchmarks/contrast.jsonl', import.meta.url), 'utf8');
  for (const line of lines.split('\n').filter((text) => text.trim() !== '')) {
    const { sentence1, sentence2, score } = JSON.parse(line) as Record<string, unknown>;
    hash.update(`${JSON.stringify([sentence1, sentence2, score])}\n`);
  }
  return hash.digest('hex');
}

/** Cross-origin isolation gives WebAssembly its threads; the page also works on hosts that can't send these. */
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/**
 * `import script from './worker.ts?bundled'`: a module and all that it imports as the text of one classic script, for
 * a worker whose origin can fetch nothing.
 */
function bundledScripts(): Plugin {
  return {
    name: 'bundled-scripts',
    async load(id) {
      if (!id.endsWith('?bundled')) return null;
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        build: {
          write: false,
          target: 'es2022',
          lib: { entry: id.replace(/\?bundled$/, ''), formats: ['iife'], name: 'script' },
        },
      });
      const [output] = Array.isArray(built) ? built : [built];
      if (!output || !('output' in output)) throw new Error(`${id} was not bundled.`);
      const [script] = output.output;
      for (const file of Object.keys(script.modules)) this.addWatchFile(file);
      return `export default ${JSON.stringify(script.code)};`;
    },
  };
}

export default defineConfig({
  // Relative addresses, so that the built folder works under any path of any host.
  base: './',
  // A missing file must be a 404: a server that answers with index.html passes a web page off as a model.
  appType: 'mpa',
  plugins: [
    bundledScripts(),
    svelte(),
    // The shell works without a network. Models are kept by the page itself, benchmarks in IndexedDB.
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'sw.ts',
      injectRegister: null,
      // Found by the patterns below.
      includeManifestIcons: false,
      manifest: {
        name: 'STS Playground',
        short_name: 'STS',
        description: 'Sentence-similarity systems against human judgement.',
        display: 'standalone',
        start_url: './',
        icons: [{ src: 'icon.svg', sizes: 'any', type: 'image/svg+xml' }],
      },
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: [
          '**/*.{js,css,html,wasm,svg}',
          'benchmarks/contrast.jsonl',
          'benchmarks/index.json',
          'precomputed/*.json',
          'lessons/*.json',
        ],
        // ONNX Runtime is kept by the page itself, with the models that need it.
        globIgnores: ['models/**', '**/ort-wasm-*.wasm'],
        maximumFileSizeToCacheInBytes: 8_000_000,
      },
    }),
  ],
  define: {
    // All that a score depends on.
    __APP_VERSION__: JSON.stringify(
      `${version}+${hashOf(['models', 'src/text', 'src/language', 'src/measures', 'src/systems', 'src/compute'])}`,
    ),
    // What a transformer's vectors depend on: they are dear, and outlive changes elsewhere.
    __ENCODER_VERSION__: JSON.stringify(hashOf(['models', 'src/compute/encoders', 'src/systems'])),
    __CONTRAST_HASH__: JSON.stringify(contrastHash()),
    __TFJS_VERSION__: JSON.stringify(dependencies['@tensorflow/tfjs-core']),
    __ML_MATRIX_VERSION__: JSON.stringify(dependencies['ml-matrix']),
    __WINK_VERSION__: JSON.stringify(dependencies['wink-nlp']),
    __TRANSFORMERS_VERSION__: JSON.stringify(dependencies['@xenova/transformers']!.split('@').at(-1)),
    __ORT_VERSION__: JSON.stringify(ort.version),
    __ORT_WASM__: JSON.stringify(ort.wasm),
  },
  worker: { format: 'es' },
  // ONNX Runtime without the code around its WebAssembly built in: the page gives it that of the build it wants.
  resolve: { conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions] },
  // Named, because the development server finds what only workers import too late: it would reload under them.
  optimizeDeps: {
    include: [
      '@tensorflow/tfjs-backend-cpu',
      '@tensorflow/tfjs-backend-wasm',
      '@tensorflow/tfjs-backend-webgpu',
      '@tensorflow/tfjs-core',
      '@xenova/transformers',
      'comlink',
      'csv-parse/browser/esm/sync',
      'fflate',
      'hash-wasm',
      'hyparquet',
      'ml-matrix',
      'nanotar',
      'onnxruntime-web/webgpu',
      'wink-eng-lite-web-model',
      'wink-nlp',
    ],
  },
  server: { headers },
  preview: { headers },
  build: { target: 'es2022', chunkSizeWarningLimit: 1500 },
});
