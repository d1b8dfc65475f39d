/**
 * `npm run lighthouse [-- --desktop | --mobile]`: Lighthouse on the built page at localhost, desktop and its own mobile
 * emulation (a processor four times slower behind a slow network); both unless one is named. Prints the three
 * categories and what cost points, and ends with 1 where a category is below 95. Lighthouse is fetched by npx: it is
 * too large to be among the packages.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { preview } from 'vite';
import { chromiumPath } from './chromium.mjs';
import { root, say } from './setup.mjs';

const LIGHTHOUSE = 'lighthouse@12.2.3';
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const LEAST = 95;
/** Lighthouse's own figure for the speed of the machine; a desktop computer that does nothing else has more. */
const LEAST_BENCHMARK = 1_000;
/** Lighthouse ends by itself long before. */
const TIMEOUT_MS = 300_000;
const FLAGS = '--headless=new --no-sandbox --disable-gpu';

interface Audit {
  title: string;
  score: number | null;
  displayValue?: string;
}

/** The parts of its report that are read here. */
interface LighthouseReport {
  runtimeError?: { message: string };
  environment: { benchmarkIndex: number };
  categories: Record<
    string,
    { title: string; score: number | null; auditRefs: { id: string; weight: number }[] }
  >;
  audits: Record<string, Audit>;
}

type Form = 'desktop' | 'mobile';

/** Not `spawnSync`: this process serves the page meanwhile. */
function npx(args: readonly string[], env = process.env): Promise<{ status: number | null; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('npx', ['--yes', LIGHTHOUSE, ...args], {
      env,
      timeout: TIMEOUT_MS,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stderr: stderr.trim() }));
  });
}

async function fetchLighthouse(): Promise<void> {
  const { status, stderr } = await npx(['--version']);
  if (status === 0) return;
  throw new Error(
    `npx could not fetch ${LIGHTHOUSE}: ${stderr.split('\n').find((line) => line.includes('npm')) ?? 'it did not answer'}\n` +
      'It needs the npm registry once; with a network, run this again.',
  );
}

async function measure(form: Form, url: string, chromium: string): Promise<LighthouseReport> {
  const folder = join(root, '.cache', 'lighthouse');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${form}.json`);
  rmSync(file, { force: true });
  const { status, stderr } = await npx(
    [
      url,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${CATEGORIES.join(',')}`,
      `--chrome-flags=${FLAGS}`,
      ...(form === 'desktop' ? ['--preset=desktop'] : []),
    ],
    { ...process.env, CHROME_PATH: chromium },
  );
  if (status !== 0) throw new Error(`Lighthouse ended with ${status ?? 'a timeout'}.\n${stderr}`);
  const report = JSON.parse(readFileSync(file, 'utf8')) as LighthouseReport;
  if (report.runtimeError) throw new Error(`Lighthouse: ${report.runtimeError.message}`);
  return report;
}

/** @returns whether every category has enough points */
function print(form: Form, report: LighthouseReport): boolean {
  const { benchmarkIndex } = report.environment;
  const busy = benchmarkIndex < LEAST_BENCHMARK ? ': slow or busy, which lowers the performance' : '';
  console.log(`\n${form} (Lighthouse rates this machine now at ${benchmarkIndex.toFixed(0)}${busy})`);
  let holds = true;
  for (const id of CATEGORIES) {
    const { title, score, auditRefs } = report.categories[id]!;
    const points = score === null ? NaN : Math.round(score * 100);
    const enough = points >= LEAST;
    holds &&= enough;
    console.log(`  ${title.padEnd(16)} ${String(points).padStart(3)}  ${enough ? '' : `below ${LEAST}`}`);
    const weights = auditRefs.reduce((sum, { weight }) => sum + weight, 0);
    for (const { id: audit, weight } of auditRefs) {
      const { title: what, score: part, displayValue = '' } = report.audits[audit]!;
      const cost = part === null ? 0 : (100 * weight * (1 - part)) / weights;
      if (cost >= 0.5) console.log(`    -${cost.toFixed(1).padStart(4)}  ${what} ${displayValue}`);
    }
  }
  return holds;
}

const named = (['desktop', 'mobile'] as const).filter((form) => process.argv.includes(`--${form}`));
const forms: readonly Form[] = named.length > 0 ? named : ['desktop', 'mobile'];
try {
  say(`Fetching ${LIGHTHOUSE} where npx does not have it…`);
  await fetchLighthouse();
  const chromium = await chromiumPath();
  const server = await preview({ root, logLevel: 'error', preview: { port: 4291, strictPort: false } });
  try {
    for (const form of forms) {
      say(`Measuring: ${form}…`);
      if (!print(form, await measure(form, server.resolvedUrls!.local[0]!, chromium))) process.exitCode = 1;
    }
  } finally {
    await server.close();
  }
} catch (error) {
  say(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
