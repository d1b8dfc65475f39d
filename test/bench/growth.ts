import type { Playground } from '../../src/app/playground.svelte.ts';
import { openPage } from '../../scripts/openPage.ts';
import type { Report } from './report.ts';

declare const stsPlayground: Playground;

const SIZES = [1_000, 10_000, 100_000, 1_000_000];

/**
 * Time and memory of `glove-sum` on wasm by the number of pairs. The pairs are STS-B's, repeated with common words
 * behind them that number the repeat: every sentence is a text of its own, and the vocabulary stays real.
 */
export async function benchGrowth(report: Report): Promise<void> {
  for (const pairs of SIZES) {
    const { page, close } = await openPage({ args: ['--enable-blink-features=ForceEagerMeasureMemory'] });
    try {
      const { seconds, bytes } = await page.evaluate(async (wanted) => {
        const { activities, comparison, scoring } = stsPlayground;
        await comparison.open('stsbenchmark', ['train', 'dev', 'test']);
        await stsPlayground.useBackend('wasm');
        const own = comparison.benchmark!.pairs;
        const digits = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
        const spell = (n: number): string => [...String(n)].map((digit) => digits[Number(digit)]).join(' ');
        const sentences: string[] = [];
        const first = new Int32Array(wanted);
        const second = new Int32Array(wanted);
        for (let row = 0; row < wanted; row++) {
          const pair = own[row % own.length]!;
          first[row] = sentences.push(`${pair.sentence1} ${spell(row)}`) - 1;
          second[row] = sentences.push(`${pair.sentence2} ${spell(row)}`) - 1;
        }
        const task = {
          key: `growth-${wanted}`,
          sentences,
          first,
          second,
          part: new Int32Array(wanted),
          rated: new Uint8Array(wanted).fill(1),
          parts: ['growth'],
        };
        // The models first, so that only the work that grows is measured.
        const entry = comparison.addSystemById('glove-sum');
        await comparison.run(entry);
        const { spec } = entry;
        const started = performance.now();
        await activities.run('growth', scoring, async (service, job, onEvent) => {
          await service.openTask(task);
          return service.score(job, task.key, spec, onEvent);
        });
        const took = (performance.now() - started) / 1000;
        const memory = await (
          performance as unknown as { measureUserAgentSpecificMemory(): Promise<{ bytes: number }> }
        ).measureUserAgentSpecificMemory();
        return { seconds: took, bytes: memory.bytes };
      }, pairs);
      report.growth(pairs, seconds, bytes);
    } finally {
      await close();
    }
  }
}
