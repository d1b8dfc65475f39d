import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import type { SystemKind } from '../../src/systems/registry.ts';
import { card, expect, pearson, readRun, run, settled, test, visit } from './page.ts';

const CODE: SystemKind = 'code';

const editor = (page: Page): Locator => page.getByRole('dialog', { name: 'Your own code' });
const status = (page: Page): Locator => editor(page).getByTestId('code-status');

async function openEditor(page: Page): Promise<void> {
  const add = page.getByRole('combobox', { name: 'System to add' });
  await add.selectOption({ label: 'Your own code…' });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(editor(page).getByRole('textbox', { name: 'Source of your code' })).toBeVisible();
}

/** Puts a source into the editor as a file of that name and runs it. */
async function runSource(page: Page, source: string, name = 'mine', timeoutSeconds?: number): Promise<void> {
  if (timeoutSeconds !== undefined) {
    const field = editor(page).getByLabel('Seconds without an answer');
    await field.fill(String(timeoutSeconds));
    await field.blur();
  }
  const file = { name: `${name}.js`, mimeType: 'text/javascript', buffer: Buffer.from(source) };
  await editor(page).getByTestId('code-import').setInputFiles(file);
  await expect(editor(page).getByLabel('Name')).toHaveValue(name);
  await editor(page).getByRole('button', { name: 'Run', exact: true }).click();
}

const failure = (page: Page): Locator => status(page).locator('.error');

test.beforeEach(async ({ page }) => {
  await visit(page);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
});

test('the average of GloVe is glove-sum, whose direction it has', async ({ page }) => {
  await run(page, 'glove-sum');
  await openEditor(page);
  await editor(page).getByRole('button', { name: 'Run', exact: true }).click();
  await expect(status(page)).toContainText('Pearson × 100:', { timeout: 30_000 });
  await settled(page);
  const [sum, own] = [await readRun(page, 'glove-sum'), await readRun(page, CODE)];
  expect(Math.abs(pearson(own.scores, own.gold) - pearson(sum.scores, sum.gold))).toBeLessThan(1e-6);
  expect(own.pearson).toBeCloseTo(sum.pearson!, 6);
  expect(own.reasons.map((reason) => reason > 0)).toEqual(sum.reasons.map((reason) => reason > 0));
  expect(own.id).toMatch(/^code:average%20of%20GloVe\(revision=[0-9a-f]{8},measure=cosine,missing=skip\)$/);
});

test('the other examples run, one with its own similarity', async ({ page }) => {
  await openEditor(page);
  for (const [title, measure] of [
    ['TF-IDF', 'cosine'],
    ['Character n-grams', 'similarity of the code'],
  ] as const) {
    await editor(page).getByLabel('Open').selectOption({ label: title });
    await editor(page).getByRole('button', { name: 'Run', exact: true }).click();
    await expect(status(page)).toContainText('over 360 rated pairs');
    await settled(page);
    const made = await page.evaluate(
      () => stsPlayground.comparison.systems.findLast(({ spec }) => spec.kind === 'code')!.run!.provenance,
    );
    expect(made.measure).toBe(measure);
    expect(made.model).toBeNull();
    expect(made.code!.sha256).toMatch(/^[0-9a-f]{64}$/);
  }
});

test('what it throws is told with its line, in the editor and on the card, and mended', async ({ page }) => {
  await openEditor(page);
  const source = `const word = null;

export async function batcher(params, batch) {
  return batch.map((sentence) => [word.length]);
}
`;
  await runSource(page, source);
  await expect(failure(page)).toContainText(/batcher threw at line 4: TypeError/);
  await expect(editor(page).locator('.cm-lint-marker-error')).toBeVisible();
  await expect(card(page, CODE).locator('.error')).toContainText('at line 4');
  await runSource(page, source.replace('word.length', 'sentence.length, 1'), 'mended');
  await expect(status(page)).toContainText('over 360 rated pairs');
  await expect(editor(page).locator('.cm-lint-marker-error')).toBeHidden();
});

test('a syntax error is told with its line, and so is what is thrown outside', async ({ page }) => {
  await openEditor(page);
  await runSource(
    page,
    'export async function batcher(params, batch) {\n  const row = ;\n  return batch;\n}\n',
  );
  await expect(failure(page)).toContainText(/SyntaxError: .* at line 2/);
  await runSource(page, "\nthrow new RangeError('at once');\nexport const batcher = () => [];\n", 'top');
  await expect(failure(page)).toContainText('The code threw at line 2: RangeError: at once');
  await runSource(
    page,
    "export async function batcher() {\n  setTimeout(() => {\n    throw new Error('later');\n  });\n  await new Promise(() => {});\n}\n",
    'timer',
  );
  await expect(failure(page)).toContainText('The code threw outside of its functions: Error: later');
  await expect(editor(page).locator('.cm-lint-marker-error')).toBeVisible();
  await runSource(page, "import x from 'lodash';\nexport const batcher = () => x;\n", 'imports');
  await expect(failure(page)).toContainText('lodash');
});

test('a loop and a promise that never settles are stopped, and the page lives', async ({ page }) => {
  await openEditor(page);
  await runSource(page, 'export function batcher() {\n  for (;;);\n}\n', 'loop', 1);
  await expect(failure(page)).toContainText(
    'No answer from batcher for sentences 1 to 128 of 540 for 1 s: it is still computing, perhaps in a loop without end. The code was stopped.',
  );
  await runSource(page, 'export const batcher = () => new Promise(() => {});\n', 'never');
  await expect(failure(page)).toContainText('it waits for a promise that nothing resolves');
  expect(await page.locator('iframe').count()).toBe(0);
  await runSource(page, 'export const batcher = (p, batch) => batch.map((s) => [s.length, 1]);\n', 'good');
  await expect(status(page)).toContainText('over 360 rated pairs');
});

test('NaN and a wrong number of rows are told with the sentence and both numbers', async ({ page }) => {
  await openEditor(page);
  await runSource(
    page,
    'export const batcher = (p, batch) => batch.map((s, i) => [1, i === 3 ? 0 / 0 : 1]);\n',
    'nan',
  );
  const fourth = await page.evaluate(() => stsPlayground.comparison.benchmark!.task.sentences[3]!);
  await expect(failure(page)).toContainText(
    `batcher gave NaN, place 2 of the row of sentence 4, “${fourth}”`,
  );
  await runSource(page, 'export const batcher = (p, batch) => batch.slice(1).map(() => [1]);\n', 'rows');
  await expect(failure(page)).toContainText('batcher gave 127 rows for 128 sentences.');
  expect(await page.evaluate(async () => (await stsPlayground.store.listRuns()).length)).toBe(1);
});

/** A host that anybody may read, and what was asked of it. */
async function openHost(): Promise<{ url: string; asked: string[]; close: () => void }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    response.writeHead(200, {
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Content-Type': 'text/javascript',
    });
    response.end('export const reached = true;');
  });
  server.on('upgrade', (request, socket) => {
    asked.push(request.url!);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/`, asked, close: () => server.close() };
}

test('it reaches neither the network, the storage nor the page', async ({ page, watch }) => {
  const host = await openHost();
  // The attempts end inside the browser, but it announces them.
  watch.allow(/^console: .*Content Security Policy/);
  watch.allow(new RegExp(`^request to ${host.url}`));
  const source = `const attempts = {
  fetch: () => fetch('${host.url}fetch'),
  opaque: () => fetch('${host.url}opaque', { mode: 'no-cors' }),
  request: () => new Promise((ok, no) => {
    const request = new XMLHttpRequest();
    request.onload = ok;
    request.onerror = no;
    request.open('GET', '${host.url}request');
    request.send();
  }),
  socket: () => new Promise((ok, no) => {
    const socket = new WebSocket('${host.url.replace('http', 'ws')}socket');
    socket.onopen = ok;
    socket.onerror = no;
  }),
  module: () => import('${host.url}module'),
  script: () => importScripts('${host.url}script'),
  database: () => indexedDB.open('sts-playground'),
  caches: () => caches.keys(),
  page: () => parent.document,
};
export async function batcher(params, batch) {
  for (const [name, attempt] of Object.entries(attempts)) {
    let reached = true;
    try {
      await attempt();
    } catch {
      reached = false;
    }
    if (reached) throw new Error('reached ' + name);
  }
  return batch.map((sentence) => [sentence.length, 1]);
}
`;
  try {
    await openEditor(page);
    await runSource(page, source, 'spy');
    await expect(status(page)).toContainText('over 360 rated pairs');
    expect(host.asked).toEqual([]);
  } finally {
    host.close();
  }
});

test('is saved, kept over a reload, exported, deleted, and edited from its card', async ({ page }) => {
  const source = 'export const batcher = (p, batch) => batch.map((s) => [s.length, 1]);\n';
  await openEditor(page);
  await runSource(page, source, 'length (of text)');
  await expect(status(page)).toContainText('over 360 rated pairs');
  await editor(page).getByLabel('Name').fill('second');
  await editor(page).getByRole('button', { name: 'Save' }).click();
  await expect(status(page)).toBeVisible();
  const downloading = page.waitForEvent('download');
  await editor(page).getByRole('button', { name: 'Export' }).click();
  expect((await downloading).suggestedFilename()).toBe('second.js');
  await editor(page).getByRole('button', { name: 'Close', exact: true }).click();
  await settled(page);
  const { key } = await readRun(page, CODE);

  await page.reload();
  await settled(page);
  await expect(card(page, CODE).getByText('stored on your own code')).toBeVisible();
  expect((await readRun(page, CODE)).key).toBe(key);
  await card(page, CODE).getByText('Parameters').click();
  await card(page, CODE).getByRole('button', { name: 'Edit the code…' }).click();
  await expect(editor(page).getByLabel('Name')).toHaveValue('length (of text)');
  await expect(editor(page).locator('.cm-content')).toContainText('s.length');
  await editor(page).getByRole('button', { name: 'Delete “length (of text)”' }).click();
  await expect(status(page)).toContainText('no longer saved');
  await editor(page).getByRole('button', { name: 'Close', exact: true }).click();
  const offered = page.getByRole('combobox', { name: 'System to add' }).locator('option');
  await expect(offered.filter({ hasText: 'second' })).toHaveCount(1);
  await expect(offered.filter({ hasText: 'length (of text)' })).toHaveCount(0);
});

test('other code of the same name is replaced only at the second press', async ({ page }) => {
  await openEditor(page);
  await runSource(page, 'export const batcher = (p, batch) => batch.map((s) => [s.length, 1]);\n');
  await expect(status(page)).toContainText('over 360 rated pairs');
  await runSource(page, 'export const batcher = (p, batch) => batch.map((s) => [s.length, 2]);\n');
  await expect(failure(page)).toContainText('Other code is saved as “mine”');
  const saved = () => page.evaluate(() => stsPlayground.codes.saved.map(({ source }) => source));
  expect((await saved())[0]).toContain('[s.length, 1]');
  await editor(page).getByRole('button', { name: 'Run', exact: true }).click();
  await expect(status(page)).toContainText('over 360 rated pairs');
  expect((await saved())[0]).toContain('[s.length, 2]');
});
