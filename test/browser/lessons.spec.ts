import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, test, visit } from './page.ts';

test.use({ precomputed: true });

const LESSONS = '#v=1&view=lessons';
const widget = (page: Page): Locator => page.getByTestId('lesson-widget');
const place = (page: Page): Locator => page.getByTestId('lesson-step');
const NUMBER = /[-−]?\d+\.\d+/;

async function openList(page: Page): Promise<Locator> {
  await visit(page, LESSONS);
  const cards = page.getByTestId('lessons').getByRole('listitem');
  await expect(cards).toHaveCount(8);
  return cards;
}

/** Every system of a step has its number, or says what to press for it. */
async function expectWidget(page: Page): Promise<void> {
  const kind = await widget(page).getAttribute('data-kind');
  if (kind === 'pair') {
    const slider = widget(page).getByRole('slider');
    const lines = widget(page).getByTestId('lab-scores').locator('[data-system]');
    await expect(slider.or(lines.first())).toBeVisible();
    if (await slider.isVisible()) {
      await slider.fill('3');
      await widget(page).getByRole('button', { name: 'Reveal' }).click();
    }
    for (const line of await lines.all())
      await expect(line).toContainText(/\d\.\d\d|needs the word vectors|Load/);
    const press = widget(page).getByRole('button', { name: /^Load/ });
    await expect(
      lines
        .filter({ hasText: /\d\.\d\d/ })
        .or(press)
        .first(),
    ).toBeVisible();
  } else if (kind === 'scatter') {
    await expect(
      widget(page).getByRole('list', { name: 'Correlations' }).locator('strong').first(),
    ).toHaveText(NUMBER);
    await expect(widget(page).locator('canvas')).toBeVisible();
  } else if (kind === 'triples' || kind === 'compare') {
    await expect(widget(page).locator('tbody td.number').nth(1)).toHaveText(NUMBER);
  } else {
    await expect(widget(page).locator('[data-testid$=-figures] strong').first()).toHaveText(/\d/);
    await expect(widget(page).locator('svg circle')).not.toHaveCount(0);
  }
}

test('every step of every lesson works without a network', async ({ page, context, watch }) => {
  const cards = await openList(page);
  await expect.poll(() => page.evaluate(() => stsPlayground.activities.list.length)).toBe(0);
  // Chromium asks for the page's icon again at every new place.
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  const before = watch.requested.length;
  for (const card of await cards.all()) {
    await card.getByRole('button').click();
    const steps = Number(/of (\d+)/.exec(await place(page).innerText())![1]);
    for (let step = 1; step <= steps; step++) {
      await expect(place(page)).toHaveText(`step ${step} of ${steps}`);
      await expectWidget(page);
      if (step < steps) await page.keyboard.press('ArrowRight');
    }
    await page.getByRole('button', { name: 'All lessons' }).click();
  }
  const asked = watch.requested.slice(before).filter((url) => !url.endsWith('/icon.svg'));
  expect(asked).toEqual([]);
});

test('a step has a link, keys and buttons move between steps, and Back goes back', async ({ page }) => {
  await visit(page, `${LESSONS}&lesson=word-order&step=3`);
  await expect(place(page)).toHaveText('step 3 of 6');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/lesson=word-order.*step=4/);
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(place(page)).toHaveText('step 5 of 6');
  await page.goBack();
  await expect(place(page)).toHaveText('step 4 of 6');
  await page.goto(`./${LESSONS}&lesson=no-such-lesson&step=2`);
  await expect(page.getByText('There is no lesson “no-such-lesson” here')).toBeVisible();
});

test('a pair is live: an edit, typing, a press that loads, and the way to the lab; typing keys move nothing', async ({
  page,
}) => {
  await visit(page, `${LESSONS}&lesson=word-order&step=2`);
  const line = (kind: string): Locator => widget(page).locator(`[data-system="${kind}"]`);
  await expect(line('overlap-cosine').locator('.raw')).toHaveText('1.000');
  await expect(line('transformer')).toContainText('needs 28 MB');
  await widget(page)
    .getByRole('button', { name: /^Load the word vectors/ })
    .click();
  for (const kind of ['glove-sum', 'glove-idf', 'sif']) {
    await expect(line(kind).locator('.raw')).toHaveText('1.000', { timeout: 30_000 });
  }
  await widget(page).getByRole('button', { name: 'jumbled' }).click();
  await expect(page.getByTestId('lab-sentence-2')).toHaveValue(/^Before arrived/);
  for (const kind of ['overlap-cosine', 'glove-sum', 'sif']) {
    await expect(line(kind).locator('.raw')).toHaveText('1.000');
  }
  await page.getByTestId('lab-sentence-2').fill('Nobody came.');
  await page.keyboard.press('ArrowRight');
  await expect(line('overlap-cosine').locator('.raw')).not.toHaveText('1.000');
  await expect(place(page)).toHaveText('step 2 of 6');
  await widget(page).getByRole('button', { name: 'Open in the pair lab' }).click();
  await expect(page.getByRole('heading', { name: 'Pair lab' })).toBeVisible();
  await expect(page.getByTestId('lab-sentence-2')).toHaveValue('Nobody came.');
});

test('a pair of the contrast set shows the scores that ship, marked, and people’s', async ({ page }) => {
  await visit(page, `${LESSONS}&lesson=transformers&step=1`);
  const line = widget(page).locator('[data-system=transformer]');
  const shipped = await page.evaluate(() => {
    const { comparison } = stsPlayground.lessons;
    const row = comparison.benchmark!.pairs.findIndex(
      ({ id }) => id === 'contrast/all/word-sense-03/contrast',
    );
    return comparison.systems.find(({ spec }) => spec.kind === 'transformer')!.run!.scores.values[row]!;
  });
  await expect(line.locator('.raw')).toHaveText(shipped.toFixed(3));
  await expect(line).toContainText('computed beforehand');
  await expect(line.getByRole('button', { name: 'Load' })).toBeVisible();
  await expect(widget(page)).toContainText('People (gold)');
});

test('what the lessons say of sentences of their own is so', async ({ page }) => {
  await openList(page);
  const scoresOf = (lesson: string, step: number, kinds: string[]): Promise<number[][]> =>
    page.evaluate(
      async ({ id, at, systems }) => {
        const { lessons } = stsPlayground;
        const { widget } = lessons.shipped!.find((other) => other.id === id)!.steps[at - 1]!;
        if (widget.kind !== 'pair') throw new Error('no pair');
        const bench = lessons.benchOf(widget);
        await bench.refresh();
        return systems.map((kind) => {
          const entry = bench.entries.find(({ id: name }) => name.startsWith(`${kind}(`))!;
          return [bench.start!, ...widget.edits.map(({ sentences }) => sentences)].map(
            (pair) => lessons.scores.systemOf(entry).scoreOf(lessons.scores.contextOf(entry), pair)!.value,
          );
        });
      },
      { id: lesson, at: step, systems: kinds },
    );
  await page.evaluate(() => {
    const { comparison, scores } = stsPlayground.lessons;
    return scores.load(
      comparison.systems.find(({ spec }) => spec.kind === 'sif')!,
      ['a kettle', 'a pot'],
    );
  });

  // Sums rise with every longer version; two sentences with nothing in common are far from 0.
  const [longer] = await scoresOf('why-sums-work', 4, ['glove-sum']);
  expect(longer).toEqual(longer!.toSorted((a, b) => a - b));
  const [apart] = await scoresOf('why-sums-work', 6, ['glove-sum']);
  expect(apart![0]).toBeGreaterThan(0.5);
  expect(apart![1]).toBeLessThan(apart![0]! / 2);
  // Small words hold two sentences together that share nothing else, until they weigh little.
  const [sum, idf, sif] = (await scoresOf('common-words-and-sif', 1, ['glove-sum', 'glove-idf', 'sif'])).map(
    ([start]) => start!,
  ) as [number, number, number];
  expect(sum).toBeGreaterThan(0.9);
  expect(idf).toBeLessThan(sum);
  expect(sif).toBeLessThan(0.2);
  // What is taken off for a negation, against another noun.
  for (const [negated, vehicle] of await scoresOf('negation', 3, ['glove-sum', 'glove-idf', 'sif'])) {
    expect(1 - negated!).toBeLessThan((1 - vehicle!) * 0.7);
  }
  // A passing phrase pulls vectors, and not word overlap; a bag puts the swap above the passive.
  const blended = await scoresOf('semantic-blending', 2, ['glove-sum', 'glove-idf', 'sif', 'overlap-cosine']);
  for (const [other, phrase] of blended.slice(0, 3)) expect(phrase).toBeGreaterThan(other! + 0.005);
  expect(blended[3]![1]).toBeLessThan(blended[3]![0]!);
  for (const [passive, swapped] of await scoresOf('word-order', 3, ['overlap-cosine', 'glove-sum', 'sif'])) {
    expect(passive).toBeLessThan(swapped!);
  }
});

const OWN = {
  id: 'kettles',
  title: 'Kettles',
  summary: 'Of kettles.',
  minutes: 5,
  audience: 'anyone',
  steps: [
    {
      title: 'Look',
      text: '**Look** at <img src=x onerror="document.title = 1"> it.',
      widget: { kind: 'pair', sentences: ['A kettle boils.', 'A pot boils.'], systems: ['overlap-cosine'] },
    },
  ],
};
const give = (page: Page, lesson: unknown): Promise<void> =>
  page.getByTestId('lesson-file').setInputFiles({
    name: 'mine.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(lesson)),
  });

test('a lesson of one’s own is checked, shown as text, kept over a reload, and removed', async ({ page }) => {
  const cards = await openList(page);
  await give(page, { ...OWN, steps: [{ ...OWN.steps[0], widget: { kind: 'pair', systems: ['sfi'] } }] });
  await expect(page.getByTestId('lesson-problems')).toContainText(
    'mine.json, step 1, widget.systems[0]: “sfi”',
  );
  await give(page, { ...OWN, id: 'negation' });
  await expect(page.getByTestId('lesson-problems')).toContainText('is a lesson of the page');
  await give(page, OWN);
  await expect(place(page)).toHaveText('step 1 of 1');
  await expect(page.getByText('<img src=x')).toBeVisible();
  await expect(widget(page).locator('[data-system] strong')).toHaveText(NUMBER);
  await page.reload();
  await expect(place(page)).toHaveText('step 1 of 1');
  await page.getByRole('button', { name: 'All lessons' }).click();
  await expect(cards).toHaveCount(9);
  await cards.first().getByRole('button', { name: 'Remove Kettles' }).click();
  await expect(cards).toHaveCount(8);
  await page.reload();
  await expect(cards).toHaveCount(8);
});

test('axe finds nothing in the list and in a step of each kind', async ({ page }) => {
  await openList(page);
  const check = async (what: string): Promise<void> => {
    const { violations } = await new AxeBuilder({ page }).include('main').analyze();
    expect(violations.map(({ id, nodes }) => `${what}: ${id} ${nodes[0]!.html}`)).toEqual([]);
  };
  await check('list');
  for (const [id, step] of [
    ['semantic-blending', 3],
    ['negation', 6],
    ['negation', 7],
    ['reading-correlations', 1],
    ['reading-correlations', 5],
    ['reading-correlations', 7],
  ] as const) {
    await page.evaluate(([lesson, at]) => stsPlayground.lessons.follow(lesson, at), [id, step] as const);
    await expectWidget(page);
    await check(`${id} ${step}`);
  }
});
