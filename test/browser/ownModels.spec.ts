import type { Page } from '@playwright/test';
import { manyPairs, tsv } from './invented.ts';
import {
  card,
  expect,
  giveModel,
  importFiles,
  openParameters,
  panel,
  readRun,
  run,
  showView,
  shownPearson,
  storedRuns,
  test,
  visit,
} from './page.ts';

const COUNTS = 'Use a word-count file…';
const VECTORS = 'Use a GloVe or word2vec text file…';
const alert = (page: Page) => page.getByRole('alert');

async function importAndShow(page: Page, name: string, content: string): Promise<void> {
  await importFiles(page, { name, content });
  await showView(page, 'Compare');
}

/** Opens the pair whose first sentence holds a text. */
async function openPair(page: Page, text: string): Promise<void> {
  await page
    .getByTestId('pairs')
    .getByRole('button', { name: new RegExp(text) })
    .first()
    .click();
}

/** The tokens of the first sentence with what the table of tokens says of each. */
async function tokenTable(page: Page): Promise<[token: string, weight: string][]> {
  await panel(page).getByText('All tokens and weights').click();
  const rows = panel(page).locator('details tbody tr');
  await expect(rows.first()).toBeVisible();
  const cells = await rows.evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent!.trim())),
  );
  return cells.filter(([side]) => side === '1').map(([, token, weight]) => [token!, weight!]);
}

test.describe('case 15: a file of word counts', () => {
  test('that holds ranks is refused, and the run before stays', async ({ page }) => {
    await visit(page);
    await run(page, 'sif');
    const before = await shownPearson(page, 'sif');
    await giveModel(page, 'sif', COUNTS, {
      name: 'ranks.txt',
      content: 'the 400000\nof 399999\nand 399998\nto 399997\n',
    });
    await expect(alert(page)).toContainText(/ranks\.txt: the numbers are consecutive .* look like ranks/);
    await expect(alert(page)).toContainText('Give how often each word occurs');
    expect(await shownPearson(page, 'sif')).toBe(before);
    await expect(card(page, 'sif').getByLabel('Word frequencies')).toHaveValue('subtlex-us');
  });

  test('that holds a zero, a negative number or none names the line', async ({ page }) => {
    await visit(page);
    for (const [name, content, line] of [
      ['zero.txt', 'the 10\nof 0\n', /line 2: "of 0"/],
      ['negative.txt', 'the 10\nof -4\n', /line 2: "of -4"/],
      ['words.txt', 'the 10\nof\n', /line 2: "of"/],
    ] as const) {
      await giveModel(page, 'sif', COUNTS, { name, content });
      await expect(alert(page)).toContainText(line);
      await page.getByRole('button', { name: 'Dismiss this message' }).click();
    }
  });

  test('that holds probabilities is used: weight a / (a + p), and 1 where there is none', async ({
    page,
  }) => {
    await visit(page);
    await importAndShow(
      page,
      'zeppelin.tsv',
      tsv([[3, 'The zeppelin of iron.', 'The balloon of cloth.'], ...manyPairs(12)]),
    );
    await giveModel(page, 'sif', COUNTS, {
      name: 'shares.tsv',
      content: 'the\t0.05\nof\t0.02\niron\t0.001\n',
    });
    await expect(card(page, 'sif').getByLabel('Word frequencies')).toHaveValue(/^file:shares\.tsv#/);
    await expect(card(page, 'sif').getByText(/frequencies=file:shares/)).toBeVisible();
    await run(page, 'sif');
    await openPair(page, 'zeppelin');
    const weights = Object.fromEntries(await tokenTable(page));
    const expected = { the: 0.001 / 0.051, zeppelin: 1, of: 0.001 / 0.021, iron: 0.5 };
    expect(weights).toEqual(
      Object.fromEntries(Object.entries(expected).map(([word, weight]) => [word, weight.toFixed(3)])),
    );
    await expect(panel(page).getByTitle('“iron” weight 0.500')).toBeVisible();
  });
});

test.describe('case 17: a text file of word vectors', () => {
  const FILE = [
    '6 3', // more words announced than there are: announced numbers are not believed
    '. . . 0.1 0.2 0.3',
    'cat 1 0 0',
    'cat 0 1 0',
    'dog 1 1 0',
    'short 0.5 0.5',
    'sleeps 0 0 1',
    'barks 0 1 1',
  ].join('\n');

  test('is read with its header, duplicates and words with blanks, and gives the scores', async ({
    page,
  }) => {
    await visit(page);
    await importAndShow(
      page,
      'pets.tsv',
      tsv([
        [3, 'cat sleeps', 'dog barks'],
        [5, 'cat', 'cat sleeps'],
        [1, 'dog', 'sleeps'],
        [2, 'dog barks', 'cat'],
        [4, 'unheard of', 'dog'],
      ]),
    );
    await giveModel(page, 'glove-sum', VECTORS, { name: 'tiny vectors.txt', content: `${FILE}\n` });
    const choice = card(page, 'glove-sum').getByLabel('Word vectors');
    await expect(choice).toHaveValue(/^file:tiny_vectors\.txt#/);
    await expect(choice.locator('option:checked')).toContainText(
      /3 dimensions.*1 lines? rejected, the first is 6: fewer than 3 numbers/,
    );
    await run(page, 'glove-sum');
    const { scores } = await readRun(page, 'glove-sum');
    // cat + sleeps = (1,0,1), dog + barks = (1,2,1): the first "cat" counts.
    const expected = [2 / Math.sqrt(2 * 6), 1 / Math.sqrt(2), 0, 1 / Math.sqrt(6)];
    expected.forEach((value, row) => expect(scores[row]).toBeCloseTo(value, 6));
    expect(scores[4]).toBeNull();
    await expect(card(page, 'glove-sum')).toContainText(/1 words? stands? more than once|1 words stand more/);
    await openPair(page, 'unheard of');
    await expect(panel(page).getByTitle(/“unheard”: unknown word/)).toHaveClass(/unknown/);
    await expect(panel(page)).toContainText('missing: no known word');
  });

  test('that is none is refused with the line and the next step', async ({ page }) => {
    await visit(page);
    await giveModel(page, 'glove-sum', VECTORS, {
      name: 'poem.txt',
      content: 'roses are red\nviolets too\n',
    });
    await expect(alert(page)).toContainText('poem.txt holds no word vector');
    await expect(alert(page)).toContainText('Give the text form of the vectors');
    await expect(card(page, 'glove-sum').getByLabel('Word vectors')).toHaveValue('glove-6b-100d');
  });

  test('is asked for again after a reload, and its stored run still shows', async ({ page }) => {
    await visit(page);
    await giveModel(page, 'glove-sum', VECTORS, {
      name: 'few.txt',
      content: 'the 1 0\na 0 1\nwas 1 1\nof 1 2\n',
    });
    await expect(card(page, 'glove-sum').getByLabel('Word vectors')).toHaveValue(/^file:few\.txt#/);
    await run(page, 'glove-sum');
    await page.reload();
    await expect(card(page, 'glove-sum').getByText(/^stored on/)).toBeVisible();
    await openParameters(page, 'glove-sum');
    await expect(card(page, 'glove-sum').getByText(/file not here/)).toBeAttached();
  });
});

test.describe('case 18: the tokeniser', () => {
  for (const [tokeniser, tokens] of [
    ['words', ["don't", 'panic', 'state', 'of', 'the', 'art', 'u', 's']],
    ['treebank', ['do', "n't", 'panic', 'state-of-the-art', 'u.s.']],
    ['whitespace', ["don't", 'panic!', 'state-of-the-art', 'u.s.']],
  ] as const) {
    test(`${tokeniser} decides which tokens are looked up, and the panel shows them`, async ({ page }) => {
      await visit(page);
      await importAndShow(
        page,
        'marks.tsv',
        tsv([[4, "Don't panic! State-of-the-art U.S.", 'Keep calm, modern America.'], ...manyPairs(5)]),
      );
      await openParameters(page, 'glove-sum');
      await card(page, 'glove-sum').getByLabel('Tokeniser').selectOption(tokeniser);
      await run(page, 'glove-sum');
      await openPair(page, 'panic');
      expect((await tokenTable(page)).map(([token]) => token)).toEqual(tokens);
    });
  }

  test('and the case are part of what a run is', async ({ page }) => {
    await visit(page);
    await run(page, 'glove-sum');
    const before = await shownPearson(page, 'glove-sum');
    await openParameters(page, 'glove-sum');
    await card(page, 'glove-sum').getByLabel('Lower-case').uncheck();
    await run(page, 'glove-sum');
    expect(await shownPearson(page, 'glove-sum')).not.toBe(before);
    expect(await storedRuns(page)).toHaveLength(3);
    await page
      .getByTestId('correlations')
      .locator('tr[data-system^="glove-sum("]')
      .getByRole('button', { name: 'Provenance' })
      .click();
    await expect(page.getByText('words,as written,punctuation drop', { exact: true })).toBeVisible();
  });
});

test('words that a system does not know are marked in the pair panel, with weights for the others', async ({
  page,
}) => {
  await visit(page);
  await importAndShow(
    page,
    'odd.tsv',
    tsv([[3, 'The zzyqx garden grows.', 'A garden grows.'], ...manyPairs(12)]),
  );
  await run(page, 'glove-sum', 'sif');
  await openPair(page, 'zzyqx');
  const sentence = panel(page).getByTestId('sentence-1');
  await expect(sentence.locator('.token')).toHaveText(['The', 'zzyqx', 'garden', 'grows']);
  await expect(sentence.locator('.token.unknown')).toHaveText(['zzyqx']);
  await expect(sentence.getByTitle(/“zzyqx”: unknown word/)).toBeVisible();
  const weights = Object.fromEntries(await tokenTable(page));
  expect(weights.zzyqx).toContain('unknown word');
  expect(Number(weights.the)).toBeLessThan(Number(weights.garden));
  await sentence.getByText('garden').hover();
  await expect(panel(page)).toContainText(`“garden” weight ${weights.garden}`);
  await panel(page).getByLabel('as seen by').selectOption('glove-sum');
  await expect(
    sentence.getByTitle('“The” weight 1.000').or(sentence.getByTitle('“the” weight 1.000')),
  ).toBeVisible();
});
