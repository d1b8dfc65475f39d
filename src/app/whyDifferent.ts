import type { Run } from '../storage/types.ts';
import { countPassing } from './pairMarks.ts';

/**
 * Reasons why a published number may differ from this one, those first that hold of this run. After the notes of
 * the field's own threads: a trained head, another average, another tokeniser, split or precision.
 */
export function whyDifferent(run: Run): string[] {
  const { provenance } = run;
  const { encoder, parts, dtype, rated, pairs } = provenance;
  const cut = countPassing(run, 'cut');
  const splits = [...new Set(parts.map(({ key }) => key.split('/')[1]!))];
  const reasons = [
    'Trained head: nothing was trained on the benchmark here; many papers report a regressor over the vectors, fitted on the train split.',
    parts.length > 1
      ? `Average: this is one correlation over all ${parts.length} parts pooled; papers may give the mean over the sets, weighted or not.`
      : 'Average: a suite of sets has three averages (pooled, mean of sets, weighted by size), and papers do not always say which.',
    `Split: this is ${splits.join(' and ')}${rated < pairs ? ` with ${pairs - rated} unrated pairs left out` : ''}; another split, or another edition of it, gives another number.`,
    encoder
      ? `Tokeniser: ${provenance.tokeniser}, cut at ${encoder.maxTokens} tokens; another limit changes long sentences${cut > 0 ? ` (pairs cut here: ${cut})` : ''}.`
      : `Tokeniser: ${provenance.tokeniser}; another one, or another case, finds other words.`,
    encoder && dtype !== 'fp32'
      ? `Precision: ${dtype} weights; papers use fp32, and fewer bits move every score a little.`
      : `Precision: ${dtype === 'none' ? 'none needed' : dtype}; a rounded or quantised model gives slightly other scores.`,
  ];
  if (encoder) {
    reasons.push(
      `Pooling and prefix: ${encoder.pooling}${encoder.prefix ? `, prefix “${encoder.prefix}”` : ', no prefix'}; a model used in another way than it was trained in loses points.`,
      `Measure: ${provenance.measure}; for Pearson the choice matters, for Spearman less.`,
    );
  }
  return reasons;
}
