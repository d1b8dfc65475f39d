import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import {
  choose,
  expect,
  mirror,
  openParameters,
  panel,
  pearson,
  readRun,
  shownPearson,
  test,
  visit,
  withoutMirror,
} from './page.ts';
import { bringPairs, distinctPairs, openProvenance, runTransformer, transformer } from './tinyModelPage.ts';

const STSB = 'STS Benchmark (English, SemEval STS 2012-2017 selection)';
const TRACKS = 'SemEval-2017 Task 1 STS evaluation sets, tracks 1-6';
const TRACK_5 = 'track5.en-en';
/** Pearson x 100 of cosine at full precision, as the network's own TF.js graph gives it. */
const REFERENCE = { stsbTest: 73.85, track5: 82.33 };
const ROUNDING = 0.0201;

async function chooseTrack5(page: Page): Promise<void> {
  await choose(page, TRACKS);
  const part = await page
    .getByRole('combobox', { name: 'Part', exact: true })
    .locator('option')
    .evaluateAll(
      (options, track) =>
        options.map((option) => (option as HTMLOptionElement).value).find((value) => value.includes(track)),
      TRACK_5,
    );
  await choose(page, TRACKS, part!);
}

/** What the table shows, equal to what the scores themselves give. */
async function pearsonOfRun(page: Page): Promise<number> {
  const { scores, gold, backend } = await readRun(page, 'transformer');
  expect(backend).toBe('wasm');
  const shown = await shownPearson(page, 'transformer');
  expect(shown).toBeCloseTo(100 * pearson(scores, gold), 2);
  return shown;
}

test.describe(`numbers of use-lite by cosine on WebAssembly${withoutMirror}`, () => {
  test.skip(mirror === '', 'STS_DATA_DIR names no mirror');

  test('STS-B test at fp32, and q8 near it with its drift', async ({ page }) => {
    await visit(page);
    await choose(page, STSB, 'test');
    await runTransformer(page);
    const full = await readRun(page, 'transformer');
    expect(full.n).toBe(1379);
    const shown = await pearsonOfRun(page);
    expect(Math.abs(shown - REFERENCE.stsbTest)).toBeLessThan(ROUNDING);

    await openParameters(page, 'transformer');
    await transformer(page).getByRole('combobox', { name: 'Precision' }).selectOption('q8');
    await runTransformer(page);
    expect((await readRun(page, 'transformer')).id).toContain('dtype=q8');
    expect(Math.abs((await pearsonOfRun(page)) - shown)).toBeLessThan(0.3);
    const quantised = await readRun(page, 'transformer');
    let farthest = 0;
    full.scores.forEach((score, pair) => {
      farthest = Math.max(farthest, Math.abs(score! - quantised.scores[pair]!));
    });
    expect(farthest).toBeGreaterThan(1e-4);
    expect(farthest).toBeLessThan(0.1);

    await transformer(page).getByRole('button', { name: 'How far from fp32?' }).click();
    const drift = transformer(page).getByTestId('drift');
    await expect(drift).toBeVisible({ timeout: 60_000 });
    const said =
      /^Against fp32 on wasm, 50 pairs \(seed 1\): scores differ by (0\.\d+) on average, at most (0\.\d+); Pearson (\d\d\.\d\d) here, (\d\d\.\d\d) at fp32\.$/;
    const [, mean, largest, here, there] = said.exec((await drift.innerText()).trim())!.map(Number);
    expect(mean).toBeGreaterThan(0);
    expect(largest).toBeGreaterThan(mean!);
    // It is of 50 of these pairs; both are shown with three digits.
    expect(largest).toBeLessThan(farthest + 0.0006);
    expect(Math.abs(here! - there!)).toBeLessThan(2);
  });

  test('track 5 at fp32, and the same from the command', async ({ page }) => {
    await visit(page);
    await chooseTrack5(page);
    await runTransformer(page);
    const shown = await pearsonOfRun(page);
    expect(Math.abs(shown - REFERENCE.track5)).toBeLessThan(ROUNDING);

    const root = fileURLToPath(new URL('../../', import.meta.url));
    const { stdout } = await promisify(execFile)(
      `${root}node_modules/.bin/tsx`,
      [
        ...['scripts/evaluate.ts', '--benchmark', 'sts2017', '--set', TRACK_5],
        ...['--system', 'transformer:use-lite', '--backend', 'wasm'],
      ],
      { cwd: root },
    );
    const line = JSON.parse(stdout) as { pearson: number; n: number; system: string };
    expect(line.n).toBe(250);
    expect(line.system).toMatch(/^transformer:use-lite/);
    // The command gives r itself.
    expect((100 * line.pearson).toFixed(2)).toBe(shown.toFixed(2));
  });
});

test.describe('cut sentences, unknown tokens and empty texts', () => {
  test('are marked, counted and can be shown alone; an empty text has no score and a reason', async ({
    page,
  }) => {
    const long = Array.from({ length: 300 }, (_, i) => `word${i % 10 === 0 ? ' stone' : ''}`).join(' ');
    await visit(page);
    await bringPairs(page, [
      [4, `The longest ${long}.`, 'A short one.'],
      [2, 'Two fires \u{12000}\u{12001} burn.', 'A fire burns.'],
      [1, '   ', 'Nothing stands on the left.'],
      ...distinctPairs(6),
    ]);
    await runTransformer(page);
    const { scores } = await readRun(page, 'transformer');
    expect(scores.map((score) => score === null)).toEqual([false, false, true, ...Array(6).fill(false)]);

    const pairs = page.getByTestId('pairs');
    const filter = page.getByTestId('pair-filter');
    await filter.selectOption('cut');
    await expect(filter.locator('option:checked')).toHaveText('cut sentences (1)');
    await expect(pairs.locator('tbody tr')).toHaveCount(1);
    await expect(pairs.locator('tbody tr')).toContainText('The longest word');
    await expect(pairs.locator('tbody .cut')).toHaveText('cut');
    await pairs.getByRole('button').first().click();
    const mark = panel(page).getByTestId('mark');
    await expect(mark).toHaveText(/^sentence 1: cut at 128 of [34]\d\d tokens/);
    const pieces = panel(page).getByTestId('pieces-1').locator('span');
    const all = await pieces.count();
    await expect(mark).toContainText(`of ${all} tokens`);
    await expect(panel(page).getByTestId('pieces-1').locator('.cut')).toHaveCount(all - 128);
    await expect(panel(page).getByTestId('pieces-2').locator('.cut')).toHaveCount(0);

    await filter.selectOption('unknown');
    await expect(filter.locator('option:checked')).toHaveText('unknown tokens (1)');
    await expect(pairs.locator('tbody tr')).toHaveCount(1);
    await pairs.getByRole('button').first().click();
    await expect(mark).toHaveText(/^sentence 1: [12] unknown tokens? of \d+$/);
    await expect(panel(page).getByTestId('pieces-1').locator('.unknown').first()).toBeVisible();

    await filter.selectOption('missing');
    await expect(filter.locator('option:checked')).toHaveText('without a score (1)');
    await pairs.getByRole('button').first().click();
    await expect(panel(page)).toContainText('missing: empty text');

    await filter.selectOption('all');
    for (const text of [/^cut$/, /^unknown tokens$/]) {
      await expect(pairs.locator('tbody .cut').filter({ hasText: text })).toHaveCount(1);
    }
  });
});

test('the provenance of a run can be copied as text and as JSON, whole', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit(page);
  await bringPairs(page, distinctPairs(12));
  await runTransformer(page);
  await openProvenance(page);
  const copied = async (kind: 'text' | 'JSON'): Promise<string> => {
    await page.getByRole('button', { name: `Copy as ${kind}` }).click();
    await expect(page.getByText(`Copied as ${kind}.`)).toBeVisible();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const text = await copied('text');
  for (const line of [
    /^system: transformer:use-lite\(dtype=fp32,/m,
    /^model: use-lite @ [0-9a-f]{12}$/m,
    /^max tokens: 128; 0 pairs cut, of 12$/m,
    /^prefix: none$/m,
    /^measure: cosine; no training on the benchmark$/m,
    /^pooling: output \(config\.json\)$/m,
    /^backend: wasm: chosen automatically: WebAssembly, \d+ threads?\b/m,
    /^precision: fp32$/m,
    /^libraries: .*onnxruntime-web \d+\.\d+/m,
    /^libraries: .*transformers\.js \d+\.\d+/m,
    /^intervals: BCa bootstrap, seed 1$/m,
    /^- Trained head: nothing was trained/m,
    /^- Pooling and prefix: output/m,
  ]) {
    expect(text).toMatch(line);
  }
  const json = JSON.parse(await copied('JSON')) as {
    provenance: Record<string, unknown> & { model: { id: string; revision: string } };
    seed: number;
    publishedNumbersMayDifferBecause: string[];
    evaluation: { n: number };
  };
  expect(json.provenance).toMatchObject({
    model: { id: 'use-lite' },
    dtype: 'fp32',
    backend: 'wasm',
    pooling: 'output (config.json)',
    maxTokens: 128,
    measure: 'cosine',
    encoder: { normalise: true, prefix: '', maxTokens: 128 },
  });
  expect(json.provenance.model.revision).toMatch(/^[0-9a-f]{64}$/);
  expect(Object.keys(json.provenance.libraries as object).sort()).toEqual([
    'onnxruntime-web',
    'transformers.js',
  ]);
  expect([json.seed, json.evaluation.n]).toEqual([1, 12]);
  expect(json.publishedNumbersMayDifferBecause.length).toBeGreaterThanOrEqual(5);
});

test('the form of a transformer fits into a page of 400 px', async ({ page }) => {
  await page.setViewportSize({ width: 400, height: 800 });
  await visit(page);
  await page.getByRole('button', { name: 'Show the systems' }).click();
  await openParameters(page, 'transformer');
  await transformer(page).getByText('Another model').click();
  await expect(transformer(page).getByText('Use a folder of mine…')).toBeVisible();
  const width = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(width.scrollWidth).toBe(width.clientWidth);
  const box = (await transformer(page).boundingBox())!;
  for (const field of await transformer(page).locator('input:not(.visually-hidden), select').all()) {
    const inside = (await field.boundingBox())!;
    expect(inside.x + inside.width).toBeLessThanOrEqual(box.x + box.width);
  }
});
