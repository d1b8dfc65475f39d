import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { LAUNCH_ARGS, WEBGPU_ARGS } from '../../scripts/chromium.mjs';
import {
  CONTRAST_PAIRS,
  expect,
  importFiles,
  mirror,
  readRun,
  run,
  showView,
  test,
  useBackend,
  visit,
  type ReadRun,
} from './page.ts';

const KINDS = ['glove-sum', 'glove-idf', 'sif'] as const;
const PAIRS = 200;
/** Sums in float32 in another order: a wrong sum is off by far more. */
const TOLERANCE = 1e-4;

/** The first pairs of STS-B dev, at most; without the mirror the contrast set stays open. */
async function bringPairs(page: Page): Promise<number> {
  if (mirror === '') return CONTRAST_PAIRS;
  const lines = readFileSync(join(mirror, 'stsbenchmark/sts-dev.csv'), 'utf8').split('\n').slice(0, PAIRS);
  await importFiles(page, { name: 'first-of-dev.tsv', content: `${lines.join('\n')}\n` });
  await showView(page, 'Compare');
  return PAIRS;
}

const chip = (page: Page) => page.getByTestId('backend-chip');
const chipSheet = (page: Page) => page.locator('details', { has: chip(page) });

// A browser of its own, with a software adapter: slow, but the code that runs on a real one.
test.use({
  launchOptions: {
    args: [...LAUNCH_ARGS, ...WEBGPU_ARGS],
    ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
  },
});

test(`WebGPU is chosen by itself and scores as WebAssembly does (${mirror === '' ? "the contrast set's" : PAIRS} pairs)`, async ({
  page,
  watch,
}) => {
  // Chromium's own remark on software adapters.
  watch.allow(/powerPreference|fallback adapter|experimental/i);
  await visit(page);
  const pairs = await bringPairs(page);
  await run(page, ...KINDS);
  await expect(chip(page)).toContainText('WebGPU');
  await chip(page).click();
  await expect(chipSheet(page)).toContainText('chosen automatically: the fastest that this browser offers');
  await chip(page).click();
  const onWebGpu: ReadRun[] = [];
  for (const kind of KINDS) onWebGpu.push(await readRun(page, kind));

  await useBackend(page, 'WebAssembly');
  await expect(chip(page)).toContainText('WebAssembly');
  for (const [at, kind] of KINDS.entries()) {
    // The same system once more, now on the other backend.
    await page.evaluate((id) => {
      const { comparison } = stsPlayground;
      const entry = comparison.systems.find((candidate) => candidate.id === id)!;
      return comparison.run(entry);
    }, onWebGpu[at]!.id);
    const wasm = await readRun(page, kind);
    expect([onWebGpu[at]!.backend, wasm.backend]).toEqual(['webgpu', 'wasm']);
    expect(wasm.key).not.toBe(onWebGpu[at]!.key);
    expect(wasm.scores).toHaveLength(pairs);
    let largest = 0;
    wasm.scores.forEach((score, row) => {
      const other = onWebGpu[at]!.scores[row]!;
      expect(score === null).toBe(other === null);
      if (score !== null) largest = Math.max(largest, Math.abs(score - other));
    });
    expect(largest, kind).toBeLessThan(TOLERANCE);
    expect(wasm.scores.filter((score) => score !== null && score !== 0).length).toBeGreaterThan(pairs / 2);
  }
});
