import type { Page } from '@playwright/test';
import { expect, openParameters, readRun, run, test, useBackend, visit } from './page.ts';

const chip = (page: Page) => page.getByTestId('backend-chip');
const chipSheet = (page: Page) => page.locator('details', { has: chip(page) });

test('the automatic choice is WebAssembly and says why', async ({ page }) => {
  await visit(page);
  await expect(chip(page)).toContainText('not started');
  await run(page, 'glove-sum');
  await expect(chip(page)).toContainText('WebAssembly');
  await chip(page).click();
  await expect(chipSheet(page)).toContainText(/chosen automatically: no webgpu, the browser/);
  const { backend, backendReason } = await readRun(page, 'glove-sum');
  expect(backend).toBe('wasm');
  expect(backendReason).toMatch(/no webgpu/);
  await page.getByRole('button', { name: 'Provenance' }).last().click();
  await expect(page.getByText(/^wasm: chosen automatically: no webgpu/)).toBeVisible();
});

test('WebGPU by hand is an error with a next step; the backend before stays', async ({ page }) => {
  await visit(page);
  await run(page, 'glove-sum');
  await useBackend(page, 'WebGPU');
  await expect(page.getByRole('alert')).toContainText(/webgpu can't be used: the browser .*WebGPU/);
  await expect(page.getByRole('alert').locator('strong')).toContainText('Choose "automatic"');
  await expect(chip(page)).toContainText('WebAssembly');
  await openParameters(page, 'sif');
  await run(page, 'sif');
  expect((await readRun(page, 'sif')).backend).toBe('wasm');
});

test('a browser without WebGPU and without WebAssembly SIMD or threads still scores', async ({ page }) => {
  // A host that can't send the headers of cross-origin isolation.
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.continue();
    const response = await route.fetch();
    const headers = { ...response.headers() };
    delete headers['cross-origin-opener-policy'];
    delete headers['cross-origin-embedder-policy'];
    await route.fulfill({ response, headers });
  });
  await visit(page);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  await run(page, 'glove-sum');
  expect((await readRun(page, 'glove-sum')).backend).toBe('wasm');
});
