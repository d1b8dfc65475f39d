/** `npm run bench [-- lexical|growth|transformers|errors|lab|significance|interaction]`: speeds as ratios of one run, interactions against 200 ms, on this machine. Tests never assert a time. */
import { benchErrors } from './errors.ts';
import { benchGrowth } from './growth.ts';
import { benchInteraction } from './interaction.ts';
import { benchLab } from './lab.ts';
import { benchLexical } from './lexical.ts';
import { Report } from './report.ts';
import { benchSignificance } from './significance.ts';
import { benchTransformers } from './transformers.ts';

const report = new Report();
const wanted = process.argv[2];
if (wanted === undefined || wanted === 'lexical') {
  report.title('All of STS-B (8,628 pairs), wasm, medians; from stored pairs to scores in the built page');
  await benchLexical(report);
}
if (wanted === undefined || wanted === 'growth') {
  report.title(
    'glove-sum by the number of pairs: sentences to scores, models loaded; memory of the whole tab',
  );
  await benchGrowth(report);
}
if (wanted === undefined || wanted === 'transformers') {
  report.title(
    'use-lite, the distinct sentences of STS-B test, wasm, medians; from the press of Run to the scores in the built page',
  );
  await benchTransformers(report);
}
if (wanted === undefined || wanted === 'errors') {
  report.title('All of STS-B (8,628 pairs) sorted by what makes them hard, in the worker, medians');
  await benchErrors(report);
}
if (wanted === undefined || wanted === 'lab') {
  report.title(
    'The pair lab, all of STS-B open, wasm: a typed pair of 12 words each and its 24 leave-one-out variants, to the answer',
  );
  await benchLab(report);
}
if (wanted === undefined || wanted === 'significance') {
  report.title(
    'Ten systems on 8,628 pairs set against the best; expected rank of twenty; processor time, medians',
  );
  await benchSignificance(report);
}
if (wanted === undefined || wanted === 'interaction') {
  report.title(
    'All of STS-B (8,628 pairs) with four systems in the built page: from an input to the next paint, 98th percentile',
  );
  await benchInteraction(report);
}
if (!report.allHold) process.exitCode = 1;
