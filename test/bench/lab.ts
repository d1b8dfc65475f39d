import type { Playground } from '../../src/app/playground.svelte.ts';
import { openPage } from '../../scripts/openPage.ts';
import { parseSystem } from '../../src/systems/registry.ts';
import { median, type Report } from './report.ts';

declare const stsPlayground: Playground;

const SYSTEMS = ['overlap-cosine', 'glove-sum', 'glove-idf', 'sif'];
const ROUNDS = 25;
/** A pair of 12 words each, and a word that another round has not looked up yet. */
const FIRST = 'two small dogs are running along the sunny beach after a ball';
const SECOND = 'a pair of little puppies chase their toy across the warm sand';
const FRESH =
  'lantern violet harbour copper thistle meadow saddle walnut glacier velvet orchard kettle'.split(' ');

/** The pair, and the pair without each of its words. */
function withVariants(first: string, second: string): [string, string][] {
  const without = (sentence: string): string[] => {
    const words = sentence.split(' ');
    return words.map((_, out) => words.filter((__, at) => at !== out).join(' '));
  };
  return [
    [first, second],
    ...without(first).map((shorter): [string, string] => [shorter, second]),
    ...without(second).map((shorter): [string, string] => [first, shorter]),
  ];
}

/**
 * The pair lab's question to the worker: a typed pair of 12 words each with all 24 leave-one-out variants, from the
 * page's call to its answer. The first one loads the models and fits on the whole of STS-B.
 */
export async function benchLab(report: Report): Promise<void> {
  const { page, close } = await openPage();
  try {
    await page.evaluate(() => stsPlayground.comparison.open('stsbenchmark', ['train', 'dev', 'test']));
    await page.evaluate(() =>
      stsPlayground.scoring.call((service) => service.openTask(stsPlayground.comparison.benchmark!.task)),
    );
    // The page draws what it opened.
    await page.waitForTimeout(1_000);
    for (const system of SYSTEMS) {
      const first = await probeSeconds(page, system, FIRST, 1);
      const later = await probeSeconds(page, system, FIRST, ROUNDS);
      const typing = await probeSeconds(page, system, `${FIRST} `, ROUNDS);
      report.row(`${system}: first probe, models fetched and fitted`, first.median);
      report.row(`${system}: later ones, 25 pairs`, later.median);
      report.row(`${system}: later ones, a word changed each time`, typing.median);
      report.row(`${system}: the slowest of those`, Math.max(later.slowest, typing.slowest));
    }
    const refit = await probeSeconds(page, 'sif(components=2)', FIRST, 1);
    report.row('sif with other components: first probe, models there', refit.median);
  } finally {
    await close();
  }
}

/** @param first where it ends in a blank, each round puts another word behind it */
async function probeSeconds(
  page: Awaited<ReturnType<typeof openPage>>['page'],
  system: string,
  first: string,
  rounds: number,
): Promise<{ median: number; slowest: number }> {
  const requests = Array.from({ length: rounds }, (_, round) =>
    withVariants(first.endsWith(' ') ? first.replace(/\w+ $/, FRESH[round % FRESH.length]!) : first, SECOND),
  );
  const times = await page.evaluate(
    async ({ spec, all }) => {
      const { scoring, comparison, activities } = stsPlayground;
      const { key } = comparison.benchmark!.task;
      const found: number[] = [];
      for (const pairs of all) {
        const started = performance.now();
        const { values } = await activities.run('bench', scoring, (service, job, onEvent) =>
          service.probe(job, key, spec, { part: null, pairs }, onEvent),
        );
        found.push((performance.now() - started) / 1000);
        if (values.some(Number.isNaN)) throw new Error('A score is missing.');
      }
      return found;
    },
    { spec: parseSystem(system), all: requests },
  );
  let slowest = 0;
  for (const seconds of times) slowest = Math.max(slowest, seconds);
  return { median: median(times), slowest };
}
