/** `npm run bench`: speeds as ratios of one run, on this machine. Tests never assert a time. */
import { benchGrowth } from './growth.ts';
import { benchLexical } from './lexical.ts';
import { Report } from './report.ts';

const report = new Report();
report.title('All of STS-B (8,628 pairs), wasm, medians; from stored pairs to scores in the built page');
await benchLexical(report);
report.title(
  'glove-sum by the number of pairs: from sentences to scores, models loaded; memory of the whole tab',
);
await benchGrowth(report);
if (!report.allHold) process.exitCode = 1;
