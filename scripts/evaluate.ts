/**
 * `npm run --silent evaluate -- --benchmark ID [--split S] [--set S] --system A,B [...]`: drives the built page in
 * headless Chromium and prints one JSON line a system. The page computes; this file only asks it.
 */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Page } from '@playwright/test';
import type { Playground } from '../src/app/playground.svelte.ts';
import { partName } from '../src/benchmarks/catalogue.ts';
import { counted } from '../src/benchmarks/notes.ts';
import type { ImportReport, Scale } from '../src/benchmarks/types.ts';
import { Failure } from '../src/failure.ts';
import { WEBGPU_ARGS } from './chromium.mjs';
import { check, fail, readArguments, USAGE, type Arguments } from './evaluateArguments.ts';
import { withModels } from './withModels.ts';

declare const stsPlayground: Playground;

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

/** What an import kept and lost, over all parts of the files; goes into every line of the output. */
interface ImportCounts {
  read: number;
  rated: number;
  unrated: number;
  rejected: number;
  scale: Scale;
}

interface Imported {
  id: string;
  parts: string[];
  counts: ImportCounts;
}

/** Imports as a person would who leaves every guess as it is; what needs a decision fails. */
async function importFiles(page: Page, args: Arguments, scale: Scale | null): Promise<Imported> {
  await giveFiles(page, 'evaluate-files', args.file!);
  const stored = await asking(
    page.evaluate(async (stated) => {
      try {
        const { library } = stsPlayground;
        const files = [...document.querySelector<HTMLInputElement>('#evaluate-files')!.files!];
        const { inspection, incomplete } = await library.lookInto(files);
        const problems = [
          ...(inspection?.unusable ?? []).map(({ what, nextStep }) => `${what} ${nextStep}`),
          ...incomplete.map(
            ({ benchmark, part, missing }) =>
              `Of ${benchmark} ${part} a file is missing: ${missing.join(', ')}. Give it with --file too.`,
          ),
        ];
        const sources = (inspection?.sources ?? []).map(({ choice, gold }) => {
          const own = stated ?? choice.scale;
          if (own === null && gold && gold.numbers > 0) {
            const range = `${gold.min} to ${gold.max}`;
            problems.push(
              `${choice.name}: the gold scores go from ${range}, which fits no usual scale. ` +
                'State that of the raters with --scale LOW,HIGH.',
            );
          }
          return { ...choice, scale: own };
        });
        if (stated && sources.length === 0 && problems.length === 0) {
          problems.push('These are published files, which have a scale of their own. Leave --scale out.');
        }
        if (problems.length > 0) return { failure: problems.join('\n') };
        const choices =
          sources.length > 0 ? { sources, languages: ['und', 'und'] as [string, string] } : null;
        const parts = await library.importFiles(files, choices);
        return {
          value: parts.map(({ benchmark, split, set, info, report }) => ({
            benchmark,
            split,
            set,
            scale: info.scale,
            report,
          })),
        };
      } catch (error) {
        return { failure: (error as Error).message };
      }
    }, scale),
  );
  const benchmarks = [...new Set(stored.map((part) => part.benchmark))];
  if (benchmarks.length > 1) {
    fail(`The files hold several benchmarks: ${benchmarks.join(', ')}.`, 'Evaluate them one at a time.');
  }
  for (const part of stored) printReport(part);
  const wanted = stored.filter(
    ({ split, set }) =>
      (args.split === undefined || split === args.split) && (args.set === undefined || set === args.set),
  );
  if (wanted.length === 0) {
    fail('The files hold no such part.', `They hold ${stored.map(partName).join(', ')}.`);
  }
  const counts: ImportCounts = { read: 0, rated: 0, unrated: 0, rejected: 0, scale: stored[0]!.scale };
  for (const { report } of stored) {
    counts.read += report.read;
    counts.rated += report.rated;
    counts.unrated += report.unrated;
    counts.rejected += report.rejected.length;
  }
  return { id: benchmarks[0]!, parts: wanted.map(partName), counts };
}

function printReport(part: { split: string; set: string | null; scale: Scale; report: ImportReport }): void {
  const { files, read, rated, unrated, rejected, notes } = part.report;
  const lines = [
    `Imported ${files.join(' with ')} as ${partName(part)}, gold scale ${part.scale.join(' to ')}: ` +
      `${counted(read, 'row')} read, ${rated} rated, ${unrated} unrated, ${rejected.length} rejected.`,
    ...rejected.map(({ file, line, reason }) => `  rejected: ${file}, line ${line}: ${reason}`),
    ...notes.map(({ text, count, firstLine }) => {
      const where = firstLine === undefined ? '' : `, first at line ${firstLine}`;
      return `  note: ${text} (${counted(count, 'row')}${where})`;
    }),
  ];
  process.stderr.write(`${lines.join('\n')}\n`);
}

async function addModel(page: Page, kind: 'vectors' | 'frequencies' | 'text', path: string): Promise<string> {
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
  const args = readArguments(process.argv.slice(2));
  if (args.help) {
    process.stderr.write(`${USAGE}\n`);
    return;
  }
  const { systems, parts, scale } = check(args);
  // What is wrong with the arguments is said at once: Vite and Playwright are loaded after.
  const { openPage } = await import('./openPage.ts');
  const { page, close } = await openPage(args.backend === 'webgpu' ? { args: WEBGPU_ARGS } : {});
  try {
    const replaced: Record<string, string> = {};
    const given = { vectors: 'vectors', frequencies: 'frequencies', context: 'text' } as const;
    for (const name of ['vectors', 'frequencies', 'context'] as const) {
      const path = args[name];
      if (path !== undefined) replaced[name] = await addModel(page, given[name], path);
    }
    const imported = parts ? null : await importFiles(page, args, scale);
    const chosen = imported ?? { id: args.benchmark!, parts: parts! };
    await asking(
      page.evaluate(
        async ({ id, wanted, backend, hub }) => {
          try {
            const { comparison, encoders } = stsPlayground;
            if (hub !== '') await encoders.useHub(hub);
            comparison.setSystems([]);
            await comparison.open(id, wanted);
            if (backend !== 'auto') await stsPlayground.useBackend(backend as 'wasm');
            return { value: null };
          } catch (error) {
            return { failure: (error as Error).message };
          }
        },
        { id: chosen.id, wanted: chosen.parts, backend: args.backend, hub: args.hub ?? '' },
      ),
    );
    const where = whereOf(chosen.parts);
    for (const system of systems) {
      const line = await evaluateSystem(page, withModels(system, replaced), where);
      process.stdout.write(`${JSON.stringify({ ...line, ...(imported && { import: imported.counts }) })}\n`);
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

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
