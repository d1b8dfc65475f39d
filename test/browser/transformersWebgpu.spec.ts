import { LAUNCH_ARGS, WEBGPU_ARGS } from '../../scripts/chromium.mjs';
import { tinyEncoder } from '../fixtures/tinyEncoder.ts';
import { expect, readRun, test, useBackend, visit } from './page.ts';
import {
  bringPairs,
  hasRun,
  openProvenance,
  runTransformer,
  serveModel,
  tinyPairs,
  transformer,
  useModel,
} from './tinyModelPage.ts';

/** Sums in float32 in another order: a wrong vector is off by far more. */
const TOLERANCE = 1e-4;

// A browser of its own, with a software adapter: slow, but the code that runs on a real one.
test.use({
  launchOptions: {
    args: [...LAUNCH_ARGS, ...WEBGPU_ARGS],
    ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
  },
});

test('a software adapter is not taken by itself; by hand it passes the canary and scores as WebAssembly does', async ({
  page,
  watch,
}) => {
  // Chromium's own remark on software adapters; what the model's folder does not have.
  watch.allow(/powerPreference|fallback adapter|experimental|status of 404/i);
  // A small model: a software adapter takes minutes for one of real size.
  await serveModel(page, 'tiny', tinyEncoder({ pooling: 'mean' }));
  await visit(page);
  await bringPairs(page, tinyPairs(60));
  await useModel(page, 'tiny');
  await runTransformer(page);
  const wasm = await readRun(page, 'transformer');
  expect(wasm.backend).toBe('wasm');
  expect(wasm.backendReason).toContain('the WebGPU adapter is software, slower than WebAssembly');
  const canaries = () => page.evaluate(() => stsPlayground.store.getSetting<string[]>('canaries'));
  expect(await canaries()).toBeUndefined();

  await useBackend(page, 'WebGPU');
  await transformer(page).getByRole('button', { name: 'Run on webgpu' }).click();
  await expect(transformer(page).getByText('computed on webgpu')).toBeVisible({ timeout: 90_000 });
  await hasRun(page);
  const webgpu = await readRun(page, 'transformer');
  expect([webgpu.backend, webgpu.notes]).toEqual(['webgpu', []]);
  expect(webgpu.backendReason).toMatch(/^chosen by hand/);
  expect(webgpu.key).not.toBe(wasm.key);
  expect(await canaries()).toHaveLength(1);
  let largest = 0;
  wasm.scores.forEach((score, pair) => {
    largest = Math.max(largest, Math.abs(score! - webgpu.scores[pair]!));
  });
  expect(wasm.scores).toHaveLength(60);
  expect(largest).toBeLessThan(TOLERANCE);
  await openProvenance(page);
  await expect(page.getByText(/^webgpu: chosen by hand/)).toBeVisible();
});
