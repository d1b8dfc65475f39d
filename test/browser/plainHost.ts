import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test as pageTest, type Watch } from './page.ts';

const DIST = new URL('../../dist/', import.meta.url);
const FOLDER = '/somewhere/';
/** What every static server knows. */
const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};
const TEXTS = ['.css', '.html', '.js'];

export interface PlainHost {
  /** Address of the page, below a folder. */
  url: string;
  port: number;
  /** Paths that were asked for, in order. */
  asked: string[];
  /** Serves a build that differs in the name of every file with a hash; the old names are gone. */
  release(): void;
  close(): Promise<void>;
}

const turned = (text: string): string => [...text].reverse().join('');

/** The hash in each name of `dist/assets`, and the same backwards: a name that the next build could give. */
function nextHashes(): Map<string, string> {
  const names = readdirSync(new URL('assets/', DIST));
  return new Map(
    names.map((name) => {
      const hash = /-([\w-]{8})\.\w+$/.exec(name)![1]!;
      return [hash, turned(hash)];
    }),
  );
}

/** A static server without any settings: no headers but the type, and a web page for what is not there. */
export async function startPlainHost(): Promise<PlainHost> {
  const hashes = nextHashes();
  const backwards = new Map([...hashes].map(([before, after]) => [after, before]));
  const anyHash = new RegExp([...hashes.keys()].join('|'), 'g');
  const asked: string[] = [];
  let released = false;

  async function answer({ url = '/' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(url, 'http://host').pathname;
    asked.push(path);
    const name = path.startsWith(FOLDER) ? path.slice(FOLDER.length) || 'index.html' : null;
    const bytes = name === null ? null : await bytesOf(name);
    if (name === null || bytes === null) {
      response.writeHead(404, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>Not found</title>');
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' });
    response.end(bytes);
  }

  async function bytesOf(name: string): Promise<Buffer | null> {
    const inFolder = (file: string): Promise<Buffer | null> =>
      readFile(new URL(file, DIST)).catch(() => null);
    if (!released) return inFolder(name);
    const hash = /^assets\/.*-([\w-]{8})\.\w+$/.exec(name)?.[1];
    const before = hash === undefined ? undefined : backwards.get(hash);
    if (hash !== undefined && before === undefined) return null;
    const bytes = await inFolder(before === undefined ? name : name.replace(hash!, before));
    if (bytes === null || !TEXTS.includes(extname(name))) return bytes;
    const text = bytes.toString('utf8').replace(anyHash, (found) => hashes.get(found)!);
    // The worker's list tells the other files apart by theirs.
    return Buffer.from(name === 'sw.js' ? text.replace(/(?<=revision\W+)[0-9a-f]{32}/g, turned) : text);
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}${FOLDER}`,
    port,
    asked,
    release: () => (released = true),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Tests of a page on such a host, with service workers and with the runs that ship with the page. */
export const test = pageTest.extend<{ host: PlainHost }>({
  host: async ({}, use) => {
    const host = await startPlainHost();
    await use(host);
    await host.close();
  },
  baseURL: ({ host }, use) => use(host.url),
  serviceWorkers: 'allow',
  precomputed: true,
});

/** Waits until the page is kept. */
export async function kept(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => stsPlayground.update.offline.kind), { timeout: 30_000 })
    .toBe('kept');
}

/** Ends the host: stronger than a browser that believes to be offline. */
export async function endHost(host: PlainHost, watch: Watch): Promise<void> {
  // Browsers ask for a new version of the worker whenever a page is opened.
  watch.allow(/ERR_CONNECTION_REFUSED|unknown error occurred when fetching the script/);
  await host.close();
}

/** What the chip at the top says about the host, once the page has looked whether it can be kept. */
export async function saidOfHost(page: Page): Promise<string> {
  await expect.poll(() => page.evaluate(() => stsPlayground.update.offline.kind)).not.toBe('starting');
  const chip = page.getByTestId('backend-chip');
  await chip.click();
  const text = await page.getByTestId('hosting').innerText();
  await chip.click();
  return text;
}

/** Name of the first script of the page: another in every build. */
export const buildOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')!.src);
