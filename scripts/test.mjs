/** `npm test`: sets up, then runs every check. Ends with one line of totals over all of them. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { benchmarks, bin, build, install, models, root, say } from './setup.mjs';

const reports = join(root, '.cache', 'reports');
const totals = { passed: 0, failed: 0, skipped: 0 };
/** What failed, each with its first words: named again at the end, where a reader of a long log looks. */
const failures = [];

function add(passed, failed, skipped) {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
}

/** A check that either holds or does not: types, lint, format, a step of the set-up. */
async function check(title, work) {
  say(`\n── ${title}`);
  try {
    await work();
    add(1, 0, 0);
    return true;
  } catch (error) {
    say(`${title} failed: ${error.message}`);
    failures.push(`${title}: ${error.message}`);
    add(0, 1, 0);
    return false;
  }
}

function command(name, args, env = {}) {
  const { status, error } = spawnSync(bin(name), args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...env },
  });
  return error ? 1 : (status ?? 1);
}

/** A check that can run beside others: what it printed comes when it has ended. */
function commandCheck(title, name, ...args) {
  return check(title, async () => {
    const { status, output } = await outputOf(name, args);
    if (output) say(`\n── ${title}: its output\n${output}`);
    if (status !== 0) throw new Error(`"${name} ${args.join(' ')}" ended with ${status}.`);
  });
}

function outputOf(name, args) {
  return new Promise((resolve) => {
    const child = spawn(bin(name), args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.on('error', ({ message }) => resolve({ status: 1, output: message }));
    child.on('close', (status) => resolve({ status: status ?? 1, output: output.trim() }));
  });
}

function readReport(name) {
  const path = join(reports, name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

const firstLines = (text) =>
  String(text ?? '')
    .replace(/\u001b\[[\d;]*m/g, '')
    .split('\n')
    .slice(0, 6)
    .join('\n    ');

/** Failed tests of a report of vitest or of Playwright. */
function failedTests(report) {
  const fromVitest = (report.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0 && message) return [`${name}\n    ${firstLines(message)}`];
    return failed.map(
      (test) => `${name} › ${test.fullName}\n    ${firstLines(test.failureMessages.join('\n'))}`,
    );
  });
  const fromSuite = (suite) => [
    ...(suite.suites ?? []).flatMap(fromSuite),
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.ok && spec.tests.every(({ status }) => status !== 'flaky')
        ? []
        : [
            `${spec.file}:${spec.line} › ${spec.title}\n    ` +
              firstLines(spec.tests[0]?.results.find(({ error }) => error)?.error?.message),
          ],
    ),
  ];
  return [...fromVitest, ...(report.suites ?? []).flatMap(fromSuite)];
}

/** A runner's totals from its report; a runner that ended badly without a failed test counts as one failure. */
function runner(title, name, args, env, report, count) {
  say(`\n── ${title}`);
  const status = command(name, args, env);
  const read = readReport(report);
  const [passed, failed, skipped] = read ? count(read) : [0, 0, 0];
  add(passed, failed, skipped);
  say(`${title}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  if (read) failures.push(...failedTests(read));
  if ((status !== 0 || passed + failed + skipped === 0) && failed === 0) {
    failures.push(`${title} ended with ${status} although no test failed.`);
    add(0, 1, 0);
  }
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
if (!process.env.STS_DATA_DIR) {
  say('STS_DATA_DIR is not set: the tests that read the benchmark mirror are skipped.');
}
const ready =
  (await check('packages', install)) &&
  (await check('default models', models)) &&
  (await check('benchmarks', benchmarks)) &&
  (await check('production build', build));
if (existsSync(bin('vite'))) {
  // Each of them uses one core.
  await Promise.all([
    commandCheck('types', 'svelte-check', '--tsconfig', './tsconfig.json', '--fail-on-warnings'),
    commandCheck('lint', 'eslint', '.', '--max-warnings', '0'),
    commandCheck('format', 'prettier', '--check', '--log-level', 'warn', '.'),
  ]);
  runner(
    'unit tests',
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${join(reports, 'unit.json')}`],
    {},
    'unit.json',
    (r) => [
      r.numPassedTests,
      r.numFailedTests + r.numFailedTestSuites * (r.numFailedTests === 0 ? 1 : 0),
      r.numPendingTests + r.numTodoTests,
    ],
  );
}
if (ready) {
  const { chromiumPath } = await import('./chromium.mjs');
  let path;
  if (await check('a Chromium', async () => void (path = await chromiumPath()))) {
    runner(
      'browser tests',
      'playwright',
      ['test', '--reporter=line,json'],
      { CHROMIUM_PATH: path, PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'browser.json') },
      'browser.json',
      ({ stats }) => [stats.expected, stats.unexpected + stats.flaky, stats.skipped],
    );
  }
}
if (failures.length > 0) say(`\n── What failed\n${failures.map((failure) => `  ${failure}`).join('\n')}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exitCode = totals.failed > 0 ? 1 : 0;
