import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { tinyEncoder } from '../fixtures/tinyEncoder.ts';
import { expect, openParameters, readRun, settled, showView, test, visit } from './page.ts';
import {
  bringPairs,
  hasRun,
  openModelForm,
  press,
  runTransformer,
  serveModel,
  tinyPairs,
  transformer,
  useModel,
} from './tinyModelPage.ts';
import { tinyScores } from './tinyModelVectors.ts';

const PAIRS = tinyPairs(60);
const EXPECTED = tinyScores(PAIRS, { pooling: 'mean' });

let disk: string;
test.beforeAll(() => {
  disk = mkdtempSync(join(tmpdir(), 'tiny-model-'));
});
test.afterAll(() => rmSync(disk, { recursive: true, force: true }));

/** @returns the folder's path */
function writeFolder(name: string, files: ReadonlyMap<string, Uint8Array>): string {
  for (const [path, bytes] of files) {
    const file = join(disk, name, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  return join(disk, name);
}

async function giveFolder(page: Page, path: string): Promise<void> {
  await openModelForm(page);
  await transformer(page).getByLabel('Use a folder of mine…').setInputFiles(path);
}

async function expectScores(page: Page): Promise<void> {
  const { scores } = await readRun(page, 'transformer');
  expect(scores).toHaveLength(EXPECTED.length);
  EXPECTED.forEach((score, pair) => expect(scores[pair], `pair ${pair}`).toBeCloseTo(score, 5));
}

test('a folder of the disk is a model, is kept over a reload, listed, deleted, and asked for again', async ({
  page,
}) => {
  const files = tinyEncoder({ pooling: 'mean' });
  await visit(page);
  await bringPairs(page, PAIRS);

  const without = new Map([...files].filter(([path]) => path !== 'tokenizer.json'));
  await giveFolder(page, writeFolder('half a model', without));
  await expect(page.getByRole('alert')).toContainText('lacks tokenizer.json');
  await expect(page.getByRole('alert').locator('strong')).toContainText('Drop the whole folder');
  await expect(transformer(page).getByTestId('model')).toHaveValue('use-lite');
  await page.getByRole('button', { name: 'Dismiss this message' }).click();

  await giveFolder(page, writeFolder('tiny-model', files));
  await expect(transformer(page).getByTestId('model')).toHaveValue('folder:tiny-model');
  await runTransformer(page);
  await expectScores(page);

  // Names of a person's own folders are theirs.
  await showView(page, 'Data');
  await page.getByRole('button', { name: 'Diagnostics…' }).first().click();
  const diagnostics = page.getByRole('dialog', { name: 'Diagnostics' });
  await expect(diagnostics.getByTestId('diagnostics')).toHaveValue(
    /transformer: from a folder of one’s own @/,
  );
  expect(await diagnostics.getByTestId('diagnostics').inputValue()).not.toContain('tiny-model');
  await diagnostics.getByRole('button', { name: 'Close' }).click();
  await showView(page, 'Compare');

  // The files are kept: after a reload another pooling needs the model once more.
  await page.reload();
  await settled(page);
  await expect(transformer(page).getByText(/^stored on/)).toBeVisible();
  await expectScores(page);
  await openParameters(page, 'transformer');
  const pooling = transformer(page).getByRole('combobox', { name: 'Pooling' });
  await pooling.selectOption('cls');
  await runTransformer(page);
  const other = tinyScores(PAIRS, { pooling: 'cls' });
  const { scores } = await readRun(page, 'transformer');
  other.forEach((score, pair) => expect(scores[pair]).toBeCloseTo(score, 5));

  await showView(page, 'Data');
  const row = page.getByTestId('kept-models').locator('tr', { hasText: 'folder:tiny-model' });
  await expect(row).toContainText('6 files; in memory');
  await expect(row).toContainText('a folder of yours');
  await expect(row.locator('td').nth(2)).toHaveText(/^\d[\d.]* (MB|kB)$/);
  await row.getByRole('button', { name: 'Delete folder:tiny-model' }).click();
  await expect(row).toHaveCount(0);

  await showView(page, 'Compare');
  await openParameters(page, 'transformer');
  await pooling.selectOption('last');
  await press(page, 'Run');
  await expect(transformer(page).locator('.error')).toContainText('tiny-model is not kept in this browser');
  await expect(transformer(page).locator('.error strong')).toContainText('Drop the folder tiny-model');
  // The runs that it made are still there.
  await pooling.selectOption('auto');
  await hasRun(page);
  await expectScores(page);
});

test('a folder that the host put under models/ is a model by its name', async ({ page, watch }) => {
  // What a folder does not have is asked for by name.
  watch.allow(/status of 404/);
  const asked = await serveModel(page, 'tiny', tinyEncoder({ pooling: 'mean' }));
  await visit(page);
  await bringPairs(page, PAIRS);
  await useModel(page, 'tiny');
  await runTransformer(page);
  await expectScores(page);
  expect(asked.filter((one) => one === 'GET onnx/model.onnx')).toHaveLength(1);
});
