import { describe, expect, it } from 'vitest';
import { Cancelled } from '../../../../src/failure.ts';
import { plainSummer } from '../../../../src/systems/encoders/plainSummer.ts';
import type { SegmentSummer, Segments } from '../../../../src/systems/encoders/types.ts';
import { weightedSums } from '../../../../src/systems/encoders/weightedSum.ts';
import { indexTokens } from '../../../../src/systems/tokenIndex.ts';
import { failureOf, handVectors, noReport } from '../../support.ts';

const options = { tokeniser: 'words', lowerCase: true, punctuation: 'drop' } as const;
const vectors = handVectors({ a: [1, 0], b: [0, 2], c: [-1, 0] }, 2);

async function sumsOf(sentences: readonly string[], weights: number[] | null = null, summer = plainSummer) {
  const index = await indexTokens(sentences, options);
  const words = await vectors.rowsFor(index.vocabulary, noReport);
  const chosen = Int32Array.from(sentences, (_, s) => s);
  return weightedSums(summer, index, words, weights && Float32Array.from(weights), chosen, noReport);
}

/** A summer that spoils what the plain loop gives. */
function spoiled(spoil: (sums: Float32Array, call: number) => Float32Array | never): SegmentSummer {
  let call = 0;
  return {
    backend: 'webgpu',
    async table(words, weights) {
      const table = await plainSummer.table(words, weights);
      return { ...table, sums: async (segments) => spoil(await table.sums(segments), ++call) };
    },
  };
}

describe('weightedSums', () => {
  it('adds up the vectors of known words, repeats included', async () => {
    const { rows, dimension, sentences } = await sumsOf(['a b b', 'b', 'x', '', 'a x']);
    expect([...rows]).toEqual([1, 4, 0, 2, 0, 0, 0, 0, 1, 0]);
    expect([dimension, sentences]).toEqual([2, 5]);
  });

  it('times the weight of each word', async () => {
    expect([...(await sumsOf(['a b'], [0.5, 10])).rows]).toEqual([0.5, 20]);
  });

  it('gives zero rows where they are due: weights of zero, vectors that cancel out', async () => {
    expect([...(await sumsOf(['a', 'a c', 'b'], [0, 1, 1])).rows]).toEqual([0, 0, -1, 0, 0, 2]);
    expect([...(await sumsOf(['a c'])).rows]).toEqual([0, 0]);
  });

  it('takes only the sentences asked for, in their order', async () => {
    const index = await indexTokens(['a', 'b', 'c'], options);
    const words = await vectors.rowsFor(index.vocabulary, noReport);
    const { rows } = await weightedSums(plainSummer, index, words, null, Int32Array.of(2, 0), noReport);
    expect([...rows]).toEqual([-1, 0, 1, 0]);
  });

  it.each<[string, (sums: Float32Array) => Float32Array, RegExp]>([
    ['zeros', (sums) => sums.fill(0), /zeros for a sentence with known words/],
    ['zeros for one sentence', (sums) => sums.fill(0, 2, 4), /zeros for a sentence/],
    ['NaN', (sums) => sums.fill(NaN, 3, 4), /not finite for sentence 2/],
    ['an infinite number', (sums) => sums.fill(Infinity, 0, 1), /not finite for sentence 1/],
    ['too few numbers', (sums) => sums.subarray(1), /3 numbers for 2 sentences of 2/],
  ])('case 33: a backend that gives %s has failed', async (_, spoil, message) => {
    const failure = await failureOf(() => sumsOf(['a', 'b a'], null, spoiled(spoil)));
    expect(failure.code).toBe('backend-failed');
    expect(failure.what).toMatch(message);
    expect(failure.what).toContain('webgpu');
    expect(failure.nextStep).toContain('Run it again');
  });

  it('case 33: a device that is lost in the middle is a failure with its cause, and the table is let go', async () => {
    const lost = new Error('The device is lost.');
    let disposed = 0;
    const summer: SegmentSummer = {
      backend: 'webgpu',
      table: async () => ({ sums: () => Promise.reject(lost), dispose: () => disposed++ }),
    };
    const failure = await failureOf(() => sumsOf(['a'], null, summer));
    expect(failure.code).toBe('backend-failed');
    expect(failure.what).toBe('The webgpu backend failed: The device is lost.');
    expect(failure.cause).toBe(lost);
    expect(disposed).toBe(1);
  });

  it('leaves out words without a vector, whatever the backend', async () => {
    const seen: Segments[] = [];
    const summer: SegmentSummer = {
      backend: 'cpu',
      async table(words, weights) {
        const table = await plainSummer.table(words, weights);
        return { ...table, sums: (segments) => (seen.push(segments), table.sums(segments)) };
      },
    };
    await sumsOf(['x a y b', 'y', ''], null, summer);
    expect(seen[0]!.ids.length).toBe(2);
    expect([...seen[0]!.offsets]).toEqual([0, 2, 2, 2]);
  });
});

describe('weightedSums: more sentences than a batch holds', () => {
  const count = 70_000;
  const sentences = Array.from({ length: count }, (_, i) => ['a', 'b', 'a b', 'x'][i % 4]!);

  it('gives each sentence the same vector as alone', async () => {
    const alone = await sumsOf(['a', 'b', 'a b', 'x']);
    const calls: number[] = [];
    const { rows } = await sumsOf(
      sentences,
      null,
      spoiled((sums) => (calls.push(sums.length / 2), sums)),
    );
    expect(calls).toEqual([32_768, 32_768, count - 65_536]);
    let wrong = 0;
    for (let k = 0; k < rows.length; k++) if (rows[k] !== alone.rows[k % 8]) wrong++;
    expect(wrong).toBe(0);
  });

  it('case 33: zeros from the second batch on are noticed', async () => {
    const summer = spoiled((sums, call) => (call < 2 ? sums : sums.fill(0)));
    expect((await failureOf(() => sumsOf(sentences, null, summer))).code).toBe('backend-failed');
  });

  it('stops after the batch in which it is cancelled', async () => {
    const index = await indexTokens(sentences, options);
    const words = await vectors.rowsFor(index.vocabulary, noReport);
    const controller = new AbortController();
    let calls = 0;
    const summer = spoiled((sums) => (calls++, controller.abort(), sums));
    const all = Int32Array.from(sentences, (_, s) => s);
    const reports: number[] = [];
    const summing = weightedSums(
      summer,
      index,
      words,
      null,
      all,
      (done) => reports.push(done),
      controller.signal,
    );
    await expect(summing).rejects.toBeInstanceOf(Cancelled);
    expect(calls).toBe(1);
    expect(reports).toEqual([32_768]);
  });
});
