/**
 * `npm run precompute`: the page runs its default systems on the contrast set, and what it computed is written to
 * public/precomputed, to ship with the page. To be run again when the set or a system changes; a test compares.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Playground } from '../src/app/playground.svelte.ts';
import type { PrecomputedFile } from '../src/app/precomputed.ts';
import { openPage } from './openPage.ts';
import { root, say } from './setup.mjs';

declare const stsPlayground: Playground;

const { page, close } = await openPage();
try {
  await page.waitForFunction(() => stsPlayground.comparison.benchmark?.info.id === 'contrast');
  const file = await page.evaluate(async (): Promise<PrecomputedFile> => {
    const { comparison } = stsPlayground;
    const runs: PrecomputedFile['runs'] = [];
    for (const entry of comparison.systems) {
      await comparison.run(entry);
      if (entry.state.kind === 'failed') throw new Error(`${entry.label}: ${entry.state.what}`);
      // Word overlap is counted at once, everywhere.
      if (entry.spec.kind === 'overlap-cosine') continue;
      const { key, provenance, scores, notes, tokens, unknownTokens, createdAt, seconds } = entry.run!;
      runs.push({
        key,
        provenance,
        scores: {
          values: [...scores.values].map((value) => (Number.isNaN(value) ? null : value)),
          reasons: [...scores.reasons],
        },
        notes,
        tokens,
        unknownTokens,
        createdAt,
        seconds,
      });
    }
    return { contentHash: comparison.benchmark!.parts[0]!.contentHash, runs };
  });
  const folder = join(root, 'public', 'precomputed');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'contrast.json'), `${JSON.stringify(file)}\n`);
  for (const { provenance } of file.runs) say(`${provenance.system}: ${provenance.pairs} pairs`);
} finally {
  await close();
}
