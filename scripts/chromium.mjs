/** Finds a Chromium for tests and scripts, or installs one. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root, say } from './setup.mjs';

/** How it is started: without a sandbox for containers, and without its own calls to the network. */
export const LAUNCH_ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** A software WebGPU adapter: slow, but the same code as on a real one. */
export const WEBGPU_ARGS = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const found = join(root, '.cache', 'chromium.txt');

/**
 * Path of an executable: the one of CHROMIUM_PATH, else Playwright's own (downloaded where that works), else the
 * system's, else one installed with apt-get.
 */
export async function chromiumPath() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  if (existsSync(found)) {
    const path = readFileSync(found, 'utf8');
    if (existsSync(path)) return path;
  }
  const path = (await playwrightsOwn()) ?? SYSTEM_PATHS.find(existsSync) ?? fromApt();
  if (!path) {
    throw new Error(
      'No Chromium was found and none could be installed. Install one and name it in CHROMIUM_PATH.',
    );
  }
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(found, path);
  return path;
}

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  if (existsSync(path)) return path;
  say('Installing a Chromium for Playwright…');
  const { status } = spawnSync(bin('playwright'), ['install', 'chromium'], {
    cwd: root,
    stdio: 'ignore',
    timeout: 300_000,
  });
  return status === 0 && existsSync(path) ? path : null;
}

function fromApt() {
  say("Playwright's Chromium can't be downloaded here; trying apt-get…");
  const apt = (...args) => spawnSync('apt-get', args, { stdio: ['ignore', 2, 2] }).status === 0;
  return apt('update', '-qq') && apt('install', '-y', '-qq', 'chromium')
    ? SYSTEM_PATHS.find(existsSync)
    : null;
}
