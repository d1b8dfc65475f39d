import type { Page } from '@playwright/test';
import { tinyEncoder } from '../fixtures/tinyEncoder.ts';
import {
  CONTRAST_PAIRS,
  expect,
  panel,
  readRun,
  settled,
  shownPearson,
  storedRuns,
  test,
  visit,
} from './page.ts';
import { startHub, type TinyHub } from './tinyModelHub.ts';
import {
  bringPairs,
  hasRun,
  keptSets,
  openProvenance,
  press,
  runTransformer,
  tinyPairs,
  transformer,
  useHub,
  useModel,
} from './tinyModelPage.ts';
import { tinyScores } from './tinyModelVectors.ts';

const PAIRS = tinyPairs(60);
const WEIGHTS = 'onnx/model.onnx';
const going = (page: Page) => page.getByRole('region', { name: 'What is going on' });

let hub: TinyHub;
test.beforeEach(async () => {
  hub = await startHub();
});
test.afterEach(() => hub.close());

/** The weights made larger by a remark that no runtime reads: field 6 of a ModelProto, its doc_string. */
function withLongRemark(files: Map<string, Uint8Array>, sizeBytes: number): Map<string, Uint8Array> {
  const length: number[] = [];
  for (let rest = sizeBytes; rest > 0; rest = Math.floor(rest / 128)) {
    length.push((rest % 128) + (rest >= 128 ? 128 : 0));
  }
  const remark = Buffer.concat([Buffer.from([0x32, ...length]), Buffer.alloc(sizeBytes, 'remark ')]);
  return new Map(files).set(WEIGHTS, Buffer.concat([files.get(WEIGHTS)!, remark]));
}

/** Of cosine scores in float32 against those in double precision. */
function expectScores(found: readonly (number | null)[], expected: readonly number[]): void {
  expect(found).toHaveLength(expected.length);
  expected.forEach((score, pair) => expect(found[pair], `pair ${pair}`).toBeCloseTo(score, 5));
}

test('a model of the hub by its id: progress, cancel, the rest by Range, its own settings, kept for later', async ({
  page,
  context,
  watch,
}) => {
  const reading = { pooling: 'cls', prefix: 'query: ', maxTokens: 12 } as const;
  hub.put('tiny/cls', withLongRemark(tinyEncoder({ ...reading, normalise: true }), 6_000_000));
  await visit(page);
  await bringPairs(page, PAIRS);
  await useHub(page, watch, hub);
  await useModel(page, 'tiny/cls');
  expect(hub.asked).toEqual([]);

  hub.fault(WEIGHTS, { kind: 'stall', afterBytes: 3_000_000 });
  await press(page, 'Run');
  await expect(going(page)).toContainText(/Fetching onnx\/model\.onnx: 3(\.0)? MB of 6(\.0)? MB/);
  await press(page, 'Cancel');
  await expect(transformer(page).getByRole('button', { name: 'Run', exact: true })).toBeVisible();
  await expect(going(page)).toBeHidden();
  expect((await readRun(page, 'overlap-cosine')).n).toBe(60);

  hub.fault(WEIGHTS, null);
  await runTransformer(page);
  // Cancel may come while the last of the three million bytes are still under way: what came before them is kept.
  const [first, rest, ...more] = hub.askedFor(WEIGHTS).map(({ range }) => range);
  expect([first, more]).toEqual([null, []]);
  const from = Number(/^bytes=(\d+)-$/.exec(rest ?? '')?.[1]);
  expect(from).toBeGreaterThanOrEqual(2_900_000);
  expect(from).toBeLessThanOrEqual(3_000_000);
  expect(hub.askedFor('config.json')).toHaveLength(1);
  // A header beyond the plain ones would need a permission that the public hub does not give.
  expect(hub.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
  const run = await readRun(page, 'transformer');
  expectScores(run.scores, tinyScores(PAIRS, reading));

  await openProvenance(page);
  for (const fact of [/^tiny\/cls @ [0-9a-f]{12}$/, /^12; \d+ pairs cut, of 60$/, /^“query: ”$/]) {
    await expect(page.getByText(fact)).toBeVisible();
  }
  await expect(page.getByText('cls (1_Pooling/config.json)', { exact: true })).toBeVisible();
  await expect(page.getByText('vectors scaled to length 1')).toBeVisible();

  // Another visit, without the hub: the model is kept, and encodes other sentences.
  await hub.close();
  await page.close();
  const later = await context.newPage();
  await visit(later);
  await useModel(later, 'tiny/cls');
  await runTransformer(later);
  const again = await readRun(later, 'transformer');
  expect(again.n).toBe(CONTRAST_PAIRS);
  const contrast = await later.evaluate(() =>
    stsPlayground.comparison.benchmark!.pairs.map(
      ({ sentence1, sentence2 }) => [0, sentence1, sentence2] as [number, string, string],
    ),
  );
  const plain = contrast
    .map((pair, row) => ({ pair, row }))
    .filter(({ pair }) => /^[ -~]*$/.test(pair.join('')));
  expect(plain.length).toBeGreaterThan(40);
  expectScores(
    plain.map(({ row }) => again.scores[row]!),
    tinyScores(
      plain.map(({ pair }) => pair),
      reading,
    ),
  );
});

test('what goes wrong with the hub is said on the card with the next step, and nothing stored is lost', async ({
  page,
  watch,
}) => {
  watch.allow(/ERR_(CONNECTION|CONTENT_LENGTH|INCOMPLETE|EMPTY)/);
  const files = withLongRemark(tinyEncoder({ pooling: 'mean' }), 1_000_000);
  for (const name of ['altered', 'broken', 'short', 'page', 'offline']) hub.put(`tiny/${name}`, files);
  hub.put('tiny/decoder', tinyEncoder({ notAnEncoder: 'config' }));
  hub.put('tiny/huge', tinyEncoder({ pooling: 'mean' }), { [WEIGHTS]: 5e9 });
  await visit(page);
  await bringPairs(page, PAIRS);
  await useHub(page, watch, hub);
  const wordOverlap = await shownPearson(page, 'overlap-cosine');
  const expected = tinyScores(PAIRS, { pooling: 'mean' });
  const weightsAsked = (model: string): number =>
    hub.askedFor(WEIGHTS).filter(({ path }) => path.startsWith(`/${model}/`)).length;

  /** Runs a model that must fail. @returns what the card says */
  async function fails(model: string): Promise<string> {
    const before = { runs: await storedRuns(page), sets: await keptSets(page) };
    await useModel(page, model);
    await press(page, 'Run');
    const error = transformer(page).locator('.error');
    await expect(error.locator('strong')).not.toBeEmpty();
    await settled(page);
    expect(await storedRuns(page)).toEqual(before.runs);
    expect(await keptSets(page)).toEqual(before.sets);
    expect(await shownPearson(page, 'overlap-cosine')).toBe(wordOverlap);
    return error.innerText();
  }
  async function worksNow(): Promise<void> {
    await runTransformer(page);
    expectScores((await readRun(page, 'transformer')).scores, expected);
  }

  await test.step('bytes that are not those of the list', async () => {
    hub.fault(WEIGHTS, { kind: 'altered' });
    expect(await fails('tiny/altered')).toMatch(
      /model\.onnx of tiny\/altered is not the file expected.*Try again/s,
    );
    hub.fault(WEIGHTS, null);
    await worksNow();
    expect(hub.askedFor(WEIGHTS).map(({ range }) => range)).toEqual([null, null]);
  });

  await test.step('a download that breaks off goes on from there', async () => {
    hub.fault(WEIGHTS, { kind: 'break', afterBytes: 400_000 });
    expect(await fails('tiny/broken')).toMatch(
      /model\.onnx of tiny\/broken broke off after .* of .*Try again/s,
    );
    hub.fault(WEIGHTS, null);
    await worksNow();
    expect(hub.askedFor(WEIGHTS).at(-1)!.range).toBe('bytes=400000-');
  });

  await test.step('so does one that ends too soon', async () => {
    hub.fault(WEIGHTS, { kind: 'short', byBytes: 300_000 });
    const { length } = files.get(WEIGHTS)!;
    expect(await fails('tiny/short')).toMatch(/model\.onnx of tiny\/short broke off after .*Try again/s);
    hub.fault(WEIGHTS, null);
    await worksNow();
    expect(hub.askedFor(WEIGHTS).at(-1)!.range).toBe(`bytes=${length - 300_000}-`);
  });

  await test.step('a web page in place of config.json', async () => {
    hub.fault('config.json', { kind: 'page' });
    expect(await fails('tiny/page')).toMatch(/config\.json of tiny\/page, got a web page/);
    hub.fault('config.json', null);
    await worksNow();
  });

  await test.step('a model that is not there', async () => {
    expect(await fails('tiny/none')).toMatch(/has no model tiny\/none.*Check the spelling/s);
  });

  await test.step('a model that writes text is refused before its weights are fetched', async () => {
    expect(await fails('tiny/decoder')).toMatch(/tiny\/decoder is no sentence encoder.*GPT2LMHeadModel/s);
    expect(weightsAsked('tiny/decoder')).toBe(0);
  });

  await test.step('a model of 5 GB is refused before its weights are fetched', async () => {
    expect(await fails('tiny/huge')).toMatch(
      /tiny\/huge \(fp32, 5,000 MB\) is larger than this device allows/,
    );
    expect(weightsAsked('tiny/huge')).toBe(0);
  });

  await test.step('a hub that can not be reached: the two other ways are named', async () => {
    await hub.close();
    const said = await fails('tiny/offline');
    expect(said).toContain('could not be reached');
    expect(said).toContain('public/models/tiny/offline');
    expect(said).toMatch(/drop the folder of the model on the page/);
  });

  // What was kept before still works.
  await useModel(page, 'tiny/altered');
  await hasRun(page);
  expectScores((await readRun(page, 'transformer')).scores, expected);
  await expect(panel(page)).toBeVisible();
});
