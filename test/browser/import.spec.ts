import { gzipSync, strToU8, zipSync } from 'fflate';
import type { Locator, Page } from '@playwright/test';
import {
  choose,
  countOf,
  expect,
  giveFiles,
  imported,
  importFiles,
  pearsonOf,
  pressImport,
  readRun,
  rowOf,
  settled,
  showView,
  test,
  visit,
  type GivenFile,
} from './page.ts';
import { FIVE_PAIRS, manyPairs, tsv } from './invented.ts';

const mapping = (page: Page): Locator => page.getByTestId('mapping');
const problem = (page: Page): Locator => page.getByTestId('import-problem');

async function withHeader(page: Page, file: GivenFile): Promise<void> {
  await visit(page);
  await giveFiles(page, file);
  await expect(mapping(page)).toBeVisible();
}

test('case 1: a lone quote in a TSV swallows nothing', async ({ page }) => {
  await visit(page);
  const report = await importFiles(page, {
    name: 'quotes.tsv',
    content: tsv([
      ['4.0', '"Stop there, he said.', 'He told us to stop.'],
      ['1.5', 'A dog barks.', 'A tap drips.'],
      ['3.2', 'She said "no".', 'She refused.'],
    ]),
  });
  await expect(report).toContainText('3 rows read, 3 rated, 0 unrated, 0 rejected');
  await showView(page, 'Compare');
  const pairs = page.getByTestId('pairs');
  await expect(pairs).toContainText('"Stop there, he said.');
  await expect(pairs).toContainText('She said "no".');
  await expect(pairs.locator('tbody tr')).toHaveCount(3);
});

test('case 1: in a CSV quotes are on, and a warning says where the two readings differ', async ({ page }) => {
  await withHeader(page, {
    name: 'quotes.csv',
    content: 'score,s1,s2\n4,"Well, yes.","Yes,\nindeed."\n1,Rain fell.,"He said ""go""."\n',
  });
  await expect(mapping(page).getByLabel('quotes enclose fields')).toBeChecked();
  await expect(mapping(page)).toContainText(/With quoting on the file has 3 rows, with quoting off 4/);
  await expect(mapping(page)).toContainText('Fields that hold a line break: 1 (first at line 2)');
  await expect(mapping(page).getByRole('cell', { name: 'He said "go".' })).toBeVisible();
});

test('case 2: trailing columns are noted, a short row is listed with its line', async ({ page }) => {
  await visit(page);
  const rows = manyPairs(40).map(([gold, s1, s2], i) => `main\tx\t2020\t${i}\t${gold}\t${s1}\t${s2}`);
  rows[4] += '\tCC BY 4.0';
  rows[9] = rows[9]!.split('\t').slice(0, 6).join('\t');
  const header = 'genre\tfile\tyear\tid\tscore\ts1\ts2';
  const report = await importFiles(page, {
    name: 'ragged.tsv',
    content: `${[header, ...rows].join('\n')}\n`,
  });
  await expect(report).toContainText('40 rows read, 39 rated, 0 unrated, 1 rejected');
  await expect(report).toContainText('ragged.tsv, line 11: 6 columns instead of 7');
  await expect(report).toContainText(/more than 7 columns; the rest is ignored.*1 row, first at line 6/s);
});

test('case 3: blank gold scores in a file of their own are unrated, never 0', async ({ page }) => {
  await visit(page);
  const report = await importFiles(
    page,
    {
      name: 'STS.input.walks.txt',
      content: FIVE_PAIRS.map(([, s1, s2]) => `${s1}\t${s2}\n`).join(''),
    },
    { name: 'STS.gs.walks.txt', content: '3.0\n\n1.2\n\n5\n' },
  );
  await expect(report).toContainText('5 rows read, 3 rated, 2 unrated, 0 rejected');
  await showView(page, 'Compare');
  await expect(countOf(page, 'overlap-cosine')).toHaveText('3');
  await expect(rowOf(page, 'overlap-cosine')).toContainText('2 unrated');
  const { gold } = await readRun(page, 'overlap-cosine');
  expect(gold).toEqual([3, null, 1.2, null, 5]);
  await expect(page.getByTestId('pairs').getByText('unrated')).toHaveCount(2);
});

test('case 4: -1 stands for a withheld label', async ({ page }) => {
  const pairs = manyPairs(7);
  const golds = [0, 1, 2, 3, 4, -1, -1];
  await withHeader(page, {
    name: 'hidden.tsv',
    content: tsv(pairs.map(([, s1, s2], i) => [golds[i]!, s1, s2])),
  });
  await expect(mapping(page)).toContainText('2 gold scores are -1');
  await mapping(page).getByLabel('Gold scale').selectOption('0 to 5');
  await pressImport(page);
  await imported(page);
  const report = page.getByTestId('import-report');
  await expect(report).toContainText('7 rows read, 5 rated, 2 unrated, 0 rejected');
  await expect(report).toContainText('stands for "no public label"');
  await showView(page, 'Compare');
  await expect(countOf(page, 'overlap-cosine')).toHaveText('5');
});

test('case 4: a file with -1 throughout has no public labels, and no correlation', async ({ page }) => {
  await visit(page);
  await giveFiles(page, { name: 'glue-test.tsv', content: tsv(manyPairs(6).map(([, a, b]) => [-1, a, b])) });
  await expect(mapping(page)).toContainText('this file has no public labels');
  await pressImport(page);
  await imported(page);
  await expect(page.getByTestId('import-report')).toContainText('6 rows read, 0 rated, 6 unrated');
  await showView(page, 'Compare');
  await expect(pearsonOf(page, 'overlap-cosine')).toContainText('not defined');
  await expect(countOf(page, 'overlap-cosine')).toHaveText('0');
  const { scores } = await readRun(page, 'overlap-cosine');
  expect(scores.every((score) => score !== null)).toBe(true);
});

test.describe('case 5: the scale is proposed from the range and never changes the gold', () => {
  for (const { name, golds, suggested } of [
    { name: '1 to 5', golds: [1, 2.3, 4.7, 5, 3.1], suggested: '1-5' },
    { name: '0 to 1', golds: [0, 0.25, 0.5, 1, 0.75], suggested: '0-1' },
    { name: '0 to 4', golds: [0, 1, 2, 4, 3.5], suggested: '0-4' },
    { name: '0 to 5', golds: [0, 1, 2, 5, 3.5], suggested: '0-5' },
  ]) {
    test(name, async ({ page }) => {
      await withHeader(page, {
        name: 'scale.tsv',
        content: tsv(FIVE_PAIRS.map(([, s1, s2], i) => [golds[i]!, s1, s2])),
      });
      await expect(mapping(page).getByLabel('Gold scale')).toHaveValue(suggested);
      await pressImport(page);
      await imported(page);
      await showView(page, 'Compare');
      const { gold } = await readRun(page, 'overlap-cosine');
      expect(gold).toEqual(golds);
      const [low, high] = suggested.split('-');
      await expect(page.getByRole('application')).toHaveAccessibleName(
        new RegExp(`human score \\(${low}–${high}\\)`),
      );
    });
  }

  test('a range that fits none has to be stated', async ({ page }) => {
    await withHeader(page, {
      name: 'percent.tsv',
      content: tsv(FIVE_PAIRS.map(([, s1, s2], i) => [i * 20, s1, s2])),
    });
    await expect(mapping(page)).toContainText('go from 0 to 80, no usual scale');
    await expect(mapping(page).getByRole('button', { name: 'Import' })).toBeDisabled();
    await mapping(page).getByLabel('Gold scale').selectOption('other…');
    await mapping(page).getByLabel('from').fill('0');
    await mapping(page).getByLabel('to', { exact: true }).fill('100');
    await pressImport(page);
    await imported(page);
    await showView(page, 'Compare');
    await expect(page.getByRole('application')).toHaveAccessibleName(/human score \(0–100\)/);
  });
});

test.describe('case 8: byte-order marks, line ends and encodings', () => {
  const text =
    'score,s1,s2\r\n4,Hello there,Hi there\r\n2,The café is open,The bar is shut\r\n1,Snow,A tram\r\n';
  const utf16 = (value: string): Uint8Array => new Uint8Array(Buffer.from(`\uFEFF${value}`, 'utf16le'));

  for (const [name, content, encoding] of [
    ['UTF-8 with a mark', strToU8(`\uFEFF${text}`), /utf-8 with byte-order mark/],
    ['UTF-16', utf16(text), /utf-16le with byte-order mark/],
  ] as const) {
    test(name, async ({ page }) => {
      await withHeader(page, { name: 'greetings.csv', content });
      await expect(mapping(page)).toContainText(encoding);
      for (const [field, column] of [
        ['First sentence', 's1'],
        ['Second sentence', 's2'],
        ['Gold score', 'score'],
      ] as const) {
        await expect(mapping(page).getByLabel(field).locator('option:checked')).toHaveText(column);
      }
      await pressImport(page);
      await imported(page);
      const sentences = await page.evaluate(() =>
        stsPlayground.comparison.benchmark!.pairs.map((pair) => [pair.sentence1, pair.sentence2]),
      );
      expect(sentences[0]).toEqual(['Hello there', 'Hi there']);
      expect(sentences[1]![0]).toBe('The café is open');
    });
  }

  test('Windows-1252 is named, and one click reads it so', async ({ page }) => {
    await visit(page);
    await giveFiles(page, { name: 'old.csv', content: new Uint8Array(Buffer.from(text, 'latin1')) });
    await expect(problem(page)).toContainText(/old\.csv is not UTF-8 at byte \d+ \(0xE9, line 3\)/);
    await expect(problem(page)).toContainText('Windows-1252');
    await page.getByRole('button', { name: 'windows-1252' }).click();
    await expect(problem(page)).toBeHidden();
    await expect(mapping(page).getByRole('cell', { name: 'The café is open' })).toBeVisible();
    await pressImport(page);
    await imported(page);
    expect(await page.evaluate(() => stsPlayground.comparison.benchmark!.pairs[1]!.sentence1)).toBe(
      'The café is open',
    );
  });
});

/** A tar of one file, by the ustar format. */
function tar(name: string, content: Uint8Array): Uint8Array {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write('0000644\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\0', 257);
  header.write('00', 263);
  let sum = 0;
  for (const byte of header) sum += byte;
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
  return new Uint8Array(Buffer.concat([header, content, padding, Buffer.alloc(1024)]));
}

test.describe('archives', () => {
  const table = strToU8(tsv(FIVE_PAIRS));
  const jsonl = FIVE_PAIRS.map(([score, sentence1, sentence2]) =>
    JSON.stringify({ sentence1, sentence2, score }),
  ).join('\n');

  for (const [name, content] of [
    ['pairs.zip', zipSync({ 'inner/pairs.tsv': table })],
    ['pairs.tar.gz', gzipSync(tar('inner/pairs.tsv', table))],
    ['pairs.jsonl.gz', gzipSync(strToU8(`${jsonl}\n`))],
  ] as const) {
    test(name, async ({ page }) => {
      await visit(page);
      const report = await importFiles(page, { name, content });
      await expect(report).toContainText('5 rows read, 5 rated, 0 unrated, 0 rejected');
      await showView(page, 'Compare');
      const { gold, scores } = await readRun(page, 'overlap-cosine');
      expect(gold).toEqual(FIVE_PAIRS.map(([score]) => score));
      expect(scores.every((score) => score !== null)).toBe(true);
    });
  }
});

test.describe('what cannot be imported leaves everything as it was', () => {
  const state = (page: Page): Promise<unknown> =>
    page.evaluate(async () => ({
      parts: await stsPlayground.store.listParts(),
      runs: (await stsPlayground.store.listRuns()).map((run) => run.key),
      open: stsPlayground.comparison.benchmark!.info.id,
    }));

  test('a web page in place of a file', async ({ page }) => {
    await visit(page);
    const before = await state(page);
    await giveFiles(page, { name: 'data.tsv', content: '<!DOCTYPE html><html><title>Not found</title>' });
    await expect(problem(page)).toContainText('got a web page from data.tsv');
    await expect(problem(page).locator('strong')).toContainText('Check the address or the file');
    expect(await state(page)).toEqual(before);
  });

  test('a file of which 40 % can not be read', async ({ page }) => {
    await visit(page);
    await importFiles(page, { name: 'mine.tsv', content: tsv(FIVE_PAIRS) });
    const before = await state(page);
    const rows = FIVE_PAIRS.map(([gold, s1, s2], i) => [i < 2 ? 'n/a?' : gold, s1, s2] as const);
    await giveFiles(page, { name: 'mine.tsv', content: tsv(rows) });
    await mapping(page).getByLabel('Gold score').selectOption('column 1');
    await mapping(page).getByLabel('Gold scale').selectOption('0 to 5');
    await pressImport(page);
    await expect(problem(page)).toContainText('2 of 5 rows were rejected');
    await expect(problem(page)).toContainText(/mine\.tsv, line 1: the gold score "n\/a\?" is not a number/);
    await expect(problem(page).locator('strong')).toContainText('Check the delimiter');
    expect(await state(page)).toEqual(before);

    // The person may accept the loss; then the rest is imported and the loss is counted.
    await mapping(page).getByLabel('import even if rows are rejected').check();
    await pressImport(page);
    await expect(page.getByTestId('import-report')).toContainText(
      '5 rows read, 3 rated, 0 unrated, 2 rejected',
    );
  });

  test('a file of bytes that are no text, and one of a single column', async ({ page }) => {
    await visit(page);
    const before = await state(page);
    await giveFiles(page, { name: 'words.txt', content: 'one\ntwo words here\nthree\n' });
    await expect(problem(page)).toContainText('words.txt has no two columns of text');
    const bytes = Uint8Array.from({ length: 4000 }, (_, i) => (i * 149 + 128) % 256);
    await giveFiles(page, { name: 'picture.png', content: bytes });
    await expect(problem(page)).toContainText('picture.png');
    expect(await state(page)).toEqual(before);
  });
});

test('an imported file can be opened again after a reload, and deleted with its runs', async ({ page }) => {
  await visit(page);
  await importFiles(page, { name: 'kept.tsv', content: tsv(FIVE_PAIRS) });
  await page.reload();
  await settled(page);
  await choose(page, 'Contrast set (written for this project)');
  await choose(page, 'kept.tsv');
  await expect(page.getByText('5 pairs', { exact: true })).toBeVisible();
  await showView(page, 'Data');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Delete kept.tsv from this browser' }).click();
  await expect(page.getByTestId('benchmarks').getByText('kept.tsv')).toBeHidden();
  const left = await page.evaluate(async () => [
    (await stsPlayground.store.listParts()).map((part) => part.key),
    (await stsPlayground.store.listRuns()).map((run) => run.provenance.benchmark),
  ]);
  expect(left).toEqual([['contrast/all'], ['contrast']]);
});
