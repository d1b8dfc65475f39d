/**
 * What has to be there before anything runs, each step skipped when its inputs have not changed. Plain
 * JavaScript on Node's own modules: it also installs the packages.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const stamps = join(root, '.cache', 'stamps.json');

/** Says what is going on: on standard error, because `npm run evaluate` keeps standard output for its results. */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Runs a command with its output on standard error; the error says how it ended. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    ...options,
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`"${command} ${args.join(' ')}" ended with ${status}.`);
}

export const bin = (name) => join(root, 'node_modules', '.bin', name);

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

/** Hash of files' names and contents; of large built files only name, size and time. */
function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesBelow(join(root, path)))) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${relative(root, file)}\0`);
    hash.update(file.includes(`${join(root, 'public')}/`) ? `${size} ${mtimeMs}` : readFileSync(file));
  }
  return hash.digest('hex');
}

function readStamps() {
  try {
    return JSON.parse(readFileSync(stamps, 'utf8'));
  } catch {
    return {};
  }
}

/** Does `work` unless it was done with the same inputs and its product is still there. */
async function step(name, inputs, product, work) {
  if (readStamps()[name] === inputs && existsSync(join(root, product))) return;
  say(`${name}…`);
  await work();
  mkdirSync(dirname(stamps), { recursive: true });
  writeFileSync(stamps, `${JSON.stringify({ ...readStamps(), [name]: inputs }, null, 1)}\n`);
}

export async function install() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`Node ${process.versions.node} is too old: install Node 20.19 or newer.`);
  }
  await step(
    'Installing packages',
    fingerprint(['package-lock.json', '.npmrc']),
    'node_modules/.bin/vite',
    () => run('npm', ['ci', '--no-audit', '--no-fund']),
  );
}

export async function models() {
  const inputs = fingerprint(['models', 'package-lock.json']);
  await step('Building the default models', inputs, 'public/models/glove-6b-100d/manifest.json', () =>
    run(bin('tsx'), ['models/build.ts']),
  );
}

/** What can't be fetched is tried again on another day, or by `npm run benchmarks`. */
export async function benchmarks() {
  const day = new Date().toISOString().slice(0, 10);
  const inputs = `${fingerprint(['src/benchmarks/catalogue.json'])} ${process.env.STS_DATA_DIR ?? day}`;
  await step('Filling the benchmarks', inputs, 'public/benchmarks/index.json', () =>
    run(bin('tsx'), ['scripts/benchmarks.ts']),
  );
}

export async function build() {
  const inputs = fingerprint([
    'src',
    'models',
    'public',
    'index.html',
    'package.json',
    'package-lock.json',
    'svelte.config.js',
    'vite.config.ts',
  ]);
  await step('Building the page', inputs, 'dist/index.html', () =>
    run(bin('vite'), ['build', '--logLevel', 'warn']),
  );
}

/** All that the page needs, from a bare clone. */
export async function setUp() {
  await install();
  await models();
  await benchmarks();
  await build();
}
