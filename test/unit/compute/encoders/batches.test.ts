import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batching, planBatches, sentencesAtOnce } from '../../../../src/compute/encoders/batches.ts';

const MOST_SENTENCES = 64;
const MOST_TOKENS = 8_192;

/** Tokens of sentences, a few of them without any, and the limit of an encoder. */
const counted = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 6, arbitrary: fc.integer({ min: 1, max: 40 }) },
        { weight: 2, arbitrary: fc.integer({ min: 41, max: 20_000 }) },
        { weight: 1, arbitrary: fc.constant(0) },
      ),
      { maxLength: 400 },
    ),
    fc.constantFrom(16, 128, 512, 4_096, 8_192, 30_000),
  )
  .map(([tokens, limit]) => ({ tokens: Int32Array.from(tokens), limit }));

describe('planBatches', () => {
  it('has every sentence with a token in exactly one row, and none without', () => {
    fc.assert(
      fc.property(counted, ({ tokens, limit }) => {
        const { order, offsets } = planBatches(tokens, limit);
        const withTokens = [...tokens.keys()].filter((sentence) => tokens[sentence]! > 0);
        expect(Array.from(order).sort((a, b) => a - b)).toEqual(withTokens);
        expect(offsets[0]).toBe(0);
        expect(offsets.at(-1)).toBe(order.length);
        for (let b = 1; b < offsets.length; b++) expect(offsets[b]!).toBeGreaterThan(offsets[b - 1]!);
      }),
    );
  });

  it('puts shorter sentences first, and equal ones in the order of the task', () => {
    fc.assert(
      fc.property(counted, ({ tokens, limit }) => {
        const { order } = planBatches(tokens, limit);
        for (let row = 1; row < order.length; row++) {
          const [a, b] = [order[row - 1]!, order[row]!];
          const [before, after] = [Math.min(tokens[a]!, limit), Math.min(tokens[b]!, limit)];
          expect(before < after || (before === after && a < b)).toBe(true);
        }
      }),
    );
  });

  it('keeps to its bounds, padding included; only a sentence that is too long by itself stands alone', () => {
    fc.assert(
      fc.property(counted, ({ tokens, limit }) => {
        const { order, offsets } = planBatches(tokens, limit);
        for (let b = 0; b + 1 < offsets.length; b++) {
          const size = offsets[b + 1]! - offsets[b]!;
          const longest = Math.min(tokens[order[offsets[b + 1]! - 1]!]!, limit);
          expect(size).toBeLessThanOrEqual(MOST_SENTENCES);
          if (size > 1) expect(size * longest).toBeLessThanOrEqual(MOST_TOKENS);
        }
      }),
    );
  });

  it('ends no batch before it has to', () => {
    fc.assert(
      fc.property(counted, ({ tokens, limit }) => {
        const { order, offsets } = planBatches(tokens, limit);
        for (let b = 0; b + 2 < offsets.length; b++) {
          const size = offsets[b + 1]! - offsets[b]! + 1;
          const next = Math.min(tokens[order[offsets[b + 1]!]!]!, limit);
          expect(size > MOST_SENTENCES || size * next > MOST_TOKENS).toBe(true);
        }
      }),
    );
  });

  it('case 40: the same counts have the same plan, so a run can be taken up again', () => {
    fc.assert(
      fc.property(counted, ({ tokens, limit }) => {
        const before = tokens.slice();
        expect(planBatches(tokens, limit)).toEqual(planBatches(tokens.slice(), limit));
        expect(tokens).toEqual(before);
      }),
    );
  });

  it.each<[string, number[], number, number[], number[]]>([
    ['no sentence', [], 128, [], [0]],
    ['none with a token', [0, 0], 128, [], [0]],
    ['one', [3], 128, [0], [0, 1]],
    ['lengths beyond the limit are equal', [900, 5, 300, 0, 200], 128, [1, 0, 2, 4], [0, 4]],
    ['too long ones stand alone', [9_000, 2, 9_001], 30_000, [1, 0, 2], [0, 1, 2, 3]],
    ['two of 4,096 fill a batch', [4_096, 4_096, 4_096], 30_000, [0, 1, 2], [0, 2, 3]],
  ])('%s', (_, tokens, limit, order, offsets) => {
    expect(planBatches(Int32Array.from(tokens), limit)).toEqual({
      order: Int32Array.from(order),
      offsets: Int32Array.from(offsets),
    });
  });

  it('a batch more begins with the 65th sentence', () => {
    expect(Array.from(planBatches(new Int32Array(64).fill(9), 128).offsets)).toEqual([0, 64]);
    expect(Array.from(planBatches(new Int32Array(65).fill(9), 128).offsets)).toEqual([0, 64, 65]);
  });

  it('says its bounds in words, for the provenance', () => {
    expect(batching('wasm')).toContain(`${MOST_SENTENCES} sentences and ${MOST_TOKENS} tokens`);
  });
});

describe('sentencesAtOnce', () => {
  it('cuts a batch into runs of one size, of about 640 tokens on the processor', () => {
    expect(sentencesAtOnce(64, 10, 'wasm')).toBe(64);
    expect(sentencesAtOnce(64, 20, 'wasm')).toBe(32);
    expect(sentencesAtOnce(64, 50, 'wasm')).toBe(13);
    expect(sentencesAtOnce(16, 512, 'wasm')).toBe(2);
    expect(sentencesAtOnce(1, 1, 'wasm')).toBe(1);
  });

  it('leaves a batch whole on a graphics card', () => {
    expect(sentencesAtOnce(64, 128, 'webgpu')).toBe(64);
    expect(sentencesAtOnce(16, 512, 'webgpu')).toBe(16);
  });

  it('never makes a run of nothing, nor one that is much larger than wanted', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 64 }),
        fc.integer({ min: 1, max: 8_192 }),
        (sentences, tokens) => {
          const size = sentencesAtOnce(sentences, tokens, 'wasm');
          expect(size).toBeGreaterThanOrEqual(1);
          expect(size).toBeLessThanOrEqual(sentences);
          if (size > 1) expect(size * tokens).toBeLessThanOrEqual(640 * 2);
        },
      ),
    );
  });
});
