import type { Page } from '@playwright/test';
import type { TinyHub } from './tinyModelHub.ts';
import { card, expect, importFiles, openParameters, rowOf, settled, showView, type Watch } from './page.ts';
import { tsv } from './invented.ts';

export const transformer = (page: Page) => card(page, 'transformer');

/** Pairs of distinct sentences that cost an encoder some time: none is computed twice. */
export function distinctPairs(count: number): [number, string, string][] {
  const things = ['apple', 'boat', 'candle', 'drum', 'engine', 'flower', 'garden', 'hammer'];
  return Array.from({ length: count }, (_, i) => [
    ((i * 7) % 51) / 10,
    `The ${things[i % 8]} number ${i} moves past the ${things[(i * 3 + 1) % 8]} near the old house.`,
    `A ${things[(i * 5 + 2) % 8]} with the number ${i + 1} stands by the ${things[(i + 4) % 8]}.`,
  ]);
}

/** Pairs of the few words that the tiny model knows, of different lengths. */
export function tinyPairs(count: number): [number, string, string][] {
  const [who, does] = [
    ['the cat', 'a dog', 'the dog', 'a cat'],
    ['sleeps', 'runs', 'sleeps on a mat', 'runs, runs, runs'],
  ];
  return Array.from({ length: count }, (_, i) => [
    ((i * 7) % 51) / 10,
    `${who[i % 4]} ${does[(i >> 2) % 4]}${i >= 16 ? ` on ${'abcdefghijkl'[i % 12]}${'mnopqrst'[i % 8]}` : ''}.`,
    `${who[(i + 1) % 4]} ${does[(i * 3 + 2) % 4]}`,
  ]);
}

/** Opens pairs of our own as the benchmark. */
export async function bringPairs(
  page: Page,
  rows: readonly (readonly [string | number, string, string])[],
): Promise<void> {
  await importFiles(page, { name: 'own.tsv', content: tsv(rows) });
  await showView(page, 'Compare');
}

/** Opens the part of the transformer's form where models beyond the list are named. */
export async function openModelForm(page: Page): Promise<void> {
  await openParameters(page, 'transformer');
  const more = transformer(page).locator('details details');
  if ((await more.getAttribute('open')) === null) await more.getByText('Another model').click();
}

/** Chooses a model by its id, typed. */
export async function useModel(page: Page, id: string): Promise<void> {
  await openModelForm(page);
  await transformer(page).getByPlaceholder('owner/name of the hub').fill(id);
  await transformer(page).getByRole('button', { name: 'Use', exact: true }).click();
  await expect(transformer(page).getByTestId('model')).toHaveValue(id);
}

/** Serves files as the folder models/<name>/ of the site. @returns what is asked for: "GET config.json" */
export async function serveModel(
  page: Page,
  name: string,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<string[]> {
  const asked: string[] = [];
  await page.route(`**/models/${name}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname.split(`/models/${name}/`)[1]!;
    asked.push(`${route.request().method()} ${path}`);
    const bytes = files.get(path);
    if (!bytes) return route.fulfill({ status: 404, body: '' });
    await route.fulfill({
      contentType: path.endsWith('.json') ? 'application/json' : 'application/octet-stream',
      headers: { etag: `"${path}"`, 'content-length': String(bytes.length) },
      body: Buffer.from(bytes),
    });
  });
  return asked;
}

/** Lets the page take models from a hub of the test. */
export async function useHub(page: Page, watch: Watch, hub: TinyHub): Promise<void> {
  watch.allow(new RegExp(`^request to ${hub.url.replaceAll('.', '\\.')}/`));
  // A model that is not under models/ of the site: looked for there first.
  watch.allow(/status of 404/);
  await openModelForm(page);
  const field = transformer(page).getByLabel('Hub', { exact: true });
  await field.fill(hub.url);
  await field.press('Tab');
  await expect.poll(() => page.evaluate(() => stsPlayground.encoders.hubUrl)).toBe(hub.url);
}

/** Presses Run, or Resume, of the transformer. */
export async function press(page: Page, name: 'Run' | 'Resume' | 'Cancel'): Promise<void> {
  await transformer(page).getByRole('button', { name, exact: true }).click();
}

/** Presses Run, or Resume, and waits for the scores. */
export async function runTransformer(page: Page, name: 'Run' | 'Resume' = 'Run'): Promise<void> {
  await press(page, name);
  await hasRun(page);
}

export async function hasRun(page: Page): Promise<void> {
  await expect(transformer(page).getByText(/^(computed|stored) on/)).toBeVisible({ timeout: 90_000 });
  await settled(page);
}

/** Opens the provenance of the transformer's run. */
export async function openProvenance(page: Page): Promise<void> {
  await rowOf(page, 'transformer').getByRole('button', { name: 'Provenance' }).click();
}

/** What the page keeps of embeddings: rows stored of rows in all. */
export function keptSets(page: Page): Promise<{ key: string; rows: number; of: number }[]> {
  return page.evaluate(async () =>
    (await stsPlayground.store.listEmbeddings()).map(({ key, rowsStored, order }) => ({
      key,
      rows: rowsStored,
      of: order.length,
    })),
  );
}

/** Counts the batches that are written from now on; read with `batchesWritten`. */
export function countBatches(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { store } = stsPlayground;
    const put = store.putEmbeddingsBatch.bind(store);
    const written: number[] = [];
    Object.assign(globalThis, { batchesWritten: written });
    store.putEmbeddingsBatch = (key, batch, rows) => {
      written.push(batch);
      return put(key, batch, rows);
    };
  });
}

export function batchesWritten(page: Page): Promise<number[]> {
  return page.evaluate(() => (globalThis as unknown as { batchesWritten: number[] }).batchesWritten);
}

/** Waits until so many sentences are encoded, then presses Cancel in the same instant. */
export function cancelAfter(page: Page, sentences: number): Promise<void> {
  return page.evaluate(async (wanted) => {
    const tick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));
    const encoded = (): number =>
      stsPlayground.activities.list.find(({ what }) => what === 'Encoding sentences')?.done ?? 0;
    while (encoded() < wanted) await tick();
    const button = [
      ...document.querySelectorAll<HTMLButtonElement>('[data-testid=system-transformer] button'),
    ];
    button.find(({ textContent }) => textContent === 'Cancel')!.click();
  }, sentences);
}
