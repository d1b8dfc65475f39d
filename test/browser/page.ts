import { test as base, expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import type { Playground } from '../../src/app/playground.svelte.ts';
import type { SystemKind } from '../../src/systems/registry.ts';

declare global {
  /** The page's state, for reading numbers that a canvas can't be asked for. */
  var stsPlayground: Playground;
}

/** The folder of the benchmark mirror; tests that need it say in their title that they are skipped without. */
export const mirror = process.env.STS_DATA_DIR ?? '';
export const withoutMirror = mirror === '' ? ' (skipped: STS_DATA_DIR names no mirror)' : '';

/** Said by Playwright and by Chromium itself (when a page asks for WebGPU where there is none), not by the page. */
const BROWSERS_OWN = ['Service Worker registration blocked by Playwright', 'No available adapters.'];

export interface Watch {
  /** Messages and failed requests that belong to the test. */
  allow(pattern: RegExp): void;
  /** Every address that was asked for, in order. */
  requested: string[];
}

/**
 * Fails a test on a warning or error in the console, on an uncaught error, and on any request that leaves the
 * page's origin: whatever the test is about.
 */
function watchContext(context: BrowserContext, origin: string): Watch & { faults: () => string[] } {
  const allowed: RegExp[] = [];
  const found: string[] = [];
  const requested: string[] = [];
  context.on('console', (message) => {
    if (['warning', 'error'].includes(message.type()) && !BROWSERS_OWN.includes(message.text())) {
      found.push(`console: ${message.text()}`);
    }
  });
  context.on('weberror', (error) => found.push(`uncaught: ${error.error().message}`));
  context.on('request', (request) => {
    const url = request.url();
    if (/^(data|blob):/.test(url)) return;
    requested.push(url);
    if (new URL(url).origin !== origin) found.push(`request to ${url}`);
  });
  return {
    requested,
    allow: (pattern) => allowed.push(pattern),
    faults: () => found.filter((text) => !allowed.some((pattern) => pattern.test(text))),
  };
}

/** Pairs of the contrast set, which a first visit shows. */
export const CONTRAST_PAIRS = 360;

export interface Options {
  precomputed: boolean;
  processors: number | null;
}

export const test = base.extend<Options & { watch: Watch }>({
  /**
   * Processors that the page sees, and so its threads; null is what there are. Two tests at a time share them, and
   * threads of one that wait for each other keep those of the other from their work.
   */
  processors: [1, { option: true }],
  /** Whether the page finds the runs that ship with it. Without them only word overlap has scores at first. */
  precomputed: [false, { option: true }],
  watch: [
    async ({ context, baseURL, precomputed, processors }, use) => {
      if (processors !== null) {
        await context.addInitScript((count) => {
          Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => count });
        }, processors);
      }
      if (!precomputed) await context.route('**/precomputed/*.json', (route) => route.fulfill({ json: {} }));
      const watch = watchContext(context, new URL(baseURL!).origin);
      await use(watch);
      expect(watch.faults(), 'what the page should not have done').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Opens the page and waits for what it shows at once: the benchmark with word overlap, intervals included. */
export async function visit(page: Page, hash = ''): Promise<void> {
  await page.goto(`./${hash}`);
  // A storage that does not answer is waited for, for five seconds.
  await expect(page.getByRole('heading', { name: 'STS Playground' })).toBeVisible({ timeout: 15_000 });
  await settled(page);
}

/**
 * Waits until nothing is going on: word overlap has run, and every run that there is has its intervals and is
 * stored.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (!globalThis.stsPlayground) return false;
    const { comparison, activities } = stsPlayground;
    return (
      comparison.benchmark !== null &&
      comparison.opening === null &&
      activities.list.length === 0 &&
      comparison.systems.every(({ spec, state, run, intervals }) => {
        if (state.kind === 'running') return false;
        if (run !== null) return intervals !== null;
        return spec.kind !== 'overlap-cosine' || state.kind === 'failed';
      })
    );
  });
  const unstored = (): Promise<number> =>
    page.evaluate(async () => {
      const runs = stsPlayground.comparison.systems.flatMap(({ run, precomputed }) =>
        run && !precomputed ? [run.key] : [],
      );
      const stored = await Promise.all(runs.map((key) => stsPlayground.store.getRun(key)));
      return stored.filter((run) => run === undefined).length;
    });
  await expect.poll(unstored).toBe(0);
}

export const card = (page: Page, kind: SystemKind): Locator => page.getByTestId(`system-${kind}`);

export async function run(page: Page, ...kinds: SystemKind[]): Promise<void> {
  for (const kind of kinds) await card(page, kind).getByRole('button', { name: 'Run', exact: true }).click();
  for (const kind of kinds) {
    await expect(card(page, kind).getByText(/^(computed|stored) on/)).toBeVisible({ timeout: 60_000 });
  }
  await settled(page);
}

/** Takes the transformer off the list, where a test is about several systems and not about it: it takes seconds. */
export async function withoutTransformer(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { comparison } = stsPlayground;
    comparison.removeSystem(comparison.systems.find(({ spec }) => spec.kind === 'transformer')!);
  });
}

export async function runAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(page.getByRole('button', { name: 'Run all' })).toBeDisabled({ timeout: 60_000 });
  await settled(page);
}

/** A row of the table of correlations: the first, which is over all that is chosen, unless said otherwise. */
export const rowOf = (page: Page, kind: SystemKind): Locator =>
  page
    .getByTestId('correlations')
    .locator(`tr[data-system^="${kind}("], tr[data-system^="${kind}:"]`)
    .first();

export const pearsonOf = (page: Page, kind: SystemKind): Locator =>
  rowOf(page, kind).locator('[data-measure=pearson]');

/** The Pearson x 100 that the table shows. */
export async function shownPearson(page: Page, kind: SystemKind): Promise<number> {
  const text = await pearsonOf(page, kind).locator('strong').innerText();
  return Number(text.replace('−', '-'));
}

/** A figure as the page writes it. */
export const written = (value: number): string => value.toFixed(2).replace('-', '−');

/** Cell of the column "n". */
export const countOf = (page: Page, kind: SystemKind): Locator => rowOf(page, kind).locator('td').nth(5);

export interface ReadRun {
  id: string;
  key: string;
  /** null where missing. */
  scores: (number | null)[];
  /** What is missing, by its place in MISSING_REASONS; 0 is "scored". */
  reasons: number[];
  gold: (number | null)[];
  ids: string[];
  pearson: number | null;
  n: number;
  notes: string[];
  backend: string;
  backendReason: string;
}

/** The run of a system as the page holds it, once there is one that is evaluated. */
export async function readRun(page: Page, kind: SystemKind): Promise<ReadRun> {
  const found = await page.waitForFunction(
    (wanted) => {
      const { benchmark, systems } = stsPlayground.comparison;
      const entry = systems.find(({ spec, run }) => spec.kind === wanted && run !== null);
      if (!entry?.evaluation) return null;
      const { scores, provenance, notes, key } = entry.run!;
      const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);
      return {
        id: entry.id,
        key,
        scores: [...scores.values].map(orNull),
        reasons: [...scores.reasons],
        gold: [...benchmark!.gold].map(orNull),
        ids: benchmark!.pairs.map((pair) => pair.id),
        pearson: entry.evaluation.whole.correlations.pearson.estimate.value,
        n: entry.evaluation.whole.n,
        notes,
        backend: provenance.backend,
        backendReason: provenance.backendReason,
      };
    },
    kind,
    { timeout: 20_000 },
  );
  return (await found.jsonValue())!;
}

/** Keys of the runs in the page's storage, memory included. */
export function storedRuns(page: Page): Promise<string[]> {
  return page.evaluate(async () => (await stsPlayground.store.listRuns()).map((run) => run.key));
}

/** Chooses the backend in the chip at the top, by its title there. */
export async function useBackend(page: Page, title: string): Promise<void> {
  const chip = page.getByTestId('backend-chip');
  await chip.click();
  await page.getByRole('combobox', { name: 'Use', exact: true }).selectOption({ label: title });
  await chip.click();
}

export async function showView(page: Page, name: 'Compare' | 'Data'): Promise<void> {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name }).click();
}

/** Opens a benchmark by its title, or one part of it, from the bar at the top. */
export async function choose(page: Page, title: string, part?: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Benchmark', exact: true }).selectOption({ label: title });
  await page.waitForFunction(() => stsPlayground.comparison.opening === null);
  if (part !== undefined) await page.getByRole('combobox', { name: 'Part', exact: true }).selectOption(part);
  await settled(page);
}

export interface GivenFile {
  name: string;
  content: string | Uint8Array;
}

const asPayload = ({ name, content }: GivenFile) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content as Uint8Array),
});

/** Gives files to the Data view, as its file dialogue would. What follows is a form, an import or a refusal. */
export async function giveFiles(page: Page, ...files: GivenFile[]): Promise<void> {
  await showView(page, 'Data');
  await page.getByTestId('import-files').setInputFiles(files.map(asPayload));
  await expect(page.getByRole('status').filter({ hasText: /^Reading / })).toHaveCount(0);
}

/** Gives files, presses Import and waits for the report. */
export async function importFiles(page: Page, ...files: GivenFile[]): Promise<Locator> {
  await giveFiles(page, ...files);
  await pressImport(page);
  return imported(page);
}

/** Waits until what was imported is stored and open. @returns the report */
export async function imported(page: Page): Promise<Locator> {
  // The form goes when everything is stored; it stays where the import failed.
  await expect(page.getByTestId('mapping')).toBeHidden();
  await page.waitForFunction(() => {
    const { library, comparison } = stsPlayground;
    const [first] = library.lastImport;
    return first?.origin.kind === 'file' && comparison.benchmark?.parts[0]?.importedAt === first.importedAt;
  });
  await settled(page);
  return page.getByTestId('import-report');
}

export const pressImport = (page: Page): Promise<void> =>
  page.getByTestId('mapping').getByRole('button', { name: 'Import' }).click();

/** Puts a file into one of the two inputs of a system's parameters and waits until it is read and chosen. */
export async function giveModel(
  page: Page,
  kind: SystemKind,
  input: 'Use a word-count file…' | 'Use a GloVe or word2vec text file…',
  file: GivenFile | string,
): Promise<void> {
  await openParameters(page, kind);
  await card(page, kind)
    .getByLabel(input)
    .setInputFiles(typeof file === 'string' ? file : asPayload(file));
}

export async function openParameters(page: Page, kind: SystemKind): Promise<void> {
  const details = card(page, kind).locator('details').first();
  if ((await details.getAttribute('open')) === null) await details.getByText('Parameters').click();
}

export const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Selected pair' });

/** Pearson's r from its definition, over the rows where both are there. */
export function pearson(a: readonly (number | null)[], b: readonly (number | null)[]): number {
  const rows = a.flatMap((x, i) => (x === null || b[i] === null ? [] : [[x, b[i]!] as const]));
  const mean = (column: 0 | 1): number => rows.reduce((sum, row) => sum + row[column], 0) / rows.length;
  const [meanA, meanB] = [mean(0), mean(1)];
  let [ab, aa, bb] = [0, 0, 0];
  for (const [x, y] of rows) {
    ab += (x - meanA) * (y - meanB);
    aa += (x - meanA) ** 2;
    bb += (y - meanB) ** 2;
  }
  return ab / Math.sqrt(aa * bb);
}
