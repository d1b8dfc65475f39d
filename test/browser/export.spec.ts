import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Page } from '@playwright/test';
import {
  choose,
  CONTRAST_PAIRS,
  expect,
  mirror,
  readRun,
  run,
  settled,
  shownPearson,
  test,
  visit,
  withoutMirror,
} from './page.ts';

const menu = (page: Page) => page.getByTestId('export');
const openMenu = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Export', exact: true }).click();

/** Presses a button of the menu and reads what it saves. */
async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    menu(page).getByRole('button', { name: button, exact: true }).click(),
  ]);
  await expect(menu(page).getByRole('status')).toHaveText(`${download.suggestedFilename()} saved.`);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** What an export has to bring back. */
const stateOf = (page: Page) =>
  page.evaluate(() => {
    const { benchmark, systems, selection, facet, seed, pair } = stsPlayground.comparison;
    return {
      parts: benchmark!.parts.map(({ key, contentHash }) => `${key}@${contentHash}`),
      systems: systems.map(({ id, shown, run, evaluation, intervals }) => ({
        id,
        shown,
        key: run?.key ?? null,
        provenance: run?.provenance ?? null,
        scores: run && [...run.scores.values].map(String),
        reasons: run && [...run.scores.reasons],
        whole: evaluation?.whole ?? null,
        intervals,
      })),
      selection: selection && [...selection],
      facet,
      seed,
      pair,
    };
  });

test('CSV and mteb JSON hold the numbers of the page, and sentences only when they are asked for', async ({
  page,
}) => {
  await visit(page);
  await run(page, 'sif');
  await openMenu(page);
  const { scores, ids, id, pearson, n } = await readRun(page, 'sif');

  const pairs = await saved(page, 'Scores of each pair, CSV');
  expect(pairs.name).toBe('contrast-all-pairs.csv');
  const rows: Record<string, string>[] = parse(pairs.bytes, { columns: true });
  expect(rows.map((row) => row.id)).toEqual(ids);
  expect(rows.map((row) => Number(row[`score: ${id}`]))).toEqual(scores);
  expect(rows[0]).not.toHaveProperty('sentence1');
  await menu(page).getByLabel('with sentences').check();
  const [first] = parse((await saved(page, 'Scores of each pair, CSV')).bytes, { columns: true }) as Record<
    string,
    string
  >[];
  expect(first!.sentence1).toBe(
    await page.evaluate(() => stsPlayground.comparison.benchmark!.pairs[0]!.sentence1),
  );

  const results: Record<string, string>[] = parse((await saved(page, 'Results, CSV')).bytes, {
    columns: true,
  });
  const row = results.find(({ system }) => system === id)!;
  expect(Number(row.pearson)).toBe(pearson);
  expect([row.n, row.seed]).toEqual([String(n), '1']);
  expect(Number(row.pearson_low)).toBeLessThan(pearson!);

  const mteb = JSON.parse(String((await saved(page, 'Result, JSON')).bytes)) as {
    scores: Record<string, { pearson: number }[]>;
  };
  expect(mteb.scores.all![0]!.pearson).toBeCloseTo(pearson!, 12);
});

test('the plot is saved as SVG with a mark for each score, and as PNG at twice its size', async ({
  page,
}) => {
  await visit(page);
  await openMenu(page);
  const svg = String((await saved(page, 'SVG')).bytes);
  expect(svg.match(/<use /g)).toHaveLength(CONTRAST_PAIRS);
  const { error, labels } = await page.evaluate((text) => {
    const document = new DOMParser().parseFromString(text, 'image/svg+xml');
    return {
      error: document.querySelector('parsererror')?.textContent ?? null,
      labels: [...document.querySelectorAll('text')].map(({ textContent }) => textContent),
    };
  }, svg);
  expect(error).toBeNull();
  expect(labels).toContain('human score (0–5)');

  const png = (await saved(page, 'PNG')).bytes;
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1920, 1280]);
  const seen = await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: image.width, height: image.height });
    const ctx = canvas.getContext('2d')!;
    ctx.drawImage(image, 0, 0);
    const { data } = ctx.getImageData(0, 0, image.width, image.height);
    let blue = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i + 2]! - data[i]! > 80) blue++;
    return { corner: [...data.subarray(0, 4)], blue };
  }, png.toString('base64'));
  // The ground of the theme, not a hole; and points in the first colour of the palette.
  expect(seen.corner[3]).toBe(255);
  expect(seen.blue).toBeGreaterThan(1000);
});

test('tables go to the clipboard; a refusal is said in place, with the table to copy by hand', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit(page);
  await openMenu(page);
  await menu(page).getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect(menu(page).getByRole('status')).toHaveText('Markdown table copied.');
  const shown = (await shownPearson(page, 'overlap-cosine')).toFixed(2);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(` ${shown} |`);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await menu(page).getByRole('button', { name: 'Copy as LaTeX' }).click();
  await expect(menu(page).getByRole('alert')).toContainText('The browser refused to copy.');
  await expect(menu(page).getByLabel('Table to copy')).toHaveValue(/\\toprule/);
});

test('what was exported comes back in another browser: benchmark, runs, selection, facet, seed, pair, corrections', async ({
  page,
  browser,
  baseURL,
}) => {
  await visit(page, '#v=1&benchmark=contrast&seed=42&by=category&pair=');
  await run(page, 'glove-idf', 'sif');
  await page.evaluate(async () => {
    const { comparison, store } = stsPlayground;
    comparison.removeSystem(comparison.systems.find(({ spec }) => spec.kind === 'glove-sum')!);
    comparison.systems[0]!.shown = false;
    comparison.pair = 3;
    const [part] = comparison.benchmark!.parts;
    await store.putSetting(`correction:${comparison.benchmark!.pairs[5]!.id}`, {
      contentHash: part!.contentHash,
      added: ['negation'],
      removed: [],
    });
    await comparison.select(Int32Array.from({ length: 60 }, (_, row) => 3 * row));
  });
  await settled(page);
  const before = await stateOf(page);
  await openMenu(page);
  const { name, bytes } = await saved(page, 'JSON');
  expect(String(bytes)).not.toContain(
    await page.evaluate(() => stsPlayground.comparison.benchmark!.pairs[0]!.sentence1),
  );

  const other = await browser.newContext({ baseURL: baseURL! });
  try {
    const fresh = await other.newPage();
    await fresh.route('**/precomputed/*.json', (route) => route.fulfill({ json: {} }));
    await visit(fresh);
    await openMenu(fresh);
    const input = menu(fresh).getByLabel('Import results…');
    await input.setInputFiles({
      name: 'broken.json',
      mimeType: 'application/json',
      buffer: Buffer.from(String(bytes).replace('\n "seed": 42', '\n "seed": "42"')),
    });
    await expect(menu(fresh).getByRole('alert')).toContainText(
      'broken.json: seed is "42"; it has to be a whole number',
    );
    await input.setInputFiles({ name, mimeType: 'application/json', buffer: bytes });
    await expect(menu(fresh).getByRole('status')).toContainText(`${name}: 3 of`, { timeout: 60_000 });
    await settled(fresh);
    expect(await stateOf(fresh)).toEqual(before);
    expect(
      await fresh.evaluate(async () => {
        const { comparison, store } = stsPlayground;
        return {
          kept: await store.getSetting(`correction:${comparison.benchmark!.pairs[5]!.id}`),
          notes: comparison.systems.find(({ spec }) => spec.kind === 'sif')!.run!.notes.at(-1),
        };
      }),
    ).toMatchObject({
      kept: { added: ['negation'] },
      notes: expect.stringContaining('not computed in this browser'),
    });
    // A second import changes nothing: the runs are known now.
    await input.setInputFiles({ name, mimeType: 'application/json', buffer: bytes });
    await expect(menu(fresh).getByRole('status')).toContainText('all known to this browser', {
      timeout: 60_000,
    });
    await settled(fresh);
    expect(await stateOf(fresh)).toEqual(before);
  } finally {
    await other.close();
  }
});

test(`a track shows where each system stands among the published ones${withoutMirror}`, async ({ page }) => {
  test.skip(mirror === '', 'STS_DATA_DIR names no mirror');
  await visit(page);
  await choose(page, 'SemEval-2017 Task 1 STS evaluation sets, tracks 1-6', 'test/track5.en-en');
  const standing = page.getByTestId('standing');
  await expect(standing).toContainText(
    /stands between .+ run \d \(\d\d\.\d\d\) and .+ \(\d\d\.\d\d\) on track 5/,
  );
  const rows = page.getByTestId('published').getByRole('row');
  await expect(rows).toHaveCount(0);
  await standing.getByLabel('published systems (45)').check();
  await expect(rows).toHaveCount(46);
  await expect(rows.nth(1)).toContainText('RTV run 3 published');
  await choose(page, 'SemEval-2017 Task 1 STS evaluation sets, tracks 1-6', '');
  await expect(standing).toBeHidden();
});
