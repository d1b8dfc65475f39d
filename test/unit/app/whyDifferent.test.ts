import { describe, expect, it } from 'vitest';
import { whyDifferent } from '../../../src/app/whyDifferent.ts';
import type { Provenance, Run } from '../../../src/storage/types.ts';

function run(provenance: Partial<Provenance>, limit = 128): Run {
  return {
    provenance: {
      parts: [{ key: 'stsbenchmark/test', contentHash: '' }],
      pairs: 2,
      rated: 2,
      tokeniser: 'words',
      dtype: 'float32',
      measure: 'cosine',
      ...provenance,
    },
    scores: { values: Float64Array.of(0, 0), reasons: Uint8Array.of(0, 0) },
    tokenCounts: { tokens: Int32Array.of(1, 9, 1, 1), unknown: new Int32Array(4), limit },
  } as unknown as Run;
}

const encoder = { maxTokens: 5, pooling: 'mean (1_Pooling/config.json)', prefix: 'query: ' };

describe('case 25: why a published number may differ', () => {
  it('names head, average, split, tokeniser and precision of every run', () => {
    const reasons = whyDifferent(run({}));
    for (const word of ['Trained head', 'Average', 'Split', 'Tokeniser', 'Precision']) {
      expect(reasons.filter((reason) => reason.startsWith(word))).toHaveLength(1);
    }
    expect(reasons.join(' ')).toContain('this is test');
  });

  it('says what holds of this run', () => {
    const several = run({
      parts: ['train', 'dev'].map((split) => ({ key: `stsbenchmark/${split}`, contentHash: '' })),
      rated: 1,
    });
    expect(whyDifferent(several).join('\n')).toContain('all 2 parts pooled');
    expect(whyDifferent(several).join('\n')).toContain('train and dev with 1 unrated pairs left out');
  });

  it('of a transformer also its pooling, prefix, limit and quantisation', () => {
    const text = whyDifferent(run({ encoder, dtype: 'q8' } as unknown as Provenance, 5)).join('\n');
    expect(text).toContain('mean (1_Pooling/config.json), prefix “query: ”');
    expect(text).toContain('cut at 5 tokens');
    expect(text).toContain('(pairs cut here: 1)');
    expect(text).toContain('q8 weights');
    const full = whyDifferent(run({ encoder, dtype: 'fp32' } as unknown as Provenance)).join('\n');
    expect(full).not.toContain('fp32 weights; papers');
    expect(full).not.toContain('cut here');
  });
});
