import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-backend-webgpu';
import { MathBackendCPU } from '@tensorflow/tfjs-backend-cpu';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { canary } from '../../../../src/compute/backends/canary.ts';
import { blocksByLength, startBackend } from '../../../../src/compute/backends/tensors.ts';
import { plainSummer } from '../../../../src/systems/encoders/plainSummer.ts';
import type { SegmentSummer, Segments, WordRows } from '../../../../src/systems/encoders/types.ts';

// Without it TF.js advertises its Node backend, and warns of the failure that a test makes on purpose.
tf.enableProdMode();

const GATHERED_ROWS = 65_536;

function segmentsOf(lengths: readonly number[]): Segments {
  const offsets = new Int32Array(lengths.length + 1);
  lengths.forEach((length, s) => (offsets[s + 1] = offsets[s]! + length));
  return { ids: new Int32Array(offsets.at(-1)!), offsets };
}

describe('blocksByLength', () => {
  const lengths = fc.array(
    fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 0, max: 40 }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 90_000 }) },
    ),
    { maxLength: 60 },
  );

  it('holds each segment that is not empty exactly once, none shorter than an earlier one', () => {
    fc.assert(
      fc.property(lengths, (any) => {
        const blocks = [...blocksByLength(segmentsOf(any))];
        const order = blocks.flatMap((block) => block.order);
        const expected = any.flatMap((length, s) => (length > 0 ? [s] : []));
        expect([...order].sort((a, b) => a - b)).toEqual(expected);
        for (let i = 1; i < order.length; i++)
          expect(any[order[i]!]).toBeGreaterThanOrEqual(any[order[i - 1]!]!);
      }),
    );
  });

  it('keeps a block within 65,536 padded rows, unless one segment alone is longer', () => {
    fc.assert(
      fc.property(lengths, fc.integer({ min: 1, max: 3000 }), (some, times) => {
        const many = [...some, ...Array.from({ length: times }, (_, i) => 20 + (i % 7))];
        for (const { order, length } of blocksByLength(segmentsOf(many))) {
          for (const s of order) expect(many[s]).toBeLessThanOrEqual(length);
          expect(many[order.at(-1)!]).toBe(length);
          if (order.length > 1) expect(order.length * length).toBeLessThanOrEqual(GATHERED_ROWS);
        }
      }),
    );
  });

  it('makes no more blocks than it must', () => {
    expect([...blocksByLength(segmentsOf(Array(6553).fill(10)))].length).toBe(1);
    expect([...blocksByLength(segmentsOf(Array(6554).fill(10)))].length).toBe(2);
    expect([...blocksByLength(segmentsOf([]))]).toEqual([]);
    expect([...blocksByLength(segmentsOf([0, 0]))]).toEqual([]);
  });
});

/** Copies the kernels of TF.js's plain backend under another name, so that the way for WebGPU runs in Node. */
function impersonate(name: string): void {
  for (const kernel of [...tf.getKernelsForBackend(name)]) tf.unregisterKernel(kernel.kernelName, name);
  for (const kernel of tf.getKernelsForBackend('cpu')) tf.registerKernel({ ...kernel, backendName: name });
  tf.registerBackend(name, () => new MathBackendCPU());
}

const words: WordRows = {
  dimension: 3,
  rows: Float32Array.from({ length: 30 }, (_, i) => Math.sin(i * 2.3)),
  known: new Uint8Array(10).fill(1),
};

async function sums(
  summer: SegmentSummer,
  weights: Float32Array | null,
  segments: Segments,
): Promise<Float32Array> {
  const table = await summer.table(words, weights);
  try {
    return await table.sums(segments);
  } finally {
    table.dispose();
  }
}

describe.each(['cpu', 'webgpu'] as const)('startBackend(%s), computed in Node', (name) => {
  let summer: SegmentSummer;
  beforeAll(async () => {
    await tf.setBackend('cpu');
    if (name === 'webgpu') impersonate('webgpu');
    summer = await startBackend(name);
  });

  it('passes the canary', async () => {
    expect(summer.backend).toBe(name);
    expect(await canary(summer)).toBeNull();
  });

  it('gives what the plain loop gives, for any segments, empty ones included', async () => {
    const segments = fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 12 }), { maxLength: 20 });
    const weights = fc.option(
      fc.float32Array({ minLength: 10, maxLength: 10, min: -4, max: 4, noNaN: true }),
    );
    await fc.assert(
      fc.asyncProperty(segments, weights, async (lists, some) => {
        const given = { ...segmentsOf(lists.map((list) => list.length)), ids: Int32Array.from(lists.flat()) };
        const found = await sums(summer, some, given);
        const expected = await sums(plainSummer, some, given);
        expect(found.length).toBe(lists.length * 3);
        for (let k = 0; k < expected.length; k++) expect(found[k]).toBeCloseTo(expected[k]!, 4);
      }),
      { numRuns: 60 },
    );
  });

  it('leaves no tensor behind but the rows of the last vocabulary', async () => {
    await sums(summer, null, segmentsOf([1]));
    const before = tf.memory().numTensors;
    await sums(summer, null, segmentsOf([1, 0, 2]));
    await sums(summer, null, segmentsOf([0]));
    expect(tf.memory().numTensors).toBe(before);
  });

  it('computes on its own backend, whichever was started last', async () => {
    const other = name === 'cpu' ? 'other' : 'cpu';
    if (other === 'other') impersonate('other');
    const table = await summer.table(words, null);
    await tf.setBackend(other);
    await table.sums(segmentsOf([2, 1]));
    expect(tf.getBackend()).toBe(name);
    table.dispose();
    await tf.setBackend(other);
    await summer.table(words, null).then((second) => second.dispose());
    expect(tf.getBackend()).toBe(name);
  });
});

describe('startBackend', () => {
  it('throws where TF.js can not start the backend, and leaves the one before in charge', async () => {
    await startBackend('cpu');
    tf.removeBackend('webgpu');
    tf.registerBackend('webgpu', () => {
      throw new Error('no device');
    });
    await expect(startBackend('webgpu')).rejects.toThrow('TF.js could not start its webgpu backend.');
    expect(tf.getBackend()).toBe('cpu');
  });
});
