import { describe, expect, it } from 'vitest';
import { mtebResult } from '../../../../src/app/export/mteb.ts';
import type { ExportState, RanSystem } from '../../../../src/app/export/state.ts';
import { HASH, madeState, madeSystem } from './support.ts';

const system = (await madeSystem('glove-sum', [0.7, NaN, 0.8, 0.6, 0.2])) as RanSystem;
const overlap = (await madeSystem('overlap-cosine', [0.9, 0.8, 0.4, 0.5, 0.1], {
  measure: 'cosine of word sets',
})) as RanSystem;

/** The made pairs under the name of another benchmark's parts. */
function under(id: string, parts: readonly (readonly [split: string, set: string | null])[]): ExportState {
  const made = madeState([]);
  return madeState([system], {
    info: { ...made.info, id },
    parts: parts.map(([split, set]) => ({
      ...made.parts[0]!,
      key: [id, split, ...(set === null ? [] : [set])].join('/'),
      split,
      set,
    })),
    partOfRow: Int32Array.from(made.partOfRow, (part) => Math.min(part, parts.length - 1)),
  });
}

describe('mtebResult', () => {
  it('has the fields of a TaskResult and says that mteb did not make it', () => {
    const result = mtebResult(under('stsbenchmark', [['test', null]]), system);
    expect(result).toMatchObject({
      task_name: 'STSBenchmark',
      dataset_revision: `sha256:${HASH}`,
      mteb_version: null,
      evaluation_time: 1.5,
      kg_co2_emissions: null,
    });
    expect(result.note).toMatch(/^Not made by mteb/);
    const [scores, ...more] = result.scores.test!;
    expect(more).toEqual([]);
    const { pearson, spearman } = system.result.whole.correlations;
    expect(scores).toEqual({
      pearson: pearson.estimate.value,
      spearman: spearman.estimate.value,
      cosine_pearson: pearson.estimate.value,
      cosine_spearman: spearman.estimate.value,
      main_score: spearman.estimate.value,
      hf_subset: 'default',
      languages: ['eng-Latn'],
      n_pairs: 3,
      n_skipped: 2,
    });
  });

  it('names a score after cosine only where the measure was the cosine of vectors', () => {
    const state = { ...under('stsbenchmark', [['test', null]]), systems: [overlap] };
    expect(mtebResult(state, overlap).scores.test![0]).not.toHaveProperty('cosine_spearman');
  });

  it('calls dev what mteb calls validation', () => {
    const { scores } = mtebResult(
      under('stsbenchmark', [
        ['dev', null],
        ['test', null],
      ]),
      system,
    );
    expect(Object.keys(scores)).toEqual(['validation', 'test']);
    // Three rated pairs in dev, of which one has no score: no correlation of two.
    expect(scores.validation![0]).toMatchObject({ n_pairs: 2, n_skipped: 1, main_score: null });
    expect(scores.validation![0]!.not_defined).toMatch(/3/);
  });

  it('takes the name of a task only where all of its parts are open', () => {
    const sets = ['FNWN', 'headlines', 'OnWN'].map((set) => ['test', set] as const);
    expect(mtebResult(under('sts2013-test', sets), system)).toMatchObject({ task_name: 'STS13' });
    const some = mtebResult(under('sts2013-test', sets.slice(0, 2)), system);
    expect(some.task_name).toBe('sts2013-test');
    expect(some.scores.test!.map(({ hf_subset }) => hf_subset)).toEqual(['FNWN', 'headlines']);
  });

  it('names subsets of STS17 as mteb does, and has no name for track 4b', () => {
    const two = mtebResult(
      under('sts2017', [
        ['test', 'track2.ar-en'],
        ['test', 'track5.en-en'],
      ]),
      system,
    );
    expect(two.task_name).toBe('STS17');
    expect(two.scores.test!.map(({ hf_subset }) => hf_subset)).toEqual(['en-ar', 'en-en']);
    expect(mtebResult(under('sts2017', [['test', 'track4b.es-en']]), system).task_name).toBe('sts2017');
  });

  it('pools the three parts of SICK into the test split of SICK-R', () => {
    const all = mtebResult(
      under('sick', [
        ['train', null],
        ['trial', null],
        ['test', null],
      ]),
      system,
    );
    expect(all.task_name).toBe('SICK-R');
    expect(Object.keys(all.scores)).toEqual(['test']);
    expect(mtebResult(under('sick', [['test', null]]), system).task_name).toBe('sick');
  });

  it('keeps the id of a benchmark of the user’s own', () => {
    expect(mtebResult(madeState([system]), system)).toMatchObject({ task_name: 'mine' });
  });
});
