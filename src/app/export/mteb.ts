import { catalogue, partName } from '../../benchmarks/catalogue.ts';
import { evaluate } from '../../evaluation/breakdown.ts';
import type { Estimate } from '../../evaluation/types.ts';
import { MISSING_REASONS } from '../../systems/types.ts';
import type { ExportState, RanSystem } from './state.ts';

/** A split of a task of mteb that holds the same rated pairs as all parts named, together. */
interface MtebSplit {
  task: string;
  split: string;
  hfSubset: string;
  parts: readonly string[];
}

/** Of each benchmark, by mteb's tasks of type STS: STS13 lacks the SMT set there too, and SICK-R is all of SICK. */
const SPLITS: Readonly<Record<string, readonly MtebSplit[]>> = {
  stsbenchmark: [
    { task: 'STSBenchmark', split: 'train', hfSubset: 'default', parts: ['train'] },
    { task: 'STSBenchmark', split: 'validation', hfSubset: 'default', parts: ['dev'] },
    { task: 'STSBenchmark', split: 'test', hfSubset: 'default', parts: ['test'] },
  ],
  'sts2012-test': wholeTest('STS12', 'sts2012-test'),
  'sts2013-test': wholeTest('STS13', 'sts2013-test'),
  'sts2014-test': wholeTest('STS14', 'sts2014-test'),
  'sts2015-test': wholeTest('STS15', 'sts2015-test'),
  'sts2016-test': wholeTest('STS16', 'sts2016-test'),
  sick: wholeTest('SICK-R', 'sick'),
  biosses: wholeTest('BIOSSES', 'biosses'),
  // Track 4b is in no task of mteb.
  sts2017: [
    ['track1.ar-ar', 'ar-ar'],
    ['track2.ar-en', 'en-ar'],
    ['track3.es-es', 'es-es'],
    ['track4a.es-en', 'es-en'],
    ['track5.en-en', 'en-en'],
    ['track6.tr-en', 'en-tr'],
  ].map(([set, hfSubset]) => ({ task: 'STS17', split: 'test', hfSubset: hfSubset!, parts: [`test/${set}`] })),
  // Japanese is not among its languages there.
  'stsb-multi-mt': ['de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'ru', 'zh'].flatMap((language) =>
    ['dev', 'test'].map((split) => ({
      task: 'STSBenchmarkMultilingualSTS',
      split,
      hfSubset: language,
      parts: [`${split}/${language}`],
    })),
  ),
};

function wholeTest(task: string, benchmark: string): MtebSplit[] {
  const parts = catalogue.find(({ id }) => id === benchmark)!.parts.map(partName);
  return [{ task, split: 'test', hfSubset: 'default', parts }];
}

/** ISO 639-3 and ISO 15924, as mteb names languages. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ar: 'ara-Arab',
  de: 'deu-Latn',
  en: 'eng-Latn',
  es: 'spa-Latn',
  fr: 'fra-Latn',
  it: 'ita-Latn',
  ja: 'jpn-Jpan',
  nl: 'nld-Latn',
  pl: 'pol-Latn',
  pt: 'por-Latn',
  ru: 'rus-Cyrl',
  tr: 'tur-Latn',
  zh: 'cmn-Hans',
};

/** Scores of one subset of a split. Null, with `not_defined`, where a correlation is not defined. */
export interface MtebScores {
  pearson: number | null;
  spearman: number | null;
  cosine_pearson?: number | null;
  cosine_spearman?: number | null;
  /** Spearman, as for all of mteb's tasks of type STS. */
  main_score: number | null;
  hf_subset: string;
  languages: string[];
  n_pairs: number;
  n_skipped: number;
  not_defined?: string;
}

/** The fields of mteb's `TaskResult` (mteb/results/task_result.py), and two that it ignores. */
export interface MtebResult {
  dataset_revision: string;
  task_name: string;
  mteb_version: null;
  scores: Record<string, MtebScores[]>;
  evaluation_time: number;
  kg_co2_emissions: null;
  date: string;
  note: string;
  provenance: RanSystem['result']['run']['provenance'];
}

/**
 * A run in the form of mteb's results. Its task has mteb's name where every open part is one of that task and they hold
 * the task's rated pairs; else it has the benchmark's own id, with one subset a part. Always over all pairs of the run,
 * whatever is selected.
 */
export function mtebResult(state: ExportState, { id, result }: RanSystem): MtebResult {
  const { info, parts } = state;
  const { run } = result;
  const open = parts.map(partName);
  const splits = (SPLITS[info.id] ?? []).filter((split) => split.parts.every((part) => open.includes(part)));
  const covered = splits.reduce((sum, split) => sum + split.parts.length, 0);
  const isTask = covered === open.length;
  const groups: MtebSplit[] = isTask
    ? splits
    : parts.map((part) => ({
        task: info.id,
        split: part.split,
        hfSubset: part.set ?? 'default',
        parts: [partName(part)],
      }));
  const scores: Record<string, MtebScores[]> = {};
  for (const group of groups) (scores[group.split] ??= []).push(scoresOf(state, result, group));
  return {
    dataset_revision: parts.map(({ contentHash }) => `sha256:${contentHash}`).join('+'),
    task_name: isTask ? groups[0]!.task : info.id,
    mteb_version: null,
    scores,
    evaluation_time: run.seconds,
    kg_co2_emissions: null,
    date: run.createdAt,
    note:
      `Not made by mteb: computed by STS Playground ${run.provenance.appVersion} with ${id}. ` +
      `dataset_revision is the sha256 of the files that were read, not a revision of mteb's data set.`,
    provenance: run.provenance,
  };
}

function scoresOf(
  { parts, partOfRow, gold, info }: ExportState,
  { run, range }: RanSystem['result'],
  group: MtebSplit,
): MtebScores {
  const members = parts.map((part) => group.parts.includes(partName(part)));
  const subset = Int32Array.from(partOfRow.keys()).filter((row) => members[partOfRow[row]!]);
  const { values, reasons } = run.scores;
  const { correlations, n, skipped } = evaluate({
    scores: values,
    reasons,
    reasonNames: MISSING_REASONS,
    gold,
    subset,
    scale: info.scale,
    range,
  });
  const pearson = correlations.pearson.estimate;
  const spearman = correlations.spearman.estimate;
  const cosine = run.provenance.measure === 'cosine';
  const languages = new Set(parts.flatMap((part, p) => (members[p] ? part.languages : [])));
  return {
    pearson: pearson.value,
    spearman: spearman.value,
    ...(cosine && { cosine_pearson: pearson.value, cosine_spearman: spearman.value }),
    main_score: spearman.value,
    hf_subset: group.hfSubset,
    languages: [...languages].map((language) => LANGUAGES[language] ?? language),
    n_pairs: n,
    n_skipped: skipped.reduce((sum, { count }) => sum + count, 0),
    ...whyNot([pearson, spearman]),
  };
}

function whyNot(estimates: readonly Estimate[]): { not_defined?: string } {
  const [missing] = estimates.flatMap((estimate) => (estimate.value === null ? [estimate.reason] : []));
  return missing === undefined ? {} : { not_defined: missing };
}
