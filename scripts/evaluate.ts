/**
 * `npm run --silent evaluate -- --benchmark ID [--split S] [--set S] --system A,B [...]`: drives the built page in
 * headless Chromium and prints one JSON line a system. The page computes; this file only asks it.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import type { Playground } from '../src/app/playground.svelte.ts';
import { catalogue, findEntry, findParts, partKey } from '../src/benchmarks/catalogue.ts';
import { Failure } from '../src/failure.ts';
import { parseSystem, splitOutsideParentheses } from '../src/systems/registry.ts';
import { WEBGPU_ARGS } from './chromium.mjs';

declare const stsPlayground: Playground;

const USAGE = `npm run --silent evaluate -- --benchmark ID [--split SPLIT] [--set SET] --system NAME[,NAME...]
  --benchmark ID        ${catalogue.map(({ id }) => id).join(', ')}
  --file PATH           imports a file of pairs first and evaluates on it; may be given several times
  --system LIST         overlap-cosine, glove-sum, glove-idf, sif, with parameters: "sif(a=1e-4,components=2)"
  --backend NAME        auto (default), webgpu, wasm, cpu
  --vectors PATH        a GloVe or word2vec text file in place of the shipped vectors
  --frequencies PATH    a file of word counts in place of the shipped ones
  --pairs PATH          writes the score of every pair to a CSV file`;

function readArguments() {
  const { values } = parseArgs({
    options: {
      benchmark: { type: 'string' },
      split: { type: 'string' },
      set: { type: 'string' },
      file: { type: 'string', multiple: true },
      system: { type: 'string', multiple: true },
      backend: { type: 'string', default: 'auto' },
      vectors: { type: 'string' },
      frequencies: { type: 'string' },
      pairs: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  return values;
}

type Arguments = ReturnType<typeof readArguments>;

function fail(what: string, nextStep: string): never {
  throw new Failure('usage', what, nextStep);
}

/** What is wrong is said before a browser starts. */
function check(args: Arguments): { systems: string[]; parts: string[] | null } {
  const list = (args.system ?? []).flatMap(splitOutsideParentheses);
  if (list.length === 0) fail('No --system was given.', USAGE);
  for (const system of list) parseSystem(system);
  if (!['auto', 'webgpu', 'wasm', 'cpu'].includes(args.backend)) {
    fail(`There is no backend "${args.backend}".`, 'Choose auto, webgpu, wasm or cpu.');
  }
  for (const path of [...(args.file ?? []), args.vectors, args.frequencies]) {
    if (path !== undefined && !existsSync(path)) fail(`${path} is not there.`, 'Check the path.');
  }
  if (args.benchmark && args.file) fail('--benchmark and --file exclude each other.', 'Give one of them.');
  if (args.file) return { systems: list, parts: null };
  if (!args.benchmark) fail('Neither --benchmark nor --file was given.', USAGE);
  const parts = findParts(findEntry(args.benchmark), { split: args.split, set: args.set }).map(partKey);
  return { systems: list, parts };
}

/** Puts files of this machine into the page as a person's file dialogue would. */
async function giveFiles(page: Page, id: string, paths: string[]): Promise<void> {
  await page.evaluate((inputId) => {
    const input = Object.assign(document.createElement('input'), {
      type: 'file',
      id: inputId,
      multiple: true,
    });
    input.hidden = true;
    document.body.append(input);
  }, id);
  await page.locator(`#${id}`).setInputFiles(paths);
}

/** A failure of the page as one of this process: only its words cross. */
async function asking<T>(answer: Promise<{ value: T } | { failure: string }>): Promise<T> {
  const settled = await answer;
  if ('failure' in settled) throw new Failure('page', settled.failure, '');
  return settled.value;
}

async function importFiles(page: Page, args: Arguments): Promise<{ id: string; parts: string[] }> {
  await giveFiles(page, 'evaluate-files', args.file!);
  return asking(
    page.evaluate(
      async ({ split, set }) => {
        try {
          const { library } = stsPlayground;
          const files = [...document.querySelector<HTMLInputElement>('#evaluate-files')!.files!];
          const { inspection } = await library.lookInto(files);
          const gold = inspection?.sources.find((source) => source.suggestedScale);
          const choices = inspection && {
            sources: inspection.sources.map(({ choice }) => choice),
            scale: gold?.suggestedScale ?? ([0, 5] as const),
            languages: ['und', 'und'] as [string, string],
          };
          const stored = await library.importFiles(files, choices);
          const wanted = stored.filter(
            (part) =>
              (split === undefined || part.split === split) && (set === undefined || part.set === set),
          );
          if (wanted.length === 0) {
            return {
              failure: `The file has no such part; it has ${stored.map((part) => part.key).join(', ')}.`,
            };
          }
          const parts = wanted.map((part) => (part.set === null ? part.split : `${part.split}/${part.set}`));
          return { value: { id: wanted[0]!.benchmark, parts } };
        } catch (error) {
          return { failure: (error as Error).message };
        }
      },
      { split: args.split, set: args.set },
    ),
  );
}

async function addModel(page: Page, kind: 'vectors' | 'frequencies', path: string): Promise<string> {
  await giveFiles(page, `evaluate-${kind}`, [path]);
  return asking(
    page.evaluate(async (wanted) => {
      try {
        const file = document.querySelector<HTMLInputElement>(`#evaluate-${wanted}`)!.files![0]!;
        return { value: (await stsPlayground.addModel(wanted, file)).id };
      } catch (error) {
        return { failure: (error as Error).message };
      }
    }, kind),
  );
}

interface Line {
  [field: string]: unknown;
  pearson: number | null;
}

/** Runs one system in the page; the numbers are those of the page's own table. */
async function evaluateSystem(
  page: Page,
  id: string,
  where: { split: string; set: string | null },
): Promise<Line> {
  return asking(
    page.evaluate(
      async ({ system, split, set }) => {
        const { comparison } = stsPlayground;
        const entry = comparison.addSystemById(system);
        await comparison.run(entry);
        if (entry.state.kind === 'failed') return { failure: `${entry.state.what} ${entry.state.nextStep}` };
        const { run, evaluation } = entry;
        if (!run || !evaluation) return { failure: `${system} gave no result.` };
        const { correlations, n, skipped } = evaluation.whole;
        const reasons: Record<string, string> = {};
        const of = (name: 'pearson' | 'spearman' | 'kendall'): number | null => {
          const { estimate } = correlations[name];
          if (estimate.value === null) reasons[name] = estimate.reason;
          return estimate.value;
        };
        const values = { pearson: of('pearson'), spearman: of('spearman'), kendall: of('kendall') };
        return {
          value: {
            system: entry.id,
            benchmark: run.provenance.benchmark,
            split,
            set,
            n,
            skipped: skipped.reduce((sum, { count }) => sum + count, 0),
            skippedBecause: skipped,
            ...values,
            ...(Object.keys(reasons).length > 0 && { notDefined: reasons }),
            seconds: run.seconds,
            backend: run.provenance.backend,
            notes: run.notes,
            provenance: run.provenance,
          },
        };
      },
      { system: id, ...where },
    ),
  );
}

function csvField(value: unknown): string {
  const text = value === null || value === undefined || Number.isNaN(value) ? '' : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function writePairs(page: Page, path: string): Promise<void> {
  const rows = await page.evaluate(() => {
    const { benchmark, systems } = stsPlayground.comparison;
    const ran = systems.filter((entry) => entry.run);
    const header = ['id', 'sentence1', 'sentence2', 'gold', ...ran.map((entry) => entry.id)];
    return [
      header,
      ...benchmark!.pairs.map((pair, row) => [
        pair.id,
        pair.sentence1,
        pair.sentence2,
        pair.gold,
        ...ran.map((entry) => {
          const value = entry.run!.scores.values[row]!;
          return Number.isNaN(value) ? null : value;
        }),
      ]),
    ];
  });
  writeFileSync(path, rows.map((row) => `${row.map(csvField).join(',')}\n`).join(''));
}

async function main(): Promise<void> {
  const args = readArguments();
  if (args.help) {
    process.stderr.write(`${USAGE}\n`);
    return;
  }
  const { systems, parts } = check(args);
  // What is wrong with the arguments is said at once: Vite and Playwright are loaded after.
  const { openPage } = await import('./openPage.ts');
  const { page, close } = await openPage(args.backend === 'webgpu' ? { args: WEBGPU_ARGS } : {});
  try {
    const replaced: Record<string, string> = {};
    for (const kind of ['vectors', 'frequencies'] as const) {
      const path = args[kind];
      if (path !== undefined) replaced[kind] = await addModel(page, kind, path);
    }
    const chosen = parts ? { id: args.benchmark!, parts } : await importFiles(page, args);
    await asking(
      page.evaluate(
        async ({ id, wanted, backend }) => {
          try {
            const { comparison } = stsPlayground;
            comparison.setSystems([]);
            await comparison.open(id, wanted);
            if (backend !== 'auto') await stsPlayground.useBackend(backend as 'wasm');
            return { value: null };
          } catch (error) {
            return { failure: (error as Error).message };
          }
        },
        { id: chosen.id, wanted: chosen.parts, backend: args.backend },
      ),
    );
    const where = whereOf(chosen.parts);
    for (const system of systems) {
      const line = await evaluateSystem(page, withModels(system, replaced), where);
      process.stdout.write(`${JSON.stringify(line)}\n`);
    }
    if (args.pairs !== undefined) {
      await writePairs(page, args.pairs);
      process.stderr.write(`Scores of every pair: ${basename(args.pairs)}\n`);
    }
  } finally {
    await close();
  }
}

/** The split and the set that parts have in common; of several, all names. */
function whereOf(parts: readonly string[]): { split: string; set: string | null } {
  const split = [...new Set(parts.map((part) => part.split('/')[0]!))].join(',');
  const sets = parts.flatMap((part) => part.split('/').slice(1));
  return { split, set: sets.length > 0 ? sets.join(',') : null };
}

/** The system with the user's models where it has such a parameter and doesn't name another. */
function withModels(system: string, models: Record<string, string>): string {
  const { kind, parameters } = parseSystem(system);
  const settings = Object.entries({ ...parameters, ...models }).filter(([name]) => name in parameters);
  return `${kind}(${settings.map(([name, value]) => `${name}=${value}`).join(',')})`;
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
