import type { Page } from '@playwright/test';
import type { Playground } from '../../src/app/playground.svelte.ts';
import { openPage } from '../../scripts/openPage.ts';
import { openTransformerBaselines, type TransformerBaselines } from './baselines.ts';
import { longestTaskMs, watchLongTasks } from './longTasks.ts';
import { peakResidentBytes } from './memory.ts';
import { median, rest, type Report } from './report.ts';

declare const stsPlayground: Playground;

/** Overridden to look whether the bench works; its figures are then worth nothing. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const FIRST_SCORE_SECONDS = 3;
/** Else the browser's count waits for garbage collections of its own. */
const MEMORY_ARGS = ['--enable-blink-features=ForceEagerMeasureMemory'];
/** Of one number of a vector, between two ways to compute the same network in single precision. */
const MOST_DIFFERENCE = 1e-5;

type Dtype = 'fp32' | 'q8' | 'int8w';

/**
 * A run as the product does it, from the press of Run to the scores in the page: tokens, vectors and scores anew, each
 * batch stored on the way. The model is loaded if it was used before.
 */
function productSeconds(page: Page, dtype: Dtype): Promise<number> {
  return page.evaluate(async (id) => {
    const { comparison, store } = stsPlayground;
    comparison.setSystems([]);
    for (const run of await store.listRuns()) await store.deleteRun(run.key);
    for (const { key } of await store.listEmbeddings()) await store.deleteEmbeddings(key);
    const entry = comparison.addSystemById(id);
    // Until it has looked whether something of it is kept.
    await new Promise((go) => setTimeout(go, 300));
    const started = performance.now();
    const done = comparison.run(entry);
    // Looked at seldom: the page's own thread shares two cores with those of the model.
    while (entry.run === null && entry.state.kind !== 'failed') await new Promise((go) => setTimeout(go, 25));
    const seconds = (performance.now() - started) / 1000;
    await done;
    if (entry.state.kind === 'failed') throw new Error(entry.state.what);
    if (entry.fromStorage || entry.run!.provenance.backend !== 'wasm') throw new Error('It is another run.');
    // The intervals come after the scores; what is measured next does not share the machine with them.
    while (entry.intervals === null) await new Promise((go) => setTimeout(go, 20));
    return seconds;
  }, `transformer:use-lite(dtype=${dtype})`);
}

/**
 * From a reload of the page, which ends the model's worker, to the first scores of a transformer: the benchmark that a
 * first visit shows, Run pressed as soon as it is open. The model's files are kept from before.
 */
async function firstScores(page: Page, url: string): Promise<{ sinceReload: number; sincePress: number }> {
  await page.evaluate(async () => {
    const { activities, store } = stsPlayground;
    while (activities.list.length > 0) await new Promise((go) => setTimeout(go, 20));
    for (const run of await store.listRuns()) await store.deleteRun(run.key);
    for (const { key } of await store.listEmbeddings()) await store.deleteEmbeddings(key);
  });
  await page.goto('about:blank');
  await page.goto(url, { waitUntil: 'commit' });
  return page.evaluate(async () => {
    const turn = (): Promise<void> => new Promise((go) => setTimeout(go, 1));
    while (!('stsPlayground' in globalThis) || stsPlayground.comparison.benchmark?.info.id !== 'contrast') {
      await turn();
    }
    const { comparison } = stsPlayground;
    const entry = comparison.addSystemById('transformer:use-lite');
    const pressed = performance.now();
    const done = comparison.run(entry);
    while (entry.run === null && entry.state.kind !== 'failed') await turn();
    const scored = performance.now();
    await done;
    if (entry.state.kind === 'failed') throw new Error(entry.state.what);
    if (entry.fromStorage) throw new Error('The scores were kept from before.');
    return { sinceReload: scored / 1000, sincePress: (scored - pressed) / 1000 };
  });
}

/**
 * From a reload, which ends the model's worker, to the first score: a typed pair in the lab, from the press of Load, with
 * the model's files kept from before.
 */
async function firstOfLab(page: Page, url: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(`${url}#v=1&view=lab`);
  await page.getByTestId('lab-sentence-1').fill('A lantern hangs beside the harbour gate.');
  const line = page.locator('li[data-system=transformer]');
  await line.getByRole('button', { name: 'Load' }).waitFor();
  await page.waitForTimeout(1_000);
  return line.evaluate(async (row) => {
    const isThere = (): boolean => /^−?\d/.test(row.querySelector('strong')?.textContent ?? '');
    if (isThere()) throw new Error('The score was there before.');
    const pressed = performance.now();
    row.querySelector('button')!.click();
    while (!isThere()) await new Promise((go) => setTimeout(go, 10));
    return (performance.now() - pressed) / 1000;
  });
}

/** The vectors of the last run, row-major in the order of the task's sentences. */
function productVectors(page: Page): Promise<Float32Array> {
  return page.evaluate(async () => {
    const { store } = stsPlayground;
    const sets = await store.listEmbeddings();
    const { head, batches } = (await store.getEmbeddings(sets[0]!.key))!;
    if (sets.length !== 1 || head.provenance.dtype !== 'fp32') throw new Error('Other vectors are kept.');
    const vectors = new Float32Array(head.sentences * head.dimension).fill(NaN);
    batches.forEach((rows, b) => {
      for (let row = head.offsets[b]!; row < head.offsets[b + 1]!; row++) {
        const from = (row - head.offsets[b]!) * head.dimension;
        vectors.set(rows!.subarray(from, from + head.dimension), head.order[row]! * head.dimension);
      }
    });
    return vectors;
  });
}

/** Speed is only of interest where the same is computed. @returns the largest difference of two numbers */
function compareVectors(what: string, found: Float32Array, product: Float32Array): number {
  if (found.length !== product.length) {
    throw new Error(`${what} gave ${found.length} numbers, the product ${product.length}.`);
  }
  let most = 0;
  for (let i = 0; i < found.length; i++) {
    const difference = Math.abs(found[i]! - product[i]!);
    if (!(difference < MOST_DIFFERENCE)) {
      throw new Error(`${what} gave ${found[i]} where the product gave ${product[i]}, at ${i}.`);
    }
    most = Math.max(most, difference);
  }
  return most;
}

/**
 * Memory of a tab of its own that loads the model and runs it: the peak by the kernel's count, and the browser's own
 * figure, begun while the run goes on. The latter takes a minute: the browser waits so long for the threads of ONNX
 * Runtime, which sleep between runs and do not answer.
 */
async function benchMemory(report: Report, dtype: Dtype): Promise<void> {
  const { page, close } = await openPage({ args: MEMORY_ARGS });
  try {
    await openTask(page);
    const bytes = await page.evaluate(async (id) => {
      const { comparison } = stsPlayground;
      const entry = comparison.addSystemById(id);
      await new Promise((go) => setTimeout(go, 300));
      const done = comparison.run(entry);
      while (stsPlayground.encoders.loaded.length === 0 && entry.state.kind !== 'failed') {
        await new Promise((go) => setTimeout(go, 10));
      }
      const memory = await (
        performance as unknown as { measureUserAgentSpecificMemory(): Promise<{ bytes: number }> }
      ).measureUserAgentSpecificMemory();
      await done;
      if (entry.state.kind === 'failed') throw new Error(entry.state.what);
      return memory.bytes;
    }, `transformer:use-lite(dtype=${dtype})`);
    const peak = await peakResidentBytes(page);
    const inMB = (size: number): string => `${(size / 1e6).toFixed(0)} MB`;
    report.fact(`peak memory of the tab's process, ${dtype}`, peak === null ? 'Linux only' : inMB(peak));
    report.fact(`memory of the tab by the browser's own count, ${dtype}`, inMB(bytes));
  } finally {
    await close();
  }
}

async function openTask(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await stsPlayground.comparison.open('stsbenchmark', ['test']);
    await stsPlayground.useBackend('wasm');
    stsPlayground.comparison.setSystems([]);
  });
}

export async function benchTransformers(report: Report): Promise<void> {
  await benchTurns(report);
  const { page, url, close } = await openPage();
  try {
    await openTask(page);
    await benchRest(report, page, url);
  } finally {
    await close();
  }
  await benchMemory(report, 'fp32');
  await benchMemory(report, 'q8');
}

interface ProductTurn {
  fp32: number;
  q8: number;
  sentences: string[];
  vectors: Float32Array;
  threads: number;
  longestTaskMs: number;
}

/** The product in a browser of its own; the first run of each precision loads the model and compiles. */
async function productTurn(): Promise<ProductTurn> {
  const { page, close } = await openPage();
  try {
    await openTask(page);
    await productSeconds(page, 'q8');
    await productSeconds(page, 'fp32');
    const vectors = await productVectors(page);
    await watchLongTasks(page);
    await rest();
    const fp32 = await productSeconds(page, 'fp32');
    await rest();
    const q8 = await productSeconds(page, 'q8');
    const threads = await page.evaluate(() => stsPlayground.encoders.loaded[0]!.facts.threads);
    const sentences = await page.evaluate(() => [...stsPlayground.comparison.benchmark!.task.sentences]);
    return { fp32, q8, sentences, vectors, threads, longestTaskMs: await longestTaskMs(page) };
  } finally {
    await close();
  }
}

interface BaselineTurn {
  one: number;
  graph: number;
  differences: { one: number; graph: number };
  threads: TransformerBaselines['threads'];
}

/** The same sentences as a plain user would encode them, in a browser of its own. */
async function baselineTurn({ sentences, vectors }: ProductTurn): Promise<BaselineTurn> {
  const baselines = await openTransformerBaselines();
  try {
    for (const which of ['transformers', 'graph'] as const)
      await baselines.encode(which, sentences.slice(0, 256));
    await rest();
    const one = await baselines.encode('transformers', sentences);
    await rest();
    const graph = await baselines.encode('graph', sentences);
    return {
      one: one.milliseconds / 1000,
      graph: graph.milliseconds / 1000,
      differences: {
        one: compareVectors('transformers.js', one.vectors, vectors),
        graph: compareVectors('The TF.js graph', graph.vectors, vectors),
      },
      threads: baselines.threads,
    };
  } finally {
    await baselines.close();
  }
}

/**
 * The product and the baselines take turns, so that a busy moment of the machine does not count for one only, and
 * each has the machine to itself.
 */
async function benchTurns(report: Report): Promise<void> {
  const product: ProductTurn[] = [];
  const plain: BaselineTurn[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await rest();
    product.push(await productTurn());
    await rest();
    plain.push(await baselineTurn(product.at(-1)!));
  }
  const fp32 = median(product.map((turn) => turn.fp32));
  const q8 = median(product.map((turn) => turn.q8));
  const one = median(plain.map((turn) => turn.one));
  const graph = median(plain.map((turn) => turn.graph));
  const { sentences, threads } = product[0]!;
  const speed = (what: string, took: number): void =>
    report.row(`${what}, ${Math.round(sentences.length / took).toLocaleString('en')} sentences/s`, took);
  const largest = (values: number[]): number => values.reduce((most, value) => Math.max(most, value), 0);
  report.fact('distinct sentences', sentences.length.toLocaleString('en'));
  report.fact('rounds', String(ROUNDS));
  report.fact(
    'threads: product; transformers.js; TF.js',
    `${threads}; ${plain[0]!.threads.transformers}; ${plain[0]!.threads.graph}`,
  );
  speed('product, fp32', fp32);
  speed('product, q8', q8);
  speed('transformers.js, a sentence at a time', one);
  speed('TF.js graph, batches of 64', graph);
  for (const [which, title] of [
    ['one', 'transformers.js'],
    ['graph', 'TF.js graph'],
  ] as const) {
    const most = largest(plain.map(({ differences }) => differences[which]));
    report.fact(`vectors, largest difference: ${title}`, most.toExponential(1));
  }
  report.ratio('product, fp32, against a sentence at a time', one / fp32, 2.5);
  report.ratio('product, fp32, against the TF.js graph', graph / fp32, 1.5);
  report.ratio('q8 against fp32', fp32 / q8, 1.5);
  const longest = largest(product.map((turn) => turn.longestTaskMs));
  report.fact('longest main-thread task in the runs of the product', `${longest.toFixed(0)} ms`);
}

/** What has nothing to take turns with. */
async function benchRest(report: Report, page: Page, url: string): Promise<void> {
  await productSeconds(page, 'int8w');
  const int8w: number[] = [];
  for (let round = 0; round < ROUNDS; round++) int8w.push(await productSeconds(page, 'int8w'));
  report.row('product, int8w', median(int8w));
  const first = { sinceReload: [] as number[], sincePress: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const { sinceReload, sincePress } = await firstScores(page, url);
    first.sinceReload.push(sinceReload);
    first.sincePress.push(sincePress);
  }
  report.row('contrast set, warm cache: from the press of Run to all scores', median(first.sincePress));
  report.row('contrast set, warm cache: from the call of the page to all scores', median(first.sinceReload));
  const lab: number[] = [];
  for (let round = 0; round < ROUNDS; round++) lab.push(await firstOfLab(page, url));
  report.row('a typed pair, warm cache: from the press of Load to the first score', median(lab));
  report.ratio('that against 3 seconds', FIRST_SCORE_SECONDS / median(lab), 1);
}
